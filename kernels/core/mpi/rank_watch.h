// A RankWatch notices when another process of the program dies, whatever MPI does about it: rank 0
// has a TCP connection to every other rank, which ends with the process.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "kernels/core/non_copyable.h"

struct pollfd;

namespace heatwave::core {

/// Where rank 0 can be reached.
struct WatchAddress {
  static constexpr std::size_t kMost = 16;
  std::array<std::uint32_t, kMost> hosts{};  ///< IPv4 addresses; 0: none
  std::uint16_t port = 0;                    ///< 0: rank 0 cannot listen
  std::uint64_t secret = 0;                  ///< the first thing that a connection must send
};

class RankWatch : NonCopyable {
 public:
  /// `hosts` has the name of each rank's host.
  RankWatch(int rank, std::vector<std::string> hosts);
  ~RankWatch();

  /// Rank 0 begins to take connections.
  WatchAddress listen();
  /// The others connect. Returns false when rank 0 cannot be reached.
  bool connect(const WatchAddress& address);
  /// Begins to watch the ranks that are connected. One that dies from now on ends this process,
  /// with one line about it.
  void begin();
  /// Rank 0 tells the others that the work is done, and no longer watches them. They have some
  /// seconds to call leave().
  void end();
  /// From now on this process may wait for the others to leave, too; when one of them has ended,
  /// for some seconds more.
  void leave();
  [[nodiscard]] bool is_over() const { return is_over_; }

 private:
  friend void end_by_signal(int signal);

  /// A connection to another rank.
  struct Peer {
    int rank = 0;
    int socket = -1;
    std::string line;  ///< the message when it dies, with its end of line
  };

  void add(int rank, int socket);
  void take_connections();
  [[nodiscard]] bool is_woken(int milliseconds) const;
  void wake();
  void make_waker();
  void watch();
  /// Returns whether this rank tells of a loss: rank 0 does, and of its own a rank on another host,
  /// if there is one.
  [[nodiscard]] bool tells_losses() const;
  /// Returns all peers, after the pipe that wakes the watch.
  [[nodiscard]] std::vector<pollfd> waited_for() const;
  /// Says which process has died, if one has, and ends this one.
  void end_if_lost(std::vector<pollfd>& waited, int milliseconds);

  int rank_;
  std::vector<std::string> hosts_;
  std::uint64_t secret_ = 0;
  int listener_ = -1;
  std::vector<Peer> peers_;
  std::vector<pollfd> waited_in_signal_;  ///< a signal's handler must not ask for memory
  std::array<int, 2> waker_{-1, -1};      ///< a pipe; closing its write end wakes the thread
  std::atomic<bool> is_over_{false};
  bool is_leaving_ = false;  ///< changed while no thread runs
  std::thread thread_;
};

}  // namespace heatwave::core
