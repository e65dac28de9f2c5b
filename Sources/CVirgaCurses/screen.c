// The screen: taking and giving back the terminal, and drawing through ncurses.
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
#include "parts.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

#if defined(NCURSES_VERSION_PATCH) && NCURSES_VERSION_PATCH >= 20170401
#define HAS_EXTENDED_PAIRS 1
#else
#define HAS_EXTENDED_PAIRS 0
#endif

static int input = -1, output = -1, opened = -1;
static int mouse_is_on, cursor_is_shown = -1;
// The size that the program knows of; ncurses takes over another one by itself when it comes back to its screen.
static int known_rows, known_columns;
static char type_name[64];
static struct termios original_modes;
static volatile sig_atomic_t is_taken;  // from start to stop
static volatile sig_atomic_t is_away;   // between leave and return

// Everything that has to be switched off, in the terminal's own words; made while that is safe.
static char extras_off[] = "\033[?1006l\033[?1002l\033[?1000l\033[?2004l";
static char restore[512];
static size_t restore_length;

int virga_curses_locale(void) {
  const char *name = setlocale(LC_CTYPE, "");
  if (name && strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return 2;
  if (name && strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0) return 0;
  return setlocale(LC_CTYPE, "C.UTF-8") || setlocale(LC_CTYPE, "en_US.UTF-8") ? 1 : 0;
}

int virga_curses_width(uint32_t scalar) { return wcwidth((wchar_t)scalar); }

static int add_to_restore(int byte) {
  if (restore_length < sizeof restore) restore[restore_length++] = (char)byte;
  return byte;
}

static void prepare_restore(void) {
  static const char *const capabilities[] = {"sgr0", "op", "cnorm", "rmkx", "rmcup"};
  memcpy(restore, extras_off, restore_length = sizeof extras_off - 1);
  for (size_t index = 0; index < sizeof capabilities / sizeof *capabilities; index++) {
    const char *string = virga_curses_string(capabilities[index]);
    if (string) tputs(string, 1, add_to_restore);
  }
  // Without another screen to leave, what follows would stand in the middle of the last frame.
  const char *clearing = virga_curses_string("rmcup") ? NULL : virga_curses_string("clear");
  if (clearing) tputs(clearing, 1, add_to_restore);
}

static int send_byte(int byte) {
  char character = (char)byte;
  write_all(output, &character, 1);
  return byte;
}

// ncurses stops at the start of the last line; where the frame stays, the shell's line should not begin on it.
static void clear_last_line(void) {
  const char *erasing = virga_curses_string("rmcup") ? NULL : virga_curses_string("el");
  if (erasing) tputs(erasing, 1, send_byte);
}

// The first terminal type that is known: a name from over the network often is not.
static int choose_type(void) {
  const char *names[] = {getenv("TERM"), "xterm-256color", "xterm"};
  if (!names[0] || !*names[0]) return VIRGA_CURSES_NO_TYPE;
  for (int index = 0; index < 3; index++) {
    int found = 0;
    if (setupterm(names[index], output, &found) != OK) {
      // Known, but no terminal to draw on.
      if (index == 0 && found == 1) return VIRGA_CURSES_TOO_SIMPLE;
      continue;
    }
    strncpy(type_name, names[index], sizeof type_name - 1);
    return virga_curses_string("cup") ? 0 : VIRGA_CURSES_TOO_SIMPLE;
  }
  return VIRGA_CURSES_NO_TYPE;
}

static int open_descriptors(int wanted_input, int wanted_output) {
  if (!isatty(wanted_output)) return 0;
  input = wanted_input;
  output = wanted_output;
  if (isatty(input)) return 1;
  const char *name = ttyname(output);
  opened = name ? open(name, O_RDWR | O_NOCTTY | O_CLOEXEC) : -1;
  if (opened < 0) opened = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  input = opened;
  return input >= 0;
}

static int open_screen(void) {
  int copy = fcntl(output, F_DUPFD_CLOEXEC, 3);
  FILE *stream = copy < 0 ? NULL : fdopen(copy, "w");
  if (!stream || !newterm(type_name, stream, stdin)) return 0;
  raw();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  typeahead(-1);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  return 1;
}

static void send_extras(void) {
  virga_curses_send("\033[?2004h", 8);
  if (mouse_is_on) virga_curses_mouse(1);
}

int virga_curses_start(int wanted_input, int wanted_output, int mouse) {
  static int is_registered;
  if (is_taken) return VIRGA_CURSES_FAILED;
  if (!open_descriptors(wanted_input, wanted_output)) return VIRGA_CURSES_NO_TERMINAL;
  int refusal = choose_type();
  if (refusal) return refusal;
  if (tcgetattr(output, &original_modes) != 0 || !signals_start()) return VIRGA_CURSES_FAILED;
  prepare_restore();
  is_taken = 1;
  if (!is_registered++) atexit(virga_curses_stop);
  errors_capture();
  mouse_is_on = mouse;
  cursor_is_shown = -1;
  if (!open_screen()) {
    virga_curses_stop_now();
    signals_stop();
    return VIRGA_CURSES_FAILED;
  }
  known_rows = LINES;
  known_columns = COLS;
  virga_curses_flush(-1, 0);
  send_extras();
  return 0;
}

// In an orderly way ncurses leaves its screen itself, so that it can come back; in a hurry its words are sent.
static void give_back(int in_a_hurry) {
  if (is_away) return;
  is_away = 1;
  if (in_a_hurry) {
    write_all(output, restore, restore_length);
  } else {
    write_all(output, extras_off, sizeof extras_off - 1);
    endwin();
    clear_last_line();
  }
  tcsetattr(output, TCSADRAIN, &original_modes);
}

static void stop(int in_a_hurry) {
  if (!is_taken) return;
  is_taken = 0;
  give_back(in_a_hurry);
  is_away = 0;
  errors_show();
}

void virga_curses_stop_now(void) { stop(1); }

void virga_curses_stop(void) {
  if (!is_taken) return;
  stop(0);
  signals_stop();
  if (opened >= 0) close(opened);
  opened = -1;
}

void virga_curses_leave(void) {
  if (!is_taken) return;
  give_back(0);
  errors_pause();
  signals_pause();
}

void virga_curses_return(void) {
  if (!is_taken) return;
  signals_resume();
  errors_resume();
  is_away = 0;
  reset_prog_mode();
  tcflush(input, TCIFLUSH);
  virga_curses_redraw();
  send_extras();
}

int virga_curses_input(void) { return input; }
const char *virga_curses_type(void) { return type_name; }

const char *virga_curses_string(const char *capability) {
  const char *string = tigetstr(capability);
  return string == (char *)-1 ? NULL : string;
}

int virga_curses_colors(void) { return has_colors() ? COLORS : 0; }

int virga_curses_is_direct(void) { return tigetflag("RGB") > 0; }

int virga_curses_pair(int foreground, int background) {
  if (foreground < 0 && background < 0) return 0;
#if HAS_EXTENDED_PAIRS
  int pair = alloc_pair(foreground, background);
  return pair > 0 ? pair : 0;
#else
  static short known[64][2];
  static short count;
  for (short index = 0; index < count; index++) {
    if (known[index][0] == foreground && known[index][1] == background) return index + 1;
  }
  if (count == 64 || init_pair(count + 1, (short)foreground, (short)background) == ERR) return 0;
  known[count][0] = (short)foreground;
  known[count][1] = (short)background;
  return ++count;
#endif
}

int virga_curses_resize(void) {
  struct winsize size;
  if (ioctl(output, TIOCGWINSZ, &size) != 0 || size.ws_row == 0 || size.ws_col == 0) return 0;
  if (size.ws_row == known_rows && size.ws_col == known_columns) return 0;
  if (size.ws_row != LINES || size.ws_col != COLS) resizeterm(size.ws_row, size.ws_col);
  known_rows = LINES;
  known_columns = COLS;
  clearok(curscr, TRUE);
  return 1;
}

int virga_curses_rows(void) { return LINES; }
int virga_curses_columns(void) { return COLS; }

static attr_t attributes(int emphasis) {
  attr_t result = A_NORMAL;
  if (emphasis & VIRGA_CURSES_BOLD) result |= A_BOLD;
  if (emphasis & VIRGA_CURSES_DIM) result |= A_DIM;
  if (emphasis & VIRGA_CURSES_UNDERLINE) result |= A_UNDERLINE;
  if (emphasis & VIRGA_CURSES_REVERSE) result |= A_REVERSE;
  return result;
}

void virga_curses_run(int row, int column, const uint32_t *scalars, int count, int emphasis, int pair) {
  wattr_set(stdscr, attributes(emphasis), (short)pair, HAS_EXTENDED_PAIRS ? &pair : NULL);
  // The very last cell answers with an error, though it is drawn.
  (void)mvwaddnwstr(stdscr, row, column, (const wchar_t *)scalars, count);
}

void virga_curses_cluster(int row, int column, const uint32_t *scalars, int count, int emphasis, int pair) {
  wchar_t text[CCHARW_MAX + 1] = {0};
  for (int index = 0; index < count && index < CCHARW_MAX; index++) text[index] = (wchar_t)scalars[index];
  cchar_t cell;
  setcchar(&cell, text, attributes(emphasis), (short)pair, HAS_EXTENDED_PAIRS ? &pair : NULL);
  (void)mvwadd_wch(stdscr, row, column, &cell);
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
  clearok(curscr, TRUE);
  doupdate();
}

int virga_curses_send(const char *bytes, int count) { return write_all(output, bytes, (size_t)count); }

void virga_curses_mouse(int is_on) {
  static const char on[] = "\033[?1000h\033[?1002h\033[?1006h", off[] = "\033[?1006l\033[?1002l\033[?1000l";
  mouse_is_on = is_on;
  virga_curses_send(is_on ? on : off, is_on ? sizeof on - 1 : sizeof off - 1);
}
