// Opens each kind of file by commands, and saves the scene.
#include "app/shell/documents/documents.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "app/export/npy.h"
#include "app/files/share_text.h"
#include "app/scene/picture_use.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_files.h"
#include "app/session/field/live_field.h"
#include "app/session/lab/lab_sources.h"
#include "app/system/read_files.h"
#include "app/system/write_files.h"
#include "app/wire/command_json.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/kernel_file.h"

namespace heatwave::shell {
namespace {

namespace fs = std::filesystem;

fs::path folder_to_begin_in(const fs::path& last) {
  std::error_code ignored;
  if (!last.empty() && fs::is_directory(last, ignored)) return last;
  const fs::path here = fs::current_path(ignored);
  return here.empty() ? fs::path("/") : here;
}

files::SceneWords words_of(const scene::Scene& scene) {
  // A title that only repeats the file's name counts as none.
  const bool own = scene.title != words::printable(scene.name);
  return {own ? scene.title : "", scene.words.watch};
}

/// Chooses which of several files dropped together are opened: a scene takes precedence over a
/// field beside it, and a picture dropped with a scene is placed in that scene.
std::vector<fs::path> to_open(std::vector<fs::path> dropped) {
  std::stable_sort(dropped.begin(), dropped.end(), [](const fs::path& a, const fs::path& b) {
    return files::kind_of(a) < files::kind_of(b);
  });
  const bool is_scene = files::kind_of(dropped.front()) == files::FileKind::scene;
  const auto picture = std::find_if(dropped.begin() + 1, dropped.end(), [](const fs::path& each) {
    return files::kind_of(each) == files::FileKind::picture;
  });
  if (is_scene && picture != dropped.end()) return {dropped.front(), *picture};
  return {dropped.front()};
}

/// Returns the number of steps from the scene's beginning to the field's current state. If steps
/// alone cannot reproduce the field, the scene is changed to begin with it.
std::int64_t steps_from_beginning(session::Session& session, scene::Scene& scene) {
  const session::Snapshot& now = session.snapshot();
  if (now.readings.as_begun) return now.step - scene::first_step(scene);
  scene.given = scene::GivenField(std::make_shared<const field::FieldState>(session.state()));
  scene.initial.clear();
  return 0;
}

/// Returns the view of a kernel's text: the Lab with the variant that it changes, or the Stage with
/// its lesson.
session::Sight sight_of_kernel(const std::string& text, const std::string& name) {
  if (const auto origin = session::kernel_origin(text)) {
    const lab::Experiment& experiment = lab::find_experiment(origin->experiment);
    (void)lab::find_variant(experiment, origin->variant);
    return {.place = session::Place::lab,
            .lab = session::LabSight{.experiment = origin->experiment,
                                     .variant = origin->variant,
                                     .settings = lab::initial_settings(experiment),
                                     .kernel = text},
            .stage = {}};
  }
  const stage::KernelFile file = stage::read_kernel_file(text, name);
  return {.place = session::Place::stage,
          .lab = {},
          .stage = session::StageSight{file.lesson, file.settings}};
}

}  // namespace

Documents::Documents(const ShellContext& shell)
    : shell_(shell), dialog_(shell.start.files_within), recent_(shell.start.remembered.recent) {
  DocumentStatus status{.folder = shell.start.files_within};
  if (status.folder.empty()) status.folder = shell.start.remembered.folder;
  status.recent = recent_.files();
  status_ = std::make_shared<const DocumentStatus>(std::move(status));
  if (!shell.start.file.empty()) {
    shell.commands.send(session::OpenFile{shell.start.file.string()});
  }
}

void Documents::note_folder(const fs::path& folder) {
  status_ = std::make_shared<const DocumentStatus>(
      DocumentStatus{.recent = recent_.files(), .folder = folder});
}

void Documents::handle(const session::OpenFile& command) {
  if (!command.path.empty()) return open(files::whole_path(command.path));
  if (shell_.now.asks_something) return;
  shell_.commands.send(session::ShowHelp{false});
  dialog_.ask_to_open(folder_to_begin_in(status_->folder), recent_.files());
}

void Documents::handle(const session::SaveDocument& command) {
  if (shell_.now.asks_something) return;
  shell_.commands.send(session::ShowHelp{false});
  const scene::Scene& scene = shell_.session.snapshot().scene;
  const fs::path& own = scene.origin.file;
  if (command.as || own.empty()) {
    const std::string name = scene.name.empty() ? "scene" : scene.name;
    dialog_.ask_to_save(folder_to_begin_in(status_->folder), name + ".json", words_of(scene));
  } else if (saved_here_.contains(own)) {
    save({files::Purpose::save, files::FileKind::scene, own, true, words_of(scene)});
  } else {
    dialog_.ask_to_replace(own, words_of(scene));
  }
}

void Documents::update() {
  const auto chosen = dialog_.take_answer();
  if (!chosen) {
    // The scene's origin names the file that was saved or that the command line opened.
    const fs::path& origin = shell_.session.snapshot().scene.origin.file;
    if (origin != seen_origin_ && !origin.empty()) {
      recent_.add(origin);
      note_folder(status_->folder);
    }
    seen_origin_ = origin;
    return;
  }
  note_folder(chosen->path.parent_path());
  if (chosen->purpose == files::Purpose::open) {
    shell_.commands.send(session::OpenFile{chosen->path.string()});
  } else if (chosen->kind == files::FileKind::kernel) {
    save_kernel(*chosen);
  } else {
    save(*chosen);
  }
}

void Documents::handle(std::vector<fs::path> dropped) {
  dialog_.close();
  for (const fs::path& each : to_open(std::move(dropped))) {
    shell_.commands.send(session::OpenFile{each.string()});
  }
}

void Documents::open(const fs::path& file) {
  const session::NoteOpenedFile opened{file.string()};
  switch (files::kind_of(file)) {
    case files::FileKind::scene:
      open_scene(file);
      return shell_.commands.send(opened);
    case files::FileKind::recording:
      return shell_.commands.send(session::PlayRecording{file.string()});
    case files::FileKind::array:
      open_array(file);
      return shell_.commands.send(opened);
    case files::FileKind::lecture:
      return shell_.commands.send(session::OpenLectureFile{file.string()});
    case files::FileKind::picture:
      open_picture(file);
      return shell_.commands.send(opened);
    case files::FileKind::kernel:
      return open_kernel(file);
    case files::FileKind::folder:
    case files::FileKind::other:
      throw core::Error(
          fmt::format("Heatwave opens scenes (.json), recordings (.hwrec), lectures (.hwl), "
                      "fields (.npy), pictures (.png, .jpg) and kernels (.cu), not '{}'",
                      file.filename().string()));
  }
}

void Documents::handle(const session::NoteOpenedFile& command) {
  recent_.add(command.path);
  note_folder(fs::path(command.path).parent_path());
  shell_.commands.send(session::ShowRoom{rooms::kFields.id, {}});
  shell_.commands.send(session::ShowHelp{false});
}

void Documents::open_scene(const fs::path& path) {
  scene::Scene scene = scene::load_scene(path);
  session::require_host_memory(scene, shell_.start.solver.backend);
  scene.origin.file = path;
  saved_here_.erase(path);  // the path may hold another file now
  begin_scene(std::move(scene));
}

void Documents::begin_scene(scene::Scene scene) {
  const bool paused = scene.pace.paused;
  shell_.commands.send(session::LoadScene{std::move(scene)});
  if (paused) {
    shell_.commands.send(session::Pause{});
  } else {
    shell_.commands.send(session::Play{});
  }
}

void Documents::handle(const session::SaveKernel& command) {
  if (shell_.now.asks_something) return;
  shell_.commands.send(session::ShowHelp{false});
  kernel_ = command.text;
  dialog_.ask_to_save(folder_to_begin_in(status_->folder), command.name, {},
                      files::FileKind::kernel);
}

void Documents::save_kernel(const files::ChosenFile& chosen) {
  try {
    const auto naming = chosen.replace ? system::Naming::replacing : system::Naming::exact;
    const fs::path file = system::write_whole_text(chosen.path, kernel_, naming);
    recent_.add(file);
    note_folder(file.parent_path());
    shell_.commands.tell(fmt::format("Saved {}.", words::printable(file.string())));
  } catch (const core::Error& error) {
    shell_.tell_why(error);
  }
}

void Documents::open_kernel(const fs::path& path) {
  const std::string name = words::printable(path.filename().string());
  const std::string text = system::whole_text(path, stage::kLargestKernelFile);
  try {
    shell_.commands.send(session::ShowSight{sight_of_kernel(text, name)});
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("{}: {}", name, error.what()));
  }
  recent_.add(path);
  note_folder(path.parent_path());
  shell_.commands.send(session::ShowHelp{false});
}

void Documents::handle(const session::ShareSight& command) {
  const std::string text =
      files::share_line(wire::json_of(session::ShowSight{command.sight}).dump());
  shell_.commands.send(session::CopyText{
      text,
      fmt::format("Copied the kernel as a line of {}.",
                  words::counted(static_cast<std::int64_t>(text.size()), "letter", "letters"))});
}

void Documents::handle(const session::CopyScene& /*command*/) {
  scene::Scene scene = shell_.session.scene_as_it_stands();
  scene.pace.paused = !shell_.session.snapshot().playing;
  const std::string text = files::share_text(scene);
  shell_.commands.send(session::CopyText{
      text,
      fmt::format("Copied the scene as a line of {}.",
                  words::counted(static_cast<std::int64_t>(text.size()), "letter", "letters"))});
}

void Documents::handle(const session::PasteScene& /*command*/) {
  const char* clipboard = ImGui::GetClipboardText();
  const std::string text = clipboard == nullptr ? "" : clipboard;
  json::JsonReader root(
      json::parse_json(files::json_in_share_text(text), "", 1, json::kSceneBudget), "",
      "the pasted text");
  if (root.has(wire::kCommandKey)) {
    const session::Command command = wire::read_command(root);
    if (!std::holds_alternative<session::ShowSight>(command)) {
      throw core::Error("the text that was pasted is neither a scene nor a kernel");
    }
    shell_.commands.send(command);
    return shell_.commands.tell("Pasted the kernel.");
  }
  scene::Scene scene = files::scene_from_text(text);
  session::require_host_memory(scene, shell_.start.solver.backend);
  begin_scene(std::move(scene));
  shell_.commands.tell("Pasted the scene; undo brings back what was there.");
}

void Documents::handle(const session::CopyRunLine& command) {
  const session::Snapshot& now = shell_.session.snapshot();
  scene::Scene scene = now.scene;
  const std::int64_t steps = steps_from_beginning(shell_.session, scene);
  std::string options;
  std::string with = "scene";
  try {
    options = files::scene_options(scene);
  } catch (const core::Error&) {
    options.resize(files::kLongestWord + 1);  // the address is too long for any text
  }
  const std::string name = scene.name.empty() ? "scene" : scene.name;
  if (options.size() > files::kLongestWord) {
    const scene::SavedScene saved = scene::save_scene(
        scene, fs::path(now.exporting.folder) / (name + ".json"), system::Naming::fresh);
    options = "--scene " + files::quoted(fs::absolute(saved.scene).string());
    with = "scene, which lies in " + saved.scene.string();
  }
  shell_.commands.send(session::CopyText{
      files::run_line(options, steps, fmt::format("{}-{:08}.png", name, now.step),
                      shell_.now.pictures.sized_field.value_or(command.with)),
      fmt::format("Copied the command line that makes this picture, with its {}.", with)});
}

void Documents::open_array(const fs::path& path) {
  if (shell_.now.playback.open) {
    throw core::Error("a recording is being played: take over to change the field");
  }
  exporting::NpyFile file(path);
  const scene::Scene& scene = shell_.session.snapshot().scene;
  const field::EquationInfo& equation = scene::equation_of(scene);
  if (file.components() != equation.components.size()) {
    throw core::Error(fmt::format("'{}' has {} values a cell, and {} has {}",
                                  path.filename().string(), file.components(), equation.title,
                                  equation.components.size()));
  }
  scene::check_extent(file.extent());
  exporting::Array array = file.read();
  const session::Gesture gesture = shell_.commands.gestures().next();
  if (array.extent != scene.extent) {
    shell_.commands.send(session::Resize{array.extent}, gesture);
  }
  shell_.commands.send(session::LoadField{std::move(array.cells)}, gesture);
}

void Documents::open_picture(const fs::path& path) {
  if (shell_.now.playback.open) {
    throw core::Error("a recording is being played: take over to change the field");
  }
  picture_.ask(scene::read_picture(path), words::printable(path.filename().string()));
}

void Documents::put_picture_in() {
  try {
    const scene::Scene& scene = shell_.session.snapshot().scene;
    picture_.look(scene.extent);
    const session::Gesture gesture = shell_.commands.gestures().next();
    if (picture_.choice.use == scene::PictureUse::input) {
      shell_.commands.send(
          session::LoadScene{scene::read_by_formula(scene, *picture_.picture, picture_.choice)},
          gesture);
    } else if (picture_.choice.use == scene::PictureUse::field) {
      shell_.commands.send(
          session::LoadScene{scene::begun_with(scene, picture_.placed, picture_.choice)}, gesture);
    } else {
      // One undo removes everything that one picture added.
      for (scene::Item& item : scene::items_of(picture_.placed, picture_.choice)) {
        shell_.commands.send(session::AddItem{std::move(item)}, gesture);
      }
    }
    picture_.close();
  } catch (const std::exception& error) {
    shell_.tell_why(error);  // the question stays open
  }
}

void Documents::save(const files::ChosenFile& chosen) {
  const scene::Scene& scene = shell_.session.snapshot().scene;
  const bool described =
      chosen.words.title != words_of(scene).title || chosen.words.watch != scene.words.watch;
  if (described) {
    // A scene without a title of its own is called by its file, which may have changed.
    const std::string title = chosen.words.title.empty() ? scene.name : chosen.words.title;
    shell_.session.submit(session::DescribeScene{title, chosen.words.watch});
  }
  shell_.session.submit(session::SaveScene{.path = chosen.path.string(),
                                           .replace = chosen.replace,
                                           .paused = !shell_.session.snapshot().playing});
  saved_here_.insert(chosen.path);
}

void Documents::draw(ShellView& view, const rooms::Room& room) {
  if (picture_.open()) {
    switch (draw_picture_question(view, picture_, room)) {
      case PictureAnswer::none:
        break;
      case PictureAnswer::put_in:
        put_picture_in();
        break;
      case PictureAnswer::leave:
        picture_.close();
        break;
    }
  }
  question_.draw(view, dialog_);
}

void Documents::add_status(nlohmann::ordered_json& status) const {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  constexpr std::size_t kMostRows = 40;
  for (const files::FileRow& row : dialog_.rows()) {
    if (rows.size() < kMostRows) rows.push_back(row.name);
  }
  status["dialog"] = {{"open", dialog_.is_open()},
                      {"saves", dialog_.purpose() == files::Purpose::save},
                      {"folder", dialog_.folder().string()},
                      {"typed", dialog_.typed},
                      {"rows", rows},
                      {"chosen", dialog_.chosen()},
                      {"asks_to_replace", dialog_.to_replace().has_value()},
                      {"message", dialog_.message()}};
  status["picture_asked"] = picture_.open();
}

}  // namespace heatwave::shell
