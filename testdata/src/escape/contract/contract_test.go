package contract

type inTest struct{ inField }

func (inTest) Do(n int) { sink = n }

var _ Doer = inTest{} // want `contract.inTest.Do, called as`

var _ Doer = bad{} // nope: reported outside of tests

func useHeap() { newHeap[float64]() }
