// Makes the system refuse calls, as some file systems do, by seccomp. For child processes: there is
// no way back.
#pragma once

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace heatwave::testing {

/// `rules` leave the number of a refused call to `error`; 0: such a call returns 0. Returns false
/// where the system has no seccomp.
inline bool refuse_calls(std::vector<sock_filter> rules, unsigned error) {
  std::vector<sock_filter> filter{{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)}};
  filter.insert(filter.end(), rules.begin(), rules.end());
  filter.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW});
  filter.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | error});
  const auto last = filter.size() - 1;
  for (std::size_t i = 0; i < last; ++i) {
    // A jump that is taken leads to the refusal.
    if (filter[i].jt != 0) filter[i].jt = static_cast<unsigned char>(last - i - 1);
  }
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// A rule of refuse_calls: this call is refused.
inline sock_filter refused(unsigned call) { return {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, call}; }

/// NFS and FAT have no unnamed files.
inline bool refuse_unnamed_files() {
  constexpr unsigned kUnnamed = O_TMPFILE & ~static_cast<unsigned>(O_DIRECTORY);
  return refuse_calls({{BPF_JMP | BPF_JEQ | BPF_K, 0, 2, __NR_openat},
                       {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, args[2])},
                       {BPF_JMP | BPF_JSET | BPF_K, 1, 0, kUnnamed}},
                      EOPNOTSUPP);
}

/// FAT and some network file systems can neither link nor rename without replacing.
inline bool refuse_links() {
  std::vector<sock_filter> rules{refused(__NR_renameat2), refused(__NR_linkat)};
#ifdef __NR_link
  rules.push_back(refused(__NR_link));
#endif
  return refuse_calls(rules, EPERM);
}

}  // namespace heatwave::testing
