// Every request of a person, a script or a panel to the program. Each command is a plain value with
// a description, from which JSON, recordings, permissions and help follow.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "app/export/lab_table.h"
#include "app/session/command_traits.h"
#include "app/session/field/field_commands.h"
#include "app/session/window_commands.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

struct StartRecording {
  static constexpr auto kTraits = file_command("start-recording", "starts a recording");
  std::string path;      ///< empty: a fresh name in the export folder
  bool replace = false;  ///< an existing file may be replaced
  static void fields(auto& self, auto&& visit) {
    visit.optional("path", self.path);
    visit.optional("replace", self.replace);
  }
};

struct StopRecording : PlainCommand {
  static constexpr auto kTraits = file_command("stop-recording", "ends the recording and saves it");
};

struct DismissNotice {
  static constexpr CommandTraits kTraits{.name = "dismiss-notice", .words = "takes a notice away"};
  std::uint64_t id = 0;
  static void fields(auto& self, auto&& visit) { visit("id", self.id); }
};

/// Measures on a separate thread; one request runs at a time.
struct RunLab {
  static constexpr CommandTraits kTraits{
      .name = "run-lab", .words = "measures an experiment; the field rests meanwhile"};
  lab::Request request;
  static void fields(auto& self, auto&& visit) { visit("request", self.request); }
};

/// A file command, so that neither a lecture nor a client without that permission sends it: a
/// kernel runs only when the user asks for it.
struct TimeKernel {
  static constexpr auto kTraits =
      file_command("time-kernel", "times an edited kernel beside the variant that it changes");
  lab::Request request;  ///< for one variant
  std::string kernel;    ///< CUDA text
  static void fields(auto& self, auto&& visit) {
    visit("request", self.request);
    visit("kernel", self.kernel);
  }
};

struct CancelLab : PlainCommand {
  static constexpr CommandTraits kTraits{.name = "cancel-lab",
                                         .words = "breaks off the measurement"};
};

using exporting::TableFormat;

struct SaveLab {
  static constexpr auto kTraits =
      file_command("save-lab", "saves the newest results of an experiment");
  std::string experiment;
  TableFormat format = TableFormat::csv;
  std::string path;  ///< empty: a fresh name in the export folder
  static void fields(auto& self, auto&& visit) {
    visit("experiment", self.experiment);
    visit("format", self.format);
    visit.optional("path", self.path);
  }
};

struct PlayLesson {
  static constexpr CommandTraits kTraits{
      .name = "play-lesson", .words = "plays a lesson of the stage to its end", .recorded = true};
  std::string lesson;
  stage::PlaySettings settings;  ///< missing values are the lesson's own
  static void fields(auto& self, auto&& visit) {
    visit("lesson", self.lesson);
    visit("settings", self.settings);
  }
  friend bool operator==(const PlayLesson&, const PlayLesson&) = default;
};

/// Every kind of command.
using AnyCommand = std::variant<
    AddItem, ChangeItem, MoveItem, ExtendItem, RemoveItem, Paint, Erase, SetParameter, SetGuard,
    SetEdges, SetColours, ShowComponent, ShowBeside, SetView, SetFlow, SetViewpoint, SetPace,
    DescribeScene, LoadScene, SetFormula, Resize, LoadField, PutBack, Play, Pause, Advance, Reset,
    Undo, Redo, ChooseBackend, SaveFieldPng, SetExportFolder, SaveScene, StartSequence,
    StopSequence, StartRecording, StopRecording, RunLab, TimeKernel, CancelLab, SaveLab, PlayLesson,
    AddProbe, MoveProbe, RemoveProbe, SetLine, RemoveLine, SetSampling, WatchTotals, SetUnits,
    SaveMeasures, ReadCell, DismissNotice,
    // Commands for the window
    ShowRoom, ShowSight, ShowFinding, PerformAction, CompareFields, ShowComparison, SmoothCells,
    ShowCuts, FitColours, RevealTime, ShowPanel, ShowHelp, OpenSearch, ShowGallery, ShowExport,
    ShowSettings, LessMotion, ShowKeyCaptions, LimitFrameRate, SetTheme, SetInterfaceScale,
    SetFullScreen, ShowMessage, CopyText, LeaveProgram, OpenFile, NoteOpenedFile, SaveDocument,
    SaveKernel, ShareSight, CopyScene, PasteScene, CopyRunLine, SaveWindowPng, SaveRoomPng,
    SaveSurfacePng, StartRoomSequence, StopRoomSequence, OpenLecture, OpenLectureFile, CloseLecture,
    NextLectureStep, PreviousLectureStep, ShowLectureCard, ShowLectureCaption, WriteLecture,
    EditLecture, RewordLectureStep, ResetLectureClock, PlayRecording, ShowLastMinute, SeekRecording,
    SetPlaybackSpeed, EndPlayback, Present, LeavePresenting, ShowAudience, HoldPicture, UsePen,
    ChoosePen, WipePen, ShowSpotlight, BlankScreen, StartCountdown, Magnify, MoveTour>;

/// Finds the index of a kind in the list of commands: one overload that the compiler deduces, where
/// the variant's own constructor tries all kinds for each of them.
template <typename Indices, typename List>
struct KindTable;
template <std::size_t... kIndex, typename... Kinds>
struct KindTable<std::index_sequence<kIndex...>, std::variant<Kinds...>> {
  template <std::size_t kAt, typename Kind>
  struct Entry {};
  struct Entries : Entry<kIndex, Kinds>... {};
  template <typename Kind, std::size_t kAt>
  static std::integral_constant<std::size_t, kAt> find(const Entry<kAt, Kind>& entry);
};
using CommandKinds =
    KindTable<std::make_index_sequence<std::variant_size_v<AnyCommand>>, AnyCommand>;

/// One command. Making, copying and moving it are compiled in one source file, because they are
/// slow to compile for so large a variant.
struct Command : AnyCommand {
  Command();
  template <typename Kind, typename Index = decltype(CommandKinds::find<Kind>(
                               std::declval<CommandKinds::Entries>()))>
  // NOLINTNEXTLINE(google-explicit-constructor): each kind is a command
  Command(Kind kind) : Command(Index::value, &kind) {}
  Command(const Command& other);
  Command(Command&& other) noexcept;
  Command& operator=(const Command& other);
  Command& operator=(Command&& other) noexcept;
  ~Command();

 private:
  /// Moves the value, which is of the kind with that index.
  Command(std::size_t index, void* kind);
};

/// Returns the traits of the command's kind, which do not depend on its fields.
const CommandTraits& traits_of(const Command& command);

/// Commands of one gesture (a drag, a slider movement, a brush stroke) are undone together. 0: the
/// command is a gesture of its own.
using Gesture = std::uint64_t;

/// True if the owner has a function that carries out the command.
template <typename Owner, typename Each>
concept CarriesOut = requires(Owner& owner, const Each& command) {
  owner.handle(command);
}
|| requires(Owner& owner, const Each& command, Gesture gesture) { owner.apply(command, gesture); };

/// Returns the owner that carries out the command; exactly one must.
template <typename Each, typename First, typename... Rest>
auto& owner_of(const Each& command, First& first, Rest&... rest) {
  constexpr bool kOthers = (CarriesOut<Rest, Each> || ...);
  static_assert(CarriesOut<First, Each> != kOthers,
                "each command needs a function in one of its owners, and in no other");
  if constexpr (kOthers) {
    return owner_of(command, rest...);
  } else {
    return first;
  }
}

}  // namespace heatwave::session
