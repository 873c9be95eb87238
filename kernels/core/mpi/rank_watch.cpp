// The system closes the connections of a process that dies, before mpirun hears of its end and ends
// all others.
#include "kernels/core/mpi/rank_watch.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <random>
#include <utility>

namespace heatwave::core {
namespace {

constexpr int kConnectMs = 3000;
constexpr int kLeaveMs = 8000;   // after rank 0's farewell
constexpr char kFarewell = 'F';  // the work is done
constexpr char kLoss = 'L';      // another rank has died, and rank 0 has said so

struct Greeting {
  std::uint64_t secret = 0;
  std::int32_t rank = 0;
};

/// A signal's handler finds the watch here.
std::atomic<RankWatch*> watch_of_signals{nullptr};

int new_socket() { return ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }

/// Lets a connection to a host that has lost power end within some 8 s.
void keep_alive(int socket) {
  const auto set = [&](int level, int option, int value) {
    (void)::setsockopt(socket, level, option, &value, sizeof value);
  };
  set(SOL_SOCKET, SO_KEEPALIVE, 1);
  set(IPPROTO_TCP, TCP_KEEPIDLE, 2);
  set(IPPROTO_TCP, TCP_KEEPINTVL, 2);
  set(IPPROTO_TCP, TCP_KEEPCNT, 3);
  set(IPPROTO_TCP, TCP_NODELAY, 1);
}

bool sends(int socket, const void* bytes, std::size_t size) {
  return ::send(socket, bytes, size, MSG_NOSIGNAL) == static_cast<ssize_t>(size);
}

/// Limits the time of a receive; 0: without limit.
void limit_receives(int socket, int milliseconds) {
  const timeval limit{.tv_sec = milliseconds / 1000, .tv_usec = milliseconds % 1000 * 1000};
  (void)::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
}

/// Waits a limited time for the bytes.
bool receives(int socket, void* bytes, std::size_t size) {
  limit_receives(socket, kConnectMs);
  return ::recv(socket, bytes, size, MSG_WAITALL) == static_cast<ssize_t>(size);
}

/// Returns a socket that is connected to this address; −1: it cannot be reached.
int connected_to(std::uint32_t host, std::uint16_t port) {
  const int socket = new_socket();
  if (socket < 0) return -1;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = host;
  const int flags = ::fcntl(socket, F_GETFL);
  (void)::fcntl(socket, F_SETFL, flags | O_NONBLOCK);
  pollfd waited{socket, POLLOUT, 0};
  int error = 0;
  socklen_t size = sizeof error;
  const bool is_connected =
      ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
      (errno == EINPROGRESS && ::poll(&waited, 1, kConnectMs) == 1 &&
       ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && error == 0);
  (void)::fcntl(socket, F_SETFL, flags);
  if (is_connected) return socket;
  (void)::close(socket);
  return -1;
}

}  // namespace

/// Rank 0 says farewell, so that the others take the signal for no loss, and ends by it. mpirun
/// sends SIGTERM when a process has died; then that is said first.
void end_by_signal(int signal) {
  if (RankWatch* watch = watch_of_signals) {
    watch->end_if_lost(watch->waited_in_signal_, 0);
    for (const RankWatch::Peer& peer : watch->peers_) (void)sends(peer.socket, &kFarewell, 1);
  }
  (void)::signal(signal, SIG_DFL);
  (void)::raise(signal);
}

RankWatch::RankWatch(int rank, std::vector<std::string> hosts)
    : rank_(rank), hosts_(std::move(hosts)) {}

RankWatch::~RankWatch() {
  watch_of_signals = nullptr;
  wake();
  if (listener_ >= 0) (void)::close(listener_);
  for (const Peer& peer : peers_) (void)::close(peer.socket);
}

void RankWatch::make_waker() { (void)!::pipe2(waker_.data(), O_CLOEXEC); }

bool RankWatch::is_woken(int milliseconds) const {
  pollfd waker{waker_[0], POLLIN, 0};
  return ::poll(&waker, 1, milliseconds) == 1;
}

void RankWatch::wake() {
  if (waker_[1] >= 0) (void)::close(waker_[1]);
  if (thread_.joinable()) thread_.join();
  if (waker_[0] >= 0) (void)::close(waker_[0]);
  waker_ = {-1, -1};
}

WatchAddress RankWatch::listen() {
  WatchAddress address;
  std::random_device random;
  address.secret = (std::uint64_t{random()} << 32U) | random();
  secret_ = address.secret;
  listener_ = new_socket();
  sockaddr_in own{};
  own.sin_family = AF_INET;
  own.sin_addr.s_addr = htonl(INADDR_ANY);
  socklen_t size = sizeof own;
  if (listener_ < 0 || ::bind(listener_, reinterpret_cast<sockaddr*>(&own), size) != 0 ||
      ::listen(listener_, SOMAXCONN) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&own), &size) != 0) {
    return address;
  }
  address.port = ntohs(own.sin_port);
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return address;
  std::size_t count = 0;
  for (const ifaddrs* one = all; one != nullptr && count < WatchAddress::kMost;
       one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    if ((one->ifa_flags & IFF_LOOPBACK) != 0) continue;
    address.hosts.at(count++) =
        reinterpret_cast<const sockaddr_in*>(one->ifa_addr)->sin_addr.s_addr;
  }
  ::freeifaddrs(all);
  make_waker();
  thread_ = std::thread([this] { take_connections(); });
  return address;
}

bool RankWatch::connect(const WatchAddress& address) {
  if (address.port == 0) return false;
  std::vector<std::uint32_t> hosts;
  if (hosts_[0] == hosts_[static_cast<std::size_t>(rank_)]) hosts.push_back(htonl(INADDR_LOOPBACK));
  for (const std::uint32_t host : address.hosts) {
    if (host != 0) hosts.push_back(host);
  }
  for (const std::uint32_t host : hosts) {
    const int socket = connected_to(host, address.port);
    if (socket < 0) continue;
    const Greeting greeting{.secret = address.secret, .rank = rank_};
    std::uint64_t answer = 0;
    // The answer tells rank 0 from another program that has this port on another host.
    if (sends(socket, &greeting, sizeof greeting) && receives(socket, &answer, sizeof answer) &&
        answer == ~address.secret) {
      add(0, socket);
      return true;
    }
    (void)::close(socket);
  }
  return false;
}

void RankWatch::add(int rank, int socket) {
  keep_alive(socket);
  limit_receives(socket, 0);
  peers_.push_back({rank, socket,
                    "heatwave: the process of rank " + std::to_string(rank) + " on host '" +
                        hosts_[static_cast<std::size_t>(rank)] +
                        "' has ended, and the field with it; a run that has a checkpoint goes on "
                        "by --restart\n"});
}

void RankWatch::take_connections() {
  for (;;) {
    std::array<pollfd, 2> waited{{{waker_[0], POLLIN, 0}, {listener_, POLLIN, 0}}};
    (void)::poll(waited.data(), waited.size(), -1);
    if (waited[0].revents != 0) return;
    const int socket = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (socket < 0) continue;
    Greeting greeting;
    // Other programs may connect, too; they know no secret.
    if (receives(socket, &greeting, sizeof greeting) && greeting.secret == secret_) {
      add(greeting.rank, socket);
      const std::uint64_t answer = ~secret_;
      (void)sends(socket, &answer, sizeof answer);
    } else {
      (void)::close(socket);
    }
  }
}

void RankWatch::begin() {
  wake();
  make_waker();
  waited_in_signal_ = waited_for();
  waited_in_signal_[0].fd = -1;  // nothing wakes a signal
  watch_of_signals = this;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    // mpirun hands a signal to all ranks; rank 0 decides what it means.
    (void)::signal(signal, rank_ == 0 ? end_by_signal : SIG_IGN);
  }
  thread_ = std::thread([this] { watch(); });
}

void RankWatch::end() {
  is_over_ = true;
  for (const Peer& peer : peers_) (void)sends(peer.socket, &kFarewell, 1);
}

void RankWatch::leave() {
  wake();
  make_waker();
  is_leaving_ = true;
  thread_ = std::thread([this] { watch(); });
}

bool RankWatch::tells_losses() const {
  const auto other = std::find_if(hosts_.begin(), hosts_.end(),
                                  [&](const std::string& host) { return host != hosts_[0]; });
  const std::ptrdiff_t teller = other == hosts_.end() ? 1 : other - hosts_.begin();
  return rank_ == 0 || rank_ == teller;
}

std::vector<pollfd> RankWatch::waited_for() const {
  std::vector<pollfd> waited{{waker_[0], POLLIN, 0}};
  for (const Peer& peer : peers_) waited.push_back({peer.socket, POLLIN, 0});
  return waited;
}

void RankWatch::end_if_lost(std::vector<pollfd>& waited, int milliseconds) {
  if (::poll(waited.data(), waited.size(), milliseconds) <= 0) return;
  for (std::size_t i = 1; i < waited.size(); ++i) {
    if (waited[i].revents == 0) continue;
    char byte = 0;
    const ssize_t size = ::recv(waited[i].fd, &byte, 1, MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (size > 0 && byte == kLoss) ::_exit(1);
    if (size > 0) is_over_ = true;
    if (is_over_) return;
    const std::string& line = peers_[i - 1].line;
    if (tells_losses()) (void)!::write(STDERR_FILENO, line.data(), line.size());
    if (rank_ == 0) {
      for (const Peer& peer : peers_) (void)sends(peer.socket, &kLoss, 1);
    }
    ::_exit(1);
  }
}

void RankWatch::watch() {
  sigset_t all;
  sigfillset(&all);
  (void)::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  std::vector<pollfd> waited = waited_for();
  while (!is_over_ && !is_woken(0)) end_if_lost(waited, -1);
  if (is_leaving_) {
    end_if_lost(waited, -1);
  } else if (rank_ == 0) {
    return;  // it may have more to do than the others
  }
  // A part may wait for rows that never come, and MPI for a process that has ended.
  if (!is_woken(kLeaveMs)) ::_exit(1);
}

}  // namespace heatwave::core
