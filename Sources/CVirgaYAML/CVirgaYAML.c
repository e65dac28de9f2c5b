// SwiftPM builds a C target from at least one source; everything used here is declared by yaml.h.
#include "CVirgaYAML.h"
