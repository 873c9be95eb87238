// Names are made of equations and scenes, parameters, items, backends and steps.
#include "app/shell/field_view/compared_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/scene/scene.h"
#include "kernels/field/equation.h"

namespace heatwave::shell {
namespace {

void add(std::string& words, const std::string& more) {
  words += (words.empty() ? "" : ", ") + more;
}
void add(FieldNames& names, const std::string& before, const std::string& now) {
  add(names.before, before);
  add(names.now, now);
}

/// Returns "the wall", "2 walls" or "3 items"; new ones where the other field may have such items,
/// too: "the new wall".
std::string counted_items(const std::vector<const scene::Item*>& items, bool are_new = false) {
  const std::string_view role = scene::name_of(items.front()->role);
  const bool is_same = std::all_of(items.begin(), items.end(), [role](const scene::Item* item) {
    return scene::name_of(item->role) == role;
  });
  const char* const prefix = are_new ? "new " : "";
  if (items.size() == 1) return fmt::format("the {}{}", prefix, role);
  const std::string kind = !is_same           ? "items"
                           : role == "medium" ? "media"
                                              : fmt::format("{}s", role);
  return fmt::format("{} {}{}", items.size(), prefix, kind);
}

/// Adds the items that only one of the fields has, and those that differ.
void add_items(FieldNames& names, const scene::Scene& before, const scene::Scene& now) {
  if (before.items == now.items) return;
  using Items = std::vector<const scene::Item*>;
  Items added, removed, moved, changed;
  const auto same_in = [](const scene::Scene& scene, const scene::Item& item) {
    const auto found = std::find_if(scene.items.begin(), scene.items.end(),
                                    [&](const scene::Item& each) { return each.id == item.id; });
    return found == scene.items.end() ? nullptr : &*found;
  };
  for (const scene::Item& item : now.items) {
    const scene::Item* const old = same_in(before, item);
    if (old != nullptr && *old == item) continue;
    Items& list = old == nullptr ? added : old->role == item.role ? moved : changed;
    list.push_back(&item);
  }
  for (const scene::Item& item : before.items) {
    if (same_in(now, item) == nullptr) removed.push_back(&item);
  }
  const auto name = [&](const Items& items, const char* of_before, const char* of_now) {
    if (items.empty()) return;
    const std::string counted = counted_items(items, &items == &added);
    add(names, fmt::format(fmt::runtime(of_before), counted),
        fmt::format(fmt::runtime(of_now), counted));
  };
  name(added, "without {}", "with {}");
  name(removed, "with {}", "without {}");
  name(moved, "{} not moved", "{} moved");
  name(changed, "{} unchanged", "{} changed");
}

std::string titled(const scene::Scene& scene) {
  const std::string title = scene.title.empty() ? scene.name : scene.title;
  return scene::equation_of(scene).title + ": " + title;
}

/// Adds the values of parameters that differ.
void add_parameters(FieldNames& names, const scene::Scene& before, const scene::Scene& now) {
  const field::EquationInfo& equation = scene::equation_of(before);
  for (std::size_t i = 0; i < equation.parameters.size(); ++i) {
    if (before.parameters[i] == now.parameters[i]) continue;
    const std::string& title = equation.parameters[i].title;
    add(names, fmt::format("{} {:.4g}", title, before.parameters[i]),
        fmt::format("{} {:.4g}", title, now.parameters[i]));
  }
}

}  // namespace

FieldNames names_of_compared(const session::Snapshot& before, const session::Snapshot& now) {
  FieldNames names;
  if (before.scene.name != now.scene.name || !have_same_equation(before.scene, now.scene)) {
    add(names, titled(before.scene), titled(now.scene));
  } else {
    add_parameters(names, before.scene, now.scene);
    add_items(names, before.scene, now.scene);
  }
  if (before.backend.backend != now.backend.backend) {
    add(names, before.backend.device, now.backend.device);
  }
  if (names.before.empty()) names = {.before = "copy", .now = "original"};
  if (before.step != now.step) add(names.before, fmt::format("step {}", before.step));
  return names;
}

}  // namespace heatwave::shell
