// The Lab without a window: texts and order of the list, guesses, comparison of runs, colours of
// code.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "app/rooms/lab/comparison.h"
#include "app/rooms/lab/lab_view.h"
#include "app/rooms/lab/variant_list.h"
#include "kernels/lab/bench/edited_kernels.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

lab::Measurement measurement(const lab::Variant& variant, double median) {
  lab::Measurement m;
  m.experiment = "reverse";
  m.variant = variant.id;
  m.title = variant.title;
  m.processor = variant.processor;
  m.settings.values = {{"n", 1024}, {"threads", 256}};
  m.time = {.median = median,
            .least = 0.9 * median,
            .most = 1.1 * median,
            .samples = 20,
            .lower_quarter = 0.95 * median,
            .upper_quarter = 1.05 * median};
  m.outcome.right = true;
  m.outcome.result = "1024 in place";
  m.outcome.expected = "1024 in place";
  return m;
}

/// Returns a result of the ladder of array reverse: loop 8 ms, threads 2 ms, and so on.
session::LabResult result_with(const std::vector<double>& medians) {
  session::LabResult result;
  result.report.experiment = "reverse";
  const auto& variants = lab::find_experiment("reverse").variants;
  for (std::size_t i = 0; i < medians.size(); ++i) {
    result.report.measurements.push_back(measurement(variants[i], medians[i]));
  }
  return result;
}

LabList list_of(const session::LabResult* result, const ListState& state = {}) {
  return lab_list(lab::find_experiment("reverse"),
                  result == nullptr ? Ladder{} : ladder_of(result->report), state);
}

std::vector<std::string> order(const LabList& list) {
  std::vector<std::string> ids;
  for (const LabRow& row : list.rows) ids.push_back(row.variant);
  return ids;
}

TEST(LabList, BeforeAnyRunTellsWhatEachVariantDoes) {
  const LabList list = list_of(nullptr);
  const auto& variants = lab::find_experiment("reverse").variants;
  ASSERT_EQ(list.rows.size(), variants.size());
  for (std::size_t i = 0; i < variants.size(); ++i) {
    EXPECT_EQ(list.rows[i].remark, variants[i].what);
    EXPECT_EQ(list.rows[i].kind, LabRow::Kind::without);
  }
}

TEST(LabList, ATimeHasThreeDigitsAndItsUnit) {
  const auto result = result_with({1607.25, 2.5, 0.135});
  const LabList list = list_of(&result);
  EXPECT_EQ(list.rows[0].texts[index_of(LabColumn::time)], "1.61\u00A0s");
  EXPECT_EQ(list.rows[2].texts[index_of(LabColumn::time)], "0.135\u00A0ms");
}

TEST(LabList, ARateHasThreeDigits) {
  auto result = result_with({8.0, 2.0, 4.0});
  result.report.measurements[0].bytes_per_second = 5.2e6;
  result.report.measurements[1].bytes_per_second = 37.259e9;
  result.report.measurements[2].bytes_per_second = 3941.1e9;
  const LabList list = list_of(&result);
  EXPECT_EQ(list.rows[0].texts[index_of(LabColumn::bytes)], "0.005");
  EXPECT_EQ(list.rows[1].texts[index_of(LabColumn::bytes)], "37.3");
  EXPECT_EQ(list.rows[2].texts[index_of(LabColumn::bytes)], "3941");
}

TEST(LabList, AllSpeedsAreComparedWithAllThreadsOfTheCpuWhichTheHeadingNames) {
  auto result = result_with({8.0, 2.0, 0.5, 80.0});
  result.report.machine.cpu.threads = 16;
  const LabList list = list_of(&result);
  const auto text = [&list](std::size_t row) {
    return list.rows[row].texts[index_of(LabColumn::speed)];
  };
  EXPECT_EQ(list.head_of(LabColumn::speed), "vs 16 CPU threads");
  EXPECT_EQ(text(0), "4.00×\u00A0slower");
  EXPECT_EQ(text(1), "reference");
  EXPECT_EQ(text(2), "4.00×\u00A0faster");
  EXPECT_EQ(text(3), "40.0×\u00A0slower");
  EXPECT_EQ(list.rows[3].speed_words, "40.0×\u00A0slower than all 16 CPU threads");
}

TEST(LabList, WithoutAVariantOfAllThreadsSpeedsAreComparedWithOneThread) {
  auto result = result_with({8.0, 2.0, 0.5});
  result.report.measurements.erase(result.report.measurements.begin() + 1);
  const LabList list = list_of(&result);
  EXPECT_EQ(list.head_of(LabColumn::speed), "vs 1 CPU thread");
  EXPECT_EQ(list.rows[0].texts[index_of(LabColumn::speed)], "reference");
  EXPECT_EQ(list.rows[2].speed_words, "16.0×\u00A0faster than one CPU thread");
}

TEST(LabList, ARowSaysOfWhichLowerPrecisionItsSpeedIs) {
  session::LabResult result;
  result.report.experiment = "matmul";
  const lab::Experiment& matmul = lab::find_experiment("matmul");
  for (const char* id : {"cublas", "cublas-tf32", "tensor-tf32"}) {
    result.report.measurements.push_back(measurement(lab::find_variant(matmul, id), 1.0));
    result.report.measurements.back().experiment = "matmul";
  }
  const LabList list = lab_list(matmul, ladder_of(result.report));
  EXPECT_EQ(list.find("cublas")->lower_precision, "");
  EXPECT_EQ(list.find("cublas-tf32")->lower_precision, "TF32, about 3 digits");
  EXPECT_EQ(list.find("tensor-tf32")->lower_precision, "TF32, about 3 digits");
}

TEST(LabList, AnExperimentWithoutACpuVariantComparesWithItsFirst) {
  auto result = result_with({8.0, 2.0, 4.0, 16.0});
  result.report.measurements.erase(result.report.measurements.begin(),
                                   result.report.measurements.begin() + 2);
  const LabList list = list_of(&result);
  const std::string first = list.rows[2].texts[index_of(LabColumn::variant)];
  EXPECT_EQ(list.rows[2].speed_words, "") << "it is the first";
  EXPECT_EQ(list.rows[2].texts[index_of(LabColumn::speed)], "reference");
  EXPECT_EQ(list.head_of(LabColumn::speed), "speed");
  EXPECT_EQ(list.rows[3].speed_words, "4.00×\u00A0slower than " + first);
}

TEST(LabList, CopiesOfPinnedMemoryHaveAColumnOfTheirOwn) {
  auto result = result_with({8.0, 2.0, 0.5});
  result.report.measurements[2].with_copies_ms = 4.0;
  result.report.measurements[2].with_pinned_copies_ms = 1.5;
  const LabList list = list_of(&result);
  EXPECT_EQ(list.rows[2].texts[index_of(LabColumn::with_copies)], "4.00\u00A0ms");
  EXPECT_EQ(list.rows[2].texts[index_of(LabColumn::with_pinned_copies)], "1.50\u00A0ms");
  EXPECT_TRUE(list.rows[0].texts[index_of(LabColumn::with_pinned_copies)].empty());
}

TEST(LabList, AWrongResultSaysSoAndIsNeitherRankedNorFast) {
  auto result = result_with({8.0, 2.0, 0.001});
  lab::Measurement& wrong = result.report.measurements[2];
  wrong.status = lab::Status::wrong;
  wrong.outcome = {.right = false, .result = "7", .expected = "9"};
  LabList list = list_of(&result);
  EXPECT_EQ(list.rows[2].kind, LabRow::Kind::wrong);
  EXPECT_NE(list.rows[2].remark.find("expected 9, got 7"), std::string::npos);
  EXPECT_TRUE(list.rows[2].texts[index_of(LabColumn::speed)].empty());
  sort_rows(list, LabColumn::time, false);
  EXPECT_EQ(order(list)[0], "threads");
  EXPECT_EQ(order(list)[1], "loop");
}

TEST(LabList, WrongOnPurposeSaysHowWrongAndIsNotRanked) {
  auto result = result_with({8.0, 2.0});
  lab::Measurement& race = result.report.measurements[1];
  race.wrong_on_purpose = true;
  race.outcome.right = false;
  race.outcome.note = "999\u00A0908 of 1\u00A0000\u00A0000 increments were lost";
  const LabList list = list_of(&result);
  EXPECT_EQ(list.rows[1].kind, LabRow::Kind::unranked);
  EXPECT_EQ(list.rows[1].remark,
            "wrong on purpose: 999\u00A0908 of 1\u00A0000\u00A0000 increments were lost");
  EXPECT_TRUE(std::isnan(list.rows[1].ranks[index_of(LabColumn::time)]));
}

TEST(LabList, WhatCannotRunSaysWhy) {
  auto result = result_with({8.0});
  lab::Measurement gpu = measurement(lab::find_experiment("reverse").variants[2], 0);
  gpu.time = {};
  gpu.status = lab::Status::needs_gpu;
  gpu.note = "no driver";
  result.report.measurements.push_back(gpu);
  const LabList list = list_of(&result);
  EXPECT_EQ(list.rows[2].remark, "needs a CUDA GPU");  // equal in every such row
  EXPECT_EQ(list.rows[2].reason, "needs a CUDA GPU: no driver");
  EXPECT_EQ(list.rows[3].remark, "not part of this run");
}

TEST(LabList, SortsBothWaysAndKeepsRowsWithoutAFigureLast) {
  const auto result = result_with({8.0, 2.0, 4.0});
  LabList list = list_of(&result);
  sort_rows(list, LabColumn::time, false);
  EXPECT_EQ(order(list),
            (std::vector<std::string>{"threads", "direct", "loop", "shared", "vectors", "copy"}));
  sort_rows(list, LabColumn::time, true);
  EXPECT_EQ(order(list),
            (std::vector<std::string>{"loop", "direct", "threads", "shared", "vectors", "copy"}));
}

TEST(LabList, ARowFasterThanTheCopyThatMeasuredMemorySaysSoInPlaceOfAShare) {
  auto result = result_with({8.0, 2.0, 1.0});
  result.report.machine.cpu.limits.bytes_per_second = 1e9;
  auto& measurements = result.report.measurements;
  measurements[0].work.bytes = 16e6;  // 2 GB/s
  measurements[0].limit_is_memory = false;
  measurements[1].work.bytes = 1e6;  // 0.5 GB/s
  measurements[1].part_of_limit = 0.5;
  const LabList list = list_of(&result);
  const auto text = [&list](std::size_t row) {
    return list.rows[row].texts[index_of(LabColumn::limit)];
  };
  EXPECT_EQ(text(0), "beats a copy");
  EXPECT_EQ(text(1), "50\u00A0%");
  EXPECT_EQ(list.head_of(LabColumn::limit), "of bandwidth") << "both rows say of which limit";
  LabList sorted = list;
  sort_rows(sorted, LabColumn::limit, true);
  EXPECT_EQ(order(sorted).front(), "loop") << "it is above all shares";
}

TEST(LabList, AShareSaysOfWhichLimitItIs) {
  auto result = result_with({8.0, 2.0, 1.0});
  auto& measurements = result.report.measurements;
  for (std::size_t i = 0; i < measurements.size(); ++i) {
    measurements[i].part_of_limit = 0.25 * static_cast<double>(i);  // the first has none
    measurements[i].limit_is_memory = true;
  }
  const auto text = [](const LabList& list, std::size_t row) {
    return list.rows[row].texts[index_of(LabColumn::limit)];
  };
  const LabList same = list_of(&result);
  EXPECT_EQ(same.head_of(LabColumn::limit), "of bandwidth");
  EXPECT_EQ(text(same, 1), "25\u00A0%");
  measurements[2].limit_is_memory = false;
  const LabList mixed = list_of(&result);
  EXPECT_EQ(mixed.head_of(LabColumn::limit), "of limit");
  EXPECT_EQ(text(mixed, 0), "");
  EXPECT_EQ(text(mixed, 1), "25\u00A0% memory");
  EXPECT_EQ(text(mixed, 2), "50\u00A0% arithmetic");
  EXPECT_FALSE(mixed.is_arithmetic);
  measurements[1].limit_is_memory = false;
  const LabList arithmetic = list_of(&result);
  EXPECT_EQ(arithmetic.head_of(LabColumn::limit), "of peak");
  EXPECT_TRUE(arithmetic.is_arithmetic);
  EXPECT_EQ(text(arithmetic, 2), "50\u00A0%");
  measurements[2].work.tensor_cores = true;
  const LabList both = list_of(&result);
  EXPECT_EQ(text(both, 1), "25\u00A0% float32") << "tensor cores have a limit of their own";
  EXPECT_EQ(text(both, 2), "50\u00A0% TF32");
}

TEST(LabList, OfASweepEachVariantHasOneRow) {
  auto result = result_with({8.0, 2.0});
  result.report.swept = "n";
  auto second = result_with({16.0, 4.0});
  for (lab::Measurement& m : second.report.measurements) {
    m.settings.values["n"] = 2048;
    result.report.measurements.push_back(m);
  }
  const LabList list = lab_list(lab::find_experiment("reverse"), ladder_of(result.report, 2048));
  EXPECT_EQ(list.rows[0].texts[index_of(LabColumn::time)], "16.0\u00A0ms");
  EXPECT_EQ(list.rows[0].speed_words, "4.00×\u00A0slower than all CPU threads");
  EXPECT_EQ(list.rows.size(), lab::find_experiment("reverse").variants.size());
}

TEST(LabList, AnEditedKernelStandsBelowItsVariant) {
  auto result = result_with({8.0, 2.0});
  lab::Measurement edited = result.report.measurements[0];
  edited.variant += lab::kEditedEnding;
  edited.title += ", edited";
  edited.time.median = 4.0;
  result.report.measurements.push_back(edited);
  const LabList list = list_of(&result);
  EXPECT_EQ(order(list)[0], "loop");
  EXPECT_EQ(order(list)[1], "loop") << "a click shows the variant's source";
  EXPECT_EQ(order(list)[2], "threads");
  EXPECT_EQ(list.rows[1].texts[index_of(LabColumn::time)], "4.00\u00A0ms");
  EXPECT_NE(list.rows[1].texts[index_of(LabColumn::variant)].find("edited"), std::string::npos);
}

TEST(LabList, WithoutAGpuItsVariantsShareOneLine) {
  auto result = result_with({8.0, 2.0});
  lab::Measurement gpu = measurement(lab::find_experiment("reverse").variants[2], 0);
  gpu.time = {};
  gpu.status = lab::Status::needs_gpu;
  result.report.measurements.push_back(gpu);
  const LabList list = list_of(&result, {.folds_gpu = true});
  EXPECT_EQ(order(list), (std::vector<std::string>{"loop", "threads"}));
  EXPECT_EQ(list.folded, (std::vector<std::string>{"direct", "shared", "vectors", "copy"}));
  EXPECT_TRUE(list_of(&result).folded.empty());
}

TEST(LabList, TimesAreHiddenAndRevealedFromTheFirstRowOn) {
  auto result = result_with({8.0, 2.0, 4.0});
  result.report.measurements[0].time = {};
  result.report.measurements[0].status = lab::Status::failed;
  LabList list = list_of(&result);
  hide_times(list, 0);
  EXPECT_EQ(list.hidden(), 2U) << "a row without a time has nothing to hide";
  list = list_of(&result);
  hide_times(list, 1);
  EXPECT_FALSE(list.find("threads")->is_hidden);
  EXPECT_TRUE(list.find("direct")->is_hidden);
}

TEST(LabList, EverySetOfFiguresBeginsWithTheTimeAndTogetherTheyHaveAllColumns) {
  std::set<LabColumn> all{LabColumn::variant};
  for (const auto& set : names_of(session::LabFigures{})) {
    const auto columns = columns_of(set.value, false);
    EXPECT_EQ(columns.front(), LabColumn::time) << set.text;
    all.insert(columns.begin(), columns.end());
    const auto arithmetic = columns_of(set.value, true);
    EXPECT_TRUE(
        std::is_permutation(columns.begin(), columns.end(), arithmetic.begin(), arithmetic.end()));
  }
  EXPECT_EQ(all.size(), kLabColumns);
}

TEST(LabComparison, OnlyAChangeBeyondTheSpreadCounts) {
  const auto before = result_with({8.0, 2.0, 4.0});
  const auto now = result_with({8.5, 1.0, 8.0});
  const Comparison comparison = compare(before.report, now.report);
  ASSERT_EQ(comparison.rows.size(), 3U);
  EXPECT_EQ(change_words(comparison.rows[0]), "same within the spread");
  EXPECT_EQ(change_words(comparison.rows[1]), "2.00×\u00A0faster");
  EXPECT_EQ(change_words(comparison.rows[2]), "2.00×\u00A0slower");
  EXPECT_TRUE(comparison.differences.empty());
}

TEST(LabComparison, OneOutlierHidesNoChange) {
  const auto before = result_with({3.45});
  auto now = result_with({0.518});
  now.report.measurements[0].time.most = 3.6;  // one outlier among the samples
  EXPECT_EQ(change_words(compare(before.report, now.report).rows[0]), "6.66×\u00A0faster");
}

TEST(LabComparison, FewSamplesNeedALargeChange) {
  auto before = result_with({8.0, 8.0});
  auto now = result_with({7.4, 5.0});
  for (session::LabResult* result : {&before, &now}) {
    for (lab::Measurement& m : result->report.measurements) {
      m.time.samples = 1;
      m.time.least = m.time.most = m.time.lower_quarter = m.time.upper_quarter = m.time.median;
    }
  }
  const Comparison comparison = compare(before.report, now.report);
  EXPECT_EQ(comparison.rows[0].change, Change::same);
  EXPECT_EQ(comparison.rows[1].change, Change::faster);
}

TEST(LabComparison, LessWorkIsNotFaster) {
  auto before = result_with({8.0, 8.0, 8.0});
  auto now = result_with({1.937, 2.0, 1.0});
  for (std::size_t i = 0; i < 3; ++i) {
    lab::Measurement& old = before.report.measurements[i];
    lab::Measurement& m = now.report.measurements[i];
    old.settings.values["n"] = 4096;
    old.work.bytes = 4.0 * 8192;
    m.work.bytes = 8192;  // a quarter of the bytes
  }
  before.report.measurements[2].work = {};
  const Comparison comparison = compare(before.report, now.report);
  EXPECT_EQ(change_words(comparison.rows[0]), "same for each byte");
  EXPECT_EQ(change_words(comparison.rows[1]), "same for each byte");
  EXPECT_EQ(change_words(comparison.rows[2]), "not the same work") << "its work was not counted";
  now.report.measurements[1].time.median = 1.0;
  EXPECT_EQ(change_words(compare(before.report, now.report).rows[1]),
            "2.00×\u00A0faster for each byte");
}

TEST(LabComparison, NamesTheSettingsThatDiffer) {
  const auto before = result_with({8.0});
  auto now = result_with({8.0});
  now.report.measurements[0].settings.values["n"] = 2048;
  now.report.measurements[0].settings.seed = 7;
  const Comparison comparison = compare(before.report, now.report);
  ASSERT_EQ(comparison.differences.size(), 2U);
  EXPECT_EQ(comparison.differences[0], "elements: 1024 before, 2048 now");
  EXPECT_EQ(comparison.differences[1], "seed: 1 before, 7 now");
}

TEST(LabComparison, WhatDoesNotRankIsNotCompared) {
  auto before = result_with({8.0});
  before.report.measurements[0].status = lab::Status::wrong;
  const auto now = result_with({4.0});
  EXPECT_EQ(change_words(compare(before.report, now.report).rows[0]), "only now");
}

TEST(LabComparison, RunsOfDifferentSweepsStayApart) {
  const auto before = result_with({8.0});
  auto now = result_with({8.0});
  now.report.swept = "n";
  EXPECT_FALSE(compare(before.report, now.report).why_not.empty());
}

TEST(LabNumbers, SlidNumbersAreEasyToSay) {
  EXPECT_EQ(with_two_digits(13'421'773.0), 13'000'000);
  EXPECT_EQ(with_two_digits(99.4), 99);
  EXPECT_EQ(with_two_digits(996.0), 1000);
  EXPECT_EQ(fixed_point(1234567.891, 2), "1\u00A0234\u00A0567.89");
  EXPECT_EQ(fixed_point(0.05, 3), "0.050");
}

std::vector<ui::TokenKind> kinds_of(std::string_view line, bool in_comment = false) {
  std::vector<ui::TokenKind> kinds;
  for (const ui::Token& token : ui::tokens_of(line, in_comment)) {
    if (token.text.find_first_not_of(' ') != std::string_view::npos) kinds.push_back(token.kind);
  }
  return kinds;
}

TEST(CodeTokens, AllPartsTogetherAreTheLine) {
  const std::string line = "  if (x[i] == 'a') s += \"//\\\"\" /* no */ + 0x1Fu; // yes";
  bool in_comment = false;
  std::string whole;
  for (const ui::Token& token : ui::tokens_of(line, in_comment)) whole += token.text;
  EXPECT_EQ(whole, line);
  EXPECT_FALSE(in_comment);
}

TEST(CodeTokens, TellWordsOfCudaFromThoseOfTheLanguage) {
  using enum ui::TokenKind;
  EXPECT_EQ(kinds_of("__global__ void f"), (std::vector<ui::TokenKind>{cuda, word, plain}));
  EXPECT_EQ(kinds_of("threadIdx"), (std::vector<ui::TokenKind>{cuda}));
  EXPECT_EQ(kinds_of("atomicAdd"), (std::vector<ui::TokenKind>{cuda}));
  EXPECT_EQ(kinds_of("std::atomic"), (std::vector<ui::TokenKind>{plain, plain, plain}));
  EXPECT_EQ(kinds_of("std::make_unique"), (std::vector<ui::TokenKind>{plain, plain, plain}));
  EXPECT_EQ(kinds_of("1.5e-3F"), (std::vector<ui::TokenKind>{number}));
  EXPECT_EQ(kinds_of("1 << 26"), (std::vector<ui::TokenKind>{number, plain, number}));
}

TEST(CodeTokens, ACommentMayGoOverLines) {
  bool in_comment = false;
  ui::tokens_of("int x; /* begins", in_comment);
  EXPECT_TRUE(in_comment);
  const auto tokens = ui::tokens_of("ends */ int", in_comment);
  EXPECT_FALSE(in_comment);
  EXPECT_EQ(tokens.front().kind, ui::TokenKind::comment);
  EXPECT_EQ(tokens.front().text, "ends */");
}

/// Relative luminance as defined by the WCAG.
double luminance(const ImVec4& colour) {
  const auto linear = [](float part) {
    const auto c = static_cast<double>(part);
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}
double contrast(const ImVec4& a, const ImVec4& b) {
  const double light = std::max(luminance(a), luminance(b));
  const double dark = std::min(luminance(a), luminance(b));
  return (light + 0.05) / (dark + 0.05);
}

TEST(CodeColours, AreReadableOnThePanelAndOnMarkedLinesInBothThemes) {
  for (const bool dark : {true, false}) {
    const ui::Theme& theme = ui::theme_of(dark);
    for (const ImVec4& colour : ui::code_colours(theme)) {
      EXPECT_GE(contrast(colour, theme.panel), 4.5) << dark;
      EXPECT_GE(contrast(colour, theme.raised), 4.5) << dark;
    }
    EXPECT_GE(contrast(theme.text, theme.raised), 4.5) << dark;  // text of reasons
    EXPECT_GE(contrast(theme.error, theme.panel), 4.5) << dark;  // text of errors
  }
}

}  // namespace
}  // namespace heatwave::lab_room
