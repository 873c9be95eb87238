// Carries out what changes the interface alone.
#include "app/shell/interface/interface.h"

#include <imgui.h>

#include <algorithm>

#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

constexpr float kSmallestScale = 0.75F;
constexpr float kLargestScale = 3.0F;

}  // namespace

Interface::Interface(const ShellContext& shell)
    : shell_(shell), status_{.dark = !shell.start.light, .scale = shell.start.zoom} {}

void Interface::handle(const session::ShowPanel& command) { status_.panel_shown = command.on; }

void Interface::handle(const session::ShowHelp& command) { status_.help_shown = command.on; }

void Interface::handle(const session::SetTheme& command) { status_.dark = command.dark; }

void Interface::handle(const session::SetInterfaceScale& command) {
  const auto scale = static_cast<float>(command.scale);
  // Not a number is no scale, either.
  if (!(scale > 0.0F)) throw core::Error("the scale of the interface must be greater than 0");
  status_.scale = std::clamp(scale, kSmallestScale, kLargestScale);
}

void Interface::handle(const session::ShowMessage& command) {
  board_.show(command.text, ImGui::GetTime());
}

void Interface::handle(const session::CopyText& command) {
  ImGui::SetClipboardText(command.text.c_str());
  if (!command.message.empty()) board_.show(command.message, ImGui::GetTime());
}

void Interface::hold_message(const std::string& text) {
  constexpr double kSeen = 1.0;  // seconds: it neither begins to be seen nor fades
  board_.show(text, ImGui::GetTime() - kSeen);
}

void Interface::drop_message() { board_.show("", NoticeBoard::kLongAgo); }

}  // namespace heatwave::shell
