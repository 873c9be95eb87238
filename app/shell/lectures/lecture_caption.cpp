// Fits the words of a question or an answer into a band, and draws them.
#include "app/shell/lectures/lecture_caption.h"

#include <algorithm>

#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

// Dear ImGui counts a font's whole line, which is this much higher than its em.
constexpr float kLineOfEm = 25.0F / 22.0F;
// Shares of the picture's height. From the top of an h to the foot of a q letters are 0.94 of their
// em.
constexpr float kEmPart = 40.0F / 800.0F;
constexpr float kMostOfRoom = 0.5F;

// In heights of a line.
constexpr float kAbove = 0.3F;   ///< and as much below the words
constexpr float kBeside = 0.6F;  ///< at both ends of the lines

struct Fitted {
  std::string lines;
  float height = 0.0F;  ///< of the band
};

Fitted fitted(const ui::FontSet& fonts, const std::string& words, float letters, float width) {
  // The lines are measured in the font's own size: they break at the same words in any other.
  const float own_width = (width - 2 * kBeside * letters) * fonts.large_size / letters;
  ImGui::PushFont(fonts.strong, fonts.large_size);
  Fitted all{.lines = ui::in_lines(words, own_width)};
  ImGui::PopFont();
  const auto breaks = std::count(all.lines.begin(), all.lines.end(), '\n');
  all.height = (static_cast<float>(breaks + 1) + 2 * kAbove) * letters;
  return all;
}

}  // namespace

float caption_letters(float picture_height) { return kEmPart * kLineOfEm * picture_height; }

LectureCaption cut_caption(const LectureStatus& lecture, const ui::FontSet& fonts, float letters,
                           ui::Box& room) {
  if (lecture.lecture == nullptr || !lecture.caption_shown) return {};
  const wire::LectureStep& step = lecture.here();
  const std::string& words = lecture.answer_shown ? step.answer : step.question;
  if (words.empty() || letters < 1) return {};
  constexpr float kSmaller = 0.95F;
  const float most = kMostOfRoom * room.height();
  LectureCaption caption{.letters = letters, .is_answer = lecture.answer_shown};
  Fitted fit = fitted(fonts, words, letters, room.width());
  while (fit.height > most && caption.letters > 1) {
    caption.letters *= kSmaller;
    fit = fitted(fonts, words, caption.letters, room.width());
  }
  caption.lines = std::move(fit.lines);
  caption.box = {room.left, room.bottom - fit.height, room.right, room.bottom};
  room.bottom = caption.box.top;
  return caption;
}

void draw_lecture_caption(ShellView& shell, const LectureCaption& caption) {
  if (!caption.is_shown()) return;
  const ui::Box& box = caption.box;
  const float letters = caption.letters;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ui::begin_pane("lecture caption", box, ImGuiWindowFlags_NoInputs);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({box.left, box.top}, {box.right, box.bottom}, ui::packed(shell.theme.raised));
  list.AddRectFilled({box.left, box.top}, {box.left + kBeside / 2 * letters, box.bottom},
                     ui::packed(shell.theme.accent));
  list.AddText(
      shell.fonts.strong, letters, {box.left + kBeside * letters, box.top + kAbove * letters},
      ui::packed(caption.is_answer ? shell.theme.accent : shell.theme.text), caption.lines.c_str());
  ui::space({box.width(), box.height()});
  note_place(shell, "lecture caption");
  ui::end_pane();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::shell
