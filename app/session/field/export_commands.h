// What is saved of a field: pictures, sequences of them, the scene.
#pragma once

#include <cstdint>
#include <string>

#include "app/export/field_picture.h"
#include "app/session/command_traits.h"

namespace heatwave::session {

struct SaveFieldPng {
  static constexpr CommandTraits kTraits{.name = "save-field-png",
                                         .words = "saves the field as a picture, one pixel a cell",
                                         .touches_files = true};
  std::string path;  ///< empty: a fresh name in the export folder
  exporting::PictureParts with;
  static void fields(auto& self, auto&& visit) {
    visit.optional("path", self.path);
    visit.inner(self.with);
  }
};

struct SaveScene {
  static constexpr CommandTraits kTraits{
      .name = "save-scene", .words = "saves the scene as a file", .touches_files = true};
  std::string path;      ///< likewise
  bool replace = false;  ///< files that are there already
  bool paused = false;   ///< a window that opens it lets it rest
  static void fields(auto& self, auto&& visit) {
    visit.optional("path", self.path);
    visit.optional("replace", self.replace);
    visit.optional("paused", self.paused);
  }
};

/// What a sequence may take of the disk, in bytes, unless something else is asked for.
inline constexpr std::int64_t kMostSequenceBytes = 10'000'000'000;

struct StartSequence {
  static constexpr CommandTraits kTraits{.name = "start-sequence",
                                         .words = "saves a picture every so many steps",
                                         .touches_files = true};
  std::int64_t every = 10;
  std::int64_t frames = 0;                       ///< 0: until stopped
  std::string folder;                            ///< empty: a fresh one
  std::int64_t most_bytes = kMostSequenceBytes;  ///< 0: as many as the disk holds
  std::string format;  ///< of one file with a fresh name, ".gif"; empty: a folder, or as it says
  exporting::PictureParts with;
  static void fields(auto& self, auto&& visit) {
    visit("every", self.every);
    visit.optional("frames", self.frames);
    visit.optional("folder", self.folder);
    visit.optional("most_bytes", self.most_bytes);
    visit.optional("format", self.format);
    visit.inner(self.with);
  }
};

struct StopSequence {
  static constexpr CommandTraits kTraits{
      .name = "stop-sequence", .words = "ends the sequence of pictures", .touches_files = true};
  static void fields(auto& /*self*/, auto&& /*visit*/) {}
};

}  // namespace heatwave::session
