// Finds a variant's kernels by their names, and their entries in the PTX that was embedded.
#include "app/session/lab/lab_ptx.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <utility>

#include "app/session/embedded.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {
namespace {

constexpr std::string_view kDeviceCodeEnd = "_kernels.cuh";

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// The identifier before the first bracket that no `__launch_bounds__` opens.
std::string name_of_function(std::string_view text) {
  constexpr std::string_view kBounds = "__launch_bounds__";
  for (auto bracket = text.find('('); bracket != std::string_view::npos;
       bracket = text.find('(', bracket + 1)) {
    auto begin = bracket;
    while (begin > 0 && is_of_name(text[begin - 1])) --begin;
    const std::string_view name = text.substr(begin, bracket - begin);
    if (!name.empty() && name != kBounds) return std::string(name);
  }
  return {};
}

/// As the compiler writes a function's name into a longer one: its length, then itself.
std::string mangled(const std::string& name) { return std::to_string(name.size()) + name; }

/// "ptx/dot_kernels.ptx"; empty for a variant without device code.
std::string ptx_file(const std::string& stem) {
  return stem.empty() ? std::string() : "ptx/" + stem + ".ptx";
}

/// What begins an instruction, and what it does. The first that fits counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 35> kWords{{
    {"ld.param", "the kernel's parameter"},
    {"ld.global.nc", "load, read-only path"},
    {"ld.global", "load"},
    {"st.global", "store"},
    {"ld.shared", "load, shared memory"},
    {"st.shared", "store, shared memory"},
    {"ld.local", "load, local memory"},
    {"st.local", "store, local memory"},
    {"ld.const", "load, constant memory"},
    {"ld.volatile.shared", "load, shared memory"},
    {"tex.", "read through the texture units"},
    {"sust.", "store to a surface"},
    {"cp.async", "copy to shared memory, past the registers"},
    {"atom.", "atomic operation"},
    {"red.", "atomic operation without an answer"},
    {"membar", "fence"},
    {"fence", "fence"},
    {"bar.", "barrier"},
    {"barrier", "barrier"},
    {"shfl", "shuffle: from lane to lane"},
    {"activemask", "which lanes are here"},
    {"setp", "compare"},
    {"bra", "branch"},
    {"fma.rn", "multiply and add"},
    {"add.rn.", "add"},
    {"add.f32", "add"},
    {"mma.sync", "tensor cores"},
    {"wgmma.mma_async", "tensor cores"},
    {"mbarrier", "barrier in shared memory"},
    {"sqrt.", "square root"},
    {"sin.approx", "sine"},
    {"lg2.approx", "logarithm, base 2"},
    {"brev", "turn the bits round"},
    {"popc", "count the bits"},
    {"shf.", "shift a pair"},
}};

/// The special registers, by their names in CUDA C.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kRegisters{
    {{"%tid.", "threadIdx."},
     {"%ntid.", "blockDim."},
     {"%ctaid.", "blockIdx."},
     {"%nctaid.", "gridDim."}}};

/// "threadIdx.x" for what takes a special register into another.
std::string special_register(std::string_view line) {
  for (const auto& [ptx, cuda] : kRegisters) {
    const auto at = line.find(ptx);
    if (at != std::string_view::npos) return std::string(cuda) + line[at + ptx.size()];
  }
  return {};
}

/// The line with spaces for its tabs, and behind it, as a comment, what it does.
std::string explained(std::string_view line) {
  constexpr std::size_t kOperands = 16;
  constexpr std::size_t kColumn = 34;
  std::string text;
  for (const char c : line) {
    if (c != '\t') {
      text += c;
    } else if (text.find_first_not_of(' ') == std::string::npos) {
      text += "  ";
    } else {
      if (text.back() != ' ') text += ' ';
      text.resize(std::max(text.size(), kOperands), ' ');
    }
  }
  std::string word(ptx_word(line));
  if (word.empty()) word = special_register(line);
  if (word.empty()) return text;
  text.resize(std::max(text.size() + 2, kColumn), ' ');
  return text + "// " + word;
}

std::string embedded_text(const std::string& name) {
  const std::span<const unsigned char> bytes = embedded_file(name);
  return {bytes.begin(), bytes.end()};
}

}  // namespace

std::vector<std::string> kernels_named(const std::vector<SourceLine>& lines) {
  constexpr std::string_view kKernel = "__global__";
  std::string text;
  for (const SourceLine& line : lines) text += line.text.substr(0, line.text.find("//")) + '\n';
  std::vector<std::string> names;
  for (auto at = text.find(kKernel); at != std::string::npos; at = text.find(kKernel, at + 1)) {
    const std::string name = name_of_function(std::string_view(text).substr(at + kKernel.size()));
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

bool names_one_of(std::string_view line, const std::vector<std::string>& kernels) {
  return std::any_of(kernels.begin(), kernels.end(), [line](const std::string& name) {
    const auto at = line.find(mangled(name));
    // "3add" is no part of "13add_something".
    return at != std::string_view::npos &&
           (at == 0 || std::isdigit(static_cast<unsigned char>(line[at - 1])) == 0);
  });
}

std::string_view ptx_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of("\t "), line.size()));
  if (line.starts_with('@')) {  // only where a condition holds
    line.remove_prefix(std::min(line.find(' '), line.size()));
    line.remove_prefix(std::min(line.find_first_not_of("\t "), line.size()));
  }
  for (const auto& [begin, word] : kWords) {
    if (line.starts_with(begin)) return word;
  }
  return {};
}

std::vector<SourceLine> ptx_entries(std::string_view ptx, const std::vector<std::string>& kernels) {
  std::vector<SourceLine> lines;
  bool own = false;
  bool has_load = false;
  int number = 0;
  while (!ptx.empty()) {
    const auto end = std::min(ptx.find('\n'), ptx.size());
    const std::string_view line = ptx.substr(0, end);
    ptx.remove_prefix(std::min(end + 1, ptx.size()));
    ++number;
    if (line.find(".entry") != std::string_view::npos) {
      own = names_one_of(line, kernels);
      has_load = false;
    }
    if (own && !line.empty()) {
      const bool first_load = !has_load && ptx_word(line).starts_with("load");
      has_load = has_load || first_load;
      lines.push_back({.number = number, .text = explained(line), .own = true, .mark = first_load});
    }
    if (line == "}") own = false;
  }
  return lines;
}

std::string device_code_stem(const lab::Experiment& experiment, const lab::Variant& variant) {
  const std::string source = lab::source_file(experiment, variant);
  if (variant.processor != lab::Processor::gpu || !source.ends_with(kDeviceCodeEnd)) return {};
  const std::string name = source.substr(source.rfind('/') + 1);
  return name.substr(0, name.rfind('.'));
}

SourceFile ptx_of(const lab::Experiment& experiment, const lab::Variant& variant) {
  SourceFile file{.name = ptx_file(device_code_stem(experiment, variant))};
  if (file.name.empty()) return file;
  const std::vector<std::string> kernels =
      kernels_named(source_of(experiment, variant).own_lines());
  file.lines = ptx_entries(embedded_text(file.name), kernels);
  return file;
}

std::string why_no_ptx(const lab::Experiment& experiment, const lab::Variant& variant) {
  if (variant.processor == lab::Processor::cpu) return "The CPU's code becomes no PTX";
  const std::string file = ptx_file(device_code_stem(experiment, variant));
  if (file.empty()) return "It has no kernel of its own: it calls a library or the driver";
  if (!embedded_file(file).empty()) return "";
  return "nvcc turns kernels into PTX, and this program was built without it";
}

}  // namespace heatwave::session
