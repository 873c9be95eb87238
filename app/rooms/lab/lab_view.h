// What the lab room keeps, private to it, and what its parts are given to draw from.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/room.h"
#include "app/rooms/room_frame.h"
#include "app/rooms/shown_source.h"
#include "app/session/lab/profile_report.h"
#include "app/session/sights.h"
#include "app/ui/group_list.h"
#include "kernels/lab/experiment.h"

namespace heatwave::lab_room {

using session::LabChart;
using session::LabDetail;
enum class SweepMetric : std::uint8_t { time, bandwidth, arithmetic };

inline constexpr int kRepeats = 20;

/// The old profiler's report, and what it was made from.
struct ProfileReport {
  std::shared_ptr<const session::LabResult> of;
  lab::Settings settings;
  std::vector<session::ProfilePart> parts;
};

/// Where the chart lies, and how much of it fits.
struct ChartPlace {
  ui::Box area;
  float missing = 0.0F;      ///< the height that its rows lack; they scroll then
  bool draws_whole = false;  ///< it is drawn as high as it needs, for a picture: nothing scrolls
  bool in_front = true;      ///< in a room so low that chart and details take turns
};

/// The bars of times.
struct BarsModel {
  bool linear = false;   ///< the axis begins at zero
  float longest = 0.0F;  ///< the room for a bar, in pixels
};

/// The least and the greatest value of a picture, found once.
struct PictureRange {
  std::shared_ptr<const lab::Picture> of;
  std::array<float, 2> ends{};
};

struct TableModel {
  session::LabTableColumn column = session::LabTableColumn::time;  ///< a lecture speaks of it …
  bool column_is_due = false;   ///< … and the table is to be scrolled to it
  float column_seen_in = 0.0F;  ///< the table's width in the frame before
  int sort_column = -1;         ///< −1: the ladder's own order
  bool sort_descending = false;
};

/// The code of the variant chosen.
struct CodeModel {
  bool whole_file = false;                           ///< the source view shows all of it
  bool shows_ptx = false;                            ///< beside the CUDA C …
  bool shows_sass = false;                           ///< … or the machine code instead
  bool shows_mark = false;                           ///< and the first line of it that matters
  std::shared_ptr<const rooms::ShownSource> source;  ///< as shown; null: none yet
  std::shared_ptr<const rooms::ShownSource> beside;  ///< what the compiler made of it; null: none
};

/// The experiment and the variant last chosen.
struct ChosenVariant {
  std::string last;
  bool changed = false;  ///< since the last frame: it is scrolled into sight
};

/// What a person has chosen in the lab; all of it stays when the experiment or the room is
/// switched.
struct LabModel {
  std::string experiment;                         ///< the one shown; empty: the first one
  std::map<std::string, lab::Settings> settings;  ///< by experiment, where they were changed
  std::map<std::string, std::string> selected;    ///< by experiment: the variant chosen
  std::map<std::string, std::string> swept;       ///< by experiment: the parameter to sweep
  /// By experiment: 1 + the place of the recording that is shown; 0: this machine's runs.
  std::map<std::string, std::size_t> recording;
  /// Experiment and variant of which a lecture speaks: where that is not part of the run here, a
  /// recording that has it is shown.
  std::pair<std::string, std::string> told_of;
  /// By experiment: 1 + the place of the run that lies beside it among the same; 0: none.
  std::map<std::string, std::size_t> run_beside;
  int repeats = kRepeats;
  LabChart chart = LabChart::bars;
  ChartPlace chart_place;
  BarsModel bars;
  SweepMetric sweep_metric = SweepMetric::time;  ///< what the sweep draws upwards
  PictureRange picture_range;
  LabDetail detail = LabDetail::table;
  TableModel table;
  CodeModel code;
  ChosenVariant chosen;
  ui::Box free_place;  ///< where a notice hides nothing
  ui::Folds folds;
  ProfileReport profile;
};

struct LabView : rooms::Frame {
  LabModel& model;

  static std::span<const rooms::ActionRow<LabView>> actions();
};

}  // namespace heatwave::lab_room
