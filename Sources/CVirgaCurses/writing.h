// Marks a write to the terminal, which never ends if nobody reads the terminal.
#ifndef WRITING_H
#define WRITING_H

void virga_curses_begin_write(void);
void virga_curses_end_write(void);

#endif
