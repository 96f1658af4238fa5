/* A disk that takes 10 ms for each sync, for LD_PRELOAD. bench/consents.mjs compiles it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>

static int slow(const char *name, int file) {
  struct timespec pause = {0, 10000000};
  nanosleep(&pause, 0);
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}

int fsync(int file) { return slow("fsync", file); }
int fdatasync(int file) { return slow("fdatasync", file); }
