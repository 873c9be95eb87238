// Collects a variant's code from its files.
#include "app/session/lab/lab_sources.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "app/session/embedded.h"
#include "kernels/lab/experiment_catalogue.h"

namespace heatwave::session {

SourceFile source_of(const lab::Experiment& experiment, const lab::Variant& variant) {
  const std::vector<std::string> files = lab::source_files(experiment, variant);
  SourceFile all{.name = files.front()};
  for (const std::string& name : files) {
    const std::span<const unsigned char> bytes = embedded_file(name);
    const std::string text(bytes.begin(), bytes.end());
    std::vector<SourceLine> lines = source_lines(text, variant.id);
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

}  // namespace heatwave::session
