// What a lesson of the stage is: a small kernel to be watched, its inputs, and what to ask the
// class.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/stage/machine.h"

namespace heatwave::stage {

/// Something that a person may change before playing again: a number, or a list of numbers.
struct Input {
  std::string id;     ///< "a"
  std::string title;  ///< "vector a"
  std::string help;   ///< one sentence
  std::vector<double> initial;
  double minimum = -1e6;
  double maximum = 1e6;
  bool whole_numbers = true;
  int least = 1;  ///< how many numbers the list may have
  int most = 1;
  std::string version = {};  ///< the only one that heeds it; empty: all do
};

/// The inputs of lessons whose launch may have other shapes.
Input blocks_input(int initial, int maximum, const std::string& help = "Blocks of the launch.");
Input threads_input(int initial, int maximum, const std::string& help = "Threads of each block.");

/// One way to write the kernel, where a lesson compares several: right, or with a mistake.
struct Version {
  std::string id;     ///< "no-barrier"
  std::string title;  ///< "without its barriers"
  std::string what;   ///< one sentence: what is different, and what to look for
  std::map<std::string, std::vector<double>> inputs = {};  ///< that it begins with, if not as usual
  std::optional<Schedule> schedule = {};                   ///< likewise
};

struct PlaySettings {
  std::string version;                                ///< empty: the lesson's first
  std::map<std::string, std::vector<double>> inputs;  ///< those that are not given are as at first
  Schedule schedule;
  int warp = 0;  ///< threads of a warp; 0: the lesson's own
  friend bool operator==(const PlaySettings&, const PlaySettings&) = default;

  [[nodiscard]] const std::vector<double>& list(const std::string& id) const {
    return inputs.at(id);
  }
  [[nodiscard]] double number(const std::string& id) const { return inputs.at(id).front(); }
  [[nodiscard]] int whole(const std::string& id) const { return static_cast<int>(number(id)); }
};

struct Lesson {
  std::string id;            ///< "dot"
  std::string title;         ///< "Dot product"
  std::string shows;         ///< two or three sentences: what happens, and what to look for
  std::string question;      ///< to ask the class
  std::string lab;           ///< the experiment that measures the same; empty: none
  std::string lecture = {};  ///< what the lecture says or counts, to stand beside; empty: nothing
  std::vector<Input> inputs = {};
  std::vector<Version> versions = {};  ///< empty: there is only one
  Schedule schedule = {};              ///< that it is played with at first
  int warp = 32;                       ///< likewise
  /// Declares the arrays and gives the host's program. Kernel code is marked in the lesson's file
  /// as the lab's is: `// variant: version` … `// end`.
  std::function<std::function<void()>(Machine&, const PlaySettings&)> set_up;
};

/// What a version is played with unless a person says otherwise.
Schedule first_schedule(const Lesson& lesson, const std::string& version);
/// The settings for another version: what a person has not changed is as that one begins.
PlaySettings with_version(const Lesson& lesson, PlaySettings settings, const std::string& version);

/// The settings with everything that was left open filled in. Throws core::Error for what a lesson
/// does not know or cannot have.
PlaySettings completed(const Lesson& lesson, PlaySettings settings);

/// Plays it to its end, its fault, or the end of the choices. Throws Cancelled when the watch gives
/// it up.
Trace play(const Lesson& lesson, const PlaySettings& settings, Watch watch = {});

}  // namespace heatwave::stage
