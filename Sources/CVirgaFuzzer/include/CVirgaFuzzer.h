// The entry point of libFuzzer that a program with its own `main` calls. No header of libFuzzer declares it.
#ifndef CVIRGAFUZZER_H
#define CVIRGAFUZZER_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*callback)(const uint8_t *data, size_t size));

#endif
