// Finds a variant's kernels by their names, and their entries in the PTX that was embedded.
#include "app/session/lab/lab_ptx.h"

#include <algorithm>
#include <cctype>
#include <span>

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

/// "ptx/dot_kernels.ptx" for a file of device code; empty for any other.
std::string ptx_file(const std::string& source) {
  if (!source.ends_with(kDeviceCodeEnd)) return {};
  const std::string name = source.substr(source.rfind('/') + 1);
  return "ptx/" + name.substr(0, name.rfind('.')) + ".ptx";
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

std::vector<SourceLine> ptx_entries(std::string_view ptx, const std::vector<std::string>& kernels) {
  std::vector<SourceLine> lines;
  bool own = false;
  int number = 0;
  while (!ptx.empty()) {
    const auto end = std::min(ptx.find('\n'), ptx.size());
    const std::string line(ptx.substr(0, end));
    ptx.remove_prefix(std::min(end + 1, ptx.size()));
    ++number;
    if (line.find(".entry") != std::string::npos) {
      own = std::any_of(kernels.begin(), kernels.end(), [&line](const std::string& name) {
        return line.find(mangled(name)) != std::string::npos;
      });
    }
    if (own) lines.push_back({.number = number, .text = line, .own = true});
    if (line == "}") own = false;
  }
  return lines;
}

SourceFile ptx_of(const lab::Experiment& experiment, const lab::Variant& variant) {
  const std::string source = lab::source_file(experiment, variant);
  SourceFile file{.name = ptx_file(source)};
  if (variant.place != lab::Place::gpu || file.name.empty()) return file;
  const std::vector<std::string> kernels =
      kernels_named(source_of(experiment, variant).own_lines());
  file.lines = ptx_entries(embedded_text(file.name), kernels);
  return file;
}

std::string why_no_ptx(const lab::Experiment& experiment, const lab::Variant& variant) {
  if (variant.place == lab::Place::cpu) return "The CPU's code becomes no PTX";
  const std::string file = ptx_file(lab::source_file(experiment, variant));
  if (file.empty()) return "It has no kernel of its own: it calls a library or the driver";
  if (!embedded_file(file).empty()) return "";
  return "nvcc turns kernels into PTX, and this program was built without it";
}

}  // namespace heatwave::session
