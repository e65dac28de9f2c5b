// What only tests call of the system and Swift cannot import.
#ifndef CVIRGATESTSUPPORT_H
#define CVIRGATESTSUPPORT_H

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/time.h>

// Opens a folder, only to lock it: `open` takes any number of arguments.
static inline int virga_open_folder(const char *path) { return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC); }

// A connection of bytes over IPv4: glibc declares the kinds of sockets as an enumeration.
static inline int virga_stream_socket(void) { return socket(AF_INET, SOCK_STREAM, 0); }

// Raises SIGALRM after some microseconds: glibc declares the kinds of timers as an enumeration.
static inline void virga_start_timer(int microseconds) {
  struct itimerval time = {.it_value = {.tv_usec = microseconds}};
  setitimer(ITIMER_REAL, &time, 0);
}

#endif
