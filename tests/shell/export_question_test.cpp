// Tests the commands and the estimates that follow from a choice in the export dialog.
#include "app/shell/documents/export_question.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "../rooms/desk.h"
#include "app/scene/scene_files.h"
#include "app/session/field/picture_exports.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::shell {
namespace {

TEST(ExportChoice, EachRoomBeginsWithWhatItsKeyDidBeforeThereWasADialog) {
  test::Desk desk;
  const auto field = std::get<session::StartSequence>(command_of(first_choice(desk.fields)));
  EXPECT_EQ(field.every, 10);
  EXPECT_EQ(field.frames, 0);
  EXPECT_EQ(field.format, "");
  EXPECT_EQ(field.with, exporting::PictureParts{});
  const auto board = std::get<session::StartRoomSequence>(command_of(first_choice(desk.stage)));
  EXPECT_EQ(board.format, "");
  EXPECT_FALSE(board.size.is_given());
  EXPECT_TRUE(std::holds_alternative<session::SaveRoomPng>(command_of(first_choice(desk.lab))));
}

TEST(ExportChoice, ASizeIsInPixelsOfACellOrExact) {
  ExportChoice choice{.subject = ExportSubject::framed_field, .size = ExportSize::twice};
  EXPECT_EQ(choice.parts().size.times, 2);
  EXPECT_TRUE(choice.parts().bar && choice.parts().title && choice.parts().smooth);
  choice.size = ExportSize::ultra_hd;
  EXPECT_EQ(choice.parts().size.exact, (core::Extent{3840, 2160}));
  choice = {.size = ExportSize::own, .own = {500, 300}};
  EXPECT_EQ(choice.parts().size.exact, (core::Extent{500, 300}));
}

TEST(ExportChoice, ANameGetsTheEndingOfItsKind) {
  ExportChoice choice{.format = ".gif", .path = "film"};
  EXPECT_EQ(std::get<session::StartSequence>(command_of(choice)).folder, "film.gif");
  choice.path = "film.gif";
  EXPECT_EQ(std::get<session::StartSequence>(command_of(choice)).folder, "film.gif");
  choice = {.subject = ExportSubject::window, .format = ".png", .path = "all"};
  EXPECT_EQ(std::get<session::SaveWindowPng>(command_of(choice)).path, "all.png");
}

TEST(ExportEstimate, AFilmTakesAsLongAsItsStepsOrItsPictures) {
  ExportPreview preview{.image = std::make_shared<const exporting::Image>(),
                        .extent = {640, 480},
                        .bytes = {.first = 200'000, .each = 200'000},
                        .seconds = 0.1};
  ExportChoice choice{.format = "", .every = 10, .frames = 250};
  const std::string by_pictures = estimate_of(choice, preview, {.steps_per_second = 1e6});
  EXPECT_NE(by_pictures.find("pictures, 10.0 s of film"), std::string::npos) << by_pictures;
  EXPECT_NE(by_pictures.find("50.0"), std::string::npos) << by_pictures;
  EXPECT_NE(by_pictures.find("about 25 s"), std::string::npos) << by_pictures;
  const std::string by_steps = estimate_of(choice, preview, {.steps_per_second = 25});
  EXPECT_NE(by_steps.find("1 min 40 s"), std::string::npos) << by_steps;
  choice.format = ".png";
  EXPECT_EQ(estimate_of(choice, preview, {}).find("in all"), std::string::npos);
}

/// Returns the bytes of a film of these pictures that a session saves.
std::uintmax_t bytes_of_film(const scene::Scene& scene, const ExportChoice& choice,
                             const std::filesystem::path& folder) {
  ExportChoice saved = choice;
  saved.path = (folder / ("film" + choice.format)).string();
  session::Session session(scene, session::options_for_pictures());
  session.submit(command_of(saved));
  session.run(choice.every * choice.frames);
  session.finish_exports();
  if (!std::filesystem::is_directory(saved.path)) return std::filesystem::file_size(saved.path);
  std::uintmax_t sum = 0;
  for (const auto& each : std::filesystem::directory_iterator(saved.path)) sum += each.file_size();
  return sum;
}

TEST(ExportEstimate, AFilmTakesHalfToTwiceTheBytesThatAreToldBefore) {
  const test::AssetFolder assets;
  const testing::TemporaryFolder folder;
  for (const char* name : {"heat-plate", "double-slit", "spots"}) {
    scene::Scene scene = scene::scaled(scene::find_scene(name), {160, 120});
    session::Session session(scene, session::options_for_pictures());
    session.run(100);
    scene.given = scene::GivenField(std::make_shared<const field::FieldState>(session.state()));
    scene.initial.clear();
    for (const session::SequenceFormat& format : session::sequence_formats()) {
      const ExportChoice choice{.format = format.extension, .frames = 40};
      const ExportPreview preview =
          preview_of(choice,
                     session::picture_of(scene, session.state(), session.cell_flags(),
                                         choice.parts(), session.derived()),
                     scene);
      const double told = preview.bytes.of(choice.frames);
      double bytes = 0.0;
      try {
        bytes = static_cast<double>(
            bytes_of_film(scene, choice, folder.path() / (name + format.extension)));
      } catch (const core::Error& error) {
        if (std::string(error.what()).find("ffmpeg, which is not installed") == std::string::npos) {
          throw;
        }
        continue;  // this machine cannot write the format
      }
      EXPECT_GT(told, bytes / 2) << name << format.extension;
      EXPECT_LT(told, bytes * 2) << name << format.extension;
    }
  }
}

}  // namespace
}  // namespace heatwave::shell
