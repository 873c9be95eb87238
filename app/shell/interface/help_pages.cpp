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

using Ids = std::span<const std::string_view>;

/// The actions of each room that a class sees most; the help begins with them.
constexpr auto kOfShownRoom = std::to_array<std::string_view>(
    {// Fields
     "play_pause", "reset", "next_scene", "undo", "next_view", "tool_probe",
     // Lab
     "run_or_cancel", "next_experiment", "previous_variant", "guess_first", "edit",
     // Stage
     "back", "next_event", "start", "next_lesson"});
/// Fewer of them tell what the rooms are for that are not shown.
constexpr auto kOfOtherRooms = std::to_array<std::string_view>(
    {"play_pause", "step", "back", "reset", "next_scene", "run_or_cancel", "next_experiment",
     "guess_first", "next_lesson"});
constexpr auto kOfTeaching =
    std::to_array<std::string_view>({"lecture_next", "lecture_back", "audience", "present", "pen"});
constexpr auto kOfWindow =
    std::to_array<std::string_view>({"toggle_help", "search", "larger_interface"});

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

/// Returns the lines of the actions with these ids, under one heading. `room`: see HelpLine.
HelpSection some_of(const std::string& title, const Actions& actions, const KeyLayout& layout,
                    Ids ids, const std::string& room = "") {
  HelpSection section{title, {}};
  for (const HelpSection& each : sections_of(actions, layout)) {
    for (const HelpLine& line : each.lines) {
      if (line.of != nullptr && std::find(ids.begin(), ids.end(), line.of->id) != ids.end()) {
        section.lines.push_back(line);
        section.lines.back().room = room;
      }
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

namespace {

/// The actions of the window in the parts that have pages or sections of their own.
struct WindowActions {
  Actions rooms, teaching, others;
};

WindowActions window_actions() {
  WindowActions all;
  for (const rooms::Action* action : actions_of_window()) {
    const std::string_view heading = action->heading;
    const bool teaches = heading == kLectureHeading || heading == kPresentHeading;
    (heading == kRoomsHeading ? all.rooms : teaches ? all.teaching : all.others).push_back(action);
  }
  return all;
}

HelpPage first_page(const rooms::Room& shown, std::span<rooms::Room* const> rooms,
                    const WindowActions& window, const KeyLayout& layout) {
  HelpPage page{"Most used", {}};
  page.sections = sections_of(window.rooms, layout);
  page.sections.push_back(some_of(shown.entry().title, shown.actions(), layout, kOfShownRoom));
  for (const rooms::Room* other : rooms) {
    if (other->entry().id == shown.entry().id) continue;
    page.sections.push_back(
        some_of(other->entry().title, other->actions(), layout, kOfOtherRooms, other->entry().id));
  }
  page.sections.push_back(some_of("Lectures, presenting", window.teaching, layout, kOfTeaching));
  page.sections.push_back(some_of("Window", window.others, layout, kOfWindow));
  if (!shown.mouse().empty()) page.sections.push_back(mouse_of(shown));
  return page;
}

}  // namespace

std::vector<HelpPage> help_of(const rooms::Room& shown, std::span<rooms::Room* const> rooms,
                              const KeyLayout& layout) {
  const WindowActions window = window_actions();
  std::vector<HelpPage> pages{first_page(shown, rooms, window, layout)};
  add_pages(pages, shown.entry().title, sections_of(shown.actions(), layout));
  add_pages(pages, "Window", sections_of(window.others, layout));
  add_pages(pages, "Teaching", sections_of(window.teaching, layout));
  return pages;
}

}  // namespace heatwave::shell
