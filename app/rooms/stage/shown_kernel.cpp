// Reads the source of the shown lesson.
#include "app/rooms/stage/shown_kernel.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "app/rooms/stage/code_rows.h"
#include "app/session/stage/stage_sources.h"

namespace heatwave::stage_room {

const rooms::ShownSource& shown_source(StageView& context) {
  const stage::Lesson& lesson = shown_lesson(context.model);
  const stage::PlaySettings& settings = context.snapshot.stage.settings;
  StageKernel& kernel = context.model.kernel;
  const std::string key = "kernel " + lesson.id + settings.version + settings.text;
  std::shared_ptr<const rooms::ShownSource>& kept = kernel.source;
  const bool is_other = kept == nullptr || kept->key() != key;
  if (!is_other && kernel.source_has_host == kernel.shows_host) return *kept;
  session::SourceFile file = session::source_of(lesson, settings);
  kernel.folds_host =
      !file.lines.empty() && file.lines.back().of_host && !session::is_about_host(lesson, settings);
  kernel.scrolls_to_host = !is_other && kernel.shows_host;
  kernel.source_has_host = kernel.shows_host;
  if (kernel.folds_host) {
    // The heading of the host's code takes the place of the empty line above it.
    std::erase_if(file.lines, [&kernel](const session::SourceLine& line) {
      return line.of_host && (!kernel.shows_host || line.text.empty());
    });
  }
  kept = std::make_shared<const rooms::ShownSource>(key, file.name, file.lines);
  return *kept;
}

std::string code_of_line(const rooms::ShownSource& source, int line) {
  for (const rooms::ShownSource::Line& shown : source.lines()) {
    if (shown.source.number != line || line <= 0) continue;
    const std::string& text = shown.source.text;
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    return std::to_string(line) + "  " + text.substr(begin);
  }
  return "";
}

namespace {

/// Returns the characters, without comments, of each line, or of those within functions.
std::vector<float> letters_of_lines(StageView& context, bool only_within) {
  std::vector<float> letters;
  for (const rooms::ShownSource::Line& shown : shown_source(context).lines()) {
    const bool is_folded = shown.source.of_host && context.model.kernel.folds_host;
    const bool is_wanted = !only_within || shown.source.text.starts_with(' ');
    if (is_wanted && !is_folded) letters.push_back(letters_of_code(shown.tokens));
  }
  return letters;
}

float most_of(const std::vector<float>& letters) {
  return letters.empty() ? 1.0F : *std::max_element(letters.begin(), letters.end());
}

}  // namespace

float longest_line_within(StageView& context, float columns) {
  std::vector<float> letters = letters_of_lines(context, true);
  std::erase_if(letters, [columns](float each) { return each > columns; });
  return most_of(letters);
}

float longest_line(StageView& context) { return most_of(letters_of_lines(context, true)); }

float longest_of_all_lines(StageView& context) { return most_of(letters_of_lines(context, false)); }

}  // namespace heatwave::stage_room
