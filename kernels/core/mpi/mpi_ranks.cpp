// The module that reaches MPI. Every call of MPI is made under one lock, and none of them waits
// once all ranks have met.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <dlfcn.h>
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "kernels/core/mpi/rank_watch.h"
#include "kernels/core/ranks.h"

namespace heatwave::core {
namespace {

constexpr std::size_t kLongestHost = 256;

std::string own_host() {
  std::array<char, kLongestHost> name{};
  (void)::gethostname(name.data(), name.size() - 1);
  return name.data();
}

/// Returns the processors that this process may use, to which mpirun may have bound it; none: they
/// are unknown.
cpu_set_t own_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) CPU_ZERO(&set);
  return set;
}

/// Returns a process's share of processors: each is shared by the processes that may use it. `own`
/// is one of `here`, which are the processors of all processes on a host.
int shared_processors(const cpu_set_t& own, const std::vector<cpu_set_t>& here) {
  constexpr double kRounding = 1e-6;
  double share = kRounding;
  for (std::size_t processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(processor, &own)) continue;
    const auto users = std::count_if(here.begin(), here.end(), [&](const cpu_set_t& one) {
      return CPU_ISSET(processor, &one) != 0;
    });
    share += 1.0 / static_cast<double>(users);
  }
  if (CPU_COUNT(&own) == 0) {
    share = static_cast<double>(::sysconf(_SC_NPROCESSORS_ONLN)) / static_cast<double>(here.size());
  }
  return std::max(1, static_cast<int>(share));
}

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
    gather_hosts();
    share_processors();
    watch_ = std::make_unique<RankWatch>(rank_, hosts_);
    begin_watch();
  }
  ~MpiRanks() override {
    if (rank_ == 0) end_work();
    watch_->leave();
    MPI_Finalize();
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] const std::vector<std::string>& hosts() const override { return hosts_; }
  [[nodiscard]] int processors() const override { return processors_; }
  [[nodiscard]] bool takes_device_memory() const override {
    // Not every MPI has this function, and another one may run than the one of the build.
    auto* query = reinterpret_cast<int (*)()>(::dlsym(RTLD_DEFAULT, "MPIX_Query_cuda_support"));
    return query != nullptr && query() == 1;
  }
  [[nodiscard]] bool is_over() const override {
    if (!watch_->is_over() && !is_watched_ && takes_end_message()) watch_->end();
    return watch_->is_over();
  }
  void end_work() override {
    if (has_ended_work_.exchange(true)) return;
    watch_->end();
    const std::scoped_lock lock(mutex_);
    for (const int rank : unwatched_) {
      static constexpr char kEnd = 0;
      MPI_Request request{};
      MPI_Isend(&kEnd, 1, MPI_CHAR, rank, kEndTag, MPI_COMM_WORLD, &request);
      MPI_Request_free(&request);
    }
  }

  Transfer send(int to, int tag, std::span<const std::byte> bytes) override {
    const std::scoped_lock lock(mutex_);
    MPI_Request request{};
    MPI_Isend(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD,
              &request);
    return packed(request, false);
  }
  Transfer receive(int from, int tag, std::span<std::byte> bytes) override {
    const std::scoped_lock lock(mutex_);
    MPI_Request request{};
    MPI_Irecv(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, from, tag, MPI_COMM_WORLD,
              &request);
    return packed(request, true);
  }
  bool has_finished(Transfer& transfer) override { return has_finished(transfer, false); }
  bool give_up(Transfer& transfer) override {
    // MPI takes no message back that has been sent.
    return has_finished(transfer, transfer.is_receive);
  }
  bool has_message(int from, int tag) override {
    const std::scoped_lock lock(mutex_);
    int is_there = 0;
    MPI_Iprobe(from, tag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    return is_there != 0;
  }

 private:
  // A request is a number for MPICH, and a pointer for Open MPI.
  static constexpr std::size_t kRequestBytes = sizeof(MPI_Request);
  static_assert(kRequestBytes <= sizeof(Transfer::request));

  static Transfer packed(MPI_Request request, bool is_receive) {
    Transfer transfer{.request = 0, .is_pending = true, .is_receive = is_receive};
    std::memcpy(&transfer.request, &request, kRequestBytes);
    return transfer;
  }
  bool has_finished(Transfer& transfer, bool cancels) {
    if (!transfer.is_pending) return true;
    const std::scoped_lock lock(mutex_);
    MPI_Request request{};
    std::memcpy(&request, &transfer.request, kRequestBytes);
    if (cancels) MPI_Cancel(&request);
    int is_done = 0;
    MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
    transfer = packed(request, transfer.is_receive);
    transfer.is_pending = is_done == 0;
    return is_done != 0;
  }

  /// Returns whether rank 0 has said by a message of MPI that the work is over.
  bool takes_end_message() const {
    const std::scoped_lock lock(mutex_);
    int is_there = 0;
    MPI_Iprobe(0, kEndTag, MPI_COMM_WORLD, &is_there, MPI_STATUS_IGNORE);
    if (is_there == 0) return false;
    char end = 0;
    MPI_Recv(&end, 1, MPI_CHAR, 0, kEndTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return true;
  }

  void gather_hosts() {
    std::array<char, kLongestHost> own{};
    const std::string name = own_host();
    std::copy_n(name.begin(), std::min(name.size(), own.size() - 1), own.begin());
    std::vector<char> all(kLongestHost * static_cast<std::size_t>(size_));
    MPI_Allgather(own.data(), kLongestHost, MPI_CHAR, all.data(), kLongestHost, MPI_CHAR,
                  MPI_COMM_WORLD);
    for (std::size_t r = 0; r < static_cast<std::size_t>(size_); ++r) {
      hosts_.emplace_back(&all[r * kLongestHost]);
    }
  }

  void share_processors() {
    const cpu_set_t own = own_processors();
    std::vector<cpu_set_t> all(static_cast<std::size_t>(size_));
    MPI_Allgather(&own, sizeof own, MPI_BYTE, all.data(), sizeof own, MPI_BYTE, MPI_COMM_WORLD);
    std::vector<cpu_set_t> here;
    for (std::size_t r = 0; r < all.size(); ++r) {
      if (hosts_[r] == hosts_[static_cast<std::size_t>(rank_)]) here.push_back(all[r]);
    }
    processors_ = shared_processors(own, here);
  }

  void begin_watch() {
    WatchAddress address;
    if (rank_ == 0) address = watch_->listen();
    MPI_Bcast(&address, sizeof address, MPI_BYTE, 0, MPI_COMM_WORLD);
    is_watched_ = rank_ == 0 || watch_->connect(address);
    const int is_connected = is_watched_ ? 1 : 0;
    std::vector<int> connected(static_cast<std::size_t>(size_));
    MPI_Gather(&is_connected, 1, MPI_INT, connected.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    watch_->begin();
    for (std::size_t r = 1; rank_ == 0 && r < connected.size(); ++r) {
      if (connected[r] != 0) continue;
      unwatched_.push_back(static_cast<int>(r));
      std::fprintf(
          stderr,
          "heatwave: rank %zu on host '%s' cannot reach rank 0 over TCP; if it dies, the others "
          "wait\n",
          r, hosts_[r].c_str());
    }
  }

  int rank_ = 0;
  int size_ = 1;
  int processors_ = 1;
  std::vector<std::string> hosts_;
  mutable std::mutex mutex_;
  std::unique_ptr<RankWatch> watch_;
  bool is_watched_ = true;      ///< false: rank 0 cannot be reached over TCP, but by MPI alone
  std::vector<int> unwatched_;  ///< rank 0 knows for which others that holds
  std::atomic<bool> has_ended_work_{false};
};

}  // namespace
}  // namespace heatwave::core

/// Meets the other processes and returns them; null, and the reason in `why`: they cannot be used.
extern "C" heatwave::core::Ranks* heatwave_open_ranks(std::string* why) {
  // MPI describes the machine by hwloc, which would connect to X servers to find graphics cards,
  // and end this process when such a server ends.
  (void)::setenv("HWLOC_COMPONENTS", "-gl", 0);
  // Threads that MPI starts leave signals to this one.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  (void)::pthread_sigmask(SIG_SETMASK, &all, &before);
  int level = MPI_THREAD_SINGLE;
  const bool is_begun =
      MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level) == MPI_SUCCESS;
  (void)::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (!is_begun || level < MPI_THREAD_SERIALIZED) {
    *why = "MPI allows no calls from several threads";
    return nullptr;
  }
  void* largest = nullptr;
  int is_known = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &is_known);
  if (is_known == 0 || *static_cast<const int*>(largest) < heatwave::core::kLargestTag) {
    *why = "MPI has too few tags for messages";
    return nullptr;
  }
  return new heatwave::core::MpiRanks;
}

/// Returns the name and version of MPI's library.
extern "C" void heatwave_describe_mpi(std::string* words) {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int size = 0;
  MPI_Get_library_version(text.data(), &size);
  *words = text.data();
  *words = words->substr(0, words->find_first_of(",\n"));
}
