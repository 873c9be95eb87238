// How `--help` is laid out: in lines that an old terminal holds, too.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace heatwave::cli {

/// What each option and subcommand is for stands beside it, in lines that end between words.
class HelpFormat : public CLI::Formatter {
 public:
  /// Of a terminal that nobody has made wider.
  static constexpr int kColumns = 80;

  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override;
  [[nodiscard]] std::string make_subcommand(const CLI::App* command) const override;

 private:
  [[nodiscard]] std::string in_column(const std::string& text) const;
};

}  // namespace heatwave::cli
