/*
 * pollEcho KEYS PAUSE_MS FLOODS PROGRAM ARGUMENT...: types keys to a program that repeats them,
 * beside FLOODS copies of PROGRAM, and reads all of them in one poll loop. Types the first key once
 * all copies have written output. Prints the milliseconds until each key's echo, one per line.
 */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

enum { MOST_FLOODS = 200, SETTLE_MS = 300, LONGEST_MS = 10000 };

static char *const REPEATER[] = {"sh", "-c", "stty raw -echo; exec cat", NULL};

static double msNow(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static struct pollfd start(char *const *arguments) {
  struct pollfd entry = {-1, POLLIN, 0};
  pid_t pid = forkpty(&entry.fd, NULL, NULL, NULL);
  if (pid == 0) {
    execvp(arguments[0], arguments);
    _exit(127);
  }
  if (pid < 0) {
    exit(EXIT_FAILURE);
  }
  return entry;
}

int main(int argc, char **argv) {
  static struct pollfd open[MOST_FLOODS + 1];
  static char buffer[64 * 1024];
  int keys = argc > 4 ? atoi(argv[1]) : 0;
  double pauseMs = argc > 4 ? atof(argv[2]) : 0;
  int floods = argc > 4 ? atoi(argv[3]) : MOST_FLOODS + 1;
  if (floods > MOST_FLOODS) {
    return EXIT_FAILURE;
  }
  open[0] = start(REPEATER);
  for (int index = 1; index <= floods; index++) {
    open[index] = start(argv + 4);
  }
  int quiet = floods;
  static char hasFlooded[MOST_FLOODS + 1];
  double nextKey = msNow() + (floods > 0 ? LONGEST_MS : SETTLE_MS);
  double typed = 0;
  for (int done = 0; done < keys;) {
    double wait = nextKey - msNow();
    if (typed == 0 && wait <= 0) {
      typed = msNow();
      if (write(open[0].fd, "k", 1) != 1) {
        return EXIT_FAILURE;
      }
    }
    poll(open, (nfds_t)floods + 1, typed != 0 ? -1 : wait < 0 ? 0 : (int)wait + 1);
    for (int index = 0; index <= floods; index++) {
      if (!open[index].revents || read(open[index].fd, buffer, sizeof buffer) <= 0) {
        continue;
      }
      if (index > 0 && !hasFlooded[index]) {
        hasFlooded[index] = 1;
        quiet--;
        nextKey = quiet > 0 ? nextKey : msNow() + SETTLE_MS;
      } else if (index == 0 && typed != 0) {
        printf("%.4f\n", msNow() - typed);
        done++;
        nextKey = msNow() + pauseMs;
        typed = 0;
      }
    }
  }
  return EXIT_SUCCESS;
}
