/* Preloaded into the site: what NO_SYNC names, "files" or "folders", is not flushed any more, and nobody is told. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int left_out(int fd) {
  struct stat status;
  const char *what = getenv("NO_SYNC");
  return what && fstat(fd, &status) == 0 && !strcmp(what, S_ISDIR(status.st_mode) ? "folders" : "files");
}

static int pass(const char *name, int fd) {
  if (left_out(fd)) return 0;
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(fd);
}

int fsync(int fd) { return pass("fsync", fd); }
int fdatasync(int fd) { return pass("fdatasync", fd); }
