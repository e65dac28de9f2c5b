#ifndef CVIRGA_EMBEDDED_H
#define CVIRGA_EMBEDDED_H

#include <stddef.h>

// A file that the program carries; never freed.
typedef struct {
  const char *name;
  const unsigned char *bytes;
  size_t count;
} virga_embedded_file;

// The articles about the program and those they lead to, named by room and file without its ending: `virga/Keys`.
const virga_embedded_file *virga_embedded_articles(int *count);

// The demo, named by the paths in `manifests/`.
const virga_embedded_file *virga_embedded_demo_files(int *count);

#endif
