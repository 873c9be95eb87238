// Finds a variant's functions in the listing that was embedded.
#include "app/session/lab/lab_sass.h"

#include <algorithm>
#include <span>

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
    lines.push_back({.number = number, .text = std::move(text), .own = true});
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
  if (variant.place == lab::Place::cpu) return "It is the CPU's code";
  const std::string file = sass_file(device_code_stem(experiment, variant));
  if (file.empty()) return "It has no kernel of its own: it calls a library or the driver";
  if (!embedded_file(file).empty()) return "";
  return "cuobjdump lists a GPU's machine code, and this program was built without it";
}

}  // namespace heatwave::session
