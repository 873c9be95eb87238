// Parameters are named alike in most kernels, so their names choose the values.
#include "kernels/stage/example_launch.h"

#include <algorithm>
#include <vector>

#include "kernels/cuda_text/compiler.h"

namespace heatwave::stage {
namespace {

constexpr int kThreads = 32;   // threads in each of two blocks: a warp of a GPU
constexpr int kSide = 8;       // rows and columns in a block that has both
constexpr int kElements = 64;  // elements in an array: one for each thread

struct NamedValue {
  std::string_view name;
  int value;
};
/// Values of numbers by name, where they differ from the side of a block.
constexpr NamedValue kValues[] = {{"apart", 1},      {"begin", 0},      {"kRow", 33},
                                  {"log_copies", 2}, {"offset", 1},     {"operation", 0},
                                  {"pitch", 32},     {"rounds", 2},     {"steps", 3},
                                  {"turns", 3},      {"most_tries", 4}, {"which", 1}};
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
std::string elements_of_input() {
  std::string values;
  for (int i = 0; i < kElements; ++i) values += " " + std::to_string(i % kSide);
  return values;
}

std::string input_of(const cuda_text::Parameter& parameter, bool has_rows) {
  const std::string begin = "input " + parameter.name + " ";
  if (!parameter.is_pointer) {
    return begin + cuda_text::name_of(parameter.scalar) + " = " +
           std::to_string(value_of(parameter.name, has_rows));
  }
  const cuda_text::Scalar scalar = parameter.target.cells.front().scalar;
  return begin + cuda_text::name_of(scalar) + "[" + std::to_string(kElements) +
         "] =" + (parameter.is_const ? elements_of_input() : " 0");
}

/// Returns the kernel's name as a launch names it, with values for its template parameters.
std::string instance_of(const cuda_text::Source& source, const std::string& kernel) {
  std::string arguments;
  for (const std::string& each : source.template_parameters(kernel)) {
    arguments += (arguments.empty() ? "" : ", ") + std::to_string(value_of(each, true));
  }
  return arguments.empty() ? kernel : kernel + "<" + arguments + ">";
}

/// Returns the bytes of dynamic shared memory: an element for each thread of a block; 0: none.
int shared_bytes_of(const cuda_text::Program& program, int threads) {
  for (const cuda_text::MemoryObject& object : program.objects) {
    const bool is_dynamic =
        object.space == cuda_text::MemoryObject::Space::shared && object.elements == 0;
    if (is_dynamic) return threads * object.layout.bytes;
  }
  return 0;
}

}  // namespace

std::string example_directives(std::string_view text, const std::string& title) {
  constexpr std::string_view kBegin = "// heatwave: ";
  const cuda_text::Source source(text);
  const std::vector<std::string> kernels = source.kernels();
  const bool has_rows = text.find("threadIdx.y") != std::string_view::npos;
  const int threads = has_rows ? kSide * kSide : kThreads;
  std::string launch = "launch ";
  std::string inputs;
  std::string shared;
  if (!kernels.empty()) {
    const std::string instance = instance_of(source, kernels.front());
    launch += instance + " ";
    if (const auto program = source.compile(instance).program) {
      for (const cuda_text::Parameter& each : program->parameters) {
        inputs += std::string(kBegin) + input_of(each, has_rows) + "\n";
      }
      const int bytes = shared_bytes_of(*program, threads);
      if (bytes > 0) shared = ", " + std::to_string(bytes);
    }
  }
  launch += has_rows ? "1, 8x8" : "2, 32";
  return std::string(kBegin) + "title " + title + "; " + launch + shared + "\n" + inputs;
}

}  // namespace heatwave::stage
