// Keys: which repeat while held down, which explain a refusal, and that the README lists the same
// keys.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "app/shell/interface/help_pages.h"
#include "app/shell/interface/key_map.h"
#include "desk.h"

namespace heatwave::shell {
namespace {

using rooms::Chord;
using test::Desk;
namespace key = rooms::key;

std::string id_of(const KeyAction& action) {
  if (action.of_room != nullptr) return action.of_room->id;
  return action.of_shell != nullptr ? action.of_shell->id : "";
}

std::vector<Chord> chords_of(const rooms::Action& action) {
  std::vector<Chord> all;
  const rooms::Chords& c = action.chords;
  for (const Chord& chord : {c.first, c.second, c.third, c.fourth, c.fifth}) {
    if (chord.key != 0) all.push_back(chord);
  }
  return all;
}

/// Returns the actions of the room and of the shell.
std::vector<const rooms::Action*> all_actions(const rooms::Room& room) {
  std::vector<const rooms::Action*> all = room.actions();
  for (const auto& row : ShellView::actions()) all.push_back(&row);
  return all;
}

TEST(Actions, OnlyStepsMovesSizesAndUndoRepeatWhileAKeyIsHeld) {
  const std::set<std::string> repeating{"step",
                                        "undo",
                                        "redo",
                                        "nudge_left",
                                        "nudge_right",
                                        "nudge_up",
                                        "nudge_down",
                                        "smaller_brush",
                                        "larger_brush",
                                        "larger_interface",
                                        "back",
                                        "wipe_left",
                                        "wipe_right",
                                        "higher_divider",
                                        "lower_divider",
                                        "next_variant",
                                        "previous_variant",
                                        "smaller_interface"};
  Desk desk;
  for (const rooms::Room* room : desk.rooms()) {
    for (const rooms::Action* action : all_actions(*room)) {
      for (const Chord& chord : chords_of(*action)) {
        EXPECT_EQ(id_of(action_of(*room, chord, false)), action->id);
        const bool repeats = !id_of(action_of(*room, chord, true)).empty();
        EXPECT_EQ(repeats, repeating.contains(action->id)) << action->id;
      }
    }
  }
}

TEST(Actions, NoChordAndNoIdMeansTwoThingsInARoom) {
  Desk desk;
  for (const rooms::Room* room : desk.rooms()) {
    std::set<std::tuple<int, bool, bool>> chords;
    std::set<std::string> ids;
    for (const rooms::Action* action : all_actions(*room)) {
      EXPECT_TRUE(ids.insert(action->id).second) << room->entry().id << ": " << action->id;
      for (const Chord& c : chords_of(*action)) {
        EXPECT_TRUE(chords.insert({c.key, c.control, c.shift}).second)
            << room->entry().id << ": " << action->id;
      }
    }
  }
}

TEST(Actions, TheHelpSaysWhatTheMouseDoesOnTheStageToo) {
  Desk desk;
  for (const rooms::Room* room : {desk.rooms().front(), desk.rooms().back()}) {
    const HelpSection mouse = help_of(*room, desk.rooms(), {}).front().sections.back();
    EXPECT_EQ(mouse.title, "Mouse") << room->entry().id;
    EXPECT_GE(mouse.lines.size(), 4U) << room->entry().id;
  }
}

TEST(Actions, TheFirstPageOfTheHelpHasKeysOfEveryRoomAndOfLectures) {
  Desk desk;
  for (const rooms::Room* room : desk.rooms()) {
    const HelpPage first = help_of(*room, desk.rooms(), {}).front();
    std::set<std::string> titles;
    std::set<std::string> ids;
    for (const HelpSection& section : first.sections) {
      EXPECT_TRUE(titles.insert(section.title).second) << section.title;
      for (const HelpLine& line : section.lines) {
        if (line.of != nullptr) ids.insert(section.title + "/" + line.of->id);
      }
    }
    for (const char* line : {"Fields/play_pause", "Lab/run_or_cancel", "Stage/play_pause",
                             "Lectures, presenting/lecture_next", "Lectures, presenting/present"}) {
      EXPECT_TRUE(ids.contains(line)) << room->entry().id << ": " << line;
    }
  }
}

TEST(Actions, TheHelpBeginsWithFewKeysAndHasAllOfThemOnPagesThatCanBeRead) {
  Desk desk;
  for (const rooms::Room* room : desk.rooms()) {
    const std::vector<HelpPage> pages = help_of(*room, desk.rooms(), {});
    std::set<std::string> listed;
    for (const HelpPage& page : pages) {
      std::size_t lines = 0;
      for (const HelpSection& section : page.sections) {
        EXPECT_FALSE(section.lines.empty()) << page.title;
        lines += section.lines.size();
        for (const HelpLine& line : section.lines) {
          if (&page != &pages.front() && line.of != nullptr) listed.insert(line.of->id);
        }
      }
      EXPECT_LE(lines, 34U) << page.title;
    }
    EXPECT_EQ(pages.front().title, "Most used");
    EXPECT_GE(pages.front().sections.at(1).lines.size(), 5U) << room->entry().id;
    EXPECT_LE(pages.size(), 6U) << "as many as have room beside each other";
    for (const rooms::Action* action : room->actions()) {
      EXPECT_TRUE(*action->keys == '\0' || listed.contains(action->id)) << action->id;
    }
    EXPECT_TRUE(listed.contains("toggle_help"));
    EXPECT_TRUE(listed.contains("lecture_next"));
  }
}

TEST(Actions, AKeyMeansWhatItsRoomSays) {
  Desk desk;
  EXPECT_EQ(id_of(action_of(desk.fields, {'Z', true}, false)), "undo");
  EXPECT_EQ(id_of(action_of(desk.fields, {'Z', true, true}, false)), "redo");
  EXPECT_EQ(id_of(action_of(desk.fields, {'X', true}, false)), "");
  EXPECT_EQ(id_of(action_of(desk.fields, {' '}, false)), "play_pause");
  EXPECT_EQ(id_of(action_of(desk.lab, {' '}, false)), "run_or_cancel");
  EXPECT_EQ(id_of(action_of(desk.lab, {'N'}, false)), "next_experiment");
  EXPECT_EQ(id_of(action_of(desk.lab, {'R'}, false)), "");
  EXPECT_EQ(id_of(action_of(desk.lab, {'Z', true}, false)), "");
  EXPECT_EQ(id_of(action_of(desk.stage, {key::kRight}, false)), "step");
  EXPECT_EQ(id_of(action_of(desk.fields, {key::kEnter}, false)), "");
  for (const rooms::Room* room : desk.rooms()) {
    EXPECT_EQ(id_of(action_of(*room, {'1'}, false)), "show_fields");
    EXPECT_EQ(id_of(action_of(*room, {'2'}, false)), "show_lab");
    EXPECT_EQ(id_of(action_of(*room, {'3'}, false)), "show_stage");
    EXPECT_EQ(id_of(action_of(*room, {'H'}, false)), "toggle_panel");
    EXPECT_EQ(keys_of(*room, "toggle_panel"), "H");
  }
}

TEST(Actions, NothingIsSavedWhileThereIsNoRoomAndThePersonIsTold) {
  for (const char* id : {"save_field", "save_window"}) {
    Desk desk;
    desk.writer_has_room = false;
    desk.perform(desk.fields, id);
    EXPECT_TRUE(desk.sent.empty());
    EXPECT_NE(desk.told, "") << id;
  }
  Desk desk;
  desk.writer_has_room = false;
  desk.perform(desk.lab, "save_chart");
  EXPECT_NE(desk.told, "");
  desk.perform(desk.stage, "save_board");
  EXPECT_TRUE(desk.sent.empty());
}

TEST(Actions, ARoomAsksForItsPictureByACommand) {
  Desk desk;
  desk.perform(desk.lab, "save_chart");
  desk.perform(desk.stage, "save_board");
  ASSERT_EQ(desk.sent.size(), 2U);
  for (const session::Command& each : desk.sent) {
    EXPECT_TRUE(std::holds_alternative<session::SaveRoomPng>(each));
  }
}

TEST(Actions, ASurfaceIsSavedAsTheWindowShowsItAndAFieldFromAbove) {
  view::Relief relief;
  relief.heights.extent = {1, 1};
  relief.heights.values = {0.0F};
  for (const bool has_surface : {false, true}) {
    Desk desk;
    rooms::Frame frame = desk.frame();
    if (has_surface) frame.relief = &relief;
    desk.fields.perform(*find_action(desk.fields, "save_field"), frame);
    ASSERT_EQ(desk.sent.size(), 1U);
    EXPECT_EQ(std::holds_alternative<session::SaveSurfacePng>(desk.sent[0]), has_surface);
    EXPECT_EQ(std::holds_alternative<session::SaveFieldPng>(desk.sent[0]), !has_surface);
  }
}

TEST(Actions, ControlSAsksForAFileAndStartsNothing) {
  for (const bool shift : {false, true}) {
    Desk desk;
    const KeyAction action = action_of(desk.fields, {'S', true, shift}, false);
    ASSERT_NE(action.of_room, nullptr);
    desk.fields.perform(*action.of_room, desk.frame());
    ASSERT_EQ(desk.sent.size(), 1U);
    const auto* save = std::get_if<session::SaveDocument>(&desk.sent[0]);
    ASSERT_NE(save, nullptr);
    EXPECT_EQ(save->as, shift);
  }
  Desk desk;
  for (const rooms::Room* room : desk.rooms()) {
    EXPECT_EQ(id_of(action_of(*room, {'O', true}, false)), "open") << room->entry().id;
  }
  for (const rooms::Room* room : desk.rooms()) {
    EXPECT_EQ(id_of(action_of(*room, {'E', true}, false)), "export") << room->entry().id;
  }
  EXPECT_EQ(id_of(action_of(desk.lab, {'S', true}, false)), "");
  EXPECT_EQ(id_of(action_of(desk.stage, {'S', true}, false)), "save_kernel");
}

TEST(Actions, WhatBelongsToTheFieldIsNotInTheLab) {
  Desk desk;
  desk.snapshot.can_undo = true;
  for (const char* id : {"undo", "play_pause", "reset", "save_field"}) {
    EXPECT_EQ(find_action(desk.lab, id), nullptr) << id;
  }
  EXPECT_EQ(desk.why_not(desk.fields, "undo"), "");
  EXPECT_EQ(find_action(desk.fields, "run_or_cancel"), nullptr);
}

TEST(Actions, SpaceInTheLabRunsAllAndThenCancels) {
  Desk desk;
  desk.perform(desk.lab, "run_or_cancel");
  ASSERT_EQ(desk.sent.size(), 1U);
  const auto* run = std::get_if<session::RunLab>(&desk.sent[0]);
  ASSERT_NE(run, nullptr);
  EXPECT_TRUE(run->request.variants.empty());
  desk.snapshot.lab.running = true;
  desk.perform(desk.lab, "run_selected");
  EXPECT_EQ(desk.sent.size(), 1U) << "one run at a time";
  desk.perform(desk.lab, "run_or_cancel");
  ASSERT_EQ(desk.sent.size(), 2U);
  EXPECT_TRUE(std::holds_alternative<session::CancelLab>(desk.sent[1]));
}

std::string table_of(const std::string& title, const std::vector<rooms::Hint>& lines) {
  std::string text = "### " + title + "\n\n| keys | do |\n|---|---|\n";
  for (const rooms::Hint& line : lines) {
    text += std::string("| `") + line.keys + "` | " + line.what + " |\n";
  }
  return text + "\n";
}

/// Returns the key tables of app/shell/README.md, made from the tables of actions.
std::string keys_as_markdown(const std::vector<rooms::Room*>& all) {
  std::vector<rooms::Hint> everywhere;
  for (const auto& row : ShellView::actions()) {
    if (*row.keys != '\0') everywhere.push_back({row.keys, row.what});
  }
  std::string text = table_of("In every room", everywhere);
  for (const rooms::Room* room : all) {
    std::vector<rooms::Hint> lines;
    for (const rooms::Action* action : room->actions()) {
      if (*action->keys != '\0') lines.push_back({action->keys, action->what});
    }
    text += table_of(room->entry().title, lines);
  }
  return text;
}

TEST(Actions, TheReadmeOfTheShellHasTheSameKeys) {
  std::ifstream file(HEATWAVE_KEY_TABLES);
  std::ostringstream readme;
  readme << file.rdbuf();
  Desk desk;
  const std::string keys = keys_as_markdown(desk.rooms());
  EXPECT_NE(readme.str().find(keys), std::string::npos) << "app/shell/README.md should have:\n\n"
                                                        << keys;
}

TEST(Actions, WhatIsEditedInOneHoldIsOneGesture) {
  std::vector<session::Gesture> gestures;
  rooms::CommandSender commands(
      [&](session::Command, session::Gesture gesture) { gestures.push_back(gesture); });
  commands.edit(session::Pause{}, 1);
  commands.edit(session::Pause{}, 1);
  commands.edit(session::Pause{}, 2);
  commands.send(session::Pause{});
  ASSERT_EQ(gestures.size(), 4U);
  EXPECT_EQ(gestures[0], gestures[1]);
  EXPECT_NE(gestures[1], gestures[2]);
  EXPECT_NE(gestures[2], gestures[3]);
}

}  // namespace
}  // namespace heatwave::shell
