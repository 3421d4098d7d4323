// Lets one call of the system fail, of those that open, read, write, flush, rename or make what is in some folders:
// compiled as a library that is loaded before the others. It also reaches what libraries of C do.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>

enum kind { OPEN, READ, WRITE, FSYNC, RENAME, MKDIR, KINDS };

static char folders[4][4096]; // Absolute; relative paths begin in the first.
static int watched = 0, failing_kind = -1, failing_number, failing_error;
static int *counts; // Shared with the processes that are forked from this one.
static char is_inside_of[65536]; // By descriptor: whether the file is in one of the folders.

// Watches a folder, from now on also in processes that are forked from this one.
void watch_folder(const char *folder) {
  if (!counts)
    counts = mmap(NULL, KINDS * sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  strncpy(folders[watched++], folder, sizeof folders[0] - 1);
}

// Lets the call of a kind with a number, from 1, fail with an error; and counts from 0 again.
void fail_call(int kind, int number, int error) {
  memset(counts, 0, KINDS * sizeof(int));
  failing_kind = kind, failing_number = number, failing_error = error;
}

int calls_of(int kind) { return counts[kind]; }

static int is_inside(const char *path) {
  if (path[0] != '/') return watched > 0;
  for (int i = 0; i < watched; i++)
    if (!strncmp(path, folders[i], strlen(folders[i]))) return 1;
  return 0;
}

static int fails(enum kind kind, int is_watched) {
  if (!watched || !is_watched) return 0;
  int number = __atomic_add_fetch(&counts[kind], 1, __ATOMIC_SEQ_CST);
  if (kind != failing_kind || number != failing_number) return 0;
  errno = failing_error;
  return 1;
}

static int is_file_inside(int file) { return file >= 0 && file < (int)sizeof is_inside_of && is_inside_of[file]; }

static int opened(int file, const char *path) {
  if (file >= 0 && file < (int)sizeof is_inside_of) is_inside_of[file] = is_inside(path);
  return file;
}

#define REAL(result, name, ...) \
  static result (*real)(__VA_ARGS__); \
  if (!real) real = dlsym(RTLD_NEXT, name)

#define OPENING(name) \
  int name(const char *path, int flags, ...) { \
    REAL(int, #name, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, int) : 0; \
    va_end(more); \
    return fails(OPEN, is_inside(path)) ? -1 : opened(real(path, flags, mode), path); \
  }
#define OPENING_AT(name) \
  int name(int folder, const char *path, int flags, ...) { \
    REAL(int, #name, int, const char *, int, ...); \
    va_list more; \
    va_start(more, flags); \
    int mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(more, int) : 0; \
    va_end(more); \
    return fails(OPEN, is_inside(path)) ? -1 : opened(real(folder, path, flags, mode), path); \
  }
#define FOPENING(name) \
  FILE *name(const char *path, const char *mode) { \
    REAL(FILE *, #name, const char *, const char *); \
    return fails(OPEN, is_inside(path)) ? NULL : real(path, mode); \
  }
OPENING(open) OPENING(open64) OPENING_AT(openat) OPENING_AT(openat64) FOPENING(fopen) FOPENING(fopen64)

int close(int file) {
  REAL(int, "close", int);
  if (file >= 0 && file < (int)sizeof is_inside_of) is_inside_of[file] = 0;
  return real(file);
}

ssize_t read(int file, void *data, size_t size) {
  REAL(ssize_t, "read", int, void *, size_t);
  return fails(READ, is_file_inside(file)) ? -1 : real(file, data, size);
}

ssize_t pread64(int file, void *data, size_t size, off64_t at) {
  REAL(ssize_t, "pread64", int, void *, size_t, off64_t);
  return fails(READ, is_file_inside(file)) ? -1 : real(file, data, size, at);
}

ssize_t write(int file, const void *data, size_t size) {
  REAL(ssize_t, "write", int, const void *, size_t);
  return fails(WRITE, is_file_inside(file)) ? -1 : real(file, data, size);
}

ssize_t pwrite64(int file, const void *data, size_t size, off64_t at) {
  REAL(ssize_t, "pwrite64", int, const void *, size_t, off64_t);
  return fails(WRITE, is_file_inside(file)) ? -1 : real(file, data, size, at);
}

int fsync(int file) {
  REAL(int, "fsync", int);
  return fails(FSYNC, is_file_inside(file)) ? -1 : real(file);
}

int fdatasync(int file) {
  REAL(int, "fdatasync", int);
  return fails(FSYNC, is_file_inside(file)) ? -1 : real(file);
}

int rename(const char *from, const char *to) {
  REAL(int, "rename", const char *, const char *);
  return fails(RENAME, is_inside(to)) ? -1 : real(from, to);
}

int renameat(int folder, const char *from, int other, const char *to) {
  REAL(int, "renameat", int, const char *, int, const char *);
  return fails(RENAME, is_inside(to)) ? -1 : real(folder, from, other, to);
}

int mkdir(const char *path, mode_t mode) {
  REAL(int, "mkdir", const char *, mode_t);
  return fails(MKDIR, is_inside(path)) ? -1 : real(path, mode);
}

int mkdirat(int folder, const char *path, mode_t mode) {
  REAL(int, "mkdirat", int, const char *, mode_t);
  return fails(MKDIR, is_inside(path)) ? -1 : real(folder, path, mode);
}
