// Package fix holds calls of which each is replaced by something that makes the same.
package fix

import (
	"fmt"
	"strconv"
	"time"
)

// A Row holds values to format.
type Row struct {
	Key, Value string
	ID         ID
	N          int
	N32        int32
	N16        int16
	U          uint64
	Level      Level
	Rune       rune
	F          float64
	F32        float32
	OK         bool
	Raw        []byte
	Wait       time.Duration
	Sum        [32]byte
	Short      [8]byte
}

// An ID is a string without methods.
type ID string

// A Level is a number with a name, which %d does not ask for.
type Level uint16

func (Level) String() string { return "level" }

// Fixed lists functions that do the same as they are and as they are fixed.
var Fixed = map[string]func([]Row) []string{
	"number": number, "number32": number32, "unsigned": unsigned, "hex": hexNumber, "octal": octal, "named": named, "rune": char,
	"float": float, "float32": float32s, "precision": precision, "exponent": exponent,
	"bool": boolean, "text": text, "textV": textV, "id": id, "raw": raw,
	"pair": pair, "mixed": mixed, "percent": percent, "three": three, "flag": flag, "constant": constantText, "constantOperand": constantOperand,
	"print": print1, "printTwo": printTwo, "printSpace": printSpace, "println": println1,
	"duration": duration, "durations": durations, "month": month, "sum": sum, "short": short,
	"nested": nested, "compared": compared, "sliced": sliced, "within": within, "backquoted": backquoted, "private": private,
}

func number(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%d", r.N)) // want `^fmt\.Sprintf allocates up to twice, in a loop; strconv\.Itoa\(r\.N\) makes the same with 1$`
	}
	return out
}

func number32(rows []Row) (out []string) {
	for _, r := range rows {
		s := fmt.Sprintf("%d", r.N32) // want `strconv\.FormatInt\(int64\(r\.N32\), 10\) makes the same with 1$`
		out = append(out, s)
	}
	return out
}

func unsigned(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%v", r.U)) // want `strconv\.FormatUint\(r\.U, 10\)`
	}
	return out
}

func hexNumber(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%x", r.N)) // want `strconv\.FormatInt\(int64\(r\.N\), 16\)`
	}
	return out
}

func octal(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%o", -r.N)) // want `strconv\.FormatInt\(int64\(-r\.N\), 8\)`
	}
	return out
}

func named(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%d", r.Level)) // want `strconv\.FormatUint\(uint64\(r\.Level\), 10\)`
	}
	return out
}

func char(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s%c", r.Key, r.Rune)) // want `r\.Key \+ string\(r\.Rune\) makes the same with 1$`
	}
	return out
}

func float(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%g", r.F)) // want `strconv\.FormatFloat\(r\.F, 'g', -1, 64\)`
	}
	return out
}

func float32s(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprint(r.F32)) // want `strconv\.FormatFloat\(float64\(r\.F32\), 'g', -1, 32\)`
	}
	return out
}

func precision(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%.2f", r.F)) // want `strconv\.FormatFloat\(r\.F, 'f', 2, 64\)`
	}
	return out
}

func exponent(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%e", r.F)) // want `strconv\.FormatFloat\(r\.F, 'e', 6, 64\)`
	}
	return out
}

func boolean(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%t", r.OK)) // want `^fmt\.Sprintf allocates once, in a loop; strconv\.FormatBool\(r\.OK\) makes the same without$`
	}
	return out
}

func text(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s", r.Key)) // want `^fmt\.Sprintf allocates up to twice, in a loop; r\.Key makes the same without$`
	}
	return out
}

func textV(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%v", r.Key+r.Value)) // want `r\.Key\+r\.Value makes the same`
	}
	return out
}

func id(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s", r.ID)) // want `; string\(r\.ID\) makes the same without$`
	}
	return out
}

func raw(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s", r.Raw)) // want `; string\(r\.Raw\) makes the same with 1$`
	}
	return out
}

func pair(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s=%s", r.Key, r.Value)) // want `^fmt\.Sprintf allocates up to 3 times, in a loop; r\.Key \+ "=" \+ r\.Value makes the same with 1$`
	}
	return out
}

func mixed(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s=%d", r.Key, r.N)) // want `r\.Key \+ "=" \+ strconv\.Itoa\(r\.N\) makes the same with 2$`
	}
	return out
}

// catenacyber/perfsprint#52: %% is one percent sign.
func percent(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("100%% \"%s\"%%\n", r.Key)) // want `"100% \\"" \+ r\.Key \+ "\\"%\\n" makes`
	}
	return out
}

func three(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s/%v/%s", r.Key, r.ID, r.Raw)) // want `^fmt\.Sprintf allocates up to 4 times, in a loop; r\.Key \+ "/" \+ string\(r\.ID\) \+ "/" \+ string\(r\.Raw\) makes the same with 1$`
	}
	return out
}

func flag(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s %t", r.Key, r.OK)) // want `r\.Key \+ " " \+ strconv\.FormatBool\(r\.OK\) makes the same with 1$`
	}
	return out
}

func constantText(rows []Row) (out []string) {
	for range rows {
		out = append(out, fmt.Sprintf("100%% sure")) // want `^fmt\.Sprintf allocates once, in a loop; "100% sure" makes the same without$`
	}
	return out
}

const prefix = "prefix"

func constantOperand(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s-%s", prefix, r.Key)) // want `; prefix \+ "-" \+ r\.Key makes the same with 1$`
	}
	return out
}

func print1(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprint(r.N)) // want `^fmt\.Sprint allocates up to twice, in a loop; strconv\.Itoa\(r\.N\) makes the same with 1$`
	}
	return out
}

func printTwo(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprint(r.Key, r.N, r.Value)) // want `; r\.Key \+ strconv\.Itoa\(r\.N\) \+ r\.Value makes the same with 2$`
	}
	return out
}

// Between operands that are no strings there is a space.
func printSpace(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprint(r.OK, r.OK, r.ID, "!", r.OK)) // want `strconv\.FormatBool`
	}
	return out
}

func println1(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintln(r.Key, r.N)) // want `^fmt\.Sprintln allocates up to 3 times, in a loop; r\.Key \+ " " \+ strconv\.Itoa\(r\.N\) \+ "\\n" makes the same with 2$`
	}
	return out
}

func duration(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprint(r.Wait)) // want `^fmt\.Sprint allocates up to 3 times, in a loop; r\.Wait\.String\(\) makes the same with 1$`
	}
	return out
}

func durations(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s: %v", r.Key, -r.Wait)) // want `r\.Key \+ ": " \+ \(-r\.Wait\)\.String\(\)`
	}
	return out
}

func month(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s", time.Month(r.N16))) // want `time\.Month\(r\.N16\)\.String\(\)`
	}
	return out
}

func sum(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%x", r.Sum)) // want `^fmt\.Sprintf allocates up to 3 times, in a loop; hex\.EncodeToString\(r\.Sum\[:\]\) makes the same with 2$`
	}
	return out
}

func short(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%x", r.Short)) // want `hex\.EncodeToString\(r\.Short\[:\]\) makes the same with 1$`
	}
	return out
}

func nested(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, strconv.Quote(fmt.Sprintf("%s-%s", r.Key, r.Value))) // want `; r\.Key \+ "-" \+ r\.Value makes`
	}
	return out
}

func compared(rows []Row) (out []string) {
	for _, r := range rows {
		if fmt.Sprintf("%s%s", r.Key, r.Value) == r.Value { // want `; r\.Key \+ r\.Value makes`
			out = append(out, r.Key)
		}
	}
	return out
}

func sliced(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s!", r.Key)[:1]) // want `; r\.Key \+ "!" makes`
	}
	return out
}

func within(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, "<"+fmt.Sprintf("%d", r.N)+">") // want `; strconv\.Itoa\(r\.N\) makes`
	}
	return out
}

// The local variable is nobody else's, whatever is called.
func private(rows []Row) (out []string) {
	key := "k"
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s=%s", key, r.value())) // want `; key \+ "=" \+ r\.value\(\) makes`
	}
	return out
}

func (r Row) value() string { return r.Value }

func backquoted(rows []Row) (out []string) {
	for _, r := range rows {
		out = append(out, fmt.Sprintf(`"%s"\n`, r.Key)) // want "r\\.Key"
	}
	return out
}
