// Drawing through ncurses.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE
#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#ifdef __APPLE__
#include <curses.h>
#else
#include <ncursesw/curses.h>
#endif
#include <term.h>

#include "CVirgaCurses.h"

#include <fcntl.h>
#include <wchar.h>

// The ncurses of a Mac is older: it has other pairs, and takes names as if it changed them.
#if !defined(NCURSES_VERSION_PATCH) || NCURSES_VERSION_PATCH < 20170401
#define init_extended_pair(pair, front, back) init_pair((short)(pair), (short)(front), (short)(back))
#define PAIR_PLACE(pair) NULL
#else
#define PAIR_PLACE(pair) (&pair)
#endif

extern char **environ;

static int cursor_is_shown = -1;

int virga_curses_find(const char *type, int output) {
  int found = 0;
  if (setupterm((char *)type, output, &found) != OK) return found == 1 ? -1 : 0;
  return virga_curses_string("cup") ? 1 : -1;
}

const char *virga_curses_string(const char *capability) {
  const char *string = tigetstr((char *)capability);
  return string == (char *)-1 ? NULL : string;
}

int virga_curses_open(const char *type, int output) {
  int copy = fcntl(output, F_DUPFD_CLOEXEC, 3);
  FILE *stream = copy < 0 ? NULL : fdopen(copy, "w");
  if (!stream || !newterm((char *)type, stream, stdin)) return 0;
  // Panels stand side by side: scrolling whole lines for one of them costs the drawing of the others.
  change_scroll_region = NULL;
  raw();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  typeahead(-1);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  def_prog_mode();
  cursor_is_shown = -1;
  return 1;
}

int virga_curses_colors(void) { return has_colors() ? COLORS : 0; }
int virga_curses_is_direct(void) { return tigetflag("RGB") > 0; }

int virga_curses_pair(int number, int foreground, int background) {
  return number < COLOR_PAIRS && init_extended_pair(number, foreground, background) == OK;
}

int virga_curses_rows(void) { return LINES; }
int virga_curses_columns(void) { return COLS; }

void virga_curses_resize(int height, int width) {
  resizeterm(height, width);
  clearok(curscr, TRUE);
}

void virga_curses_run(int row, int column, const uint32_t *scalars, int count, int emphasis, int pair) {
  static const attr_t bits[] = {A_BOLD, A_DIM, A_UNDERLINE, A_REVERSE};
  attr_t attributes = A_NORMAL;
  for (int bit = 0; bit < 4; bit++) attributes |= emphasis >> bit & 1 ? bits[bit] : 0;
  wattr_set(stdscr, attributes, (short)pair, PAIR_PLACE(pair));
  // The very last cell answers with an error, though it is drawn.
  (void)mvwaddnwstr(stdscr, row, column, (const wchar_t *)scalars, count);
}

void virga_curses_flush(int row, int column) {
  int is_shown = row >= 0;
  if (is_shown) wmove(stdscr, row, column);
  wnoutrefresh(stdscr);
  doupdate();
  if (is_shown == cursor_is_shown) return;
  cursor_is_shown = is_shown;
  curs_set(is_shown);
  doupdate();
}

void virga_curses_redraw(void) {
  reset_prog_mode();
  clearok(curscr, TRUE);
  doupdate();
}

int virga_curses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
char *const *virga_curses_environment(void) { return environ; }
