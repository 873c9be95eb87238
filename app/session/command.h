// Everything that a person, a script or a panel can ask of a session: each command is a plain value
// with its description, from which all else follows (JSON, recordings, permissions, help).
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

namespace heatwave::session {

/// All that there are.
using AnyCommand =
    std::variant<AddItem, ChangeItem, MoveItem, ExtendItem, RemoveItem, Paint, Erase, SetParameter,
                 SetGuard, SetEdges, SetColours, ShowComponent, SetView, SetViewpoint, SetPace,
                 DescribeScene, LoadScene, Resize, LoadField, PutBack, Play, Pause, Advance, Reset,
                 Undo, Redo, ChooseBackend, SaveFieldPng, SaveScene, StartSequence, StopSequence,
                 StartRecording, StopRecording, RunLab, CancelLab, SaveLab, PlayLesson, AddProbe,
                 MoveProbe, RemoveProbe, SetLine, RemoveLine, SetSampling, WatchTotals, SetUnits,
                 SaveMeasures, DismissNotice>;

/// One of them. Whatever copies, moves or compares it is compiled in one place: for a variant of so
/// many that takes longer than most sources by themselves.
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
