package main
import ("fmt";"os";"time";"go/token"; "golang.org/x/tools/go/analysis";"golang.org/x/tools/go/packages";"github.com/zeroalloc/zeroalloc-lint/internal/compiled")
func main(){
 pkgs,err:=packages.Load(&packages.Config{Mode:packages.LoadSyntax, Tests: os.Getenv("T")!=""},os.Args[1:]...)
 if err!=nil{panic(err)}
 for _,p:=range pkgs{
  pass:=&analysis.Pass{Fset:p.Fset,Files:p.Syntax,Pkg:p.Types}
  r,_:=compiled.Analyzer.Run(pass); u:=r.(*compiled.Unit)
  t0:=time.Now()
  n:=0
  for _,f:=range p.Syntax{
   as,err:=u.Under(f)
   n+=len(as)
   if err!=nil{fmt.Println(p.ID,"ERR",err);break}
   if os.Getenv("V")!=""{for _,a:=range as{fmt.Printf("%v\n",a)}}
  }
  fmt.Println(p.ID,n,time.Since(t0))
 }
 _=token.NoPos
}
