// Fixture for tests of recordings.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "app/wire/player.h"
#include "app/wire/recording.h"
#include "kernels/core/error.h"
#include "tests/session/scenes_for_tests.h"

namespace heatwave::wire {

using namespace scene;
using namespace session;

class Recordings : public ::testing::Test {
 protected:
  [[nodiscard]] SessionOptions options(int threads = 1) const {
    SessionOptions options = cpu_options(threads);
    options.export_folder = folder_.path();
    options.make_journal = recording_writers("1.2.3");
    return options;
  }
  [[nodiscard]] std::string path(const std::string& name = "r.hwrec") const {
    return (folder_.path() / name).string();
  }
  [[nodiscard]] std::string text(const std::string& name = "r.hwrec") const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  [[nodiscard]] std::string refusal_of(const std::string& text) const {
    try {
      parse_recording(text, "r.hwrec");
    } catch (const core::Error& error) {
      return error.what();
    }
    return "the recording was accepted";
  }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.push_back(entry.path().filename().string());
    }
    return names;
  }

 private:
  ScratchFolder folder_;
};

/// Returns the text with every `what` replaced.
inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
  return text;
}

inline void play_through(EntryPlayer& playback) {
  while (!playback.at_end()) playback.go_on(1000);
}

/// Sends various commands in frames.
inline void do_something(Session& session, int turns) {
  session.submit(Play{});
  for (int i = 0; i < turns; ++i) {
    session.submit(Paint{{{{3.0 + i, 3}, {9, 9.125}}, 2}, 0.5}, 4);
    session.submit(AddItem{disc_item(oscillating(9 + i), {20.0 - i, 8}, 2)});
    session.frame(0.001);
    const int id = session.snapshot().newest_item;
    for (int k = 0; k < 4; ++k) {
      session.submit(MoveItem{id, {1, k - 1.0}}, static_cast<Gesture>(10 + i));
      session.frame(0.001);
    }
    session.submit(Erase{{{{20, 8}, {24, 12}}, 1.5}});
    session.submit(Undo{});
    session.frame(0.001);
  }
}

}  // namespace heatwave::wire
