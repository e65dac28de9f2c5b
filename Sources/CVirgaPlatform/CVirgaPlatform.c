#include "CVirgaPlatform.h"
