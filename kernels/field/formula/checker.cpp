// The statements of a formula are checked against each other here: whether everything that is used
// is given and has its place there, and whether the time stepping fits.
#include <algorithm>
#include <cmath>
#include <functional>

#include "kernels/field/formula/name_finder.h"

namespace heatwave::field::formula {
namespace {

using Means = Meaning::Kind;

/// Where an expression stands decides what it may contain.
enum class Use : std::uint8_t { step, shown, initial, side_value, side_slope, region, range };

constexpr const char* kNotShown =
    "the medium's factor m or an integral, which an expression that is shown may not have";

class Checker : DraftChecks {
 public:
  Checker(Draft& draft, std::vector<Problem>& problems) : DraftChecks(draft, problems) {}

  /// Adds to the model what the statements say of its components.
  void check() {
    for (const Statement& statement : model_.document.statements) check_statement(statement);
    if (model_.document.shown != kNone) check_expression(model_.document.shown, Use::shown);
    check_sides();
    check_stepping();
    if (problems_.empty()) order_algebraic_components();
  }

 private:
  using Kind = Statement::Kind;

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

  std::vector<int> reported_;
  std::vector<bool> used_as_component_;
  std::vector<const Node*> flux_gradients_;
};

std::optional<Model> checked_model(Document document, std::vector<Problem>& problems) {
  if (document.statements.empty() && !problems.empty()) return std::nullopt;
  Draft draft;
  draft.model.document = std::move(document);
  find_names(draft, problems);
  Checker(draft, problems).check();
  std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
    return a.place.begin < b.place.begin;
  });
  if (!problems.empty()) return std::nullopt;
  return std::move(draft.model);
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
