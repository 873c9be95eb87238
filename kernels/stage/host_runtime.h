// CUDA's runtime as a lesson's host code calls it: memory, copies, launches and errors.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/stage/host_program.h"

namespace heatwave::stage {

/// CUDA's error numbers.
enum class HostError : int {
  success = 0,
  invalid_value = 1,
  invalid_configuration = 9,
  illegal_address = 700,
};
const char* name_of(HostError error);

/// A pointer to the device's memory: the number of its allocation.
struct DevicePointer {
  static constexpr int kNull = -1;
  int allocation = kNull;
};

/// Host memory as a copy reads or writes it.
struct HostCells {
  std::function<double(std::int64_t)> load;
  std::function<void(std::int64_t, double)> store;
};

/// Each call gets its line in the text that is shown. Where calls are steps, each is one, or a part
/// of the open one.
class HostRuntime : core::NonCopyable {
 public:
  HostRuntime(Machine& machine, const HostInputs& inputs, HostSteps steps);

  [[nodiscard]] bool calls_are_steps() const { return steps_ == HostSteps::calls; }
  [[nodiscard]] Machine& machine() { return machine_; }
  /// Returns the arrays of all allocations by their names.
  [[nodiscard]] std::map<std::string, Array> arrays() const;
  /// Returns a pointer to an array that the lesson declares; null: to memory that is not shown.
  DevicePointer adopt(const std::string& name, std::function<Array()> declare);
  /// Lets the next call's step store its error in this array.
  void store_next_error(Array array) { result_ = array; }

  /// Begins a step that later calls are parts of, such as those of a constructor.
  void begin_parts() { parts_.emplace(); }
  /// Ends that step; `begin`: its sentence, before the parts' effects or before the first error.
  void end_parts(const std::string& begin, const std::string& before_error, int line);

  HostError allocate(DevicePointer& to, const std::string& name, const cuda_text::Layout& element,
                     std::int64_t bytes, int line);
  HostError allocate_pitched(DevicePointer& to, std::int64_t& pitch, const std::string& name,
                             const cuda_text::Layout& element, std::int64_t width,
                             std::int64_t rows, int line);
  HostError clear(DevicePointer at, std::int64_t bytes, int line);
  /// Copies rows of `width` bytes; the device's rows begin `pitch` bytes apart.
  HostError to_device(DevicePointer to, std::int64_t pitch, const HostCells& from,
                      std::int64_t width, std::int64_t rows, const char* call, int line);
  HostError to_host(const HostCells& to, DevicePointer from, std::int64_t bytes, int line);
  HostError free(DevicePointer at, int line);
  void launch(const KernelLaunch& launch, int line);
  HostError synchronise(int line);
  /// `resets`: cudaGetLastError, which forgets the error; otherwise cudaPeekAtLastError.
  HostError last_error(bool resets, int line);
  void print(const std::string& text, int line);
  /// Returns the array of an allocation; a null pointer has none.
  [[nodiscard]] Array array_of(DevicePointer at);
  /// Returns whether it points to memory that the lesson does not show, of the host or the device.
  [[nodiscard]] bool is_not_shown(DevicePointer at) {
    return at.allocation != DevicePointer::kNull && array_of(at).id() < 0;
  }

 private:
  struct Allocation {
    std::string name;
    std::optional<Array> array;  ///< none: it is not shown, or not declared yet
    std::int64_t elements = 0;
    int element_bytes = 4;
    bool is_freed = false;
    std::function<Array()> declare = {};  ///< empty: the array is declared, or never will be
  };
  /// A call that has been carried out but for its changes of memory.
  struct Call {
    std::string name;  ///< "cudaFree"
    int line = 0;
    HostError error = HostError::success;
    std::string effect = {};          ///< "frees a"; empty: its error says all
    std::string reason = {};          ///< follows the error
    std::function<void()> work = {};  ///< not called after an error
    std::string sentence = {};        ///< in place of one made of the others; empty: none
  };
  /// Calls that are one step.
  struct Parts {
    std::vector<std::string> effects;
    std::vector<std::function<void()>> works;
    std::string failure;  ///< "cudaFree returns cudaErrorInvalidValue"; empty: none failed
  };

  HostError finish(Call call);
  void declare(DevicePointer& to, const std::string& name, const cuda_text::Layout& element,
               std::int64_t bytes, int line);
  [[nodiscard]] std::string shown_name(const Allocation& of) const;
  /// Declares an array that the lesson gives.
  void declare_given(Allocation& allocation);
  [[nodiscard]] const Allocation* live(DevicePointer at);
  void wait(int line);
  void write(Array array, std::int64_t first, std::span<const double> values);
  void show_line(double value);

  Machine& machine_;
  const HostInputs& inputs_;
  HostSteps steps_;
  std::vector<Allocation> allocations_;
  std::optional<Array> result_;
  std::optional<Parts> parts_;
  HostError last_error_ = HostError::success;
  int queued_ = 0;            ///< launches that have not run yet
  std::int64_t printed_ = 0;  ///< lines of printf's buffer
  std::int64_t lines_ = 0;    ///< lines on the terminal
};

}  // namespace heatwave::stage
