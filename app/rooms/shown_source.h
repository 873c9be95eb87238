// A source file for display, split into tokens once instead of in every frame.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/session/source_file.h"
#include "app/ui/code_view.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::rooms {

class ShownSource : core::NonCopyable {
 public:
  struct Line {
    session::SourceLine source;
    std::vector<ui::Token> tokens;  ///< views into the source's text
  };

  /// `key` identifies the source.
  ShownSource(std::string key, std::string file, const std::vector<session::SourceLine>& lines)
      : key_(std::move(key)), file_(std::move(file)) {
    lines_.reserve(lines.size());
    bool in_comment = false;
    for (const session::SourceLine& line : lines) {
      Line& shown = lines_.emplace_back(Line{line, {}});
      shown.tokens = ui::tokens_of(shown.source.text, in_comment);
    }
  }
  ~ShownSource() = default;
  // Not copyable, because tokens point into the lines.

  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

 private:
  std::string key_;
  std::string file_;
  std::vector<Line> lines_;
};

inline ui::CodeLine code_line(const ShownSource::Line& line) {
  const session::SourceLine& source = line.source;
  return {source.number, source.text, line.tokens, source.mark, source.reason};
}

/// Returns the lines as views into the source.
inline std::vector<ui::CodeLine> code_lines(const ShownSource& source) {
  std::vector<ui::CodeLine> lines;
  for (const ShownSource::Line& line : source.lines()) lines.push_back(code_line(line));
  return lines;
}

/// Returns the lines' texts, without their marks.
inline std::vector<std::string> line_texts(const std::vector<session::SourceLine>& lines) {
  std::vector<std::string> texts;
  for (const session::SourceLine& line : lines) texts.push_back(line.text);
  return texts;
}

}  // namespace heatwave::rooms
