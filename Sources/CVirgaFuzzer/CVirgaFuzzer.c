// SwiftPM builds a C target from at least one source; the fuzzer's runtime defines what the header declares.
#include "CVirgaFuzzer.h"
