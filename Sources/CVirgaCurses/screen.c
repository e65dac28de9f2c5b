// Drawing with ncurses, and terminal types in its database.
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
#include "writing.h"

#include <fcntl.h>
#include <unistd.h>
#include <wchar.h>

// The ncurses of macOS is older: its pairs are shorts, and it only measures the terminal if LINES and COLUMNS are
// unset.
#if !defined(NCURSES_VERSION_PATCH) || NCURSES_VERSION_PATCH < 20170401
#define init_extended_pair(pair, front, back) init_pair((short)(pair), (short)(front), (short)(back))
#define EXTENDED(pair) NULL
// It moves back after a character that the C library has no width for.
#define CHARACTER(scalar) (wcwidth((wchar_t)(scalar)) > 0 ? (wchar_t)(scalar) : L'?')
#define MEASURE_TERMINAL
#else
#define EXTENDED(pair) (&pair)
#define CHARACTER(scalar) ((wchar_t)(scalar))
#define MEASURE_TERMINAL use_env(FALSE), use_tioctl(TRUE)
#endif

extern char **environ;

static FILE *screen;

int virga_curses_find(const char *type, int output) {
  int found = 0;
  if (setupterm((char *)type, output, &found) != OK) return found == 1 ? -1 : 0;
  return virga_curses_string("cup") ? 1 : -1;
}

const char *virga_curses_string(const char *capability) {
  const char *string = tigetstr((char *)capability);
  return string == (char *)-1 ? NULL : string;
}

int virga_curses_number(const char *capability) { return tigetnum((char *)capability); }
int virga_curses_flag(const char *capability) { return tigetflag((char *)capability) > 0; }

// Until ncurses has left the screen and come back, it writes after each move of the cursor; from then on it writes a whole
// frame at once. It leaves for `/dev/null`, so nothing flickers, and comes back before there are colors to reset.
static void leave_and_return(int output) {
  int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC), descriptor = fileno(screen);
  if (nowhere < 0) return;
  if (dup2(nowhere, descriptor) >= 0) endwin();
  dup2(output, descriptor);
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  close(nowhere);
  doupdate();
}

int virga_curses_open(const char *type, int output) {
  int copy = fcntl(output, F_DUPFD_CLOEXEC, 3);
  screen = copy < 0 ? NULL : fdopen(copy, "w");
  // LINES and COLUMNS may belong to another terminal.
  MEASURE_TERMINAL;
  if (!screen || !newterm((char *)type, screen, stdin)) return 0;
  raw();
  noecho();
  nonl();
  typeahead(-1);
  leave_and_return(output);
  curs_set(0);
  return 1;
}

int virga_curses_is_direct(void) { return tigetflag("RGB") > 0; }

int virga_curses_pair(int number, int foreground, int background) {
  if (number == 1 && (start_color() != OK || use_default_colors() != OK)) return 0;
  return number < COLOR_PAIRS && init_extended_pair(number, foreground, background) == OK;
}

void virga_curses_resize(int height, int width) { resizeterm(height, width); }

static attr_t attributes(int emphasis) {
  static const attr_t bits[] = {A_BOLD, A_DIM, A_UNDERLINE, A_REVERSE};
  attr_t attributes = A_NORMAL;
  for (int bit = 0; bit < 4; bit++) attributes |= emphasis >> bit & 1 ? bits[bit] : 0;
  return attributes;
}

static int make_cell(cchar_t *cell, struct virga_curses_look look, const uint32_t *scalars) {
  return setcchar(cell, (const wchar_t *)scalars, attributes(look.emphasis), (short)look.pair, EXTENDED(look.pair)) == OK;
}

void virga_curses_run(struct virga_curses_look look, int row, int column, const uint32_t *scalars, int count) {
  static const uint32_t blank[] = {' ', 0};
  cchar_t cell;
  if (count < 1 || !make_cell(&cell, look, blank)) return;
  cchar_t cells[count];
  // Cells differ only in their character: setting it is faster than `setcchar` for each and the checks of `mvwaddnwstr`.
  for (int i = 0; i < count; i++) {
    cells[i] = cell;
    cells[i].chars[0] = CHARACTER(scalars[i]);
  }
  (void)mvwadd_wchnstr(stdscr, row, column, cells, count);
}

void virga_curses_cluster(struct virga_curses_look look, int row, int column, const uint32_t *scalars) {
  cchar_t cell;
  if (make_cell(&cell, look, scalars)) (void)mvwadd_wchnstr(stdscr, row, column, &cell, 1);
}

void virga_curses_flush(int row, int column) {
  int is_shown = row >= 0;
  leaveok(stdscr, !is_shown);
  if (is_shown) wmove(stdscr, row, column);
  wnoutrefresh(stdscr);
  virga_curses_begin_write();
  doupdate();
  curs_set(is_shown);
  virga_curses_end_write();
}

static int put(int byte) { return putc(byte, screen); }

void virga_curses_forget(void) {
  virga_curses_begin_write();
  if (exit_attribute_mode) tputs(exit_attribute_mode, 1, put);
  if (change_scroll_region) tputs(tparm(change_scroll_region, 0, LINES - 1), LINES, put);
  if (cursor_invisible) tputs(cursor_invisible, 1, put);
  fflush(screen);
  curs_set(0);
  virga_curses_end_write();
  clearok(curscr, TRUE);
}

int virga_curses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }
char *const *virga_curses_environment(void) { return environ; }

const char *virga_curses_version(void) { return curses_version(); }
