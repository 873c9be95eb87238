// Who may ask for what, and who is told what became of it.
#include <fmt/format.h>

#include <exception>
#include <new>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/session/session_impl.h"
#include "kernels/core/error.h"

namespace heatwave::session {
namespace {

/// Who never asks for answers is not kept more than these.
constexpr std::size_t kMostAnswers = 1024;

/// Whether this command is carried out there.
template <typename Service, typename Each>
constexpr bool kTakes = requires(Service& service, const Each& command, Gesture gesture) {
  service.apply(command, gesture);
};

}  // namespace

Gesture gesture_of(const Envelope& envelope) {
  constexpr unsigned kBitsOfNumber = 40;
  if (envelope.gesture == 0) return 0;
  return envelope.gesture ^ Gesture { envelope.client } << kBitsOfNumber;
}

void Session::Impl::submit(Envelope envelope) {
  const std::lock_guard lock(mail_mutex);
  if (envelope.client == kHome && envelope.sequence == 0) envelope.sequence = ++home_sequence;
  mail.push_back(std::move(envelope));
}

void Session::Impl::take_mail() {
  const std::lock_guard lock(mail_mutex);
  for (Envelope& envelope : mail) queue.push_back(std::move(envelope));
  mail.clear();
}

std::vector<Answer> Session::Impl::take_answers(ClientId client) {
  const std::lock_guard lock(mail_mutex);
  const auto at = answers.find(client);
  if (at == answers.end()) return {};
  std::vector<Answer> taken(at->second.begin(), at->second.end());
  answers.erase(at);
  return taken;
}

void Session::Impl::answer(const Envelope& envelope, Answer answer) {
  answer.sequence = envelope.sequence;
  const std::lock_guard lock(mail_mutex);
  std::deque<Answer>& all = answers[envelope.client];
  all.push_back(std::move(answer));
  if (all.size() > kMostAnswers) all.pop_front();
}

void Session::Impl::carry_out(Envelope envelope) {
  const std::int64_t step = field.live().step();
  const int newest_before = field.newest_item();
  const std::uint64_t story = field.story();
  try {
    const CommandTraits& traits = traits_of(envelope.command);
    if (traits.touches_files && envelope.client != kHome) {
      throw core::Error(
          fmt::format("'{}' touches files, which is not for others to ask", traits.name));
    }
    hand_over(envelope.command, gesture_of(envelope));
  } catch (const std::bad_alloc&) {
    if (hub.manner != Manner::frame && envelope.client == kHome) {
      throw core::OutOfMemory("there is not enough memory for this");
    }
    refuse(envelope, "there is not enough memory for this");
    return;
  } catch (const std::exception& error) {
    if (hub.manner != Manner::frame && envelope.client == kHome) throw;
    refuse(envelope, error.what());
    return;
  }
  const int newest = field.newest_item();
  answer(envelope, {.item = newest != newest_before ? newest : 0});
  record(std::move(envelope), step, field.story() != story);
}

void Session::Impl::hand_over(const Command& command, Gesture gesture) {
  std::visit(
      [&](const auto& each) {
        using Each = std::decay_t<decltype(each)>;
        static_assert(kTakes<FieldService, Each> + kTakes<LabService, Each> +
                              kTakes<StageService, Each> + kTakes<Impl, Each> ==
                          1,
                      "each command needs an apply() in one of the services, and in no other");
        if constexpr (kTakes<FieldService, Each>) {
          field.apply(each, gesture);
        } else if constexpr (kTakes<LabService, Each>) {
          lab.apply(each, gesture);
        } else if constexpr (kTakes<StageService, Each>) {
          stage.apply(each, gesture);
        } else {
          apply(each, gesture);
        }
      },
      command);
}

void Session::Impl::refuse(const Envelope& envelope, const std::string& why) {
  answer(envelope, {.refusal = why});
  if (envelope.client == kHome) notices.add(Notice::Kind::error, why);
}

}  // namespace heatwave::session
