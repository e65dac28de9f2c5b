// However the process ends, the terminal is restored and standard error is shown. Signals for the loop are written to a
// pipe. Once the screen is up, only async-signal-safe functions run here.
#define _GNU_SOURCE
#include "CVirgaCurses.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static const int numbers[] = {
    // Signals for the loop.
    SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGCONT, SIGTSTP, SIGPIPE,
    // Faults.
    SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE,
    // Other signals that end a process by default.
    SIGABRT, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGSYS,
#ifdef SIGPOLL
    SIGPOLL,
#endif
#ifdef SIGPWR
    SIGPWR,
#endif
#ifdef SIGSTKFLT
    SIGSTKFLT,
#endif
};
// Counts: signals for the loop, those and faults, all signals; and the number of bytes of standard error to show. The
// last bytes are shown, because they say what went wrong.
enum { TOLD = 8, FAULTS = 13, ALL = sizeof numbers / sizeof *numbers, SHOWN = 64 * 1024 };

static volatile sig_atomic_t is_taken, is_lent;
static int output, listener, original = -1, captured = -1;
static struct termios modes;
static struct sigaction before[ALL];
static char leaving[512];
static int leaving_count, chains;
static char alternate_stack[64 * 1024];  // static, for a handler has to run when the stack is full

int virga_curses_send(int descriptor, const char *bytes, int count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, (size_t)count);
    if (written < 0 && errno == EINTR) continue;
    // Another program that shares the terminal may have made it non-blocking.
    if (written < 0 && errno == EAGAIN) {
      struct pollfd room = {.fd = descriptor, .events = POLLOUT};
      poll(&room, 1, -1);
      continue;
    }
    if (written <= 0) return 0;
    bytes += written;
    count -= (int)written;
  }
  return 1;
}

static void capture_errors(void) {
  FILE *file = captured < 0 && isatty(STDERR_FILENO) ? tmpfile() : NULL;
  if (!file) return;
  captured = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3);
  fclose(file);
  original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (captured >= 0 && original >= 0) dup2(captured, STDERR_FILENO);
}

// The output was not meant for a terminal, so control characters are replaced.
static void make_safe(char *bytes, ssize_t count) {
  unsigned char last = 0;
  for (ssize_t index = 0; index < count; index++) {
    unsigned char byte = (unsigned char)bytes[index];
    int is_c1 = last == 0xC2 && byte < 0xA0;
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F || is_c1) bytes[index] = is_c1 ? '\xA0' : '?';
    last = byte;
  }
}

static void show_errors(void) {
  if (captured < 0 || original < 0) return;
  dup2(original, STDERR_FILENO);
  off_t size = lseek(captured, 0, SEEK_END);
  lseek(captured, size > SHOWN ? size - SHOWN : 0, SEEK_SET);
  char bytes[1024];
  ssize_t count;
  while ((count = read(captured, bytes, sizeof bytes)) > 0) {
    make_safe(bytes, count);
    if (!virga_curses_send(STDERR_FILENO, bytes, (int)count)) break;
  }
  close(captured);
  close(original);
  captured = original = -1;
}

static void set_modes(const struct termios *wanted) {
  while (tcsetattr(output, TCSADRAIN, wanted) != 0 && errno == EINTR) continue;
}

static void give_back(void) {
  if (is_lent) return;
  is_lent = 1;
  virga_curses_send(output, leaving, leaving_count);
  set_modes(&modes);
}

static void stop_now(void) {
  if (!is_taken) return;
  is_taken = 0;
  give_back();
  show_errors();
}

static void tell(int number) {
  // While the terminal is lent, its keys concern only the program that has it.
  if (number == SIGPIPE || (is_lent && (number == SIGINT || number == SIGQUIT))) return;
  // A lent terminal is taken back later anyway, but its size may have changed during the stop.
  if (number == SIGCONT && is_lent) number = SIGWINCH;
  int code = errno;
  unsigned char byte = (unsigned char)number;
  // If the pipe is full, the loop wakes anyway.
  (void)!write(listener, &byte, 1);
  errno = code;
}

// Ends as the signal would have. Swift's own handler runs only on request, because on a terminal it waits for a key. A
// fault recurs when the handler returns; other signals must be raised again.
static void end_by(int number, siginfo_t *information, void *context) {
  (void)context;
  stop_now();
  struct sigaction plain = {.sa_handler = SIG_DFL};
  int comes_again = 0;
  for (int index = TOLD; index < ALL; index++) {
    if (numbers[index] != number) continue;
    sigaction(number, chains ? &before[index] : &plain, NULL);
    comes_again = index < FAULTS && information->si_code > 0;
  }
  if (!comes_again) raise(number);
}

static void hear_signals(void) {
  const char *wish = getenv("SWIFT_BACKTRACE");
  chains = wish && *wish;
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, NULL);
  struct sigaction telling = {.sa_handler = tell, .sa_flags = SA_RESTART};
  struct sigaction ending = {.sa_sigaction = end_by, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigset_t heard;
  sigemptyset(&heard);
  for (int index = 0; index < ALL; index++) {
    sigaction(numbers[index], index < TOLD ? &telling : &ending, &before[index]);
    if (index >= FAULTS && before[index].sa_handler == SIG_IGN) sigaction(numbers[index], &before[index], NULL);
    sigaddset(&heard, numbers[index]);
  }
  // The parent process may have blocked them.
  sigprocmask(SIG_UNBLOCK, &heard, NULL);
}

// Keys arrive as typed, without signals or flow control, and line ends are written unchanged.
static void set_raw(void) {
  struct termios raw = modes;
  raw.c_iflag &= ~(tcflag_t)(BRKINT | PARMRK | IXON | ICRNL | INLCR | IGNCR);
  raw.c_oflag &= ~(tcflag_t)ONLCR;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ISIG | IEXTEN | ECHO | ECHONL);
  raw.c_cc[VMIN] = 1;
  raw.c_cc[VTIME] = 0;
  set_modes(&raw);
}

int virga_curses_take(int descriptor, int signals, const char *words, int count) {
  if (is_taken || count > (int)sizeof leaving || tcgetattr(descriptor, &modes) != 0) return 0;
  output = descriptor;
  listener = signals;
  memcpy(leaving, words, (size_t)(leaving_count = count));
  atexit(virga_curses_stop);
  hear_signals();
  capture_errors();
  set_raw();
  is_lent = 0;
  is_taken = 1;
  return 1;
}

void virga_curses_stop(void) {
  if (!is_taken) return;
  stop_now();
  for (int index = 0; index < ALL; index++) sigaction(numbers[index], &before[index], NULL);
}

void virga_curses_lend(int is_to_be_lent) {
  if (!is_taken) return;
  if (is_to_be_lent) give_back();
  is_lent = is_to_be_lent;
  if (!is_lent) set_raw();
  if (captured >= 0 && original >= 0) dup2(is_lent ? original : captured, STDERR_FILENO);
  // While lent, Ctrl-Z stops the process itself.
  struct sigaction action = {.sa_handler = is_lent ? SIG_DFL : tell, .sa_flags = SA_RESTART};
  sigaction(SIGTSTP, &action, NULL);
}
