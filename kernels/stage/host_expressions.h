// The values and variables of a lesson's host code, and its expressions.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "kernels/cuda_text/syntax.h"
#include "kernels/cuda_text/types.h"
#include "kernels/stage/host_runtime.h"

namespace heatwave::stage {

struct HostVariable;
struct HostValue;

/// Host memory: the interpreter's own, or an array on the board.
struct HostMemory {
  std::shared_ptr<std::vector<double>> cells;  ///< null: it is the array
  Array array = {};
};
struct HostObject {
  const cuda_text::Structure* type = nullptr;
  std::vector<HostVariable> members;
};
struct HostAddress {
  HostVariable* of = nullptr;
};
struct HostList {
  std::vector<HostValue> values;
};
/// An element of host memory.
struct HostElement {
  HostMemory memory;
  std::int64_t index = 0;
};

struct HostValue {
  std::variant<std::monostate, double, Dim, DevicePointer, HostMemory, HostObject, HostAddress,
               HostList>
      of;
  bool is_whole = true;  ///< a number of an integer type
};

struct HostVariable {
  std::string name;
  const cuda_text::TypeName* type = nullptr;
  HostValue value = {};
  std::optional<Array> shown = {};  ///< none: it is not on the board
};

/// The variables of a function and of its blocks; they stay where they are.
struct HostFrame {
  std::deque<std::deque<HostVariable>> scopes{1};
  HostObject* self = nullptr;  ///< null: the function is no method
  int line = 0;                ///< line of the call of a method
};

/// Throws core::Error for host code that the stage does not play.
[[noreturn]] void refuse_host_code(int line, const std::string& what);
inline HostValue host_number(double value, bool is_whole = true) { return {value, is_whole}; }
/// Converts a number as an assignment to this type does; other values stay as they are.
HostValue host_converted(HostValue value, const cuda_text::TypeName& type);

/// The variables that the code sees.
class HostNames : core::NonCopyable {
 public:
  void enter() { frames_.emplace_back(); }
  /// Enters a method that is called in this line.
  void enter(HostObject& self, int line) {
    HostFrame& frame = frames_.emplace_back();
    frame.self = &self;
    frame.line = line;
  }
  /// Returns the line of the host function that calls this method; 0: this is no method.
  [[nodiscard]] int line_of_call() const { return frames_.size() < 2 ? 0 : frames_[1].line; }
  void leave() { frames_.pop_back(); }
  void enter_scope() { frames_.back().scopes.emplace_back(); }
  void leave_scope() { frames_.back().scopes.pop_back(); }
  std::deque<HostVariable>& scope() { return frames_.back().scopes.back(); }
  HostVariable& declare(HostVariable variable) { return scope().emplace_back(std::move(variable)); }
  /// Null: there is no variable with this name.
  HostVariable* find(const std::string& name);

 private:
  std::deque<HostFrame> frames_;
};

/// Evaluates expressions and carries out the calls in them.
class HostExpressions : core::NonCopyable {
 public:
  /// `call_method`: plays a method of an object; `destroy`: destroys the copy that a launch got.
  using CallMethod = std::function<HostValue(HostObject&, const cuda_text::Function&, int line)>;
  using Destroy = std::function<void(HostObject&, int line)>;

  HostExpressions(const KernelText& kernels, const HostInputs& inputs, HostRuntime& runtime,
                  CallMethod call_method, Destroy destroy)
      : kernels_(kernels),
        inputs_(inputs),
        runtime_(runtime),
        call_method_(std::move(call_method)),
        destroy_(std::move(destroy)),
        moved_(first_host_line(kernels) - 1 - kernels.host()->lines_above()) {}

  [[nodiscard]] HostNames& names() { return names_; }
  /// Returns the line in the text that is shown: for code of a method, that of its call. An edited
  /// kernel may move the host's code.
  [[nodiscard]] int line_of(cuda_text::Place place) const {
    const int called = names_.line_of_call();
    return called > 0 ? called : place.line + moved_;
  }
  HostValue value(const cuda_text::Expression& expression);
  double numeric(const cuda_text::Expression& expression);
  /// Returns a dim3 of the expression's parts; those that are missing are 1.
  Dim dim_of(const cuda_text::Expression& expression);
  /// Evaluates what a variable gets; the board may show the error that a call returns.
  HostValue value_for(const HostVariable& variable, const cuda_text::Expression& expression);

 private:
  [[nodiscard]] const cuda_text::TypeTable& types() const { return kernels_.host()->types(); }
  std::int64_t whole(const cuda_text::Expression& expression) {
    return static_cast<std::int64_t>(numeric(expression));
  }
  Dim extent(const cuda_text::Expression& expression);
  HostVariable& variable_at(const cuda_text::Expression& expression);
  std::optional<HostElement> element_at(const cuda_text::Expression& expression);
  double load(const HostElement& element);
  void store(const cuda_text::Expression& to, const HostValue& value);
  HostValue named(const cuda_text::Expression& expression);
  HostValue unary(const cuda_text::Expression& expression);
  /// Returns the result of an operator, `sign`, whose operands are the expression's two parts.
  HostValue combined(const cuda_text::Expression& expression, const std::string& sign);
  HostValue assign(const cuda_text::Expression& expression);
  HostValue call(const cuda_text::Expression& expression);
  HostValue size_of(const cuda_text::Expression& expression);
  HostValue construct(const cuda_text::Expression& expression);
  void launch(const cuda_text::Expression& expression);
  void launch_grid(const cuda_text::Expression& call);
  std::vector<Argument> arguments_of(const HostValue& value, int line);
  HostCells cells_at(const cuda_text::Expression& expression);
  cuda_text::Layout element_of(const HostVariable& pointer, int line);
  std::optional<HostError> runtime_call(const std::string& name, const cuda_text::Expression& call);
  HostError copy(const cuda_text::Expression& call, bool rows);

  const KernelText& kernels_;
  const HostInputs& inputs_;
  HostRuntime& runtime_;
  CallMethod call_method_;
  Destroy destroy_;
  int moved_;  ///< lines by which an edited kernel moves the host's code
  HostNames names_;
};

}  // namespace heatwave::stage
