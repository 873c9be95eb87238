// Tests notices without a window: memory use does not grow with their number.
#include "app/shell/interface/interface.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/rooms/room.h"
#include "app/ui/pane.h"
#include "tests/shell/bare_shell.h"
#include "tests/ui/without_a_screen.h"

namespace heatwave::shell {
namespace {

class QuietRoom final : public rooms::Room {
 public:
  const rooms::RoomEntry& entry() const override { return rooms::kFields; }
  std::string title(const session::Snapshot& /*snapshot*/) const override { return "quiet"; }
  std::string file_name(const session::Snapshot& /*snapshot*/) const override { return "quiet"; }
  void add_status(nlohmann::ordered_json& /*status*/, const rooms::Frame& /*frame*/) override {}
  const std::vector<const rooms::Action*>& actions() const override { return none_; }
  std::string why_not(const rooms::Action& /*action*/, const rooms::Frame& /*frame*/) override {
    return {};
  }
  void perform(const rooms::Action& /*action*/, const rooms::Frame& /*frame*/) override {}
  void draw(const rooms::Frame& /*frame*/, const rooms::Layout& /*layout*/) override {}
  void draw_head(const rooms::Frame& /*frame*/, const ui::Box& /*bar*/,
                 float /*buttons*/) override {}
  void draw_side(const rooms::Frame& /*frame*/, const ui::Box& /*area*/) override {}
  void draw_transport(const rooms::Frame& /*frame*/, const ui::Box& /*area*/) override {}
  ui::Folds& folds() override { return folds_; }

 private:
  std::vector<const rooms::Action*> none_;
  ui::Folds folds_;
};

class Notices : public ui::WithoutAScreen, protected BareShell {
 protected:
  Notices() { ImGui::GetIO().DeltaTime = 0.1F; }

  void frame() {
    ImGui::NewFrame();
    ImFont* font = ImGui::GetFont();
    const ui::FontSet fonts{.body = font, .strong = font, .mono = font};
    ShellView shell = view_of_shell(fonts, 1.0F);
    ui::begin_panes(ImGui::GetIO().DisplaySize);
    board_.draw(shell, room_, place_, place_.top);
    ui::end_panes();
    ImGui::Render();
  }

  static int windows() { return ImGui::GetCurrentContext()->Windows.Size; }

  NoticeBoard board_;
  ui::Box place_{0, 0, 640, 480};

 private:
  QuietRoom room_;
};

TEST_F(Notices, ThousandsOfNoticesLeaveNothingBehind) {
  constexpr std::uint64_t kShown = 3;
  int after_some = 0;
  for (std::uint64_t id = 1; id <= 2000; ++id) {
    auto& notices = snapshot_.notices;
    notices.push_back({id, session::Notice::Kind::error, "number " + std::to_string(id), false});
    if (notices.size() > kShown) notices.erase(notices.begin());
    frame();
    if (id == 10) after_some = windows();
  }
  EXPECT_EQ(windows(), after_some);
  EXPECT_EQ(board_.seen().size(), kShown);
}

TEST_F(Notices, ANoticeKeepsItsWindowWhileOthersComeAndGo) {
  const auto error = [](std::uint64_t id) {
    return session::Notice{id, session::Notice::Kind::error, "it went wrong", false};
  };
  snapshot_.notices = {error(1), error(2), error(3)};
  frame();
  const int kept = board_.seen().at(2).place;
  snapshot_.notices = {error(2), error(3)};
  frame();
  snapshot_.notices = {error(2), error(3), error(4)};
  frame();
  EXPECT_EQ(board_.seen().at(2).place, kept);
  EXPECT_NE(board_.seen().at(4).place, kept);
  EXPECT_NE(board_.seen().at(4).place, board_.seen().at(3).place);
}

TEST_F(Notices, NoTextIsShownTwice) {
  snapshot_.notices = {{1, session::Notice::Kind::error, "This is the end.", false}};
  for (int i = 0; i < 3; ++i) frame();
  const int alone = windows();
  board_.show("This is the end.", ImGui::GetTime());
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_EQ(windows(), alone);
  board_.show("This is the start.", ImGui::GetTime());
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_GT(windows(), alone);
}

/// Returns the greatest opacity of anything that the window's own notice draws, 0 to 255.
int opacity_of_told() {
  int most = 0;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    if (std::string_view(window->Name).find("told") == std::string_view::npos) continue;
    for (const ImDrawVert& vertex : window->DrawList->VtxBuffer) {
      most = std::max(most, static_cast<int>(vertex.col >> IM_COL32_A_SHIFT));
    }
  }
  return most;
}

TEST_F(Notices, OneThatIsToldAgainStaysInSight) {
  board_.show("This is the end.", ImGui::GetTime());
  for (int i = 0; i < 3; ++i) frame();
  ASSERT_GT(opacity_of_told(), 200);
  board_.show("This is the end.", ImGui::GetTime() + 0.1);  // when the next frame begins
  frame();
  EXPECT_GT(opacity_of_told(), 200);
}

TEST_F(Notices, ASmallRoomStillHasSentencesOnItsLines) {
  place_ = {16, 100, 160, 400};
  snapshot_.notices = {{1, session::Notice::Kind::error,
                        "Saved the recording as out/free-end.hwrec, which was there before",
                        false}};
  for (int i = 0; i < 3; ++i) frame();
  const ui::Box notice = places_.at("notice");
  EXPECT_GE(notice.left, 0.0F);
  EXPECT_LE(notice.right, ImGui::GetIO().DisplaySize.x);
  EXPECT_GT(notice.width(), 2 * notice.height());
}

TEST_F(Notices, InAPlaceThatIsTooLowTheyGoOnBelowItAndNotAbove) {
  place_ = {16, 48, 600, 106};
  snapshot_.notices = {{1, session::Notice::Kind::error, "one line", false}};
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_GE(places_.at("notice").top, place_.top);
  EXPECT_LE(places_.at("notice").bottom, place_.bottom - 8);
  snapshot_.notices.push_back({2, session::Notice::Kind::error, "one more", false});
  for (int i = 0; i < 3; ++i) frame();
  EXPECT_GE(places_.at("notice").top, place_.top - 0.5F) << "the upper one of two";
}

}  // namespace
}  // namespace heatwave::shell
