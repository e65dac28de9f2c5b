// What ncurses knows of terminals: the words of each type, and how to fill in their numbers.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#ifdef __APPLE__
#include <curses.h>
#else
#include <ncursesw/curses.h>
#endif
#include <term.h>

#include "CVirgaCurses.h"

#include <wchar.h>

extern char **environ;

int virga_curses_find(const char *type, int output) {
  int found = 0;
  if (setupterm((char *)type, output, &found) != OK) return found == 1 ? -1 : 0;
  return virga_curses_string("cup") ? 1 : -1;
}

const char *virga_curses_string(const char *capability) {
  const char *string = tigetstr((char *)capability);
  return string == (char *)-1 ? NULL : string;
}

const char *virga_curses_filled(const char *string, int first, int second) {
  return tparm((char *)string, (long)first, (long)second, 0L, 0L, 0L, 0L, 0L, 0L, 0L);
}

int virga_curses_number(const char *capability) { return tigetnum((char *)capability); }
int virga_curses_flag(const char *capability) { return tigetflag((char *)capability) > 0; }
int virga_curses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
char *const *virga_curses_environment(void) { return environ; }
