// A source as a room shows it: read and divided into words once, not in every frame.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/session/source_file.h"
#include "app/ui/code_tokens.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::rooms {

class ShownSource : core::NonCopyable {
 public:
  struct Line {
    session::SourceLine source;
    std::vector<ui::Token> tokens;  ///< parts of the source's text
  };

  /// `key` tells one source from another.
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
  // Tokens point into the lines.

  [[nodiscard]] const std::string& key() const { return key_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

 private:
  std::string key_;
  std::string file_;
  std::vector<Line> lines_;
};

}  // namespace heatwave::rooms
