// Models become programs here: each time stepping is a list of sub-steps.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kernels/field/formula/folded_expressions.h"
#include "kernels/field/formula/program.h"
#include "kernels/field/formula/sub_step_builder.h"

namespace heatwave::field::formula {
namespace {

/// Puts the sub-steps of a time stepping together.
class Lowering {
 public:
  explicit Lowering(const Model& model) : model_(model), folded_(model, program_) {}

  Program lower() {
    for (std::size_t c = 0; c < model_.components.size(); ++c) {
      const int index = static_cast<int>(c);
      program_.planes.push_back({model_.components[c].name, index, index});
      if (model_.components[c].order == 2) program_.steps_back = 1;
      if (model_.components[c].order != 0) evolving_.push_back(index);
    }
    add_steps();
    make_writes_odd();
    add_conditions();
    program_.absorbs =
        std::all_of(model_.components.begin(), model_.components.end(),
                    [](const Component& c) { return c.order == 2; }) &&
        std::all_of(program_.steps.front().outputs.begin(), program_.steps.front().outputs.end(),
                    [](const Output& o) { return o.speed_squared != kNone; });
    if (!program_.absorbs && std::find(model_.sides.begin(), model_.sides.end(),
                                       SideKind::absorbing) != model_.sides.end()) {
      throw NotLowered{{model_.components[0].place,
                        "waves leave by absorbing sides only where each equation has one lap(…) "
                        "of its own component, times a number"}};
    }
    return std::move(program_);
  }

 private:
  using Names = std::vector<int>;

  [[nodiscard]] Names own_planes() const {
    Names planes;
    for (std::size_t c = 0; c < model_.components.size(); ++c)
      planes.push_back(static_cast<int>(c));
    return planes;
  }
  SubStepBuilder builder(Names planes, double time) {
    return {model_, program_, folded_, std::move(planes), time};
  }

  int add_plane(std::string name, int parent) {
    program_.planes.push_back({std::move(name), kNone, parent});
    return static_cast<int>(program_.planes.size()) - 1;
  }
  /// Adds one plane for each evolving component and returns their indices by component.
  Names add_planes(const std::string& suffix) {
    Names planes(model_.components.size(), kNone);
    for (const int c : evolving_) {
      planes[static_cast<std::size_t>(c)] =
          add_plane(model_.components[static_cast<std::size_t>(c)].name + suffix, c);
    }
    return planes;
  }
  /// Returns the planes that a stage reads: the stage's own, and those of algebraic components.
  [[nodiscard]] Names read_planes(const Names& stage) const {
    Names planes = own_planes();
    for (const int c : evolving_)
      planes[static_cast<std::size_t>(c)] = stage[static_cast<std::size_t>(c)];
    return planes;
  }

  /// Computes the wanted algebraic components from these planes, several in one sub-step where none
  /// reads another.
  void add_algebraic(const Names& planes, double time, const std::vector<bool>& wanted) {
    std::vector<int> group;
    const auto finish = [&] {
      if (group.empty()) return;
      SubStepBuilder step = builder(planes, time);
      for (const int c : group) {
        step.add_value(model_.components[static_cast<std::size_t>(c)].expression, c, c);
      }
      program_.steps.push_back(step.finish());
      group.clear();
    };
    for (const int c : model_.algebraic) {
      if (!wanted[static_cast<std::size_t>(c)]) continue;
      const std::vector<bool> used =
          used_by({model_.components[static_cast<std::size_t>(c)].expression});
      const bool reads_group = std::any_of(group.begin(), group.end(), [&](int other) {
        return used[static_cast<std::size_t>(other)];
      });
      if (reads_group) finish();
      group.push_back(c);
    }
    finish();
  }
  void add_algebraic(const Names& planes, double time) {
    add_algebraic(planes, time, std::vector<bool>(model_.components.size(), true));
  }
  /// A step writes each component an odd number of times, so that after it all components are in
  /// the same planes of the two that steps alternate between.
  void make_writes_odd() {
    std::vector<bool> is_even(model_.components.size(), true);
    for (const SubStep& step : program_.steps) {
      for (const Output& output : step.outputs) {
        const auto plane = static_cast<std::size_t>(output.plane);
        if (plane < is_even.size()) is_even[plane] = !is_even[plane];
      }
    }
    add_algebraic(own_planes(), 1.0, is_even);
  }
  /// Returns which components expressions use, also by way of definitions and algebraic components.
  [[nodiscard]] std::vector<bool> used_by(std::vector<int> open) const {
    std::vector<bool> used(model_.components.size());
    std::vector<bool> seen(model_.document.nodes.size());
    while (!open.empty()) {
      const int index = open.back();
      open.pop_back();
      if (seen[static_cast<std::size_t>(index)]) continue;
      seen[static_cast<std::size_t>(index)] = true;
      const Node& node = model_.document.node(index);
      for (int i = 0; i < node.operands; ++i)
        open.push_back(node.operand[static_cast<std::size_t>(i)]);
      if (node.name == kNone) continue;
      const Meaning& means = model_.meaning(node);
      if (means.kind == Meaning::Kind::definition) open.push_back(means.index);
      if (means.kind != Meaning::Kind::component) continue;
      used[static_cast<std::size_t>(means.index)] = true;
      const Component& component = model_.components[static_cast<std::size_t>(means.index)];
      if (component.order == 0) open.push_back(component.expression);
    }
    return used;
  }

  void add_steps() {
    switch (model_.stepping) {
      case Stepping::automatic:
      case Stepping::euler:
      case Stepping::leapfrog:
        add_euler();
        break;
      case Stepping::staggered:
        for (const int c : evolving_) {
          add_algebraic(own_planes(), 0.0,
                        used_by({model_.components[static_cast<std::size_t>(c)].expression}));
          SubStepBuilder step = builder(own_planes(), 0.0);
          step.add_step(c, c, c, scale_of(c));
          program_.steps.push_back(step.finish());
        }
        break;
      case Stepping::midpoint:
        add_midpoint();
        break;
      case Stepping::heun:
        add_heun();
        break;
      case Stepping::rk4:
        add_rk4();
        break;
      case Stepping::ab2:
        add_ab2();
        break;
    }
  }
  int scale_of(int component) {
    const int dt = folded_.dt();
    return model_.components[static_cast<std::size_t>(component)].order == 2
               ? folded_.multiply(dt, dt)
               : dt;
  }
  int part_of_dt(double numerator, double denominator) {
    const int part = folded_.divide(folded_.number(numerator), folded_.number(denominator));
    return folded_.multiply(folded_.dt(), part);
  }

  void add_euler() {
    add_algebraic(own_planes(), 0.0);
    SubStepBuilder step = builder(own_planes(), 0.0);
    for (const int c : evolving_) step.add_step(c, c, c, scale_of(c));
    program_.steps.push_back(step.finish());
  }

  /// s = u + dt/2·f(u);  u = u + dt·f(s)
  void add_midpoint() {
    const Names stage = add_planes(" stage");
    add_algebraic(own_planes(), 0.0);
    SubStepBuilder first = builder(own_planes(), 0.0);
    for (const int c : evolving_) {
      first.add_terms({first.term(first.centre(c), folded_.one()),
                       first.term(first.rate_of(c), part_of_dt(1.0, 2.0))},
                      at(stage, c), c);
    }
    program_.steps.push_back(first.finish());
    add_algebraic(read_planes(stage), 0.5);
    SubStepBuilder second = builder(read_planes(stage), 0.5);
    for (const int c : evolving_) {
      second.add_terms({second.term(second.centre(c), folded_.one()),
                        second.term(second.rate_of(c), folded_.dt())},
                       c, c);
    }
    program_.steps.push_back(second.finish());
  }

  /// s = u + dt·f(u);  u = (u + s)/2 + dt/2·f(s)
  void add_heun() {
    const Names stage = add_planes(" stage");
    add_algebraic(own_planes(), 0.0);
    SubStepBuilder first = builder(own_planes(), 0.0);
    for (const int c : evolving_) {
      const int rate = first.rate_of(c);
      first.add_terms({first.term(first.centre(c), folded_.one()), first.term(rate, folded_.dt())},
                      at(stage, c), c);
    }
    program_.steps.push_back(first.finish());
    add_algebraic(read_planes(stage), 1.0);
    SubStepBuilder second = builder(read_planes(stage), 1.0);
    const int half = folded_.number(0.5);
    for (const int c : evolving_) {
      const int rate = second.rate_of(c);
      const int both = second.binary(Op::add, second.centre(c), second.centre(at(stage, c)));
      second.add_terms({second.term(both, half), second.term(rate, part_of_dt(1.0, 2.0))}, c, c);
    }
    program_.steps.push_back(second.finish());
  }

  /// The classical four stages; `total` adds them up.
  void add_rk4() {
    const Names stage = add_planes(" stage");
    const Names total = add_planes(" total");
    struct Stage {
      double time;
      int next;    ///< part of dt that leads to the next stage
      int weight;  ///< part of dt in the total
    };
    const int half = part_of_dt(1.0, 2.0);
    const int sixth = part_of_dt(1.0, 6.0);
    const int third = part_of_dt(1.0, 3.0);
    const Stage stages[] = {
        {0.0, half, sixth}, {0.5, half, third}, {0.5, folded_.dt(), third}, {1.0, kNone, sixth}};
    for (int i = 0; i < 4; ++i) {
      const Stage& now = stages[i];
      const Names planes = i == 0 ? own_planes() : read_planes(stage);
      add_algebraic(planes, now.time);
      SubStepBuilder step = builder(planes, now.time);
      for (const int c : evolving_) {
        const int rate = step.rate_of(c);
        const int before = step.centre(i == 0 ? c : at(total, c));
        step.add_terms({step.term(before, folded_.one()), step.term(rate, now.weight)},
                       i == 3 ? c : at(total, c), c);
        if (i == 3) continue;
        step.add_terms({step.term(step.centre(c), folded_.one()), step.term(rate, now.next)},
                       at(stage, c), c);
      }
      program_.steps.push_back(step.finish());
    }
  }

  /// u = u + dt·(f + (f − f before)/2); the rates f are kept as components, since they are state.
  void add_ab2() {
    Names rates(model_.components.size(), kNone);
    for (const int c : evolving_) {
      const int plane = static_cast<int>(program_.planes.size());
      program_.planes.push_back(
          {model_.components[static_cast<std::size_t>(c)].name + "'", plane, plane});
      rates[static_cast<std::size_t>(c)] = plane;
    }
    add_algebraic(own_planes(), 0.0);
    SubStepBuilder step = builder(own_planes(), 0.0);
    const int weight = step.expressions().uniform(Uniform::Kind::second_weight);
    for (const int c : evolving_) {
      const int rate = step.rate_of(c);
      const int change = step.binary(Op::subtract, rate, step.centre(at(rates, c)));
      const int mean = step.expressions().value_of(
          {step.term(step.binary(Op::multiply, weight, change), folded_.one()),
           step.term(rate, folded_.one())});
      step.add_terms({step.term(step.centre(c), folded_.one()), step.term(mean, folded_.dt())}, c,
                     c);
      step.add_terms({step.term(rate, folded_.one())}, at(rates, c), at(rates, c));
    }
    program_.steps.push_back(step.finish());
  }
  static int at(const Names& planes, int component) {
    return planes[static_cast<std::size_t>(component)];
  }

  void add_conditions() {
    for (const Boundary& boundary : model_.boundaries) {
      SubStepBuilder step = builder(own_planes(), 0.0);
      Terms terms = step.expressions().terms_of(boundary.expression);
      if (boundary.is_slope) terms = step.expressions().scaled(std::move(terms), folded_.dx());
      step.add_terms(terms, boundary.component, boundary.component);
      program_.sides.push_back(
          {boundary.side, boundary.is_slope, boundary.component, step.finish()});
    }
    const auto start_of = [&](int expression, int scale) {
      if (expression == kNone) return SubStep{};
      SubStepBuilder step = builder(own_planes(), 0.0);
      step.add_terms(step.expressions().scaled(step.expressions().terms_of(expression), scale), 0,
                     0);
      return step.finish();
    };
    for (const Component& component : model_.components) {
      program_.initial.push_back(start_of(component.initial, folded_.one()));
      program_.initial_rate.push_back(start_of(component.initial_rate, folded_.dt()));
    }
    program_.inside = start_of(model_.inside, folded_.one());
    program_.shown = start_of(model_.document.shown, folded_.one());
  }

  const Model& model_;
  Program program_;
  FoldedExpressions folded_;
  std::vector<int> evolving_;
};

}  // namespace

Program program_of(const Model& model, std::vector<Problem>& problems) {
  try {
    return Lowering(model).lower();
  } catch (const NotLowered& not_lowered) {
    problems.push_back(not_lowered.problem);
    return {};
  }
}

}  // namespace heatwave::field::formula
