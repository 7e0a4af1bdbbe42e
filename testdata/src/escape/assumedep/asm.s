#include "textflag.h"

TEXT ·Assembly(SB), NOSPLIT, $0-16
	RET

TEXT ·AssemblyBare(SB), NOSPLIT, $0-16
	RET
