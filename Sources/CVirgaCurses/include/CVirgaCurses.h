// The only door to ncurses, and to what has to be done while the process is ending. Plain numbers and pointers, so that
// Swift never sees a type of curses; one screen for the process, and only its main thread draws.
#ifndef CVIRGACURSES_H
#define CVIRGACURSES_H

#include <stdint.h>

// Looks a terminal type up: 1 if it can be drawn on, 0 if it is unknown, -1 if it cannot place its cursor. Then a string,
// a number or a flag of that type by capability: NULL, less than zero, or 0 if it has none.
int virga_curses_find(const char *type, int output);
const char *virga_curses_string(const char *capability);
int virga_curses_number(const char *capability);
int virga_curses_flag(const char *capability);

// Takes the terminal: each byte that is typed comes as it is, the numbers of signals are written to a pipe, a byte each,
// standard error goes to a file, and every way out of the process sends `leaving` and sets the modes back. Whether that
// worked.
int virga_curses_take(int output, int signals, const char *leaving, int count);
// Gives everything back; calling it twice does nothing.
void virga_curses_stop(void);
// Gives the terminal to somebody else for a while, or has it again; then the frame has to be sent anew.
void virga_curses_lend(int is_lent);
// Writes all bytes; whether all went out.
int virga_curses_send(int descriptor, const char *bytes, int count);

// Opens the screen on the terminal that was taken; whether that worked.
int virga_curses_open(const char *type, int output);
// Sets the size of the screen; all of it has to be staged again.
void virga_curses_resize(int height, int width);
// Whether a color number is red, green and blue instead of an entry of a palette.
int virga_curses_is_direct(void);
// Gives a pair of colors a number, counted from 1; -1 is the terminal's own color. Whether there is such a pair.
int virga_curses_pair(int number, int foreground, int background);

// How staged cells look: bits for bold, dim, underlined and reversed, and a pair of colors, 0 for the terminal's own.
struct virga_curses_look {
  int emphasis, pair;
};
// Stages scalars of one or two cells each, or one glyph: a scalar and its marks, ending in 0.
void virga_curses_run(struct virga_curses_look look, int row, int column, const uint32_t *scalars, int count);
void virga_curses_cluster(struct virga_curses_look look, int row, int column, const uint32_t *scalars);
// Sends what was staged, and shows the cursor at a place, or hides it if the row is negative.
void virga_curses_flush(int row, int column);
// Undoes what another program may have left behind, such as a style or a scroll region; the next flush sends all.
void virga_curses_forget(void);

// The name and version of the library.
const char *virga_curses_version(void);

// The cells of a scalar as the C library counts them.
int virga_curses_width(uint32_t scalar);
char *const *virga_curses_environment(void);

#endif
