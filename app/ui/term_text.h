// Text in which the terms of the glossary explain themselves.
#pragma once

#include <string_view>

#include "app/ui/look.h"

namespace heatwave::ui {

/// Shows wrapped text. The first place of each term of the glossary is underlined with dots, and
/// its definition is the tooltip there.
void term_text(const Look& look, std::string_view text, const ImVec4& ink);

}  // namespace heatwave::ui
