// The Lab's side panel: groups that fold, one function each.

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/group_list.h"
#include "app/ui/number_controls.h"
#include "app/ui/sized.h"
#include "app/ui/term_text.h"
#include "app/ui/text_lines.h"
#include "app/ui/title_columns.h"
#include "app/words/numbers.h"
#include "kernels/core/device.h"
#include "kernels/core/generations.h"
#include "kernels/lab/bench/bench.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

constexpr double kMostRepeats = 1000;
constexpr double kMostSeed = 999'999;
/// Sliders whose ends differ by this factor are logarithmic.
constexpr double kWideRange = 200;
constexpr std::size_t kMostSegments = 3;
constexpr float kLabels = 136;

/// Starts a row with room for a parameter's title.
void parameter_row(LabView& context, const std::string& title) {
  const float left = ImGui::GetCursorPosX();
  const float column = std::min(kLabels * context.unit, ImGui::GetContentRegionAvail().x * 0.45F);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(context.theme.dim, "%s", title.c_str());
  ImGui::SameLine(left + column);
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
}

/// A slider for a whole number; it shows words, but digits while the number is typed.
bool whole_number(LabView& context, const char* id, std::int64_t& value, std::int64_t low,
                  std::int64_t high, const std::string& help, const std::string& shown) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool types = io.KeyCtrl || io.WantTextInput;
  const auto wide =
      static_cast<double>(high) > kWideRange * std::max(1.0, static_cast<double>(low));
  // A logarithmic slider cannot begin at zero, so it is shifted to begin at one.
  const std::int64_t shift = wide && !types && low < 1 ? 1 - low : 0;
  auto number = static_cast<double>(value + shift);
  const bool changed =
      slider(context, id, number, static_cast<double>(low + shift),
             static_cast<double>(high + shift), types ? "%.0f" : shown.c_str(), help, wide);
  if (!changed) return false;
  const bool slid = !io.WantTextInput;
  const std::int64_t whole =
      wide && slid ? with_two_digits(number) : static_cast<std::int64_t>(std::llround(number));
  value = std::clamp(whole - shift, low, high);
  return true;
}

/// A button that sets the value to `wanted`, half or double the current one.
void draw_step_button(LabView& context, const char* id, ui::Icon icon, const char* help,
                      std::int64_t& value, std::int64_t wanted, const lab::Parameter& parameter) {
  const std::int64_t next = std::clamp(wanted, parameter.minimum, parameter.maximum);
  const ui::ButtonLook look{.width = 28};
  if (icon_button(context, id, icon, help, "", next == value ? "Limit reached" : "", look)) {
    value = next;
  }
}

void draw_number(LabView& context, const lab::Parameter& parameter, std::int64_t& value) {
  const float u = context.unit;
  const bool wide = static_cast<double>(parameter.maximum) >
                    kWideRange * std::max(1.0, static_cast<double>(parameter.minimum));
  const float all = ImGui::CalcItemWidth();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {4 * u, 8 * u});
  if (wide) ui::set_next_width(all - 2 * 32 * u);
  whole_number(context, "##value", value, parameter.minimum, parameter.maximum, parameter.help,
               value_words(&parameter, value));
  if (wide) {
    ImGui::SameLine();
    draw_step_button(context, "half", ui::Icon::chevron_left, "Half as much.", value, value / 2,
                     parameter);
    ImGui::SameLine();
    const std::int64_t doubled =
        value > parameter.maximum / 2 ? parameter.maximum : std::max<std::int64_t>(1, 2 * value);
    draw_step_button(context, "double", ui::Icon::chevron_right, "Twice as much.", value, doubled,
                     parameter);
  }
  ImGui::PopStyleVar();
}

void draw_choice(LabView& context, const lab::Parameter& parameter, std::int64_t& value) {
  const float width = ImGui::CalcItemWidth();
  const auto& choices = parameter.choices;
  const auto widest = std::max_element(choices.begin(), choices.end(), [](auto& a, auto& b) {
    return ImGui::CalcTextSize(a.c_str()).x < ImGui::CalcTextSize(b.c_str()).x;
  });
  const float needed = ImGui::CalcTextSize(widest->c_str()).x + 12 * context.unit;
  const auto count = static_cast<float>(choices.size());
  if (choices.size() <= kMostSegments && needed * count <= width) {
    const std::vector<std::string> help(choices.size(), parameter.help);
    const int pressed =
        segmented(context, parameter.id.c_str(), choices, static_cast<int>(value), width, help);
    if (pressed >= 0) value = pressed;
    return;
  }
  ui::set_next_width(width);
  if (begin_list(context, "##choice", value_words(&parameter, value))) {
    for (std::size_t i = 0; i < choices.size(); ++i) {
      const auto at = static_cast<std::int64_t>(i);
      if (ui::text_row(choices[i].c_str(), at == value)) value = at;
    }
    ImGui::EndPopup();
  }
  note_place(context, "parameter/" + parameter.id);
  explain(context, parameter.help);
}

void draw_parameter(LabView& context, const lab::Parameter& parameter) {
  const std::int64_t before = shown_settings(context.model).values.at(parameter.id);
  std::int64_t value = before;
  ImGui::PushID(parameter.id.c_str());
  parameter_row(context, parameter.title);
  if (parameter.choices.empty()) {
    draw_number(context, parameter, value);
  } else {
    draw_choice(context, parameter, value);
  }
  if (value != before) changed_settings(context.model).values[parameter.id] = value;
  ImGui::PopID();
}

void draw_repeats_and_seed(LabView& context) {
  parameter_row(context, "repeats");
  std::int64_t repeats = context.model.repeats;
  whole_number(context, "##repeats", repeats, 1, static_cast<std::int64_t>(kMostRepeats),
               "Samples of each variant, as time allows; the median is reported.",
               words::grouped(repeats));
  context.model.repeats = static_cast<int>(repeats);
  parameter_row(context, "seed");
  auto seed = static_cast<double>(shown_settings(context.model).seed);
  if (number(context, "##seed", seed, 0.1, "%.0f",
             "Seed of all random input: the same seed gives the same numbers on every machine.", 0,
             kMostSeed)) {
    changed_settings(context.model).seed = static_cast<std::uint64_t>(std::llround(seed));
  }
}

const lab::Parameter* swept_parameter(const LabView& context) {
  return parameter_of(shown_experiment(context.model).id, shown_sweep(context.model));
}

void draw_sweep_choice(LabView& context) {
  std::vector<std::string> titles;
  std::vector<std::string> ids;
  int chosen = 0;
  for (const lab::Parameter& parameter : shown_experiment(context.model).parameters) {
    if (parameter.sweep.empty()) continue;
    if (parameter.id == shown_sweep(context.model)) chosen = static_cast<int>(ids.size());
    ids.push_back(parameter.id);
    titles.push_back(parameter.title);
  }
  parameter_row(context, "parameter");
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  if (begin_list(context, "##swept", titles[static_cast<std::size_t>(chosen)])) {
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (ui::text_row(titles[i].c_str(), static_cast<int>(i) == chosen)) {
        context.model.sweep.parameters[shown_experiment(context.model).id] = ids[i];
      }
    }
    ImGui::EndPopup();
  }
  explain(context, "Every variant is measured at each of its values; the rest stays as set above.");
}

}  // namespace

std::int64_t with_two_digits(double value) {
  if (!(value >= 100.0)) return std::llround(value);
  const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1.0);
  return std::llround(std::round(value / unit) * unit);
}

namespace {

void draw_parameters_group(LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  ImGui::PushID(experiment.id.c_str());
  for (const lab::Parameter& parameter : experiment.parameters) draw_parameter(context, parameter);
  draw_repeats_and_seed(context);
  const bool as_initial = shown_settings(context.model) == lab::initial_settings(experiment) &&
                          context.model.repeats == kRepeats;
  const ui::ButtonLook look{.width = ImGui::GetContentRegionAvail().x / context.unit,
                            .text = "Back to the initial values"};
  if (icon_button(context, "reset", ui::Icon::reset,
                  "Sets all parameters of this experiment as they were at the start.", "",
                  as_initial ? "Nothing was changed" : "", look)) {
    reset_settings(context);
  }
  ImGui::PopID();
}

void draw_sweep_group(LabView& context) {
  const lab::Parameter* parameter = swept_parameter(context);
  ImGui::PushID(shown_experiment(context.model).id.c_str());
  draw_sweep_choice(context);
  std::string values;
  for (const std::int64_t value : parameter->sweep) {
    values += (values.empty() ? "" : ", ") + value_words(parameter, value);
  }
  dim_text(context, values);
  const ui::ButtonLook look{.width = ImGui::GetContentRegionAvail().x / context.unit,
                            .text = "Run sweep"};
  if (icon_button(context, "run sweep", ui::Icon::play,
                  "Measures every variant at each of these values.", "", why_no_run(context),
                  look)) {
    run_sweep(context);
  }
  ImGui::PopID();
}

/// A row that chooses an experiment.
void draw_experiment(LabView& context, const lab::Experiment& experiment, float width) {
  const bool chosen = experiment.id == shown_experiment(context.model).id;
  constexpr float kExperimentRow = 23;  // the description below them stays in sight, too
  const ImVec2 size{width, kExperimentRow * context.unit};
  if (choice_row(context, experiment.id.c_str(), experiment.title, size, chosen)) {
    choose_experiment(context, experiment.id);
  }
  note_place(context, "experiment/" + experiment.id);
  const auto end = std::min(experiment.shows.find(". "), experiment.shows.size() - 1);
  explain(context, experiment.title + ". " + experiment.shows.substr(0, end + 1),
          context.keys_of("next_experiment"));
}

void draw_experiments(LabView& context) {
  const float u = context.unit;
  const auto& all = lab::experiments();
  const float gap = 8 * u;
  std::vector<std::string> titles;
  for (const lab::Experiment& each : all) titles.push_back(each.title);
  const ui::TitleColumns columns =
      ui::title_columns(titles, ImGui::GetContentRegionAvail().x, 16 * u, gap);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, 0});
  for (std::size_t r = 0; r < columns.rows; ++r) {
    draw_experiment(context, all[r], columns.first);
    if (r + columns.rows >= all.size()) continue;
    ImGui::SameLine();
    draw_experiment(context, all[r + columns.rows], columns.second);
  }
  ImGui::PopStyleVar();
}

void draw_run_button(LabView& context, const char* action, const char* text, float width,
                     const std::string& help, const std::string& reason) {
  const ui::ButtonLook look{.width = width, .text = text};
  if (icon_button(context, text, ui::Icon::play, help, context.keys_of(action), reason, look)) {
    perform(action, context);
  }
}

void draw_device(LabView& context, const char* what, const lab::Device& device) {
  value_row(context, what, "");
  ImGui::TextWrapped("%s", device.name.c_str());
  if (!device.detail.empty()) dim_text(context, device.detail);
  const lab::Limits& limits = device.limits;
  if (limits.bytes_per_second > 0) {
    value_row(context,
              limits.bandwidth_measured ? "memory, measured by a copy" : "memory, by clock and bus",
              words::with_prefix(limits.bytes_per_second, "B/s"));
  }
  if (limits.operations_per_second > 0) {
    value_row(context,
              limits.operations_measured ? "float32, as measured" : "float32, by clock and units",
              words::with_prefix(limits.operations_per_second, "FLOP/s"));
  }
  if (limits.tensor_operations_per_second > 0) {
    value_row(context, "TF32 tensor cores",
              words::with_prefix(limits.tensor_operations_per_second, "FLOP/s"));
  }
  if (limits.cache_bytes > 0) value_row(context, "last cache", core::in_bytes(limits.cache_bytes));
  if (!device.resources.empty()) value_row(context, "each multiprocessor has", "");
  for (const auto& [name, amount] : device.resources) {
    value_row(context, ("  " + name).c_str(), amount);
  }
}

void draw_save_button(LabView& context, const char* text, session::TableFormat format,
                      const char* help, float width) {
  const std::string& experiment = shown_experiment(context.model).id;
  const auto& own = context.snapshot.lab.results;
  const bool is_there = own.contains(experiment) && !own.at(experiment).empty();
  const ui::ButtonLook look{.width = width, .text = text};
  if (icon_button(context, text, ui::Icon::save, help, "",
                  is_there ? "" : "Not measured on this machine yet", look)) {
    context.send(session::SaveLab{experiment, format, ""});
  }
}

/// The description reserves the height of the longest one, so that the buttons below stay in place
/// when another experiment is chosen.
void draw_experiment_group(LabView& context) {
  draw_experiments(context);
  ui::space({0, 0});
  const float width = ImGui::GetContentRegionAvail().x;
  float longest = 0;
  for (const lab::Experiment& each : lab::experiments()) {
    longest = std::max(longest, ui::wrapped_size(each.shows, width).y);
  }
  const float top = ImGui::GetCursorPosY();
  if (context.model.guess.hides_words()) {
    dim_text(context, GuessModel::kInPlaceOfWords);
  } else {
    ui::term_text(context, shown_experiment(context.model).shows, context.theme.dim);
  }
  const float bottom = top + longest + ImGui::GetStyle().ItemSpacing.y;
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), bottom));
  ui::space({0, 0});
}

/// Two buttons side by side leave height to the experiments below them.
void draw_run_group(LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  const lab::Variant& variant = lab::find_variant(experiment, shown_variant(context.model));
  constexpr float kAll = 0.43F;  // share of the width; the other name is longer
  constexpr float kGapOfButtons = 8;
  const float width = ImGui::GetContentRegionAvail().x / context.unit - kGapOfButtons;
  draw_run_button(context, "run_or_cancel", "Run all", kAll * width,
                  "Measures every variant, one after the other.", why_no_run(context));
  ImGui::SameLine(0, kGapOfButtons * context.unit);
  draw_run_button(context, "run_selected", "Run this variant", (1 - kAll) * width,
                  "Measures the variant chosen in the list alone, “" + variant.title +
                      "”, even where it would be left out of a run of all.",
                  why_not("run_selected", context));
  ui::space({0, 0});
}

void draw_device_group(LabView& context) {
  const auto result = shown_result(context);
  if (result == nullptr) {
    const field::BackendInfo& backend = context.snapshot.backend;
    value_row(context, "the field's device", "");
    ImGui::TextWrapped("%s", backend.device.c_str());
    dim_text(context, backend.reason);
    dim_text(context, "The limits of memory and arithmetic are asked for with the first run.");
    return;
  }
  const lab::Machine& machine = result->report.machine;
  if (result->recorded) dim_text(context, "The machine of the recording, " + result->when + ".");
  draw_device(context, "CPU", machine.cpu);
  if (machine.no_gpu.empty()) {
    draw_device(context, "GPU", machine.gpu);
  } else {
    value_row(context, "GPU", "none");
    dim_text(context, machine.no_gpu);
  }
}

void draw_saving_group(LabView& context) {
  const float u = context.unit;
  const float all = ImGui::GetContentRegionAvail().x / u;
  const bool has_result = shown_result(context) != nullptr;
  const std::string no_result = has_result ? "" : "There is no result yet";
  const ui::ButtonLook wide{.width = all, .text = "Copy the table"};
  if (icon_button(context, "copy", ui::Icon::duplicate,
                  "Copies the table as Markdown, to be pasted into a text.",
                  context.keys_of("copy_table"), no_result, wide)) {
    perform("copy_table", context);
  }
  const float third = (all - 16) / 3;
  draw_save_button(context, "CSV", session::TableFormat::csv,
                   "Saves the newest run as CSV, for a spreadsheet.", third);
  ImGui::SameLine();
  draw_save_button(context, "JSON", session::TableFormat::json,
                   "Saves the newest run as JSON, with the machine and the date.", third);
  ImGui::SameLine();
  draw_save_button(context, ".md", session::TableFormat::markdown,
                   "Saves the newest run as Markdown.", third);
  const ui::ButtonLook chart{.width = all, .text = "Chart as PNG"};
  const std::string reason = has_result ? why_not("save_chart", context) : no_result;
  if (icon_button(context, "chart", ui::Icon::camera, "Saves the chart as you see it.",
                  context.keys_of("save_chart"), reason, chart)) {
    perform("save_chart", context);
  }
  dim_text(context, "Into " + context.snapshot.exporting.folder);
}

/// The axis of the times, and the run beside the shown one.
void draw_chart_group(LabView& context) {
  LabModel& lab = context.model;
  const std::string& experiment = shown_experiment(lab).id;
  const std::vector<std::string> scales{"Logarithmic", "Linear"};
  const std::string key = " Key: " + context.keys_of("linear_axis") + ".";
  const std::vector<std::string> help{
      "Dots: each tick multiplies the time by the same factor." + key,
      "Bars from zero: twice as long is twice the time." + key};
  const float width = ImGui::GetContentRegionAvail().x;
  const int scale = segmented(context, "scale", scales, lab.list.linear ? 1 : 0, width, help);
  if (scale >= 0) lab.list.linear = scale == 1;
  const Origins origins = origins_of(context.snapshot.lab, experiment);
  std::vector<std::string> titles{"nothing"};
  std::vector<std::string> words{"One run alone."};
  std::vector<std::size_t> places{0};
  const std::size_t shown = shown_beside(context);
  int chosen = 0;
  for (std::size_t i = 0; i < origins.titles.size(); ++i) {
    if (i == shown_recording(context)) continue;  // this one is shown already
    if (i + 1 == shown) chosen = static_cast<int>(titles.size());
    titles.push_back(origins.titles[i]);
    words.push_back(origins.help[i] + " Its times are frames, below the dots. Key: " +
                    context.keys_of("run_beside") + ".");
    places.push_back(i + 1);
  }
  row(context, "compare with");
  const int pressed =
      choice(context, "beside", titles, chosen, ImGui::GetContentRegionAvail().x, words);
  if (pressed >= 0) lab.run_beside[experiment] = places[static_cast<std::size_t>(pressed)];
  if (shown > 0 && result_beside(context) == nullptr) {
    dim_text(context, "This machine has not measured it yet.");
  }
}

/// Lists what each generation of GPUs changed, the newest first.
void draw_generations_group(LabView& context) {
  const auto all = core::generations();
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    const std::string name = std::string(each->name) + " " + std::to_string(each->year);
    value_row(context, name.c_str(), each->numbers);
    ui::term_text(context, each->changes, context.theme.dim);
  }
}

// The buttons that run the experiments stand above their long list, which would push it out of
// sight.
constexpr std::array<ui::GroupRow<LabView>, 8> kGroups{
    {{"Run", "all variants, or one", draw_run_group, ui::Icon::play},
     {"Experiment", "what is measured", draw_experiment_group, ui::Icon::experiment},
     {"Chart", "logarithmic or linear axis, another run to compare", draw_chart_group,
      ui::Icon::chart},
     {"Parameters", "sizes, threads, blocks, repeats, seed", draw_parameters_group,
      ui::Icon::settings},
     {"Sweep", "every variant at each value of a parameter", draw_sweep_group, ui::Icon::tape,
      false, [](const LabView& context) { return swept_parameter(context) != nullptr; }},
     {"Devices", "CPU, GPU, and their limits", draw_device_group, ui::Icon::device},
     {"Generations of GPUs", "what each changed, from Tesla to Blackwell", draw_generations_group,
      ui::Icon::duplicate, false},
     {"Save", "table, CSV, JSON, chart", draw_saving_group, ui::Icon::camera}}};

}  // namespace

std::span<const ui::GroupRow<LabView>> side_groups() { return kGroups; }

}  // namespace heatwave::lab_room
