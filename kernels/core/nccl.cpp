// NCCL is loaded here at run time, and the few functions that the program needs are called.
#include "kernels/core/nccl.h"

#include <set>
#include <string>

#include "kernels/core/error.h"
#include "kernels/core/shared_library.h"

namespace heatwave::core {
namespace {

// These declarations follow NCCL's C interface, so that its header is not needed: an enumeration is
// an int, a communicator and a stream are pointers, an id has 128 bytes, and these numbers have not
// changed since version 2.7.
using Communicator = void*;
constexpr int kNcclSuccess = 0;
constexpr int kNcclFloat = 7;

struct UniqueId {
  NcclId bytes;
};

/// The library's functions, found by name.
struct NcclLibrary {
  int (*version)(int*);
  int (*unique_id)(UniqueId*);
  int (*init_all)(Communicator*, int, const int*);
  int (*init_rank)(Communicator*, int, UniqueId, int);
  int (*abort)(Communicator);
  int (*group_start)();
  int (*group_end)();
  int (*send)(const void*, std::size_t, int, int, Communicator, void*);
  int (*receive)(void*, std::size_t, int, int, Communicator, void*);
  const char* (*error_text)(int);
};

NcclLibrary loaded_nccl() {
  const SharedLibrary file("NCCL", {"libnccl.so.2", "libnccl.so"});
  NcclLibrary library{};
  file.find(library.version, "ncclGetVersion");
  file.find(library.unique_id, "ncclGetUniqueId");
  file.find(library.init_all, "ncclCommInitAll");
  file.find(library.init_rank, "ncclCommInitRank");
  file.find(library.abort, "ncclCommAbort");
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

void check_start(int status) {
  if (status == kNcclSuccess) return;
  throw Unavailable(std::string("NCCL cannot start here: ") + nccl().error_text(status));
}

/// Calls between its begin and its end are queued all at once.
template <typename Calls>
void in_group(Calls calls) {
  check_nccl(nccl().group_start(), "group start");
  try {
    calls();
  } catch (...) {
    nccl().group_end();
    throw;
  }
  check_nccl(nccl().group_end(), "group end");
}

}  // namespace

void require_nccl() { (void)nccl(); }

std::string nccl_version() {
  int version = 0;
  if (nccl().version(&version) != kNcclSuccess) throw Unavailable("NCCL does not start");
  return std::to_string(version / 10000) + '.' + std::to_string(version / 100 % 100) + '.' +
         std::to_string(version % 100);
}

NcclId new_nccl_id() {
  UniqueId id{};
  check_start(nccl().unique_id(&id));
  return id.bytes;
}

std::vector<NcclRank> NcclRank::of_devices(const std::vector<int>& devices) {
  if (std::set<int>(devices.begin(), devices.end()).size() < devices.size())
    throw Unavailable("NCCL sends nothing from a GPU to itself: it needs two GPUs");
  std::vector<Communicator> communicators(devices.size());
  check_start(
      nccl().init_all(communicators.data(), static_cast<int>(devices.size()), devices.data()));
  std::vector<NcclRank> ranks;
  for (Communicator communicator : communicators) ranks.push_back(NcclRank(communicator));
  return ranks;
}

NcclRank::NcclRank(const NcclId& id, int count, int rank) : communicator_(nullptr) {
  Communicator joined = nullptr;
  check_start(nccl().init_rank(&joined, count, UniqueId{id}, rank));
  communicator_ = joined;
}

NcclRank::~NcclRank() { abort(); }

NcclRank::NcclRank(NcclRank&& other) noexcept
    : communicator_(other.communicator_.exchange(nullptr)) {}

NcclRank& NcclRank::operator=(NcclRank&& other) noexcept {
  other.communicator_ = communicator_.exchange(other.communicator_);
  return *this;
}

void NcclRank::queue(const Message& message) const {
  if (message.is_received) {
    check_nccl(nccl().receive(message.floats, message.count, kNcclFloat, message.other,
                              communicator_, message.stream),
               "receive");
    return;
  }
  check_nccl(nccl().send(message.floats, message.count, kNcclFloat, message.other, communicator_,
                         message.stream),
             "send");
}

void NcclRank::pass(std::span<const Message> messages) const {
  in_group([&] {
    for (const Message& message : messages) queue(message);
  });
}

// ncclCommDestroy would wait until the ranks of other processes call it, too.
void NcclRank::abort() {
  Communicator communicator = communicator_.exchange(nullptr);
  if (communicator != nullptr) nccl().abort(communicator);
}

void Nccl::exchange(std::span<const Swap> swaps) const {
  in_group([&] {
    for (const Swap& swap : swaps) {
      const NcclRank& own = ranks_[static_cast<std::size_t>(swap.rank)];
      own.queue({swap.other, swap.from, swap.floats, swap.stream, false});
      own.queue({swap.other, swap.to, swap.floats, swap.stream, true});
    }
  });
}

}  // namespace heatwave::core
