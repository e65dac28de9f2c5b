#include "CVirgaSQLite.h"
