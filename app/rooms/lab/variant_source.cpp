// Draws the chosen variant's code.

#include <algorithm>
#include <memory>
#include <string>

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

/// Draws a line of code, and below a marked line its reason; returns its right end.
float draw_line(const LabView& context, Rows& rows, const rooms::ShownSource::Line& shown,
                const std::array<ImVec4, ui::kTokenKinds>& colours, bool faint) {
  const session::SourceLine& line = shown.source;
  const float u = context.unit;
  const bool has_reason = line.mark && !line.reason.empty();
  const float height = kLineHeight * u;
  if (line.mark) draw_line_mark(context, rows, has_reason ? 2 * height : height);
  const float y = rows.y + (height - context.fonts.mono_size) / 2;
  // A line that names the next file has no number.
  const bool numbered = line.number > 0 && rows.column >= kNumberColumn * u;
  const std::string number = numbered ? std::to_string(line.number) : std::string();
  const float digit = context.fonts.mono->CalcTextSizeA(context.fonts.mono_size, 1e6F, 0, "0").x;
  const float number_x =
      rows.left + rows.column - digit * static_cast<float>(number.size()) - 12 * u;
  code_text(context, {number_x, y}, context.theme.dim, number);
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

/// Caches the source of the chosen variant.
const rooms::ShownSource& keep_source(LabModel& model, const std::string& key,
                                      const lab::Experiment& experiment,
                                      const lab::Variant& variant) {
  if (model.code.source == nullptr || model.code.source->key() != key) {
    const session::SourceFile file = session::source_of(experiment, variant);
    model.code.source = std::make_shared<const rooms::ShownSource>(
        key, file.name, model.code.whole_file ? file.lines : file.own_lines());
  }
  return *model.code.source;
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

/// Draws the choice of variant, its description, and the switches for PTX, SASS and the whole file.
void draw_source_head(LabView& context, const lab::Experiment& experiment,
                      const lab::Variant& variant, const std::string& file) {
  const float u = context.unit;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const auto toggle_width = [u](const char* text) { return 50 * u + ImGui::CalcTextSize(text).x; };
  const float whole = right - toggle_width(kWhole);
  const float sass = whole - 16 * u - toggle_width(kSass);
  const float ptx = sass - 16 * u - toggle_width(kPtx);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float choice = std::min(304 * u, (ptx - from.x) * 0.6F);
  draw_variant_choice(context, experiment, variant, choice);
  const float left = from.x + choice + 16 * u;
  const float middle = from.y + ImGui::GetFrameHeight() / 2;
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  pen.text(left, middle, pen.elided(file, ptx - 16 * u - left), context.theme.dim);
  ImGui::SetCursorScreenPos({ptx, from.y});
  LabModel& model = context.model;
  if (toggle(context, "ptx", kPtx, model.code.shows_ptx,
             "Shows the PTX that nvcc made of the code when this program was built. PTX is the "
             "same for all generations.",
             session::why_no_ptx(experiment, variant))) {
    model.code.shows_sass = false;
  }
  ImGui::SetCursorScreenPos({sass, from.y});
  if (toggle(context, "sass", kSass, model.code.shows_sass,
             "Shows the machine code made from the PTX, for GPUs of one generation.",
             session::why_no_sass(experiment, variant))) {
    model.code.shows_ptx = false;
  }
  ImGui::SetCursorScreenPos({whole, from.y});
  toggle(context, "whole", kWhole, context.model.code.whole_file,
         "Shows the whole file, with the other variants' code paler.");
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

}  // namespace

void draw_lab_source(LabView& context) {
  LabModel& model = context.model;
  const lab::Experiment& experiment = shown_experiment(model);
  const lab::Variant& variant = lab::find_variant(experiment, shown_variant(model));
  // The key makes another variant's code start unscrolled.
  const auto key = [&] {
    return "code " + experiment.id + " " + variant.id + (model.code.whole_file ? " whole" : "");
  };
  draw_source_head(context, experiment, variant,
                   keep_source(model, key(), experiment, variant).file());
  const rooms::ShownSource& source = keep_source(model, key(), experiment, variant);
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
