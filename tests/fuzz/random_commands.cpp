// One maker for each kind of command.
#include "tests/fuzz/random_commands.h"

#include <utility>

#include "app/colour/colouring.h"
#include "kernels/field/catalogue.h"
#include "kernels/stage/catalogue.h"

namespace heatwave::fuzz {
namespace {

using namespace session;

template <typename List>
const auto& one_of(Choices& c, const List& list) {
  return list[static_cast<std::size_t>(c.below(static_cast<int>(std::size(list))))];
}

Point point(Choices& c) { return {c.number(-10, 60), c.number(-10, 50)}; }

Stroke stroke(Choices& c) {
  Stroke stroke{{}, c.number(0.5, 6)};
  for (int left = c.below(6); left >= 0; --left) stroke.points.push_back(point(c));
  if (c.one_in(30)) stroke.points.clear();
  return stroke;
}

Shape shape(Choices& c) {
  switch (c.below(4)) {
    case 0:
      return Disc{point(c), c.number(0.5, 9)};
    case 1:
      return Rectangle{point(c), point(c)};
    case 2:
      return Line{point(c), point(c), c.number(0.5, 6)};
    default:
      return stroke(c);
  }
}

/// The id of a component, mostly one of this scene's equation; empty: whatever is the default.
std::string component(Choices& c, const Scene& scene) {
  if (c.below(2) == 0) return {};
  if (c.one_in(20)) return c.text();
  return one_of(c, field::find_equation(scene.equation).components).id;
}

Role role(Choices& c, const Scene& scene) {
  switch (c.below(4)) {
    case 0:
      return Source{c.number(-2, 2), {}, component(c, scene)};
    case 1:
      return Source{0.0, field::Oscillation{.amplitude = c.number(-2, 2),
                                            .period = c.number(2, 40),
                                            .phase = c.number(0, 7),
                                            .offset = c.number(-1, 1)}};
    case 2:
      return Wall{};
    default:
      return Medium{c.number(0.1, 2)};
  }
}

/// One of those there are, more often than not.
int item_id(Choices& c, const Snapshot& shown) {
  if (shown.scene.items.empty() || c.one_in(8)) return static_cast<int>(c.whole(-1, 300));
  return one_of(c, shown.scene.items).id;
}

Item item(Choices& c, const Snapshot& shown) {
  Item item{item_id(c, shown), role(c, shown.scene), shape(c), {}};
  while (c.one_in(4) && item.holes.size() < 8) item.holes.push_back(stroke(c));
  return item;
}

/// An item as it is, a little elsewhere or in another role: what a drag sends.
Item changed_item(Choices& c, const Snapshot& shown) {
  if (shown.scene.items.empty() || c.one_in(4)) return item(c, shown);
  Item changed = one_of(c, shown.scene.items);
  switch (c.below(3)) {
    case 0:
      return moved(changed, {c.number(-5, 5), c.number(-5, 5)});
    case 1:
      changed.shape = with_handle_at(changed.shape, static_cast<std::size_t>(c.below(9)), point(c));
      return changed;
    default:
      changed.role = role(c, shown.scene);
      return changed;
  }
}

field::Edges edges(Choices& c) {
  const auto kind = [&] { return static_cast<field::EdgeKind>(c.below(4)); };
  if (c.below(2) == 0) {
    const field::EdgeKind all = kind();
    return {all, all, all, all, c.number(-1, 1)};
  }
  return {kind(), kind(), kind(), kind(), c.number(-1, 1)};
}

colour::ColourChoice colours(Choices& c) {
  colour::ColourChoice choice;
  if (c.below(2) == 0) choice.colormap = one_of(c, colour::colour_maps()).id;
  if (c.one_in(12)) choice.colormap = c.text();
  choice.bands = static_cast<int>(c.whole(0, 20));
  choice.automatic = c.below(2) == 0;
  choice.low = c.number(-2, 0);
  choice.high = c.number(0, 2);
  choice.positive = c.below(2) == 0;
  return choice;
}

core::Extent extent(Choices& c) {
  if (c.one_in(30)) return {static_cast<int>(c.whole(-3, 3)), static_cast<int>(c.whole(-3, 3))};
  if (c.one_in(30)) return {2'000'000, 1};
  return {1 + c.below(50), 1 + c.below(40)};
}

Initial initial(Choices& c) {
  switch (c.below(4)) {
    case 0:
      return Fill{shape(c), c.number(-1, 1)};
    case 1:
      return Gaussian{point(c), c.number(1, 8), c.number(-1, 1)};
    case 2:
      return Ridge{point(c), c.number(0, 360), c.number(1, 8), c.number(-1, 1)};
    default:
      return Mode{static_cast<int>(c.whole(0, 5)), static_cast<int>(c.whole(0, 5)),
                  c.number(-1, 1)};
  }
}

Scene scene(Choices& c, const Snapshot& shown) {
  Scene scene = blank_scene(one_of(c, field::equations()).id, extent(c));
  scene.name = "fuzzed";
  if (c.one_in(10)) scene.title = c.text();
  if (c.one_in(10)) scene.watch = c.text();
  for (double& parameter : scene.parameters) {
    if (c.below(2) == 0) parameter = c.number(0, 0.5);
  }
  scene.guarded = !c.one_in(6);
  if (c.below(2) == 0) scene.edges = edges(c);
  while (c.below(3) != 0 && scene.items.size() < 12) scene.items.push_back(item(c, shown));
  while (c.below(3) == 0 && scene.initial.size() < 6) {
    scene.initial.push_back(initial(c));
    std::visit([&](auto& part) { part.component = component(c, scene); }, scene.initial.back());
  }
  if (c.below(2) == 0) scene.shown = component(c, scene);
  for (colour::ColourChoice& choice : scene.colours) {
    if (c.below(2) == 0) choice = colours(c);
  }
  scene.pace = {static_cast<int>(c.whole(0, 4))};
  if (c.one_in(40)) scene.parameters.push_back(1.0);
  return scene;
}

SetParameter parameter(Choices& c, const Snapshot& shown) {
  if (c.one_in(10)) return {c.text(), c.number(0, 1)};
  const field::EquationInfo& equation = field::find_equation(shown.scene.equation);
  return {one_of(c, equation.parameters).id, c.number(0, 0.6)};
}

LoadField cells(Choices& c, const Snapshot& shown) {
  auto count = static_cast<std::size_t>(shown.scene.extent.cells());
  count *= field::find_equation(shown.scene.equation).components.size();
  if (c.one_in(8)) ++count;
  LoadField command{std::vector<float>(count, static_cast<float>(c.number(-1, 1)))};
  if (!command.cells.empty()) command.cells.back() = static_cast<float>(c.number(-1, 1));
  return command;
}

PlayLesson lesson(Choices& c) {
  const stage::Lesson& lesson = one_of(c, stage::lessons());
  PlayLesson command{c.one_in(20) ? c.text() : lesson.id, {}};
  if (!lesson.versions.empty()) command.settings.version = one_of(c, lesson.versions).id;
  if (c.one_in(20)) command.settings.version = c.text();
  for (const stage::Input& input : lesson.inputs) {
    if (c.below(2) == 0) continue;
    std::vector<double>& values = command.settings.inputs[input.id];
    for (int left = c.below(input.most); left >= 0; --left) {
      values.push_back(static_cast<double>(c.whole(-1, 9)));
    }
  }
  command.settings.schedule.kind = static_cast<stage::Schedule::Kind>(c.below(4));
  command.settings.schedule.seed = c.byte();
  for (int left = c.below(8); left > 0; --left) {
    command.settings.schedule.choices.push_back(static_cast<int>(c.whole(0, 3)));
  }
  command.settings.warp = static_cast<int>(c.whole(0, 32));
  return command;
}

}  // namespace

Command next_command(Choices& c, const Snapshot& shown) {
  switch (c.below(32)) {
    case 0:
    case 1:
    case 2:
      return AddItem{item(c, shown)};
    case 3:
    case 4:
      return ChangeItem{changed_item(c, shown)};
    case 5:
      return MoveItem{item_id(c, shown), {c.number(-9, 9), c.number(-9, 9)}};
    case 6:
      return ExtendItem{item_id(c, shown), stroke(c).points};
    case 7:
      return RemoveItem{item_id(c, shown)};
    case 8:
    case 9:
      return Paint{stroke(c), c.number(-1, 1), component(c, shown.scene)};
    case 10:
    case 11:
      return Erase{stroke(c)};
    case 12:
    case 13:
      return parameter(c, shown);
    case 14:
      return SetGuard{c.below(2) == 0};
    case 15:
      return SetEdges{edges(c)};
    case 16:
      if (c.below(2) == 0) return ShowComponent{component(c, shown.scene)};
      return SetColours{colours(c)};
    case 17:
      return SetPace{{static_cast<int>(c.whole(-1, 5))}};
    case 18:
      return LoadScene{scene(c, shown)};
    case 19:
      return Resize{extent(c)};
    case 20:
      return cells(c, shown);
    case 21:
      return Play{};
    case 22:
      return Pause{};
    case 23:
    case 24:
      // Not for ever: the largest of the odd numbers would be taken literally.
      return Advance{std::min<std::int64_t>(c.whole(-1, 9), 100)};
    case 25:
      return Reset{};
    case 26:
    case 27:
      return Undo{};
    case 28:
      return Redo{};
    case 29:
      // Seldom two threads: beside another program they wait more than they work.
      return ChooseBackend{static_cast<field::Backend>(c.below(2)), c.one_in(256) ? 2 : 1};
    case 30:
      if (c.below(4) == 0) return lesson(c);
      if (c.below(4) == 0) return CancelLab{};
      if (c.below(4) == 0) return StopSequence{};
      if (c.below(4) == 0) return SaveLab{c.text(), TableFormat::csv, {}};
      if (c.below(4) == 0) return StartSequence{c.whole(-2, 0), c.whole(-2, 2), {}};
      return RunLab{{.experiment = c.text(), .settings = {.seed = 1}}};
    default:
      return DismissNotice{c.one_in(2) || shown.notices.empty() ? c.byte()
                                                                : shown.notices.front().id};
  }
}

std::string name_of(const Command& command) { return std::string(traits_of(command).name); }

}  // namespace heatwave::fuzz
