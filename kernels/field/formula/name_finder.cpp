// Names are built in, or a statement gives them: a component, a parameter, a definition, a setting.
#include "kernels/field/formula/name_finder.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace heatwave::field::formula {
namespace {

class NameFinder : DraftChecks {
 public:
  NameFinder(Draft& draft, std::vector<Problem>& problems) : DraftChecks(draft, problems) {}

  void find() {
    model_.meanings.resize(names().size());
    find_builtins();
    find_subjects();
    find_differentiated();
    find_parameters();
    check_cycles();
  }

 private:
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
  /// Adds the number 0 to the document.
  int zero(const Place& place) {
    model_.document.nodes.push_back({.operation = Operation::number, .place = place});
    return static_cast<int>(model_.document.nodes.size()) - 1;
  }
  int& setting(std::string_view name) {
    return name == "dx" ? model_.dx : name == "dt" ? model_.dt : model_.inside;
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

  std::vector<const Statement*> ranged_;  ///< definitions that may be parameters
};

}  // namespace

void find_names(Draft& draft, std::vector<Problem>& problems) {
  NameFinder(draft, problems).find();
}

}  // namespace heatwave::field::formula
