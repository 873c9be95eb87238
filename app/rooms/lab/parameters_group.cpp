// What a person sets for an experiment: its parameters, repeats, seed, and what to sweep.
#include "app/rooms/lab/parameters_group.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/lab/lab_view.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"
#include "kernels/lab/bench/bench.h"

namespace heatwave::lab_room {
namespace {

constexpr double kMostRepeats = 1000;
constexpr double kMostSeed = 999'999;
/// From this ratio of its ends on a slider's way is logarithmic.
constexpr double kWideRange = 200;
constexpr std::size_t kMostSegments = 3;
constexpr float kLabels = 136;

/// As row(), with room for a parameter's title.
void parameter_row(LabView& context, const std::string& title) {
  const float left = ImGui::GetCursorPosX();
  const float column = std::min(kLabels * context.unit, ImGui::GetContentRegionAvail().x * 0.45F);
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(context.theme.dim, "%s", title.c_str());
  ImGui::SameLine(left + column);
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
}

/// A whole number on a slider, where it is shown in words; typed in digits.
bool whole_number(LabView& context, const char* id, std::int64_t& value, std::int64_t low,
                  std::int64_t high, const std::string& help, const std::string& shown) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool types = io.KeyCtrl || io.WantTextInput;
  const auto wide =
      static_cast<double>(high) > kWideRange * std::max(1.0, static_cast<double>(low));
  // A logarithmic way cannot begin at zero: it is slid along from one on.
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

/// Halves or doubles, as one does with sizes.
void draw_step_button(LabView& context, const char* id, ui::Icon icon, const char* help,
                      std::int64_t& value, std::int64_t wanted, const lab::Parameter& parameter) {
  const std::int64_t next = std::clamp(wanted, parameter.minimum, parameter.maximum);
  const ui::ButtonLook look{.width = 28};
  if (icon_button(context, id, icon, help, "", next == value ? "That is as far as it goes" : "",
                  look)) {
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
               "Samples of each variant, while there is time; their median counts.",
               words::grouped(repeats));
  context.model.repeats = static_cast<int>(repeats);
  parameter_row(context, "seed");
  auto seed = static_cast<double>(shown_settings(context.model).seed);
  if (number(context, "##seed", seed, 0.1, "%.0f",
             "Of all random input: the same seed gives the same numbers on every machine.", 0,
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
        context.model.swept[shown_experiment(context.model).id] = ids[i];
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
  if (parameter == nullptr) {
    dim_text(context, "This experiment has no parameter whose values are worth comparing.");
    return;
  }
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

}  // namespace heatwave::lab_room
