// The lab's panel at the right: groups that fold. Here are the experiment, running and saving.
#include "app/rooms/lab/lab_side.h"

#include <algorithm>
#include <array>
#include <string>

#include "app/rooms/lab/beside.h"
#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/lab/lab_view.h"
#include "app/rooms/lab/parameters_group.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/group_list.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "kernels/core/device.h"
#include "kernels/core/generations.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

/// One of the experiments, to choose.
void draw_experiment(LabView& context, const lab::Experiment& experiment, float width) {
  const bool chosen = experiment.id == shown_experiment(context.model).id;
  const ImVec2 size{width, 28 * context.unit};
  if (choice_row(context, experiment.id.c_str(), experiment.title, size, chosen)) {
    choose_experiment(context, experiment.id);
  }
  note_place(context, "experiment/" + experiment.id);
  const auto end = std::min(experiment.shows.find(". "), experiment.shows.size() - 1);
  explain(context, experiment.title + ". " + experiment.shows.substr(0, end + 1),
          context.keys_of("next_experiment"));
}

/// Whether all titles fit into two columns.
bool fits_twice(float width, float padding) {
  const auto& all = lab::experiments();
  return std::all_of(all.begin(), all.end(), [&](const lab::Experiment& experiment) {
    return ImGui::CalcTextSize(experiment.title.c_str()).x + padding <= width;
  });
}

void draw_experiments(LabView& context) {
  const float u = context.unit;
  const auto& all = lab::experiments();
  const float gap = 8 * u;
  const float half = (ImGui::GetContentRegionAvail().x - gap) / 2;
  const std::size_t columns = fits_twice(half, 12 * u) ? 2 : 1;
  const float width = columns == 2 ? half : ImGui::GetContentRegionAvail().x;
  const std::size_t rows = (all.size() + columns - 1) / columns;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, 2 * u});
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < columns && r + c * rows < all.size(); ++c) {
      if (c > 0) ImGui::SameLine();
      draw_experiment(context, all[r + c * rows], width);
    }
  }
  ImGui::PopStyleVar();
}

void draw_run_button(LabView& context, const char* action, const char* text,
                     const std::string& help, const std::string& reason, bool primary) {
  const ui::ButtonLook look{
      .primary = primary, .width = ImGui::GetContentRegionAvail().x / context.unit, .text = text};
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
  if (icon_button(context, text, ui::Icon::file, help, "",
                  is_there ? "" : "Nothing of it was measured on this machine yet", look)) {
    context.send(session::SaveLab{experiment, format, ""});
  }
}

/// The story takes the room of the longest one, so that the buttons below stay under the pointer
/// while experiments are chosen.
void draw_experiment_group(LabView& context) {
  draw_experiments(context);
  ui::space({0, 0});
  const float width = ImGui::GetContentRegionAvail().x;
  float longest = 0;
  for (const lab::Experiment& each : lab::experiments()) {
    longest = std::max(longest, ui::wrapped_size(each.shows, width).y);
  }
  const float top = ImGui::GetCursorPosY();
  dim_text(context, shown_experiment(context.model).shows);
  const float bottom = top + longest + ImGui::GetStyle().ItemSpacing.y;
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), bottom));
  ui::space({0, 0});
}

void draw_run_group(LabView& context) {
  const lab::Experiment& experiment = shown_experiment(context.model);
  const lab::Variant& variant = lab::find_variant(experiment, shown_variant(context.model));
  draw_run_button(context, "run_or_cancel", "Run all",
                  "Measures every variant, one after the other.", why_no_run(context), true);
  draw_run_button(context, "run_selected", "Run this variant",
                  "Measures the variant chosen in the table alone, even where it would be left "
                  "out of a run of all.",
                  why_not("run_selected", context), false);
  // Two lines, whether the title takes them or not: what stands below does not move.
  const float top = ImGui::GetCursorPosY();
  const float two_lines = 2 * ImGui::GetTextLineHeightWithSpacing();
  dim_text(context, "Chosen: " + variant.title + ".");
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), top + two_lines));
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
  if (result->recorded) dim_text(context, "Of the machine of the recording, " + result->when + ".");
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

/// What each generation of GPUs changed, the newest first.
void draw_generations_group(LabView& context) {
  const auto all = core::generations();
  for (auto each = all.rbegin(); each != all.rend(); ++each) {
    const std::string name = std::string(each->name) + " " + std::to_string(each->year);
    value_row(context, name.c_str(), each->numbers);
    dim_text(context, each->changes);
  }
}

constexpr std::array<ui::GroupRow<LabView>, 8> kGroups{
    {{"Experiment", "what is measured", draw_experiment_group},
     {"Run", "all variants, or one", draw_run_group},
     {"Chart", "logarithmic or linear axis, another run beside it", draw_chart_group},
     {"Parameters", "sizes, threads, blocks, repeats, seed", draw_parameters_group},
     {"Sweep", "every variant at each value of a parameter", draw_sweep_group, false},
     {"Devices", "CPU, GPU, and their limits", draw_device_group},
     {"Generations of GPUs", "what each changed, from Tesla to Blackwell", draw_generations_group,
      false},
     {"Save", "table, CSV, JSON, chart", draw_saving_group}}};

}  // namespace

std::span<const ui::GroupRow<LabView>> side_groups() { return kGroups; }

void draw_lab_side(LabView& context, const ui::Box& area) {
  draw_group_list(context, area, "lab side", context.model.folds,
                  groups_of(context, side_groups()));
}

}  // namespace heatwave::lab_room
