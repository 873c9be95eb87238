// Commands for the session itself: recordings and notices.
#pragma once

#include <cstdint>
#include <string>

#include "app/session/command_traits.h"

namespace heatwave::session {

struct StartRecording {
  static constexpr CommandTraits kTraits{
      .name = "start-recording", .words = "starts a recording", .touches_files = true};
  std::string path;      ///< empty: a fresh name in the export folder
  bool replace = false;  ///< an existing file may be replaced
  static void fields(auto& self, auto&& visit) {
    visit.optional("path", self.path);
    visit.optional("replace", self.replace);
  }
};

struct StopRecording {
  static constexpr CommandTraits kTraits{
      .name = "stop-recording", .words = "ends the recording and saves it", .touches_files = true};
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

struct DismissNotice {
  static constexpr CommandTraits kTraits{.name = "dismiss-notice", .words = "takes a notice away"};
  std::uint64_t id = 0;
  static void fields(auto& self, auto&& visit) { visit("id", self.id); }
};

}  // namespace heatwave::session
