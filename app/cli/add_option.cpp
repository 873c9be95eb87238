// The kinds of option that the subcommands are made of.
#include "app/cli/add_option.h"

#include <fmt/format.h>

#include <vector>

#include "app/cli/values.h"

namespace heatwave::cli {

CLI::Option* add(CLI::App& app, const std::string& name, const std::string& kind,
                 const std::string& help,
                 const std::function<void(const std::string&, const std::string&)>& take) {
  return app
      .add_option_function<std::string>(
          name, [name, take](const std::string& text) { take(name, text); }, help)
      ->type_name(kind);
}

CLI::Option* add_several(CLI::App& app, const std::string& name, const std::string& kind,
                         const std::string& help,
                         const std::function<void(const std::string&, const std::string&)>& take) {
  return app
      .add_option_function<std::vector<std::string>>(
          name,
          [name, take](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) take(name, text);
          },
          help)
      ->type_name(kind)
      ->allow_extra_args(false);
}

CLI::Option* add_path(CLI::App& app, const std::string& name, const std::string& help,
                      std::filesystem::path& path) {
  return add(app, name, "FILE", help, [&path](const std::string& option, const std::string& text) {
    if (text.empty()) throw UsageError(fmt::format("{} needs the name of a file", option));
    path = text;
  });
}

}  // namespace heatwave::cli
