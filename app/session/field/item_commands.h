// What is put on the field, and painted on it, by hand.
#pragma once

#include <string>
#include <vector>

#include "app/scene/scene.h"
#include "app/session/command_traits.h"

namespace heatwave::session {

struct AddItem {
  static constexpr CommandTraits kTraits{.name = "add-item",
                                         .words = "adds a source, a wall or a medium",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  scene::Item item;  ///< its id is given by the session
  static void fields(auto& self, auto&& visit) { visit("item", self.item); }
};

struct ChangeItem {
  static constexpr CommandTraits kTraits{.name = "change-item",
                                         .words = "replaces the item of the same number",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  scene::Item item;
  static void fields(auto& self, auto&& visit) { visit("item", self.item); }
};

struct MoveItem {
  static constexpr CommandTraits kTraits{.name = "move-item",
                                         .words = "moves an item by so many cells",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  int id = 0;
  core::Point by;
  static void fields(auto& self, auto&& visit) {
    visit("id", self.id);
    visit("by", self.by);
  }
};

/// A stroke grows by what is added to it, not by itself again and again.
struct ExtendItem {
  static constexpr CommandTraits kTraits{.name = "extend-item",
                                         .words = "lengthens an item that is a brush stroke",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  int id = 0;
  std::vector<core::Point> points;
  static void fields(auto& self, auto&& visit) {
    visit("id", self.id);
    visit("points", self.points);
  }
};

struct RemoveItem {
  static constexpr CommandTraits kTraits{.name = "remove-item",
                                         .words = "removes an item",
                                         .undo = UndoClass::scene,
                                         .changes_scene = true,
                                         .recorded = true,
                                         .least_role = ClientRole::student};
  int id = 0;
  static void fields(auto& self, auto&& visit) { visit("id", self.id); }
};

struct Paint {
  static constexpr CommandTraits kTraits{
      .name = "paint",
      .words = "brings a component of the field under the brush to a value, at rest",
      .undo = UndoClass::field,
      .recorded = true,
      .least_role = ClientRole::student};
  scene::Stroke stroke;
  double value = 1.0;
  std::string component;  ///< empty: the one that is shown
  static void fields(auto& self, auto&& visit) {
    visit.inner(self.stroke);
    visit("value", self.value);
    visit.optional("component", self.component);
  }
};

struct Erase {
  static constexpr CommandTraits kTraits{
      .name = "erase",
      .words = "rubs out items under the brush and brings the field there to rest",
      .undo = UndoClass::field,
      .changes_scene = true,
      .recorded = true,
      .least_role = ClientRole::student};
  scene::Stroke stroke;
  static void fields(auto& self, auto&& visit) { visit.inner(self.stroke); }
};

}  // namespace heatwave::session
