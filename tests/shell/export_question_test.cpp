// Tests the commands and the estimates that follow from a choice in the export dialog.
#include "app/shell/documents/export_question.h"

#include <gtest/gtest.h>

#include "../rooms/desk.h"

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
                        .png_bytes = 200'000,
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

}  // namespace
}  // namespace heatwave::shell
