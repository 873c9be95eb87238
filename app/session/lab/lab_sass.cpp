// Finds a variant's functions in the listing that was embedded.
#include "app/session/lab/lab_sass.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/session/embedded.h"
#include "app/session/lab/lab_ptx.h"

namespace heatwave::session {
namespace {

/// Behind an instruction stand its bits, as a comment; a line may hold nothing else.
std::string without_bits(std::string_view line) {
  constexpr std::string_view kBits = "/* 0x";
  std::string text(line.substr(0, line.find(kBits)));
  text.erase(std::min(text.find_last_not_of("\t \r") + 1, text.size()));
  std::replace(text.begin(), text.end(), '\t', ' ');
  return text;
}

/// What begins an instruction, and what it does. The first that fits counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 58> kSassWords{{
    {"LDGSTS", "copy to shared memory, past the registers"},
    {"LDGDEPBAR", "ends a group of such copies"},
    {"DEPBAR", "waits for groups of them"},
    {"UTMALDG", "copy of a tile, by the copy engine"},
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
    {"WARPSYNC", "the warp comes together"},
    {"BSSY", "here threads may part …"},
    {"BSYNC", "… and come together again"},
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

/// Without the blanks on its left.
std::string_view from_text(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return line;
}

/// Closer together than cuobjdump writes it: its place, the condition for it, itself; and behind
/// it, as a comment, what it does.
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

std::string sass_file(const std::string& stem) {
  return stem.empty() ? std::string() : "sass/" + stem + ".sass";
}

}  // namespace

std::vector<SourceLine> sass_functions(std::string_view sass,
                                       const std::vector<std::string>& kernels) {
  std::vector<SourceLine> lines;
  bool own = false;
  int number = 0;
  while (!sass.empty()) {
    const auto end = std::min(sass.find('\n'), sass.size());
    const std::string_view line = sass.substr(0, end);
    sass.remove_prefix(std::min(end + 1, sass.size()));
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
  SourceFile file{.name = sass_file(device_code_stem(experiment, variant))};
  if (file.name.empty()) return file;
  const std::span<const unsigned char> bytes = embedded_file(file.name);
  file.lines = sass_functions(std::string(bytes.begin(), bytes.end()),
                              kernels_named(source_of(experiment, variant).own_lines()));
  return file;
}

std::string why_no_sass(const lab::Experiment& experiment, const lab::Variant& variant) {
  if (variant.processor == lab::Processor::cpu) return "It is the CPU's code";
  const std::string file = sass_file(device_code_stem(experiment, variant));
  if (file.empty()) return "It has no kernel of its own: it calls a library or the driver";
  if (!embedded_file(file).empty()) return "";
  return "cuobjdump lists a GPU's machine code, and this program was built without it";
}

}  // namespace heatwave::session
