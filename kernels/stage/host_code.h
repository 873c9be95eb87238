// The host's code of a lesson as it is played: values, variables, and compiled expressions and
// statements that work on them.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "kernels/core/non_copyable.h"
#include "kernels/cuda_text/syntax.h"
#include "kernels/cuda_text/types.h"
#include "kernels/stage/machine.h"

namespace heatwave::stage {

class HostRun;
class HostRuntime;
class KernelText;
struct HostInputs;
struct HostStructure;
struct HostValue;
struct HostVariable;

/// A pointer to the device's memory: the number of its allocation.
struct DevicePointer {
  static constexpr int kNull = -1;
  int allocation = kNull;
};
struct HostMemory {
  std::shared_ptr<std::vector<double>> cells;
};
struct HostObject {
  const HostStructure* type = nullptr;
  std::vector<HostVariable> members;
};
struct HostAddress {
  HostVariable* of = nullptr;
};
struct HostList {
  std::vector<HostValue> values;
};

struct HostValue {
  std::variant<std::monostate, double, Dim, DevicePointer, HostMemory, HostObject, HostAddress,
               HostList>
      of;
  bool is_whole = true;  ///< a number of an integer type
};

/// A variable as the text declares it.
struct HostName {
  std::string name;
  const cuda_text::TypeName* type = nullptr;
  cuda_text::Layout element = {};  ///< target of a pointer; no cells: it is not built in
};
HostName host_name(const std::string& name, const cuda_text::TypeName& type,
                   const cuda_text::TypeTable& types);
struct HostVariable {
  const HostName* declared = nullptr;
  HostValue value = {};
  std::optional<Array> shown = {};  ///< none: it is not on the board
};

inline HostValue host_number(double value, bool is_whole = true) { return {value, is_whole}; }
/// Converts a number as an assignment to this type does; other values stay as they are.
HostValue host_converted(HostValue value, const cuda_text::TypeName& type);

/// Returns these cells of host memory or of a variable. Throws core::Error outside of it.
std::span<double> host_cells(const HostValue& of, std::int64_t first, std::int64_t count);
/// Sets the first cells of host memory, or a variable. Throws core::Error outside of it.
void store_host_cells(const HostValue& to, std::span<const double> values);

/// A compiled expression.
using HostExpression = std::function<HostValue(HostRun&)>;
/// A compiled statement; it returns whether the function returns.
using HostStatement = std::function<bool(HostRun&)>;

struct HostFunction {
  std::string name;
  int parameters = 0;                     ///< number of the first variables that are parameters
  std::vector<HostName> variables;        ///< each has its own place in a frame
  const HostStructure* result = nullptr;  ///< null: it returns no object
  HostStatement body;
};
struct HostStructure {
  std::string name;
  std::vector<HostName> members;
  std::vector<HostFunction> methods;
  HostFunction constructor = {};  ///< without a body: there is none
  HostFunction destructor = {};   ///< without a body: there is none
};

/// The place of a variable in a frame, or of a member in the frame's object.
struct HostSlot {
  int index = 0;
  bool is_member = false;
};

/// The variables of a function that runs.
struct HostFrame {
  explicit HostFrame(const HostFunction& function, HostObject* its_self = nullptr, int its_line = 0)
      : self(its_self), line(its_line) {
    variables.reserve(function.variables.size());
    for (const HostName& each : function.variables) variables.push_back({&each});
  }
  std::vector<HostVariable> variables;
  HostObject* self;  ///< null: the function is no method
  int line;          ///< line of the host function that calls the method; 0: this is no method
  HostValue returned = {};
};

/// Plays host code once.
class HostRun : core::NonCopyable {
 public:
  HostRun(const KernelText& its_kernels, const HostInputs& its_inputs, HostRuntime& its_runtime);

  /// Plays the host function, whose parameters get the inputs.
  void play(const HostFunction& function);

  const KernelText& kernels;
  const HostInputs& inputs;
  HostRuntime& runtime;
  bool is_in_step = false;  ///< the running statement is a step of the host

  HostVariable& at(HostSlot slot) {
    auto& all = slot.is_member ? frame_->self->members : frame_->variables;
    return all[static_cast<std::size_t>(slot.index)];
  }
  /// Returns the line in the text that is shown: for code of a method, that of its call. An edited
  /// kernel may move the host's code.
  [[nodiscard]] int line_of(cuda_text::Place place) const {
    return frame_->line > 0 ? frame_->line : place.line + moved_;
  }
  double number(const HostExpression& expression, cuda_text::Place place);
  std::int64_t whole(const HostExpression& expression, cuda_text::Place place) {
    return static_cast<std::int64_t>(number(expression, place));
  }
  /// Throws core::Error for host code that the stage does not play.
  [[noreturn]] void refuse(cuda_text::Place place, const std::string& what) const;

  void return_value(HostValue value) { frame_->returned = std::move(value); }
  HostValue call(HostObject& self, const HostFunction& method, int line);
  void construct(HostVariable& variable, const HostStructure& type, int line);
  void destroy(HostObject& object, const std::string& who, int line);
  /// Ends the variables of a scope, from the last one on.
  void leave(int first, int end, int line);

 private:
  HostValue given(const HostName& parameter);

  HostFrame* frame_ = nullptr;
  int moved_;  ///< lines by which an edited kernel moves the host's code
};

}  // namespace heatwave::stage
