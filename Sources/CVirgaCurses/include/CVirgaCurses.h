// The only door to ncurses, signals and terminal modes. Plain numbers and pointers, so that Swift never sees a
// curses type; one screen for the process, and only its main thread draws.
#ifndef CVIRGACURSES_H
#define CVIRGACURSES_H

#include <stdint.h>

// Why a screen could not be taken.
enum {
  VIRGA_CURSES_NO_TERMINAL = -1,  // no terminal at the other end
  VIRGA_CURSES_NO_TYPE = -2,      // TERM says nothing, or nothing that is known, nor is xterm known
  VIRGA_CURSES_TOO_SIMPLE = -3,   // the terminal cannot place its cursor
  VIRGA_CURSES_FAILED = -4,       // ncurses or the system refused
};

// How a cell stands out; bits of `emphasis` below.
enum {
  VIRGA_CURSES_BOLD = 1,
  VIRGA_CURSES_DIM = 2,
  VIRGA_CURSES_UNDERLINE = 4,
  VIRGA_CURSES_REVERSE = 8,
};

// Sets the character type of the process: 2 as the environment has it in UTF-8, 1 as UTF-8 where the environment
// names none, 0 where it names another.
int virga_curses_locale(void);
// The cells of a scalar as the C library counts them, after virga_curses_locale.
int virga_curses_width(uint32_t scalar);

// Takes the terminal of two descriptors: modes, alternate screen, signals, standard error. 0, or a reason above.
int virga_curses_start(int input, int output, int mouse);
// Gives everything back. Every way out comes here; calling it twice does nothing.
void virga_curses_stop(void);
// Gives the terminal to somebody else for a while, and takes it back with what was on it.
void virga_curses_leave(void);
void virga_curses_return(void);
// Leaves, stops the process as Ctrl-Z would, and returns once it continues.
void virga_curses_suspend(void);
// Runs a program without a shell and waits for it: its exit code, 128 and more for a signal, an errno below zero where it
// does not start. Call it between leave and return.
int virga_curses_program(char *const *words);

// The descriptors to read keys and signal numbers (a byte each) from.
int virga_curses_input(void);
int virga_curses_signals(void);
// The name of the terminal type in use, and a string of it by capability; NULL where it has none.
const char *virga_curses_type(void);
const char *virga_curses_string(const char *capability);

int virga_curses_colors(void);
// Whether a colour number is red, green and blue instead of an entry of a palette.
int virga_curses_is_direct(void);
// The number of a pair of colours, -1 being the terminal's own; 0 where there is no such pair.
int virga_curses_pair(int foreground, int background);

// Takes over the size of the terminal; whether it has changed.
int virga_curses_resize(void);
int virga_curses_rows(void);
int virga_curses_columns(void);
// Stages scalars of a style, or one scalar with its marks.
void virga_curses_run(int row, int column, const uint32_t *scalars, int count, int emphasis, int pair);
void virga_curses_cluster(int row, int column, const uint32_t *scalars, int count, int emphasis, int pair);
// Sends what was staged, and shows the cursor at a place or with a negative row hides it.
void virga_curses_flush(int row, int column);
// Sends everything anew.
void virga_curses_redraw(void);
// Sends bytes that move nothing, such as a text for the clipboard; whether all went out.
int virga_curses_send(const char *bytes, int count);
void virga_curses_mouse(int is_on);

#endif
