// Standard error while the screen is up: kept in a file without a name, shown when the terminal is back.
#define _GNU_SOURCE
#include "parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int original = -1;
static int captured = -1;

// How much is shown: the end tells what went wrong.
static const off_t shown_limit = 64 * 1024;

int write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return 0;
    bytes += written;
    count -= (size_t)written;
  }
  return 1;
}

void errors_capture(void) {
  if (captured >= 0 || !isatty(STDERR_FILENO)) return;
  FILE *file = tmpfile();
  if (!file) return;
  captured = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3);
  fclose(file);
  original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (captured < 0 || original < 0) return;
  dup2(captured, STDERR_FILENO);
}

void errors_pause(void) {
  if (captured >= 0 && original >= 0) dup2(original, STDERR_FILENO);
}

void errors_resume(void) {
  if (captured >= 0 && original >= 0) dup2(captured, STDERR_FILENO);
}

// Whoever wrote it did not mean it for a terminal, so controls are not obeyed.
static void make_safe(char *bytes, ssize_t count) {
  unsigned char before = 0;
  for (ssize_t index = 0; index < count; index++) {
    unsigned char byte = (unsigned char)bytes[index];
    int is_c1 = before == 0xC2 && byte < 0xA0;
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F || is_c1) bytes[index] = is_c1 ? '\xA0' : '?';
    before = byte;
  }
}

void errors_show(void) {
  if (captured < 0 || original < 0) return;
  dup2(original, STDERR_FILENO);
  off_t size = lseek(captured, 0, SEEK_END);
  lseek(captured, size > shown_limit ? size - shown_limit : 0, SEEK_SET);
  char bytes[1024];
  ssize_t count;
  while ((count = read(captured, bytes, sizeof bytes)) > 0) {
    make_safe(bytes, count);
    if (!write_all(STDERR_FILENO, bytes, (size_t)count)) break;
  }
  close(captured);
  close(original);
  captured = original = -1;
}
