// The text is compiled at each change, and played on Ctrl Enter.
#include "app/rooms/stage/kernel_editor.h"

#include <algorithm>
#include <utility>

#include "app/rooms/cuda_editing.h"
#include "app/ui/controls.h"
#include "app/ui/sized.h"
#include "kernels/core/find_by_id.h"
#include "kernels/stage/exercise.h"
#include "kernels/stage/kernel_file.h"
#include "kernels/stage/stage_words.h"

namespace heatwave::stage_room {
namespace {

/// Returns the kernel's text as it was before it was edited.
std::string original_text(const StageModel& model) {
  const auto own = model.kernel.own.find(shown_lesson(model).id);
  if (own != model.kernel.own.end()) return own->second.original;
  stage::PlaySettings settings = shown_play_settings(model);
  settings.text.clear();
  return stage::code_of(shown_lesson(model), settings).text();
}

std::string played_text(const StageModel& model) {
  return stage::code_of(shown_lesson(model), shown_play_settings(model)).text();
}

/// Returns the play whose text and costs stand in the place of the board; null: it is the original
/// text that stands there.
const CostBefore* shown_before(const StageModel& model) {
  const bool shows = model.kernel.shows_original && model.kernel.shows_cost;
  return shows && model.kernel.cost_before ? &*model.kernel.cost_before : nullptr;
}

void draw_editor_buttons(StageView& context, const KernelEditor& editor) {
  const float u = context.unit;
  const bool wide = ImGui::GetContentRegionAvail().x > 440 * u;
  const auto look = [wide](const char* text, bool active = false) {
    return ui::ButtonLook{.active = active, .text = wide ? text : nullptr};
  };
  if (icon_button(context, "play kernel", ui::Icon::play, "Plays the text.", "Ctrl Enter",
                  editor.has_mistakes() ? "The text has mistakes" : "",
                  {.primary = true, .text = "Play it"})) {
    play_kernel(context);
  }
  note_place(context, "play kernel");
  ImGui::SameLine(0, 6 * u);
  action_button(context, ui::Icon::panel, "original",
                "Shows the original in the place of the board.",
                look("Original", context.model.kernel.shows_original));
  ImGui::SameLine(0, 6 * u);
  action_button(context, ui::Icon::save, "save_kernel", "Saves the kernel as a .cu file.",
                look("Save …"));
  ImGui::SameLine(0, 6 * u);
  action_button(context, ui::Icon::duplicate, "copy_kernel",
                "Copies the kernel as a line of text, to be sent to others.", look("Copy"));
  ui::space({0, 2 * u});
}

}  // namespace

KernelEditor::KernelEditor(const stage::Lesson& lesson, const std::string& text)
    : lesson_(lesson.id), played_(text) {
  editor_.set_text(text);
  const std::size_t gap = text.find(stage::kGap);
  if (gap == std::string::npos) {
    editor_.take_keys();
  } else {
    const auto lines =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(gap), '\n');
    const std::size_t begin = text.rfind('\n', gap) + 1;
    go_to(static_cast<int>(lines) + 1, static_cast<int>(gap - begin) + 1);
  }
  rooms::mark_mistakes(editor_);
}

void KernelEditor::follow(const std::string& played) {
  if (std::exchange(played_, played) == played) return;
  editor_.set_text(played);
  rooms::mark_mistakes(editor_);
}

void KernelEditor::go_to(int line, int column) {
  editor_.set_cursor(line, column);
  editor_.take_keys();
}

bool KernelEditor::draw(const StageView& context, const std::vector<int>& changed_lines) {
  constexpr std::size_t kMostShown = 3;
  editor_.set_changed_lines(changed_lines);
  const float room = ImGui::GetContentRegionAvail().y;
  const float row = ImGui::GetTextLineHeightWithSpacing();
  const auto rows = static_cast<float>(std::min(editor_.markers().size(), kMostShown));
  const float below = std::min(rows * 2 * row, room / 3);
  const ui::CodeEditor::Edit edit = rooms::draw_with_markers(context, editor_, below);
  if (edit.changed) rooms::mark_mistakes(editor_);
  return edit.confirmed && !has_mistakes();
}

std::string heading_beside(const StageModel& model) {
  if (!model.kernel.shows_original) return "";
  const CostBefore* before = shown_before(model);
  return before == nullptr ? "Original" : "Before: " + name_of(*before, shown_lesson(model));
}

std::string name_of(const CostBefore& before, const stage::Lesson& lesson) {
  if (before.is_edited) return "the kernel edited before";
  const stage::Version* version = core::with_id(lesson.versions, before.version);
  return version == nullptr ? "the original kernel" : "'" + version->title + "'";
}

std::string kernel_text(const StageView& context) {
  const StageModel& model = context.model;
  return model.kernel.editor != nullptr ? model.kernel.editor->text() : played_text(model);
}

bool is_kernel_changed(const StageView& context) {
  return kernel_text(context) != original_text(context.model);
}

const KernelChanges& keep_changes(StageView& context) {
  std::shared_ptr<const KernelChanges>& kept = context.model.kernel.changes;
  const CostBefore* before = shown_before(context.model);
  const std::string original = before != nullptr ? before->text : original_text(context.model);
  std::string text = kernel_text(context);
  if (kept != nullptr && kept->text == text && kept->original->key() == original) return *kept;
  const std::vector<session::SourceLine> lines = session::source_lines(original, "");
  const std::vector<session::SourceLine> edited = session::source_lines(text, "");
  kept = std::make_shared<const KernelChanges>(KernelChanges{
      .text = std::move(text),
      .original = std::make_shared<const rooms::ShownSource>(original, "", lines),
      .lines = ui::changed_lines(rooms::line_texts(lines), rooms::line_texts(edited))});
  return *kept;
}

void toggle_editor(StageView& context) {
  StageModel& model = context.model;
  if (model.kernel.editor != nullptr) {
    model.kernel.editor.reset();
  } else {
    model.kernel.editor = std::make_shared<KernelEditor>(shown_lesson(model), kernel_text(context));
  }
}

void keep_editor(StageView& context) {
  const StageModel& model = context.model;
  if (model.kernel.editor == nullptr) return;
  if (model.kernel.editor->lesson() == shown_lesson(model).id) {
    model.kernel.editor->follow(played_text(model));
  } else {
    context.model.kernel.editor.reset();
  }
}

void play_kernel(StageView& context) {
  stage::PlaySettings& settings = changed_play_settings(context.model);
  settings.text = kernel_text(context);
  settings.schedule.choices.clear();  // the choices belong to other steps
  play_again(context);
}

void save_kernel(StageView& context) {
  const std::string& lesson = shown_lesson(context.model).id;
  stage::PlaySettings settings = shown_play_settings(context.model);
  settings.text = kernel_text(context);
  const std::string name =
      stage::is_own_lesson(lesson) ? lesson : lesson + std::string(stage::kKernelEnding);
  context.send(session::SaveKernel{name, stage::kernel_file_text(lesson, settings)});
}

void share_kernel(StageView& context) {
  stage::PlaySettings settings = shown_play_settings(context.model);
  if (is_kernel_changed(context) || stage::is_own_lesson(shown_lesson(context.model).id)) {
    settings.text = kernel_text(context);
  }
  context.send(session::ShareSight{
      {.place = session::Place::stage,
       .lab = {},
       .stage = session::StageSight{shown_lesson(context.model).id, std::move(settings)}}});
}

void draw_kernel_editor(StageView& context) {
  // A play may replace the editor.
  const std::shared_ptr<KernelEditor> editor = context.model.kernel.editor;
  draw_editor_buttons(context, *editor);
  if (editor->draw(context, keep_changes(context).lines.right)) play_kernel(context);
}

void draw_original_kernel(StageView& context) {
  const KernelChanges& changes = keep_changes(context);
  ImGui::PushFont(context.fonts.strong, context.fonts.size);
  const CostBefore* before = shown_before(context.model);
  ImGui::TextColored(context.theme.dim, "%s", heading_beside(context.model).c_str());
  ImGui::PopFont();
  ui::begin_rest("original", ImGuiWindowFlags_HorizontalScrollbar);
  std::vector<ui::CodeLine> lines = rooms::code_lines(*changes.original);
  std::vector<std::string> costs(lines.size());
  for (std::size_t i = 0; before != nullptr && i < lines.size(); ++i) {
    const auto found = before->totals.by_line.find(lines[i].number);
    if (found != before->totals.by_line.end()) costs[i] = stage::words::cost(found->second);
    lines[i].note = costs[i];
  }
  draw_code_lines(context, lines, changes.lines.left);
  ImGui::EndChild();
}

}  // namespace heatwave::stage_room
