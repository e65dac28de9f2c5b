#include "CVirgaTestSupport.h"
