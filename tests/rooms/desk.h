// All rooms without a window, and the commands that they send.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/fields/fields_room.h"
#include "app/rooms/lab/lab_room.h"
#include "app/rooms/stage/stage_room.h"
#include "app/shell/interface/key_map.h"

namespace heatwave::test {

/// Lets the program find its scenes from where tests run.
struct AssetFolder {
  AssetFolder() { ::setenv("HEATWAVE_ASSETS", HEATWAVE_ASSET_FOLDER, 1); }
};

struct Desk : AssetFolder {
  rooms::Frame frame() {
    return {{.theme = ui::theme_of(true),
             .fonts = fonts,
             .unit = 1.0F,
             .memory = memory,
             .places = nullptr,
             .is_for_picture = false},
            snapshot,
            timings,
            colours,
            commands,
            writer_has_room,
            keys,
            texture_of};
  }
  std::string why_not(rooms::Room& room, const char* id) {
    const rooms::Action* action = shell::find_action(room, id);
    return action == nullptr ? "no such action" : room.why_not(*action, frame());
  }
  void perform(rooms::Room& room, const char* id) {
    const rooms::Action* action = shell::find_action(room, id);
    ASSERT_NE(action, nullptr) << id;
    room.perform(*action, frame());
  }
  std::vector<rooms::Room*> rooms() { return {&fields, &lab, &stage}; }

  session::Snapshot snapshot;
  rooms::Timings timings;
  ui::FontSet fonts;
  ui::Memory memory;
  colour::ColourScale colours;
  bool writer_has_room = true;
  std::vector<session::Command> sent;
  std::string told;  ///< the newest message that was to be shown
  rooms::CommandSender commands{[this](session::Command command, session::Gesture) {
    if (const auto* message = std::get_if<session::ShowMessage>(&command)) {
      told = message->text;
    } else {
      sent.push_back(std::move(command));
    }
  }};
  std::function<std::string(std::string_view)> keys = [](std::string_view) { return ""; };
  std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)> texture_of;
  fields_room::FieldsRoom fields{commands.gestures()};
  lab_room::LabRoom lab;
  stage_room::StageRoom stage;
};

}  // namespace heatwave::test
