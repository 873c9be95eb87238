// A time step keeps u and its change apart, so that the writer can fold their factors.
#include "kernels/field/formula/sub_step_builder.h"

namespace heatwave::field::formula {

SubStepBuilder::SubStepBuilder(const Model& model, Program& program, FoldedExpressions& folded,
                               std::vector<int> plane_of, double time)
    : model_(model),
      folded_(folded),
      step_{.time = time, .plane_of = std::move(plane_of)},
      expressions_({.model = model,
                    .program = program,
                    .folded = folded,
                    .graph = graph_,
                    .planes = step_.plane_of}) {}

void SubStepBuilder::add_step(int component, int base_plane, int plane, int scale) {
  const Component& what = model_.components[static_cast<std::size_t>(component)];
  StepSum sum{.terms = expressions_.scaled(expressions_.terms_of(what.expression), scale),
              .centre = centre(base_plane)};
  if (what.order == 2) {
    sum.difference = binary(Op::subtract, sum.centre, graph_.input(Op::older, base_plane));
  }
  sum.own_laplacian =
      graph_.input(Op::laplacian, step_.plane_of[static_cast<std::size_t>(component)]);
  sums_.push_back({.plane = plane, .fixed_plane = component, .sum = std::move(sum)});
}

void SubStepBuilder::add_value(int expression, int plane, int fixed_plane) {
  add_terms(expressions_.terms_of(expression), plane, fixed_plane);
}

void SubStepBuilder::add_terms(const Terms& terms, int plane, int fixed_plane) {
  StepSum sum;
  sum.terms = {term(expressions_.value_of(terms), folded_.one())};
  sum.is_plain = true;
  sums_.push_back({.plane = plane, .fixed_plane = fixed_plane, .sum = std::move(sum)});
}

int SubStepBuilder::rate_of(int component) {
  const Component& what = model_.components[static_cast<std::size_t>(component)];
  return expressions_.value_of(expressions_.terms_of(what.expression));
}

SubStep SubStepBuilder::finish() {
  write_operations(graph_, folded_, sums_, step_);
  return std::move(step_);
}

}  // namespace heatwave::field::formula
