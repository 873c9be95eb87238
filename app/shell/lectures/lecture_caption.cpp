// Lays out and draws the caption below a presented room.
#include "app/shell/lectures/lecture_caption.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"

namespace heatwave::shell {
namespace {

// This is the ratio of Dear ImGui's font size, a whole line, to the em.
constexpr float kLineOfEm = 25.0F / 22.0F;
// These are shares of the picture's height. Letters are 0.94 em high, from the top of an h to the
// bottom of a q.
constexpr float kEmPart = 36.0F / 800.0F;
constexpr float kMostOfRoom = 0.5F;

// Padding of the caption, in line heights.
constexpr float kAbove = 0.22F;   ///< space above and below the text
constexpr float kBetween = 0.1F;  ///< between a question and its answer
constexpr float kBeside = 0.6F;   ///< space at both ends of the lines

struct Fitted {
  ui::EquationText text;
  float height = 0.0F;  ///< height of the band
};

/// The fonts, and the layouts of equations so far.
struct Typesetter {
  const ui::FontSet& fonts;
  ui::Memory& memory;
};

Fitted fitted(const Typesetter& typesetter, const std::string& words, float letters, float width) {
  // The lines are measured at the font's own size: their breaks are the same at every size.
  const ui::FontSet& fonts = typesetter.fonts;
  const float own_width = (width - 2 * kBeside * letters) * fonts.large_size / letters;
  ImGui::PushFont(fonts.strong, fonts.large_size);
  Fitted all{.text = ui::lay_out_equations(fonts, typesetter.memory, words, own_width)};
  ImGui::PopFont();
  all.height = (all.text.height + 2 * kAbove) * letters;
  return all;
}

/// The words of a caption before it has a place.
struct Words {
  LectureCaption caption;
  float height = 0.0F;
};

/// Lays out the words in letters of this height. `question`: stands above them; empty: none.
Words words_at(const Typesetter& typesetter, const std::string& question, const std::string& words,
               float letters, float width) {
  Fitted fit = fitted(typesetter, words, letters, width);
  Words all{.caption = {.letters = letters}, .height = fit.height};
  all.caption.text = std::move(fit.text);
  if (question.empty()) return all;
  all.caption.question = fitted(typesetter, question, letters, width).text;
  all.caption.question_height = (all.caption.question.height + kBetween) * letters;
  all.height += all.caption.question_height;
  return all;
}

/// Lays out the question, or the answer below the question: both in letters of one size, unless the
/// question would leave the answer letters that are too small.
Words words_of(const Typesetter& typesetter, const wire::LectureStep& step, bool is_answer,
               float letters, const ui::Box& room) {
  constexpr float kSmaller = 0.95F;
  constexpr float kLeastWithQuestion = 0.7F;
  const std::string& words = is_answer ? step.answer : step.question;
  if (words.empty()) return {};
  const auto fitting = [&](const std::string& question, float least) {
    float size = letters;
    Words all = words_at(typesetter, question, words, size, room.width());
    while (all.height > kMostOfRoom * room.height() && size > least) {
      size *= kSmaller;
      all = words_at(typesetter, question, words, size, room.width());
    }
    return all;
  };
  const std::string question = is_answer ? step.question : std::string();
  Words all = fitting(question, kLeastWithQuestion * letters);
  if (all.height > kMostOfRoom * room.height()) all = fitting("", 1.0F);
  all.caption.is_answer = is_answer;
  return all;
}

}  // namespace

float caption_letters(float picture_height) { return kEmPart * kLineOfEm * picture_height; }

LectureCaption cut_caption(const LectureStatus& lecture, const ui::FontSet& fonts,
                           ui::Memory& memory, float letters, ui::Box& room) {
  if (lecture.lecture == nullptr || !lecture.caption_shown || letters < 1) return {};
  const wire::LectureStep& step = lecture.here();
  const Typesetter typesetter{fonts, memory};
  const Words asked = words_of(typesetter, step, false, letters, room);
  const Words answered = words_of(typesetter, step, true, letters, room);
  const Words& shown = lecture.answer_shown ? answered : asked;
  if (shown.caption.text.lines.empty()) return {};
  LectureCaption caption = shown.caption;
  // A small room is worth more than one that keeps its height.
  constexpr float kLeastLines = 9;
  const float higher = std::max(asked.height, answered.height);
  const bool keeps_room = room.height() - higher >= kLeastLines * letters;
  // Dear ImGui cuts a window to whole pixels, which would leave a line below the caption.
  const float height = std::ceil(keeps_room ? higher : shown.height);
  caption.box = {room.left, room.bottom - height, room.right, room.bottom};
  room.bottom = caption.box.top;
  return caption;
}

void draw_lecture_caption(ShellView& shell, const LectureCaption& caption) {
  if (!caption.is_shown()) return;
  const ui::Box& box = caption.box;
  const float letters = caption.letters;
  const ui::Pane pane("lecture caption", box, {0, 0}, ImGuiWindowFlags_NoInputs);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({box.left, box.top}, {box.right, box.bottom},
                     ui::packed_colour(shell.theme.raised));
  list.AddRectFilled({box.left, box.top}, {box.left + kBeside / 2 * letters, box.bottom},
                     ui::packed_colour(shell.theme.accent));
  const float left = box.left + kBeside * letters;
  // Words that are lower than the band, which has room for the answer, stand in its middle.
  const float words = caption.question_height + (caption.text.height + 2 * kAbove) * letters;
  const float indent = std::max(0.0F, (box.height() - words) / 2);
  if (!caption.question.lines.empty()) {
    ui::draw_equations(list, shell.fonts, shell.fonts.strong, letters, caption.question,
                       {left, box.top + indent + kAbove * letters},
                       ui::packed_colour(shell.theme.text));
  }
  const float top = box.top + indent + caption.question_height + kAbove * letters;
  ui::draw_equations(list, shell.fonts, shell.fonts.strong, letters, caption.text, {left, top},
                     ui::packed_colour(caption.is_answer ? shell.theme.accent : shell.theme.text));
  note_box(shell, "lecture caption line", ui::Box::at(left, top, box.right - left, letters));
  ui::space({box.width(), box.height()});
  note_place(shell, "lecture caption");
}

}  // namespace heatwave::shell
