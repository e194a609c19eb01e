/* readPty PROGRAM ARGUMENT...: runs a program on a PTY, discards its output and prints the number of bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

int main(int argc, char **argv) {
  static char buffer[64 * 1024];
  int fd;
  long total = 0;
  ssize_t length;
  pid_t pid = argc > 1 ? forkpty(&fd, NULL, NULL, NULL) : -1;
  if (pid < 0) {
    return EXIT_FAILURE;
  }
  if (pid == 0) {
    execvp(argv[1], argv + 1);
    _exit(127);
  }
  /* On Linux, read() fails with EIO after the program has ended, instead of returning 0. */
  while ((length = read(fd, buffer, sizeof buffer)) > 0) {
    total += length;
  }
  printf("%ld\n", total);
  return EXIT_SUCCESS;
}
