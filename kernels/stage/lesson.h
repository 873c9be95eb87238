// A lesson of the stage is a small kernel to watch, its inputs and a question for the class.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/stage/kernel_text.h"
#include "kernels/stage/machine.h"

namespace heatwave::stage {

/// A number, or a list of numbers, that the user may change before playing again.
struct Input {
  std::string id;     ///< "a"
  std::string title;  ///< "vector a"
  std::string help;   ///< one sentence
  std::vector<double> initial;
  double minimum = -1e6;
  double maximum = 1e6;
  bool whole_numbers = true;
  int least = 1;  ///< bounds of the list's length
  int most = 1;
  std::string version = {};  ///< the only version that uses it; empty: all versions do
};

/// Return the inputs of lessons whose launch shape can be changed.
Input blocks_input(int initial, int maximum, const std::string& help = "Blocks of the launch.");
Input threads_input(int initial, int maximum, const std::string& help = "Threads of each block.");

/// One version of the kernel, correct or with a mistake; a lesson may compare several.
struct Version {
  std::string id;        ///< "no-barrier"
  std::string title;     ///< "without its barriers"
  std::string what;      ///< one sentence: the difference, and what to look for
  KernelText code = {};  ///< empty: the lesson's
  /// Initial inputs that differ from the lesson's.
  std::map<std::string, std::vector<double>> inputs = {};
  std::optional<Schedule> schedule = {};  ///< initial schedule; empty: the lesson's
};

struct PlaySettings {
  std::string version;  ///< empty: the lesson's first version
  /// By id; a missing input has its initial value.
  std::map<std::string, std::vector<double>> inputs;
  Schedule schedule;
  int warp = 0;           ///< threads in a warp; 0: the lesson's own
  std::string text = {};  ///< CUDA text that is played instead of the lesson's; empty: the lesson's
  friend bool operator==(const PlaySettings&, const PlaySettings&) = default;

  [[nodiscard]] const std::vector<double>& list(const std::string& id) const {
    return inputs.at(id);
  }
  [[nodiscard]] double number(const std::string& id) const { return inputs.at(id).front(); }
  [[nodiscard]] int whole(const std::string& id) const { return static_cast<int>(number(id)); }
};

struct Lesson {
  std::string id;           ///< "dot"
  std::string title;        ///< "Dot product"
  std::string shows;        ///< two or three sentences: what happens, and what to look for
  std::string question;     ///< question for the class
  std::string answer = {};  ///< its answer; empty: an exercise or a file has none
  std::string lab;          ///< experiment that measures this kernel; empty: none
  /// Words or figures of the slides, with their author's name, shown beside the lesson; empty:
  /// nothing.
  std::string lecture = {};
  bool is_exercise = false;  ///< `shows` is a task
  /// Hints of an exercise, to be shown one after another; empty: it has none.
  std::vector<std::string> hints = {};
  /// Most extra passes for bank conflicts that a solution of an exercise may take; none: any
  /// number.
  std::optional<int> most_conflicts = {};
  std::vector<Input> inputs = {};
  std::vector<Version> versions = {};  ///< empty: there is only one version
  Schedule schedule = {};              ///< initial schedule
  int warp = 32;                       ///< initial number of threads in a warp
  /// The kernel and the host's code, as CUDA. `//! reason` at the end of a line marks it.
  KernelText code = {};
  /// Declares the arrays and returns the host's program, which launches kernels of the text.
  std::function<std::function<void()>(Machine&, const PlaySettings&, const KernelText&)> set_up;
};

/// Returns the text that these settings play: the user's own, or that of the version. The host's
/// code is always the lesson's.
KernelText code_of(const Lesson& lesson, const PlaySettings& settings);

/// Returns the initial schedule of a version.
Schedule first_schedule(const Lesson& lesson, const std::string& version);
/// Returns the settings for another version. Values that the user has not changed become that
/// version's initial values.
PlaySettings with_version(const Lesson& lesson, PlaySettings settings, const std::string& version);

/// Returns the settings with all missing values filled in. Throws core::Error for an unknown or
/// invalid setting.
PlaySettings completed(const Lesson& lesson, PlaySettings settings);

/// Plays the lesson to its end, to a fault or to the end of the choices; `goes_on`: after the last
/// choice one thread runs after the other, and one that polls in vain waits; `most_steps`: a longer
/// play counts as endless; `pages`: memory that this thread's plays use one after the other. Throws
/// Cancelled when the watch cancels the play.
Trace play(const Lesson& lesson, const PlaySettings& settings, Watch watch = {},
           bool goes_on = false, std::int64_t most_steps = Rules{}.most_steps,
           std::shared_ptr<PlayMemory> pages = std::make_shared<PlayMemory>());

}  // namespace heatwave::stage
