// Dresses ImGuiColorTextEdit in the program's colours, fonts and rules for keys.
#include "app/ui/code_editor.h"

#include <TextEditor.h>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/ui/code_tokens.h"
#include "app/ui/controls.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/sized.h"
#include "kernels/field/formula/document.h"

namespace heatwave::ui {
namespace {

using Colour = TextEditor::Color;

TextEditor::Language formula_language() {
  TextEditor::Language language;
  language.name = "formula";
  language.singleLineComment = "#";
  language.singleLineCommentAlt = "//";
  language.keywords = {"in", "and", "or", "not"};
  for (const auto& function : field::formula::function_names()) {
    language.identifiers.emplace(function.text);
  }
  language.getIdentifier = TextEditor::Language::Cpp()->getIdentifier;
  language.getNumber = TextEditor::Language::Cpp()->getNumber;
  return language;
}

Colour colour_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::plain:
      return Colour::text;
    case TokenKind::word:
      return Colour::keyword;
    case TokenKind::cuda:
      return Colour::knownIdentifier;
    case TokenKind::number:
      return Colour::number;
    case TokenKind::text:
      return Colour::string;
    case TokenKind::comment:
      return Colour::comment;
  }
  return Colour::text;
}

/// Splits a line as the source views of the rooms do.
TextEditor::Iterator end_of_cuda_token(TextEditor::Iterator from, TextEditor::Iterator end,
                                       Colour& colour) {
  std::string line;
  // A token's length in bytes must be its length in characters.
  for (TextEditor::Iterator at = from; at != end; ++at) {
    line += *at < 128 ? static_cast<char>(*at) : '?';
  }
  bool in_comment = false;
  const Token first = tokens_of(line, in_comment).front();
  colour = colour_of(first.kind);
  for (std::size_t i = 0; i < first.text.size(); ++i) ++from;
  return from;
}

TextEditor::Language cuda_language() {
  TextEditor::Language language;
  language.name = "CUDA";
  language.singleLineComment = "//";
  language.commentStart = "/*";
  language.commentEnd = "*/";
  language.customTokenizer = end_of_cuda_token;
  return language;
}

const TextEditor::Language& language_of(CodeLanguage language) {
  static const TextEditor::Language kFormula = formula_language();
  static const TextEditor::Language kCuda = cuda_language();
  return language == CodeLanguage::formula ? kFormula : kCuda;
}

/// Returns a number that counts from 0. The editor brings places beyond the text back into it.
std::size_t from_zero(int number) { return static_cast<std::size_t>(std::max(number, 1) - 1); }

const ImVec4& colour_of(const CodeMarker& marker, const Theme& theme) {
  return marker.warns ? theme.accent : theme.error;
}

TextEditor::DocPos place_of(int line, int column) { return {from_zero(line), from_zero(column)}; }

}  // namespace

CodeEditor::CodeEditor(std::string name, CodeLanguage language)
    : name_(std::move(name)), editor_(std::make_unique<TextEditor>()) {
  editor_->SetLanguage(&language_of(language));
  editor_->SetTabSize(2);
  editor_->SetInsertSpacesOnTabs(true);
  editor_->SetShowWhitespacesEnabled(false);
  editor_->SetShowScrollbarMiniMapEnabled(false);
  editor_->SetCompletePairedGlyphs(false);  // u' is no beginning of a quotation
  editor_->SetFindReplaceEnabled(false);
  editor_->SetWordWrapEnabled(language == CodeLanguage::formula);
  editor_->SetTransactionCallback(
      [this](const std::vector<TextEditor::Change>&) { changed_ = true; });
}

CodeEditor::~CodeEditor() = default;

std::string CodeEditor::text() const {
  std::string text = editor_->GetText();
  // The editor ends its last line, too, unless that is empty.
  if (!editor_->GetLineText(editor_->GetLineCount() - 1).empty()) text.pop_back();
  return text;
}

void CodeEditor::set_text(std::string_view text) {
  if (text == this->text()) return;
  editor_->SetText(text);
  markers_are_shown_ = false;
}

void CodeEditor::set_markers(std::vector<CodeMarker> markers) {
  if (markers == markers_) return;
  markers_ = std::move(markers);
  markers_are_shown_ = false;
}

void CodeEditor::set_changed_lines(std::vector<int> lines) {
  if (lines == changed_lines_) return;
  changed_lines_ = std::move(lines);
  markers_are_shown_ = false;
}

void CodeEditor::set_read_only(bool read_only) { editor_->SetReadOnlyEnabled(read_only); }

void CodeEditor::take_keys() { editor_->SetFocus(); }

void CodeEditor::set_cursor(int line, int column) { editor_->SetCursor(place_of(line, column)); }

void CodeEditor::set_colours(const Theme& theme) {
  TextEditor::Palette palette{};
  const auto set = [&palette](Colour part, const ImVec4& colour) {
    palette[static_cast<std::size_t>(part)] = packed_colour(colour);
  };
  const auto code = code_colours(theme);
  const auto of = [&code](TokenKind kind) { return code[static_cast<std::size_t>(kind)]; };
  for (const Colour part :
       {Colour::text, Colour::identifier, Colour::punctuation, Colour::cursor,
        Colour::currentLineNumber, Colour::matchingBracketActive, Colour::matchingBracketLevel1,
        Colour::matchingBracketLevel2, Colour::matchingBracketLevel3}) {
    set(part, theme.text);
  }
  set(Colour::keyword, of(TokenKind::word));
  set(Colour::declaration, of(TokenKind::word));
  set(Colour::preprocessor, of(TokenKind::word));
  set(Colour::knownIdentifier, of(TokenKind::cuda));
  set(Colour::number, of(TokenKind::number));
  set(Colour::string, of(TokenKind::text));
  set(Colour::comment, of(TokenKind::comment));
  set(Colour::background, theme.raised);
  set(Colour::selection, with_alpha(theme.accent, 0.35F));
  set(Colour::whitespace, theme.dim);
  set(Colour::matchingBracketBackground, with_alpha(theme.accent, 0.25F));
  set(Colour::matchingBracketError, theme.error);
  set(Colour::lineNumber, theme.dim);
  set(Colour::currentLineHighlight, with_alpha(theme.text, 0.05F));
  set(Colour::currentLineHighlightBorder, with_alpha(theme.text, 0.0F));
  editor_->SetPalette(palette);
}

void CodeEditor::show_markers(const Theme& theme) {
  editor_->ClearMarkers();
  editor_->ClearSquiggles();
  const ImU32 tint = packed_colour(with_alpha(theme.accent, 0.14F));
  for (const int line : changed_lines_) editor_->AddMarker(from_zero(line), tint, tint, "", "");
  for (const CodeMarker& marker : markers_) {
    const ImVec4& colour = colour_of(marker, theme);
    const ImU32 behind = packed_colour(with_alpha(colour, 0.18F));
    // The words stand below the text, so that no tooltip covers it.
    editor_->AddMarker(from_zero(marker.line), behind, behind, "", "");
    TextEditor::DocPos from = place_of(marker.line, marker.column);
    const std::size_t length = std::max<std::size_t>(from_zero(marker.length + 1), 1);
    const TextEditor::DocPos to{from.line, from.index + length};
    // Where something is missing after the last character, that one is underlined.
    if (from.index > 0 && editor_->GetSectionText(from, to).empty()) --from.index;
    editor_->AddSquiggle(from, to, 0, packed_colour(colour));
  }
}

bool CodeEditor::has_mistakes() const {
  return std::any_of(markers_.begin(), markers_.end(),
                     [](const CodeMarker& each) { return !each.warns; });
}

CodeEditor::Edit CodeEditor::draw(const Look& look, ImVec2 size) {
  if (theme_ != &look.theme) set_colours(look.theme);
  if (theme_ != &look.theme || !markers_are_shown_) show_markers(look.theme);
  theme_ = &look.theme;
  markers_are_shown_ = true;

  Edit edit;
  edit.confirmed = has_keys_ && ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_Enter);
  // The editor would add a line at Ctrl Enter.
  const bool read_only = editor_->IsReadOnlyEnabled();
  const bool confirms = ImGui::GetIO().KeyCtrl && ImGui::IsKeyDown(ImGuiKey_Enter);
  editor_->SetReadOnlyEnabled(read_only || confirms);
  ImGui::PushFont(look.fonts.mono, look.fonts.mono_size);
  editor_->Render(name_.c_str(), drawable(size));
  ImGui::PopFont();
  editor_->SetReadOnlyEnabled(read_only);
  edit.changed = std::exchange(changed_, false);
  // Where characters are deleted, the editor mixes up its markers.
  if (edit.changed) markers_are_shown_ = false;

  note_place(look, name_);
  has_keys_ = last_part_has_keys();
  if (has_keys_) {
    receive_letters();
    const Box box = last_box();
    ImGui::GetWindowDrawList()->AddRect({box.left, box.top}, {box.right, box.bottom},
                                        packed_colour(look.theme.accent), 6 * look.unit,
                                        2 * look.unit);
  }
  if (look.places != nullptr) look.memory.edited_texts[name_] = text();
  return edit;
}

void CodeEditor::draw_markers(const Look& look) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < markers_.size(); ++i) {
    const CodeMarker& marker = markers_[i];
    const std::string words =
        fmt::format("Line {}{}: {}", marker.line, marker.warns ? ", warning" : "", marker.words);
    const std::string id = fmt::format("{}-marker-{}", name_, i);
    const float width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::CalcTextSize(words.c_str(), nullptr, false, width).y;
    if (press_area(id.c_str(), {width, height})) {
      set_cursor(marker.line, marker.column);
      take_keys();
    }
    note_place(look, id);
    const ImVec4& colour = ImGui::IsItemHovered() ? look.theme.text : colour_of(marker, look.theme);
    list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, packed_colour(colour), words.c_str(),
                 nullptr, width);
  }
}

}  // namespace heatwave::ui
