// Queues commands until the next frame, and answers until their sender takes them.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "app/session/envelope.h"

namespace heatwave::session {

/// Thread-safe.
class Mailbox {
 public:
  /// The most waiting commands of one client; further ones are refused.
  static constexpr std::size_t kMostQueued = 20'000;

  /// A move or an extension of an item is merged into the client's newest command if that has the
  /// same gesture and the same item.
  void submit(Envelope envelope);
  /// Returns the waiting commands in the order of their arrival.
  [[nodiscard]] std::vector<Envelope> take();

  [[nodiscard]] bool empty() const;

  void answer(const Envelope& envelope, const Answer& answer);
  /// Returns this sender's answers since the last call; if there are too many, only the newest.
  [[nodiscard]] std::vector<Answer> take_answers(ClientId client);

 private:
  struct Client {
    std::size_t queued = 0;
    std::size_t newest = 0;  ///< index of its newest command in the queue, plus one; 0: none
    std::deque<Answer> answers;
  };
  static void keep(Client& client, Answer answer);

  mutable std::mutex mutex_;
  std::vector<Envelope> queue_;
  std::map<ClientId, Client> clients_;
  std::uint64_t home_sequence_ = 0;
};

}  // namespace heatwave::session
