// The statements of a formula are checked against each other here: what each name means, whether
// everything that is used is given, and whether the time stepping fits.
#include <algorithm>
#include <cmath>
#include <functional>

#include "kernels/field/formula/model.h"

namespace heatwave::field::formula {
namespace {

using Means = Meaning::Kind;

struct Builtin {
  std::string_view text;
  Means means;
};
constexpr Builtin kBuiltins[] = {
    {"x", Means::x},         {"y", Means::y},   {"t", Means::time},   {"W", Means::width},
    {"H", Means::height},    {"pi", Means::pi}, {"m", Means::medium}, {"noise", Means::noise},
    {"white", Means::white}, {"dx", Means::dx}, {"dt", Means::dt},    {"picture", Means::picture},
};

/// Where an expression stands decides what it may contain.
enum class Use : std::uint8_t { step, shown, initial, side_value, side_slope, region, range };

constexpr const char* kNotShown =
    "the medium's factor m or an integral, which an expression that is shown may not have";

std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

class Checker {
 public:
  Checker(Document document, std::vector<Problem>& problems) : problems_(problems) {
    model_.document = std::move(document);
  }

  std::optional<Model> check() {
    model_.meanings.resize(names().size());
    find_builtins();
    find_subjects();
    find_differentiated();
    find_parameters();
    check_cycles();
    for (const Statement& statement : model_.document.statements) check_statement(statement);
    if (model_.document.shown != kNone) check_expression(model_.document.shown, Use::shown);
    check_sides();
    check_stepping();
    if (!problems_.empty()) return std::nullopt;
    order_algebraic_components();
    return std::move(model_);
  }

 private:
  using Kind = Statement::Kind;

  // The document ---------------------------------------------------------------------------------

  [[nodiscard]] const std::vector<std::string>& names() const { return model_.document.names; }
  [[nodiscard]] const Node& node(int index) const { return model_.document.node(index); }
  Meaning& meaning(int name) { return model_.meanings[static_cast<std::size_t>(name)]; }
  void complain(const Place& place, std::string message) {
    if (problems_.size() < kMostProblems) problems_.push_back({place, std::move(message)});
  }
  /// Calls `visit(node)` for an expression and all its operands. Definitions are not followed.
  template <typename Visit>
  void for_each(int root, Visit visit) const {
    std::vector<int> open{root};
    while (!open.empty()) {
      const Node& at = node(open.back());
      open.pop_back();
      visit(at);
      for (int i = at.operands; i-- > 0;) open.push_back(at.operand[static_cast<std::size_t>(i)]);
    }
  }

  // Names ----------------------------------------------------------------------------------------

  void find_builtins() {
    for (std::size_t i = 0; i < names().size(); ++i) {
      for (const auto& [text, means] : kBuiltins) {
        if (names()[i] == text) model_.meanings[i] = {means, kNone};
      }
    }
  }

  void find_subjects() {
    for (const Statement& statement : model_.document.statements) {
      if (statement.kind != Kind::evolution && statement.kind != Kind::definition) continue;
      const std::string& name = names()[static_cast<std::size_t>(statement.name)];
      const bool is_setting = name == "dx" || name == "dt" || name == "inside";
      Meaning& means = meaning(statement.name);
      const bool is_twice = is_setting
                                ? setting(name) != kNone
                                : means.kind == Means::component || means.kind == Means::definition;
      if (is_twice) {
        complain(statement.name_place, in_quotes(name) + " is given twice");
      } else if (statement.kind == Kind::evolution) {
        if (is_setting || means.kind != Means::unknown) {
          complain(statement.name_place,
                   in_quotes(name) + " has a meaning of its own and cannot be a component");
          continue;
        }
        means = {Means::component, static_cast<int>(model_.components.size())};
        model_.components.push_back({.name = name,
                                     .order = statement.order,
                                     .expression = statement.expression,
                                     .place = statement.name_place});
      } else if (is_setting) {
        setting(name) = statement.expression;
        if (name == "inside") continue;
        ranged_.push_back(&statement);
      } else if (means.kind != Means::unknown || is_function(name)) {
        complain(statement.name_place,
                 in_quotes(name) + " has a meaning of its own and cannot be redefined");
      } else if (is_picture(statement.expression)) {
        means = {Means::component, static_cast<int>(model_.components.size())};
        model_.components.push_back({.name = name,
                                     .expression = zero(statement.name_place),
                                     .initial = statement.expression,
                                     .is_picture = true,
                                     .place = statement.name_place});
      } else {
        means = {Means::definition, statement.expression};
        ranged_.push_back(&statement);
      }
    }
    const bool is_still = std::all_of(model_.components.begin(), model_.components.end(),
                                      [](const Component& c) { return c.is_picture; });
    if (is_still && problems_.empty()) {
      complain({}, "a formula needs an equation in time, such as u' = D*lap(u)");
    }
  }
  /// Returns whether an expression is the picture and nothing else.
  [[nodiscard]] bool is_picture(int expression) const {
    const Node& at = node(expression);
    return at.operation == Operation::name && model_.meaning(at).kind == Means::picture;
  }
  /// Adds the number 0 to the document.
  int zero(const Place& place) {
    model_.document.nodes.push_back({.operation = Operation::number, .place = place});
    return static_cast<int>(model_.document.nodes.size()) - 1;
  }
  int& setting(std::string_view name) {
    return name == "dx" ? model_.dx : name == "dt" ? model_.dt : model_.inside;
  }
  static bool is_function(std::string_view name) {
    for (const FunctionName& function : function_names()) {
      if (function.text == name) return true;
    }
    return false;
  }

  /// Turns definitions that are differentiated into algebraic components.
  void find_differentiated() {
    std::vector<bool> is_wanted(names().size());
    for (const Statement& statement : model_.document.statements) {
      if (statement.expression == kNone) continue;
      for_each(statement.expression, [&](const Node& at) {
        const int name = differentiated_name(at);
        if (name != kNone) is_wanted[static_cast<std::size_t>(name)] = true;
      });
      const bool is_condition = statement.kind == Kind::value || statement.kind == Kind::slope;
      if (is_condition) is_wanted[static_cast<std::size_t>(statement.name)] = true;
    }
    for (const Statement& statement : model_.document.statements) {
      if (statement.kind != Kind::definition) continue;
      Meaning& means = meaning(statement.name);
      if (means.kind != Means::definition || means.index != statement.expression ||
          !is_wanted[static_cast<std::size_t>(statement.name)] || is_fixed(statement.expression)) {
        continue;
      }
      means = {Means::component, static_cast<int>(model_.components.size())};
      model_.components.push_back({.name = names()[static_cast<std::size_t>(statement.name)],
                                   .order = 0,
                                   .expression = statement.expression,
                                   .place = statement.name_place});
    }
    if (model_.components.size() > kMostComponents) {
      complain(model_.components[kMostComponents].place,
               "a formula has at most " + std::to_string(kMostComponents) +
                   " components; expressions with a Laplacian or a derivative count as components");
    }
  }
  /// Returns the name that a node differentiates in space; kNone: none.
  [[nodiscard]] int differentiated_name(const Node& at) const {
    if (at.operation == Operation::derivative) return at.name;
    if (at.operation != Operation::laplacian && at.operation != Operation::gradient) return kNone;
    const Node& operand = node(at.operand[0]);
    return operand.operation == Operation::name ? operand.name : kNone;
  }

  /// Returns whether an expression has no components, no place, no time and no noise. Cycles count
  /// as fixed: check_cycles() reports them.
  bool is_fixed(int root) {
    if (fixed_.empty()) fixed_.resize(model_.document.nodes.size(), Fixed::unknown);
    Fixed& known = fixed_[static_cast<std::size_t>(root)];
    if (known == Fixed::yes || known == Fixed::open) return true;
    if (known == Fixed::no) return false;
    known = Fixed::open;
    const Node& at = node(root);
    bool is = true;
    switch (at.operation) {
      case Operation::name: {
        const Meaning& means = meaning(at.name);
        is = means.kind == Means::definition
                 ? is_fixed(means.index)
                 : means.kind == Means::parameter || means.kind == Means::pi ||
                       means.kind == Means::dx || means.kind == Means::dt ||
                       means.kind == Means::width || means.kind == Means::height;
        break;
      }
      case Operation::rate:
      case Operation::derivative:
      case Operation::noise:
      case Operation::white:
      case Operation::integral:
        is = false;
        break;
      default:
        break;
    }
    for (int i = 0; i < at.operands; ++i)
      is = is_fixed(at.operand[static_cast<std::size_t>(i)]) && is;
    fixed_[static_cast<std::size_t>(root)] = is ? Fixed::yes : Fixed::no;
    return is;
  }

  /// Returns whether an expression consists of numbers and pi alone.
  [[nodiscard]] bool is_number(int root) const {
    bool is = true;
    for_each(root, [&](const Node& at) {
      if (at.operation == Operation::name) {
        is = is && model_.meaning(at).kind == Means::pi;
      } else if (at.operation >= Operation::noise || at.operation == Operation::rate) {
        is = false;
      }
    });
    return is;
  }

  /// A definition by a number alone is a parameter, and has a range. The spacing and the time step
  /// are parameters only with a range of their own.
  void find_parameters() {
    for (const Statement* statement : ranged_) {
      const std::string& name = names()[static_cast<std::size_t>(statement->name)];
      const bool is_setting = name == "dx" || name == "dt";
      const bool has_range = statement->lowest != kNone;
      if (has_range && !(is_number(statement->expression) && is_number(statement->lowest) &&
                         is_number(statement->highest))) {
        complain(statement->name_place, "a parameter with a range has a number as its value: " +
                                            name + " = 0.2 in [0, 1]");
        continue;
      }
      if (!is_number(statement->expression)) continue;
      if (is_setting && !has_range) continue;
      if (meaning(statement->name).kind == Means::component) continue;
      ConstantValues values(model_, {}, {1, 1});
      Parameter parameter{
          .name = name, .initial = values(statement->expression), .place = statement->name_place};
      const double twice = 2.0 * parameter.initial;
      parameter.minimum = has_range ? values(statement->lowest) : std::min(0.0, twice);
      parameter.maximum = has_range      ? values(statement->highest)
                          : twice == 0.0 ? 1.0
                                         : std::max(0.0, twice);
      if (!std::isfinite(parameter.initial) || !std::isfinite(twice)) {
        complain(statement->name_place, in_quotes(name) + " is no finite number");
        continue;
      }
      if (!(parameter.minimum < parameter.maximum) || !std::isfinite(parameter.minimum) ||
          !std::isfinite(parameter.maximum)) {
        complain(statement->name_place,
                 "the range of " + in_quotes(name) + " must go from a smaller to a larger number");
        continue;
      }
      if (parameter.initial < parameter.minimum || parameter.initial > parameter.maximum) {
        complain(statement->name_place,
                 "the value of " + in_quotes(name) + " lies outside of its range");
        continue;
      }
      if (model_.parameters.size() == kMostParameters) {
        complain(statement->name_place,
                 "a formula has at most " + std::to_string(kMostParameters) + " parameters");
        return;
      }
      const int index = static_cast<int>(model_.parameters.size());
      model_.parameters.push_back(parameter);
      if (!is_setting) meaning(statement->name) = {Means::parameter, index};
      if (is_setting) {
        // From now on the setting means the parameter, not the number.
        Node& number = model_.document.nodes[static_cast<std::size_t>(statement->expression)];
        number = {.operation = Operation::name, .name = statement->name, .place = number.place};
        meaning(statement->name) = {Means::parameter, index};
      }
    }
  }

  // Cycles ---------------------------------------------------------------------------------------

  void check_cycles() {
    std::vector<Fixed> state(names().size(), Fixed::unknown);
    const std::function<void(int)> visit = [&](int name) {
      state[static_cast<std::size_t>(name)] = Fixed::open;
      const Meaning means = meaning(name);
      const int expression =
          means.kind == Means::definition ? means.index
          : means.kind == Means::component &&
                  model_.components[static_cast<std::size_t>(means.index)].order == 0
              ? model_.components[static_cast<std::size_t>(means.index)].expression
          : means.kind == Means::dx && model_.dx != kNone ? model_.dx
          : means.kind == Means::dt && model_.dt != kNone ? model_.dt
                                                          : kNone;
      if (expression != kNone) {
        for_each(expression, [&](const Node& at) {
          if (at.name == kNone) return;
          const Fixed there = state[static_cast<std::size_t>(at.name)];
          if (there == Fixed::open) {
            complain(
                at.place,
                in_quotes(names()[static_cast<std::size_t>(name)]) + " depends on itself" +
                    (at.name == name
                         ? std::string()
                         : ", by way of " + in_quotes(names()[static_cast<std::size_t>(at.name)])));
          } else if (there == Fixed::unknown && problems_.size() < kMostProblems) {
            visit(at.name);
          }
        });
      }
      state[static_cast<std::size_t>(name)] = Fixed::yes;
    };
    for (const Statement& statement : model_.document.statements) {
      if (statement.kind != Kind::definition) continue;
      if (state[static_cast<std::size_t>(statement.name)] == Fixed::unknown) visit(statement.name);
    }
  }

  // Expressions ----------------------------------------------------------------------------------

  void check_statement(const Statement& statement) {
    switch (statement.kind) {
      case Kind::evolution:
        check_expression(statement.expression, Use::step);
        break;
      case Kind::definition: {
        const std::string& name = names()[static_cast<std::size_t>(statement.name)];
        const bool is_grid = name == "dx" || name == "dt";
        if (meaning(statement.name).kind == Means::component && is_picture(statement.expression)) {
          if (statement.lowest != kNone) complain(statement.name_place, "a picture has no range");
          break;
        }
        check_expression(statement.expression, is_grid            ? Use::range
                                               : name == "inside" ? Use::region
                                                                  : Use::step);
        break;
      }
      case Kind::initial:
        check_initial(statement);
        break;
      case Kind::value:
      case Kind::slope:
        check_condition(statement);
        break;
      case Kind::periodic:
      case Kind::absorbing:
      case Kind::stepping:
        break;
    }
  }

  void check_initial(const Statement& statement) {
    check_expression(statement.expression, Use::initial);
    Component* component = component_of(statement.name, statement.name_place);
    if (component == nullptr) return;
    if (component->order == 0) {
      complain(
          statement.name_place,
          in_quotes(component->name) + " is computed from the others and has no initial condition");
    } else if (component->is_picture) {
      complain(statement.name_place,
               in_quotes(component->name) + " begins as the picture and has no other beginning");
    } else if (statement.order == 1 && component->order != 2) {
      complain(statement.name_place,
               "only a component of second order in time, such as u'' = …, has an initial rate");
    } else {
      int& at = statement.order == 1 ? component->initial_rate : component->initial;
      if (at != kNone) complain(statement.name_place, "this initial condition is given twice");
      at = statement.expression;
    }
  }

  void check_condition(const Statement& statement) {
    const bool is_slope = statement.kind == Kind::slope;
    check_expression(statement.expression, is_slope ? Use::side_slope : Use::side_value);
    if (component_of(statement.name, statement.name_place) == nullptr) return;
    const int component = meaning(statement.name).index;
    for (const Side side : kSides) {
      if ((statement.sides >> static_cast<unsigned>(side) & 1U) == 0) continue;
      for (const Boundary& other : model_.boundaries) {
        if (other.side == side && other.component == component) {
          complain(statement.name_place, "this component has two conditions on one side");
          return;
        }
      }
      set_side(side, SideKind::by_conditions, statement.name_place);
      model_.boundaries.push_back({side, is_slope, component, statement.expression});
    }
  }

  /// Returns the component of this name; null: there is none, and the problem has been noted.
  Component* component_of(int name, const Place& place) {
    const Meaning& means = meaning(name);
    if (means.kind == Means::component)
      return &model_.components[static_cast<std::size_t>(means.index)];
    if (means.kind != Means::unknown) {
      complain(place, in_quotes(names()[static_cast<std::size_t>(name)]) + " is not a component");
    } else {
      complain_unknown(name, place, true);
    }
    return nullptr;
  }

  void complain_unknown(int name, const Place& place, bool as_component) {
    const std::string& text = names()[static_cast<std::size_t>(name)];
    const auto& unread = model_.document.unread;
    if (std::find(unread.begin(), unread.end(), text) != unread.end()) return;
    if (std::find(reported_.begin(), reported_.end(), name) != reported_.end()) return;
    reported_.push_back(name);
    std::vector<std::string_view> known;
    for (const Statement& s : model_.document.statements) {
      if (s.kind == Kind::evolution || s.kind == Kind::definition)
        known.push_back(names()[static_cast<std::size_t>(s.name)]);
    }
    for (const Builtin& builtin : kBuiltins) known.push_back(builtin.text);
    const std::string_view similar = most_similar(text, known);
    const std::string hint = similar.empty() ? "" : "; did you mean " + in_quotes(similar) + "?";
    if (model_.document.shown != kNone) {
      // An expression brings no names of its own.
      complain(place, "unknown name " + in_quotes(text) + hint);
    } else if (as_component) {
      complain(place, "the component " + in_quotes(text) + " is never given: add a line " + text +
                          "' = …" +
                          (similar.empty() ? "" : ", or did you mean " + in_quotes(similar) + "?"));
    } else {
      complain(place, "unknown name " + in_quotes(text) +
                          (similar.empty() ? ": add a line such as " + text + " = 1" : hint));
    }
  }

  void check_expression(int root, Use use) {
    for_each(root, [&](const Node& at) {
      if (problems_.size() < kMostProblems) check_node(at, use);
    });
  }

  void check_node(const Node& at, Use use) {
    switch (at.operation) {
      case Operation::name:
        check_name(at, use);
        break;
      case Operation::rate: {
        const Component* component = component_of(at.name, at.place);
        if (component == nullptr) break;
        if (component->order != 2) {
          complain(at.place, in_quotes(component->name + "'") +
                                 " may stand on the right only where " +
                                 in_quotes(component->name + "''") + " is given");
        }
        if (use != Use::step && use != Use::shown) complain(at.place, "a rate has no place here");
        break;
      }
      case Operation::derivative:
        if (at.direction == Direction::xy) {
          const std::string& name = names()[static_cast<std::size_t>(at.name)];
          complain(at.place, "give " + name + "_x a name: w = " + name + "_x, and write w_y");
          break;
        }
        check_differentiated(at, at.name, use);
        break;
      case Operation::laplacian:
      case Operation::gradient: {
        const Node& operand = node(at.operand[0]);
        const std::string what = at.operation == Operation::laplacian ? "lap" : "grad";
        if (operand.operation != Operation::name) {
          const Place& place = operand.place;
          complain(place, what + "(…) takes a component: give this expression a name, as in w = " +
                              text_of(place) + ", and write " + what + "(w)");
          break;
        }
        check_differentiated(at, operand.name, use);
        if (at.operation == Operation::gradient &&
            std::find(flux_gradients_.begin(), flux_gradients_.end(), &at) ==
                flux_gradients_.end()) {
          complain(at.place, "grad(…) stands only inside div(…), as in div(D*grad(u))");
        }
        break;
      }
      case Operation::divergence:
        check_divergence(at);
        break;
      case Operation::integral:
        check_integral(at, use);
        break;
      case Operation::noise:
      case Operation::white: {
        const Node& which = node(at.operand[0]);
        const bool is_index = which.operation == Operation::number && which.number >= 0.0 &&
                              which.number <= 1000.0 && which.number == std::floor(which.number);
        if (!is_index)
          complain(which.place,
                   "the number of a noise is a whole number up to 1000, as in noise(2)");
        break;
      }
      default:
        break;
    }
  }

  [[nodiscard]] std::string text_of(const Place& place) const {
    std::string text = quotable(
        std::string_view(model_.document.text).substr(place.begin, place.end - place.begin));
    if (text.size() > 2 && text.front() == '(' && text.back() == ')')
      text = text.substr(1, text.size() - 2);
    return text;
  }

  void check_differentiated(const Node& at, int name, Use use) {
    if (use != Use::step && use != Use::shown && use != Use::side_slope) {
      complain(at.place, "a derivative has no place here");
      return;
    }
    if (use == Use::side_slope) {
      complain(at.place, "a condition on a side takes the component itself, not its derivatives");
      return;
    }
    const Meaning& means = meaning(name);
    if (means.kind == Means::component) return;
    if (means.kind == Means::unknown) {
      complain_unknown(name, at.place, true);
    } else {
      complain(at.place, in_quotes(names()[static_cast<std::size_t>(name)]) +
                             " is the same everywhere or no component: it has no derivative");
    }
  }

  void check_name(const Node& at, Use use) {
    const Meaning& means = meaning(at.name);
    const std::string& name = names()[static_cast<std::size_t>(at.name)];
    switch (means.kind) {
      case Means::unknown:
        if (name == "u" || is_used_as_component(at.name)) {
          complain_unknown(at.name, at.place, true);
        } else if (is_function(name)) {
          complain(at.place,
                   "the function " + name + " needs its value in brackets: " + name + "(…)");
        } else {
          complain_unknown(at.name, at.place, false);
        }
        break;
      case Means::component:
        if (!may_have_components(use)) {
          complain(at.place,
                   "the component " + in_quotes(name) + " has no place here" + place_words(use));
        }
        break;
      case Means::definition:
        if (use == Use::range && !is_fixed(means.index)) {
          complain(at.place,
                   in_quotes(name) + " changes over the field or with time and has no place here");
        } else if (use == Use::shown && uses_medium_or_integral(means.index)) {
          complain(at.place, in_quotes(name) + " has " + kNotShown);
        } else if (use == Use::region && uses_noise(means.index)) {
          complain(at.place, in_quotes(name) + " has a noise and has no place here");
        } else if (!may_have_components(use) && uses_components(means.index)) {
          complain(at.place,
                   in_quotes(name) + " has a component and has no place here" + place_words(use));
        }
        break;
      case Means::x:
      case Means::y:
      case Means::medium:
        if (use == Use::range)
          complain(at.place,
                   in_quotes(name) + " has no place here: this is one number for the whole field");
        if (means.kind == Means::medium &&
            (use == Use::initial || use == Use::region || use == Use::shown)) {
          complain(at.place, "the medium's factor m has no place here");
        }
        break;
      case Means::time:
        if (use == Use::initial)
          complain(at.place, "an initial condition holds at time 0: t has no place here");
        if (use == Use::range) complain(at.place, "'t' has no place here");
        break;
      case Means::noise:
      case Means::white:
        if (use == Use::range || use == Use::region)
          complain(at.place, in_quotes(name) + " has no place here");
        break;
      case Means::picture:
        if (use == Use::initial || use == Use::region) break;
        complain(at.place,
                 "give the picture a name of its own, as in p = picture, and write p here");
        break;
      case Means::parameter:
      case Means::width:
      case Means::height:
      case Means::pi:
      case Means::dx:
      case Means::dt:
        break;
    }
  }
  static std::string place_words(Use use) {
    switch (use) {
      case Use::initial:
        return ": an initial condition depends on x, y and parameters";
      case Use::side_value:
        return ": a value on a side depends on x, y, t and parameters";
      case Use::region:
        return ": a region depends on x, y, t and parameters";
      case Use::range:
        return ": this is one number for the whole field";
      case Use::step:
      case Use::shown:
      case Use::side_slope:
        break;
    }
    return {};
  }
  static bool may_have_components(Use use) {
    return use == Use::step || use == Use::shown || use == Use::side_slope;
  }
  /// Returns whether an expression or a definition that it uses has a node of this kind.
  template <typename IsWanted>
  bool uses(int root, IsWanted is_wanted) {
    std::vector<bool> seen(names().size());
    bool found = false;
    const std::function<void(int)> visit = [&](int expression) {
      for_each(expression, [&](const Node& at) {
        found = found || is_wanted(at);
        if (at.name == kNone || seen[static_cast<std::size_t>(at.name)]) return;
        seen[static_cast<std::size_t>(at.name)] = true;
        const Meaning& means = meaning(at.name);
        if (means.kind == Means::definition) visit(means.index);
      });
    };
    visit(root);
    return found;
  }
  bool uses_components(int root) {
    return uses(root, [&](const Node& at) {
      return at.operation == Operation::rate || at.operation == Operation::derivative ||
             at.operation == Operation::integral ||
             (at.name != kNone && meaning(at.name).kind == Means::component);
    });
  }
  bool uses_noise(int root) {
    return uses(root, [&](const Node& at) {
      return at.operation == Operation::noise || at.operation == Operation::white ||
             (at.name != kNone &&
              (meaning(at.name).kind == Means::noise || meaning(at.name).kind == Means::white));
    });
  }
  bool uses_medium_or_integral(int root) {
    return uses(root, [&](const Node& at) {
      return at.operation == Operation::integral ||
             (at.name != kNone && meaning(at.name).kind == Means::medium);
    });
  }
  bool is_used_as_component(int name) {
    if (used_as_component_.empty()) {
      used_as_component_.resize(names().size());
      for (const Node& at : model_.document.nodes) {
        const int used = at.operation == Operation::rate ? at.name : differentiated_name(at);
        if (used != kNone) used_as_component_[static_cast<std::size_t>(used)] = true;
      }
    }
    return used_as_component_[static_cast<std::size_t>(name)];
  }

  /// A flux is a product with one gradient, or two products with the derivatives along x and y.
  void check_divergence(const Node& at) {
    if (at.operands == 1) {
      const Node* gradient = only_factor(
          at.operand[0], [](const Node& n) { return n.operation == Operation::gradient; });
      if (gradient == nullptr) {
        complain(at.place,
                 "div(…) takes a product with one grad(…), as in div(D*grad(u)), or the fluxes "
                 "along x and y, "
                 "as in div(Dx*u_x, Dy*u_y)");
      } else {
        flux_gradients_.push_back(gradient);
      }
      return;
    }
    for (int i = 0; i < 2; ++i) {
      const Direction wanted = i == 0 ? Direction::x : Direction::y;
      const int operand = at.operand[static_cast<std::size_t>(i)];
      const Node* slope = only_factor(operand, [&](const Node& n) {
        return n.operation == Operation::derivative && n.direction == wanted;
      });
      if (slope == nullptr) {
        complain(node(operand).place,
                 std::string("this flux takes a product with one derivative along ") +
                     (i == 0 ? "x, as in Dx*u_x" : "y, as in Dy*u_y"));
      }
    }
  }
  /// Returns the one factor of a product that is wanted; null: there is none, or another operator
  /// in space stands beside it.
  template <typename IsWanted>
  [[nodiscard]] const Node* only_factor(int root, IsWanted is_wanted) const {
    std::vector<int> open{root};
    const Node* found = nullptr;
    while (!open.empty()) {
      const Node& at = node(open.back());
      open.pop_back();
      if (is_wanted(at)) {
        if (found != nullptr) return nullptr;
        found = &at;
      } else if (at.operation == Operation::multiply) {
        open.push_back(at.operand[0]);
        open.push_back(at.operand[1]);
      } else if (at.operation == Operation::negate) {
        open.push_back(at.operand[0]);
      } else if (at.operation == Operation::divide) {
        open.push_back(at.operand[0]);
        if (has_operator(at.operand[1])) return nullptr;
      } else if (has_operator(static_cast<int>(&at - model_.document.nodes.data()))) {
        return nullptr;
      }
    }
    return found;
  }
  [[nodiscard]] bool has_operator(int root) const {
    bool has = false;
    for_each(root, [&](const Node& at) {
      has = has || at.operation >= Operation::integral || at.operation == Operation::rate ||
            at.operation == Operation::noise || at.operation == Operation::white;
    });
    return has;
  }

  void check_integral(const Node& at, Use use) {
    if (use != Use::step && use != Use::side_slope && use != Use::side_value)
      complain(at.place, "integral(…) has no place here");
    int inner = 0;
    for_each(at.operand[0],
             [&](const Node& n) { inner += n.operation >= Operation::integral ? 1 : 0; });
    if (inner > 0)
      complain(at.place,
               "integral(…) takes no derivatives and no other integral: give them a name");
    if (at.operands < 2) return;
    const Node& every = node(at.operand[1]);
    const bool is_count = every.operation == Operation::number && every.number >= 1.0 &&
                          every.number <= 1e6 && every.number == std::floor(every.number);
    if (!is_count)
      complain(every.place,
               "integral(a, n) is renewed every n steps: n is a whole number from 1 on");
  }

  // Sides and stepping ---------------------------------------------------------------------------

  void set_side(Side side, SideKind kind, const Place& place) {
    SideKind& at = model_.sides[static_cast<std::size_t>(side)];
    if (at != SideKind::by_scene && at != kind) {
      complain(place, "a side is periodic, absorbing, or has values and slopes: only one of these");
      return;
    }
    at = kind;
  }

  void check_sides() {
    Place place;
    for (const Statement& statement : model_.document.statements) {
      if (statement.kind != Kind::periodic && statement.kind != Kind::absorbing) continue;
      place = statement.name_place;
      for (const Side side : kSides) {
        if ((statement.sides >> static_cast<unsigned>(side) & 1U) == 0) continue;
        set_side(side, statement.kind == Kind::periodic ? SideKind::periodic : SideKind::absorbing,
                 place);
      }
      const bool all_second = std::all_of(model_.components.begin(), model_.components.end(),
                                          [](const Component& c) { return c.order == 2; });
      if (statement.kind == Kind::absorbing && !all_second) {
        complain(place, "only waves leave by absorbing sides: equations such as u'' = c2*lap(u)");
      }
    }
    const auto is_periodic = [&](Side side) {
      return model_.sides[static_cast<std::size_t>(side)] == SideKind::periodic;
    };
    if (is_periodic(Side::left) != is_periodic(Side::right))
      complain(place, "left and right are periodic together");
    if (is_periodic(Side::top) != is_periodic(Side::bottom))
      complain(place, "top and bottom are periodic together");
  }

  void check_stepping() {
    Place place;
    Stepping wanted = Stepping::automatic;
    for (const Statement& statement : model_.document.statements) {
      if (statement.kind != Kind::stepping) continue;
      place = statement.place;
      if (wanted != Stepping::automatic) complain(place, "the time stepping is given twice");
      wanted = statement.stepping;
    }
    const auto count = [&](int order) {
      return static_cast<std::size_t>(
          std::count_if(model_.components.begin(), model_.components.end(),
                        [&](const Component& c) { return c.order == order; }));
    };
    const std::size_t second = count(2);
    const std::size_t first = count(1);
    const std::size_t all = model_.components.size();
    if (wanted == Stepping::automatic) wanted = second > 0 ? Stepping::leapfrog : Stepping::euler;
    model_.stepping = wanted;
    const bool adds_one = wanted == Stepping::midpoint || wanted == Stepping::heun ||
                          wanted == Stepping::ab2;  // a plane for each component
    const bool is_one_step = adds_one || wanted == Stepping::rk4;
    if (is_one_step && second > 0) {
      complain(
          place,
          "this time stepping takes equations of first order: write u'' = … as u' = v and v' = …");
    }
    if (wanted == Stepping::euler && second > 0) {
      complain(place, "u'' = … is stepped by leapfrog, or written as u' = v and v' = …");
    }
    if (wanted == Stepping::leapfrog && second == 0)
      complain(place, "leapfrog takes equations u'' = …");
    const std::size_t added = wanted == Stepping::rk4 ? 2 * first : adds_one ? first : 0;
    if (all + added > kMostPlanes) {
      complain(place, "this time stepping needs " + std::to_string(all + added) +
                          " planes for these components; there are at most " +
                          std::to_string(kMostPlanes));
    }
  }

  /// Algebraic components are computed one after the other: each after those that it contains.
  void order_algebraic_components() {
    std::vector<int> order;
    std::vector<bool> is_done(model_.components.size());
    std::vector<bool> seen(names().size());
    const std::function<void(int)> visit = [&](int expression) {
      for_each(expression, [&](const Node& at) {
        if (at.name == kNone || seen[static_cast<std::size_t>(at.name)]) return;
        seen[static_cast<std::size_t>(at.name)] = true;
        const Meaning& means = meaning(at.name);
        if (means.kind == Means::definition) visit(means.index);
        if (means.kind != Means::component) return;
        const Component& component = model_.components[static_cast<std::size_t>(means.index)];
        if (component.order != 0) return;
        visit(component.expression);
        order.push_back(means.index);
        is_done[static_cast<std::size_t>(means.index)] = true;
      });
    };
    for (const Component& component : model_.components) {
      if (component.order != 0) visit(component.expression);
    }
    for (std::size_t i = 0; i < model_.components.size(); ++i) {
      if (model_.components[i].order == 0 && !is_done[i]) {
        visit(model_.components[i].expression);
        if (!is_done[i]) order.push_back(static_cast<int>(i));
        is_done[i] = true;
      }
    }
    model_.algebraic = std::move(order);
  }

  enum class Fixed : std::uint8_t { unknown, open, yes, no };

  Model model_;
  std::vector<Problem>& problems_;
  std::vector<const Statement*> ranged_;  ///< definitions that may be parameters
  std::vector<Fixed> fixed_;
  std::vector<int> reported_;
  std::vector<bool> used_as_component_;
  std::vector<const Node*> flux_gradients_;
};

}  // namespace

namespace {

std::optional<Model> checked_model(Document document, std::vector<Problem>& problems) {
  if (document.statements.empty() && !problems.empty()) return std::nullopt;
  std::optional<Model> model = Checker(std::move(document), problems).check();
  std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
    return a.place.begin < b.place.begin;
  });
  return model;
}

}  // namespace

std::optional<Model> read(std::string_view text, std::vector<Problem>& problems) {
  return checked_model(parse(text, problems), problems);
}

std::optional<Model> read(std::string_view text, std::string_view shown,
                          std::vector<Problem>& problems) {
  return checked_model(parse(text, shown, problems), problems);
}

}  // namespace heatwave::field::formula
