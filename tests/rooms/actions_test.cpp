// What keys do: which repeat while they are held down, and what is refused with words.
#include "app/rooms/actions.h"

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
                                      Action::smaller_interface,
                                      Action::lab_next_variant,
                                      Action::lab_previous_variant,
                                      Action::stage_step,
                                      Action::stage_back};
  for (const Shortcut& shortcut : shortcuts()) {
    const Room room = shortcut.heading.room.value_or(Room::fields);
    EXPECT_EQ(action_of(shortcut.chord, room), shortcut.action);
    const bool repeats =
        std::find(repeating.begin(), repeating.end(), shortcut.action) != repeating.end();
    EXPECT_EQ(action_of(shortcut.chord, room, true).has_value(), repeats) << shortcut.what;
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

TEST(Actions, WhatBelongsToTheFieldIsRefusedInTheLab) {
  Desk desk;
  PanelContext context = desk.context();
  desk.ui.room = Room::lab;
  desk.snapshot.can_undo = true;
  for (const Action action :
       {Action::undo, Action::play_pause, Action::reset, Action::save_field}) {
    EXPECT_NE(why_not(action, context), "");
    perform(action, context);
  }
  EXPECT_TRUE(desk.sent.empty());
  desk.ui.room = Room::fields;
  EXPECT_EQ(why_not(Action::undo, context), "");
  EXPECT_NE(why_not(Action::lab_run_or_cancel, context), "");
}

TEST(Actions, SpaceInTheLabRunsAllAndThenCancels) {
  Desk desk;
  PanelContext context = desk.context();
  desk.ui.room = Room::lab;
  perform(Action::lab_run_or_cancel, context);
  ASSERT_EQ(desk.sent.size(), 1U);
  const auto* run = std::get_if<session::RunLab>(&desk.sent[0]);
  ASSERT_NE(run, nullptr);
  EXPECT_TRUE(run->request.variants.empty());
  desk.snapshot.lab.running = true;
  perform(Action::lab_run_selected, context);
  EXPECT_EQ(desk.sent.size(), 1U) << "one run at a time";
  perform(Action::lab_run_or_cancel, context);
  ASSERT_EQ(desk.sent.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<session::CancelLab>(desk.sent[1]));
}

TEST(Actions, EscapeInTheLabClosesTheHelpBeforeItCancels) {
  Desk desk;
  PanelContext context = desk.context();
  desk.ui.room = Room::lab;
  desk.ui.help_shown = true;
  desk.snapshot.lab.running = true;
  perform(Action::lab_cancel, context);
  EXPECT_FALSE(desk.ui.help_shown);
  EXPECT_TRUE(desk.sent.empty());
  perform(Action::lab_cancel, context);
  EXPECT_EQ(desk.sent.size(), 1U);
}

}  // namespace
}  // namespace heatwave::panels
