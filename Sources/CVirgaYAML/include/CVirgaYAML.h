// The only door to libyaml: a Swift target that reads YAML imports this module and nothing else of the library.
#ifndef CVIRGAYAML_H
#define CVIRGAYAML_H

#include <yaml.h>

#endif
