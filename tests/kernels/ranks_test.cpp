// Tests that a field whose parts lie in several processes is bit-identical to an undivided one.
#include <gtest/gtest.h>

#include <cstdint>
#include <future>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "kernels/core/error.h"
#include "kernels/field/parts/cpu_parts.h"
#include "kernels/field/parts/packing.h"
#include "kernels/field/parts/rank_devices.h"
#include "kernels/field/parts/rank_parts.h"
#include "kernels/field/parts/remote_part.h"
#include "tests/kernels/divided_fields.h"
#include "tests/kernels/every_equation.h"
#include "tests/kernels/memory_ranks.h"
#include "tests/sanitized.h"

namespace heatwave::field::testing {
namespace {

SolverRequest one_process() { return {.backend = Backend::cpu, .threads = 1}; }

NamedDivision cut_over(const ServedRanks& ranks, const std::string& name, Division division) {
  division.ranks = ranks.first();
  return {name, {.backend = Backend::cpu, .threads = 1, .division = division}};
}

/// Its messages never go.
class StuckRank final : public MemoryRank {
 public:
  using MemoryRank::MemoryRank;

  core::Transfer send(int, int, std::span<const std::byte> bytes) override {
    sent_.push_back(bytes);
    return {.is_pending = true};
  }
  bool has_finished(core::Transfer&) override { return false; }
  bool give_up(core::Transfer&) override { return false; }
  [[nodiscard]] const std::vector<std::span<const std::byte>>& sent() const { return sent_; }

 private:
  std::vector<std::span<const std::byte>> sent_;
};

/// Each equation runs all of these tests.
class RanksOfEquations : public ::testing::TestWithParam<std::string> {};

TEST_P(RanksOfEquations, HaveTheBitsOfOneSolver) {
  const ServedRanks two(2);
  const ServedRanks four(4);
  std::vector<NamedDivision> cuts{
      cut_over(two, "2 ranks", {.steps = 12}),
      cut_over(two, "2 ranks, overlapped", {.steps = 5, .overlaps = true})};
  if (!test::kSanitized) {
    cuts.push_back(cut_over(four, "4 ranks", {.steps = 1}));
    cuts.push_back(cut_over(four, "4 ranks of 2 parts", {.parts = 2, .steps = 20}));
    cuts.push_back(cut_over(four, "4 ranks, overlapped", {.steps = 4, .overlaps = true}));
  }
  expect_bits_of_one(GetParam(), one_process(), cuts);
}

TEST_P(RanksOfEquations, AreSampledLikeOneSolver) {
  const ServedRanks ranks(3);
  expect_samples_of_one(GetParam(), one_process(),
                        {cut_over(ranks, "3 ranks", {.steps = 7}),
                         cut_over(ranks, "3 ranks, overlapped", {.steps = 4, .overlaps = true})});
}

INSTANTIATE_TEST_SUITE_P(Equations, RanksOfEquations, ::testing::ValuesIn(ids_of_equations()),
                         name_of_id);

TEST(Ranks, OverlapWithRowsBesideTheCutsAsParts) {
  // Seven of a band's 100 rows lie beside each cut: 6 for as many steps, one for their energy.
  const Layout layout = cut_rows_with_edges({3, 200}, 2, 6, {.rows_at_end = 1}, true);
  EXPECT_EQ(layout.halo, 7);
  std::vector<int> first_rows;
  for (const PartRows& part : layout.parts) first_rows.push_back(part.own.begin);
  EXPECT_EQ(first_rows, (std::vector<int>{0, 7, 93, 100, 107, 193}));
  for (int part = 0; part < 6; ++part) EXPECT_EQ(process_of(layout, part, 2), part / 3);
  // Bands of too few rows stay whole.
  EXPECT_EQ(cut_rows_with_edges({3, 100}, 2, 6, {.rows_at_end = 1}, true).parts.size(), 2U);
}

TEST(Ranks, StepFormulasLikeOneSolver) {
  const ServedRanks ranks(3);
  std::vector<NamedDivision> cuts{cut_over(ranks, "3 ranks", {.steps = 5})};
  if (!test::kSanitized) {
    cuts.push_back(cut_over(ranks, "3 ranks, overlapped", {.steps = 2, .overlaps = true}));
  }
  for (const std::string& text : formulas_for_parts()) {
    expect_bits_of_one_formula(text, one_process(), cuts);
  }
}

TEST(Ranks, TakeEditsAcrossCuts) {
  const ServedRanks ranks(3);
  expect_bits_after_edits(one_process(), cut_over(ranks, "3 ranks", {.steps = 6, .overlaps = true}),
                          test::kSanitized ? 40 : 300);
}

TEST(Ranks, AreSurveyedAndShownLikeOneSolver) {
  const ServedRanks ranks(3);
  expect_to_look_alike(one_process(), cut_over(ranks, "", {.steps = 8}).request);
}

TEST(Ranks, MayBeMoreThanRowsAllow) {
  const ServedRanks ranks(4);
  expect_bits_of_few_rows(cut_over(ranks, "", {.steps = 48, .overlaps = true}).request);
}

TEST(Ranks, HaveNoMorePartsThanMessagesHaveTags) {
  SolverRequest request{.backend = Backend::cpu, .division = {.parts = 900, .steps = 1}};
  request.equation = "heat";
  request.extent = {1, 100000};
  constexpr int kMost = FieldTags::kMostIndices;
  EXPECT_LE(cpu_layout(request, 2).copies.size(), static_cast<std::size_t>(kMost));
  EXPECT_EQ(cpu_layout(request, 1).parts.size(), 900U);
  request.division = {.steps = 1, .overlaps = true};
  EXPECT_LE(cpu_layout(request, 700).copies.size(), static_cast<std::size_t>(kMost));
  EXPECT_EQ(cpu_layout(request, 300).parts.size(), 900U);
}

TEST(Ranks, GiveThreadsToPartsByTheirRows) {
  const ServedRanks ranks(2);
  SolverRequest request = cut_over(ranks, "", {.steps = 4, .overlaps = true}).request;
  request.equation = "heat";
  request.extent = {8, 400};
  request.threads = 6;
  const auto threads = [&] {
    std::vector<int> of_parts;
    const auto solver = make_solver(request);
    for (const PartInfo& part : solver->backend().parts) of_parts.push_back(part.threads);
    return of_parts;
  };
  EXPECT_EQ(threads(), (std::vector<int>{1, 5, 1, 1, 5, 1}));
  request.division.overlaps = false;
  request.division.parts = 4;
  EXPECT_EQ(threads(), (std::vector<int>{2, 1, 2, 1, 2, 1, 2, 1}));
}

TEST(Ranks, ShareTheProcessorsThatAContainerAllows) {
  // Each rank has a host of its own here, and three processors.
  const MemoryRank rank(std::make_shared<RankMail>(), 1, 2);
  EXPECT_EQ(processors_of(rank, {.processors = 8}), 3);
  EXPECT_EQ(processors_of(rank, {.processors = 8, .share = 6.0}), 3);
  EXPECT_EQ(processors_of(rank, {.processors = 8, .share = 2.5}), 2);
  EXPECT_EQ(processors_of(rank, {.processors = 8, .share = 0.5}), 1);
}

TEST(Ranks, SayWhereThePartsAre) {
  const ServedRanks ranks(2);
  SolverRequest request = cut_over(ranks, "", {.steps = 4}).request;
  request.equation = "heat";
  request.extent = {64, 100};
  const auto solver = make_solver(request);
  const BackendInfo& info = solver->backend();
  ASSERT_EQ(info.parts.size(), 2U);
  EXPECT_EQ(info.parts[1].first_row, 50);
  EXPECT_TRUE(info.parts[0].device.ends_with(" on host host-0")) << info.parts[0].device;
  EXPECT_TRUE(info.parts[1].device.ends_with(" on host host-1")) << info.parts[1].device;
  EXPECT_EQ(info.threads, 2);
  EXPECT_EQ(info.exchange, "messages of MPI");
  EXPECT_EQ(info.steps_between_exchanges, 4);
  solver->advance(12);
  const std::vector<PartTimes> times = solver->report().parts;
  ASSERT_EQ(times.size(), 2U);
  EXPECT_GT(times[1].compute_ms, 0.0);
  EXPECT_GT(times[1].exchange_ms, 0.0);
}

TEST(Ranks, ComputeOneFieldAfterTheOtherAndSeveralAtOnce) {
  const ServedRanks ranks(2);
  SolverRequest request = cut_over(ranks, "", {.steps = 4}).request;
  request.equation = "heat";
  request.extent = {20, 40};
  const FieldState start = random_state("heat", request.extent, 3);
  const auto kept = make_solver(request);
  kept->load(start);
  for (int i = 0; i < 2 * core::Ranks::kSlots; ++i) make_solver(request)->advance(1);
  kept->advance(9);
  const auto other = make_solver(request);
  other->load(start);
  other->advance(9);
  EXPECT_EQ(other->save(), kept->save());
}

TEST(Ranks, TellTheErrorsOfOthers) {
  const ServedRanks ranks(2);
  SolverRequest request = cut_over(ranks, "", {.steps = 4}).request;
  request.equation = "heat";
  request.extent = {20, 40};
  const auto parts = make_remote_parts(request, rank_layout(request, 2), ranks.first(),
                                       std::make_shared<const FieldSlot>(ranks.first()), "");
  ASSERT_EQ(parts.size(), 1U);
  try {
    (void)parts[0]->read({0, 0, 20, 41});
    FAIL() << "the part has not as many rows";
  } catch (const core::Error& error) {
    EXPECT_EQ(std::string(error.what()).find("rank 1 on host 'host-1': "), 0U) << error.what();
  }
  EXPECT_EQ(parts[0]->read({0, 0, 20, 1}).size(), 1U);
}

TEST(Ranks, EndTheirWaitForRowsOfAPartThatHasFailed) {
  for (const int poor : {0, 2}) {
    SCOPED_TRACE(poor);
    std::shared_ptr<RankMail> mail;
    {
      const ServedRanks ranks(3);
      mail = ranks.mail();
      SolverRequest request = cut_over(ranks, "", {.steps = 4}).request;
      request.equation = "heat";
      request.extent = {20, 60};
      const auto solver = make_solver(request);
      solver->load(random_state("heat", request.extent, 3));
      mail->poor_rank = poor;
      try {
        solver->advance(9);
        ADD_FAILURE() << "a part had no memory for its rows";
      } catch (const core::OutOfMemory& error) {
        EXPECT_EQ(std::string(error.what()), "rank 2 on host 'host-2': not enough memory");
        EXPECT_EQ(poor, 2);
      } catch (const std::bad_alloc&) {
        EXPECT_EQ(poor, 0);
      }
      EXPECT_TRUE(mail->is_over);
      EXPECT_THROW(solver->advance(1), core::Error);
    }
    EXPECT_EQ(mail->awaited, 0);
  }
}

TEST(Ranks, EndWithTheReasonWhenAMessageFindsNoMemory) {
  if (test::kSanitized) GTEST_SKIP() << "sanitizers end a program that asks for so much";
  const auto mail = std::make_shared<RankMail>();
  const std::shared_ptr<core::Ranks> first = std::make_shared<MemoryRank>(mail, 0, 2);
  auto served = std::async(std::launch::async,
                           [&] { serve_parts(std::make_shared<MemoryRank>(mail, 1, 2)); });
  SolverRequest request{.backend = Backend::cpu, .division = {.ranks = first}};
  request.equation = "heat";
  request.extent = {20, 40};
  const auto slot = std::make_shared<const FieldSlot>(first);
  const auto parts = make_remote_parts(request, rank_layout(request, 2), first, slot, "");
  const std::uint64_t size = std::uint64_t{1} << 60U;
  (void)first->send(1, slot->tags().tag(MessageKind::command, 1),
                    std::as_bytes(std::span(&size, 1)));
  EXPECT_THROW(served.get(), std::bad_alloc);
}

TEST(Ranks, KeepTheBytesOfMessagesThatWereGivenUp) {
  const auto rank = std::make_shared<StuckRank>(std::make_shared<RankMail>(), 0, 2);
  const Bytes bytes(5000, std::byte{7});
  rank->end_work();
  RankMessages messages(rank);
  EXPECT_THROW(messages.send(1, 0, bytes), core::Error);
  ASSERT_EQ(rank->sent().size(), 2U);
  const std::span<const std::byte> sent = rank->sent()[1];
  EXPECT_EQ(Bytes(sent.begin(), sent.end()), bytes);
}

/// Returns processes that all see the same number of devices.
std::vector<RankDevices> ranks_with_devices(std::size_t ranks, int devices) {
  RankDevices one;
  for (int d = 0; d < devices; ++d) one.devices.push_back({d, "0000:0" + std::to_string(d)});
  return std::vector<RankDevices>(ranks, one);
}

using Places = std::vector<PartPlace>;

TEST(DealtDevices, AreOneForEachProcessOrAllOfThem) {
  const std::vector<RankDevices> two = ranks_with_devices(2, 4);
  EXPECT_EQ(dealt_devices(two, {"a", "a"}, {}).places, (Places{{0, 0}, {1, 1}}));
  EXPECT_EQ(dealt_devices(two, {"a", "b"}, {}).places, (Places{{0, 0}, {1, 0}}));
  EXPECT_EQ(dealt_devices(two, {"a", "a"}, {.all_devices = true}).places,
            (Places{{0, 0}, {0, 1}, {1, 2}, {1, 3}}));
  EXPECT_EQ(dealt_devices(two, {"a", "a"}, {.devices = {3, 1}}).places, (Places{{0, 3}, {1, 1}}));
  EXPECT_EQ(dealt_devices(ranks_with_devices(2, 3), {"a", "a"}, {.all_devices = true}).places,
            (Places{{0, 0}, {1, 1}, {1, 2}}));
  EXPECT_EQ(dealt_devices(two, {"a", "a"}, {.all_devices = true}).words, "");
}

TEST(DealtDevices, AreSharedWhereProcessesAreMore) {
  const DealtDevices dealt =
      dealt_devices(ranks_with_devices(5, 2), {"a", "a", "a", "a", "b"}, {.all_devices = true});
  EXPECT_EQ(dealt.places, (Places{{0, 0}, {1, 0}, {2, 1}, {3, 1}, {4, 0}, {4, 1}}));
  EXPECT_EQ(dealt.words, "4 processes share 2 GPUs on host 'a'");
  EXPECT_EQ(dealt_devices(ranks_with_devices(2, 1), {"a", "a"}, {}).words,
            "2 processes share 1 GPU on host 'a'");
}

TEST(DealtDevices, StayWithTheProcessThatAloneSeesThem) {
  // CUDA_VISIBLE_DEVICES hides the others, and each process counts its own from 0.
  std::vector<RankDevices> own(2);
  own[0].devices = {{0, "0000:01"}};
  own[1].devices = {{0, "0000:02"}};
  const DealtDevices dealt = dealt_devices(own, {"a", "a"}, {});
  EXPECT_EQ(dealt.places, (Places{{0, 0}, {1, 0}}));
  EXPECT_EQ(dealt.words, "");
}

TEST(DealtDevices, NameTheProcessThatHasNone) {
  const auto error_of = [](const std::vector<RankDevices>& ranks, const Division& division) {
    try {
      (void)dealt_devices(ranks, {"a", "b"}, division);
    } catch (const core::Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  std::vector<RankDevices> ranks = ranks_with_devices(2, 2);
  EXPECT_EQ(error_of(ranks, {.devices = {2}}), "rank 0 on host 'a' has no CUDA device 2");
  ranks[1] = {.devices = {}, .missing = "no NVIDIA GPU was found"};
  EXPECT_EQ(error_of(ranks, {}), "rank 1 on host 'b' has no CUDA device: no NVIDIA GPU was found");
}

TEST(Ranks, ComputeOnTheirCpusWhereAProcessHasNoDevice) {
  if (core::cuda_status().usable) GTEST_SKIP() << "there is a device";
  const ServedRanks ranks(2);
  SolverRequest request{.division = {.steps = 4, .ranks = ranks.first()}};
  request.equation = "heat";
  request.extent = {64, 100};
  const auto solver = make_solver(request);
  EXPECT_EQ(solver->backend().backend, Backend::cpu);
  EXPECT_EQ(solver->backend().reason.find("several processes compute a field on their CPUs, as "
                                          "rank 0 on host 'host-0' has no CUDA device: "),
            0U)
      << solver->backend().reason;
  request.backend = Backend::cuda;
  try {
    (void)make_solver(request);
    FAIL() << "there is no device";
  } catch (const core::Error& error) {
    EXPECT_EQ(std::string(error.what())
                  .find("CUDA was requested, but rank 0 on host 'host-0' has "
                        "no CUDA device: "),
              0U)
        << error.what();
  }
}

TEST(Packing, TakesOutWhatItPutIn) {
  const std::vector<Edit> edits{
      SetRules{.parameters = {0.1, 0.2},
               .edges = same_edges(EdgeKind::absorbing, 0.25),
               .oscillations = {{.amplitude = 2.0}}},
      PutCells{.area = {1, 2, 3, 4}, .mask = {1, 0, 1, 1}, .planes = {{1, 2, 3, 4}, {}}}};
  const Bytes bytes = packed(edits, std::string("words"), std::int64_t{7});
  Unpacker unpacker(bytes);
  const auto taken = unpacker.next<std::vector<Edit>>();
  ASSERT_EQ(taken.size(), 2U);
  EXPECT_EQ(std::get<SetRules>(taken[0]).parameters, std::get<SetRules>(edits[0]).parameters);
  EXPECT_EQ(std::get<SetRules>(taken[0]).oscillations, std::get<SetRules>(edits[0]).oscillations);
  EXPECT_EQ(std::get<PutCells>(taken[1]).planes, std::get<PutCells>(edits[1]).planes);
  EXPECT_EQ(unpacker.next<std::string>(), "words");
  EXPECT_EQ(unpacker.next<std::int64_t>(), 7);
  EXPECT_THROW((void)unpacker.next<char>(), core::Error);
  // A length that lies must not ask for memory.
  const Bytes lie = packed(std::uint64_t{1} << 60U);
  Unpacker of_lie(lie);
  EXPECT_THROW((void)of_lie.next<std::string>(), core::Error);
}

}  // namespace
}  // namespace heatwave::field::testing
