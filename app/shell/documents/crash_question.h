// The offer to go back to what was on the screen, after a run that did not end as usual.
#pragma once

#include <cstdint>
#include <string>

#include "app/shell/shell_view.h"

namespace heatwave::shell {

enum class CrashAnswer : std::uint8_t { none, bring_back, not_now, forget };

/// Draws the offer and returns the answer.
CrashAnswer draw_crash_question(ShellView& shell, const std::string& words);

}  // namespace heatwave::shell
