// The system's interface: the POSIX headers that virga uses, for every file, so that only this one knows where each
// platform keeps them: Darwin, glibc, musl or Bionic. Below are the few things that a platform spells in its own way, or
// that Swift cannot import.
#ifndef CVIRGAPLATFORM_H
#define CVIRGAPLATFORM_H

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <langinfo.h>
#include <locale.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#include <os/lock.h>
#include <sys/event.h>
#include <sys/sysctl.h>
#if TARGET_OS_OSX
#include <util.h>
#endif
#else
#include <pty.h>
#include <sys/inotify.h>
#endif

// Why the last call failed: `errno` is a macro, which Swift cannot import.
static inline int virga_errno(void) { return errno; }

// The modes of an open file: `fcntl` takes any number of arguments, which Swift cannot import.
static inline int virga_file_modes(int descriptor) { return fcntl(descriptor, F_GETFL); }
static inline int virga_set_file_modes(int descriptor, int modes) { return fcntl(descriptor, F_SETFL, modes); }
// Closes a descriptor in programs that this one starts.
static inline int virga_close_on_exec(int descriptor) { return fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

// Writes a file to the disk itself: on a Mac, a plain flush may stay in the disk's own cache.
static inline int virga_sync(int descriptor) {
#ifdef F_FULLFSYNC
  if (fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
#endif
  return fsync(descriptor);
}

// The size of a terminal in cells.
static inline int virga_terminal_size(int descriptor, struct winsize *size) {
  return ioctl(descriptor, TIOCGWINSZ, size);
}
static inline int virga_set_terminal_size(int descriptor, const struct winsize *size) {
  return ioctl(descriptor, TIOCSWINSZ, size);
}

// What a signal does: these handlers are casts of numbers, which Swift cannot import.
static inline void virga_ignore_signal(int number) { signal(number, SIG_IGN); }
static inline void virga_reset_signal(int number) { signal(number, SIG_DFL); }
static inline int virga_is_signal_handled(const struct sigaction *action) { return action->sa_handler != SIG_DFL; }

// How a program is started, and a thread: pointers on a Mac, values elsewhere. As members they begin as zero on both.
struct virga_spawning {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
};
struct virga_thread {
  pthread_t identifier;
};

// Starts a program in a session of its own, whose first terminal controls it: `POSIX_SPAWN_SETSID`.
#if defined(__APPLE__)
static const short virga_spawn_in_new_session = 0x400;
#else
static const short virga_spawn_in_new_session = 0x80;
#endif

// When a file's contents last changed, in seconds since 1970.
static inline long virga_modification_time(const struct stat *status) { return (long)status->st_mtime; }

#endif
