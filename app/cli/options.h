// What the command line asks for, as plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/values.h"
#include "app/export/field_picture.h"
#include "app/export/lab_table.h"
#include "app/rooms/room_names.h"
#include "app/scene/measures.h"
#include "app/scene/picture_use.h"
#include "app/scene/view_choice.h"
#include "kernels/core/geometry.h"
#include "kernels/field/cells.h"
#include "kernels/field/field_solver.h"
#include "kernels/stage/lesson.h"

namespace heatwave::cli {

/// What field to compute and on what: the window and `run` alike.
struct FieldOptions {
  std::string scene;  ///< name or file; empty: the default scene
  std::optional<core::Extent> size;
  field::Backend backend = field::Backend::automatic;
  int threads = 0;            ///< 0: as many as the machine has processors
  std::optional<int> device;  ///< which CUDA device; else any
  std::vector<Setting> settings;
  std::string show;  ///< the component to show; empty: the scene's
  std::optional<scene::ViewChoice> view;

  /// Whether it asks for anything that only a scene has.
  [[nodiscard]] bool asks_of_scene() const {
    return size || !settings.empty() || !show.empty() || view;
  }
};

struct WindowOptions {
  FieldOptions field;
  std::int64_t frames = 0;           ///< leave after so many; 0: when the person leaves
  std::filesystem::path screenshot;  ///< empty: none; else the last frame, before leaving
  std::filesystem::path record;      ///< all that is done, from the first frame on; empty: nowhere
  std::filesystem::path files;       ///< the only folder that dialogs show; empty: all are
  bool force = false;                ///< both may replace existing files
  double scale = 0.0;                ///< of the interface; 0: as the display says
  std::optional<bool> light;         ///< the light theme; none: as before, at first the dark one
  std::optional<core::Extent> window;
  bool fullscreen = false;
  bool fresh = false;             ///< as if for the first time, and nothing is kept
  bool remember = false;          ///< even where a script drives the window
  double rate = 0.0;              ///< frames a second; 0: the screen's
  std::string room;               ///< shown first; empty: the one that was shown last
  std::string experiment;         ///< shown in the lab; empty: the first one
  std::string lesson;             ///< shown on the stage; empty: the first one
  bool describe_options = false;  ///< print all options as JSON, and open no window
};

/// What is saved and told of a computed field.
struct OutputOptions {
  std::filesystem::path png;
  std::int64_t every = 0;  ///< 0: no sequence, or as often as a film needs
  double film = 0.0;       ///< simulated time in a second of film; 0: none was asked for
  std::filesystem::path out;
  exporting::PictureParts with;  ///< in all of them
  std::filesystem::path dump;
  bool json = false;
  bool force = false;
  [[nodiscard]] bool has_sequence() const { return every > 0 || film > 0; }
};

/// What is measured on the way.
struct MeasureOptions {
  std::vector<core::Point> probes;
  std::optional<scene::Segment> profile;
  bool totals = false;        ///< of the whole field
  std::filesystem::path csv;  ///< empty: nothing is measured
  std::int64_t every = 1;     ///< steps from one sample to the next
};

/// A picture that becomes a part of the scene.
struct PictureOptions {
  std::filesystem::path file;            ///< empty: none
  std::optional<scene::PictureUse> use;  ///< must be said
  scene::PictureChoice choice;           ///< but for its use and values
  std::optional<double> value;
  std::optional<ValueRange> range;
};

/// Until the script ends.
inline constexpr std::int64_t kStepsOfScript = -1;

struct RunOptions : OutputOptions {
  FieldOptions field;
  std::string equation;  ///< empty: the scene's
  std::int64_t steps = 1000;
  bool unguarded = false;
  std::optional<field::EdgeKind> edges;
  std::filesystem::path load;
  PictureOptions picture;
  std::filesystem::path script;  ///< empty: none
  bool script_may_write = false;
  bool commands = false;         ///< only list those that a script may have
  std::filesystem::path record;  ///< empty: nowhere
  std::string colormap;          ///< empty: the scene's
  std::optional<int> bands;
  std::optional<ValueRange> range;
  bool automatic_range = false;  ///< asked for, whatever the scene says
  bool positive = false;
  MeasureOptions measure;
};

struct ReplayOptions : OutputOptions {
  std::filesystem::path file;
  field::Backend backend = field::Backend::automatic;
  std::optional<int> device;  ///< which CUDA device; else any
  int threads = 0;
  std::optional<std::int64_t> until;  ///< the field's step
  bool long_gaps = false;             ///< more steps between two lines than a field can have taken
};

/// A parameter of an experiment as it was written; what it means is the experiment's to say.
struct LabValue {
  std::string option;  ///< "--n"
  std::string id;      ///< the parameter
  std::string text;
  friend bool operator==(const LabValue&, const LabValue&) = default;
};

struct LabOptions {
  std::vector<std::string> experiments;  ///< empty: the quick set of all
  std::vector<std::string> variants;     ///< empty: all
  std::vector<LabValue> values;
  std::optional<LabValue> sweep;  ///< its text lists the values; empty: the experiment's own
  std::uint64_t seed = 1;
  int repeats = 0;  ///< 0: as many as there is time for
  bool quick = false;
  bool list = false;
  bool profile = false;
  bool ptx = false;
  bool sass = false;
  /// Of standard output, or of the file; none: tables for people.
  std::optional<exporting::TableFormat> format;
  std::filesystem::path out;  ///< empty: none
  bool force = false;
};

struct StageOptions {
  std::string lesson;
  bool list = false;
  bool text = false;
  bool json = false;
  std::optional<int> step;                  ///< none: the whole play
  std::optional<stage::Schedule> schedule;  ///< none: the lesson's own
  stage::PlaySettings settings;
};

struct LectureOptions {
  std::string lecture;  ///< name or file
  bool list = false;
  bool check = false;
  bool json = false;
  field::Backend backend = field::Backend::automatic;
  std::optional<int> device;  ///< which CUDA device; else any
  int threads = 0;
};

struct InfoOptions {
  bool json = false;
  bool tune = false;  ///< measure first which way of stepping is the fastest here
  bool generations = false;
};

/// Text to print, as for --help and --version.
struct Message {
  std::string text;
};

using Options = std::variant<WindowOptions, RunOptions, ReplayOptions, LabOptions, StageOptions,
                             LectureOptions, InfoOptions, Message>;

/// The arguments without the program's name. Throws UsageError with one sentence.
Options parse(std::span<const std::string> arguments);

}  // namespace heatwave::cli
