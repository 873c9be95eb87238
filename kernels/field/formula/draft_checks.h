// The steps of a formula's check share the model, as far as it is made, and its mistakes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/field/formula/model.h"

namespace heatwave::field::formula {

/// A model that is being made of a document.
struct Draft {
  enum class Fixed : std::uint8_t { unknown, open, yes, no };

  Model model;
  std::vector<Fixed> fixed;  ///< one for each node; empty: no node has been looked at
};

struct Builtin {
  std::string_view text;
  Meaning::Kind means;
};
inline constexpr Builtin kBuiltins[] = {
    {"x", Meaning::Kind::x},         {"y", Meaning::Kind::y},
    {"t", Meaning::Kind::time},      {"W", Meaning::Kind::width},
    {"H", Meaning::Kind::height},    {"pi", Meaning::Kind::pi},
    {"m", Meaning::Kind::medium},    {"noise", Meaning::Kind::noise},
    {"white", Meaning::Kind::white}, {"dx", Meaning::Kind::dx},
    {"dt", Meaning::Kind::dt},       {"picture", Meaning::Kind::picture},
};

inline std::string in_quotes(std::string_view text) { return "'" + std::string(text) + "'"; }

/// Returns whether a name is a function's.
bool is_function(std::string_view name);

class DraftChecks {
 protected:
  using Kind = Statement::Kind;
  using Means = Meaning::Kind;
  using Fixed = Draft::Fixed;

  DraftChecks(Draft& draft, std::vector<Problem>& problems)
      : model_(draft.model), fixed_(draft.fixed), problems_(problems) {}

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

  /// Returns whether an expression is the picture and nothing else.
  [[nodiscard]] bool is_picture(int expression) const;
  /// Returns the name that a node differentiates in space; kNone: none.
  [[nodiscard]] int differentiated_name(const Node& at) const;
  /// Returns whether an expression has no components, no place, no time and no noise. Cycles count
  /// as fixed, since they are mistakes.
  bool is_fixed(int root);

  Model& model_;
  std::vector<Fixed>& fixed_;
  std::vector<Problem>& problems_;
};

}  // namespace heatwave::field::formula
