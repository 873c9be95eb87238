// A shell without a window, whose commands go nowhere.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "app/shell/shell_view.h"

namespace heatwave::shell {

/// Tests draw parts of the shell with its view, in frames of their own.
class BareShell {
 protected:
  /// The fonts must outlive the view.
  ShellView view_of_shell(const ui::FontSet& fonts, float unit) {
    return {{{.theme = ui::theme_of(true),
              .fonts = fonts,
              .unit = unit,
              .memory = memory_,
              .places = &places_,
              .is_for_picture = false},
             snapshot_,
             timings_,
             colours_,
             commands_,
             true,
             keys_of_,
             texture_of_},
            now_};
  }

  session::Snapshot snapshot_;
  ShellSnapshot now_;
  ui::Places places_;
  rooms::CommandSender commands_{[](session::Command /*command*/, session::Gesture /*gesture*/) {}};

 private:
  ui::Memory memory_;
  rooms::Timings timings_;
  colour::ColourScale colours_;
  std::function<std::string(std::string_view)> keys_of_ = [](std::string_view) {
    return std::string();
  };
  std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)> texture_of_;
};

}  // namespace heatwave::shell
