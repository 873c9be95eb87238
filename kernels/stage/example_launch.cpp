// Parameters are named alike in most kernels, so their names choose the values.
#include "kernels/stage/example_launch.h"

#include <algorithm>
#include <vector>

#include "kernels/cuda_text/compiler.h"

namespace heatwave::stage {
namespace {

constexpr int kThreads = 32;         // threads in each of two blocks: a warp of a GPU
constexpr int kSide = 8;             // rows and columns in a block that has both
constexpr int kElements = 64;        // elements in an array: one for each thread
constexpr int kManyElements = 1088;  // where threads read a stride apart

struct NamedValue {
  std::string_view name;
  int value;
};
/// Values of numbers by name, where they differ from the side of a block.
constexpr NamedValue kValues[] = {
    {"apart", 1},  {"begin", 1},      {"end", 7},    {"kRow", 33},  {"log_copies", 2},
    {"offset", 1}, {"operation", 0},  {"pitch", 32}, {"rounds", 2}, {"steps", 3},
    {"turns", 3},  {"most_tries", 4}, {"which", 1}};
constexpr std::string_view kCounts[] = {"n", "size", "walks"};

/// Returns an example of a number. `has_rows`: the kernel's blocks have rows and columns.
int value_of(std::string_view name, bool has_rows) {
  const auto* const named =
      std::ranges::find_if(kValues, [name](const NamedValue& each) { return each.name == name; });
  if (named != std::end(kValues)) return named->value;
  const bool counts = std::ranges::find(kCounts, name) != std::end(kCounts);
  return counts && !has_rows ? kElements : kSide;
}

/// Returns "0 1 2 … 7 0 1 …": small enough to be an index or a bin, too.
std::string elements_of_input(int count) {
  std::string values;
  for (int i = 0; i < count; ++i) values += " " + std::to_string(i % kSide);
  return values;
}

/// Returns the elements of an array that the kernel reads.
int elements_read(const cuda_text::Program& program, bool has_rows) {
  const bool strides = std::ranges::any_of(program.parameters, [](const auto& each) {
    return each.name == "stride" || each.name == "offset";
  });
  return strides && !has_rows ? kManyElements : kElements;
}

/// `read`: the elements of an array that the kernel reads.
std::string input_of(const cuda_text::Parameter& parameter, int read, bool has_rows) {
  const std::string begin = "input " + parameter.name + " ";
  if (!parameter.is_pointer) {
    return begin + cuda_text::name_of(parameter.scalar) + " = " +
           std::to_string(value_of(parameter.name, has_rows));
  }
  const cuda_text::Scalar scalar = parameter.target.cells.front().scalar;
  const int count = parameter.is_const ? read : kElements;
  return begin + cuda_text::name_of(scalar) + "[" + std::to_string(count) +
         "] =" + (parameter.is_const ? elements_of_input(count) : " 0");
}

/// Returns the kernel's name as a launch names it, with values for its template parameters.
std::string instance_of(const cuda_text::Source& source, const std::string& kernel) {
  std::string arguments;
  for (const std::string& each : source.template_parameters(kernel)) {
    arguments += (arguments.empty() ? "" : ", ") + std::to_string(value_of(each, true));
  }
  return arguments.empty() ? kernel : kernel + "<" + arguments + ">";
}

/// Returns the bytes of dynamic shared memory: an element for each thread of a block, and for a
/// halo around its rows and columns; 0: none.
int shared_bytes_of(const cuda_text::Program& program, bool has_rows) {
  const int elements = has_rows ? (kSide + 2) * (kSide + 2) : kThreads;
  for (const cuda_text::MemoryObject& object : program.objects) {
    const bool is_dynamic =
        object.space == cuda_text::MemoryObject::Space::shared && object.elements == 0;
    if (is_dynamic) return elements * object.layout.bytes;
  }
  return 0;
}

}  // namespace

std::string example_directives(std::string_view text, const std::string& title) {
  constexpr std::string_view kBegin = "// heatwave: ";
  const cuda_text::Source source(text);
  const std::vector<std::string> kernels = source.kernels();
  const bool has_rows = text.find("threadIdx.y") != std::string_view::npos;
  std::string launch = "launch ";
  std::string inputs;
  std::string shared;
  if (!kernels.empty()) {
    const std::string instance = instance_of(source, kernels.front());
    launch += instance + " ";
    if (const auto program = source.compile(instance).program) {
      for (const cuda_text::Parameter& each : program->parameters) {
        inputs += std::string(kBegin) +
                  input_of(each, elements_read(*program, has_rows), has_rows) + "\n";
      }
      const int bytes = shared_bytes_of(*program, has_rows);
      if (bytes > 0) shared = ", " + std::to_string(bytes);
    }
  }
  launch += has_rows ? "1, 8x8" : "2, 32";
  return std::string(kBegin) + "title " + title + "; " + launch + shared + "\n" + inputs;
}

}  // namespace heatwave::stage
