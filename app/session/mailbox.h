// Where commands wait until a frame takes them, and the answers until their sender does.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "app/session/envelope.h"

namespace heatwave::session {

/// Safe from any thread.
class Mailbox {
 public:
  /// The most commands of one client that wait; further ones are refused.
  static constexpr std::size_t kMostQueued = 20'000;

  /// A move or an extension of an item that belongs to the same gesture as the client's newest
  /// command, and to the same item, becomes part of that command.
  void submit(Envelope envelope);
  /// What waits, in the order in which it came.
  [[nodiscard]] std::vector<Envelope> take();

  [[nodiscard]] bool empty() const;

  void answer(const Envelope& envelope, const Answer& answer);
  /// What has become of this sender's commands since it asked last; of many only the newest.
  [[nodiscard]] std::vector<Answer> take_answers(ClientId client);

 private:
  struct Client {
    std::size_t queued = 0;
    std::size_t newest = 0;  ///< the place of its newest command in the queue, plus one; 0: none
    std::deque<Answer> answers;
  };
  static void keep(Client& client, Answer answer);

  mutable std::mutex mutex_;
  std::vector<Envelope> queue_;
  std::map<ClientId, Client> clients_;
  std::uint64_t home_sequence_ = 0;
};

}  // namespace heatwave::session
