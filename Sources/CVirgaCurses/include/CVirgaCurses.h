// The only door to ncurses, and to what has to be done while the process is ending. Plain numbers and pointers, so that
// Swift never sees a curses type; one screen for the process, and only its main thread draws.
#ifndef CVIRGACURSES_H
#define CVIRGACURSES_H

#include <stdint.h>

// Looks a terminal type up: 1 where it can be drawn on, 0 where it is unknown, -1 where it cannot place its cursor. A
// string of the last one by capability; NULL where it has none.
int virga_curses_find(const char *type, int output);
const char *virga_curses_string(const char *capability);

// Takes the terminal: the numbers of signals are written to a pipe, a byte each, standard error goes to a file, and
// every way out of the process sends `leaving` and sets the modes back. Whether that worked.
int virga_curses_take(int output, int signals, const char *leaving, int count);
// Opens the screen on the terminal that was taken; whether that worked.
int virga_curses_open(const char *type, int output);
// Gives everything back; calling it twice does nothing.
void virga_curses_stop(void);
// Gives the terminal to somebody else for a while, or has it again; then the screen has to be sent anew.
void virga_curses_lend(int is_lent);
// Writes all bytes; whether all went out.
int virga_curses_send(int descriptor, const char *bytes, int count);

int virga_curses_colors(void);
// Whether a colour number is red, green and blue instead of an entry of a palette.
int virga_curses_is_direct(void);
// Gives a pair of colours a number from 1, -1 being the terminal's own colour; whether there is such a pair.
int virga_curses_pair(int number, int foreground, int background);
int virga_curses_rows(void);
int virga_curses_columns(void);
void virga_curses_resize(int height, int width);
// Stages scalars; the bits of `emphasis` are bold, dim, underlined and reversed.
void virga_curses_run(int row, int column, const uint32_t *scalars, int count, int emphasis, int pair);
// Sends what was staged, and shows the cursor at a place or with a negative row hides it.
void virga_curses_flush(int row, int column);
// Sends everything anew, in the modes of the screen.
void virga_curses_redraw(void);

// The cells of a scalar as the C library counts them.
int virga_curses_width(uint32_t scalar);
char *const *virga_curses_environment(void);

#endif
