// One maker for each kind of value; which of them a command has, its description says.
#include "tests/fuzz/random_commands.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "app/colour/colouring.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/field/formula/formula.h"
#include "kernels/stage/exercise_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::fuzz {
namespace {

using namespace scene;
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

Stencil stencil(Choices& c) {
  const core::Extent extent{1 + c.below(7), 1 + c.below(7)};
  std::vector<std::uint8_t> places(static_cast<std::size_t>(extent.cells()));
  for (std::uint8_t& place : places) place = static_cast<std::uint8_t>(c.below(2));
  return {point(c), point(c), places_from(extent, places)};
}

Shape shape(Choices& c) {
  switch (c.below(5)) {
    case 3:
      return stencil(c);
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
  return one_of(c, equation_of(scene).components).id;
}

Role role(Choices& c, const Scene& scene) {
  switch (c.below(4)) {
    case 0:
      return Source{c.number(-2, 2), {}, component(c, scene)};
    case 1:
      return Source{0.0, field::Oscillation{.amplitude = c.number(-2, 2),
                                            .period = c.number(2, 40),
                                            .phase = c.number(0, 7),
                                            .offset = c.number(-1, 1),
                                            .ramp = c.below(2) == 0 ? 0 : c.number(0, 90)}};
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
  choice.scale = static_cast<colour::ScaleKind>(c.below(2));
  return choice;
}

core::Extent extent(Choices& c) {
  if (c.one_in(30)) return {static_cast<int>(c.whole(-3, 3)), static_cast<int>(c.whole(-3, 3))};
  if (c.one_in(30)) return {2'000'000, 1};
  if (c.one_in(6)) return {2 + c.below(60), 1};  // a line
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

/// The text of a formula with one to four components, of every kind of time stepping; seldom with a
/// mistake.
std::string formula_text(Choices& c) {
  static constexpr std::array kFormulas{
      "u' = D*lap(u)\nD = 0.1 in [0, 0.25]",
      "height'' = c*lap(height) - 0.01*height'\nc = 0.2 in [0, 0.5]\nleft: absorbing",
      "u' = 0.2*lap(u) - u*v^2 + 0.04*(1 - u)\nv' = 0.1*lap(v) + u*v^2 - 0.1*v\nu(0) = 1",
      "u' = 0.1*lap(v)\nv' = -0.1*lap(u)\nstepping: staggered\nu(0) = gauss(x, y, 3)",
      "u' = 0.01*lap(w)\nw = u^3 - u - 0.4*lap(u)\nu(0) = 0.1*noise\nedges: periodic",
      "a' = 0.1*lap(a) + a*(1 - a - b)\nb' = 0.1*lap(b) + b*(1 - b - d)\n"
      "d' = 0.1*lap(d) + d*(1 - d - a)\na(0) = 0.3",
      "u' = 0.05*lap(u) + k*(integral(u) - u)\nk = 0.001 in [-0.01, 0.01]\nu(0) = x/W",
      "u' = D*lap(u) + if(u < 0, sin(t), m*exp(-u))\nD = 0.1 in [0, 0.2]\nstepping: heun",
      "u' = 0.1*lap(u) + v\nv = u_x^2 + u_y^2\nstepping: rk4\nu(0) = gauss(x - 3, y, 4)",
  };
  std::string text = one_of(c, kFormulas);
  if (c.one_in(4)) text += "\nq = " + std::to_string(c.number(-1, 1));
  if (c.one_in(12)) text.erase(static_cast<std::size_t>(c.below(static_cast<int>(text.size()))));
  if (c.one_in(12)) text += '\n' + c.text();
  return text;
}

/// An expression of a component of this scene's equation, and of names that it may lack.
std::string expression(Choices& c, const Scene& scene) {
  static constexpr std::array kExpressions{"#^2 + 1", "#_x", "#_x^2 + #_y^2", "abs(#) - v",
                                           "-u*v",    "D*#", "sin(x) + t",    "(#"};
  const std::string id = one_of(c, equation_of(scene).components).id;
  std::string text = one_of(c, kExpressions);
  for (std::size_t at = text.find('#'); at != std::string::npos;
       at = text.find('#', at + id.size()))
    text.replace(at, 1, id);
  return text;
}

GivenField given(Choices& c, const Scene& scene) {
  const field::EquationInfo& equation = equation_of(scene);
  auto state = std::make_shared<field::FieldState>();
  const bool fits = c.below(2) == 0 && std::min(scene.extent.width, scene.extent.height) > 0;
  state->extent = fits ? scene.extent : core::Extent{5, 3};
  state->step = c.whole(0, 40);
  state->planes.resize(field::plane_count(equation));
  for (auto& plane : state->planes) {
    plane.assign(static_cast<std::size_t>(state->extent.cells()),
                 static_cast<float>(c.number(-1, 1)));
    plane.back() = 0.25F;
  }
  return GivenField(std::move(state));
}

Scene scene(Choices& c, const Snapshot& shown) {
  Scene scene = blank_scene(one_of(c, field::equations()).id, extent(c));
  if (c.one_in(4)) {
    try {
      scene = formula_scene(field::formula::make_formula(formula_text(c)), scene.extent);
    } catch (const heatwave::core::Error&) {
      // A mistake in the text: the equation stays a built-in one.
    }
  }
  scene.name = "fuzzed";
  if (c.one_in(10)) scene.title = c.text();
  if (c.one_in(10)) scene.words.watch = c.text();
  if (c.one_in(10)) scene.words.meaning = c.text();
  if (c.one_in(10)) scene.words.textbook = c.text();
  if (c.one_in(10)) scene.words.picture_step = c.below(1000);
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
  if (c.one_in(5)) scene.given = given(c, scene);
  if (c.below(2) == 0) scene.quantities.shown = component(c, scene);
  for (colour::ColourChoice& choice : scene.colours) {
    if (c.below(2) == 0) choice = colours(c);
  }
  scene.pace = {static_cast<int>(c.whole(0, 4))};
  while (c.below(3) == 0 && scene.measures.probes.size() < 9) {
    scene.measures.probes.push_back({static_cast<int>(scene.measures.probes.size()) + 1, point(c)});
  }
  if (c.one_in(4)) scene.measures.profile = Segment{point(c), point(c)};
  if (c.one_in(40)) scene.parameters.push_back(1.0);
  return scene;
}

/// A kernel's text: the lesson's own, another's, or one with a piece cut out.
std::string kernel_text(Choices& c, const stage::Lesson& lesson) {
  const stage::Lesson& other = c.below(3) != 0 ? lesson : one_of(c, stage::lessons());
  std::string text = stage::code_of(other, {}).text();
  if (!text.empty() && c.below(2) == 0) {
    const auto size = static_cast<int>(text.size());
    text.erase(static_cast<std::size_t>(c.below(size)), static_cast<std::size_t>(c.below(12)));
  }
  return text;
}

PlayLesson lesson(Choices& c) {
  const stage::Lesson& lesson =
      c.one_in(3) ? one_of(c, stage::exercises()).lesson : one_of(c, stage::lessons());
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
  if (c.one_in(3)) command.settings.text = kernel_text(c, lesson);
  return command;
}

/// A field for a scene, mostly of the right size.
field::FieldState state(Choices& c, const Scene& scene) {
  field::FieldState state{.extent = scene.extent, .step = c.whole(-1, 99), .planes = {}, .rim = {}};
  auto count = static_cast<std::size_t>(std::max<std::int64_t>(0, scene.extent.cells()));
  if (c.one_in(12)) ++count;
  auto planes = field::plane_count(equation_of(scene));
  if (c.one_in(12)) ++planes;
  state.planes.assign(planes, std::vector<float>(count, static_cast<float>(c.number(-1, 1))));
  if (c.one_in(6)) state.rim.assign(c.byte(), 0.5F);
  return state;
}

/// A visitor that gives each field of a command a value.
class Filler {
 public:
  Filler(Choices& choices, const Snapshot& shown, bool touches_files)
      : c_(choices), shown_(shown), touches_files_(touches_files) {}

  void operator()(const char* /*name*/, auto& field) { fill(field); }
  void optional(const char* /*name*/, auto& field) {
    // Where a command touches files, these are their names.
    if (!touches_files_ && c_.below(2) == 0) fill(field);
  }
  void inner(auto& field) { fill(field); }

 private:
  void fill(bool& v) { v = c_.below(2) == 0; }
  void fill(int& v) { v = item_id(c_, shown_); }
  void fill(std::int64_t& v) { v = c_.whole(-1, 9); }
  void fill(std::uint64_t& v) {
    v = c_.one_in(2) || shown_.notices.empty() ? c_.byte() : shown_.notices.front().id;
  }
  void fill(double& v) { v = c_.number(-1, 1); }
  void fill(std::string& v) {
    const field::EquationInfo& equation = equation_of(shown_.scene);
    const bool names_parameter = c_.below(2) == 0 && !equation.parameters.empty();
    v = names_parameter ? one_of(c_, equation.parameters).id : component(c_, shown_.scene);
  }
  void fill(Point& v) { v = {c_.number(-9, 9), c_.number(-9, 9)}; }
  void fill(std::vector<Point>& v) { v = stroke(c_).points; }
  void fill(Stroke& v) { v = stroke(c_); }
  void fill(Item& v) { v = c_.below(2) == 0 ? item(c_, shown_) : changed_item(c_, shown_); }
  void fill(Scene& v) { v = scene(c_, shown_); }
  void fill(core::Extent& v) { v = extent(c_); }
  void fill(field::Edges& v) { v = edges(c_); }
  void fill(colour::ColourChoice& v) { v = colours(c_); }
  void fill(std::optional<std::int64_t>& v) {
    if (c_.below(2) == 0) v = c_.whole(-1, 400);
  }
  void fill(Pace& v) { v = {static_cast<int>(c_.whole(-1, 5))}; }
  void fill(std::vector<float>& v) {
    auto count = static_cast<std::size_t>(shown_.scene.extent.cells());
    count *= equation_of(shown_.scene).components.size();
    v.assign(c_.one_in(8) ? count + 1 : count, static_cast<float>(c_.number(-1, 1)));
    if (!v.empty()) v.back() = static_cast<float>(c_.number(-1, 1));
  }
  void fill(std::optional<field::FieldState>& v) { v = state(c_, shown_.scene); }
  void fill(field::Backend& v) { v = static_cast<field::Backend>(c_.below(2)); }
  template <core::Named Enum>
  void fill(Enum& v) {
    v = one_of(c_, names_of(Enum{})).value;
  }
  void fill(std::optional<Units>& v) {
    if (c_.below(3) != 0) v = Units{c_.number(0, 1), c_.number(0, 1), c_.number(-9, 9), 1.0};
  }
  /// Mostly none, or what one of the views has.
  void fill(std::vector<double>& v) {
    if (c_.below(3) == 0) v = {c_.number(0, 9), c_.number(9, 99)};
  }
  void fill(Viewpoint& v) {
    v = {.magnified = c_.number(0, 9),
         .centre = {c_.number(-1, 1), c_.number(0, 1)},
         .turned = c_.number(-400, 400),
         .tilted = c_.number(0, 95),
         .zoomed = c_.number(0, 9),
         .moved = {c_.number(-1, 1), c_.number(-1, 1)}};
  }
  void fill(std::vector<std::string>& v) {
    for (int left = c_.below(4); left > 0; --left) v.push_back(expression(c_, shown_.scene));
  }
  void fill(std::optional<std::string>& v) {
    if (c_.below(2) == 0) fill(v.emplace());
  }
  void fill(exporting::PictureSize& v) {
    if (c_.below(2) == 0) v.times = static_cast<int>(c_.whole(-1, 20));
    if (c_.one_in(3)) v.exact = extent(c_);
  }
  void fill(exporting::PictureParts& v) {
    v = {c_.below(2) == 0, c_.below(2) == 0, c_.below(2) == 0, c_.below(2) == 0};
  }
  // What these hold depends on what else they hold: made as a whole, below.
  void fill(lab::Request& /*v*/) {}
  void fill(stage::PlaySettings& /*v*/) {}
  void fill(Sight& /*v*/) {}

  Choices& c_;
  const Snapshot& shown_;
  bool touches_files_;
};

// What would take long, or needs more than each field by itself.
void tame(Choices& /*c*/, const Snapshot& /*shown*/, auto& /*command*/) {}
/// Mostly a probe that there may be, and a place on the grid.
void tame(Choices& c, const Snapshot& /*shown*/, AddProbe& command) { command.point = point(c); }
void tame(Choices& c, const Snapshot& /*shown*/, MoveProbe& command) {
  command = {static_cast<int>(c.whole(0, 9)), point(c)};
}
void tame(Choices& c, const Snapshot& /*shown*/, RemoveProbe& command) {
  command.number = static_cast<int>(c.whole(0, 9));
}
void tame(Choices& c, const Snapshot& /*shown*/, SetLine& command) {
  command.from = point(c);
  command.to = point(c);
}
void tame(Choices& /*c*/, const Snapshot& /*shown*/, Advance& command) {
  command.steps = std::min<std::int64_t>(command.steps, 100);
}
void tame(Choices& c, const Snapshot& /*shown*/, ChooseBackend& command) {
  // Seldom two threads: beside another program they wait more than they work.
  command.threads = c.one_in(256) ? 2 : 1;
}
void tame(Choices& c, const Snapshot& shown, PutBack& command) {
  if (c.one_in(6)) return;
  command.scene = shown.scene;
  if (!command.scene.items.empty()) command.scene.items.pop_back();
}
void tame(Choices& c, const Snapshot& /*shown*/, PlayLesson& command) { command = lesson(c); }
void tame(Choices& c, const Snapshot& shown, ShowComponent& command) {
  if (c.below(2) == 0) command.component = expression(c, shown.scene);
}
void tame(Choices& c, const Snapshot& shown, ShowBeside& command) {
  if (c.below(2) == 0) command.quantity = expression(c, shown.scene);
}
void tame(Choices& /*c*/, const Snapshot& /*shown*/, SetExportFolder& command) {
  command.path = "/dev/null/nowhere";  // nothing is written
}
void tame(Choices& c, const Snapshot& /*shown*/, SetFormula& command) {
  command.text = formula_text(c);
}
void tame(Choices& c, const Snapshot& /*shown*/, RunLab& command) {
  command.request.experiment = c.text();  // none that there is
  command.request.settings.seed = 1;
}

template <typename Kind>
Command command_of(Choices& c, const Snapshot& shown) {
  Kind command;
  Kind::fields(command, Filler(c, shown, Kind::kTraits.touches_files));
  tame(c, shown, command);
  return command;
}

template <std::size_t... I>
Command command_of(std::size_t kind, Choices& c, const Snapshot& shown,
                   std::index_sequence<I...> /*all*/) {
  using Maker = Command (*)(Choices&, const Snapshot&);
  constexpr std::array<Maker, sizeof...(I)> kMakers{
      command_of<std::variant_alternative_t<I, AnyCommand>>...};
  return kMakers[kind](c, shown);
}

template <std::size_t... I>
constexpr std::array<CommandTraits, sizeof...(I)> traits_of_all(std::index_sequence<I...> /*all*/) {
  return {std::variant_alternative_t<I, AnyCommand>::kTraits...};
}

}  // namespace

Command next_command(Choices& c, const Snapshot& shown) {
  constexpr std::make_index_sequence<std::variant_size_v<AnyCommand>> kAll;
  constexpr auto kTraits = traits_of_all(kAll);
  // The window's commands, which stand behind the others, are refused without one.
  constexpr auto kForSession = std::count_if(kTraits.begin(), kTraits.end(),
                                             [](const auto& each) { return !each.for_window; });
  const auto any = [&] {
    return static_cast<std::size_t>(
        c.below(static_cast<int>(c.one_in(64) ? kTraits.size() : kForSession)));
  };
  std::size_t kind = any();
  // More of those that make the field what it is.
  if (!kTraits[kind].recorded && c.below(4) != 0) kind = any();
  Command command = command_of(kind, c, shown, kAll);
  // What it brings back cannot be undone, so that there are other rules for it.
  if (std::holds_alternative<PutBack>(command) && c.below(16) != 0) return Undo{};
  return command;
}

std::string name_of(const Command& command) { return std::string(traits_of(command).name); }

}  // namespace heatwave::fuzz
