// The only door to ncurses, and to what has to be done while the process is ending. Plain numbers and pointers, so that
// Swift never sees a type of curses; one terminal for the process, and only its main thread writes to it.
#ifndef CVIRGACURSES_H
#define CVIRGACURSES_H

#include <stdint.h>

// Looks a terminal type up: 1 where it can be drawn on, 0 where it is unknown, -1 where it cannot place its cursor. A
// string of the last one by capability; NULL where it has none.
int virga_curses_find(const char *type, int output);
const char *virga_curses_string(const char *capability);

// A string with two numbers filled in, until the next one is; and a number, or whether a flag is set, of the type.
const char *virga_curses_filled(const char *string, int first, int second);
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

// The cells of a scalar as the C library counts them.
int virga_curses_width(uint32_t scalar);
char *const *virga_curses_environment(void);

#endif
