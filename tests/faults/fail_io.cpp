// The calls for input and output, for processes and threads.
//
// The functions have names of their own here, since the system's headers declare the others with
// attributes that differ from system to system.
#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "tests/faults/faults.h"

using namespace heatwave::faults;

// Files -------------------------------------------------------------------------------------------

int shim_open(const char* path, int flags, mode_t mode) asm("open");
int shim_open(const char* path, int flags, mode_t mode) {
  return io<int>("open", -1, path, flags, mode);
}
int shim_open64(const char* path, int flags, mode_t mode) asm("open64");
int shim_open64(const char* path, int flags, mode_t mode) {
  return io<int>("open64", -1, path, flags, mode);
}
int shim_openat(int folder, const char* path, int flags, mode_t mode) asm("openat");
int shim_openat(int folder, const char* path, int flags, mode_t mode) {
  return io<int>("openat", -1, folder, path, flags, mode);
}
int shim_openat64(int folder, const char* path, int flags, mode_t mode) asm("openat64");
int shim_openat64(int folder, const char* path, int flags, mode_t mode) {
  return io<int>("openat64", -1, folder, path, flags, mode);
}
int shim_close(int file) asm("close");
int shim_close(int file) { return io_that_closes<int>("close", -1, file); }
int shim_dup(int file) asm("dup");
int shim_dup(int file) { return io<int>("dup", -1, file); }
ssize_t shim_read(int file, void* bytes, std::size_t size) asm("read");
ssize_t shim_read(int file, void* bytes, std::size_t size) {
  return io_of_bytes("read", file, bytes, size);
}
ssize_t shim_write(int file, const void* bytes, std::size_t size) asm("write");
ssize_t shim_write(int file, const void* bytes, std::size_t size) {
  return io_of_bytes("write", file, bytes, size);
}
ssize_t shim_pread(int file, void* bytes, std::size_t size, off_t from) asm("pread");
ssize_t shim_pread(int file, void* bytes, std::size_t size, off_t from) {
  return io_of_bytes("pread", file, bytes, size, from);
}
ssize_t shim_pread64(int file, void* bytes, std::size_t size, off_t from) asm("pread64");
ssize_t shim_pread64(int file, void* bytes, std::size_t size, off_t from) {
  return io_of_bytes("pread64", file, bytes, size, from);
}
ssize_t shim_pwrite(int file, const void* bytes, std::size_t size, off_t from) asm("pwrite");
ssize_t shim_pwrite(int file, const void* bytes, std::size_t size, off_t from) {
  return io_of_bytes("pwrite", file, bytes, size, from);
}
ssize_t shim_pwrite64(int file, const void* bytes, std::size_t size, off_t from) asm("pwrite64");
ssize_t shim_pwrite64(int file, const void* bytes, std::size_t size, off_t from) {
  return io_of_bytes("pwrite64", file, bytes, size, from);
}
off_t shim_lseek(int file, off_t by, int from) asm("lseek");
off_t shim_lseek(int file, off_t by, int from) {
  return io<off_t>("lseek", off_t{-1}, file, by, from);
}
off_t shim_lseek64(int file, off_t by, int from) asm("lseek64");
off_t shim_lseek64(int file, off_t by, int from) {
  return io<off_t>("lseek64", off_t{-1}, file, by, from);
}
int shim_flock(int file, int lock) asm("flock");
int shim_flock(int file, int lock) { return io<int>("flock", -1, file, lock); }
int shim_fsync(int file) asm("fsync");
int shim_fsync(int file) { return io<int>("fsync", -1, file); }
int shim_ftruncate(int file, off_t size) asm("ftruncate");
int shim_ftruncate(int file, off_t size) { return io<int>("ftruncate", -1, file, size); }
int shim_ftruncate64(int file, off_t size) asm("ftruncate64");
int shim_ftruncate64(int file, off_t size) { return io<int>("ftruncate64", -1, file, size); }
int shim_fstat(int file, struct stat* facts) asm("fstat");
int shim_fstat(int file, struct stat* facts) { return io<int>("fstat", -1, file, facts); }
int shim_fstat64(int file, struct stat* facts) asm("fstat64");
int shim_fstat64(int file, struct stat* facts) { return io<int>("fstat64", -1, file, facts); }
int shim_ioctl(int file, unsigned long request, void* argument) asm("ioctl");
int shim_ioctl(int file, unsigned long request, void* argument) {
  return io<int>("ioctl", -1, file, request, argument);
}

// Names -------------------------------------------------------------------------------------------

int shim_stat(const char* path, struct stat* facts) asm("stat");
int shim_stat(const char* path, struct stat* facts) { return io<int>("stat", -1, path, facts); }
int shim_stat64(const char* path, struct stat* facts) asm("stat64");
int shim_stat64(const char* path, struct stat* facts) { return io<int>("stat64", -1, path, facts); }
int shim_lstat(const char* path, struct stat* facts) asm("lstat");
int shim_lstat(const char* path, struct stat* facts) { return io<int>("lstat", -1, path, facts); }
int shim_lstat64(const char* path, struct stat* facts) asm("lstat64");
int shim_lstat64(const char* path, struct stat* facts) {
  return io<int>("lstat64", -1, path, facts);
}
int shim_access(const char* path, int how) asm("access");
int shim_access(const char* path, int how) { return io<int>("access", -1, path, how); }
ssize_t shim_readlink(const char* path, char* to, std::size_t size) asm("readlink");
ssize_t shim_readlink(const char* path, char* to, std::size_t size) {
  return io<ssize_t>("readlink", ssize_t{-1}, path, to, size);
}
char* shim_realpath(const char* path, char* to) asm("realpath");
char* shim_realpath(const char* path, char* to) { return io<char*>("realpath", nullptr, path, to); }
char* shim_getcwd(char* to, std::size_t size) asm("getcwd");
char* shim_getcwd(char* to, std::size_t size) { return io<char*>("getcwd", nullptr, to, size); }
int shim_statvfs(const char* path, struct statvfs* facts) asm("statvfs");
int shim_statvfs(const char* path, struct statvfs* facts) {
  return io<int>("statvfs", -1, path, facts);
}
int shim_mkdir(const char* path, mode_t mode) asm("mkdir");
int shim_mkdir(const char* path, mode_t mode) { return io<int>("mkdir", -1, path, mode); }
int shim_rmdir(const char* path) asm("rmdir");
int shim_rmdir(const char* path) { return io<int>("rmdir", -1, path); }
int shim_unlink(const char* path) asm("unlink");
int shim_unlink(const char* path) { return io<int>("unlink", -1, path); }
int shim_unlinkat(int folder, const char* path, int flags) asm("unlinkat");
int shim_unlinkat(int folder, const char* path, int flags) {
  return io<int>("unlinkat", -1, folder, path, flags);
}
int shim_remove(const char* path) asm("remove");
int shim_remove(const char* path) { return io<int>("remove", -1, path); }
int shim_rename(const char* from, const char* to) asm("rename");
int shim_rename(const char* from, const char* to) { return io<int>("rename", -1, from, to); }
int shim_renameat2(int from_folder, const char* from, int to_folder, const char* to,
                   unsigned flags) asm("renameat2");
int shim_renameat2(int from_folder, const char* from, int to_folder, const char* to,
                   unsigned flags) {
  return io<int>("renameat2", -1, from_folder, from, to_folder, to, flags);
}
int shim_link(const char* from, const char* to) asm("link");
int shim_link(const char* from, const char* to) { return io<int>("link", -1, from, to); }
int shim_linkat(int from_folder, const char* from, int to_folder, const char* to,
                int flags) asm("linkat");
int shim_linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) {
  return io<int>("linkat", -1, from_folder, from, to_folder, to, flags);
}
DIR* shim_opendir(const char* path) asm("opendir");
DIR* shim_opendir(const char* path) { return io<DIR*>("opendir", nullptr, path); }
DIR* shim_fdopendir(int folder) asm("fdopendir");
DIR* shim_fdopendir(int folder) { return io<DIR*>("fdopendir", nullptr, folder); }
dirent* shim_readdir(DIR* folder) asm("readdir");
dirent* shim_readdir(DIR* folder) { return io<dirent*>("readdir", nullptr, folder); }
dirent* shim_readdir64(DIR* folder) asm("readdir64");
dirent* shim_readdir64(DIR* folder) { return io<dirent*>("readdir64", nullptr, folder); }

// Streams of C ------------------------------------------------------------------------------------

std::FILE* shim_fopen(const char* path, const char* mode) asm("fopen");
std::FILE* shim_fopen(const char* path, const char* mode) {
  return io<std::FILE*>("fopen", nullptr, path, mode);
}
std::FILE* shim_fopen64(const char* path, const char* mode) asm("fopen64");
std::FILE* shim_fopen64(const char* path, const char* mode) {
  return io<std::FILE*>("fopen64", nullptr, path, mode);
}
int shim_fclose(std::FILE* file) asm("fclose");
int shim_fclose(std::FILE* file) { return io_that_closes<int>("fclose", EOF, file); }
int shim_fseek(std::FILE* file, long by, int from) asm("fseek");
int shim_fseek(std::FILE* file, long by, int from) { return io<int>("fseek", -1, file, by, from); }
long shim_ftell(std::FILE* file) asm("ftell");
long shim_ftell(std::FILE* file) { return io<long>("ftell", -1L, file); }

// Processes and threads ---------------------------------------------------------------------------

int shim_socketpair(int domain, int type, int protocol, int* ends) asm("socketpair");
int shim_socketpair(int domain, int type, int protocol, int* ends) {
  return io<int>("socketpair", -1, domain, type, protocol, ends);
}
ssize_t shim_send(int socket, const void* bytes, std::size_t size, int flags) asm("send");
ssize_t shim_send(int socket, const void* bytes, std::size_t size, int flags) {
  return io_of_bytes("send", socket, bytes, size, flags);
}
int shim_shutdown(int socket, int how) asm("shutdown");
int shim_shutdown(int socket, int how) { return io<int>("shutdown", -1, socket, how); }
int shim_memfd_create(const char* name, unsigned flags) asm("memfd_create");
int shim_memfd_create(const char* name, unsigned flags) {
  return io<int>("memfd_create", -1, name, flags);
}
int shim_pipe(int* ends) asm("pipe");
int shim_pipe(int* ends) { return io<int>("pipe", -1, ends); }
int shim_pipe2(int* ends, int flags) asm("pipe2");
int shim_pipe2(int* ends, int flags) { return io<int>("pipe2", -1, ends, flags); }
int shim_poll(pollfd* files, nfds_t count, int milliseconds) asm("poll");
int shim_poll(pollfd* files, nfds_t count, int milliseconds) {
  return io<int>("poll", -1, files, count, milliseconds);
}
pid_t shim_waitpid(pid_t process, int* status, int options) asm("waitpid");
pid_t shim_waitpid(pid_t process, int* status, int options) {
  return io<pid_t>("waitpid", pid_t{-1}, process, status, options);
}
int shim_posix_spawnp(pid_t* process, const char* program,
                      const posix_spawn_file_actions_t* actions,
                      const posix_spawnattr_t* attributes, char* const* arguments,
                      char* const* environment) asm("posix_spawnp");
int shim_posix_spawnp(pid_t* process, const char* program,
                      const posix_spawn_file_actions_t* actions,
                      const posix_spawnattr_t* attributes, char* const* arguments,
                      char* const* environment) {
  return io_with_error("posix_spawnp", process, program, actions, attributes, arguments,
                       environment);
}
int shim_posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t* actions, int from,
                                          int to) asm("posix_spawn_file_actions_adddup2");
int shim_posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t* actions, int from, int to) {
  return io_with_error("posix_spawn_file_actions_adddup2", actions, from, to);
}
int shim_posix_spawn_file_actions_addopen(posix_spawn_file_actions_t* actions, int as,
                                          const char* path, int flags,
                                          mode_t mode) asm("posix_spawn_file_actions_addopen");
int shim_posix_spawn_file_actions_addopen(posix_spawn_file_actions_t* actions, int as,
                                          const char* path, int flags, mode_t mode) {
  return io_with_error("posix_spawn_file_actions_addopen", actions, as, path, flags, mode);
}
int shim_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                        void* argument) asm("pthread_create");
int shim_pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                        void* argument) {
  return io_with_error("pthread_create", thread, attributes, work, argument);
}

// Standard error, which tells of the failure, is left alone.

std::size_t shim_fwrite(const void* bytes, std::size_t size, std::size_t count,
                        std::FILE* file) asm("fwrite");
std::size_t shim_fwrite(const void* bytes, std::size_t size, std::size_t count, std::FILE* file) {
  if (file != stderr && fault_of(Kind::io, "fwrite") != kSucceeds) return 0;
  return real<decltype(&std::fwrite)>("fwrite")(bytes, size, count, file);
}

std::size_t shim_fread(void* bytes, std::size_t size, std::size_t count,
                       std::FILE* file) asm("fread");
std::size_t shim_fread(void* bytes, std::size_t size, std::size_t count, std::FILE* file) {
  if (fault_of(Kind::io, "fread") != kSucceeds) return 0;
  return real<decltype(&std::fread)>("fread")(bytes, size, count, file);
}

int shim_fflush(std::FILE* file) asm("fflush");
int shim_fflush(std::FILE* file) {
  if (file != stderr && fault_of(Kind::io, "fflush") != kSucceeds) return EOF;
  return real<decltype(&std::fflush)>("fflush")(file);
}
