// What is opened and saved: scenes, recordings, fields.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/export/npy.h"
#include "app/files/run_line.h"
#include "app/files/share_text.h"
#include "app/scene/picture_use.h"
#include "app/scene/scene_checks.h"
#include "app/scene/scene_files.h"
#include "app/session/field/live_field.h"
#include "app/shell/front.h"
#include "app/system/write_files.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

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
  // A title that is only the file's name is none of its own.
  const bool own = scene.title != words::printable(scene.name);
  return {own ? scene.title : "", scene.watch};
}

/// Of several files that were dropped together: a scene before the field that lies beside it, and
/// then what is put into that scene.
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

}  // namespace

void Front::ask_about_files() {
  const rooms::FileAsk ask = std::exchange(asks_.file, rooms::FileAsk::none);
  if (ask == rooms::FileAsk::none || asks_something(model_)) return;
  if (ask == rooms::FileAsk::copy) return copy_scene();
  if (ask == rooms::FileAsk::paste) return paste_scene();
  if (ask == rooms::FileAsk::copy_run) return copy_run_line();
  model_.help_shown = false;
  const scene::Scene& scene = session_.snapshot().scene;
  const fs::path& own = scene.origin.file;
  if (ask == rooms::FileAsk::open) {
    model_.dialog.ask_to_open(folder_to_begin_in(folder_), recent_.files());
  } else if (ask == rooms::FileAsk::save_as || own.empty()) {
    const std::string name = scene.name.empty() ? "scene" : scene.name;
    model_.dialog.ask_to_save(folder_to_begin_in(folder_), name + ".json", words_of(scene));
  } else if (saved_here_.contains(own)) {
    save_scene({files::Purpose::save, own, true, words_of(scene)});
  } else {
    model_.dialog.ask_to_replace(own, words_of(scene));
  }
}

void Front::answer_about_files() {
  const auto chosen = model_.dialog.take_answer();
  if (!chosen) {
    // What was saved under a name, or opened by the command line, is known by its scene.
    const fs::path& origin = session_.snapshot().scene.origin.file;
    if (origin != seen_origin_ && !origin.empty()) recent_.add(origin);
    seen_origin_ = origin;
    return;
  }
  folder_ = chosen->path.parent_path();
  if (chosen->purpose == files::Purpose::open) {
    open_file(chosen->path);
  } else {
    save_scene(*chosen);
  }
}

void Front::take_dropped() {
  const auto dropped = window_.take_dropped();
  if (dropped.empty()) return;
  idle_.stir(ImGui::GetTime());
  model_.dialog.close();
  for (const fs::path& each : to_open(dropped)) {
    if (!open_file(each)) return;
  }
}

bool Front::open_file(const fs::path& path) {
  const fs::path file = files::whole_path(path);
  try {
    switch (files::kind_of(file)) {
      case files::FileKind::scene:
        open_scene(file);
        break;
      case files::FileKind::recording:
        open_recording_file(file);
        break;
      case files::FileKind::array:
        open_array(file);
        break;
      case files::FileKind::lecture:
        open_lecture(wire::read_lecture(file));
        break;
      case files::FileKind::picture:
        open_picture(file);
        break;
      case files::FileKind::folder:
      case files::FileKind::other:
        throw core::Error(
            fmt::format("Heatwave opens scenes (.json), recordings (.hwrec), lectures (.hwl), "
                        "fields (.npy) and pictures (.png, .jpg), not '{}'",
                        file.filename().string()));
    }
    recent_.add(file);
    folder_ = file.parent_path();
    model_.room = rooms::kFields.id;
    model_.help_shown = false;
    return true;
  } catch (const std::exception& error) {
    tell_why(error);
    return false;
  }
}

void Front::open_scene(const fs::path& path) {
  scene::Scene scene = scene::load_scene(path);
  session::require_host_memory(scene, start_.backend);
  scene.origin.file = path;
  saved_here_.erase(path);  // it may be another one by now
  begin_scene(std::move(scene));
}

void Front::begin_scene(scene::Scene scene) {
  const bool paused = scene.paused;
  close_recording();
  session_.submit(session::LoadScene{std::move(scene)});
  if (paused) {
    session_.submit(session::Pause{});
  } else {
    session_.submit(session::Play{});
  }
}

void Front::copy_scene() {
  try {
    scene::Scene scene = session_.scene_as_it_stands();
    scene.paused = !session_.snapshot().playing;
    const std::string text = files::share_text(scene);
    ImGui::SetClipboardText(text.c_str());
    tell(fmt::format("Copied the scene as a line of {}.",
                     words::counted(static_cast<std::int64_t>(text.size()), "letter", "letters")));
  } catch (const std::exception& error) {
    tell_why(error);
  }
}

void Front::paste_scene() {
  try {
    const char* text = ImGui::GetClipboardText();
    scene::Scene scene = files::scene_from_text(text == nullptr ? "" : text);
    session::require_host_memory(scene, start_.backend);
    begin_scene(std::move(scene));
    tell("Pasted the scene; undo brings back what was there.");
  } catch (const std::exception& error) {
    tell_why(error);
  }
}

void Front::copy_run_line() {
  try {
    const session::Snapshot& now = session_.snapshot();
    scene::Scene scene = now.scene;
    std::int64_t steps = now.step - scene::first_step(scene);
    if (!now.readings.as_begun) {
      // No number of steps leads there: it begins with the field as it is.
      scene.given = scene::GivenField(std::make_shared<const field::FieldState>(session_.state()));
      scene.initial.clear();
      steps = 0;
    }
    std::string options;
    std::string with = "scene";
    try {
      options = files::scene_options(scene);
    } catch (const core::Error&) {
      options.resize(files::kLongestWord + 1);  // too long for any text
    }
    const std::string name = scene.name.empty() ? "scene" : scene.name;
    if (options.size() > files::kLongestWord) {
      const scene::SavedScene saved = scene::save_scene(
          scene, fs::path(now.exporting.folder) / (name + ".json"), system::Naming::fresh);
      options = "--scene " + files::quoted(fs::absolute(saved.scene).string());
      with = "scene, which lies in " + saved.scene.string();
    }
    const std::string line = files::run_line(
        options, steps, fmt::format("{}-{:08}.png", name, now.step), asks_.picture_parts);
    ImGui::SetClipboardText(line.c_str());
    tell(fmt::format("Copied the command line that makes this picture, with its {}.", with));
  } catch (const std::exception& error) {
    tell_why(error);
  }
}

void Front::open_recording_file(const fs::path& path) {
  if (session_.snapshot().lab.running) throw core::Error("the lab measures: a recording waits");
  auto recording = std::make_shared<const wire::Recording>(wire::read_recording(path));
  session::require_host_memory(recording->scene, start_.backend);
  close_recording();
  session_.begin(recording->scene);
  start_.recording = std::move(recording);
  open_recording();
  session_.submit(session::Play{});
}

void Front::open_array(const fs::path& path) {
  if (player_ != nullptr) {
    throw core::Error("a recording is being played: take over to change the field");
  }
  exporting::NpyFile file(path);
  const scene::Scene& scene = session_.snapshot().scene;
  const field::EquationInfo& equation = field::find_equation(scene.equation);
  if (file.components() != equation.components.size()) {
    throw core::Error(fmt::format("'{}' has {} values a cell, and {} has {}",
                                  path.filename().string(), file.components(), equation.title,
                                  equation.components.size()));
  }
  scene::check_extent(file.extent());
  exporting::Array array = file.read();
  const session::Gesture gesture = asks_.gestures().next();
  if (array.extent != scene.extent) session_.submit(session::Resize{array.extent}, gesture);
  session_.submit(session::LoadField{std::move(array.cells)}, gesture);
}

void Front::open_picture(const fs::path& path) {
  if (player_ != nullptr) {
    throw core::Error("a recording is being played: take over to change the field");
  }
  model_.picture.ask(scene::read_picture(path), words::printable(path.filename().string()));
}

void Front::answer_about_picture() {
  PictureModel& model = model_.picture;
  const PictureAnswer answer = std::exchange(model.answer, PictureAnswer::none);
  if (!model.open() || answer == PictureAnswer::none) return;
  try {
    const scene::Scene& scene = session_.snapshot().scene;
    if (answer == PictureAnswer::put_in) {
      model.look(scene.extent);
      if (model.choice.use == scene::PictureUse::field) {
        submit(session::LoadScene{scene::begun_with(scene, model.placed, model.choice)},
               asks_.gestures().next());
      } else {
        // What came of one picture goes by one undo.
        const session::Gesture gesture = asks_.gestures().next();
        for (scene::Item& item : scene::items_of(model.placed, model.choice)) {
          submit(session::AddItem{std::move(item)}, gesture);
        }
      }
    }
    model.close();
  } catch (const std::exception& error) {
    tell_why(error);  // and goes on asking
  }
}

void Front::save_scene(const files::ChosenFile& chosen) {
  const scene::Scene& scene = session_.snapshot().scene;
  const bool described =
      chosen.words.title != words_of(scene).title || chosen.words.watch != scene.watch;
  if (described) {
    // Without a title of its own it is called by its file, which may be another one now.
    const std::string title = chosen.words.title.empty() ? scene.name : chosen.words.title;
    session_.submit(session::DescribeScene{title, chosen.words.watch});
  }
  session_.submit(session::SaveScene{.path = chosen.path.string(),
                                     .replace = chosen.replace,
                                     .paused = !session_.snapshot().playing});
  saved_here_.insert(chosen.path);
}

}  // namespace heatwave::shell
