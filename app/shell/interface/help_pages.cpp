// Chooses what each page of the help shows; the most important page is the first.
#include "app/shell/interface/help_pages.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "app/shell/shell_view.h"

namespace heatwave::shell {
namespace {

using Actions = std::vector<const rooms::Action*>;

/// The actions that a class sees most, of all rooms; the help begins with them.
constexpr auto kMostUsed = std::to_array<std::string_view>(
    {"show_fields", "show_lab", "show_stage", "gallery",
     // Fields
     "play_pause", "reset", "next_scene", "undo", "next_view", "tool_probe",
     // Lab
     "run_or_cancel", "next_experiment", "previous_variant", "guess_first", "edit",
     // Stage
     "back", "next_event", "start", "next_lesson",
     // Window
     "toggle_help", "search", "larger_interface", "present"});

bool is_used_most(const rooms::Action& action) {
  return std::find(kMostUsed.begin(), kMostUsed.end(), action.id) != kMostUsed.end();
}

Actions actions_of_window() {
  Actions all;
  for (const auto& row : ShellView::actions()) all.push_back(&row);
  return all;
}

void add_to(std::vector<HelpSection>& all, const rooms::Action& action, const KeyLayout& layout) {
  if (*action.keys == '\0') {
    // The line above describes both actions.
    if (!all.empty()) all.back().lines.back().clicked = nullptr;
    return;
  }
  if (all.empty() || all.back().title != action.heading) all.push_back({action.heading, {}});
  all.back().lines.push_back({layout.shown(action.keys), action.what, &action, &action});
}

std::vector<HelpSection> sections_of(const Actions& actions, const KeyLayout& layout) {
  std::vector<HelpSection> all;
  for (const rooms::Action* action : actions) add_to(all, *action, layout);
  return all;
}

/// Returns the lines of the actions that are used most, under one heading.
HelpSection most_used(const std::string& title, const Actions& actions, const KeyLayout& layout) {
  HelpSection section{title, {}};
  for (const HelpSection& each : sections_of(actions, layout)) {
    for (const HelpLine& line : each.lines) {
      if (line.of != nullptr && is_used_most(*line.of)) section.lines.push_back(line);
    }
  }
  return section;
}

HelpSection mouse_of(const rooms::Room& room) {
  HelpSection section{"Mouse", {}};
  for (const rooms::Hint& hint : room.mouse()) section.lines.push_back({hint.keys, hint.what});
  section.lines.push_back({"Ctrl Wheel", "magnify the window about the pointer"});
  return section;
}

std::size_t lines_of(std::span<const HelpSection> sections) {
  std::size_t count = 0;
  for (const HelpSection& section : sections) count += section.lines.size();
  return count;
}

/// Returns the headings of a page, as far as a button has room for them.
std::string title_of(std::span<const HelpSection> sections) {
  constexpr std::size_t kMost = 3;
  std::string title;
  for (const HelpSection& section : sections.first(std::min(kMost, sections.size()))) {
    title += (title.empty() ? "" : ", ") + section.title;
  }
  return title;
}

/// Adds the sections as one page, or as two that are nearly equal where they have too many lines.
void add_pages(std::vector<HelpPage>& pages, const std::string& title,
               const std::vector<HelpSection>& sections) {
  constexpr std::size_t kMostLines = 34;
  const std::span<const HelpSection> all(sections);
  const std::size_t count = lines_of(all);
  if (count <= kMostLines) return pages.push_back({title, sections});
  std::size_t first = 1;
  while (first + 1 < all.size() && lines_of(all.first(first)) < count / 2) ++first;
  for (const auto part : {all.first(first), all.subspan(first)}) {
    pages.push_back({title_of(part), {part.begin(), part.end()}});
  }
}

}  // namespace

std::vector<HelpPage> help_of(const rooms::Room& room, const KeyLayout& layout) {
  Actions rooms_alone;
  Actions of_window;
  Actions for_teaching;
  for (const rooms::Action* action : actions_of_window()) {
    const std::string_view heading = action->heading;
    const bool teaches = heading == kLectureHeading || heading == kPresentHeading;
    (heading == kRoomsHeading ? rooms_alone : teaches ? for_teaching : of_window).push_back(action);
  }
  Actions window_and_teaching = of_window;
  window_and_teaching.insert(window_and_teaching.end(), for_teaching.begin(), for_teaching.end());
  std::vector<HelpPage> pages{{"Most used",
                               {most_used(kRoomsHeading, rooms_alone, layout),
                                most_used(room.entry().title, room.actions(), layout),
                                most_used("Window", window_and_teaching, layout)}}};
  if (!room.mouse().empty()) pages.front().sections.push_back(mouse_of(room));
  add_pages(pages, room.entry().title, sections_of(room.actions(), layout));
  add_pages(pages, "Window", sections_of(of_window, layout));
  add_pages(pages, "Teaching", sections_of(for_teaching, layout));
  return pages;
}

}  // namespace heatwave::shell
