// Draws a title above the board, and code and sentences below it.
#include "app/rooms/stage/board_caption.h"

#include <algorithm>
#include <string>

#include "app/rooms/stage/lesson_source.h"
#include "app/rooms/stage/moment_words.h"
#include "app/rooms/stage/play_rules.h"
#include "app/rooms/stage/stage_actions.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/words/numbers.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::stage_room {
namespace {

constexpr float kHead = 44.0F;
constexpr float kFoot = 168.0F;  // code, a sentence, three lines on what went wrong, in full size
constexpr float kMargin = 12.0F;

/// A pane of the panels' colour over what lies there.
class Cover : core::NonCopyable {
 public:
  Cover(const StageView& context, const char* name, const ui::Box& area) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, context.theme.panel);
    ui::begin_pane(name, area);
  }
  ~Cover() {
    ui::end_pane();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar();
  }
};

/// "Race: x++"
std::string title_of(const StageView& context) {
  const stage::Lesson& lesson = shown_lesson(context.model);
  const std::string& chosen = context.snapshot.stage.settings.version;
  const auto version = std::find_if(lesson.versions.begin(), lesson.versions.end(),
                                    [&](const auto& each) { return each.id == chosen; });
  return version == lesson.versions.end() ? lesson.title : lesson.title + ": " + version->title;
}

void draw_head(StageView& context, const StageMoment& moment, const ui::Box& area) {
  const Cover cover(context, "board caption", area);
  const float u = context.unit;
  const ui::FontSet& fonts = context.fonts;
  const std::string step =
      "step " + words::grouped(moment.step) + " of " + words::grouped(last_step(moment.trace));
  const float wide = fonts.strong->CalcTextSizeA(fonts.large_size, 1e6F, 0, step.c_str()).x;
  const float left = area.left + kMargin * u;
  const float right = area.right - kMargin * u;
  const float top = area.top + 8 * u;
  const float height = area.height() - 8 * u;
  draw_fitting(fonts.strong, fonts.large_size,
               {{left, top}, std::max(1.0F, right - wide - 16 * u - left), height},
               context.theme.text, title_of(context));
  draw_fitting(fonts.strong, fonts.large_size, {{right - wide, top}, wide + u, height},
               context.theme.dim, step);
}

void draw_foot(StageView& context, const StageMoment& moment, const ui::Box& area) {
  const Cover cover(context, "board sentences", area);
  const float u = context.unit;
  const float width = std::max(1.0F, area.width() - 2 * kMargin * u);
  const ImVec2 at{area.left + kMargin * u, area.top + 6 * u};
  const float height = area.height() - 12 * u;
  const std::string code =
      code_of_line(shown_source(context), acted_line(moment.trace, moment.step));
  float used = 0;
  if (!code.empty()) {
    const ui::FontSet& fonts = context.fonts;
    used = draw_fitting(fonts.mono, fonts.mono_size, {at, width, height * 0.4F},
                        context.theme.accent, code) +
           6 * u;
  }
  draw_sentences(context, moment, {{at.x, at.y + used}, width, height - used});
}

}  // namespace

ui::Box draw_board_caption(StageView& context, const StageMoment& moment, const ui::Box& window) {
  const float u = context.unit;
  const ui::Box board = context.model.board_area;
  const float head = std::min(kHead * u, board.top - window.top);
  const float foot = std::min(kFoot * u, window.bottom - board.bottom);
  ui::Box all = board;
  if (head > 0) {
    all.top -= head;
    draw_head(context, moment, {board.left, all.top, board.right, board.top});
  }
  if (foot > 0) {
    all.bottom += foot;
    draw_foot(context, moment, {board.left, board.bottom, board.right, all.bottom});
  }
  return all;
}

}  // namespace heatwave::stage_room
