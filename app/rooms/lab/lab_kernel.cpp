// Mistakes are marked where our own front end reads the original. NVRTC finds the others when the
// kernel is timed, and they are marked, too.
#include "app/rooms/lab/lab_kernel.h"

#include <algorithm>
#include <utility>

#include "app/rooms/cuda_editing.h"
#include "app/session/lab/lab_sources.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "kernels/core/error.h"
#include "kernels/cuda_text/compiler.h"
#include "kernels/lab/bench/edited_kernels.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::lab_room {
namespace {

const lab::Variant& chosen(const LabView& context) {
  return lab::find_variant(shown_experiment(context.model), shown_variant(context.model));
}

std::string name_of(const LabView& context) {
  return shown_experiment(context.model).id + "/" + chosen(context).id;
}

/// Returns the lesson of the Stage about this experiment; null: there is none.
const stage::Lesson* lesson_about(const lab::Experiment& experiment) {
  const auto& all = stage::lessons();
  const auto found = std::find_if(all.begin(), all.end(), [&](const stage::Lesson& lesson) {
    return lesson.lab == experiment.id;
  });
  return found == all.end() ? nullptr : &*found;
}

std::string why_no_timing(const LabView& context) {
  const std::string reason = lab::why_no_edited_kernels();
  return reason.empty() ? why_no_run(context) : "The kernel cannot be timed: " + reason;
}

void time_kernel(LabView& context) {
  const std::string reason = why_no_timing(context);
  if (!reason.empty()) return context.commands.tell(reason + ".");
  show_this_machine(context);
  lab::Request request{.experiment = shown_experiment(context.model).id,
                       .variants = {chosen(context).id},
                       .settings = shown_settings(context.model)};
  context.send(session::TimeKernel{std::move(request), context.model.code.kernel->text()});
}

/// Opens the edited text on the Stage; an original, as the lesson about it, if there is one.
void count_on_stage(LabView& context, const stage::Lesson* lesson) {
  const LabKernel& kernel = *context.model.code.kernel;
  if (lesson != nullptr && !kernel.is_changed()) {
    return context.send(session::ShowRoom{rooms::kStage.id, lesson->id});
  }
  const lab::Experiment& experiment = shown_experiment(context.model);
  const lab::Variant& variant = chosen(context);
  try {
    stage::KernelFile file =
        stage::read_kernel_file(session::played_text(experiment, variant, kernel.text()),
                                experiment.id + "-" + variant.id + ".cu");
    context.send(session::ShowSight{
        {.place = session::Place::stage,
         .lab = {},
         .stage = session::StageSight{std::move(file.lesson), std::move(file.settings)}}});
  } catch (const core::Error& error) {
    context.commands.tell(std::string(error.what()) + ".");
  }
}

/// Draws the buttons above the kernel. One of them closes it: the model may have none afterwards.
void draw_buttons(LabView& context, const LabKernel& kernel) {
  const float u = context.unit;
  const std::string reason = why_no_timing(context);
  const std::string name = chosen(context).title;
  if (icon_button(context, "time kernel", ui::Icon::play,
                  "Compiles the kernel and times it beside \"" + name + "\", on the GPU.",
                  "Ctrl Enter", reason, {.primary = true, .text = "Time it"})) {
    time_kernel(context);
  }
  note_place(context, "time kernel");
  ImGui::SameLine(0, 6 * u);
  if (icon_button(context, "save kernel", ui::Icon::save, "Saves the kernel as a .cu file.", "", "",
                  {.text = "Save …"})) {
    context.send(session::SaveKernel{
        shown_experiment(context.model).id + "-" + chosen(context).id + ".cu", kernel.text()});
  }
  ImGui::SameLine(0, 6 * u);
  action_button(context, ui::Icon::close, "edit", "Shows the variant's code again.",
                {.text = "Close"});
  note_place(context, "close kernel");
  if (reason.empty()) return;
  const stage::Lesson* lesson = lesson_about(shown_experiment(context.model));
  const bool opens_lesson = lesson != nullptr && !kernel.is_changed();
  ImGui::SameLine(0, 6 * u);
  if (icon_button(context, "count on stage", ui::Icon::profile,
                  opens_lesson
                      ? "Opens the lesson whose instructions, sectors and conflicts are counted."
                      : "Opens this text on the Stage, with few threads and small inputs: its "
                        "instructions, sectors and conflicts are counted.",
                  "", "", {.text = "Count on the Stage"})) {
    count_on_stage(context, lesson);
  }
  note_place(context, "count on stage");
  dim_text(context, reason + ".");
}

}  // namespace

LabKernel::LabKernel(std::string variant, const std::string& original, const std::string& text)
    : variant_(std::move(variant)),
      original_(original, "", session::source_lines(original, "")),
      is_playable_(mistakes_in(cuda_text::Source(original).check()).empty()) {
  editor_.set_text(text);
  editor_.take_keys();
  check();
}

void LabKernel::check() {
  std::vector<std::string> before;
  for (const rooms::ShownSource::Line& line : original_.lines()) before.push_back(line.source.text);
  changes_ = ui::changed_lines(before, rooms::line_texts(session::source_lines(text(), "")));
  editor_.set_changed_lines(changes_.right);
  if (is_playable_) rooms::mark_mistakes(editor_);
}

void LabKernel::mark_refused(const std::shared_ptr<const session::RefusedKernel>& refused) {
  if (refused == refused_) return;
  refused_ = refused;
  if (refused != nullptr && refused->text == text()) rooms::mark(editor_, refused->mistakes);
}

void LabKernel::draw_original(const LabView& context) const {
  draw_code_lines(context, rooms::code_lines(original_), changes_.left);
}

bool LabKernel::draw(const LabView& context) {
  const float room = ImGui::GetContentRegionAvail().y;
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const float below = editor_.markers().empty() ? 0.0F : std::min(2 * row, room / 3);
  const ui::CodeEditor::Edit edit = rooms::draw_with_markers(context, editor_, below);
  if (edit.changed) check();
  return edit.confirmed;
}

std::string why_no_kernel(const LabView& context) {
  return session::has_kernel(shown_experiment(context.model), chosen(context))
             ? ""
             : "This variant has no kernel of its own";
}

void toggle_kernel(LabView& context) {
  CodeModel& code = context.model.code;
  context.model.detail = LabDetail::source;
  if (code.kernel != nullptr) return code.kernel.reset();
  context.model.chart_place.in_front = false;
  const std::string text = session::kernel_text(shown_experiment(context.model), chosen(context));
  code.kernel = std::make_shared<LabKernel>(name_of(context), text, text);
}

void keep_kernel(LabView& context) {
  CodeModel& code = context.model.code;
  if (!code.wanted_kernel.empty()) {
    const std::string text = session::kernel_text(shown_experiment(context.model), chosen(context));
    code.kernel =
        std::make_shared<LabKernel>(name_of(context), text, std::exchange(code.wanted_kernel, {}));
  }
  if (code.kernel != nullptr && code.kernel->variant() != name_of(context)) code.kernel.reset();
}

void draw_kernel(LabView& context) {
  constexpr float kLeastPart = 360;
  const std::shared_ptr<LabKernel> kernel = context.model.code.kernel;
  const float u = context.unit;
  kernel->mark_refused(context.snapshot.lab.refused);
  draw_buttons(context, *kernel);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x >= 2 * kLeastPart * u) {
    ui::begin_part("kernel original", {room.x / 2 - 8 * u, room.y},
                   ImGuiWindowFlags_HorizontalScrollbar);
    kernel->draw_original(context);
    ImGui::EndChild();
    ImGui::SameLine(0, 16 * u);
  }
  ui::begin_rest("kernel edited");
  const bool times = kernel->draw(context);
  ImGui::EndChild();
  if (times) time_kernel(context);
}

}  // namespace heatwave::lab_room
