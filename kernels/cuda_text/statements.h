// Checks statements and compiles them. After a mistake the next statement is checked, too.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "kernels/cuda_text/expressions.h"

namespace heatwave::cuda_text {

class Statements {
 public:
  explicit Statements(Workplace& at)
      : at_(at),
        expressions_(at, [this](const Function& function, const std::optional<Value>& result) {
          body(function, result, false);
        }) {}

  /// Compiles a kernel's body, whose parameters are declared.
  void kernel_body(const Function& function) { body(function, std::nullopt, true); }
  /// Compiles a device function by itself, to find its mistakes.
  void device_body(const Function& function);
  /// Declares memory outside of functions.
  void declare_memory(const Variable& variable);

 private:
  /// A loop or a switch, with the jumps that leave it.
  struct Flow {
    bool is_loop = false;
    std::vector<int> breaks;
    std::vector<int> continues;
  };
  struct Running {
    bool is_kernel = false;
    std::optional<Value> result;
    std::vector<int> returns;
    std::vector<Flow> flows;
  };

  void body(const Function& function, const std::optional<Value>& result, bool is_kernel);
  void statement(const Statement& statement);
  /// Records a mistake; rejects what follows it, too, where the kernel is too long already.
  void go_on_after(const Rejected& rejected);
  void compile(const Statement& statement);
  void block(const Statement& statement);
  void if_else(const Statement& statement);
  void loop(const Statement& statement);
  void do_loop(const Statement& statement);
  void switch_case(const Statement& statement);
  void returned(const Statement& statement);
  void leave(const Statement& statement, bool breaks);
  void variable(const Variable& variable);
  void automatic(const Variable& variable);
  void ordinary(const Variable& variable);
  void shared(const Variable& variable);
  int add_object(const Variable& variable, const Type* type, MemoryObject::Space space);
  [[nodiscard]] bool runs_known_times(const Statement& loop);
  void land_all(const std::vector<int>& jumps);
  [[nodiscard]] std::optional<bool> known_condition(const ExpressionPointer& condition);

  Workplace& at_;
  Expressions expressions_;
  std::vector<Running> running_;
  /// Memory objects by their declaration and the template's arguments.
  std::map<std::pair<const Variable*, std::string>, int> objects_;
  int extern_shared_ = -1;
};

/// Returns how the elements of a type are divided into cells.
Layout layout_of(const Type& element);

}  // namespace heatwave::cuda_text
