// Everything that a person, a script or a panel can ask of a session, as plain values.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "app/session/scene.h"
#include "kernels/field/report.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/stage/lesson.h"

namespace heatwave::session {

struct AddItem {
  Item item;  ///< its id is given by the session
};
struct ChangeItem {
  Item item;  ///< replaces the item with this id
};
struct RemoveItem {
  int id = 0;
};
/// Brings a component of the field under the brush to a value, at rest.
struct Paint {
  Stroke stroke;
  double value = 1.0;
  std::string component;  ///< empty: the one that is shown
};
/// Rubs out items under the brush and brings the field there to rest.
struct Erase {
  Stroke stroke;
};
struct SetParameter {
  std::string id;
  double value = 0.0;
};
/// With the guard on, parameters are held within the stability rule.
struct SetGuard {
  bool on = true;
};
struct SetEdges {
  field::Edges edges;
};
/// How the component that is shown is coloured.
struct SetColours {
  colour::ColourChoice colours;
};
/// Another component of the field, by its id; empty: the equation's main one.
struct ShowComponent {
  std::string component;
};
struct SetPace {
  Pace pace;
};
struct LoadScene {
  Scene scene;
};
/// The same scene on another grid; its shapes are scaled with it.
struct Resize {
  core::Extent extent;
};
/// The field from outside (a .npy file), at rest.
struct LoadField {
  std::vector<float> cells;  ///< component after component
};
struct Play {};
struct Pause {};
/// Advances so many steps at once, whether playing or not.
struct Advance {
  std::int64_t steps = 1;
};
/// The scene's initial field at step 0; its items stay as they are.
struct Reset {};
struct Undo {};
struct Redo {};
struct ChooseBackend {
  field::Backend backend = field::Backend::automatic;
  int threads = 0;
};
/// The field at grid resolution. An empty path: a fresh name in the export folder.
struct SaveFieldPng {
  std::string path;
};
/// The scene as a scene file. An empty path: a fresh name in the export folder.
struct SaveScene {
  std::string path;
};
/// A frame every so many steps into a fresh folder (or this one); `frames` 0: until stopped.
struct StartSequence {
  std::int64_t every = 10;
  std::int64_t frames = 0;
  std::string folder;
};
struct StopSequence {};
/// Measures an experiment on a thread of its own; the field rests meanwhile. One at a time.
struct RunLab {
  lab::Request request;
};
struct CancelLab {};
enum class TableFormat : std::uint8_t { csv, json, markdown };
/// The newest results of an experiment as a file. An empty path: a fresh name in the export folder.
struct SaveLab {
  std::string experiment;
  TableFormat format = TableFormat::csv;
  std::string path;
};
/// Plays a lesson of the stage to its end, at once.
struct PlayLesson {
  std::string lesson;
  stage::PlaySettings settings;  ///< what is left open is as in the lesson
};
struct DismissNotice {
  std::uint64_t id = 0;
};

using Command =
    std::variant<AddItem, ChangeItem, RemoveItem, Paint, Erase, SetParameter, SetGuard, SetEdges,
                 SetColours, ShowComponent, SetPace, LoadScene, Resize, LoadField, Play, Pause,
                 Advance, Reset, Undo, Redo, ChooseBackend, SaveFieldPng, SaveScene, StartSequence,
                 StopSequence, RunLab, CancelLab, SaveLab, PlayLesson, DismissNotice>;

/// Commands of one gesture (a drag, a slider's slide, a brush stroke) are undone together.
/// 0: a gesture of its own.
using Gesture = std::uint64_t;

}  // namespace heatwave::session
