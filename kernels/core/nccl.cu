// NCCL is loaded here at run time, and the few functions that the lab measures are called.
#include "kernels/core/nccl.h"

#include <set>
#include <string>

#include "kernels/core/error.h"
#include "kernels/core/shared_library.h"

namespace heatwave::core {
namespace {

// These declarations follow NCCL's C interface, so that its header is not needed: an enumeration is
// an int, a communicator is a pointer, and these numbers have not changed since version 2.7.
using NcclRank = void*;
constexpr int kNcclSuccess = 0;
constexpr int kNcclFloat = 7;

/// The library's functions, found by name.
struct NcclLibrary {
  int (*init_all)(NcclRank*, int, const int*);
  int (*destroy)(NcclRank);
  int (*group_start)();
  int (*group_end)();
  int (*send)(const void*, std::size_t, int, int, NcclRank, cudaStream_t);
  int (*receive)(void*, std::size_t, int, int, NcclRank, cudaStream_t);
  const char* (*error_text)(int);
};

NcclLibrary loaded_nccl() {
  const SharedLibrary file("NCCL", {"libnccl.so.2", "libnccl.so"});
  NcclLibrary library{};
  file.find(library.init_all, "ncclCommInitAll");
  file.find(library.destroy, "ncclCommDestroy");
  file.find(library.group_start, "ncclGroupStart");
  file.find(library.group_end, "ncclGroupEnd");
  file.find(library.send, "ncclSend");
  file.find(library.receive, "ncclRecv");
  file.find(library.error_text, "ncclGetErrorString");
  return library;
}

/// Returns the library, which the first call loads. It is never unloaded, because it has work left
/// to do at exit.
const NcclLibrary& nccl() {
  static const NcclLibrary kLibrary = loaded_nccl();
  return kLibrary;
}

void check_nccl(int status, const char* call) {
  if (status == kNcclSuccess) return;
  throw Error("NCCL: " + std::string(call) + " failed: " + nccl().error_text(status));
}

}  // namespace

Nccl::Nccl(const std::vector<int>& devices) : ranks_(devices.size()) {
  if (std::set<int>(devices.begin(), devices.end()).size() < devices.size())
    throw Unavailable("NCCL sends nothing from a GPU to itself: it needs two GPUs");
  const int status =
      nccl().init_all(ranks_.data(), static_cast<int>(devices.size()), devices.data());
  if (status != kNcclSuccess)
    throw Unavailable(std::string("NCCL cannot start here: ") + nccl().error_text(status));
}

Nccl::~Nccl() {
  for (NcclRank rank : ranks_) nccl().destroy(rank);
}

void Nccl::exchange(std::span<const Swap> swaps) const {
  check_nccl(nccl().group_start(), "group start");
  for (const Swap& swap : swaps) {
    NcclRank own = ranks_[static_cast<std::size_t>(swap.rank)];
    check_nccl(nccl().send(swap.from, swap.floats, kNcclFloat, swap.other, own, swap.stream),
               "send");
    check_nccl(nccl().receive(swap.to, swap.floats, kNcclFloat, swap.other, own, swap.stream),
               "receive");
  }
  check_nccl(nccl().group_end(), "group end");
}

}  // namespace heatwave::core
