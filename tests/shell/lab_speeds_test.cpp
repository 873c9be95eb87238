// The list, the headline and the gallery compare an experiment's best variant with one reference.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "app/rooms/lab/conclusion.h"
#include "app/rooms/lab/variant_list.h"
#include "app/session/lab/lab_results.h"
#include "app/shell/gallery/lab_sketch.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::shell {
namespace {

using lab_room::LabColumn;

/// The newest recording of an experiment, and what the Lab and the gallery make of it.
struct Recorded {
  explicit Recorded(const std::string& id) : experiment(id) {
    static const session::RecordedLabs all =
        session::read_recorded_labs(std::string(HEATWAVE_ASSET_FOLDER) + "/measurements");
    status.recorded = all.results;
    result = all.results.at(id).front();
    ladder = lab_room::ladder_of(result->report);
    list = lab_room::lab_list(lab::find_experiment(id), ladder);
    words = lab_room::words_of_best(*result, ladder);
    card = speed_lines(status, id);
  }
  [[nodiscard]] const lab_room::LabRow& best() const { return *list.find(ladder.best->variant); }

  std::string experiment;
  session::LabStatus status;
  std::shared_ptr<const session::LabResult> result;
  lab_room::Ladder ladder;
  lab_room::LabList list;
  lab_room::BestWords words;
  SpeedLines card;
};

TEST(LabSpeeds, HeadlineAndGalleryHaveTheSpeedOfTheBestRowAndItsReference) {
  for (const char* id : {"dot", "histogram", "matmul", "distance", "reverse", "stencil"}) {
    const Recorded recorded(id);
    const std::string& speed = recorded.best().speed_words;
    EXPECT_TRUE(speed.ends_with(" than all 16 CPU threads")) << id << ": " << speed;
    EXPECT_TRUE(recorded.words.headlines.front().ends_with(", kernel alone " + speed))
        << id << ": " << recorded.words.headlines.front();
    EXPECT_TRUE(speed.starts_with(recorded.card.number)) << id << ": " << recorded.card.number;
    EXPECT_EQ(recorded.card.base, (std::vector<std::string>{"kernel alone vs", "16 CPU threads"}));
    EXPECT_EQ(recorded.list.head_of(LabColumn::speed), "vs 16 CPU threads") << id;
    for (const std::string& words : recorded.words.details) {
      EXPECT_EQ(words.find("one CPU thread"), std::string::npos) << words;
    }
  }
}

TEST(LabSpeeds, TheHeadlineOfASweepSaysForWhichValueItIs) {
  const Recorded dot("dot");
  const lab_room::BestWords words = lab_room::words_of_best(*dot.result, dot.ladder, 64);
  for (const std::string& headline : words.headlines) {
    EXPECT_TRUE(headline.starts_with("Best at ")) << headline;
    EXPECT_NE(headline.find(" = 64: "), std::string::npos) << headline;
  }
  EXPECT_FALSE(dot.words.headlines.front().starts_with("Best at "));
}

TEST(LabSpeeds, TheHeadlineSaysHowManyVariantsAreLevel) {
  const Recorded dot("dot");
  EXPECT_TRUE(dot.words.headlines.back().ends_with(", 3 variants level"))
      << dot.words.headlines.back();
  for (const char* variant : {"vectors", "shuffles", "more-blocks"}) {
    EXPECT_TRUE(dot.ladder.is_best(*dot.ladder.find(variant))) << variant;
  }
  EXPECT_FALSE(dot.ladder.is_best(*dot.ladder.find("last-block")));
  const Recorded histogram("histogram");
  EXPECT_EQ(histogram.words.headlines.back().find("level"), std::string::npos);
}

TEST(LabSpeeds, ABestVariantOfTheCpuIsTheReferenceEverywhere) {
  for (const char* id : {"lock", "transfer"}) {
    const Recorded recorded(id);
    EXPECT_EQ(recorded.card.number, "CPU") << id;
    EXPECT_EQ(recorded.best().texts[index_of(LabColumn::speed)], "reference") << id;
    EXPECT_NE(recorded.words.headlines.front().find(", the reference: "), std::string::npos)
        << recorded.words.headlines.front();
  }
}

TEST(LabSpeeds, TheTimeWithCopiesIsToldBeforeTheTitleWhereBothDoNotFit) {
  const std::vector<std::string> details = Recorded("histogram").words.details;
  EXPECT_EQ(
      details[details.size() - 2],
      "with the copies it is 6.68×\u00A0slower than all 16 CPU threads, pinned 1.19×\u00A0slower")
      << "the shortest wording says what it is compared with, too";
  EXPECT_EQ(details[details.size() - 3],
            "with the copies it is 6.68×\u00A0slower than all 16 CPU threads, from pinned memory "
            "1.19×\u00A0slower");
}

TEST(LabSpeeds, TheTimeWithCopiesIsToldBeforeALowerPrecisionToo) {
  const std::vector<std::string> details = Recorded("matmul").words.details;
  EXPECT_TRUE(details[details.size() - 4].starts_with("with the copies it is 2.80×"))
      << details[details.size() - 4];
  EXPECT_TRUE(details[details.size() - 3].starts_with("with the copies it is 2.80×"))
      << details[details.size() - 3];
  EXPECT_TRUE(details[details.size() - 2].starts_with("with TF32")) << details[details.size() - 2];
}

TEST(LabSpeeds, TheBestIsOfFullPrecisionAndAFasterOneOfLowerPrecisionSaysSo) {
  const Recorded recorded("matmul");
  EXPECT_EQ(recorded.ladder.best->variant, "bulk-copies");
  EXPECT_TRUE(recorded.words.headlines.front().starts_with("Best at full precision: "))
      << recorded.words.headlines.front();
  EXPECT_TRUE(recorded.words.details.front().starts_with(
      recorded.ladder.best->title + "; with TF32, about 3 digits: 16.8\u00A0µs, "))
      << recorded.words.details.front();
  ASSERT_NE(recorded.ladder.faster_at_lower_precision(), nullptr);
  EXPECT_EQ(recorded.ladder.faster_at_lower_precision()->title.find("cuBLAS"), std::string::npos)
      << "a library is no variant of ours";
  EXPECT_FALSE(recorded.ladder.is_best(*recorded.ladder.faster_at_lower_precision()));
  EXPECT_EQ(Recorded("dot").words.details.front().find("precision"), std::string::npos);
  EXPECT_EQ(Recorded("dot").ladder.faster_at_lower_precision(), nullptr);
}

}  // namespace
}  // namespace heatwave::shell
