// Small scenes and shorthands that the session's tests share.
#pragma once

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "app/scene/scene_files.h"
#include "app/scene/views/catalogue.h"
#include "app/session/session.h"
#include "kernels/core/error.h"
#include "kernels/core/non_copyable.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::session {

inline scene::Item disc_item(scene::Role role, core::Point centre, double radius) {
  return {.role = std::move(role), .shape = scene::Disc{centre, radius}};
}
inline scene::Item box_item(scene::Role role, core::Point from, core::Point to) {
  return {.role = std::move(role), .shape = scene::Rectangle{from, to}};
}
inline scene::Source oscillating(double period, double amplitude = 1.0) {
  return {.oscillation = field::Oscillation{.amplitude = amplitude, .period = period}};
}

inline scene::Scene with_items(scene::Scene scene, std::vector<scene::Item> items) {
  for (scene::Item& item : items) {
    item.id = static_cast<int>(scene.items.size()) + 1;
    scene.items.push_back(std::move(item));
  }
  return scene;
}

inline field::Edges all_edges(field::EdgeKind kind) { return {kind, kind, kind, kind, 0.0}; }

inline scene::Scene heat_scene(scene::Initial initial, const field::Edges& edges) {
  scene::Scene scene = scene::blank_scene("heat", {96, 72});
  scene.initial = {std::move(initial)};
  scene.edges = edges;
  return scene;
}

/// Heat with a hot disc and insulated edges, at a pace that does not depend on the machine.
inline scene::Scene small_heat() {
  scene::Scene scene =
      with_items(scene::blank_scene("heat", {48, 32}), {disc_item(scene::Source{}, {16, 16}, 5)});
  scene.name = "small-heat";
  scene.edges = all_edges(field::EdgeKind::reflecting);
  scene.pace = {3};
  return scene;
}

/// Waves with every kind of item.
inline scene::Scene small_wave() {
  scene::Scene scene = with_items(
      scene::blank_scene("wave", {40, 36}),
      {disc_item(oscillating(20), {8, 18}, 2), box_item(scene::Wall{}, {20, 0}, {22, 12}),
       box_item(scene::Medium{0.5}, {25, 4}, {35, 30}),
       disc_item(oscillating(13, 0.5), {30, 30}, 2)});
  scene.name = "small-wave";
  scene.edges = all_edges(field::EdgeKind::absorbing);
  scene.initial = {scene::Gaussian{{12, 10}, 3, 1}};
  scene.pace = {2};
  return scene;
}

/// Waves with every kind of item, many of which lie across the cuts between parts.
inline scene::Scene tall_wave() { return scene::scaled(small_wave(), {80, 180}); }

/// A wave on a line, with a wall, a medium and a source.
inline scene::Scene small_line() {
  scene::Scene scene = with_items(
      scene::blank_scene("wave", {90, 1}),
      {box_item(scene::Source{}, {10, 0}, {12, 1}), box_item(scene::Wall{}, {40, 0}, {42, 1}),
       box_item(scene::Medium{0.5}, {60, 0}, {80, 1})});
  scene.name = "small-line";
  scene.initial = {scene::Ridge{.centre = {25, 0.5}, .radius = 3, .height = 1}};
  scene.pace = {2};
  return scene;
}

/// A small scene of the first equation that the view can show, waves first.
inline scene::Scene small_scene_for(const scene::View& view) {
  if (view.past != nullptr) return small_line();
  if (scene::suits(view, field::find_equation("wave"))) return small_wave();
  if (scene::suits(view, field::find_equation("heat"))) return small_heat();
  for (const field::EquationInfo& equation : field::equations()) {
    if (scene::suits(view, equation)) return scene::default_scene(equation.id);
  }
  throw core::Error("the view '" + view.id + "' can show no equation");
}

/// A folder that is deleted after the test.
class ScratchFolder : core::NonCopyable {
 public:
  ScratchFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("heatwave-session-" +
               std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()))) {
    std::filesystem::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline SessionOptions cpu_options(int threads = 1) {
  SessionOptions options;
  options.backend = field::Backend::cpu;
  options.threads = threads;
  options.export_folder = std::filesystem::temp_directory_path() / "heatwave-session-unused";
  return options;
}

inline void do_now(Session& session, Command command, Gesture gesture = 0) {
  session.submit(std::move(command), gesture);
  session.run(0);
}

inline float value_at(Session& session, int x, int y) {
  const field::FieldState state = session.state();
  return state.planes[0][core::whole(state.extent).index(x, y)];
}

inline bool has_notice(const Session& session, Notice::Kind kind, const std::string& words) {
  const auto& notices = session.snapshot().notices;
  return std::any_of(notices.begin(), notices.end(), [&](const Notice& n) {
    return n.kind == kind && n.text.find(words) != std::string::npos;
  });
}

}  // namespace heatwave::session
