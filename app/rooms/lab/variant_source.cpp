// Draws the chosen variant's code, alone or beside another variant's, PTX or machine code.

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/lab/lab_view.h"
#include "app/session/lab/lab_sources.h"
#include "app/ui/code_tokens.h"
#include "app/ui/controls.h"
#include "app/ui/pen.h"
#include "app/ui/sized.h"
#include "app/words/numbers.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::lab_room {
namespace {

constexpr float kLineHeight = 24.0F;
constexpr float kNumberColumn = 56.0F;
constexpr float kNoNumberColumn = 12.0F;
constexpr const char* kLeftOut = "⋯";
constexpr const char* kWhole = "whole file";
constexpr const char* kPtx = "PTX";
constexpr const char* kSass = "SASS";
constexpr const char* kNoOther = "no other variant";

/// Draws text in the code font at a position; returns its width.
float code_text(const LabView& context, ImVec2 at, ImVec4 ink, std::string_view text) {
  ImFont* font = context.fonts.mono;
  const float size = context.fonts.mono_size;
  const char* end = text.data() + text.size();
  ImGui::GetWindowDrawList()->AddText(font, size, at, ui::packed_colour(ink), text.data(), end);
  return font->CalcTextSizeA(size, 1e6F, 0, text.data(), end).x;
}

/// The positions of lines: `left` scrolls with the code, `edge` does not.
struct Rows {
  float left;
  float edge;
  float width;
  float y;
  float column;  ///< offset of the text from `left`, after line numbers if there are any
};

void draw_line_mark(const LabView& context, const Rows& rows, float height) {
  const float u = context.unit;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({rows.edge, rows.y}, {rows.edge + rows.width, rows.y + height},
                     ui::packed_colour(context.theme.raised));
  list.AddRectFilled({rows.edge, rows.y}, {rows.edge + 4 * u, rows.y + height},
                     ui::packed_colour(context.theme.accent));
}

/// Tints a line that another source has in other words, or not at all.
void draw_difference(const LabView& context, const Rows& rows, float height) {
  ImGui::GetWindowDrawList()->AddRectFilled(
      {rows.edge, rows.y}, {rows.edge + rows.width, rows.y + height},
      ui::packed_colour(ui::with_alpha(context.theme.accent, 0.14F)));
}

/// Draws a line of code, and below a marked line its reason; returns its right end.
float draw_line(const LabView& context, Rows& rows, const rooms::ShownSource::Line& shown,
                const std::array<ImVec4, ui::kTokenKinds>& colours, bool faint,
                bool differs = false) {
  const session::SourceLine& line = shown.source;
  const float u = context.unit;
  const bool has_reason = line.mark && !line.reason.empty();
  const float height = kLineHeight * u;
  if (line.mark) draw_line_mark(context, rows, has_reason ? 2 * height : height);
  if (differs) draw_difference(context, rows, has_reason ? 2 * height : height);
  const float y = rows.y + (height - context.fonts.mono_size) / 2;
  // A line that names the next file has no number.
  const bool numbered = line.number > 0 && rows.column >= kNumberColumn * u;
  const std::string number = numbered ? std::to_string(line.number) : std::string();
  const float digit = context.fonts.mono->CalcTextSizeA(context.fonts.mono_size, 1e6F, 0, "0").x;
  const float number_x =
      rows.left + rows.column - digit * static_cast<float>(number.size()) - 12 * u;
  code_text(context, {number_x, y}, differs ? context.theme.accent : context.theme.dim, number);
  float x = rows.left + rows.column;
  for (const ui::Token& token : shown.tokens) {
    const ImVec4 ink = faint ? context.theme.dim : colours[static_cast<std::size_t>(token.kind)];
    x += code_text(context, {x, y}, ink, token.text);
  }
  rows.y += height;
  if (has_reason) {
    const auto indent = std::min(line.text.find_first_not_of(' '), line.text.size());
    const float reason_x = rows.left + rows.column + digit * static_cast<float>(indent);
    const float middle = rows.y + height / 2 - 2 * u;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddTriangleFilled({reason_x, middle + 3 * u}, {reason_x + 10 * u, middle + 3 * u},
                           {reason_x + 5 * u, middle - 4 * u},
                           ui::packed_colour(context.theme.accent));
    list.AddText({reason_x + 18 * u, middle - ImGui::GetFontSize() / 2},
                 ui::packed_colour(context.theme.text), line.reason.c_str());
    x = std::max(x, reason_x + 18 * u + ImGui::CalcTextSize(line.reason.c_str()).x);
    rows.y += height;
  }
  return x - rows.left;
}

void draw_gap(const LabView& context, Rows& rows) {
  const float u = context.unit;
  code_text(context, {rows.left + rows.column, rows.y}, context.theme.dim, kLeftOut);
  rows.y += kLineHeight * u;
}

/// Returns the scroll position that shows a line in the upper half; 0 if it is there already.
float scroll_to(float line, float view) { return line > view / 2 ? line - view / 3 : 0; }

/// Scrolls to the first important line, which may be far below the beginning.
void draw_code(LabView& context, const rooms::ShownSource& source, bool numbered) {
  const bool whole = context.model.code.whole_file;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  Rows rows{from.x, ImGui::GetWindowPos().x, ImGui::GetWindowSize().x, from.y,
            (numbered ? kNumberColumn : kNoNumberColumn) * context.unit};
  const auto colours = ui::code_colours(context.theme);
  float width = 0;
  float first_mark = -1;
  int before = 0;
  for (const rooms::ShownSource::Line& shown : source.lines()) {
    const session::SourceLine& line = shown.source;
    if (before > 0 && line.number != before + 1) draw_gap(context, rows);
    before = line.number;
    if (line.own && line.mark && first_mark < 0) first_mark = rows.y - from.y;
    const bool faint = whole && !line.own;
    width = std::max(width, draw_line(context, rows, shown, colours, faint));
  }
  ui::space({width + 16 * context.unit, rows.y - from.y});
  if (first_mark < 0) return;  // compiler output has no marks
  const float view = ImGui::GetWindowSize().y;
  if (ImGui::IsWindowAppearing()) ImGui::SetScrollY(scroll_to(first_mark, view));
  const float mark = first_mark - ImGui::GetScrollY();
  context.model.code.shows_mark = mark >= 0 && mark + kLineHeight * context.unit <= view;
}

using SharedSource = std::shared_ptr<const rooms::ShownSource>;

/// Caches the source of a variant.
const rooms::ShownSource& keep_source(SharedSource& kept, const lab::Experiment& experiment,
                                      const lab::Variant& variant, bool whole_file) {
  // The key makes another variant's code start unscrolled.
  const std::string key = "code " + experiment.id + " " + variant.id + (whole_file ? " whole" : "");
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

/// Draws the choice of variants, the switches, and the description of the variant.
void draw_source_head(LabView& context, const lab::Experiment& experiment,
                      const lab::Variant& variant, const std::string& file) {
  constexpr float kLeastChoices = 400;
  const float u = context.unit;
  const float all = ImGui::GetContentRegionAvail().x;
  const auto toggle_width = [u](const char* text) { return 50 * u + ImGui::CalcTextSize(text).x; };
  const float switches = toggle_width(kPtx) + toggle_width(kSass) + toggle_width(kWhole) + 32 * u;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const bool one_line = all - switches >= kLeastChoices * u;
  const float room = (one_line ? all - switches - 16 * u : all) - 8 * u;
  const float choice = std::min(304 * u, room * 0.5F);
  draw_variant_choice(context, experiment, variant, choice);
  ImGui::SameLine(0, 8 * u);
  draw_other_choice(context, experiment, variant, choice);
  const float left = from.x + 2 * choice + 24 * u;
  const float middle = from.y + ImGui::GetFrameHeight() / 2;
  const float file_room = from.x + room - left;
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  if (file_room > 96 * u) pen.text(left, middle, pen.elided(file, file_room), context.theme.dim);
  const float below = from.y + ImGui::GetFrameHeight() + 8 * u;
  draw_source_switches(context, experiment, variant,
                       {one_line ? from.x + all - switches : from.x, one_line ? from.y : below});
  std::string words = variant.what;
  for (const lab::LectureFigure& figure : variant.lecture) {
    words += " The lecture: " + words::printed_time(figure.milliseconds, figure.gflops) + " (" +
             figure.where + ").";
  }
  dim_text(context, words);
}

/// A scrolling part of the window with code. Compiler output has no line numbers.
void draw_code_part(LabView& context, const rooms::ShownSource& source, ImVec2 size,
                    bool numbered = true) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ui::begin_part(source.key().c_str(), size, ImGuiWindowFlags_HorizontalScrollbar);
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

/// One of two sources that are drawn side by side.
struct Side {
  const rooms::ShownSource& source;
  Rows rows;
  int before = 0;  ///< number of the line drawn last

  [[nodiscard]] const session::SourceLine* at(std::optional<std::size_t> line) const {
    return line ? &source.lines()[*line].source : nullptr;
  }
  [[nodiscard]] bool skips_to(const session::SourceLine* line) const {
    return line != nullptr && before > 0 && line->number != before + 1;
  }
};

/// Draws a line within its half; a missing line leaves a hatched gap. Returns the line's width.
float draw_half(const LabView& context, Side& side, std::optional<std::size_t> line, bool differs) {
  const float u = context.unit;
  const Rows& rows = side.rows;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect({rows.edge, ImGui::GetWindowPos().y},
                    {rows.edge + rows.width, ImGui::GetWindowPos().y + ImGui::GetWindowHeight()},
                    true);
  float width = 0.0F;
  if (line) {
    const rooms::ShownSource::Line& shown = side.source.lines()[*line];
    side.before = shown.source.number;
    width = draw_line(context, side.rows, shown, ui::code_colours(context.theme), false, differs);
  } else {
    const ui::ChartPen pen(context, list);
    pen.hatch({rows.edge, rows.y, rows.edge + rows.width, rows.y + kLineHeight * u},
              pen.neutral(0.15F));
    side.rows.y += kLineHeight * u;
  }
  list.PopClipRect();
  return width;
}

/// Draws two sources side by side, which scroll together, with the differing lines tinted.
void draw_pairs(LabView& context, const rooms::ShownSource& left, const rooms::ShownSource& right) {
  const float u = context.unit;
  const std::vector<ui::LinePair>& pairs = keep_pairs(context.model.code);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ui::begin_rest((left.key() + " | " + right.key()).c_str(), ImGuiWindowFlags_HorizontalScrollbar);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float edge = ImGui::GetWindowPos().x;
  const float gap = 16 * u;
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const float half = std::max(1.0F, (ImGui::GetWindowSize().x - bar - gap) / 2);
  const float scrolled = from.x - edge;
  const auto side_at = [&](const rooms::ShownSource& source, float at) {
    return Side{source, {at + scrolled, at, half, from.y, kNumberColumn * u}};
  };
  std::array<Side, 2> sides{side_at(left, edge), side_at(right, edge + half + gap)};
  float widest = 0.0F;
  float first_difference = -1.0F;
  for (const ui::LinePair& pair : pairs) {
    const std::array lines{pair.left, pair.right};
    if (sides[0].skips_to(sides[0].at(lines[0])) || sides[1].skips_to(sides[1].at(lines[1]))) {
      for (Side& side : sides) draw_gap(context, side.rows);
    }
    if (!pair.is_equal && first_difference < 0) first_difference = sides[0].rows.y - from.y;
    for (std::size_t i = 0; i < sides.size(); ++i) {
      widest = std::max(widest, draw_half(context, sides.at(i), lines.at(i), !pair.is_equal));
    }
    const float y = std::max(sides[0].rows.y, sides[1].rows.y);
    for (Side& side : sides) side.rows.y = y;
  }
  const float middle = edge + half + gap / 2;
  const float top = ImGui::GetWindowPos().y;
  ImGui::GetWindowDrawList()->AddLine({middle, top}, {middle, top + ImGui::GetWindowHeight()},
                                      ui::packed_colour(context.theme.line));
  ImGui::SetCursorScreenPos(from);
  ui::space({2 * half + gap + std::max(0.0F, widest + 16 * u - half), sides[0].rows.y - from.y});
  if (ImGui::IsWindowAppearing() && first_difference > 0) {
    ImGui::SetScrollY(scroll_to(first_difference, ImGui::GetWindowSize().y));
  }
  ImGui::EndChild();
  ImGui::PopStyleVar();
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
    return keep_source(code.source, experiment, variant, whole);
  };
  draw_source_head(context, experiment, variant, keep().file());
  const rooms::ShownSource& source = keep();
  if (const lab::Variant* other = other_variant(model, experiment, variant)) {
    return draw_pairs(context, source, keep_source(code.beside, experiment, *other, false));
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
