// Each call is a message and an answer. The newest report comes with the answers, so that asking
// for it needs no message.
#include "kernels/field/parts/remote_part.h"

#include <exception>
#include <utility>

#include "kernels/core/error.h"
#include "kernels/field/parts/part_calls.h"

namespace heatwave::field {
namespace {

class RemotePart final : public Part {
 public:
  RemotePart(std::shared_ptr<RankMessages> messages, std::shared_ptr<const FieldSlot> slot,
             int part, int rank, BackendInfo backend)
      : messages_(std::move(messages)),
        slot_(std::move(slot)),
        command_tag_(slot_->tags().tag(MessageKind::command, part)),
        answer_tag_(slot_->tags().tag(MessageKind::answer, part)),
        rank_(rank),
        backend_(std::move(backend)) {}
  ~RemotePart() override {
    try {
      messages_->send(rank_, command_tag_, packed(PartCall::free));
    } catch (const std::exception&) {
      return;  // the work is over, and the other process frees all of it
    }
  }

  [[nodiscard]] const BackendInfo& backend() const override { return backend_; }
  void load(const FieldState& state) override { call(PartCall::load, state); }
  FieldState save() override { return result<FieldState>(PartCall::save); }
  std::vector<float> save_rim() override { return result<std::vector<float>>(PartCall::save_rim); }
  std::vector<std::vector<float>> read(core::Rect area) override {
    return result<std::vector<std::vector<float>>>(PartCall::read, area);
  }
  void apply(const std::vector<Edit>& edits) override {
    if (!edits.empty()) call(PartCall::apply, edits);
  }
  void advance(const std::vector<Stretch>& stretches) override {
    call(PartCall::advance, stretches);
  }
  SampleSeries sample(const Sampling& wanted) override {
    return result<SampleSeries>(PartCall::sample, wanted);
  }
  void sample_steps(const Sampling& wanted) override { call(PartCall::sample_steps, wanted); }
  SampleSeries take_samples() override { return result<SampleSeries>(PartCall::take_samples); }
  std::uint64_t survey(core::Cell probe) override {
    awaited_ = result<std::uint64_t>(PartCall::survey, probe);
    return awaited_;
  }
  Report report() override {
    // A device may have finished by now.
    if (report_.is_compiling || report_.survey.ticket < awaited_) call(PartCall::report);
    return report_;
  }
  std::vector<float> thinned_rows(std::size_t plane, int k) override {
    return result<std::vector<float>>(PartCall::thinned_rows, plane, k);
  }
  void join_edges(bool are_joined) override { call(PartCall::join_edges, are_joined); }
  [[nodiscard]] FieldMemory memory() override { return {}; }
  [[nodiscard]] RoundClock* clock() override { return nullptr; }

 private:
  template <typename... Arguments>
  Bytes answer_to(PartCall what, const Arguments&... arguments) {
    messages_->send(rank_, command_tag_, packed(what, arguments...));
    return messages_->receive(rank_, answer_tag_);
  }
  template <typename... Arguments>
  void call(PartCall what, const Arguments&... arguments) {
    const Bytes bytes = answer_to(what, arguments...);
    Unpacker answer(bytes);
    check_answer(answer, messages_->ranks(), rank_);
    answer(report_);
  }
  template <typename Result, typename... Arguments>
  Result result(PartCall what, const Arguments&... arguments) {
    const Bytes bytes = answer_to(what, arguments...);
    Unpacker answer(bytes);
    check_answer(answer, messages_->ranks(), rank_);
    answer(report_);
    return answer.next<Result>();
  }

  std::shared_ptr<RankMessages> messages_;
  std::shared_ptr<const FieldSlot> slot_;
  int command_tag_;
  int answer_tag_;
  int rank_;
  BackendInfo backend_;
  Report report_;
  std::uint64_t awaited_ = 0;  ///< the ticket of the newest survey
};

}  // namespace

std::vector<std::unique_ptr<Part>> make_remote_parts(const SolverRequest& request,
                                                     const RankLayout& placed,
                                                     const std::shared_ptr<core::Ranks>& ranks,
                                                     const std::shared_ptr<const FieldSlot>& slot,
                                                     const std::string& reason) {
  const auto messages = std::make_shared<RankMessages>(
      ranks, placed.devices.empty() ? Patience{} : kForCallsOfDevices);
  const Bytes wanted = packed_request({.tags = slot->tags(), .solver = request, .reason = reason});
  for (int rank = 1; rank < ranks->size(); ++rank) messages->send(rank, kRequestTag, wanted);
  std::vector<std::unique_ptr<Part>> parts;
  std::exception_ptr first;
  for (int rank = 1; rank < ranks->size(); ++rank) {
    const Bytes bytes = messages->receive(rank, kRequestAnswerTag);
    try {
      Unpacker answer(bytes);
      check_answer(answer, *ranks, rank);
      for (const int part : parts_of_rank(placed, rank)) {
        parts.push_back(
            std::make_unique<RemotePart>(messages, slot, part, rank, answer.next<BackendInfo>()));
      }
    } catch (const core::Error&) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
  return parts;
}

}  // namespace heatwave::field
