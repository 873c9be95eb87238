// The code editor takes keys while its text has the cursor, and gives them back.
#include "app/ui/code_editor.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/ui/code_tokens.h"
#include "app/ui/theme.h"
#include "without_a_screen.h"

namespace heatwave::ui {
namespace {

class CodeEditorTest : public WithoutAScreen {
 protected:
  CodeEditorTest() {
    ImGuiIO& io = ImGui::GetIO();
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigNavEscapeClearFocusItem = false;
    apply(theme_of(true), 1);
    ImGui::GetStyle().FontSizeBase = 13;
    fonts_.body = fonts_.mono = io.Fonts->Fonts[0];
    frame();
    frame();
  }

  CodeEditor::Edit frame() {
    ImGui::GetIO().DeltaTime = 0.02F;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({400, 300});
    ImGui::Begin("panel", nullptr, ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove);
    places_.clear();
    const Look look{theme_of(true), fonts_, 1, memory_, &places_, false};
    const CodeEditor::Edit edit = editor_.draw(look, {380, 200});
    editor_.draw_markers(look);
    ImGui::End();
    ImGui::Render();
    corners_ = ImGui::GetDrawData()->TotalVtxCount;
    return edit;
  }

  void click(ImVec2 at) {
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(at.x, at.y);
    frame();
    io.AddMouseButtonEvent(0, true);
    frame();
    io.AddMouseButtonEvent(0, false);
    frame();
  }

  CodeEditor::Edit press(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) {
    ImGuiIO& io = ImGui::GetIO();
    if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, true);
    frame();
    io.AddKeyEvent(key, true);
    const CodeEditor::Edit edit = frame();
    io.AddKeyEvent(key, false);
    if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, false);
    frame();
    return edit;
  }

  /// Returns the corners that were drawn in this colour.
  static int corners_in(ImVec4 colour) {
    int count = 0;
    for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
      for (const ImDrawVert& corner : list->VtxBuffer) {
        count += corner.col == packed_colour(colour) ? 1 : 0;
      }
    }
    return count;
  }

  bool type(const char* letters) {
    ImGui::GetIO().AddInputCharactersUTF8(letters);
    return frame().changed;
  }

  FontSet fonts_;
  Memory memory_;
  Places places_;
  CodeEditor editor_{"formula", CodeLanguage::formula};
  int corners_ = 0;
};

TEST_F(CodeEditorTest, KeepsATextAsItIs) {
  for (const char* text : {"", "u' = lap(u)", "u' = lap(u)\n", "∂u/∂t = Δu\n\nD = 1"}) {
    editor_.set_text(text);
    EXPECT_EQ(editor_.text(), text);
    EXPECT_FALSE(frame().changed) << "only the user changes it";
    EXPECT_EQ(memory_.edited_texts["formula"], text);
  }
}

TEST_F(CodeEditorTest, TakesLettersOnlyWithTheCursorInIt) {
  EXPECT_FALSE(type("a"));
  EXPECT_EQ(editor_.text(), "");
  editor_.take_keys();
  frame();
  frame();
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "letters are no keys of the room";
  EXPECT_TRUE(type("u' = (1"));
  EXPECT_EQ(editor_.text(), "u' = (1") << "no second quotation mark and no bracket are added";
}

TEST_F(CodeEditorTest, EscapeGivesTheKeysBack) {
  click({200, 100});
  frame();
  EXPECT_TRUE(type("u"));
  press(ImGuiKey_Escape);
  EXPECT_FALSE(ImGui::GetIO().WantTextInput);
  EXPECT_FALSE(type("v"));
  EXPECT_EQ(editor_.text(), "u");
}

TEST_F(CodeEditorTest, ControlEnterConfirmsAndChangesNothing) {
  editor_.set_text("u' = 1");
  EXPECT_FALSE(press(ImGuiKey_Enter, ImGuiMod_Ctrl).confirmed) << "the room has the keys";
  click({200, 60});
  frame();
  EXPECT_TRUE(press(ImGuiKey_Enter, ImGuiMod_Ctrl).confirmed);
  EXPECT_EQ(editor_.text(), "u' = 1");
}

TEST_F(CodeEditorTest, UndoesAndRedoesWhatWasTyped) {
  click({200, 60});
  frame();
  type("u");
  EXPECT_TRUE(press(ImGuiKey_Z, ImGuiMod_Ctrl).changed);
  EXPECT_EQ(editor_.text(), "");
  EXPECT_TRUE(press(ImGuiKey_Y, ImGuiMod_Ctrl).changed);
  EXPECT_EQ(editor_.text(), "u");
  editor_.set_text("v");
  EXPECT_FALSE(press(ImGuiKey_Z, ImGuiMod_Ctrl).changed) << "another text has no steps yet";
}

TEST_F(CodeEditorTest, DoesNotChangeWhatIsOnlyRead) {
  editor_.set_text("u");
  editor_.set_read_only(true);
  click({200, 60});
  frame();
  EXPECT_FALSE(type("v"));
  EXPECT_FALSE(press(ImGuiKey_Backspace).changed);
  EXPECT_EQ(editor_.text(), "u");
}

TEST_F(CodeEditorTest, UnderlinesMistakesAndLeadsToTheirPlace) {
  editor_.set_text("u' = 1\nv' = w +");
  frame();
  const int before = corners_;
  editor_.set_markers({{2, 6, 1, "unknown name 'w'"}, {2, 9, 0, "an operand is missing"}});
  frame();
  EXPECT_GT(corners_, before);
  ASSERT_TRUE(places_.contains("formula-marker-1"));
  const Box words = places_["formula-marker-0"];
  EXPECT_GE(words.top, places_["formula"].bottom);
  click({words.left + 5, words.top + 5});
  frame();
  frame();
  EXPECT_TRUE(type("u"));
  EXPECT_EQ(editor_.text(), "u' = 1\nv' = uw +");
}

TEST_F(CodeEditorTest, ColoursBothLanguages) {
  CodeEditor cuda("kernel", CodeLanguage::cuda);
  cuda.set_text("__global__ void k(float* a) {\n  /* ∂ */ a[threadIdx.x] = 2.0f;  // twice\n}");
  memory_.edited_texts.clear();
  for (int i = 0; i < 3; ++i) {  // a window's sizes settle in two frames
    ImGui::NewFrame();
    ImGui::Begin("panel");
    (void)cuda.draw({theme_of(true), fonts_, 1, memory_, nullptr, false}, {380, 200});
    ImGui::End();
    ImGui::Render();
  }
  EXPECT_TRUE(memory_.edited_texts.empty()) << "no test reads the boxes of these frames";
  std::vector<ImU32> colours;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists) {
    for (const ImDrawVert& corner : list->VtxBuffer) colours.push_back(corner.col);
  }
  const auto code = code_colours(theme_of(true));
  for (const TokenKind kind : {TokenKind::word, TokenKind::cuda, TokenKind::number}) {
    const ImU32 colour = packed_colour(code[static_cast<std::size_t>(kind)]);
    EXPECT_NE(std::find(colours.begin(), colours.end(), colour), colours.end())
        << static_cast<int>(kind);
  }
}

TEST_F(CodeEditorTest, LinesKeepTheirTintWhenCharactersAreDeleted) {
  editor_.set_text("a\nb\nc\nd");
  editor_.set_changed_lines({1, 2, 3});
  editor_.set_markers({{4, 1, 1, "unknown name 'd'"}});
  frame();
  const auto tints = [] {
    const Theme& theme = theme_of(true);
    return std::pair(corners_in(with_alpha(theme.accent, 0.14F)),
                     corners_in(with_alpha(theme.error, 0.18F)));
  };
  const auto before = tints();
  EXPECT_GT(before.first, 0);
  EXPECT_EQ(before.first, 3 * before.second) << "three lines, and one";
  click({100, 20});
  EXPECT_TRUE(type("x"));
  press(ImGuiKey_Backspace);
  frame();
  EXPECT_EQ(tints(), before);
}

}  // namespace
}  // namespace heatwave::ui
