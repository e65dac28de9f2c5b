// What the two halves of this target know of each other.
#ifndef PARTS_H
#define PARTS_H

#include <stddef.h>

// Where the terminal is given back in a hurry: only what may be done in a signal handler.
void virga_curses_stop_now(void);
// Writes all bytes, whatever interrupts; whether all went out.
int write_all(int descriptor, const char *bytes, size_t count);

int signals_start(void);
void signals_stop(void);
// While somebody else has the terminal, its keys' signals are for them.
void signals_pause(void);
void signals_resume(void);

// Standard error goes to a file until it can be shown.
void errors_capture(void);
void errors_show(void);
// While somebody else has the terminal, standard error is theirs as well.
void errors_pause(void);
void errors_resume(void);

#endif
