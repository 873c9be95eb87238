// A thread for each part waits for calls, because parts exchange rows inside one.
#include "kernels/field/parts/serve_parts.h"

#include <atomic>
#include <exception>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/parts/part_calls.h"
#include "kernels/field/parts/rank_devices.h"
#include "kernels/field/parts/rank_parts.h"
#include "kernels/field/parts/ranks_exchange.h"

namespace heatwave::field {
namespace {

/// Makes a call of a part and packs its result.
void carry_out(Part& part, PartCall call, Unpacker& arguments, Packer& answer) {
  const auto told = [&](const auto& result) { answer(part.report(), result); };
  switch (call) {
    case PartCall::load:
      part.load(arguments.next<FieldState>());
      return told(true);
    case PartCall::save:
      return told(part.save());
    case PartCall::save_rim:
      return told(part.save_rim());
    case PartCall::read:
      return told(part.read(arguments.next<core::Rect>()));
    case PartCall::apply:
      part.apply(arguments.next<std::vector<Edit>>());
      return told(true);
    case PartCall::advance:
      part.advance(arguments.next<std::vector<Stretch>>());
      return told(true);
    case PartCall::sample:
      return told(part.sample(arguments.next<Sampling>()));
    case PartCall::sample_steps:
      part.sample_steps(arguments.next<Sampling>());
      return told(true);
    case PartCall::take_samples:
      return told(part.take_samples());
    case PartCall::survey: {
      const std::uint64_t ticket = part.survey(arguments.next<core::Cell>());
      return told(ticket);
    }
    case PartCall::thinned_rows: {
      const auto plane = arguments.next<std::size_t>();
      return told(part.thinned_rows(plane, arguments.next<int>()));
    }
    case PartCall::join_edges:
      part.join_edges(arguments.next<bool>());
      return told(true);
    case PartCall::report:
      return told(true);
    case PartCall::free:
      return;
  }
}

/// The parts of one field that this process computes.
class ServedField : core::NonCopyable {
 public:
  /// `requests` are aborted when a part cannot go on; then throw_failure() tells why.
  ServedField(const FieldRequest& request, const std::shared_ptr<core::Ranks>& ranks,
              RankMessages& requests)
      : messages_(ranks, request.solver.division.places.empty() ? Patience{} : kForCallsOfDevices),
        requests_(requests),
        tags_(request.tags) {
    const RankLayout placed = rank_layout(request.solver, ranks->size());
    indices_ = parts_of_rank(placed, ranks->rank());
    exchange_ = make_ranks_exchange(placed, ranks, request.tags, request.solver.division.exchange);
    parts_ = make_parts_here(request.solver, placed, exchange_, *ranks, request.reason);
  }

  /// Rows may be on their way that no other process takes any more, and devices would wait for
  /// them.
  ~ServedField() { exchange_->abort(); }

  void pack_backends(Packer& answer) const {
    for (const auto& part : parts_) answer(part->backend());
  }
  void begin() {
    unfreed_ = static_cast<int>(parts_.size());
    try {
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        threads_.emplace_back([this, i] { serve(i); });
      }
    } catch (...) {
      abort();  // threads that have started wait for calls that never come
      throw;
    }
  }
  /// Ends the threads that wait.
  void abort() {
    messages_.abort();
    exchange_->abort();
  }
  void throw_failure() const {
    if (has_failed_) std::rethrow_exception(failure_);
  }
  [[nodiscard]] int slot() const { return tags_.slot; }
  [[nodiscard]] bool is_freed() const { return unfreed_ == 0; }

 private:
  void serve(std::size_t i) {
    try {
      while (serves_call(i)) continue;
    } catch (const core::Error&) {
      // The work is over.
    } catch (...) {
      // The rest of a message is on its way still, so rank 0 would not hear an answer.
      if (!is_failing_.exchange(true)) {
        failure_ = std::current_exception();
        has_failed_ = true;
      }
      requests_.abort();
    }
    --unfreed_;
  }
  /// Returns false when the part is no longer wanted.
  bool serves_call(std::size_t i) {
    const Bytes message = messages_.receive(0, tags_.tag(MessageKind::command, indices_[i]));
    Unpacker arguments(message);
    const auto call = arguments.next<PartCall>();
    if (call == PartCall::free) return false;
    Bytes answer =
        answer_of([&](Packer& packer) { carry_out(*parts_[i], call, arguments, packer); });
    messages_.send(0, tags_.tag(MessageKind::answer, indices_[i]), std::move(answer));
    return true;
  }

  RankMessages messages_;
  RankMessages& requests_;
  FieldTags tags_;
  std::shared_ptr<Exchange> exchange_;
  std::vector<int> indices_;  ///< the parts' places in the layout
  std::vector<std::unique_ptr<Part>> parts_;
  std::atomic<int> unfreed_{0};  ///< number of parts that are still wanted
  std::atomic<bool> is_failing_{false};
  std::atomic<bool> has_failed_{false};
  std::exception_ptr failure_;  ///< why the first part cannot go on, once it has failed
  std::vector<std::jthread> threads_;
};

}  // namespace

void serve_parts(const std::shared_ptr<core::Ranks>& ranks) {
  RankMessages messages(ranks);
  std::vector<std::unique_ptr<ServedField>> fields;
  const auto serve_request = [&] {
    const Bytes bytes = messages.receive(0, kRequestTag);
    Bytes answer = answer_of([&](Packer& packer) {
      Unpacker wanted(bytes);
      if (wanted.next<RankRequest>() == RankRequest::devices) return packer(devices_here());
      const FieldRequest request = unpacked_request(wanted);
      // A slot that is used again was given back, so its parts get their last call, if not yet.
      std::erase_if(fields, [&](const auto& field) {
        return field->is_freed() || field->slot() == request.tags.slot;
      });
      auto field = std::make_unique<ServedField>(request, ranks, messages);
      field->pack_backends(packer);
      field->begin();
      fields.push_back(std::move(field));
    });
    messages.send(0, kRequestAnswerTag, std::move(answer));
  };
  try {
    while (messages.wait_for(0, kRequestTag)) serve_request();
  } catch (...) {
    if (ranks->is_over()) return;
    for (const auto& field : fields) field->abort();
    for (const auto& field : fields) field->throw_failure();
    throw;
  }
}

}  // namespace heatwave::field
