// However the process ends, the terminal is restored and standard error is shown. Signals for the loop are written to a
// pipe. Once the screen is up, only async-signal-safe functions run here.
#define _GNU_SOURCE
#include "CVirgaCurses.h"
#include "writing.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// What happens to the process when a signal arrives.
enum kind {
  // Nothing: it is ignored by default, or cannot be handled.
  UNTOUCHED,
  // The loop is told.
  TOLD,
  // It ends with a fault.
  FAULT,
  // It ends, as it does by default.
  ENDING,
  // It stops, because it uses the terminal in the background.
  STOPPING
};

static enum kind kind_of(int number) {
  switch (number) {
    case SIGWINCH: case SIGTERM: case SIGHUP: case SIGINT: case SIGQUIT: case SIGCONT: case SIGTSTP: case SIGPIPE:
      return TOLD;
    case SIGILL: case SIGTRAP: case SIGSEGV: case SIGBUS: case SIGFPE:
      return FAULT;
    case SIGTTIN: case SIGTTOU:
      return STOPPING;
    case SIGKILL: case SIGSTOP: case SIGCHLD: case SIGURG:
#ifdef SIGINFO
    case SIGINFO:
#endif
#ifdef __APPLE__
    case SIGIO:
#endif
      return UNTOUCHED;
    // All others, among them the real-time signals.
    default:
      return ENDING;
  }
}

// The number of bytes of standard error to show: the last ones, because they say what went wrong. And the time in
// seconds after which a terminal that accepts nothing counts as one that nobody reads.
enum { SHOWN = 64 * 1024, PATIENCE = 2 };

static volatile sig_atomic_t is_taken, is_lent;
// The signal that asked the loop to leave, until the loop has heard it, and the write to the terminal that was running
// then; both are 0 if there is none.
static volatile sig_atomic_t asking, stuck_write;
// The running write to the terminal, 0 if there is none, and the number of the last one.
static volatile sig_atomic_t running_write, last_write;
static int output, listener, original = -1, captured = -1;
static struct termios modes;
static struct sigaction before[NSIG];
static char leaving[512];
static int leaving_count, chains;
static char alternate_stack[64 * 1024];  // static, for a handler has to run when the stack is full

void virga_curses_begin_write(void) {
  last_write = last_write % 1000000 + 1;
  running_write = last_write;
}

void virga_curses_end_write(void) { running_write = 0; }

static int send_all(int descriptor, const char *bytes, int count) {
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

int virga_curses_send(int descriptor, const char *bytes, int count) {
  virga_curses_begin_write();
  int is_sent = send_all(descriptor, bytes, count);
  virga_curses_end_write();
  return is_sent;
}

// Sends the last bytes of the process, unless nobody reads the terminal.
static int send_at_end(int descriptor, const char *bytes, int count) {
  int flags = fcntl(descriptor, F_GETFL);
  fcntl(descriptor, F_SETFL, flags | O_NONBLOCK);
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, (size_t)count);
    if (written > 0) {
      bytes += written;
      count -= (int)written;
    } else if (written == 0 || (errno != EINTR && errno != EAGAIN)) {
      break;
    } else if (errno == EAGAIN) {
      struct pollfd room = {.fd = descriptor, .events = POLLOUT};
      if (poll(&room, 1, PATIENCE * 1000) == 0) break;
    }
  }
  fcntl(descriptor, F_SETFL, flags);
  return count == 0;
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
    if (!send_at_end(STDERR_FILENO, bytes, (int)count)) break;
  }
  close(captured);
  close(original);
  captured = original = -1;
}

// At once: waiting for the output would take forever on a terminal that nobody reads.
static void set_modes(const struct termios *wanted) {
  while (tcsetattr(output, TCSANOW, wanted) != 0 && errno == EINTR) continue;
}

static void give_back(void) {
  if (is_lent) return;
  is_lent = 1;
  send_at_end(output, leaving, leaving_count);
  set_modes(&modes);
}

static void stop_now(void) {
  if (!is_taken) return;
  is_taken = 0;
  asking = 0;
  alarm(0);
  give_back();
  show_errors();
}

static int asks_to_leave(int number) {
  return number == SIGTERM || number == SIGHUP || number == SIGINT || number == SIGQUIT;
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
  if (asks_to_leave(number)) {
    asking = number;
    stuck_write = running_write;
    alarm(PATIENCE);
  }
  errno = code;
}

void virga_curses_hear(void) {
  asking = 0;
  alarm(0);
}

// Says why SQLite's shared memory, or another mapped file, could not be read.
static void explain_fault(int number, const siginfo_t *information) {
  static const char words[] = "virga: another program cut a file short that was in use\n";
  if (number == SIGBUS && information->si_code == BUS_ADRERR)
    send_at_end(STDERR_FILENO, words, sizeof words - 1);
}

// Ends as the signal would have. Swift's own handler runs only on request, because on a terminal it waits for a key. A
// fault recurs when the handler returns; other signals must be raised again.
static void end_by(int number, siginfo_t *information, void *context) {
  (void)context;
  stop_now();
  explain_fault(number, information);
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(number, chains ? &before[number] : &plain, NULL);
  int comes_again = kind_of(number) == FAULT && information->si_code > 0;
  if (!comes_again) raise(number);
}

// Ends by the signal that asked the loop to leave, if the loop cannot hear it because nobody reads the terminal.
static void end_if_stuck(int number, siginfo_t *information, void *context) {
  int asked = asking;
  if (asked == 0) return end_by(number, information, context);
  if (running_write == 0 || running_write != stuck_write) {
    stuck_write = running_write;
    alarm(PATIENCE);
    return;
  }
  sigset_t signal;
  sigemptyset(&signal);
  sigaddset(&signal, asked);
  stop_now();
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(asked, &plain, NULL);
  sigprocmask(SIG_UNBLOCK, &signal, NULL);
  raise(asked);
}

// Stops as the signal would have, but with the terminal restored. If no shell could continue the process, it does not
// stop. In both cases the loop then takes the terminal back.
static void stop_by(int number) {
  int code = errno, is_ours = is_taken && !is_lent;
  if (is_ours) give_back();
  if (is_ours) is_lent = 0;
  struct sigaction plain = {.sa_handler = SIG_DFL}, own;
  sigset_t signal, blocked;
  sigemptyset(&signal);
  sigaddset(&signal, number);
  sigaction(number, &plain, &own);
  sigprocmask(SIG_UNBLOCK, &signal, &blocked);
  raise(number);
  sigprocmask(SIG_SETMASK, &blocked, NULL);
  sigaction(number, &own, NULL);
  if (is_ours) tell(SIGCONT);
  errno = code;
}

static struct sigaction action_for(int number) {
  struct sigaction action = {.sa_flags = SA_RESTART};
  switch (kind_of(number)) {
    case TOLD:
      action.sa_handler = tell;
      break;
    case STOPPING:
      action.sa_handler = stop_by;
      sigaddset(&action.sa_mask, SIGTTIN);
      sigaddset(&action.sa_mask, SIGTTOU);
      break;
    default:
      action.sa_flags |= SA_SIGINFO | SA_ONSTACK;
      action.sa_sigaction = number == SIGALRM ? end_if_stuck : end_by;
  }
  return action;
}

static void hear_signals(void) {
  const char *wish = getenv("SWIFT_BACKTRACE");
  chains = wish && *wish;
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, NULL);
  sigset_t heard;
  sigemptyset(&heard);
  for (int number = 1; number < NSIG; number++) {
    enum kind kind = kind_of(number);
    // The C library keeps some signals for itself.
    if (kind == UNTOUCHED || sigaction(number, NULL, &before[number]) != 0) continue;
    sigaddset(&heard, number);
    if (kind != TOLD && kind != FAULT && before[number].sa_handler == SIG_IGN) continue;
    struct sigaction action = action_for(number);
    sigaction(number, &action, NULL);
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
  for (int number = 1; number < NSIG; number++) {
    if (kind_of(number) != UNTOUCHED) sigaction(number, &before[number], NULL);
  }
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
