// Draws the chosen variant's code.
#include "app/rooms/lab/variant_source.h"

#include <algorithm>
#include <string>

#include "app/rooms/controls.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/session/lab_sources.h"
#include "app/words/numbers.h"
#include "kernels/lab/catalogue.h"

namespace heatwave::panels {
namespace {

constexpr float kLineHeight = 24.0F;
constexpr float kNumberColumn = 56.0F;
constexpr const char* kGap = "⋯";

ImVec4 rgb(unsigned colour) {
  const auto part = [colour](unsigned shift) {
    return static_cast<float>((colour >> shift) & 255U) / 255.0F;
  };
  return {part(16), part(8), part(0), 1.0F};
}

/// Draws text in code's font where it says; returns its width.
float code_text(const PanelContext& context, ImVec2 at, ImVec4 ink, std::string_view text) {
  ImFont* font = context.fonts.mono;
  const float size = context.fonts.mono_size;
  const char* end = text.data() + text.size();
  ImGui::GetWindowDrawList()->AddText(font, size, at, packed(ink), text.data(), end);
  return font->CalcTextSizeA(size, 1e6F, 0, text.data(), end).x;
}

/// Where lines stand: `left` scrolls with the code, `edge` does not.
struct Rows {
  float left;
  float edge;
  float width;
  float y;
};

void draw_mark(const PanelContext& context, const Rows& rows, float height) {
  const float u = context.unit;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled({rows.edge, rows.y}, {rows.edge + rows.width, rows.y + height},
                     packed(context.theme.raised));
  list.AddRectFilled({rows.edge, rows.y}, {rows.edge + 4 * u, rows.y + height},
                     packed(context.theme.accent));
}

/// A line of code, and below a marked one the reason; returns how far it reaches to the right.
float draw_line(const PanelContext& context, Rows& rows, const session::SourceLine& line,
                const std::array<ImVec4, kTokenKinds>& colours, bool faint, bool& in_comment) {
  const float u = context.unit;
  const bool has_reason = line.mark && !line.reason.empty();
  const float height = kLineHeight * u;
  if (line.mark) draw_mark(context, rows, has_reason ? 2 * height : height);
  const float y = rows.y + (height - context.fonts.mono_size) / 2;
  // A line that names the next file has none.
  const std::string number = line.number > 0 ? std::to_string(line.number) : std::string();
  const float digit = context.fonts.mono->CalcTextSizeA(context.fonts.mono_size, 1e6F, 0, "0").x;
  const float number_x =
      rows.left + kNumberColumn * u - digit * static_cast<float>(number.size()) - 12 * u;
  code_text(context, {number_x, y}, context.theme.dim, number);
  float x = rows.left + kNumberColumn * u;
  for (const Token& token : tokens_of(line.text, in_comment)) {
    const ImVec4 ink = faint ? context.theme.dim : colours[static_cast<std::size_t>(token.kind)];
    x += code_text(context, {x, y}, ink, token.text);
  }
  rows.y += height;
  if (has_reason) {
    const auto indent = std::min(line.text.find_first_not_of(' '), line.text.size());
    const float reason_x = rows.left + kNumberColumn * u + digit * static_cast<float>(indent);
    const float middle = rows.y + height / 2 - 2 * u;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddTriangleFilled({reason_x, middle + 3 * u}, {reason_x + 10 * u, middle + 3 * u},
                           {reason_x + 5 * u, middle - 4 * u}, packed(context.theme.accent));
    list.AddText({reason_x + 18 * u, middle - ImGui::GetFontSize() / 2}, packed(context.theme.text),
                 line.reason.c_str());
    x = std::max(x, reason_x + 18 * u + ImGui::CalcTextSize(line.reason.c_str()).x);
    rows.y += height;
  }
  return x - rows.left;
}

void draw_gap(const PanelContext& context, Rows& rows) {
  const float u = context.unit;
  code_text(context, {rows.left + kNumberColumn * u, rows.y}, context.theme.dim, kGap);
  rows.y += kLineHeight * u;
}

void draw_code(PanelContext& context, const session::SourceFile& file) {
  const bool whole = context.ui.lab.whole_file;
  const auto lines = whole ? file.lines : file.own_lines();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  Rows rows{from.x, ImGui::GetWindowPos().x, ImGui::GetWindowSize().x, from.y};
  const auto colours = code_colours(context.theme);
  float width = 0;
  float first_own = -1;
  int before = 0;
  bool in_comment = false;
  for (const session::SourceLine& line : lines) {
    if (before > 0 && line.number != before + 1) draw_gap(context, rows);
    before = line.number;
    if (line.own && first_own < 0) first_own = rows.y - from.y;
    const bool faint = whole && !line.own;
    width = std::max(width, draw_line(context, rows, line, colours, faint, in_comment));
  }
  space({width + 16 * context.unit, rows.y - from.y});
  if (whole && ImGui::IsWindowAppearing()) ImGui::SetScrollY(std::max(0.0F, first_own));
}

/// The file's name, the sentence on the variant, and the switch to the whole file.
void draw_source_head(PanelContext& context, const lab::Variant& variant, const std::string& file) {
  const float u = context.unit;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const char* kWhole = "whole file";
  const float toggle_width = 50 * u + ImGui::CalcTextSize(kWhole).x;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(from, {right - toggle_width - 16 * u, from.y + 28 * u}, true);
  const float y = from.y + 14 * u - context.fonts.size / 2;
  list.AddText(context.fonts.strong, context.fonts.size, {from.x, y}, packed(context.theme.text),
               variant.title.c_str());
  const float title =
      context.fonts.strong->CalcTextSizeA(context.fonts.size, 1e6F, 0, variant.title.c_str()).x;
  list.AddText({from.x + title + 16 * u, y}, packed(context.theme.dim), file.c_str());
  list.PopClipRect();
  ImGui::SetCursorScreenPos({right - toggle_width, from.y});
  toggle(context, "whole", kWhole, context.ui.lab.whole_file,
         "Shows the whole file, with the other variants' code paler.");
  std::string words = variant.what;
  for (const lab::LectureFigure& figure : variant.lecture) {
    words += " The lecture: " + measured_time(figure.milliseconds) + " (" + figure.where + ").";
  }
  dim_text(context, words);
}

}  // namespace

std::array<ImVec4, kTokenKinds> code_colours(const Theme& theme) {
  if (theme.dark) {
    return {theme.text, rgb(0x8DB9FF), rgb(0x6FDDB4), rgb(0xE6C979), rgb(0xE6C979), theme.dim};
  }
  return {theme.text, rgb(0x1B4FB0), rgb(0x0B6350), rgb(0x7A4B00), rgb(0x7A4B00), theme.dim};
}

void draw_lab_source(PanelContext& context) {
  const lab::Experiment& experiment = shown_experiment(context.ui);
  const lab::Variant& variant = lab::find_variant(experiment, shown_variant(context.ui));
  const session::SourceFile file = session::source_of(experiment, variant);
  draw_source_head(context, variant, file.name);
  const bool whole = context.ui.lab.whole_file;
  // Another variant's code begins at its top.
  const std::string id = "code " + experiment.id + " " + variant.id + (whole ? " whole" : "");
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  begin_rest(id.c_str(), ImGuiWindowFlags_HorizontalScrollbar);
  draw_code(context, file);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace heatwave::panels
