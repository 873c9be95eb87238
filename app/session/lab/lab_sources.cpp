// Collects a variant's code from the embedded files, PTX and listings, by the names of its kernels.
#include "app/session/lab/lab_sources.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/session/embedded.h"
#include "kernels/cuda_text/compiler.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/example_launch.h"

namespace heatwave::session {
namespace {

constexpr std::string_view kDeviceCodeEnd = "_kernels.cuh";

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Returns the identifier before the first bracket that does not belong to `__launch_bounds__`.
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

/// Mangles a function's name as compilers do: its length, then the name.
std::string mangled(const std::string& name) { return std::to_string(name.size()) + name; }

/// Returns a name such as "ptx/dot_kernels.ptx" for the kind "ptx"; empty for a variant without
/// device code of its own.
std::string compiled_file(const lab::Experiment& experiment, const lab::Variant& variant,
                          const std::string& kind) {
  const std::string source = lab::source_file(experiment, variant);
  if (variant.processor != lab::Processor::gpu || !source.ends_with(kDeviceCodeEnd)) return {};
  const std::string name = source.substr(source.rfind('/') + 1);
  return kind + "/" + name.substr(0, name.rfind('.')) + "." + kind;
}

std::string embedded_text(const std::string& name) {
  const std::span<const unsigned char> bytes = embedded_file(name);
  return {bytes.begin(), bytes.end()};
}

/// Returns the file of this kind with the lines that `pick` finds for the variant's kernels.
template <typename Pick>
SourceFile compiled(const lab::Experiment& experiment, const lab::Variant& variant,
                    const std::string& kind, Pick pick) {
  SourceFile file{.name = compiled_file(experiment, variant, kind)};
  if (file.name.empty()) return file;
  file.lines =
      pick(embedded_text(file.name), kernels_named(source_of(experiment, variant).own_lines()));
  return file;
}

/// Returns why there is no file of this kind; empty: there is one.
std::string why_not_compiled(const lab::Experiment& experiment, const lab::Variant& variant,
                             const std::string& kind, const char* on_cpu, const char* no_tool) {
  if (variant.processor == lab::Processor::cpu) return on_cpu;
  const std::string file = compiled_file(experiment, variant, kind);
  if (file.empty()) return "It has no kernel of its own: it calls a library or the driver";
  return embedded_file(file).empty() ? no_tool : "";
}

/// Takes the first line off a text, without its end.
std::string_view take_line(std::string_view& text) {
  const auto end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// Beginnings of instructions and their descriptions. The first match counts.
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

/// The special registers, with their names in CUDA C.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kRegisters{
    {{"%tid.", "threadIdx."},
     {"%ntid.", "blockDim."},
     {"%ctaid.", "blockIdx."},
     {"%nctaid.", "gridDim."}}};

/// Returns "threadIdx.x" and the like for an instruction that reads a special register.
std::string special_register(std::string_view line) {
  for (const auto& [ptx, cuda] : kRegisters) {
    const auto at = line.find(ptx);
    if (at != std::string_view::npos) return std::string(cuda) + line[at + ptx.size()];
  }
  return {};
}

/// Returns the line with spaces for tabs and the instruction's description as a comment.
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

/// Removes an instruction's bits, a comment at the end of the line; a line may contain nothing
/// else.
std::string without_bits(std::string_view line) {
  constexpr std::string_view kBits = "/* 0x";
  std::string text(line.substr(0, line.find(kBits)));
  text.erase(std::min(text.find_last_not_of("\t \r") + 1, text.size()));
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

/// Beginnings of instructions and their descriptions. The first match counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 58> kSassWords{{
    {"LDGSTS", "copy to shared memory, past the registers"},
    {"LDGDEPBAR", "ends a group of such copies"},
    {"DEPBAR", "waits for groups of them"},
    {"UTMALDG", "copy of a tile, by the TMA unit"},
    {"LDG", "load"},
    {"STG", "store"},
    {"LDSM", "load for the tensor cores, shared memory"},
    {"LDS", "load, shared memory"},
    {"STS", "store, shared memory"},
    {"LDL", "load, local memory"},
    {"STL", "store, local memory"},
    {"ULDC", "parameter or constant, once for the warp"},
    {"LDC", "parameter or constant"},
    {"S2R", "special register, such as threadIdx.x"},
    {"S2UR", "special register, once for the warp"},
    {"TEX", "read through the texture units"},
    {"TLD", "read through the texture units"},
    {"SUST", "store to a surface"},
    {"ATOM", "atomic operation"},
    {"REDUX", "over the warp"},
    {"RED", "atomic operation without an answer"},
    {"MEMBAR", "fence"},
    {"BAR", "barrier"},
    {"SYNCS", "barrier in shared memory"},
    {"WARPSYNC", "the warp reconverges"},
    {"BSSY", "here threads may diverge …"},
    {"BSYNC", "… and reconverge"},
    {"SHFL", "shuffle: from lane to lane"},
    {"VOTE", "vote: which lanes are here"},
    {"ISETP", "compare"},
    {"FSETP", "compare"},
    {"BRA", "branch"},
    {"CALL", "call"},
    {"EXIT", "end"},
    {"FADD", "add"},
    {"FMUL", "multiply"},
    {"FFMA", "multiply and add"},
    {"MUFU", "special function unit"},
    {"HGMMA", "tensor cores, four warps together"},
    {"HMMA", "tensor cores"},
    {"IADD3", "add integers"},
    {"IMAD.MOV", "copy"},
    {"IMAD", "multiply and add integers"},
    {"MOV", "copy"},
    {"BREV", "turn the bits round"},
    {"POPC", "count the bits"},
    {"SHF", "shift a pair"},
    {"LEA", "shift and add, as for an address"},
    {"LOP3", "logic of three values"},
    {"PLOP3", "logic of conditions"},
    {"VIADD", "add integers"},
    {"VIMNMX", "least or greatest of integers"},
    {"SEL", "one of two"},
    {"FSEL", "one of two"},
    {"CS2R", "special register; SRZ is zero"},
    {"I2F", "integer to float"},
    {"F2I", "float to integer"},
    {"NANOSLEEP", "sleep"},
}};

/// Returns the line without its leading blanks.
std::string_view from_text(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line;
}

/// Returns a line more compact than cuobjdump's: address, predicate, instruction, and its
/// description as a comment.
std::string sass_line(std::string_view line) {
  constexpr std::size_t kInstruction = 10;
  constexpr std::size_t kColumn = 34;
  line = from_text(line);
  const auto end_of_place = line.find("*/");
  if (!line.starts_with("/*") || end_of_place == std::string_view::npos) return std::string(line);
  std::string text(line.substr(2, end_of_place - 2));
  line = from_text(line.substr(end_of_place + 2));
  if (line.starts_with('@')) {
    const auto end = std::min(line.find(' '), line.size());
    text += ' ' + std::string(line.substr(0, end));
    line = from_text(line.substr(end));
  }
  line = line.substr(0, line.find_last_not_of(" ;") + 1);
  text.resize(std::max(text.size() + 1, kInstruction), ' ');
  text += line;
  for (const auto& [begin, word] : kSassWords) {
    if (!line.starts_with(begin) && !line.starts_with("U" + std::string(begin))) continue;
    text.resize(std::max(text.size() + 2, kColumn), ' ');
    return text + "// " + std::string(word);
  }
  return text;
}

}  // namespace

SourceFile source_of(const lab::Experiment& experiment, const lab::Variant& variant) {
  const std::vector<std::string> files = lab::source_files(experiment, variant);
  SourceFile all{.name = files.front()};
  for (const std::string& name : files) {
    std::vector<SourceLine> lines = source_lines(embedded_text(name), variant.id);
    const auto is_own = [](const SourceLine& line) { return line.own; };
    if (std::none_of(lines.begin(), lines.end(), is_own)) continue;
    // A comment names each further file at its beginning; lines keep their own numbers.
    if (!all.lines.empty()) {
      all.lines.push_back({.number = 0, .text = "// " + name, .own = true});
    } else {
      all.name = name;
    }
    std::move(lines.begin(), lines.end(), std::back_inserter(all.lines));
  }
  return all;
}

namespace {

constexpr std::string_view kKernelHeader = "// heatwave: variant ";

}  // namespace

bool has_kernel(const lab::Experiment& experiment, const lab::Variant& variant) {
  return variant.processor == lab::Processor::gpu &&
         lab::source_file(experiment, variant).ends_with(kDeviceCodeEnd);
}

std::string kernel_text(const lab::Experiment& experiment, const lab::Variant& variant) {
  if (!has_kernel(experiment, variant)) return {};
  const std::string name = lab::source_file(experiment, variant);
  std::string text = std::string(kKernelHeader) + experiment.id + " " + variant.id + "\n";
  SourceFile file{.name = name, .lines = source_lines(embedded_text(name), variant.id)};
  for (SourceLine& line : file.lines) line.own |= line.text.starts_with("#include");
  int before = 0;
  for (const SourceLine& line : file.own_lines()) {
    if (before > 0 && line.number != before + 1) text += "\n";
    before = line.number;
    text += line.text + (line.mark ? "  //! " + line.reason : "") + "\n";
  }
  return text;
}

std::optional<KernelOrigin> kernel_origin(std::string_view text) {
  const auto at = text.find(kKernelHeader);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + kKernelHeader.size());
  const std::string_view line = text.substr(0, text.find('\n'));
  const auto end = std::min(line.find(' '), line.size());
  const std::string_view variant = line.substr(std::min(end + 1, line.size()));
  return KernelOrigin{std::string(line.substr(0, end)),
                      std::string(variant.substr(0, variant.find_first_of(" \r")))};
}

std::string played_text(const lab::Experiment& experiment, const lab::Variant& variant,
                        const std::string& text) {
  const bool is_right = mistakes_in(cuda_text::Source(text).check()).empty();
  std::string rest = text;
  if (const auto header = rest.find(kKernelHeader); header != std::string::npos) {
    rest.erase(header, std::min(rest.find('\n', header), rest.size() - 1) + 1 - header);
  }
  return stage::example_directives(is_right ? text : kernel_text(experiment, variant),
                                   experiment.title + ": " + variant.title) +
         rest;
}

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
    // "3add" is not part of "13add_something".
    return at != std::string_view::npos &&
           (at == 0 || std::isdigit(static_cast<unsigned char>(line[at - 1])) == 0);
  });
}

std::string_view ptx_word(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of("\t "), line.size()));
  if (line.starts_with('@')) {  // the instruction has a predicate
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
    const std::string_view line = take_line(ptx);
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

SourceFile ptx_of(const lab::Experiment& experiment, const lab::Variant& variant) {
  return compiled(experiment, variant, "ptx", ptx_entries);
}

std::string why_no_ptx(const lab::Experiment& experiment, const lab::Variant& variant) {
  return why_not_compiled(experiment, variant, "ptx", "The CPU's code becomes no PTX",
                          "nvcc turns kernels into PTX, and this program was built without it");
}

std::vector<SourceLine> sass_functions(std::string_view sass,
                                       const std::vector<std::string>& kernels) {
  std::vector<SourceLine> lines;
  bool own = false;
  int number = 0;
  while (!sass.empty()) {
    const std::string_view line = take_line(sass);
    ++number;
    if (line.find("Function :") != std::string_view::npos) own = names_one_of(line, kernels);
    std::string text = own ? without_bits(line) : std::string();
    const bool pads = text.find(" NOP") != std::string::npos;
    if (text.empty() || pads || text.find("....") != std::string::npos) continue;
    lines.push_back({.number = number, .text = sass_line(text), .own = true});
  }
  return lines;
}

SourceFile sass_of(const lab::Experiment& experiment, const lab::Variant& variant) {
  return compiled(experiment, variant, "sass", sass_functions);
}

std::string why_no_sass(const lab::Experiment& experiment, const lab::Variant& variant) {
  return why_not_compiled(
      experiment, variant, "sass", "It is the CPU's code",
      "cuobjdump lists a GPU's machine code, and this program was built without it");
}

}  // namespace heatwave::session
