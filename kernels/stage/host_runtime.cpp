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
  if (!allocation.declare) return;
  allocation.array = std::exchange(allocation.declare, {})();
  allocation.elements = info(*allocation.array).size;
  allocation.element_bytes = info(*allocation.array).layout.bytes;
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

template <typename Work, typename Effect>
HostError HostRuntime::finish(Call call, const Work& work, const Effect& effect) {
  const bool is_late = machine_.failed();
  if (is_late) call.error = HostError::illegal_address;
  const bool succeeds = call.error == HostError::success;
  if (!succeeds) last_error_ = call.error;
  if (calls_are_steps()) return finish_step(call, work, succeeds ? effect() : "");
  if (succeeds) {
    work();
  } else if (!is_late) {
    throw core::Error("line " + std::to_string(call.line) + ": " + call.name + " returns " +
                      name_of(call.error));
  }
  return call.error;
}

HostError HostRuntime::finish_step(const Call& call, const std::function<void()>& work,
                                   const std::string& effect) {
  const bool succeeds = call.error == HostError::success;
  const std::optional<Array> result = std::exchange(result_, std::nullopt);
  if (parts_) {
    if (succeeds) {
      parts_->effects.push_back(effect);
      parts_->works.push_back(work);
    } else if (parts_->failure.empty()) {
      parts_->failure = std::string(call.name) + " returns " + name_of(call.error);
    }
    return call.error;
  }
  std::string text = call.sentence;
  if (text.empty()) {
    text = std::string("the host calls ") + call.name;
    if (!effect.empty()) text += ", which " + effect;
    text += std::string(": ") + name_of(call.error) + call.reason;
    if (machine_.failed()) text += "; from now on every call returns this error";
  }
  machine_.step(
      text,
      [&] {
        if (succeeds) work();
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

HostError HostRuntime::allocate(DevicePointer& to, const HostName& name, std::int64_t bytes,
                                int line) {
  const Call call{.name = "cudaMalloc", .line = line};
  if (machine_.failed()) return finish(call);
  declare(to, name, bytes, line);
  return finish(
      call, [] {},
      [&] {
        const Allocation* made = live(to);
        const std::string shown = made == nullptr ? "no pointer" : shown_name(*made);
        return parts_ ? "allocates " + shown : "gives " + shown + " " + bytes_text(bytes);
      });
}

void HostRuntime::declare(DevicePointer& to, const HostName& name, std::int64_t bytes, int line) {
  const std::int64_t elements = bytes / name.element.bytes;
  to = {};
  if (elements <= 0) return;
  const std::string its_name = array_name(name.name);
  static const ShownArray kUsual;
  const auto found = inputs_.shown.find(its_name);
  const ShownArray& shown = found == inputs_.shown.end() ? kUsual : found->second;
  constexpr std::int64_t kMost = 1 << 30;  // the machine allows far fewer
  const Array array = machine_.unwritten(its_name, Space::global, name.element.cells.front().scalar,
                                         static_cast<int>(std::min(elements, kMost)), shown.width);
  allocations_.push_back({its_name, array, elements, name.element.bytes});
  to = {static_cast<int>(allocations_.size()) - 1};
  if (shown.is_mutex) machine_.show_as_mutex(array);
  if (shown.may_vary) machine_.let_vary(array);
  if (shown.keeps_rows) machine_.keep_rows(array);
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
                                        const HostName& name, std::int64_t width, std::int64_t rows,
                                        int line) {
  const Call call{.name = "cudaMallocPitch", .line = line};
  if (machine_.failed()) return finish(call);
  const std::int64_t alignment = inputs_.alignment;
  pitch = (width + alignment - 1) / alignment * alignment;
  declare(to, name, pitch * rows, line);
  return finish(
      call, [] {},
      [&] { return "gives the rows of " + name.name + " a pitch of " + bytes_text(pitch); });
}

HostError HostRuntime::clear(DevicePointer at, std::int64_t bytes, int line) {
  Call call{.name = "cudaMemset", .line = line};
  const Allocation* its = live(at);
  if (its == nullptr || bytes > its->elements * its->element_bytes) {
    call.error = HostError::invalid_value;
    return finish(call);
  }
  return finish(
      call,
      [this, array = *its->array, cells = bytes / its->element_bytes] {
        write(array, 0, std::vector<double>(static_cast<std::size_t>(cells)));
      },
      [&] {
        const std::string name = shown_name(*its);
        const bool again =
            parts_ && !parts_->effects.empty() && parts_->effects.back().ends_with(name);
        return "clears " + (again ? "it" : name);
      });
}

DevicePointer HostRuntime::device_side(const HostValue& device, const HostValue& host) {
  const auto* pointer = std::get_if<DevicePointer>(&device.of);
  const auto* other = std::get_if<DevicePointer>(&host.of);
  const bool is_host = other == nullptr
                           ? std::holds_alternative<HostMemory>(host.of) ||
                                 std::holds_alternative<HostAddress>(host.of)
                           : other->allocation != DevicePointer::kNull && array_of(*other).id() < 0;
  return pointer != nullptr && is_host ? *pointer : DevicePointer{};
}

HostError HostRuntime::to_device(const HostValue& to, std::int64_t pitch, const HostValue& from,
                                 std::int64_t width, std::int64_t rows, const char* name,
                                 int line) {
  if (calls_are_steps()) wait(line);
  Call call{.name = name, .line = line};
  const Allocation* its = live(device_side(to, from));
  const bool fits = its != nullptr && width <= pitch &&
                    pitch * (rows - 1) + width <= its->elements * its->element_bytes;
  if (!fits) {
    call.error = HostError::invalid_value;
    return finish(call);
  }
  return finish(
      call,
      [this, array = *its->array, from, rows, cells = width / its->element_bytes,
       apart = pitch / its->element_bytes] {
        for (std::int64_t row = 0; row < rows; ++row) {
          write(array, row * apart, host_cells(from, row * cells, cells));
        }
      },
      [&] { return "copies " + bytes_text(width * rows) + " to " + shown_name(*its); });
}

HostError HostRuntime::to_host(const HostValue& to, const HostValue& from, std::int64_t bytes,
                               int line) {
  if (calls_are_steps()) wait(line);
  Call call{.name = "cudaMemcpy", .line = line};
  const Allocation* its = live(device_side(from, to));
  if (its == nullptr || bytes > its->elements * its->element_bytes) {
    call.error = HostError::invalid_value;
    return finish(call);
  }
  return finish(
      call,
      [this, array = *its->array, to, cells = bytes / its->element_bytes] {
        if (std::holds_alternative<DevicePointer>(to.of)) return;  // that memory is not shown
        std::vector<double> values(static_cast<std::size_t>(cells));
        for (std::int64_t i = 0; i < cells; ++i) {
          values[static_cast<std::size_t>(i)] = machine_.value(array, i);
        }
        store_host_cells(to, values);
      },
      [&] { return "copies " + bytes_text(bytes) + " of " + shown_name(*its) + " to the host"; });
}

HostError HostRuntime::free(DevicePointer at, int line) {
  if (calls_are_steps()) wait(line);
  Call call{.name = "cudaFree", .line = line};
  if (at.allocation == DevicePointer::kNull) return finish(call);
  Allocation& its = allocations_[static_cast<std::size_t>(at.allocation)];
  if (its.is_freed) {
    call.error = HostError::invalid_value;
    return finish(call);
  }
  its.is_freed = !machine_.failed();
  return finish(
      call,
      [this, array = its.array] {
        if (array && calls_are_steps()) machine_.free_array(*array);
      },
      [&] { return its.array ? "frees " + shown_name(its) : std::string(); });
}

void HostRuntime::launch(const KernelLaunch& what, int line) {
  for (Allocation& each : allocations_) declare_given(each);
  if (!calls_are_steps()) {
    has_ended_ = !machine_.run(what, line);
    return;
  }
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
  const std::int64_t most = buffer.id() < 0 ? 0 : info(buffer).size;
  while (end < most && machine_.cell(buffer, end).written) ++end;
  const bool prints = end > printed_;
  if (ran && !prints && !result_) return error;  // its launches were its steps
  Call call{.name = "cudaDeviceSynchronize", .line = line};
  call.sentence = prints ? "the buffer is printed, in the order in which its lines arrived"
                         : std::string("the host has waited, cudaDeviceSynchronize: ") +
                               name_of(error) +
                               (ran || machine_.failed() ? "" : ", because nothing ran");
  const auto print_lines = [this, buffer, end] {
    for (; printed_ < end; ++printed_) show_line(machine_.value(buffer, printed_));
  };
  return finish(call, print_lines);
}

HostError HostRuntime::last_error(bool resets, int line) {
  Call call{.name = resets ? "cudaGetLastError" : "cudaPeekAtLastError",
            .line = line,
            .error = last_error_};
  if (last_error_ == HostError::success && queued_ > 0) {
    call.reason = ", because the launch itself was correct";
  }
  if (last_error_ == HostError::invalid_configuration) call.reason = ", at once";
  const HostError error = finish(call);
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
  if (lines_ < info(terminal).size) machine_.set(terminal, lines_++, value);
}

}  // namespace heatwave::stage
