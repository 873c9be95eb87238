// What keys do: which repeat while they are held down, and what is refused with words.
#include "app/panels/actions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace heatwave::panels {
namespace {

struct Desk {
  PanelContext context() {
    return {.snapshot = snapshot,
            .timings = timings,
            .theme = theme_of(true),
            .fonts = fonts,
            .colours = colours,
            .ui = ui,
            .tools = tools,
            .mapping = mapping,
            .sink = sink,
            .open_scene = opener,
            .unit = 1.0F};
  }

  session::Snapshot snapshot;
  Timings timings;
  FontSet fonts;
  colour::ColourScale colours;
  UiState ui;
  FieldTools tools;
  view::FieldMapping mapping;
  std::vector<session::Command> sent;
  CommandSink sink = [this](session::Command command, session::Gesture) {
    sent.push_back(std::move(command));
  };
  std::function<void(const std::string&)> opener = [](const std::string&) {};
};

TEST(Actions, OnlyStepsMovesSizesAndUndoRepeatWhileAKeyIsHeld) {
  const std::vector<Action> repeating{Action::step,
                                      Action::undo,
                                      Action::redo,
                                      Action::nudge_left,
                                      Action::nudge_right,
                                      Action::nudge_up,
                                      Action::nudge_down,
                                      Action::smaller_brush,
                                      Action::larger_brush,
                                      Action::larger_interface,
                                      Action::smaller_interface};
  for (const Shortcut& shortcut : shortcuts()) {
    EXPECT_EQ(action_of(shortcut.chord), shortcut.action);
    const bool repeats =
        std::find(repeating.begin(), repeating.end(), shortcut.action) != repeating.end();
    EXPECT_EQ(action_of(shortcut.chord, true).has_value(), repeats) << shortcut.what;
  }
}

TEST(Actions, NothingIsSavedWhileThereIsNoRoomAndThePersonIsTold) {
  for (const Action action : {Action::save_field, Action::save_window, Action::toggle_sequence}) {
    Desk desk;
    PanelContext context = desk.context();
    desk.ui.writer_has_room = false;
    perform(action, context);
    EXPECT_TRUE(desk.sent.empty());
    EXPECT_FALSE(desk.ui.requests.save_window);
    EXPECT_NE(desk.ui.told, "");
  }
}

TEST(Actions, ASequenceCanBeStoppedWithoutRoom) {
  Desk desk;
  PanelContext context = desk.context();
  desk.ui.writer_has_room = false;
  desk.snapshot.exporting.sequence = true;
  perform(Action::toggle_sequence, context);
  ASSERT_EQ(desk.sent.size(), 1U);
  EXPECT_TRUE(std::holds_alternative<session::StopSequence>(desk.sent[0]));
}

}  // namespace
}  // namespace heatwave::panels
