// Lists the groups of the fields room's side panel, and draws the group with every view and layer
// of the catalogue, and the timings.
#include "app/rooms/fields/fields_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "app/rooms/fields/side_groups.h"
#include "app/scene/views/catalogue.h"
#include "app/ui/controls.h"
#include "app/ui/figures.h"
#include "app/ui/group_list.h"
#include "app/ui/number_controls.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "app/words/word_lists.h"
#include "kernels/core/copy_speed.h"
#include "kernels/core/device.h"
#include "kernels/core/part_of_limit.h"
#include "kernels/core/utf8.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::fields_room {
namespace {

std::string size_words(std::uint64_t bytes) { return core::in_bytes(static_cast<double>(bytes)); }

SpeedLimit of_cpu(std::uint64_t bytes) {
  const core::CopySpeed speed = core::cpu_copy_speed(bytes);
  const std::string who =
      fmt::format("{} {} copying {} at once", speed.threads,
                  speed.threads == 1 ? "thread" : "threads together", size_words(speed.bytes));
  return {.bytes_per_second = speed.bytes_per_second,
          .name = speed.in_cache ? "of the cache's speed" : "of memory's speed",
          .how = fmt::format("Measured here: {} reach {}. The field has {}, and {}.", who,
                             words::with_prefix(speed.bytes_per_second, "B/s"), size_words(bytes),
                             speed.in_cache ? "lies in the cache" : "fits in no cache")};
}

SpeedLimit of_gpu(const field::BackendInfo& backend, std::uint64_t bytes) {
  SpeedLimit limit{.bytes_per_second = backend.memory_bandwidth,
                   .name = "of memory's speed",
                   .how = fmt::format("Device memory bandwidth by clock and bus width: {}.",
                                      words::with_prefix(backend.memory_bandwidth, "B/s"))};
  if (bytes <= backend.cache_bytes) {
    limit.bytes_per_second = 0.0;
    limit.how += fmt::format(" Not a limit here: the field ({}) fits in the device's cache ({}).",
                             size_words(bytes), size_words(backend.cache_bytes));
  }
  return limit;
}

}  // namespace

SpeedLimit speed_limit(const field::BackendInfo& backend, std::uint64_t bytes) {
  return backend.backend == field::Backend::cpu ? of_cpu(bytes) : of_gpu(backend, bytes);
}

bool draw_parameter(FieldsView& context, const field::ParameterInfo& info, double& value,
                    double maximum, const char* format, bool logarithmic, TitlePlace title) {
  if (title == TitlePlace::beside) ImGui::AlignTextToFramePadding();
  ImGui::TextColored(context.theme.dim, "%s", info.title.c_str());
  ImGui::SameLine();
  if (title == TitlePlace::above) {
    ui::text_ending_at(ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x, info.unit);
  }
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  const bool slid = slider(context, ("##" + info.id).c_str(), value, info.minimum, maximum, format,
                           info.help, logarithmic);
  note_place(context, "slider/" + info.id);
  return slid;
}

namespace {

/// Draws a row of a table: its title, and three texts that end at their columns.
void draw_line(const FieldsView& context, const std::string& title,
               const std::array<std::string, 3>& texts, bool is_head = false) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const float column = 68 * context.unit;
  ImGui::TextColored(context.theme.dim, "%s", title.c_str());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ImGui::SameLine();
    if (is_head) ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
    ui::text_ending_at(right - column * static_cast<float>(texts.size() - 1 - i), texts[i]);
    if (is_head) ImGui::PopStyleColor();
  }
}

/// Draws what each part of the field takes of a step, if it is known.
void draw_part_times(FieldsView& context) {
  const std::vector<field::PartInfo>& parts = context.snapshot.backend.parts;
  const std::vector<field::PartTimes>& times = context.snapshot.report.parts;
  if (times.empty() || times.size() != parts.size()) return;
  constexpr std::size_t kMost = 8;
  const float u = context.unit;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * u, 5 * u});
  ImGui::BeginGroup();
  draw_line(context, "a step", {"compute", "exchange", "hidden"}, true);
  ImGui::EndGroup();
  explain(
      context,
      "Means since the field came to these devices: stepping its rows; waiting for other parts, "
      "and copying their rows; the time of that in which the device also stepped rows. On GPUs "
      "they are those of one exchange in sixteen.");
  for (std::size_t i = 0; i < std::min(kMost, parts.size()); ++i) {
    ImGui::BeginGroup();
    draw_line(context, fmt::format("part {}", i + 1),
              {words::time_per_step(times[i].compute_ms, 1),
               words::time_per_step(times[i].exchange_ms, 1),
               words::time_per_step(times[i].hidden_ms, 1)});
    ImGui::EndGroup();
    const field::PartInfo& part = parts[i];
    explain(context,
            fmt::format(
                "{}, rows {} to {}{}.", part.device, part.first_row, part.first_row + part.rows - 1,
                part.threads == 0
                    ? std::string()
                    : fmt::format(", {}", words::counted(part.threads, "thread", "threads"))));
    note_place(context, fmt::format("part times {}", i + 1));
  }
  if (parts.size() > kMost) {
    dim_text(context, fmt::format("and {} more, in run --json", parts.size() - kMost));
  }
  ImGui::PopStyleVar();
}

void draw_table(FieldsView& context) {
  const rooms::Timings& t = context.timings;
  struct Part {
    const char* title;
    const ui::TimeSeries* series;
    const char* help;
  };
  const std::array<Part, 6> parts{{
      {"step", &t.step, "All steps of a frame, on the device that computes."},
      {"display copy", &t.copy, "Bringing the field to OpenGL."},
      {"draw", &t.draw, "Colouring the field, by OpenGL's own clock."},
      {"UI", &t.ui, "Laying out and drawing panels."},
      {"present", &t.present, "Swapping the picture; waits for the screen."},
      {"frame", &t.frame, "From one frame to the next."},
  }};
  const float u = context.unit;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * u, 5 * u});
  draw_line(context, "ms", {"now", "mean", "worst"}, true);
  for (const Part& part : parts) {
    const auto statistics = part.series->statistics(t.now);
    ImGui::BeginGroup();
    draw_line(context, part.title,
              {words::milliseconds(statistics.now), words::milliseconds(statistics.mean),
               words::milliseconds(statistics.worst)});
    ImGui::EndGroup();
    explain(context, part.help);
  }
  ImGui::PopStyleVar();
}

// Number of panel lines that the longest usual sentence takes.
constexpr int kLinesOfLimit = 3;
constexpr int kLinesOfWay = 2;

std::uint64_t field_bytes(const scene::Scene& scene) {
  constexpr std::uint64_t kPlanes = 2;  // current and previous time level
  const std::size_t components = scene::equation_of(scene).components.size();
  return static_cast<std::uint64_t>(scene.extent.cells()) * components * kPlanes * sizeof(float);
}

void draw_rates(FieldsView& context) {
  const session::Snapshot& s = context.snapshot;
  const double cells = static_cast<double>(s.scene.extent.cells());
  const double device_steps =
      s.report.advance_ms > 0
          ? static_cast<double>(s.report.advance_steps) / s.report.advance_ms * 1e3
          : 0.0;
  const double bandwidth = device_steps * s.report.bytes_per_step;
  value_row(context, "steps/s", words::with_prefix(context.timings.steps_per_second));
  value_row(context, "cells/s", words::with_prefix(context.timings.steps_per_second * cells));
  value_row(context, "bandwidth", words::with_prefix(bandwidth, "B/s"));
  explain(context,
          "Minimum bytes moved by the passes over the field, divided by their time. Several steps "
          "that share a pass move the field once.");
  // Without a bandwidth, do not measure a limit: it would delay the frame.
  const SpeedLimit limit = bandwidth > 0 ? speed_limit(s.backend, field_bytes(s.scene))
                                         : SpeedLimit{.name = "of memory's speed"};
  const double part = core::part_of_limit(bandwidth, limit.bytes_per_second);
  value_row(context, limit.name.c_str(), part > 0 ? words::percent(part) : "–");
  explain(context,
          "Far below the limit: bound by arithmetic, launches or latency. A dash: the limit does "
          "not apply.");
  ui::steady_text(context, "limit", limit.how, kLinesOfLimit);
}

}  // namespace

void draw_timings_group(FieldsView& context) {
  const field::BackendInfo& backend = context.snapshot.backend;
  draw_table(context);
  draw_part_times(context);
  draw_strip_chart(context, context.timings.frame,
                   {ImGui::GetContentRegionAvail().x, 48 * context.unit});
  explain(context, "The newest frames, in milliseconds; the line is 1/60 s.");
  draw_rates(context);
  const std::string threads =
      backend.threads > 0
          ? fmt::format(", {} {}", backend.threads, backend.threads == 1 ? "thread" : "threads")
          : std::string();
  ImGui::TextWrapped("%s: %s%s", backend.backend == field::Backend::cuda ? "CUDA" : "CPU",
                     backend.device.c_str(), threads.c_str());
  if (!backend.reason.empty()) dim_text(context, backend.reason);
  ui::steady_text(context, "way", words::sentence(context.snapshot.report.method), kLinesOfWay);
  ui::steady_text(context, "display", "Display by " + context.timings.display_path, 1);
}

namespace {

/// A layer that can lie over any view. Its help is that of the view that draws it, if there is one.
struct Layer {
  const char* id;
  const char* title;
  bool scene::ViewLayers::*of;
  const char* help = "";
};
constexpr std::array<Layer, 4> kLayers{
    {{"contours_over", "contours", &scene::ViewLayers::contours},
     {"arrows_over", "arrows", &scene::ViewLayers::arrows},
     {"raised", "surface", &scene::ViewLayers::raised},
     {"relief", "relief", &scene::ViewLayers::relief,
      "Lights the field from the upper left as if values were heights; seen from above."}}};

std::string help_of(const Layer& layer) {
  for (const scene::View& view : scene::views()) {
    if (view.draws.*layer.of) return view.help;
  }
  return layer.help;
}

/// Returns whether the view is another one with a layer over it, which has a switch of its own.
bool is_layer(const scene::View& view) { return view.draws != scene::ViewLayers{}; }

/// A view that is a layer is left for the first view when the layer is switched off.
void draw_layer(FieldsView& context, const Layer& layer) {
  const scene::Scene& scene = context.snapshot.scene;
  const bool own = scene::view_of(scene).draws.*layer.of;
  scene::ViewLayers layers = scene.layers;
  bool on = layers.*layer.of || own;
  const char* reason = scene::is_line(scene) ? "A field on a line is shown as curves" : "";
  if (!toggle(context, layer.id, layer.title, on, help_of(layer), reason)) return;
  layers.*layer.of = on;
  if (own) {
    context.send(session::SetView{scene::ViewKind{}, {}, layers});
  } else {
    context.send(session::SetView{scene.view.kind, scene.view.parameters, layers});
  }
}

void draw_view_parameters(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const std::vector<field::ParameterInfo>& known = scene::view_of(scene).parameters;
  const scene::ViewChoice shown = scene::view_in_use(scene);
  std::vector<double> values = scene::view_parameters(shown);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const field::ParameterInfo& info = known[i];
    if (draw_parameter(context, info, values[i], info.maximum, "%.0f",
                       info.maximum > 1000 * info.minimum)) {
      values[i] = std::round(values[i]);
      context.edit(session::SetView{shown.kind, values, scene.layers});
    }
  }
}

}  // namespace

void choose_view(FieldsView& context, scene::ViewKind kind) {
  const scene::Scene& scene = context.snapshot.scene;
  context.model.view_parameters[scene.view.kind] = scene.view.parameters;
  context.send(session::SetView{kind, context.model.view_parameters[kind], scene.layers});
}

const std::string& view_group_words() {
  static const std::string words =
      fmt::format("{}", fmt::join(core::all_names<scene::ViewKind>(), ", "));
  return words;
}

/// Draws the choice between side by side and a wipe, and the switch for the difference.
void draw_comparison_choice(FieldsView& context) {
  static const std::array<std::string, 2> kTitles{"Side by side", "Wipe"};
  const rooms::Comparison& now = *context.comparison;
  const std::string key = " Key: " + context.keys_of("wipe_fields") + ".";
  const std::array<std::string, 2> help{"Both fields at once." + key,
                                        "One over the other: drag the divider, or move it by " +
                                            context.keys_of("wipe_left") + "." + key};
  session::ShowComparison show{
      .layout = now.layout, .divided_at = now.divided_at, .difference = now.difference};
  const int pressed = segmented(context, "comparison", kTitles, static_cast<int>(now.layout),
                                ImGui::GetContentRegionAvail().x, help);
  if (pressed >= 0) {
    show.layout = static_cast<session::ComparisonLayout>(pressed);
    context.send(show);
  }
  if (toggle(context, "difference", "their difference", show.difference,
             "Shows the original minus the copy in colours of its own, symmetric about 0. Key: " +
                 context.keys_of("difference") + ".")) {
    context.send(show);
  }
}

namespace {

/// Returns the text of the chosen quantity: a component's id, or an expression.
std::string text_of_quantity(const scene::Scene& scene) {
  const std::size_t chosen = scene::chosen_quantity(scene);
  const std::size_t components = scene::equation_of(scene).components.size();
  if (chosen < components) return scene::equation_of(scene).components[chosen].id;
  return scene.quantities.expressions[chosen - components].text();
}

/// Underlines the characters of the last field that a mistake is about.
void underline_mistake(const FieldsView& context, const TypedExpression& typed) {
  const std::string& text = typed.text;
  const auto column = static_cast<std::size_t>(typed.mistake->place.column - 1);
  const auto length = static_cast<std::size_t>(std::max(1, typed.mistake->place.length));
  const std::size_t first = core::bytes_of_letters(text, column);
  const std::size_t end = core::bytes_of_letters(text, column + length);
  const auto width = [&](std::size_t bytes) {
    return ImGui::CalcTextSize(text.data(), text.data() + bytes).x;
  };
  const ImVec2 from = ImGui::GetItemRectMin();
  const ImVec2 to = ImGui::GetItemRectMax();
  const float left = from.x + ImGui::GetStyle().FramePadding.x;
  const float begin = std::min(left + width(first), to.x - 12 * context.unit);
  const float most = std::max(left + width(end), begin + 8 * context.unit);
  const float y = to.y - 3 * context.unit;
  ImGui::GetWindowDrawList()->AddLine({begin, y}, {std::min(most, to.x), y},
                                      ui::packed_colour(context.theme.error), 2 * context.unit);
}

constexpr const char* kExpressionHelp =
    "An expression of the components such as u_x^2 + u_y^2; it may have x, y, t, parameters, "
    "derivatives and functions, as formulas do.";

/// Names the first mistake of some fields for expressions below them. Its place is kept where there
/// is none, so that nothing moves while one is typed.
void draw_mistake(const FieldsView& context, const char* id,
                  std::initializer_list<const TypedExpression*> fields) {
  constexpr int kLines = 2;
  const auto wrong = std::find_if(fields.begin(), fields.end(),
                                  [](const auto* typed) { return typed->mistake.has_value(); });
  const bool is_wrong = wrong != fields.end();
  ui::steady_text(context, id, is_wrong ? words::sentence((*wrong)->mistake->message) : "", kLines,
                  context.theme.error);
}

/// Draws a field for an expression, and underlines its mistake. `now`: the text that is in use.
/// Returns true when another text is to be used; an empty one has no mistakes.
bool draw_expression(FieldsView& context, const char* id, TypedExpression& typed,
                     const std::string& now, const char* hint) {
  constexpr double kPause = 0.4;  // seconds without a key after which the text is applied
  if (typed.of != now) typed = {.text = now, .of = now, .due = {}, .mistake = {}};
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  if (ui::text_field(context, id, typed.text, hint)) typed.due = ImGui::GetTime() + kPause;
  const bool is_confirmed = ImGui::IsItemDeactivatedAfterEdit();
  if (typed.mistake) underline_mistake(context, typed);
  explain(context, kExpressionHelp);
  const bool is_due = typed.due && (is_confirmed || ImGui::GetTime() >= *typed.due);
  if (is_due) {
    typed.due.reset();
    typed.mistake.reset();
    const field::EquationInfo& equation = scene::equation_of(context.snapshot.scene);
    const auto problems = typed.text.empty() ? std::vector<field::formula::Problem>()
                                             : field::formula::problems_of(equation, typed.text);
    if (!problems.empty()) typed.mistake = problems.front();
  }
  return is_due && !typed.mistake && typed.text != now;
}

/// Chooses the component or the expression that the field shows; an expression can be typed.
void draw_quantity(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const std::vector<std::string> ids = scene::quantity_ids(scene);
  const std::size_t chosen = scene::chosen_quantity(scene);
  TypedQuantities& quantities = context.model.typed;
  row(context, "show");
  if (begin_list(context, "##quantity", ids[chosen])) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (!ui::text_row(ids[i].c_str(), i == chosen)) continue;
      context.send(session::ShowComponent{ids[i]});
      quantities.is_open = false;
    }
    if (ui::text_row("an expression…", false)) quantities.is_open = true;
    ImGui::EndPopup();
  }
  explain(context, "What the field shows; the next one: " + context.keys_of("next_quantity") + ".");
  const bool is_expression = chosen >= scene::equation_of(scene).components.size();
  if (!is_expression && !quantities.is_open) return;
  TypedExpression& typed = quantities.shown;
  const bool is_changed =
      draw_expression(context, "##show", typed, text_of_quantity(scene), "such as u^2");
  draw_mistake(context, "shown mistake", {&typed});
  if (is_changed && !typed.text.empty()) {
    typed.of = typed.text;  // it comes back in the next frame, while more may be typed
    context.send(session::ShowComponent{typed.text});
  }
}

/// Chooses a second component or expression, which is shown beside the first one.
void draw_beside(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  if (scene::is_line(scene)) return;
  TypedQuantities& quantities = context.model.typed;
  const auto& now = scene.quantities.beside;
  const std::vector<std::string> ids = scene::quantity_ids(scene);
  const std::string id = now ? now->info().id : "";
  row(context, "beside");
  if (begin_list(context, "##beside", now ? id : "nothing")) {
    const auto choose = [&](const std::string& what) {
      context.send(session::ShowBeside{what});
      quantities.is_beside_open = false;
    };
    if (ui::text_row("nothing", !now)) choose("");
    for (const std::string& each : ids) {
      if (ui::text_row(each.c_str(), each == id)) choose(each);
    }
    if (ui::text_row("an expression…", false)) quantities.is_beside_open = true;
    ImGui::EndPopup();
  }
  explain(context, "A second quantity beside the first one, in colours of its own.");
  const bool is_expression = now && std::find(ids.begin(), ids.end(), id) == ids.end();
  if (is_expression || quantities.is_beside_open) {
    TypedExpression& typed = quantities.beside;
    const bool is_changed = draw_expression(context, "##beside text", typed,
                                            now ? now->text() : std::string(), "such as u_x");
    draw_mistake(context, "beside mistake", {&typed});
    if (is_changed) {
      typed.of = typed.text;
      context.send(session::ShowBeside{typed.text});
    }
  }
  if (now && context.comparison != nullptr) {
    dim_text(context, "Fields that are compared show one quantity.");
  } else if (now && scene::layers_of(scene).raised) {
    dim_text(context, "Two quantities are seen from above.");
  }
}

/// Draws the choice between the views that are no layers, if there are several.
void draw_view_choice(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  const std::string keys = context.keys_of("next_view");
  std::vector<scene::ViewKind> offered;
  std::vector<std::string> titles;
  std::vector<std::string> help;
  int shown = 0;  // a layer lies over the first view
  for (std::size_t i = 0; i < scene::views().size(); ++i) {
    const scene::View& view = scene::views()[i];
    if (!suits(view, scene) || is_layer(view)) continue;
    if (&view == &scene::view_of(scene)) shown = static_cast<int>(offered.size());
    offered.push_back(static_cast<scene::ViewKind>(i));
    titles.push_back(view.title);
    help.push_back(view.help + (keys.empty() ? "" : " Next one: " + keys + "."));
  }
  if (offered.size() < 2) return;
  const int pressed =
      choice(context, "view", titles, shown, ImGui::GetContentRegionAvail().x, help);
  if (pressed >= 0 && pressed != shown) {
    choose_view(context, offered[static_cast<std::size_t>(pressed)]);
  }
}

/// Draws the expressions whose vectors arrows show; both empty: the flux of heat or energy.
void draw_flow(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  std::array<TypedExpression, 2>& typed = context.model.typed.flow;
  const auto now = [&](std::size_t i) {
    return scene.quantities.flow.empty() ? std::string() : scene.quantities.flow[i].text();
  };
  row(context, "to the right");
  bool is_changed = draw_expression(context, "##right", typed[0], now(0), "flux");
  row(context, "upwards");
  is_changed |= draw_expression(context, "##up", typed[1], now(1), "flux");
  draw_mistake(context, "flow mistake", {&typed[0], &typed[1]});
  // A vector has both components or none.
  if (!is_changed || typed[0].text.empty() != typed[1].text.empty()) return;
  session::SetFlow flow;
  for (const TypedExpression& one : typed) {
    if (one.mistake) return;
    if (!one.text.empty()) flow.expressions.push_back(one.text);
  }
  for (TypedExpression& one : typed) one.of = one.text;
  context.send(flow);
}

}  // namespace

void draw_view_group(FieldsView& context) {
  const scene::Scene& scene = context.snapshot.scene;
  draw_quantity(context);
  draw_beside(context);
  draw_view_choice(context);
  draw_view_parameters(context);
  for (const Layer& layer : kLayers) draw_layer(context, layer);
  if (scene::layers_of(scene).arrows) draw_flow(context);
  bool smooth = context.smooth_cells;
  if (toggle(
          context, "smooth_cells", "smooth between cells", smooth,
          "Shows values between cells where a cell is larger than a pixel; cells of 12 pixels and "
          "more stay squares. Saved values and measurements are the cells'. Key: " +
              context.keys_of("smooth_cells") + ".")) {
    context.send(session::SmoothCells{smooth});
  }
  bool cuts = context.shows_cuts;
  if (context.snapshot.backend.parts.size() > 1 &&
      toggle(context, "cuts", "cuts between parts", cuts,
             "Draws lines between the rows of the devices that share the field.")) {
    context.send(session::ShowCuts{cuts});
  }
  bool beside = context.comparison != nullptr;
  if (toggle(context, "compare", "compare with a copy", beside,
             "Shows a copy beside the field. Both take the same steps; what you drag changes the "
             "one it is in, everything else the original. Key: " +
                 context.keys_of("compare") + ".")) {
    context.send(session::CompareFields{context.comparison == nullptr});
  }
  if (context.comparison != nullptr && scene::is_line(scene)) {
    dim_text(context, "The copy is a curve beside that of the original.");
  } else if (context.comparison != nullptr) {
    draw_comparison_choice(context);
  }
  if (beside && scene::layers_of(scene).raised) {
    dim_text(context, "The comparison shows both fields from above.");
    note_place(context, "seen from above");
  }
}

namespace {

const std::array<ui::GroupRow<FieldsView>, 9>& groups() {
  static const std::array<ui::GroupRow<FieldsView>, 9> all{
      {{"Tools", "brush, shapes, what they make", draw_tools_group, ui::Icon::tools},
       {"Selected", "place, size and value of the selection", draw_item_group, ui::Icon::select,
        true, [](const FieldsView& context) { return !context.snapshot.scene.items.empty(); }},
       {"View", view_group_words().c_str(), draw_view_group, ui::Icon::view},
       {"Measure", "probes, profile, tape, stopwatch, units, spectrum, theory, energy",
        draw_measure_group, ui::Icon::measure},
       {"Equation", "formula, PDE, meaning, textbook, type, parameters, keep it stable",
        draw_equation_group, ui::Icon::equation},
       {"Colours", "colour map, component, softened scale, shading, bands, range",
        draw_colours_group, ui::Icon::colours},
       {"Scene", "size of the grid, cells, edges", draw_scene_group, ui::Icon::grid, false},
       {"Timings", "step, draw, frame, steps per second", draw_timings_group, ui::Icon::timings},
       {"Save pictures", "field, window, sequence", draw_export_group, ui::Icon::save, false}}};
  return all;
}

}  // namespace

std::span<const ui::GroupRow<FieldsView>> side_groups() { return groups(); }

}  // namespace heatwave::fields_room
