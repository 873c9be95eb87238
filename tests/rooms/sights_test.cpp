// The content of a room can be stored and shown again; rooms that a sight does not name stay
// unchanged.
#include "app/session/sights.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/rooms/lab/lab_room.h"
#include "app/rooms/room_names.h"
#include "app/rooms/stage/stage_room.h"
#include "kernels/core/names.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/lesson_catalogue.h"
#include "tests/rooms/desk.h"

namespace heatwave {
namespace {

TEST(Sights, NameTheRoomsAsTheWindowDoes) {
  const std::vector<std::string> words = core::all_names<session::Place>();
  ASSERT_EQ(words.size(), rooms::kRooms.size());
  for (std::size_t i = 0; i < words.size(); ++i) EXPECT_EQ(words.at(i), rooms::kRooms.at(i).id);
}

TEST(Sights, TheLabShowsAgainWhatWasNoted) {
  session::LabSight sight{.experiment = "histogram",
                          .variant = "shared",
                          .settings = lab::initial_settings(lab::find_experiment("histogram")),
                          .chart = session::LabChart::roofline,
                          .detail = session::LabDetail::comparison,
                          .figures = session::LabFigures::result,
                          .guess = true};
  sight.settings.values["bins"] = 100;
  lab_room::LabRoom room;
  room.look_at({.place = session::Place::lab, .lab = sight});
  session::Sight noted;
  room.note_sight(noted);
  EXPECT_EQ(noted.lab, sight);
  room.look_at({.place = session::Place::fields});
  room.note_sight(noted);
  EXPECT_EQ(noted.lab, sight);
  sight.variant.clear();
  room.look_at({.place = session::Place::lab, .lab = sight});
  room.note_sight(noted);
  EXPECT_NE(noted.lab->variant, "shared") << "an empty name shows the default variant";
}

lab::Measurement timed(const std::string& variant) {
  lab::Measurement row;
  row.experiment = "dot";
  row.variant = variant;
  row.time = {.median = 1, .least = 1, .most = 1, .samples = 3};
  row.outcome.right = true;
  return row;
}

std::shared_ptr<const session::LabResult> run_of(const std::vector<std::string>& variants) {
  auto run = std::make_shared<session::LabResult>();
  run->report.experiment = "dot";
  for (const std::string& each : variants) run->report.measurements.push_back(timed(each));
  return run;
}

TEST(Sights, WithoutCodeForAGpuTheLabBeginsWithTheKernelThatWasRecorded) {
  const auto& variants = lab::find_experiment("histogram").variants;
  const auto has_code = [](const lab::Variant& v) {
    return v.processor == lab::Processor::gpu && v.make != nullptr;
  };
  lab_room::LabRoom room;
  room.look_at({.place = session::Place::lab, .lab = session::LabSight{.experiment = "histogram"}});
  session::Sight noted;
  room.note_sight(noted);
  const lab::Variant& chosen =
      lab::find_variant(lab::find_experiment("histogram"), noted.lab->variant);
  EXPECT_EQ(chosen.processor, lab::Processor::gpu) << chosen.title;
  EXPECT_FALSE(chosen.yardstick || chosen.wrong_on_purpose);
  EXPECT_TRUE(chosen.make != nullptr || std::none_of(variants.begin(), variants.end(), has_code));
}

TEST(Guess, TimesComeOneAfterAnotherAndTheNewestIsChosen) {
  test::Desk desk;
  session::LabStatus& lab = desk.snapshot.lab;
  lab.results["dot"] = {run_of({"loop", "threads", "lecture"})};
  desk.lab.look_at(
      {.place = session::Place::lab, .lab = session::LabSight{.experiment = "dot", .guess = true}});
  const auto step = [&desk](int by) {
    desk.lab.reveal(by, desk.frame());
    desk.lab.begin(desk.frame(), 0.0);
    session::Sight noted;
    desk.lab.note_sight(noted);
    return noted.lab->variant;
  };
  desk.lab.begin(desk.frame(), 0.0);
  EXPECT_TRUE(desk.lab.reveals().next);
  EXPECT_FALSE(desk.lab.reveals().newest) << "no time is shown yet";
  EXPECT_EQ(step(1), "loop");
  EXPECT_EQ(step(1), "threads");
  EXPECT_TRUE(desk.lab.reveals().newest);
  EXPECT_EQ(step(-1), "loop");
  EXPECT_EQ(step(1), "threads");
  EXPECT_EQ(step(1), "lecture");
  EXPECT_FALSE(desk.lab.reveals().next) << "all are shown";
  EXPECT_FALSE(desk.lab.reveals().newest);
  EXPECT_EQ(desk.why_not(desk.lab, "reveal_next"), "No time is hidden");
}

TEST(Sights, OfAVariantThatWasNotRunHereTheLabShowsWhatIsRecorded) {
  test::Desk desk;
  session::LabStatus& lab = desk.snapshot.lab;
  lab.no_gpu = "there is none";
  lab.results["dot"] = {run_of({"loop", "threads"})};
  auto recorded = std::make_shared<session::LabResult>(*run_of({"loop", "more-blocks"}));
  recorded->recorded = true;
  lab.recorded["dot"] = {recorded};
  const auto shows_recorded = [&desk] {
    nlohmann::ordered_json status;
    desk.lab.add_status(status, desk.frame());
    return status["lab"]["recorded"].get<bool>();
  };
  const auto look_at = [&desk](const std::string& variant) {
    desk.lab.look_at({.place = session::Place::lab,
                      .lab = session::LabSight{.experiment = "dot", .variant = variant}});
  };
  look_at("threads");
  EXPECT_FALSE(shows_recorded());
  look_at("more-blocks");
  EXPECT_TRUE(shows_recorded());
  desk.perform(desk.lab, "previous_variant");
  EXPECT_TRUE(shows_recorded()) << "choosing another row must not change it";
  lab.results["dot"] = {run_of({"loop", "more-blocks"})};
  EXPECT_FALSE(shows_recorded()) << "this machine has measured the variant";
  lab.results["dot"] = {run_of({"loop"})};
  lab.no_gpu.clear();
  EXPECT_FALSE(shows_recorded()) << "this machine can measure the variant";
}

TEST(Sights, ARunWithoutAGpuChoosesAVariantThatCanRunAndTellsWhy) {
  test::Desk desk;
  desk.snapshot.lab.no_gpu = "no driver is installed";
  const auto chosen_after_run = [&desk](const std::string& variant) {
    desk.lab.look_at({.place = session::Place::lab,
                      .lab = session::LabSight{.experiment = "dot", .variant = variant}});
    desk.told.clear();
    desk.perform(desk.lab, "run_or_cancel");
    session::Sight noted;
    desk.lab.note_sight(noted);
    return noted.lab->variant;
  };
  EXPECT_EQ(chosen_after_run("vectors"), "threads") << "the last variant of the CPU must be chosen";
  EXPECT_EQ(desk.told,
            "The variant chosen cannot run here. It needs a CUDA GPU: no driver is installed. "
            "Chosen instead: CPU, threads and vectors.");
  EXPECT_EQ(chosen_after_run("loop"), "loop") << "a variant that can run stays chosen";
  EXPECT_EQ(desk.told, "");
}

TEST(Sights, TheStageShowsAgainTheLessonAndItsSettings) {
  const stage::Lesson& lesson = stage::find_lesson("dot");
  session::StageSight sight{.lesson = "dot",
                            .settings = stage::completed(lesson, {.version = "no-barriers"})};
  stage_room::StageRoom room;
  room.look_at({.place = session::Place::stage, .stage = sight});
  session::Sight noted;
  room.note_sight(noted);
  EXPECT_EQ(noted.stage, sight);
}

constexpr const char* kNumber = R"(// heatwave: title Numbers; task Write the numbers.
// heatwave: input a int[4] = 7; launch 1, 4; expect a[0] = 0 1 2 3
__global__ void number(int* a) { a[threadIdx.x] = threadIdx.x; }
)";

TEST(Sights, TheStageShowsAKernelOfOnesOwnAndSavesIt) {
  test::Desk desk;
  const stage::KernelFile file = stage::read_kernel_file(kNumber, "number.cu");
  desk.stage.look_at({.place = session::Place::stage,
                      .lab = {},
                      .stage = session::StageSight{file.lesson, file.settings}});
  EXPECT_EQ(desk.stage.title(desk.snapshot), "Numbers");
  EXPECT_EQ(desk.why_not(desk.stage, "check"), "") << "it has a task";
  session::Sight noted;
  desk.stage.note_sight(noted);
  EXPECT_EQ(noted.stage->lesson, "number.cu");
  EXPECT_EQ(noted.stage->settings.text, kNumber);
  desk.perform(desk.stage, "save_kernel");
  const auto& saved = std::get<session::SaveKernel>(desk.sent.back());
  EXPECT_EQ(saved.name, "number.cu");
  EXPECT_EQ(saved.text, kNumber);
  desk.perform(desk.stage, "copy_kernel");
  const auto& shared = std::get<session::ShareSight>(desk.sent.back());
  EXPECT_EQ(shared.sight.stage->settings.text, kNumber);
}

TEST(Sights, ASavedKernelNamesItsLesson) {
  test::Desk desk;
  desk.stage.show("race");
  desk.perform(desk.stage, "save_kernel");
  const auto& saved = std::get<session::SaveKernel>(desk.sent.back());
  EXPECT_EQ(saved.name, "race.cu");
  EXPECT_TRUE(saved.text.starts_with("// heatwave: lesson race plain\n__global__"));
  desk.perform(desk.stage, "copy_kernel");
  const auto& shared = std::get<session::ShareSight>(desk.sent.back());
  EXPECT_EQ(shared.sight.stage->settings.text, "") << "the lesson's own text need not travel";
}

}  // namespace
}  // namespace heatwave
