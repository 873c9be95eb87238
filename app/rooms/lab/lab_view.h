// The Lab's private state, the context that its parts draw from, and the actions that keys and
// buttons share.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/room.h"
#include "app/rooms/shown_source.h"
#include "app/session/lab/profile_report.h"
#include "app/session/sights.h"
#include "app/ui/box.h"
#include "app/ui/group_list.h"
#include "app/ui/line_diff.h"
#include "app/ui/settling.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab_room {

using session::LabChart;
using session::LabDetail;
enum class SweepMetric : std::uint8_t { time, bandwidth, arithmetic, cells };

inline constexpr int kRepeats = 20;

/// The report in the lecture profiler's format, and the inputs that it was made from.
struct ProfileReport {
  std::shared_ptr<const session::LabResult> of;
  lab::Settings settings;
  std::vector<session::ProfilePart> parts;
};

/// The lines about the best variant of the shown result. Each lists its wordings from the longest
/// to the shortest.
struct BestWords {
  /// "Best: 21.1 µs, kernel alone 73.4× faster than all 16 CPU threads"
  std::vector<std::string> headlines;
  std::vector<std::string> details;
  std::string shortest_copies;  ///< shortest comparison of times with copies; empty: there is none
  std::string compared;         ///< comparison with the reference; empty: there is none
};

/// The conclusion from the shown result.
struct ConclusionModel {
  /// The words of this frame; none: nothing is measured, times are hidden, or the chart is of
  /// another subject.
  std::optional<BestWords> words;
  std::optional<ui::Box> keys;  ///< place of captions of keys beside it; none: no such place
};

/// The area of the chart, and how much of it fits.
struct ChartPlace {
  ui::Box area;
  float missing = 0.0F;             ///< missing height; if positive, the rows scroll
  float needed = 0.0F;              ///< height in which no row scrolls; 0: the chart has no rows
  float tight = 0.0F;               ///< height in which the lowest rows do not scroll
  float scrolled = 0.0F;            ///< height by which the rows are scrolled
  std::optional<float> scrolls_to;  ///< height by which to scroll next; none: as they are
  bool draws_whole = false;         ///< draws all rows, without scrolling, for a picture
  bool takes_turns = false;         ///< chart and details are shown one at a time
  bool in_front = true;             ///< where they take turns: the chart is shown
  /// The Lab's controls share a row with the chart's heading, or with the source's.
  bool joins_heading = false;
  float head_room = 0.0F;     ///< width that they take there
  bool names_origin = false;  ///< one of them says where the result was measured
  /// Share of the room above the divider between chart and details, as it was last chosen. Until
  /// then the chart takes more where its rows need it.
  float share = kFirstShare;
  float drawn_share = kFirstShare;  ///< share of the room that the chart took in the last frame

  /// Returns whether the chart is shown, alone or above the details.
  [[nodiscard]] bool is_shown() const { return !takes_turns || in_front; }

  static constexpr float kFirstShare = 0.5F;
  static constexpr float kLeastShare = 0.2F;
  static constexpr float kMostShare = 0.8F;
  /// The most that a chart takes by itself for rows of a comfortable height.
  static constexpr float kGrownShare = 0.58F;
  /// The most that it takes for the lowest rows: the source keeps a height in which it can be read,
  /// and more rows scroll.
  static constexpr float kTightShare = 0.72F;
  /// The most that a chart takes by itself where the room is presented.
  static constexpr float kPresentedShare = 0.68F;
};

enum class LabColumn : std::uint8_t;

/// The list of variants with their times.
struct ListModel {
  bool linear = false;       ///< bars from zero instead of dots on a logarithmic axis
  float axis_length = 0.0F;  ///< length of the time axis in the last frame, in window units
  session::LabFigures figures = session::LabFigures::time;
  std::optional<LabColumn> sort_column;  ///< none: the ladder's order
  bool sort_descending = false;
  std::vector<std::string> key;  ///< texts of the legend in the last frame; empty: there is none
};

/// Times that are hidden until the class has guessed.
struct GuessModel {
  /// Stands in place of descriptions while times are hidden.
  static constexpr const char* kInPlaceOfWords =
      "The description gives the answers away: it returns with the last time.";

  bool on = false;
  std::size_t revealed = 0;  ///< number of shown times, in the ladder's order
  std::size_t hidden = 0;    ///< number of hidden times at the beginning of the frame

  /// Descriptions would give the answers away.
  [[nodiscard]] bool hides_words() const { return hidden > 0; }
};

/// The runs over several values of a parameter.
struct SweepModel {
  std::map<std::string, std::string> parameters;  ///< to sweep, by experiment; only chosen ones
  SweepMetric metric = SweepMetric::time;         ///< y axis of the chart
};

/// The smallest and the largest value of a picture, kept because finding them takes time.
struct PictureRange {
  std::shared_ptr<const lab::Picture> of;
  std::array<float, 2> ends{};
};

class LabKernel;

/// How the code of the chosen variant is shown.
struct CodeModel {
  std::shared_ptr<LabKernel> kernel;  ///< null: the kernel is not being edited
  std::string wanted_kernel;          ///< text to edit next; empty: none
  bool whole_file = false;            ///< the source view shows the whole file
  bool shows_ptx = false;             ///< PTX beside the CUDA C
  bool shows_sass = false;            ///< SASS beside the CUDA C
  std::string other;                  ///< the variant beside it; empty: none
  std::string named;                  ///< text in the line that a lecture points at; empty: none
  bool shows_mark = false;            ///< the first important line is visible
  int first_line = 0;      ///< number of the line at the top of the code; 0: it has no number
  int lines_in_sight = 0;  ///< number of lines that are wholly in sight
  int lines = 0;           ///< number of all lines

  /// Returns whether a lecture points at a line: the code has all of the room.
  [[nodiscard]] bool is_pointed_at() const { return !named.empty(); }
  std::shared_ptr<const rooms::ShownSource> source;  ///< shown source; null: none yet
  /// shown PTX, SASS or other variant; null: none yet
  std::shared_ptr<const rooms::ShownSource> beside;
  std::vector<ui::LinePair> pairs;  ///< lines of `source` and of the other variant, side by side
  std::string pairs_of;             ///< keys of the sources that `pairs` compares
};

/// The experiment and the variant last chosen.
struct ChosenVariant {
  std::string last;
  bool changed = false;  ///< another variant was chosen; scrolls to it
  ui::Settling settles;
};

/// The user's choices in the Lab; they stay when the experiment or the room changes.
struct LabModel {
  std::string experiment;                         ///< shown experiment; empty: the first one
  std::map<std::string, lab::Settings> settings;  ///< by experiment; only changed settings
  std::map<std::string, std::string> selected;    ///< by experiment: the chosen variant
  /// By experiment: 1 + the index of the shown recording; 0: this machine's runs.
  std::map<std::string, std::size_t> recording;
  /// Experiment and variant of the current lecture. If this machine's run lacks the variant, a
  /// recording that contains it is shown.
  std::pair<std::string, std::string> told_of;
  /// By experiment: 1 + the index of the run beside the shown one, counted as in `origins_of`; 0:
  /// none.
  std::map<std::string, std::size_t> run_beside;
  int repeats = kRepeats;
  LabChart chart = LabChart::times;
  ChartPlace chart_place;
  ListModel list;
  GuessModel guess;
  ConclusionModel conclusion;
  SweepModel sweep;
  PictureRange picture_range;
  LabDetail detail = LabDetail::source;
  CodeModel code;
  ChosenVariant chosen;
  ui::Box free_place;  ///< area where a notice covers nothing important
  ui::Folds folds;
  ProfileReport profile;
};

struct LabView : rooms::Frame {
  LabModel& model;

  static std::span<const rooms::ActionRow<LabView>> actions();
};

void draw_lab_place(LabView& context, const ui::Box& whole);
/// Draws the chart again over everything else, tall enough for all its rows if the window allows.
void draw_whole_chart(LabView& context, const ui::Box& window);

/// Rounds a number from a slider to two digits: 13 421 773 becomes 13 000 000.
std::int64_t with_two_digits(double value);

std::span<const ui::GroupRow<LabView>> side_groups();

// Shown content
// -------------------------------------------------------------------------------------------

/// Returns the shown experiment: the chosen one, or the first.
const lab::Experiment& shown_experiment(const LabModel& model);
/// Returns the settings of the shown experiment: its initial values until they are changed.
lab::Settings shown_settings(const LabModel& model);
/// Returns the settings of the shown experiment to change them.
lab::Settings& changed_settings(LabModel& model);
/// Returns the chosen variant of the shown experiment; by default the last one of full precision
/// that is no yardstick and not wrong on purpose, and that this program can run if it has any code
/// for a GPU.
std::string shown_variant(const LabModel& model);
void choose_variant(LabModel& model, const std::string& variant);
/// Returns the parameter to sweep in the shown experiment; empty: no parameter has values to sweep.
std::string shown_sweep(const LabModel& model);
/// Returns 1 + the index of the shown recording; 0: this machine's runs. The default is this
/// machine if it has measured or has a GPU to measure with, otherwise the newest recording.
std::size_t shown_recording(const LabView& context);
/// Returns the shown result, of this machine or recorded; null: there is none.
std::shared_ptr<const session::LabResult> shown_result(const LabView& context);
/// Returns this machine's run before the newest one; null: there is none, or a recording is shown.
std::shared_ptr<const session::LabResult> result_before(const LabView& context);

// Actions
// -------------------------------------------------------------------------------------------

/// Returns the reason why nothing can run now, as one phrase; empty: a run can start.
std::string why_no_run(const LabView& context);
/// Returns the reason why a variant cannot be measured on this machine, as one phrase; empty: it
/// can.
std::string unavailable_reason(const LabView& context, const lab::Variant& variant);

/// Shows this machine's runs instead of a recording. If the chosen variant cannot run here, chooses
/// the best one that can, and shows the reason.
void show_this_machine(LabView& context);
void run_all(LabView& context);
/// Runs only the chosen variant, even if a run of all leaves it out.
void run_selected(LabView& context);
/// Runs all variants for each value of the parameter to sweep.
void run_sweep(LabView& context);

/// Runs all variants, or cancels the current run.
void run_or_cancel(LabView& context);

void choose_experiment(LabView& context, const std::string& id);

/// Moves the divider below the chart by a share of the room.
void move_divider(LabView& context, float by);
/// Hides all times until they are revealed one by one, or shows all.
void toggle_guess(LabView& context);
/// Shows the next hidden time (1), or hides the newest one again (−1).
void reveal(LabView& context, int by);

/// If a recording without a sweep is shown, shows one with a sweep; a run of this machine stays.
void look_for_sweep(LabView& context);

void reset_settings(LabView& context);

/// Draws the chosen variant's code. Fills the rest of the window.
void draw_lab_source(LabView& context);
/// Shows the code of another variant beside the chosen one's; empty: none.
void show_other_source(LabView& context, const std::string& variant);

}  // namespace heatwave::lab_room
