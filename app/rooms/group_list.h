// The panel at the right, in every room: groups that fold, one under the other.
#pragma once

#include <span>

#include "app/rooms/panel_context.h"

namespace heatwave::panels {

struct GroupEntry {
  Group group;
  const char* title;
  void (*draw)(PanelContext&);
};

/// `id` keeps each room's place of scrolling apart.
void draw_group_list(PanelContext& context, const view::Area& area, const char* id,
                     std::span<const GroupEntry> entries);

}  // namespace heatwave::panels
