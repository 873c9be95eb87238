// Draws the settings.
#include "app/shell/interface/settings_panel.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/session/field/unit_figures.h"
#include "app/ui/controls.h"
#include "app/ui/pane.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

namespace key = rooms::key;

void draw_look(ShellView& view) {
  const InterfaceStatus& now = view.now.interface;
  static const std::array<std::string, 2> kThemes{"Dark", "Light"};
  static const std::array<std::string, 2> kThemeHelp{"For a dark hall.", "For a bright hall."};
  const int theme =
      segmented_row(view, "theme", "settings theme", kThemes, now.dark ? 0 : 1, kThemeHelp);
  if (theme >= 0) view.send(session::SetTheme{theme == 0});
  constexpr std::array<double, 5> kScales{0.75, 1.0, 1.25, 1.5, 2.0};
  static const std::array<std::string, 5> kScaleTitles{"¾", "1", "1¼", "1½", "2"};
  static const std::array<std::string, 5> kScaleHelp{
      "Smaller letters and controls.", "The normal size.", "A quarter larger.",
      "Half as large again.", "Twice as large, for a projector."};
  int scale = -1;
  for (std::size_t i = 0; i < kScales.size(); ++i) {
    if (std::abs(static_cast<double>(now.scale) - kScales[i]) < 0.05) scale = static_cast<int>(i);
  }
  const int scaled =
      segmented_row(view, "scale", "settings scale", kScaleTitles, scale, kScaleHelp);
  if (scaled >= 0) {
    view.send(session::SetInterfaceScale{kScales[static_cast<std::size_t>(scaled)]});
  }
  bool smooth = view.smooth_cells;
  if (toggle(view, "settings smooth", "smooth between cells", smooth,
             "Shows values between cells; else each cell is a square.")) {
    view.send(session::SmoothCells{smooth});
  }
  bool less = now.less_motion;
  if (toggle(view, "settings motion", "less motion", less,
             "Nothing fades, and boards change without animation.")) {
    view.send(session::LessMotion{less});
  }
  bool captions = now.key_captions;
  if (toggle(view, "settings keys", "keys as captions while presenting", captions,
             "Shows the keys that are pressed to the audience.")) {
    view.send(session::ShowKeyCaptions{captions});
  }
}

void draw_units(ShellView& view) {
  const scene::Scene& scene = view.snapshot.scene;
  bool has_units = scene.measures.units.has_value();
  const bool knows_units = has_units || !session::rate_unit(scene).empty();
  if (toggle(view, "settings units", "physical units in this scene", has_units,
             "Metres, seconds and the like, instead of cells and steps.",
             knows_units ? "" : "This equation has no physical units")) {
    session::SetUnits command;
    if (has_units) command.units = session::usual_units(scene);
    view.send(command);
  }
}

void draw_timing(ShellView& view) {
  constexpr std::array<double, 4> kRates{0, 60, 30, 15};
  static const std::array<std::string, 4> kTitles{"Screen's", "60", "30", "15"};
  static const std::array<std::string, 4> kHelp{
      "As many frames per second as the screen shows.", "At most 60 frames per second.",
      "At most 30 frames per second; leaves time for steps.",
      "At most 15 frames per second; leaves more time for steps."};
  const double now = view.now.interface.rate;
  const auto here = std::find(kRates.begin(), kRates.end(), now);
  const int chosen = here == kRates.end() ? -1 : static_cast<int>(here - kRates.begin());
  const int pressed = segmented_row(view, "frames/s", "settings rate", kTitles, chosen, kHelp);
  if (pressed >= 0) view.send(session::LimitFrameRate{kRates[static_cast<std::size_t>(pressed)]});
}

}  // namespace

void SettingsPanel::draw(ShellView& view) {
  if (!is_open_) return;
  const float u = view.unit;
  bool leaves = ui::draw_shade("settings shade");
  ui::begin_dialog(view, "settings", {560 * u, 448 * u});
  keep_from_audience(view, ImGui::GetWindowDrawList());
  leaves |= dialog_title(view, "settings close", "Settings");
  draw_look(view);
  draw_units(view);
  draw_timing(view);
  row(view, "exports");
  if (ui::text_field(view, "##settings folder", folder_, "out") && !folder_.empty()) {
    view.send(session::SetExportFolder{folder_});
  }
  explain(view, "The folder of pictures, films and tables without a name of their own.");
  const auto& memory = shell_.start.memory;
  ui::dim_text(view,
               memory != nullptr
                   ? fmt::format("Kept in {}.", memory->folders().config.string())
                   : fmt::format("Not kept for the next start: {}.", shell_.start.why_no_memory));
  ui::end_dialog();
  for (const rooms::Chord& chord : view.question_keys) {
    leaves |= chord.key == key::kEscape || chord.key == key::kF12;
  }
  if (leaves) view.send(session::ShowSettings{false});
}

}  // namespace heatwave::shell
