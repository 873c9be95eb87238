// Draws the chosen variant's code, alone or beside another variant's, PTX or machine code.

#include <algorithm>
#include <cctype>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/lab/lab_kernel.h"
#include "app/rooms/lab/lab_view.h"
#include "app/session/lab/lab_sources.h"
#include "app/ui/code_view.h"
#include "app/ui/controls.h"
#include "app/ui/pen.h"
#include "app/ui/picker.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "kernels/core/utf8.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

constexpr const char* kWhole = "whole file";
constexpr const char* kPtx = "PTX";
constexpr const char* kSass = "SASS";
constexpr const char* kNoOther = "no other variant";
/// Number of lines of code that words above it leave.
constexpr float kLeastLines = 8;
/// Number of lines that a lecture shows of the code at which it points, with those of reasons.
constexpr float kLinesOfLecture = 13;
/// The largest letters of code in a lecture, as a part of their usual size.
constexpr float kLettersOfLecture = 1.3F;

/// Returns the height of the code that words above it leave.
float least_code(const LabView& context) {
  const float lines =
      context.model.code.is_pointed_at() ? kLettersOfLecture * kLinesOfLecture : kLeastLines;
  return lines * ui::kCodeLine * context.unit;
}

/// Returns the characters of the longest line.
float columns_of(const rooms::ShownSource& source) {
  std::size_t columns = 0;
  for (const rooms::ShownSource::Line& line : source.lines()) {
    columns = std::max(columns, core::letters_in(line.source.text));
  }
  return static_cast<float>(columns);
}

/// Returns the part of their usual size that letters of code with this many columns have in this
/// width. An audience cannot scroll: its code fits, if the last row can still read it. In a lecture
/// a class reads the code, whose letters grow where there is room for a function.
float part_of_letters(const LabView& context, float columns, ImVec2 room) {
  const bool teaches = context.lecture_asks != rooms::LectureAsks::no_lecture;
  if (!context.presented && !teaches) return 1.0F;
  const float whole = room.y / (kLinesOfLecture * ui::kCodeLine * context.unit);
  const float most = teaches ? std::clamp(whole, 1.0F, kLettersOfLecture) : 1.0F;
  const float least =
      context.model.code.is_pointed_at() ? context.last_row_letters() : context.least_letters();
  return ui::part_for_columns(context, columns, room.x, least, most);
}

/// Returns whether lines or the current window have changed their height since the last frame.
bool is_resized(float unit, float height) {
  ImGuiStorage& kept = *ImGui::GetStateStorage();
  const auto differs = [&kept](const char* name, float value) {
    return std::exchange(*kept.GetFloatRef(ImGui::GetID(name), value), value) != value;
  };
  const bool lines = differs("unit", unit);
  return differs("height", height) || lines;
}

/// Returns whether a function's signature begins in this line, at its first column.
bool begins_function(const std::string& line) {
  const bool has_name =
      !line.empty() && (std::isalpha(static_cast<unsigned char>(line[0])) != 0 || line[0] == '_');
  const bool is_other = line.starts_with("template") || line.starts_with("using ") ||
                        line.starts_with("static_assert") || line.ends_with(";");
  return has_name && !is_other && line.find('(') != std::string::npos;
}

/// A function in the shown code; heights are from the top of the code.
struct ShownFunction {
  std::size_t line = 0;  ///< index of the line in which its signature begins
  float top = 0.0F;
  float end = 0.0F;  ///< below its closing brace
};

/// Notes the places of functions and of the first important line while code is drawn from top to
/// bottom. The important line is the one that a lecture points at, else one of the kernel that no
/// other variant has, if there is one.
class CodeOutline {
 public:
  /// `top`, `end`: of the line with the reason of its mark.
  void add(std::size_t index, const session::SourceLine& line, float top, float end) {
    is_kernel_ = is_kernel_ && line.number != 0;
    if (begins_function(line.text)) functions_.push_back({index, top, end});
    if (!functions_.empty() && line.text.starts_with('}')) functions_.back().end = end;
    const bool is_better = is_kernel_ && line.alone && !is_alone_;
    if (is_named_ || !line.own || !line.mark || (has_mark() && !is_better)) return;
    mark_top_ = top;
    mark_end_ = end;
    is_alone_ = line.alone;
  }
  /// Makes a line the important one, whatever its marks.
  void point_at(float top, float end) {
    mark_top_ = top;
    mark_end_ = end;
    is_named_ = true;
  }

  [[nodiscard]] bool has_mark() const { return mark_top_ >= 0; }
  [[nodiscard]] bool shows_mark(float scrolled, float view, float row) const {
    const float hidden = function_above(scrolled, row) == nullptr ? 0.0F : row;
    return mark_top_ >= scrolled + hidden - 1 && mark_end_ <= scrolled + view + 1;
  }
  /// Returns the function whose signature is scrolled out of sight above the uppermost lines; null:
  /// there is none.
  [[nodiscard]] const ShownFunction* function_above(float scrolled, float row) const {
    for (const ShownFunction& each : functions_) {
      if (each.top < scrolled - 1 && each.end > scrolled + row + 1) return &each;
    }
    return nullptr;
  }
  /// Returns the scroll position that shows the important line: below its function's signature if
  /// both fit the view.
  [[nodiscard]] float scroll_to_mark(const ui::Look& look, float view, float row) const {
    for (const ShownFunction& each : functions_) {
      const bool has_it = each.top <= mark_top_ && each.end >= mark_end_;
      if (has_it && mark_end_ - each.top <= view) return each.top;
    }
    // The signature stays in sight in the first row of the view.
    return std::max(0.0F, ui::scroll_to_line(look, mark_top_, view - row) - row);
  }

 private:
  std::vector<ShownFunction> functions_;
  float mark_top_ = -1.0F;
  float mark_end_ = -1.0F;
  bool is_named_ = false;  // a lecture points at the line
  bool is_alone_ = false;  // the mark is the variant's alone
  bool is_kernel_ = true;  // the lines are of the first file, which the launcher's follow
};

/// Returns the lines of a signature, which begins at this index, joined to one.
std::string signature_at(const std::vector<rooms::ShownSource::Line>& lines, std::size_t index) {
  constexpr std::size_t kMostLines = 6;
  std::string signature;
  const std::size_t end = std::min(lines.size(), index + kMostLines);
  for (std::size_t i = index; i < end && !signature.ends_with('{'); ++i) {
    const std::string& text = lines[i].source.text;
    const std::size_t from = text.find_first_not_of(' ');
    if (from == std::string::npos) break;
    signature += (signature.empty() ? "" : " ") + text.substr(from);
  }
  return signature;
}

/// Draws the signature of a function over the first row of the current window, where its own lines
/// are scrolled out of sight.
void draw_signature(const ui::Look& look, ui::CodeRows rows,
                    const std::vector<rooms::ShownSource::Line>& lines, std::size_t index) {
  const float row = ui::kCodeLine * look.unit;
  rows.y = ImGui::GetWindowPos().y;
  const ui::ChartPen pen(look, *ImGui::GetWindowDrawList());
  const float right = rows.edge + rows.width;
  pen.fill({rows.edge, rows.y, right, rows.y + row}, look.theme.panel);
  const float edge = rows.y + row;
  const std::string signature = signature_at(lines, index);
  bool in_comment = false;
  const std::vector<ui::Token> tokens = ui::tokens_of(signature, in_comment);
  draw_code_line(look, rows, {lines[index].source.number, signature, tokens}, ui::CodeInk::plain);
  pen.line({rows.edge, edge}, {right, edge}, look.theme.line, 1 * look.unit);
}

/// Begins at the signature of the function with the first important line, which may be far below
/// the beginning, or at that line if both do not fit the view: then the signature stays in the
/// first row. The line stays in sight where the room is presented and all sizes change.
void draw_code(LabView& context, const rooms::ShownSource& source, bool numbered) {
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const ui::SizedCode code(
      context, part_of_letters(context, columns_of(source),
                               {ImGui::GetWindowWidth() - bar, ImGui::GetWindowHeight()}));
  const ui::Look& look = code.look;
  const float row = ui::kCodeLine * look.unit;
  const bool whole = context.model.code.whole_file;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ui::CodeRows begin = ui::code_rows(look, numbered);
  ui::CodeRows rows = begin;
  const std::vector<rooms::ShownSource::Line>& lines = source.lines();
  float scrolled = ImGui::GetScrollY();
  CodeOutline outline;
  const std::string& named = context.model.code.named;
  const auto pointed = std::ranges::find_if(lines, [&](const rooms::ShownSource::Line& line) {
    return !named.empty() && line.source.own && line.source.text.find(named) != std::string::npos;
  });
  const float view = ImGui::GetWindowDrawList()->GetClipRectMax().y - ImGui::GetWindowPos().y;
  float width = 0;
  int before = 0;
  int first_line = 0;
  int in_sight = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const session::SourceLine& line = lines[i].source;
    if (before > 0 && line.number != before + 1) draw_code_gap(look, rows);
    before = line.number;
    const bool is_pointed = pointed != lines.end() && &*pointed == &lines[i];
    const ui::CodeInk ink = is_pointed           ? ui::CodeInk::tinted
                            : whole && !line.own ? ui::CodeInk::faint
                                                 : ui::CodeInk::plain;
    const float top = rows.y - from.y;
    if (top <= scrolled + 1) first_line = line.number;
    width = std::max(width, draw_code_line(look, rows, rooms::code_line(lines[i]), ink));
    const float end = rows.y - from.y;
    if (top >= scrolled - 1 && top + row <= scrolled + view + 1) ++in_sight;
    outline.add(i, line, top, end);
    if (!is_pointed) continue;
    outline.point_at(top, end);
    note_box(context, "source/" + named,
             ui::Box::at(rows.edge, from.y + top, 1 * look.unit, end - top));
  }
  ui::space({width + 16 * look.unit, rows.y - from.y});
  if (numbered) {
    context.model.code.lines = static_cast<int>(lines.size());
    context.model.code.lines_in_sight = in_sight;
  }
  if (!outline.has_mark()) return;  // compiler output has no marks
  const ShownFunction* above = outline.function_above(scrolled, row);
  if (above != nullptr) {
    draw_signature(look, begin, lines, above->line);
    first_line = lines[above->line].source.number;
  }
  context.model.code.first_line = first_line;
  const bool resized = is_resized(look.unit, view) && !ImGui::IsMouseDown(0);
  if (ImGui::IsWindowAppearing() || (resized && context.model.code.shows_mark)) {
    scrolled = outline.scroll_to_mark(look, view, row);
    ImGui::SetScrollY(scrolled);
  }
  context.model.code.shows_mark = outline.shows_mark(scrolled, view, row);
}

using SharedSource = std::shared_ptr<const rooms::ShownSource>;

/// Caches the source of a variant. `named`: text in the line that a lecture points at.
const rooms::ShownSource& keep_source(SharedSource& kept, const lab::Experiment& experiment,
                                      const lab::Variant& variant, bool whole_file,
                                      const std::string& named) {
  // The key makes code of another variant, or to which another step points, scroll anew.
  const std::string key = "code " + experiment.id + " " + variant.id +
                          (whole_file ? " whole" : "") + (named.empty() ? "" : " at " + named);
  if (kept == nullptr || kept->key() != key) {
    const session::SourceFile file = session::source_of(experiment, variant);
    kept = std::make_shared<const rooms::ShownSource>(key, file.name,
                                                      whole_file ? file.lines : file.own_lines());
  }
  return *kept;
}

/// Caches the PTX or SASS of the chosen variant.
const rooms::ShownSource& keep_beside(LabModel& model, const lab::Experiment& experiment,
                                      const lab::Variant& variant) {
  const bool ptx = model.code.shows_ptx;
  const std::string key = (ptx ? "ptx " : "sass ") + experiment.id + " " + variant.id;
  if (model.code.beside == nullptr || model.code.beside->key() != key) {
    const session::SourceFile file =
        ptx ? session::ptx_of(experiment, variant) : session::sass_of(experiment, variant);
    model.code.beside =
        std::make_shared<const rooms::ShownSource>(key, file.name, file.own_lines());
  }
  return *model.code.beside;
}

/// Returns the variant beside the chosen one; null: none.
const lab::Variant* other_variant(const LabModel& model, const lab::Experiment& experiment,
                                  const lab::Variant& chosen) {
  const auto found =
      std::find_if(experiment.variants.begin(), experiment.variants.end(),
                   [&](const lab::Variant& variant) { return variant.id == model.code.other; });
  return found == experiment.variants.end() || found->id == chosen.id ? nullptr : &*found;
}

/// True if PTX or SASS is chosen and available.
bool shows_beside(const LabModel& model, const lab::Experiment& experiment,
                  const lab::Variant& variant) {
  if (model.code.shows_ptx) return session::why_no_ptx(experiment, variant).empty();
  return model.code.shows_sass && session::why_no_sass(experiment, variant).empty();
}

/// A list of all variants of the experiment, measured or not.
void draw_variant_choice(LabView& context, const lab::Experiment& experiment,
                         const lab::Variant& shown, float width) {
  ui::set_next_width(width);
  if (begin_list(context, "##variant", shown.title)) {
    for (const lab::Variant& variant : experiment.variants) {
      ImGui::PushID(variant.id.c_str());
      if (ui::text_row(variant.title.c_str(), variant.id == shown.id)) {
        choose_variant(context.model, variant.id);
      }
      ImGui::PopID();
    }
    ImGui::EndPopup();
  }
  note_place(context, "source/variant");
  explain(context, "The variant whose code is shown, measured or not.",
          context.keys_of("previous_variant"));
}

/// A list of the variants to show beside the chosen one.
void draw_other_choice(LabView& context, const lab::Experiment& experiment,
                       const lab::Variant& shown, float width) {
  const lab::Variant* other = other_variant(context.model, experiment, shown);
  ui::set_next_width(width);
  if (begin_list(context, "##other", other == nullptr ? kNoOther : other->title)) {
    if (ui::text_row(kNoOther, other == nullptr)) show_other_source(context, "");
    for (const lab::Variant& variant : experiment.variants) {
      if (variant.id == shown.id) continue;
      ImGui::PushID(variant.id.c_str());
      if (ui::text_row(variant.title.c_str(), &variant == other)) {
        show_other_source(context, variant.id);
      }
      note_place(context, "source/other/" + variant.id);
      ImGui::PopID();
    }
    ImGui::EndPopup();
  }
  note_place(context, "source/other");
  explain(context, "A variant whose code stands beside it; lines that differ are tinted.",
          context.keys_of("other_source"));
}

/// Draws the switches for PTX, SASS and the whole file, which end at `right`.
void draw_source_switches(LabView& context, const lab::Experiment& experiment,
                          const lab::Variant& variant, ImVec2 left) {
  const float u = context.unit;
  CodeModel& code = context.model.code;
  ImGui::SetCursorScreenPos(left);
  if (toggle(context, "ptx", kPtx, code.shows_ptx,
             "Shows the PTX that nvcc made of the code when this program was built. PTX is the "
             "same for all generations.",
             session::why_no_ptx(experiment, variant))) {
    code.shows_sass = false;
    code.other.clear();
  }
  ImGui::SameLine(0, 16 * u);
  if (toggle(context, "sass", kSass, code.shows_sass,
             "Shows the machine code made from the PTX, for GPUs of one generation.",
             session::why_no_sass(experiment, variant))) {
    code.shows_ptx = false;
    code.other.clear();
  }
  ImGui::SameLine(0, 16 * u);
  const bool has_other = other_variant(context.model, experiment, variant) != nullptr;
  toggle(context, "whole", kWhole, code.whole_file,
         "Shows the whole file, with the other variants' code paler.",
         has_other ? "Two variants stand side by side" : "");
}

/// Draws the description, or as many of its first sentences as leave room for the code; the tooltip
/// has the others. In a low part the code has all of the room: the list's tooltip describes the
/// variant, too.
void draw_description(LabView& context, const std::string& words) {
  if (context.model.guess.hides_words()) return dim_text(context, GuessModel::kInPlaceOfWords);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float most = room.y - least_code(context);
  if (most <= 0) return;
  std::string shown = words;
  while (ui::wrapped_size(shown, room.x).y > most) {
    const std::size_t end = shown.rfind(". ");
    if (end == std::string::npos) break;
    shown.resize(end + 1);
  }
  dim_text(context, shown);
  note_place(context, "source/description");
  if (shown != words) explain(context, words);
}

/// Draws above each of two sources the name of its variant and, if there is room, a sentence about
/// it.
void draw_names_of_pair(LabView& context, const lab::Variant& left, const lab::Variant& right) {
  const float u = context.unit;
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool explains =
      !context.model.guess.hides_words() && room.y >= (kLeastLines + 2) * ui::kCodeLine * u;
  const float line = pen.line() + 4 * u;
  const float half = (room.x - ImGui::GetStyle().ScrollbarSize - ui::kBetweenSources * u) / 2;
  float x = from.x;
  for (const lab::Variant* each : {&left, &right}) {
    pen.text(x, from.y + line / 2, pen.elided(each->title, half, ui::Voice::strong),
             context.theme.text, ui::Voice::strong);
    note_box(context, "source/name of " + each->id, ui::Box::at(x, from.y, half, line));
    if (explains) {
      pen.text(x, from.y + 1.5F * line, ui::leading_clauses(ui::first_sentence(each->what), half),
               context.theme.dim);
    }
    x += half + ui::kBetweenSources * u;
  }
  ui::space({room.x, (explains ? 2 : 1) * line});
}

/// Returns the width in which a list's field shows the longest title, at most `most`.
float width_of_titles(const LabView& context, const lab::Experiment& experiment, float most) {
  constexpr float kRimAndSign = 56.0F;
  float width = 0.0F;
  for (const lab::Variant& each : experiment.variants) {
    width = std::max(width, ImGui::CalcTextSize(each.title.c_str()).x);
  }
  return std::min(width + kRimAndSign * context.unit, most);
}

/// Returns the description of a variant, with its times on the slides.
std::string words_about(const lab::Variant& variant) {
  std::string words = variant.what;
  for (const lab::LectureFigure& figure : variant.lecture) {
    words += " On slides: " + words::printed_time(figure.milliseconds, figure.gflops) + " (" +
             figure.where + ").";
  }
  return words;
}

/// Draws the title of the variant at whose code a lecture points, and its description where the
/// code leaves room.
void draw_title_of_code(LabView& context, const lab::Variant& variant) {
  const float u = context.unit;
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x - context.model.chart_place.head_room;
  const float height = ImGui::GetFrameHeight();
  pen.text(from.x, from.y + height / 2, pen.elided(variant.title, room, ui::Voice::strong),
           context.theme.text, ui::Voice::strong);
  note_box(context, "source/title", ui::Box::at(from.x, from.y, room, height));
  ui::space({room, height + 8 * u});
  draw_description(context, words_about(variant));
}

/// Draws the choice of variants, the switches, and the description of the variant.
void draw_source_head(LabView& context, const lab::Experiment& experiment,
                      const lab::Variant& variant, const std::string& file) {
  constexpr float kLeastChoices = 360;
  const float u = context.unit;
  const ChartPlace& place = context.model.chart_place;
  const float all = ImGui::GetContentRegionAvail().x - (place.takes_turns ? place.head_room : 0.0F);
  const auto toggle_width = [u](const char* text) { return 50 * u + ImGui::CalcTextSize(text).x; };
  const float switches = toggle_width(kPtx) + toggle_width(kSass) + toggle_width(kWhole) + 32 * u;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const bool one_line = all - switches >= kLeastChoices * u;
  const float room = (one_line ? all - switches - 16 * u : all) - 8 * u;
  const float least_other = std::min(176 * u, room * 0.5F);
  const float choice = width_of_titles(context, experiment, room - least_other);
  const float other = std::min(choice, room - choice);
  const float left = from.x + choice + other + 24 * u;
  const float middle = from.y + ImGui::GetFrameHeight() / 2;
  const float file_room = from.x + room - left;
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  if (context.presented) {
    // An audience sees the title where the person at the window has the choice.
    const std::string title = pen.elided(variant.title, room, ui::Voice::strong);
    pen.text(from.x, middle, title, context.theme.text, ui::Voice::strong);
  } else if (file_room > 96 * u) {
    pen.text(left, middle, pen.elided(file, file_room), context.theme.dim);
  }
  const float row = ImGui::GetFrameHeight() + 8 * u;
  const float height = one_line ? ImGui::GetFrameHeight() : ImGui::GetFrameHeight() + row;
  ui::begin_controls(context, "source controls", {all, height});
  draw_variant_choice(context, experiment, variant, choice);
  ImGui::SameLine(0, 8 * u);
  draw_other_choice(context, experiment, variant, other);
  draw_source_switches(
      context, experiment, variant,
      {one_line ? from.x + all - switches : from.x, one_line ? from.y : from.y + row});
  ImGui::EndChild();
  const lab::Variant* beside = other_variant(context.model, experiment, variant);
  if (beside == nullptr) return draw_description(context, words_about(variant));
  draw_names_of_pair(context, variant, *beside);
}

/// A scrolling part of the window with code. Compiler output has no line numbers.
void draw_code_part(LabView& context, const rooms::ShownSource& source, ImVec2 size,
                    bool numbered = true) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  // An audience cannot scroll; the wheel still does.
  const ImGuiWindowFlags bars = context.presented ? ImGuiWindowFlags_NoScrollbar : 0;
  ui::begin_part(source.key().c_str(), size, bars | ImGuiWindowFlags_HorizontalScrollbar);
  draw_code(context, source, numbered);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

/// Keeps the lines of two sources paired.
const std::vector<ui::LinePair>& keep_pairs(CodeModel& code) {
  const std::string key = code.source->key() + " | " + code.beside->key();
  if (std::exchange(code.pairs_of, key) == key) return code.pairs;
  const auto texts = [](const rooms::ShownSource& source) {
    std::vector<std::string> all;
    for (const rooms::ShownSource::Line& line : source.lines()) all.push_back(line.source.text);
    return all;
  };
  code.pairs = ui::paired_lines(texts(*code.source), texts(*code.beside));
  return code.pairs;
}

}  // namespace

void show_other_source(LabView& context, const std::string& variant) {
  CodeModel& code = context.model.code;
  code.other = variant;
  if (!variant.empty()) code.shows_ptx = code.shows_sass = false;
}

void draw_lab_source(LabView& context) {
  LabModel& model = context.model;
  CodeModel& code = model.code;
  const lab::Experiment& experiment = shown_experiment(model);
  const lab::Variant& variant = lab::find_variant(experiment, shown_variant(model));
  const auto keep = [&]() -> const rooms::ShownSource& {
    const bool whole = code.whole_file && other_variant(model, experiment, variant) == nullptr;
    return keep_source(code.source, experiment, variant, whole, code.named);
  };
  const bool is_edited_or_paired =
      code.kernel != nullptr || other_variant(model, experiment, variant) != nullptr;
  if (code.is_pointed_at() && !is_edited_or_paired) {
    draw_title_of_code(context, variant);
  } else {
    draw_source_head(context, experiment, variant, keep().file());
  }
  if (code.kernel != nullptr) return draw_kernel(context);
  const rooms::ShownSource& source = keep();
  if (const lab::Variant* other = other_variant(model, experiment, variant)) {
    const rooms::ShownSource& beside = keep_source(code.beside, experiment, *other, false, "");
    const std::string id = source.key() + " | " + beside.key();
    const float columns = std::max(columns_of(source), columns_of(beside));
    const float half = ImGui::GetContentRegionAvail().x / 2 - 16 * context.unit;
    const ui::SizedCode pairs(
        context, part_of_letters(context, columns, {half, ImGui::GetContentRegionAvail().y}));
    return draw_code_pairs(pairs.look, id.c_str(), rooms::code_lines(source),
                           rooms::code_lines(beside), keep_pairs(code));
  }
  if (!shows_beside(model, experiment, variant)) {
    draw_code_part(context, source, ImGui::GetContentRegionAvail());
    return;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = 16 * context.unit;
  const ImVec2 half{(room.x - gap) / 2, room.y};
  draw_code_part(context, source, half);
  ImGui::SameLine(0, gap);
  draw_code_part(context, keep_beside(model, experiment, variant), half, false);
}

}  // namespace heatwave::lab_room
