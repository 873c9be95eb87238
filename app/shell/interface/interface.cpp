// Carries out commands that change only the interface, and draws messages in a corner of the room.
#include "app/shell/interface/interface.h"

#include <imgui.h>

#include <algorithm>

#include "app/shell/interface/key_map.h"
#include "app/ui/box.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

namespace {

constexpr float kLeastWidth = 320;
constexpr float kLeastWithButton = 440;
constexpr double kInfoSeconds = 6.0;
constexpr double kFadeSeconds = 0.6;

/// Number of the window's own notice; sessions count theirs from 1.
constexpr std::uint64_t kTold = 0;

double opacity(double age, bool less_motion) {
  const double left = kInfoSeconds - age;
  if (less_motion) return left > 0 ? 1.0 : 0.0;
  return std::clamp(left / kFadeSeconds, 0.0, 1.0);
}

bool fades(const session::Notice& notice) { return notice.kind == session::Notice::Kind::info; }

int free_place(const NoticeBoard::Seen& seen) {
  int place = 0;
  while (std::any_of(seen.begin(), seen.end(),
                     [place](const auto& entry) { return entry.second.place == place; })) {
    ++place;
  }
  return place;
}

/// Reuses window names: Dear ImGui never frees a window, so thousands of notices would stay in
/// memory.
std::string window_of(const session::Notice& notice, const NoticeBoard::Seen& seen) {
  if (notice.id == kTold) return "told";
  return "notice " + std::to_string(seen.at(notice.id).place);
}

std::string words_of(const session::Notice& notice) {
  if (notice.times == 1) return notice.text;
  return notice.text + " (" + words::counted(notice.times, "time", "times") + ")";
}

}  // namespace

void NoticeBoard::show(std::string text, double now) {
  // A notice that is shown already stays as it is for longer: only a new one is measured unseen.
  constexpr double kMeasured = 1e-3;
  const bool is_shown = text == told_ && now - told_at_ < kInfoSeconds;
  told_ = std::move(text);
  told_at_ = is_shown ? now - kMeasured : now;
}

void NoticeBoard::dismiss(ShellView& shell, const session::Notice& notice) {
  if (notice.id == kTold) {
    told_at_ = kLongAgo;
  } else {
    shell.send(session::DismissNotice{notice.id});
  }
}

void NoticeBoard::note_saved(const session::ExportStatus& status, double now) {
  if (status.newest_single == saved_) return;
  saved_ = status.newest_single;
  show("Saved " + status.newest_single, now);
}

float NoticeBoard::draw_notice(ShellView& shell, rooms::Room& room, const session::Notice& notice,
                               ImVec2 corner, float width, float alpha) {
  const float u = shell.unit;
  const bool is_error = notice.kind == session::Notice::Kind::error;
  ImGui::PushStyleVar(ImGuiStyleVar_Alpha, alpha);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {16 * u, 8 * u});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * u);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
  ImGui::PushStyleColor(ImGuiCol_Border, is_error ? shell.theme.error : shell.theme.line);
  const std::string name = window_of(notice, seen_);
  ui::begin_fitting_pane(name.c_str(), corner, {0, 0}, {width, 1e6F});
  keep_from_audience(shell, ImGui::GetWindowDrawList());
  const rooms::Action* reset = find_action(room, "reset");
  const bool offers_reset = notice.offers_reset && reset != nullptr;
  const float buttons = (offers_reset ? 144 : 40) * u;
  const std::string text = words_of(notice);
  const float text_width =
      std::min(ImGui::CalcTextSize(text.c_str()).x + 1, width - buttons - 48 * u);
  ImGui::BeginGroup();
  ui::space({text_width, 6.5F * u - 8 * u});
  ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + text_width);
  ImGui::TextColored(is_error ? shell.theme.error : shell.theme.text, "%s",
                     ui::in_lines(text, text_width).c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndGroup();
  ImGui::SameLine(0, 16 * u);
  if (offers_reset) {
    const ui::ButtonLook look{.primary = true, .text = "Reset"};
    if (icon_button(shell, "reset", ui::Icon::reset, "Back to the initial field; your items stay.",
                    reset->keys, "", look)) {
      room.perform(*reset, shell);
      dismiss(shell, notice);
    }
    ImGui::SameLine();
  }
  if (icon_button(shell, "close", ui::Icon::close, "Dismiss.")) dismiss(shell, notice);
  const ImVec2 at = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  if (shell.places != nullptr) {
    (*shell.places)["notice"] = ui::Box::at(at.x, at.y, size.x, size.y);
  }
  ui::end_pane();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(4);
  return size.y;
}

void NoticeBoard::draw(ShellView& shell, rooms::Room& room, const ui::Box& place, float highest) {
  const double now = ImGui::GetTime();
  const auto& notices = shell.snapshot.notices;
  std::erase_if(seen_, [&notices](const auto& entry) {
    return std::none_of(notices.begin(), notices.end(), [&entry](const session::Notice& notice) {
      return notice.id == entry.first;
    });
  });
  const float u = shell.unit;
  // A narrow notice overlaps the panel rather than wrap to one word a line.
  const bool has_button = std::any_of(notices.begin(), notices.end(),
                                      [](const auto& notice) { return notice.offers_reset; });
  const float least = (has_button ? kLeastWithButton : kLeastWidth) * u;
  const float right =
      std::min(ImGui::GetIO().DisplaySize.x, std::max(place.right, place.left + least));
  const float width = right - place.left - 16 * u;
  ImVec2 corner{right - 8 * u, std::max(place.bottom, highest + height_) - 8 * u};
  const float lower_edge = corner.y;
  // A notice is invisible in its first frame, which only measures it: its ImGui window may have
  // belonged to another notice.
  const auto draw = [&](const session::Notice& notice, double since, double alpha) {
    constexpr float kUnseen = 1e-3F;
    const float seen_alpha = since < now ? static_cast<float>(alpha) : kUnseen;
    corner.y -= draw_notice(shell, room, notice, corner, width, seen_alpha) + 8 * u;
  };
  note_saved(shell.snapshot.exporting, now);
  // A newer notice replaces one that fades, so that they do not pile up.
  double newest = told_at_;
  for (const session::Notice& notice : notices) {
    if (!seen_.contains(notice.id)) seen_[notice.id] = {.since = now, .place = free_place(seen_)};
    if (fades(notice)) newest = std::max(newest, seen_.at(notice.id).since);
  }
  const bool is_shown = std::any_of(notices.begin(), notices.end(),
                                    [this](const auto& notice) { return notice.text == told_; });
  if (const double alpha = opacity(now - told_at_, shell.less_motion); alpha > 0.0 && !is_shown) {
    if (told_at_ >= newest) {
      draw({.id = kTold, .text = told_}, told_at_, alpha);
    }
  }
  for (auto notice = notices.rbegin(); notice != notices.rend(); ++notice) {
    const double since = seen_.at(notice->id).since;
    const double alpha = fades(*notice) ? opacity(now - since, shell.less_motion) : 1.0;
    if (alpha <= 0.0 || (fades(*notice) && since < newest)) {
      dismiss(shell, *notice);
    } else {
      draw(*notice, since, alpha);
    }
  }
  height_ = lower_edge - corner.y;
}

namespace {

constexpr float kSmallestScale = 0.75F;
constexpr float kLargestScale = 3.0F;

}  // namespace

Interface::Interface(const ShellContext& shell)
    : status_{.dark = !shell.start.look.light,
              .scale = shell.start.look.zoom,
              .less_motion = shell.start.remembered.less_motion,
              .rate = shell.start.remembered.rate,
              .key_captions = shell.start.remembered.key_captions} {
  const std::string exports = shell.start.remembered.exports.string();
  if (!exports.empty()) shell.commands.send(session::SetExportFolder{exports});
}

void Interface::handle(const session::LimitFrameRate& command) {
  constexpr double kMost = 1000;
  if (!(command.frames_per_second >= 0 && command.frames_per_second <= kMost)) {
    throw core::Error("the frame rate must be from 0 to 1000 frames per second");
  }
  status_.rate = command.frames_per_second;
}

void Interface::handle(const session::SetInterfaceScale& command) {
  const auto scale = static_cast<float>(command.scale);
  // This check also refuses NaN.
  if (!(scale > 0.0F)) throw core::Error("the scale of the interface must be greater than 0");
  status_.scale = std::clamp(scale, kSmallestScale, kLargestScale);
}

void Interface::handle(const session::CopyText& command) {
  ImGui::SetClipboardText(command.text.c_str());
  if (!command.message.empty()) board_.show(command.message, ImGui::GetTime());
}

void Interface::hold_message(const std::string& text) {
  constexpr double kSeen = 1.0;  // seconds: the message neither fades in nor fades out
  board_.show(text, ImGui::GetTime() - kSeen);
}

void Interface::drop_message() { board_.show("", NoticeBoard::kLongAgo); }

}  // namespace heatwave::shell
