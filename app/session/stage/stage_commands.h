// Commands for the stage.
#pragma once

#include <string>

#include "app/session/command_traits.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

struct PlayLesson {
  static constexpr CommandTraits kTraits{.name = "play-lesson",
                                         .words = "plays a lesson of the stage to its end"};
  std::string lesson;
  stage::PlaySettings settings;  ///< missing values are the lesson's own
  static void fields(auto& self, auto&& visit) {
    visit("lesson", self.lesson);
    visit("settings", self.settings);
  }
};

}  // namespace heatwave::session
