// The host's code of a lesson: its text is shown below the kernel, and played as it stands there.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cuda_text/compiler.h"
#include "kernels/stage/host_code.h"
#include "kernels/stage/lesson.h"

namespace heatwave::stage {

/// How the stage shows an array that the host's code allocates.
struct ShownArray {
  int width = 0;  ///< cells in a row if it is shown as a grid; 0: one row
  bool is_mutex = false;
  bool may_vary = false;  ///< its values may depend on the schedule although the kernel is right
  std::string addressed_by = {};  ///< array whose cell i is the index that thread i reads
  bool keeps_rows = false;        ///< rows of its grid that no thread uses are shown, too
  std::string step = {};  ///< sentence of the step that allocates it; empty: that is no step
};

/// The values that a lesson gives its host function, by their names in the text.
struct HostInputs {
  std::map<std::string, double> numbers = {};             ///< parameters, also those of a template
  std::map<std::string, std::vector<double>> lists = {};  ///< host memory behind a pointer
  /// Declare arrays of the board behind a pointer, of the device or the host; called before the
  /// first launch.
  std::map<std::string, std::function<Array()>> arrays = {};
  std::map<std::string, ShownArray> shown = {};  ///< by the name of the pointer
  Array buffer = {};      ///< printf's buffer on the device; an array that was never declared: none
  Array terminal = {};    ///< the lines that the host has printed
  int alignment = 512;    ///< a pitch is a multiple of this many bytes
  bool computes = false;  ///< an assignment that only computes in registers is a step of its own
  /// Give a number by the id of an input, and a list `a` to `host_a`, unless others are given
  /// above; null: there are none. They must outlive the play.
  const PlaySettings* settings = nullptr;

  /// None: there is no such number.
  [[nodiscard]] std::optional<double> number(const std::string& name) const;
  /// Null: there is no such list.
  [[nodiscard]] const std::vector<double>* list(const std::string& name) const;
};

/// The host function of a text, which has the name `host`. It is compiled once; several threads may
/// play it.
class HostProgram : core::NonCopyable {
 public:
  /// `kernels`: the text that stands above the host's. Throws core::Error when the parser finds
  /// mistakes, or when there is no host function.
  HostProgram(const std::string& kernels, std::string text, HostSteps steps);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] HostSteps steps() const { return steps_; }
  [[nodiscard]] const HostFunction& function() const { return function_; }
  /// Returns the lines of the kernels' text and the empty line below it.
  [[nodiscard]] int lines_above() const { return lines_above_; }

 private:
  std::string text_;
  HostSteps steps_;
  int lines_above_;
  cuda_text::Source source_;
  std::vector<HostStructure> structures_;
  HostFunction function_;
};

/// Returns the number of the host code's first line where it is shown below these kernels; 0: the
/// text has no host code.
int first_host_line(const KernelText& code);

/// Returns a lesson's inputs as its host function gets them.
inline HostInputs host_inputs(const PlaySettings& settings) { return {.settings = &settings}; }

/// Plays the host's code of a text, whose kernels may be edited ones. Call it in the program that
/// Machine::play plays. Returns the arrays of the device's memory by their names. Throws
/// core::Error when the code does what the stage does not play.
std::map<std::string, Array> play_host(Machine& machine, const KernelText& code,
                                       const HostInputs& inputs);
/// Returns a program for Machine::play that plays the host's code and nothing else.
std::function<void()> host_play(Machine& machine, const KernelText& code, HostInputs inputs);

}  // namespace heatwave::stage
