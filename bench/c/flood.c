/*
 * flood FILE [BYTES_PER_SECOND]: writes a file to its terminal, unchanged and in a loop, until the
 * terminal is closed. Default rate: full speed. A limited rate is written in portions every 20 ms.
 */
#include <stdio.h>
#include <stdlib.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { PORTION_MS = 20, WRITE_BYTES = 16 * 1024 };

static double secondsNow(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static char *readAll(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0) {
    return NULL;
  }
  *length = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*length);
  return text && fread(text, 1, *length, file) == *length ? text : NULL;
}

/* Otherwise the kernel adds a CR to each LF. */
static void writeRaw(void) {
  struct termios settings;
  if (tcgetattr(STDOUT_FILENO, &settings) == 0) {
    cfmakeraw(&settings);
    tcsetattr(STDOUT_FILENO, TCSANOW, &settings);
  }
}

int main(int argc, char **argv) {
  size_t length = 0;
  size_t at = 0;
  char *text = argc > 1 ? readAll(argv[1], &length) : NULL;
  double rate = argc > 2 ? atof(argv[2]) : 0;
  if (!text || length == 0) {
    return EXIT_FAILURE;
  }
  writeRaw();
  double start = secondsNow();
  for (double written = 0;;) {
    size_t most = WRITE_BYTES;
    if (rate > 0) {
      double due = (secondsNow() - start) * rate - written;
      if (due < 1) {
        struct timespec pause = {0, PORTION_MS * 1000000L};
        nanosleep(&pause, NULL);
        continue;
      }
      most = due < WRITE_BYTES ? (size_t)due : WRITE_BYTES;
    }
    ssize_t taken = write(STDOUT_FILENO, text + at, most < length - at ? most : length - at);
    if (taken <= 0) {
      return EXIT_SUCCESS;
    }
    written += taken;
    at = (at + (size_t)taken) % length;
  }
}
