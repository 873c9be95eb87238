// The command line's options as plain values.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/cli/checkpoint_options.h"
#include "app/cli/parts_options.h"
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

/// The field and its backend, for the window and `run`.
struct FieldOptions {
  std::string scene;  ///< name or file; empty: the default scene
  std::optional<core::Extent> size;
  field::Backend backend = field::Backend::automatic;
  int threads = 0;            ///< 0: one for each processor
  std::optional<int> device;  ///< index of a CUDA device; none: any
  PartsOptions parts;
  std::vector<Setting> settings;
  std::string show;               ///< displayed component; empty: the scene's
  std::string beside;             ///< a second one, beside the first; empty: the scene's
  std::vector<std::string> flow;  ///< the two expressions of arrows; empty: as the scene has them
  std::optional<scene::ViewChoice> view;

  /// Returns whether an option applies to scenes only.
  [[nodiscard]] bool asks_of_scene() const {
    return size || !settings.empty() || !show.empty() || !flow.empty() || view;
  }
};

struct WindowOptions {
  FieldOptions field;
  std::int64_t frames = 0;           ///< number of frames before leaving; 0: until the user leaves
  std::filesystem::path screenshot;  ///< picture of the last frame; empty: none
  std::filesystem::path record;      ///< file for all commands from the first frame on; empty: none
  std::filesystem::path files;       ///< the only folder that dialogs show; empty: no restriction
  bool force = false;                ///< both files may replace existing ones
  double scale = 0.0;                ///< scale of the interface; 0: the display's
  std::optional<bool> light;  ///< the light theme; none: the last one used, at first the dark one
  std::optional<core::Extent> window;
  bool fullscreen = false;
  bool fresh = false;             ///< starts as if for the first time, and saves no settings
  bool remember = false;          ///< restores settings even if a script drives the window
  double rate = 0.0;              ///< frames per second; 0: the screen's rate
  std::string room;               ///< shown first; empty: the last one shown
  std::string experiment;         ///< shown in the lab; empty: the first
  std::string lesson;             ///< shown on the stage; empty: the first
  bool describe_options = false;  ///< prints all options as JSON and opens no window
};

/// Outputs of a computed field.
struct OutputOptions {
  std::filesystem::path png;
  std::int64_t every = 0;  ///< steps between frames; 0: no sequence, or the interval for a film
  double film = 0.0;       ///< simulated time in a second of film; 0: not requested
  std::filesystem::path out;
  exporting::PictureParts with;  ///< parts of all pictures
  std::filesystem::path dump;
  bool json = false;
  bool force = false;
  [[nodiscard]] bool has_sequence() const { return every > 0 || film > 0; }
};

/// Says what a run measures, and how often.
struct MeasureOptions {
  std::vector<core::Point> probes;
  std::optional<scene::Segment> profile;
  bool totals = false;        ///< totals of the whole field
  std::filesystem::path csv;  ///< empty: nothing is measured
  std::int64_t every = 1;     ///< steps between samples
};

/// A picture that becomes part of the scene.
struct PictureOptions {
  std::filesystem::path file;            ///< empty: none
  std::optional<scene::PictureUse> use;  ///< required with a file
  scene::PictureChoice choice;           ///< without its use and values
  std::optional<double> value;
  std::optional<ValueRange> range;
};

/// The number of steps that means: until the script ends.
inline constexpr std::int64_t kStepsOfScript = -1;
/// The number of steps that means: to the step at which the run was to end before a restart.
inline constexpr std::int64_t kStepsOfCheckpoint = -2;

struct RunOptions : OutputOptions {
  FieldOptions field;
  std::string equation;  ///< empty: the scene's
  std::string formula;   ///< text, or a file that has it; empty: none
  std::int64_t steps = 1000;
  bool unguarded = false;
  std::optional<field::EdgeKind> edges;
  std::filesystem::path load;
  PictureOptions picture;
  std::filesystem::path script;  ///< empty: none
  bool script_may_write = false;
  bool commands = false;         ///< only lists the commands for scripts
  std::filesystem::path record;  ///< empty: none
  std::string colormap;          ///< empty: the scene's
  std::optional<int> bands;
  std::optional<ValueRange> range;
  bool automatic_range = false;  ///< automatic range, whatever the scene has
  bool positive = false;
  std::optional<colour::ScaleKind> colour_scale;  ///< none: the scene's
  MeasureOptions measure;
  CheckpointOptions checkpoint;
};

struct ReplayOptions : OutputOptions {
  std::filesystem::path file;
  field::Backend backend = field::Backend::automatic;
  std::optional<int> device;  ///< index of a CUDA device; none: any
  PartsOptions parts;
  int threads = 0;
  std::optional<std::int64_t> until;  ///< step of the field
  bool long_gaps = false;  ///< allows more steps between two lines than a field can have taken
};

/// An experiment's parameter as typed; the experiment interprets the text.
struct LabValue {
  std::string option;  ///< "--n"
  std::string id;      ///< id of the parameter
  std::string text;
  friend bool operator==(const LabValue&, const LabValue&) = default;
};

struct LabOptions {
  std::vector<std::string> experiments;  ///< empty: the quick set of all
  std::vector<std::string> variants;     ///< empty: all
  std::vector<LabValue> values;
  std::optional<LabValue> sweep;  ///< `text` lists the values; empty: the experiment's own
  std::uint64_t seed = 1;
  int repeats = 0;  ///< 0: as many as time permits
  bool quick = false;
  bool list = false;
  bool profile = false;
  bool ptx = false;
  bool sass = false;
  std::filesystem::path kernel;       ///< edited kernel that is timed, too; empty: none
  std::filesystem::path save_kernel;  ///< file for the variant's kernel; empty: none
  /// Format of standard output, or of the file; none: tables.
  std::optional<exporting::TableFormat> format;
  std::filesystem::path out;  ///< empty: none
  bool force = false;
};

struct StageOptions {
  std::string lesson;     ///< id, or the path of a .cu file
  bool break_it = false;  ///< search for a schedule under which it fails
  bool cost = false;      ///< print what each line costs
  bool list = false;
  bool text = false;
  bool json = false;
  std::optional<int> step;                  ///< none: the whole play
  std::optional<stage::Schedule> schedule;  ///< none: the lesson's own
  stage::PlaySettings settings;
};

struct ExerciseOptions {
  std::string exercise;  ///< id, or the path of a .cu file; empty: all are listed
  bool check = false;    ///< judge the file as a solution
  bool hints = false;
  bool answer = false;  ///< show the model answer
  bool json = false;
  std::filesystem::path save;  ///< empty: it is not saved
  bool force = false;
};

struct FormulaOptions {
  std::string formula;  ///< text, or a file that has it
  bool check = false;
  bool operations = false;
  bool cost = false;
  bool cuda = false;
};

struct LectureOptions {
  std::string lecture;  ///< name or file
  bool list = false;
  bool check = false;
  bool json = false;
  std::filesystem::path script;   ///< page with the answers (.md, .html); empty: none
  std::filesystem::path handout;  ///< page for the class (.md, .html); empty: none
  std::filesystem::path code;     ///< the lecture's CUDA program; empty: not saved
  bool force = false;             ///< replace existing files
  field::Backend backend = field::Backend::automatic;
  std::optional<int> device;  ///< index of a CUDA device; none: any
  int threads = 0;
};

struct InfoOptions {
  bool json = false;
  bool tune = false;  ///< first measures which way of stepping is the fastest here
  bool generations = false;
};

/// Text to print, for --help and --version.
struct Message {
  std::string text;
};

using Options = std::variant<WindowOptions, RunOptions, ReplayOptions, LabOptions, StageOptions,
                             ExerciseOptions, FormulaOptions, LectureOptions, InfoOptions, Message>;

/// Parses the arguments without the program's name. `ranks`: the processes that share fields; null:
/// this one is alone. Throws UsageError with one sentence.
Options parse(std::span<const std::string> arguments,
              const std::shared_ptr<core::Ranks>& ranks = nullptr);

}  // namespace heatwave::cli
