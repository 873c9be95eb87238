// Everything that a person, a script or a panel can ask of the program: each command is a plain
// value with its description, from which all else follows (JSON, recordings, permissions, help).
#pragma once

#include <cstdint>
#include <variant>

#include "app/session/command_traits.h"
#include "app/session/field/export_commands.h"
#include "app/session/field/field_commands.h"
#include "app/session/field/item_commands.h"
#include "app/session/field/measure_commands.h"
#include "app/session/hub_commands.h"
#include "app/session/lab/lab_commands.h"
#include "app/session/stage/stage_commands.h"
#include "app/session/window_commands.h"

namespace heatwave::session {

/// Every kind of command.
using AnyCommand = std::variant<
    AddItem, ChangeItem, MoveItem, ExtendItem, RemoveItem, Paint, Erase, SetParameter, SetGuard,
    SetEdges, SetColours, ShowComponent, SetView, SetViewpoint, SetPace, DescribeScene, LoadScene,
    Resize, LoadField, PutBack, Play, Pause, Advance, Reset, Undo, Redo, ChooseBackend,
    SaveFieldPng, SaveScene, StartSequence, StopSequence, StartRecording, StopRecording, RunLab,
    CancelLab, SaveLab, PlayLesson, AddProbe, MoveProbe, RemoveProbe, SetLine, RemoveLine,
    SetSampling, WatchTotals, SetUnits, SaveMeasures, ReadCell, DismissNotice,
    // The window's
    ShowRoom, ShowSight, ShowFinding, PerformAction, CompareFields, ShowPanel, ShowHelp, OpenSearch,
    SetTheme, SetInterfaceScale, SetFullScreen, ShowMessage, CopyText, LeaveProgram, OpenFile,
    NoteOpenedFile, SaveDocument, CopyScene, PasteScene, CopyRunLine, SaveWindowPng, SaveRoomPng,
    StartRoomSequence, StopRoomSequence, OpenLecture, OpenLectureFile, CloseLecture,
    NextLectureStep, PreviousLectureStep, ShowLectureCard, ShowLectureCaption, WriteLecture,
    EditLecture, RewordLectureStep, PlayRecording, ShowLastMinute, SeekRecording, SetPlaybackSpeed,
    EndPlayback, Present, LeavePresenting, ShowAudience, HoldPicture, UsePen, WipePen, Magnify,
    MoveTour>;

/// One command. Copying, moving and comparing are compiled in one source: for a variant of this
/// size that takes longer than most sources by themselves.
struct Command : AnyCommand {
  using AnyCommand::AnyCommand;
  Command();
  Command(const Command& other);
  Command(Command&& other) noexcept;
  Command& operator=(const Command& other);
  Command& operator=(Command&& other) noexcept;
  ~Command();
  friend bool operator==(const Command& a, const Command& b);
};

/// What is true of this command, whatever its fields hold.
const CommandTraits& traits_of(const Command& command);

/// Commands of one gesture (a drag, a slider's slide, a brush stroke) are undone together.
/// 0: a gesture of its own.
using Gesture = std::uint64_t;

}  // namespace heatwave::session
