// CUDA's runtime as a lesson's host code calls it: memory, copies, launches and errors.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "kernels/stage/host_code.h"
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

  HostError allocate(DevicePointer& to, const HostName& name, std::int64_t bytes, int line);
  HostError allocate_pitched(DevicePointer& to, std::int64_t& pitch, const HostName& name,
                             std::int64_t width, std::int64_t rows, int line);
  HostError clear(DevicePointer at, std::int64_t bytes, int line);
  /// Copies rows of `width` bytes; the device's rows begin `pitch` bytes apart.
  HostError to_device(const HostValue& to, std::int64_t pitch, const HostValue& from,
                      std::int64_t width, std::int64_t rows, const char* call, int line);
  HostError to_host(const HostValue& to, const HostValue& from, std::int64_t bytes, int line);
  HostError free(DevicePointer at, int line);
  void launch(const KernelLaunch& launch, int line);
  /// Returns whether a launch has ended the play.
  [[nodiscard]] bool has_ended() const { return has_ended_; }
  HostError synchronise(int line);
  /// `resets`: cudaGetLastError, which forgets the error; otherwise cudaPeekAtLastError.
  HostError last_error(bool resets, int line);
  void print(const std::string& text, int line);
  /// Returns the array of an allocation; a null pointer has none.
  [[nodiscard]] Array array_of(DevicePointer at);

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
    const char* name = "";  ///< "cudaFree"
    int line = 0;
    HostError error = HostError::success;
    const char* reason = "";    ///< follows the error
    std::string sentence = {};  ///< in place of one made of the others; empty: none
  };
  /// Calls that are one step.
  struct Parts {
    std::vector<std::string> effects;
    std::vector<std::function<void()>> works;
    std::string failure;  ///< "cudaFree returns cudaErrorInvalidValue"; empty: none failed
  };

  /// Ends a call; `work` changes memory, which an error prevents, and `effect` returns its words,
  /// "frees a".
  template <typename Work = void (*)(), typename Effect = std::string (*)()>
  HostError finish(
      Call call, const Work& work = [] {}, const Effect& effect = [] { return std::string(); });
  /// Ends a call that is a step, or a part of one.
  HostError finish_step(const Call& call, const std::function<void()>& work,
                        const std::string& effect);
  void declare(DevicePointer& to, const HostName& name, std::int64_t bytes, int line);
  [[nodiscard]] std::string shown_name(const Allocation& of) const;
  /// Declares an array that the lesson gives.
  void declare_given(Allocation& allocation);
  [[nodiscard]] const Allocation* live(DevicePointer at);
  /// Returns the pointer of a copy; memory of the device in the place of the host's makes it null,
  /// which is CUDA's invalid value.
  [[nodiscard]] DevicePointer device_side(const HostValue& device, const HostValue& host);
  [[nodiscard]] const ArrayInfo& info(Array array) const {
    return machine_.played().arrays[static_cast<std::size_t>(array.id())];
  }
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
  bool has_ended_ = false;
  int queued_ = 0;            ///< launches that have not run yet
  std::int64_t printed_ = 0;  ///< lines of printf's buffer
  std::int64_t lines_ = 0;    ///< lines on the terminal
};

}  // namespace heatwave::stage
