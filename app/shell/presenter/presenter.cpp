// Freezes, magnifies and copies pictures of the window, and draws the tools of a lecturer over it.
#include "app/shell/presenter/presenter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "app/shell/interface/layout.h"
#include "app/shell/interface/top_bar.h"
#include "app/shell/presenter/present_words.h"
#include "app/shell/window/imgui_context.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/pen.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

namespace {

constexpr std::size_t kMostKeys = 5;
constexpr float kMostMagnified = 8.0F;

constexpr std::array<std::pair<int, const char*>, 20> kNames{{{rooms::key::kSpace, "Space"},
                                                              {'.', "Full stop"},
                                                              {',', "Comma"},
                                                              {rooms::key::kEscape, "Esc"},
                                                              {rooms::key::kEnter, "Enter"},
                                                              {rooms::key::kKeypadEnter, "Enter"},
                                                              {rooms::key::kDelete, "Delete"},
                                                              {rooms::key::kBackspace, "Backspace"},
                                                              {rooms::key::kLeft, "Left"},
                                                              {rooms::key::kRight, "Right"},
                                                              {rooms::key::kUp, "Up"},
                                                              {rooms::key::kDown, "Down"},
                                                              {rooms::key::kPageUp, "Page Up"},
                                                              {rooms::key::kPageDown, "Page Down"},
                                                              {rooms::key::kHome, "Home"},
                                                              {rooms::key::kEnd, "End"},
                                                              {rooms::key::kKeypadAdd, "+"},
                                                              {rooms::key::kKeypadSubtract, "−"},
                                                              {258, "Tab"},
                                                              {260, "Insert"}}};

std::string name_of_key(int key) {
  for (const auto& [code, name] : kNames) {
    if (code == key) return name;
  }
  constexpr int kLastF = rooms::key::kF1 + 24;
  if (key >= rooms::key::kF1 && key <= kLastF) {
    return 'F' + std::to_string(key - rooms::key::kF1 + 1);
  }
  return key > rooms::key::kSpace && key < 127 ? std::string(1, static_cast<char>(key)) : "";
}

}  // namespace

std::string name_of(rooms::Chord chord) {
  const std::string key = name_of_key(chord.key);
  if (key.empty()) return "";
  return std::string(chord.control ? "Ctrl " : "") + (chord.shift ? "Shift " : "") + key;
}

bool PresentModel::leave_one() {
  if (std::exchange(blank, false)) return true;
  if (std::exchange(drawing, false)) return true;
  if (std::exchange(spotlight, false)) return true;
  // Esc does not unfreeze the audience's picture: they might see something hidden from them.
  if (!audience && std::exchange(held, false)) return true;
  if (std::exchange(magnified, 1.0F) != 1.0F) return true;
  if (!on) return false;
  end();
  return true;
}

void PresentModel::begin() {
  on = true;
  pointed_at = -kMarkSeconds;
}

void PresentModel::end() {
  ink.wipe_loose();
  keys.clear();
  on = drawing = spotlight = false;
  blank = blank && audience;
  held = held && audience;
  magnified = 1.0F;
}

void PresentModel::magnify(float factor) {
  magnified = std::clamp(magnified * factor, 1.0F, kMostMagnified);
  if (magnified < 1.05F) magnified = 1.0F;
}

void PresentModel::note_key(const std::string& name, const std::string& what, double now) {
  if (name.empty()) return;
  if (!keys.empty() && keys.back().keys == name && now - keys.back().at < kKeySeconds) {
    ++keys.back().times;
    keys.back().at = now;
    return;
  }
  // The other keys of the action, which its description has at its end, are not pressed.
  keys.push_back({.keys = name, .what = what.substr(0, what.find("; or ")), .at = now});
  if (keys.size() > kMostKeys) keys.pop_front();
}

bool PresentModel::shows_keys(double now) {
  while (!keys.empty() && now - keys.front().at >= kKeySeconds) keys.pop_front();
  return !keys.empty();
}

ui::Box PresentModel::seen(ImVec2 window) const {
  const ImVec2 part{window.x / magnified, window.y / magnified};
  const float x = std::clamp(pointer.x, 0.0F, window.x);
  const float y = std::clamp(pointer.y, 0.0F, window.y);
  return ui::Box::at(x - x / magnified, y - y / magnified, part.x, part.y);
}

namespace {

constexpr float kHalo = 18;  ///< radius of the ring about the pointer, in design units

}  // namespace

ImVec2 halo_centre(ImVec2 pointer, const ui::Box& window, float unit) {
  constexpr float kRim = 4;
  const float room = (kHalo + kRim) * unit;
  const auto within = [room](float at, float low, float high) {
    return std::clamp(at, low + room, std::max(low + room, high - room));
  };
  return {within(pointer.x, window.left, window.right),
          within(pointer.y, window.top, window.bottom)};
}

namespace {

/// Bright colours, each readable on any field in either theme within its dark rim.
ImVec4 ink_of(session::PenColour colour) {
  switch (colour) {
    case session::PenColour::yellow:
      return {1.0F, 0.86F, 0.2F, 1};
    case session::PenColour::red:
      return {1.0F, 0.35F, 0.3F, 1};
    case session::PenColour::green:
      return {0.4F, 0.9F, 0.4F, 1};
    case session::PenColour::blue:
      break;
  }
  return {0.4F, 0.75F, 1.0F, 1};
}

/// Draws highlighters as broad translucent lines, and over them pens: a dark line around a light
/// one. `sheet`: the place of the strokes' page.
void draw_ink(const ShellView& shell, const Ink& ink, const ui::Box& sheet, ImDrawList& list) {
  const float u = shell.unit;
  std::vector<ImVec2> points;
  const auto draw = [&](const Stroke& stroke, float width, const ImVec4& colour) {
    points.clear();
    for (const ImVec2& point : stroke.points) {
      points.push_back(
          {sheet.left + point.x * sheet.width(), sheet.top + point.y * sheet.height()});
    }
    if (points.size() == 1) {
      list.AddCircleFilled(points.front(), width / 2, ui::packed_colour(colour));
    } else {
      // A fast hand leaves few points, whose straight lines would have corners.
      constexpr float kPiece = 4;
      ui::stroke(list, ui::smoothed(points, kPiece * u), ui::packed_colour(colour), width);
    }
  };
  const auto draw_all = [&](session::PenTool tool, float width, auto colour_of) {
    for (const Stroke& stroke : ink.strokes()) {
      if (stroke.tool == tool) draw(stroke, width, colour_of(stroke));
    }
  };
  draw_all(session::PenTool::highlighter, 22 * u,
           [](const Stroke& stroke) { return ui::with_alpha(ink_of(stroke.colour), 0.38F); });
  draw_all(session::PenTool::pen, 7 * u, [](const Stroke&) { return ImVec4{0, 0, 0, 0.85F}; });
  draw_all(session::PenTool::pen, 4 * u,
           [](const Stroke& stroke) { return ink_of(stroke.colour); });
}

constexpr float kEraser = 14;  ///< radius in design units

/// Darkens the window but for a disc about the pointer.
void draw_spotlight(const ui::Box& window, ImVec2 at, ImDrawList& list) {
  const float radius = 0.16F * window.height();
  const float reach = window.width() + window.height();
  list.AddCircle(at, radius + reach / 2, ui::packed_colour(ImVec4{0, 0, 0, 0.68F}), 96, reach);
}

/// Returns "1:05".
std::string countdown_words(double seconds) {
  const auto whole = static_cast<int>(std::ceil(std::max(0.0, seconds)));
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// Draws a countdown large at the top of the picture.
void draw_countdown(const ShellView& shell, double left, const ui::Box& presented,
                    ImDrawList& list) {
  const bool is_over = left <= 0;
  const std::string time = is_over ? "Time is up" : countdown_words(left);
  const std::string words = is_over ? "" : "Discuss it with your neighbour";
  const float large = std::max(40 * shell.unit, 0.15F * presented.height());
  const float small = is_over ? 0.0F : 0.3F * large;
  ImFont* font = shell.fonts.strong;
  const auto width_of = [font](const std::string& text, float size) {
    return font->CalcTextSizeA(size, 1e6F, 0, text.c_str()).x;
  };
  // Digits do not move the plate.
  const float wide = std::max(width_of(is_over ? time : "00:00", large), width_of(words, small));
  const float rim = 0.2F * large;
  const float middle = (presented.left + presented.right) / 2;
  const ui::Box box{middle - wide / 2 - rim, presented.top + rim, middle + wide / 2 + rim,
                    presented.top + 2 * rim + large + 1.3F * small};
  list.AddRectFilled({box.left, box.top}, {box.right, box.bottom},
                     ui::packed_colour(ui::with_alpha(shell.theme.panel, 0.92F)), rim / 2);
  list.AddRect({box.left, box.top}, {box.right, box.bottom}, ui::packed_colour(shell.theme.accent),
               rim / 2, 2 * shell.unit);
  constexpr double kFinal = 10.0;  // seconds
  const ImVec4& ink = left <= kFinal ? shell.theme.accent : shell.theme.text;
  list.AddText(font, large, {middle - width_of(time, large) / 2, box.top + rim / 2},
               ui::packed_colour(ink), time.c_str());
  list.AddText(font, small, {middle - width_of(words, small) / 2, box.top + rim / 2 + large},
               ui::packed_colour(shell.theme.dim), words.c_str());
  if (shell.places != nullptr) (*shell.places)["countdown"] = box;
}

/// Draws the pen's tools and colours at the lower end of the window, hidden from the audience.
void draw_pen_case(ShellView& shell, const ui::Box& window) {
  const float u = shell.unit;
  const PresentStatus& present = shell.now.present;
  const float width = (7 * 40 + 8 * 8) * u;
  const float middle = (window.left + window.right) / 2;
  const float bottom = window.bottom - 80 * u;
  const ui::Pane pane("pen case", {middle - width / 2, bottom - 56 * u, middle + width / 2, bottom},
                      {8 * u, 8 * u}, ImGuiWindowFlags_NoBackground);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  keep_from_audience(shell, &list);
  const ImVec2 from = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  list.AddRectFilled(from, {from.x + size.x, from.y + size.y}, ui::packed_colour(shell.theme.panel),
                     8 * u);
  list.AddRect(from, {from.x + size.x, from.y + size.y}, ui::packed_colour(shell.theme.line),
               8 * u);
  for (const auto& [colour, name] : names_of(session::PenColour{})) {
    const std::string id = "pen/" + std::string(name);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ui::press_area(id.c_str(), {40 * u, 40 * u})) {
      const bool erases = present.pen_tool == session::PenTool::eraser;
      shell.send(session::ChoosePen{erases ? session::PenTool::pen : present.pen_tool, colour});
    }
    note_place(shell, id);
    explain(shell, "Draws in " + std::string(name) + ".", shell.keys_of("pen_colour"));
    const ImVec2 centre{at.x + 20 * u, at.y + 20 * u};
    list.AddCircleFilled(centre, 12 * u, ui::packed_colour(ink_of(colour)));
    if (present.pen_colour == colour) {
      list.AddCircle(centre, 16 * u, ui::packed_colour(shell.theme.text), 0, 2 * u);
    }
    ImGui::SameLine(0, 8 * u);
  }
  constexpr std::array<std::tuple<session::PenTool, ui::Icon, const char*>, 3> kTools{
      {{session::PenTool::pen, ui::Icon::paint, "A pen."},
       {session::PenTool::highlighter, ui::Icon::line, "A highlighter: broad and translucent."},
       {session::PenTool::eraser, ui::Icon::erase, "An eraser: removes the strokes it touches."}}};
  for (const auto& [tool, icon, help] : kTools) {
    const std::string id = "pen/" + std::string(core::name_of(tool));
    if (icon_button(shell, id.c_str(), icon, help, shell.keys_of("pen_tool"), "",
                    {.active = present.pen_tool == tool, .width = 40, .height = 40})) {
      shell.send(session::ChoosePen{tool, present.pen_colour});
    }
    ImGui::SameLine(0, 8 * u);
  }
}

/// Draws a ring about the pointer, a filled one while a button is pressed. A filled disc in the
/// accent at rest would be taken for the best value of a chart.
void draw_halo(const ShellView& shell, ImVec2 pointer, const ui::Box& window, ImDrawList& list) {
  const float u = shell.unit;
  const ImVec2 at = halo_centre(pointer, window, u);
  const bool pressed = ImGui::IsMouseDown(0) || ImGui::IsMouseDown(1) || ImGui::IsMouseDown(2);
  const float radius = (pressed ? 13 : kHalo) * u;
  const ImVec4& ink = pressed ? shell.theme.accent : shell.theme.text;
  if (pressed) list.AddCircleFilled(at, radius, ui::packed_colour(ui::with_alpha(ink, 0.5F)));
  const ImVec4& ground = shell.theme.panel;
  list.AddCircle(at, radius + 2 * u, ui::packed_colour(ui::with_alpha(ground, 0.7F)), 0, 2 * u);
  list.AddCircle(at, radius, ui::packed_colour(ink), 0, 2.5F * u);
}

/// Draws the lights when no bar contains them.
void draw_own_lights(ShellView& shell, const rooms::Room& room, const ui::Box& window) {
  const std::vector<Light> lights = lights_of(shell, room);
  if (lights.empty()) return;
  const float u = shell.unit;
  const float width = width_of_lights(shell, lights, false) + 8 * u;
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui::with_alpha(shell.theme.panel, 0.0F));
  {
    const ui::Pane pane("lights", ui::Box::at(window.right - width - 8 * u, 8 * u, width, 48 * u),
                        {8 * u, 8 * u});
    draw_lights(shell, lights, false);
  }
  ImGui::PopStyleColor();
}

}  // namespace

void Presenter::handle(const session::ShowAudience& command) {
  model_.audience = command.on;
  update_audience();
}

void Presenter::handle(const session::ChoosePen& command) {
  model_.ink.take(command.tool, command.colour);
  model_.drawing = true;
}

void Presenter::handle(const session::BlankScreen& command) {
  if (command.on && !model_.on && audience_ == nullptr) {
    throw core::Error("nothing is presented: F4 or F5 begins that");
  }
  model_.blank = command.on;
}

void Presenter::handle(const session::StartCountdown& command) {
  if (command.minutes < 0 || command.minutes > session::StartCountdown::kMostMinutes) {
    throw core::Error(
        fmt::format("a countdown takes up to {} minutes", session::StartCountdown::kMostMinutes));
  }
  model_.countdown_ends.reset();
  if (command.minutes > 0) model_.countdown_ends = ImGui::GetTime() + 60 * command.minutes;
}

void Presenter::update() {
  constexpr double kSaysSo = 10.0;  // seconds for which an ended countdown says so
  if (ImGui::IsMousePosValid()) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const bool moves = pointer.x != model_.pointer.x || pointer.y != model_.pointer.y;
    if (moves || ImGui::IsAnyMouseDown()) model_.pointed_at = ImGui::GetTime();
    model_.pointer = pointer;
  }
  update_audience();
  const LectureStatus& lecture = shell_.now.lecture;
  const std::string page =
      lecture.lecture == nullptr ? "" : fmt::format("{} {}", lecture.lecture->title, lecture.step);
  model_.ink.turn_to(page);
  // Going on in the lecture ends a black screen.
  const std::string shown = page + (lecture.answer_shown ? " answered" : "");
  if (std::exchange(shown_, shown) != shown) model_.blank = false;
  if (model_.countdown_ends && ImGui::GetTime() > *model_.countdown_ends + kSaysSo) {
    model_.countdown_ends.reset();
  }
}

void Presenter::update_audience() {
  if (audience_ != nullptr && audience_->should_close()) model_.audience = false;
  if (model_.audience == (audience_ != nullptr)) return;
  if (!model_.audience) {
    audience_.reset();
    model_.held = false;
    model_.blank = model_.blank && model_.on;
    return;
  }
  try {
    audience_ = std::make_unique<AudienceWindow>(window_, ImGuiContextOwner::on_key,
                                                 ImGuiContextOwner::on_letter);
    if (!audience_->is_full_screen()) {
      shell_.commands.tell(
          "The window for the audience shows the room alone; a double click makes it full screen.");
    }
  } catch (const core::Error& error) {
    model_.audience = false;
    shell_.tell_why(error);
  }
}

void Presenter::draw(const core::Rect& presented) {
  // The room's size may have changed since.
  if (holds_room() && !held_.empty()) held_.show_within(window_.framebuffer(), presented);
}

void Presenter::draw_paper(ShellView& view, const PresentPlaces& places) {
  const bool asked = shell_.now.asks_something || shell_.now.interface.help_shown;
  if (!model_.drawing || asked) return;
  const ui::Box& window = places.window;
  {
    const ui::Pane pane("paper", window, {0, 0}, ImGuiWindowFlags_NoBackground);
    ui::mouse_area("sheet", {window.width(), window.height()});
    if (ImGui::IsItemActive() && ImGui::IsMousePosValid()) {
      const float reach = kEraser * view.unit;
      // The pointer may have moved since the button was pressed.
      if (ImGui::IsItemActivated()) {
        model_.ink.draw_to(ImGui::GetIO().MouseClickedPos[0], places.presented, reach);
      }
      model_.ink.draw_to(ImGui::GetIO().MousePos, places.presented, reach);
    } else {
      model_.ink.end_stroke();
    }
  }
  draw_pen_case(view, window);
}

void Presenter::draw(ShellView& view, const rooms::Room& room, const PresentPlaces& places) {
  const bool asked = view.now.asks_something || view.now.interface.help_shown;
  if (model_.on) draw_own_lights(view, room, places.window);
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  draw_ink(view, model_.ink, places.presented, list);
  if (model_.countdown_ends) {
    draw_countdown(view, *model_.countdown_ends - ImGui::GetTime(), places.presented, list);
  }
  if (model_.spotlight) draw_spotlight(places.window, model_.pointer, list);
  if (model_.drawing && model_.ink.tool() == session::PenTool::eraser) {
    list.AddCircle(model_.pointer, kEraser * view.unit, ui::packed_colour(view.theme.text), 0,
                   2 * view.unit);
  }
  const bool points_for_audience = model_.audience && !model_.held && !asked &&
                                   ImGui::IsMousePosValid() &&
                                   places.presented.contains(model_.pointer);
  // A magnified window shows a different area.
  const bool is_magnified = model_.magnified > 1;
  const ui::Box place =
      is_magnified ? model_.seen({places.window.right, places.window.bottom}) : places.free;
  if (!asked) draw_sign(view, place, height_of_keys(view, places));
  // The halo shows the audience the pointer, which their copied picture lacks.
  if ((model_.on || points_for_audience) && model_.marks_pointer(ImGui::GetTime())) {
    draw_halo(view, model_.pointer, places.window, list);
  }
  if (model_.on && !asked && shell_.now.interface.key_captions)
    draw_keys_pressed(view, model_, list, is_magnified ? place : places.keys);
  // Without a window of their own, the audience sees this one.
  if (model_.blank && audience_ == nullptr) {
    list.AddRectFilled({0, 0}, {places.window.right, places.window.bottom},
                       ui::packed_colour(ImVec4{0, 0, 0, 1}));
  }
}

bool Presenter::draw_out(const core::Rect& presented, bool for_file) {
  bool is_shown = !for_file;
  if (audience_ == nullptr && !model_.held) {
    held_.forget();
  } else if (holds_room() && held_.empty()) {
    is_shown = false;
    model_.held = held_.take(window_.framebuffer(), presented);
  }
  if (is_shown) magnify();
  if (audience_ != nullptr) show_audience(presented, is_shown);
  return is_shown;
}

void Presenter::show_audience(const core::Rect& presented, bool goes_on) {
  // The audience does not see questions, which are for the person at the window.
  const bool asked = shell_.now.asks_something || shell_.now.interface.help_shown;
  if ((goes_on && !model_.held && !asked) || held_.empty()) {
    held_.take(window_.framebuffer(), presented);
  }
  audience_->show(model_.blank ? nullptr : &held_);
}

void Presenter::magnify() {
  if (model_.magnified == 1.0F) return magnified_.forget();
  const core::Extent framebuffer = window_.framebuffer();
  const core::Rect all = core::whole(framebuffer);
  if (!magnified_.take(framebuffer, all)) return;
  const core::Extent window = window_.size();
  const core::Rect seen = core::intersection(
      in_pixels(model_.seen({static_cast<float>(window.width), static_cast<float>(window.height)}),
                window_.pixels_per_unit()),
      all);
  magnified_.show(seen, framebuffer, all);
}

PresentStatus Presenter::status() const {
  const bool leaves_held = model_.held && !model_.audience;
  return {.on = model_.on,
          .pen = model_.drawing,
          .pen_tool = model_.ink.tool(),
          .pen_colour = model_.ink.colour(),
          .has_drawn = !model_.ink.strokes().empty(),
          .spotlight = model_.spotlight,
          .blank = model_.blank,
          .counts_down = model_.countdown_ends.has_value(),
          .audience = audience_ != nullptr,
          .held = model_.held,
          .holds_picture = holds_room() && !held_.empty(),
          .takes_held_picture = holds_room() && held_.empty(),
          .can_leave = model_.blank || model_.drawing || model_.spotlight || leaves_held ||
                       model_.magnified != 1.0F || model_.on,
          .shows_keys = !model_.keys.empty() ||
                        ((model_.on || model_.audience) && model_.marks_pointer(ImGui::GetTime())),
          .pointer_rests = !model_.marks_pointer(ImGui::GetTime()),
          .magnified = model_.magnified};
}

float Presenter::picture_height(const ui::Box& room, float window_height) const {
  const float height = model_.on ? window_height : 0.0F;
  if (audience_ == nullptr) return height;
  // The audience's picture is as large as their window allows.
  const core::Extent theirs = audience_->framebuffer();
  const float room_in_width = room.width() / static_cast<float>(theirs.width);
  return std::max({height, room.height(), static_cast<float>(theirs.height) * room_in_width});
}

void Presenter::add_status(nlohmann::ordered_json& status) const {
  nlohmann::ordered_json keys = nlohmann::ordered_json::array();
  for (const ShownKey& key : model_.keys) keys.push_back(key.keys);
  status["present"] = {{"on", model_.on},
                       {"pen", model_.drawing},
                       {"held", model_.held},
                       {"magnified", model_.magnified},
                       {"points", model_.ink.points()},
                       {"strokes", model_.ink.strokes().size()},
                       {"tool", core::name_of(model_.ink.tool())},
                       {"colour", core::name_of(model_.ink.colour())},
                       {"spotlight", model_.spotlight},
                       {"blank", model_.blank},
                       {"counts_down", model_.countdown_ends.has_value()},
                       {"audience", model_.audience},
                       {"keys", std::move(keys)}};
}

}  // namespace heatwave::shell
