// Passes fields to the writer of pictures, and saves the scene.
#include "app/session/field/field_files.h"

#include <utility>

#include "app/scene/scene_files.h"
#include "app/system/write_files.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::session {

FieldFiles::FieldFiles(FieldCore& core, const SessionOptions& options)
    : core_(core),
      exports_(options.writer ? options.writer : std::make_shared<exporting::ExportQueue>(),
               options.export_folder) {}

void FieldFiles::apply(const SaveFieldPng& command, Gesture /*gesture*/) {
  field::FieldState state = core_.saved();
  exports_.save(core_.scene(), std::move(state), core_.live().flags(), core_.derived().copy(),
                command);
}

void FieldFiles::apply(const SetExportFolder& command, Gesture /*gesture*/) {
  if (command.path.empty()) throw core::Error("the export folder needs a name");
  core_.hub().export_folder = command.path;
  exports_.set_folder(command.path);
}

void FieldFiles::apply(const SaveScene& command, Gesture /*gesture*/) {
  scene::Scene scene = core_.scene_as_it_stands();
  scene.pace.paused = command.paused;
  const bool named = !command.path.empty();
  const std::string name = (scene.name.empty() ? "scene" : scene.name) + ".json";
  const auto path = named ? std::filesystem::path(command.path) : core_.hub().export_folder / name;
  const auto given = command.replace ? system::Naming::replacing : system::Naming::exact;
  const scene::SavedScene written =
      scene::save_scene(scene, path, named ? given : system::Naming::fresh);
  if (named) {
    // From now on the scene belongs to this file, as if it had been opened.
    scene::Scene next = core_.scene();
    if (next.title == next.name) next.title = words::printable(path.stem().string());
    next.name = path.stem().string();
    next.origin.file = written.scene;
    core_.set_view(next);
  }
  std::string words = "Saved the scene as " + written.scene.string();
  if (!written.field.empty()) words += ", and its field as " + written.field.string();
  core_.hub().notices.add(Notice::Kind::info, words);
}

void FieldFiles::apply(const StartSequence& command, Gesture /*gesture*/) {
  exports_.start_sequence(command, core_.scene());
  take_due_frame();
}

void FieldFiles::apply(const StopSequence& /*command*/, Gesture /*gesture*/) {
  exports_.stop_sequence();
}

void FieldFiles::take_due_frame() {
  if (!exports_.wants(core_.live().step())) return;
  field::FieldState state = core_.live().save();
  // If the device was lost here, the field is at an earlier step, whose frame may exist already.
  if (exports_.wants(state.step)) {
    exports_.take_frame(core_.scene(), std::move(state), core_.live().flags(),
                        core_.derived().copy());
  }
}

void FieldFiles::tell() {
  for (const std::string& words : exports_.take_failures()) {
    core_.hub().notices.add(Notice::Kind::error, words);
  }
  while (const auto ended = exports_.take_ended()) {
    const auto kind = ended->at_limit ? Notice::Kind::warning : Notice::Kind::info;
    // The caller of a headless run reports it.
    if (ended->at_limit || core_.hub().manner == Manner::frame)
      core_.hub().notices.add(kind, ended->words);
  }
}

}  // namespace heatwave::session
