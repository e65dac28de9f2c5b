// Signals: what the loop should know goes into a pipe; what ends the process gives the terminal back first.
#define _GNU_SOURCE
#include "CVirgaCurses.h"
#include "parts.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static const int told[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGPIPE};
static const int fatal[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
enum { TOLD = sizeof told / sizeof *told, FATAL = sizeof fatal / sizeof *fatal };

static int pipe_ends[2] = {-1, -1};
static struct sigaction before_told[TOLD], before_fatal[FATAL];
static volatile sig_atomic_t is_paused;
static int chains;
// Static, for a handler has to run when the stack is full.
static char alternate_stack[64 * 1024];

static void tell(int number) {
  if (number == SIGPIPE || (is_paused && (number == SIGINT || number == SIGQUIT))) return;
  int before = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe already wakes the loop.
  (void)!write(pipe_ends[1], &byte, 1);
  errno = before;
}

// Ends as the signal would have. Swift's own handler runs only for whoever asked for it: on a terminal it waits for
// a key. A fault comes again when the handler returns; what was sent has to be sent again.
static void end_by(int number, siginfo_t *information, void *context) {
  (void)context;
  virga_curses_stop_now();
  struct sigaction plain = {.sa_handler = SIG_DFL};
  for (int index = 0; index < FATAL; index++) {
    if (fatal[index] == number) sigaction(number, chains ? &before_fatal[index] : &plain, NULL);
  }
  if (information->si_code <= 0) raise(number);
}

int signals_start(void) {
  if (pipe_ends[0] < 0) {
    if (pipe(pipe_ends) != 0) return 0;
    for (int end = 0; end < 2; end++) {
      fcntl(pipe_ends[end], F_SETFL, O_NONBLOCK);
      fcntl(pipe_ends[end], F_SETFD, FD_CLOEXEC);
    }
  }
  // Whoever started the process may have blocked them.
  sigset_t heard;
  sigemptyset(&heard);
  for (int index = 0; index < TOLD; index++) sigaddset(&heard, told[index]);
  sigprocmask(SIG_UNBLOCK, &heard, NULL);
  const char *wish = getenv("SWIFT_BACKTRACE");
  chains = wish && *wish;
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
  for (int index = 0; index < TOLD; index++) sigaction(told[index], &action, &before_told[index]);
  struct sigaction ending = {.sa_sigaction = end_by, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  for (int index = 0; index < FATAL; index++) sigaction(fatal[index], &ending, &before_fatal[index]);
  return 1;
}

void signals_stop(void) {
  for (int index = 0; index < TOLD; index++) sigaction(told[index], &before_told[index], NULL);
  for (int index = 0; index < FATAL; index++) sigaction(fatal[index], &before_fatal[index], NULL);
}

void signals_pause(void) {
  is_paused = 1;
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(SIGTSTP, &plain, NULL);
}

void signals_resume(void) {
  struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
  sigaction(SIGTSTP, &action, NULL);
  is_paused = 0;
}

int virga_curses_signals(void) { return pipe_ends[0]; }

void virga_curses_suspend(void) {
  virga_curses_leave();
  // The whole group, as the terminal would: a pipeline stops as one. Without a shell to wake it nothing stops.
  kill(0, SIGTSTP);
  virga_curses_return();
}
