// The frame: input, commands, steps, field, panels, swap.
#include "app/shell/front.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <type_traits>
#include <utility>

#include "app/rooms/actions.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/panels.h"
#include "app/session/assets.h"
#include "app/session/default_scene.h"
#include "app/session/scene_json.h"
#include "kernels/core/device.h"
#include "kernels/core/error.h"
#include "kernels/field/catalogue.h"

namespace heatwave::shell {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point from) {
  return std::chrono::duration<double, std::milli>(Clock::now() - from).count();
}

/// Whether OpenGL runs on the CPU, as on machines without a GPU.
bool is_software_drawn() {
  const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string renderer = text != nullptr ? text : "";
  return renderer.find("llvmpipe") != std::string::npos ||
         renderer.find("softpipe") != std::string::npos ||
         renderer.find("swrast") != std::string::npos;
}

/// Older versions of Dear ImGui take a pointer, newer ones a number.
template <typename Id>
Id as_texture_id(GLuint name) {
  if constexpr (std::is_pointer_v<Id>) {
    // The number is never a place in memory, so it is laid into the pointer's own bytes.
    return std::bit_cast<Id>(static_cast<std::uintptr_t>(name));
  } else {
    return static_cast<Id>(name);
  }
}

GlfwWindow opened(const Start& start) {
  try {
    return {start.window, "Heatwave", true};
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("{}; {}", error.what(), kWithoutWindow));
  }
}

session::Session make_session(const Start& start,
                              const std::shared_ptr<exporting::PngWriter>& writer) {
  session::SessionOptions options;
  options.backend = start.backend;
  options.threads = start.threads;
  options.device = start.device;
  options.writer = writer;
  options.recorded_labs = session::asset_folder() / "measurements";
  session::Session session(start.scene, options);
  for (const session::Command& command : start.commands) session.submit(command);
  session.submit(session::Play{});
  return session;
}

}  // namespace

Front::Front(const Start& start)
    : start_(start),
      writer_(std::make_shared<exporting::PngWriter>()),
      window_(opened(start)),
      interface_(window_),
      session_(make_session(start, writer_)),
      pacer_(window_.refresh_rate()) {
  ui_.dark = !start.light;
  ui_.room = start.room;
  ui_.lab.experiment = start.experiment;
  ui_.stage.lesson = start.lesson;
  software_drawn_ = is_software_drawn();
  // Waiting for a refresh would throw away time that the CPU needs for steps and pixels.
  window_.wait_for_screen(!software_drawn_);
  for (const auto& listing : session::built_in_scenes()) {
    ui_.scenes.push_back({listing.name, listing.title, listing.watch, listing.equation});
  }
  for (const field::EquationInfo& equation : field::equations()) {
    ui_.last_scene[equation.id] = session::default_scene(equation.id).name;
  }
  sink_ = [this](session::Command command, session::Gesture gesture) {
    session_.submit(std::move(command), gesture);
  };
  opener_ = [this](const std::string& name) { open_scene(name); };
  texture_of_ = [this](const std::shared_ptr<const lab::Picture>& picture) {
    return as_texture_id<ImTextureID>(pictures_.of(picture));
  };
  window_.set_full_screen(start.fullscreen);
}

void Front::run() {
  while (!window_.should_close()) frame();
  session_.submit(session::CancelLab{});
  session_.rest(true);
  session_.frame(0.0);
  writer_->finish();
  // Nobody is left to read a notice of it.
  const auto failure = writer_->take_failure();
  session_.finish_exports();
  if (failure) throw core::Error(*failure);
}

void Front::frame() {
  pacer_.begin_frame();
  window_.poll();
  begin_interface();
  take_input();
  // A key may have shown or hidden the side panel: what is drawn now has its place in this frame.
  lay_out();
  make_room_for_measuring();
  session_.frame(pacer_.seconds_for_steps());
  present_field();
  draw_field();
  draw_panels();
  do_requests();
  swap();
  pacer_.end_frame();
}

void Front::begin_interface() {
  timings_.now = ImGui::GetTime() + pacer_.frame_seconds();
  timings_.frame.add(timings_.now, pacer_.frame_seconds() * 1e3);
  const double display_scale = start_.scale > 0 ? start_.scale : window_.display_scale();
  const core::Extent size = window_.laid_out();
  unit_ = std::min(ui_.scale * static_cast<float>(display_scale),
                   panels::largest_unit(size.width, size.height));
  interface_.begin(panels::theme_of(ui_.dark), unit_, pixels_per_unit());
  ui_.places.clear();
  pictures_.begin_frame();
  lay_out();
}

void Front::lay_out() {
  const core::Extent size = window_.laid_out();
  layout_ = panels::lay_out(size.width, size.height, unit_, ui_.panel_shown);
  mapping_.place(layout_.field, session_.snapshot().scene.extent);
  layout_.colour_bar = panels::beside(layout_.field, mapping_.seen(), layout_.colour_bar);
}

void Front::take_input() {
  // The pointer first: a shape whose drag has just ended is not lost to a key for another tool.
  take_pointer();
  ui_.writer_has_room = writer_->has_room();
  panels::PanelContext context = this->context();
  const bool typing = ImGui::GetIO().WantTextInput;
  for (const KeyPress& press : window_.take_keys()) {
    if (typing) continue;
    const auto action = panels::action_of(press.chord, ui_.room, press.repeated);
    if (action) panels::perform(*action, context);
  }
}

void Front::take_pointer() {
  if (!in_fields()) {
    // What was being drawn ends as by releasing the button.
    pointer_.over_field = pointer_.left = pointer_.right = panning_ = false;
    tools_.update(pointer_, session_.snapshot(), sink_);
    session_.probe({-1, -1});
    return;
  }
  const ImGuiIO& io = ImGui::GetIO();
  const auto x = static_cast<double>(io.MousePos.x);
  const auto y = static_cast<double>(io.MousePos.y);
  const bool known = ImGui::IsMousePosValid();
  pointer_.over_field = known && !io.WantCaptureMouse && mapping_.area().contains(x, y);
  if (pointer_.over_field && io.MouseWheel != 0) {
    mapping_.zoom_about(x, y, io.MouseWheel > 0 ? 1.25 : 0.8);
  }
  panning_ = io.MouseDown[2] && (panning_ || pointer_.over_field);
  if (panning_) {
    mapping_.pan(static_cast<double>(io.MouseDelta.x), static_cast<double>(io.MouseDelta.y));
  }
  if (pointer_.over_field && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Middle)) mapping_.fit();
  if (known) pointer_.at = mapping_.to_cells(x, y);
  pointer_.left = io.MouseDown[0];
  pointer_.right = io.MouseDown[1];
  pointer_.square = io.KeyShift;
  pointer_.cells_per_unit = static_cast<double>(unit_) / mapping_.scale();
  tools_.update(pointer_, session_.snapshot(), sink_);
  session_.probe(pointer_.over_field ? mapping_.cell_at(x, y) : core::Cell{-1, -1});
}

void Front::present_field() {
  note_steps();
  if (!in_fields()) return;
  const session::Snapshot& snapshot = session_.snapshot();
  if (snapshot.field_version != presented_version_) {
    presented_version_ = snapshot.field_version;
    session_.present(display_);
    // Where interop fails, the same field comes again by upload.
    if (display_.take_missed()) session_.present(display_);
  }
  painter_.take_flags(session_.cell_flags(), snapshot.scene.extent, snapshot.scene_version);
}

void Front::draw_field() {
  const session::Snapshot& snapshot = session_.snapshot();
  const field::Survey& survey = snapshot.report.survey;
  const std::string ranged = snapshot.scene.name + '/' + snapshot.scene.shown;
  if (std::exchange(ranged_scene_, ranged) != ranged) range_.forget();
  if (survey.step >= 0 && survey.finite) {
    const field::ComponentSurvey seen = survey.of(session::shown_component(snapshot.scene));
    range_.follow(seen.minimum, seen.maximum, pacer_.frame_seconds());
  }
  shown_colours_ = colours();
  const panels::Theme& theme = panels::theme_of(ui_.dark);
  window_.keep_within_bounds();
  const core::Extent framebuffer = window_.framebuffer();
  draw_timer_.begin();
  glViewport(0, 0, framebuffer.width, framebuffer.height);
  const ImVec4& ground = in_fields() ? theme.surround : theme.panel;
  glClearColor(ground.x, ground.y, ground.z, 1.0F);
  glClear(GL_COLOR_BUFFER_BIT);
  if (in_fields()) {
    painter_.draw(display_, mapping_, shown_colours_, framebuffer,
                  static_cast<double>(pixels_per_unit()), theme.outline);
  }
  draw_timer_.end();
}

void Front::draw_panels() {
  const Clock::time_point began = Clock::now();
  panels::PanelContext context = this->context();
  draw_rooms(context);
  interface_timer_.begin();
  interface_.render();
  interface_timer_.end();
  panels_ms_ = milliseconds_since(began);
  status_.write(frame_, context);
}

void Front::swap() {
  const Clock::time_point began = Clock::now();
  if (!std::exchange(only_for_a_picture_, false)) window_.swap();
  const double draw_ms = draw_timer_.milliseconds();
  const double interface_ms = interface_timer_.milliseconds();
  timings_.draw.add(timings_.now, draw_ms);
  timings_.ui.add(timings_.now, panels_ms_ + interface_ms);
  const double swap_ms = milliseconds_since(began);
  timings_.present.add(timings_.now, swap_ms);
  // A GPU draws beside the steps and then waits for the screen; without one swapping is work.
  const double drawn_ms = software_drawn_ ? swap_ms : draw_ms + interface_ms;
  pacer_.note_overhead((panels_ms_ + drawn_ms) * 1e-3);
  ++frame_;
}

void Front::note_steps() {
  constexpr double kCountFor = 0.5;  // seconds
  const session::Snapshot& snapshot = session_.snapshot();
  if (snapshot.report.advances_done != advances_seen_) {
    advances_seen_ = snapshot.report.advances_done;
    timings_.step.add(timings_.now, snapshot.report.advance_ms);
    timings_.copy.add(timings_.now, snapshot.report.display_ms);
  }
  const double seconds = timings_.now - counted_at_;
  if (seconds >= kCountFor) {
    const auto steps =
        static_cast<double>(std::max<std::int64_t>(0, snapshot.step - counted_step_));
    timings_.steps_per_second = steps / seconds;
    counted_step_ = snapshot.step;
    counted_at_ = timings_.now;
  }
  timings_.display_path = display_.path();
  timings_.memory_bandwidth = snapshot.backend.backend == field::Backend::cpu
                                  ? core::cpu_memory_bandwidth()
                                  : snapshot.backend.memory_bandwidth;
}

void Front::open_scene(const std::string& name) {
  try {
    session_.submit(session::LoadScene{session::scene_or_blank(name)}, tools_.next_gesture());
    tools_.select(0);
  } catch (const core::Error& error) {
    tell(error.what());
  }
}

panels::PanelContext Front::context() {
  return {.snapshot = session_.snapshot(),
          .timings = timings_,
          .theme = panels::theme_of(ui_.dark),
          .fonts = interface_.fonts(),
          .colours = shown_colours_,
          .ui = ui_,
          .tools = tools_,
          .mapping = mapping_,
          .sink = sink_,
          .open_scene = opener_,
          .unit = unit_,
          .texture_of = &texture_of_};
}

colour::ColourScale Front::colours() const {
  const session::Scene& scene = session_.snapshot().scene;
  const auto& components = field::find_equation(scene.equation).components;
  return colour::resolve(session::shown_colours(scene), components[session::shown_component(scene)],
                         range_.minimum(), range_.maximum());
}

float Front::pixels_per_unit() const {
  const int units = window_.size().width;
  return units > 0 ? static_cast<float>(window_.framebuffer().width) / static_cast<float>(units)
                   : 1.0F;
}

}  // namespace heatwave::shell
