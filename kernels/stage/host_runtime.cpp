// A kernel's error stays in every later call; that of a launch is told once.
#include "kernels/stage/host_runtime.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "kernels/core/error.h"

namespace heatwave::stage {
namespace {

/// Returns the name of an array: that of its pointer, without the sign of a member.
std::string array_name(std::string name) {
  if (name.ends_with('_')) name.pop_back();
  return name;
}

std::string bytes_text(std::int64_t bytes) {
  return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

}  // namespace

const char* name_of(HostError error) {
  switch (error) {
    case HostError::success:
      return "cudaSuccess";
    case HostError::invalid_value:
      return "cudaErrorInvalidValue";
    case HostError::invalid_configuration:
      return "cudaErrorInvalidConfiguration";
    case HostError::illegal_address:
      return "cudaErrorIllegalAddress";
  }
  return "";
}

HostRuntime::HostRuntime(Machine& machine, const HostInputs& inputs, HostSteps steps)
    : machine_(machine), inputs_(inputs), steps_(steps) {}

std::map<std::string, Array> HostRuntime::arrays() const {
  std::map<std::string, Array> all;
  for (const Allocation& each : allocations_) {
    if (each.array) all.emplace(each.name, *each.array);
  }
  return all;
}

DevicePointer HostRuntime::adopt(const std::string& name, std::function<Array()> declare) {
  allocations_.push_back({.name = name, .array = {}, .declare = std::move(declare)});
  return {static_cast<int>(allocations_.size()) - 1};
}

void HostRuntime::declare_given(Allocation& allocation) {
  const std::function<Array()> declare = std::exchange(allocation.declare, {});
  if (!declare) return;
  allocation.array = declare();
  const ArrayInfo& info =
      machine_.played().arrays[static_cast<std::size_t>(allocation.array->id())];
  allocation.elements = info.size;
  allocation.element_bytes = info.layout.bytes;
}

void HostRuntime::end_parts(const std::string& begin, const std::string& before_error, int line) {
  const Parts parts = *std::exchange(parts_, std::nullopt);
  if (parts.effects.empty() && parts.failure.empty()) return;
  std::string text = begin;
  for (std::size_t i = 0; i < parts.effects.size(); ++i) {
    text += (i == 0 ? "" : " and ") + parts.effects[i];
  }
  if (!parts.failure.empty()) text = before_error + parts.failure;
  machine_.step(
      text,
      [&parts] {
        for (const auto& work : parts.works) work();
      },
      line);
}

HostError HostRuntime::finish(Call call) {
  const bool is_late = machine_.failed();
  if (is_late) call.error = HostError::illegal_address;
  const bool succeeds = call.error == HostError::success;
  if (!succeeds) last_error_ = call.error;
  const std::optional<Array> result = std::exchange(result_, std::nullopt);
  if (!calls_are_steps()) {
    if (!succeeds && !is_late) {
      throw core::Error("line " + std::to_string(call.line) + ": " + call.name + " returns " +
                        name_of(call.error));
    }
    if (succeeds && call.work) call.work();
    return call.error;
  }
  if (parts_) {
    if (succeeds) {
      parts_->effects.push_back(call.effect);
      if (call.work) parts_->works.push_back(call.work);
    } else if (parts_->failure.empty()) {
      parts_->failure = call.name + " returns " + name_of(call.error);
    }
    return call.error;
  }
  std::string text = call.sentence;
  if (text.empty()) {
    text = "the host calls " + call.name;
    if (succeeds && !call.effect.empty()) text += ", which " + call.effect;
    text += std::string(": ") + name_of(call.error) + call.reason;
    if (is_late) text += "; from now on every call returns this error";
  }
  machine_.step(
      text,
      [&] {
        if (succeeds && call.work) call.work();
        if (result) machine_.set(*result, 0, static_cast<double>(call.error));
      },
      call.line);
  return call.error;
}

std::string HostRuntime::shown_name(const Allocation& of) const {
  const auto shown = inputs_.shown.find(of.name);
  return shown != inputs_.shown.end() && shown->second.is_mutex ? "the mutex" : of.name;
}

const HostRuntime::Allocation* HostRuntime::live(DevicePointer at) {
  if (at.allocation == DevicePointer::kNull) return nullptr;
  Allocation& found = allocations_[static_cast<std::size_t>(at.allocation)];
  declare_given(found);
  return found.is_freed ? nullptr : &found;
}

Array HostRuntime::array_of(DevicePointer at) {
  if (at.allocation == DevicePointer::kNull) return {};
  Allocation& found = allocations_[static_cast<std::size_t>(at.allocation)];
  declare_given(found);
  return found.array.value_or(Array{});
}

void HostRuntime::wait(int line) {
  if (std::exchange(queued_, 0) > 0) machine_.synchronise(line);
}

void HostRuntime::write(Array array, std::int64_t first, std::span<const double> values) {
  if (!calls_are_steps()) return machine_.fill(array, first, values);
  for (const double value : values) machine_.set(array, first++, value);
}

HostError HostRuntime::allocate(DevicePointer& to, const std::string& name,
                                const cuda_text::Layout& element, std::int64_t bytes, int line) {
  Call call{.name = "cudaMalloc", .line = line};
  if (machine_.failed()) return finish(std::move(call));
  declare(to, name, element, bytes, line);
  const Allocation* made = live(to);
  const std::string shown = made == nullptr ? "no pointer" : shown_name(*made);
  call.effect = parts_ ? "allocates " + shown : "gives " + shown + " " + bytes_text(bytes);
  return finish(std::move(call));
}

void HostRuntime::declare(DevicePointer& to, const std::string& name,
                          const cuda_text::Layout& element, std::int64_t bytes, int line) {
  const std::int64_t elements = bytes / element.bytes;
  to = {};
  if (elements <= 0) return;
  if (element.cells.size() != 1) {
    throw core::Error("line " + std::to_string(line) +
                      ": memory of elements with several cells is not played");
  }
  const std::string its_name = array_name(name);
  const auto found = inputs_.shown.find(its_name);
  const ShownArray shown = found == inputs_.shown.end() ? ShownArray{} : found->second;
  constexpr std::int64_t kMost = 1 << 30;  // the machine allows far fewer
  const Array array = machine_.unwritten(its_name, Space::global, element.cells.front().scalar,
                                         static_cast<int>(std::min(elements, kMost)), shown.width);
  allocations_.push_back({its_name, array, elements, element.bytes});
  to = {static_cast<int>(allocations_.size()) - 1};
  if (shown.is_mutex) machine_.show_as_mutex(array);
  if (shown.may_vary) machine_.let_vary(array);
  for (const Allocation& each : allocations_) {
    if (!each.array) continue;
    if (shown.addressed_by == each.name) machine_.address_by(array, *each.array);
    const auto other = inputs_.shown.find(each.name);
    if (other != inputs_.shown.end() && other->second.addressed_by == its_name) {
      machine_.address_by(*each.array, array);
    }
  }
  if (!calls_are_steps() && !shown.step.empty()) machine_.step(shown.step, {}, line);
}

HostError HostRuntime::allocate_pitched(DevicePointer& to, std::int64_t& pitch,
                                        const std::string& name, const cuda_text::Layout& element,
                                        std::int64_t width, std::int64_t rows, int line) {
  Call call{.name = "cudaMallocPitch", .line = line};
  if (machine_.failed()) return finish(std::move(call));
  const std::int64_t alignment = inputs_.alignment;
  pitch = (width + alignment - 1) / alignment * alignment;
  declare(to, name, element, pitch * rows, line);
  call.effect = "gives the rows of " + name + " a pitch of " + bytes_text(pitch);
  return finish(std::move(call));
}

HostError HostRuntime::clear(DevicePointer at, std::int64_t bytes, int line) {
  Call call{.name = "cudaMemset", .line = line};
  const Allocation* its = live(at);
  if (its == nullptr || bytes > its->elements * its->element_bytes) {
    call.error = HostError::invalid_value;
    return finish(std::move(call));
  }
  const std::string name = shown_name(*its);
  const bool again = parts_ && !parts_->effects.empty() && parts_->effects.back().ends_with(name);
  call.effect = "clears " + (again ? "it" : name);
  call.work = [this, array = *its->array, cells = bytes / its->element_bytes] {
    write(array, 0, std::vector<double>(static_cast<std::size_t>(cells)));
  };
  return finish(std::move(call));
}

HostError HostRuntime::to_device(DevicePointer to, std::int64_t pitch, const HostCells& from,
                                 std::int64_t width, std::int64_t rows, const char* name,
                                 int line) {
  if (calls_are_steps()) wait(line);
  Call call{.name = name, .line = line};
  const Allocation* its = live(to);
  const bool fits = its != nullptr && width <= pitch &&
                    pitch * (rows - 1) + width <= its->elements * its->element_bytes;
  if (!fits) {
    call.error = HostError::invalid_value;
    return finish(std::move(call));
  }
  call.effect = "copies " + bytes_text(width * rows) + " to " + shown_name(*its);
  call.work = [this, array = *its->array, from, rows, cells = width / its->element_bytes,
               apart = pitch / its->element_bytes] {
    std::vector<double> values(static_cast<std::size_t>(cells));
    for (std::int64_t row = 0; row < rows; ++row) {
      std::int64_t next = row * cells;
      for (double& value : values) value = from.load(next++);
      write(array, row * apart, values);
    }
  };
  return finish(std::move(call));
}

HostError HostRuntime::to_host(const HostCells& to, DevicePointer from, std::int64_t bytes,
                               int line) {
  if (calls_are_steps()) wait(line);
  Call call{.name = "cudaMemcpy", .line = line};
  const Allocation* its = live(from);
  if (its == nullptr || bytes > its->elements * its->element_bytes) {
    call.error = HostError::invalid_value;
    return finish(std::move(call));
  }
  call.effect = "copies " + bytes_text(bytes) + " of " + shown_name(*its) + " to the host";
  call.work = [this, array = *its->array, to, cells = bytes / its->element_bytes] {
    for (std::int64_t i = 0; i < cells; ++i) to.store(i, machine_.value(array, i));
  };
  return finish(std::move(call));
}

HostError HostRuntime::free(DevicePointer at, int line) {
  if (calls_are_steps()) wait(line);
  Call call{.name = "cudaFree", .line = line};
  if (at.allocation == DevicePointer::kNull) return finish(std::move(call));
  Allocation& its = allocations_[static_cast<std::size_t>(at.allocation)];
  if (its.is_freed) {
    call.error = HostError::invalid_value;
    return finish(std::move(call));
  }
  if (its.array) {
    call.effect = "frees " + shown_name(its);
    call.work = [this, array = *its.array] {
      if (calls_are_steps()) machine_.free_array(array);
    };
  }
  its.is_freed = !machine_.failed();
  return finish(std::move(call));
}

void HostRuntime::launch(const KernelLaunch& what, int line) {
  for (Allocation& each : allocations_) declare_given(each);
  if (!calls_are_steps()) return machine_.launch(what, line);
  const auto product = [](Dim dim) { return std::int64_t{dim.x} * dim.y * dim.z; };
  const std::int64_t threads = product(what.block);
  const bool is_empty = product(what.grid) < 1 || threads < 1;
  if (!is_empty && threads <= kMostThreadsOfBlock) {
    machine_.queue(what, line);
    ++queued_;
    return;
  }
  last_error_ = HostError::invalid_configuration;
  machine_.step(is_empty ? "the host launches no thread at all: nothing is launched"
                         : "the host launches a block of " + std::to_string(threads) +
                               " threads: no GPU supports that, and nothing is launched",
                {}, line);
}

HostError HostRuntime::synchronise(int line) {
  const bool ran = queued_ > 0;
  wait(line);
  const HostError error = machine_.failed() ? HostError::illegal_address : HostError::success;
  if (!calls_are_steps()) return error;
  std::int64_t end = printed_;
  const Array buffer = inputs_.buffer;
  const auto& arrays = machine_.played().arrays;
  const std::int64_t most =
      buffer.id() < 0 ? 0 : arrays[static_cast<std::size_t>(buffer.id())].size;
  while (end < most && machine_.cell(buffer, end).written) ++end;
  const bool prints = end > printed_;
  if (ran && !prints && !result_) return error;  // its launches were its steps
  Call call{.name = "cudaDeviceSynchronize", .line = line};
  call.sentence = prints ? "the buffer is printed, in the order in which its lines arrived"
                         : std::string("the host has waited, cudaDeviceSynchronize: ") +
                               name_of(error) +
                               (ran || machine_.failed() ? "" : ", because nothing ran");
  call.work = [this, buffer, end] {
    for (; printed_ < end; ++printed_) show_line(machine_.value(buffer, printed_));
  };
  return finish(std::move(call));
}

HostError HostRuntime::last_error(bool resets, int line) {
  Call call{.name = resets ? "cudaGetLastError" : "cudaPeekAtLastError",
            .line = line,
            .error = last_error_};
  if (last_error_ == HostError::success && queued_ > 0) {
    call.reason = ", because the launch itself was correct";
  }
  if (last_error_ == HostError::invalid_configuration) call.reason = ", at once";
  const HostError error = finish(std::move(call));
  if (resets && !machine_.failed()) last_error_ = HostError::success;
  return error;
}

void HostRuntime::print(const std::string& text, int line) {
  if (!calls_are_steps()) return;
  const std::string shown = text.substr(0, text.find_last_not_of('\n') + 1);
  const bool is_negative = shown.starts_with('-');
  machine_.step(
      "the host prints " + (is_negative ? "−" + shown.substr(1) : shown),
      [&] { show_line(std::strtod(shown.c_str(), nullptr)); }, line);
}

void HostRuntime::show_line(double value) {
  const Array terminal = inputs_.terminal;
  if (terminal.id() < 0) return;
  const auto& info = machine_.played().arrays[static_cast<std::size_t>(terminal.id())];
  if (lines_ < info.size) machine_.set(terminal, lines_++, value);
}

}  // namespace heatwave::stage
