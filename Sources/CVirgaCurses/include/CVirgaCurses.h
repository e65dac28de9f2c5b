// The only interface to ncurses, and to what must happen when the process ends. It uses plain numbers and pointers, so
// that Swift never sees curses types. There is one screen per process, and only the main thread draws.
#ifndef CVIRGACURSES_H
#define CVIRGACURSES_H

#include <stdint.h>

// Looks up a terminal type: 1 if it is usable, 0 if unknown, -1 if it cannot position its cursor. The next functions
// return its string, number or flag for a capability: NULL, a negative number or 0 if it has none.
int virga_curses_find(const char *type, int output);
const char *virga_curses_string(const char *capability);
int virga_curses_number(const char *capability);
int virga_curses_flag(const char *capability);

// Takes over the terminal: every typed byte arrives unchanged, signal numbers are written to a pipe as bytes, standard
// error goes to a file, and every way to exit sends `leaving` and restores the modes. Returns whether that worked.
int virga_curses_take(int output, int signals, const char *leaving, int count);
// Says that the loop has heard the signals, so that it leaves by itself if they asked for that.
void virga_curses_hear(void);
// Restores everything; calling it twice does nothing.
void virga_curses_stop(void);
// Lends the terminal to another program or takes it back; after that, the frame must be sent again.
void virga_curses_lend(int is_lent);
// Writes all bytes; returns whether all were written.
int virga_curses_send(int descriptor, const char *bytes, int count);

// Opens the screen on the terminal; returns whether that worked.
int virga_curses_open(const char *type, int output);
// Sets the size of the screen; everything must be staged again.
void virga_curses_resize(int height, int width);
// Whether color numbers are RGB values instead of palette entries.
int virga_curses_is_direct(void);
// Defines a color pair with a number from 1; -1 is the terminal's own color. Returns whether the pair exists.
int virga_curses_pair(int number, int foreground, int background);

// The look of staged cells: bits for bold, dim, underlined and reversed, and a color pair, 0 for the terminal's own.
struct virga_curses_look {
  int emphasis, pair;
};
// Stages scalars of one or two cells each, or one glyph: a scalar and its marks, terminated by 0.
void virga_curses_run(struct virga_curses_look look, int row, int column, const uint32_t *scalars, int count);
void virga_curses_cluster(struct virga_curses_look look, int row, int column, const uint32_t *scalars);
// Sends what was staged and shows the cursor at a position, or hides it if the row is negative.
void virga_curses_flush(int row, int column);
// Resets what another program may have left behind, such as a style or scroll region; the next flush sends everything.
void virga_curses_forget(void);

// The name and version of the library.
const char *virga_curses_version(void);

// The width of a scalar in cells according to the C library.
int virga_curses_width(uint32_t scalar);
char *const *virga_curses_environment(void);

#endif
