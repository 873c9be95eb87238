// Bounds and merges what waits.
#include "app/session/mailbox.h"

#include <utility>
#include <variant>

namespace heatwave::session {
namespace {

/// A client that never takes its answers loses the oldest beyond these.
constexpr std::size_t kMostAnswers = 1024;

bool is_one_drag(const Envelope& a, const Envelope& b) {
  return a.gesture != 0 && a.gesture == b.gesture && a.origin == b.origin && a.role == b.role;
}

/// Adds the newer command to the older one where both are of one drag of one item.
bool merge(Envelope& older, const Envelope& newer) {
  if (!is_one_drag(older, newer)) return false;
  auto* move = std::get_if<MoveItem>(&older.command);
  const auto* further = std::get_if<MoveItem>(&newer.command);
  if (move != nullptr && further != nullptr && move->id == further->id) {
    move->by = {move->by.x + further->by.x, move->by.y + further->by.y};
    return true;
  }
  auto* extend = std::get_if<ExtendItem>(&older.command);
  const auto* longer = std::get_if<ExtendItem>(&newer.command);
  if (extend == nullptr || longer == nullptr || extend->id != longer->id) return false;
  extend->points.insert(extend->points.end(), longer->points.begin(), longer->points.end());
  return true;
}

}  // namespace

void Mailbox::submit(Envelope envelope) {
  const std::lock_guard lock(mutex_);
  if (envelope.client == kHome && envelope.sequence == 0) envelope.sequence = ++home_sequence_;
  Client& client = clients_[envelope.client];
  if (client.queued >= kMostQueued) {
    return keep(client, {.sequence = envelope.sequence,
                         .refusal = "too many commands wait already: send fewer at once"});
  }
  if (client.newest > 0) {
    Envelope& newest = queue_[client.newest - 1];
    if (merge(newest, envelope)) {
      newest.merged.push_back(envelope.sequence);
      return;
    }
  }
  queue_.push_back(std::move(envelope));
  ++client.queued;
  client.newest = queue_.size();
}

std::vector<Envelope> Mailbox::take() {
  const std::lock_guard lock(mutex_);
  for (auto& [id, client] : clients_) client.queued = client.newest = 0;
  return std::exchange(queue_, {});
}

bool Mailbox::empty() const {
  const std::lock_guard lock(mutex_);
  return queue_.empty();
}

void Mailbox::answer(const Envelope& envelope, const Answer& answer) {
  const std::lock_guard lock(mutex_);
  Client& client = clients_[envelope.client];
  Answer one = answer;
  one.sequence = envelope.sequence;
  keep(client, one);
  for (const std::uint64_t sequence : envelope.merged) {
    one.sequence = sequence;
    keep(client, one);
  }
}

void Mailbox::keep(Client& client, Answer answer) {
  client.answers.push_back(std::move(answer));
  if (client.answers.size() > kMostAnswers) client.answers.pop_front();
}

std::vector<Answer> Mailbox::take_answers(ClientId client) {
  const std::lock_guard lock(mutex_);
  const auto at = clients_.find(client);
  if (at == clients_.end()) return {};
  const std::deque<Answer> taken = std::exchange(at->second.answers, {});
  return {taken.begin(), taken.end()};
}

}  // namespace heatwave::session
