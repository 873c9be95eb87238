// Draws the picture over the field, and the settings for it.
#include "app/shell/documents/picture_question.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "app/ui/controls.h"
#include "app/ui/number_controls.h"
#include "app/ui/pane.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {

void PictureModel::ask(scene::GrayPicture next, std::string name_of_file) {
  close();
  picture = std::make_shared<const scene::GrayPicture>(std::move(next));
  name = std::move(name_of_file);
}

void PictureModel::close() {
  const scene::PictureChoice chosen = choice;
  *this = {};
  choice = chosen;
}

void PictureModel::look(core::Extent extent) {
  const bool moved = grid != extent;
  if (moved) placed = scene::fitted(*picture, extent);
  if (!moved && preview != nullptr && previewed == choice) return;
  grid = extent;
  previewed = choice;
  lab::Picture shown{{placed.area.width(), placed.area.height()}, {}};
  const bool all = choice.use == scene::PictureUse::field || choice.use == scene::PictureUse::input;
  for (const std::uint8_t place : scene::chosen_places(placed, choice)) {
    shown.cells.push_back(all || place != 0 ? static_cast<float>(place)
                                            : std::numeric_limits<float>::quiet_NaN());
  }
  preview = std::make_shared<const lab::Picture>(std::move(shown));
}

namespace {

using scene::PictureUse;

ImVec2 in_window(const rooms::Room& shown, double x, double y) {
  const view::SurfaceCamera* camera = shown.surface();
  const core::Point at =
      camera != nullptr ? camera->to_window({x, y, 0}) : shown.field()->to_window({x, y});
  return {static_cast<float>(at.x), static_cast<float>(at.y)};
}

void draw_preview(const ShellView& shell, const PictureModel& model, const rooms::Room& shown) {
  const ImTextureID texture = shell.texture_of(model.preview);
  if (shown.field() == nullptr || texture == ImTextureID{}) return;
  const auto [left, top, right, bottom] = model.placed.area;
  const ui::Box& area = shown.field()->area();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({area.left, area.top}, {area.right, area.bottom});
  list.AddImageQuad(texture, in_window(shown, left, top), in_window(shown, right, top),
                    in_window(shown, right, bottom), in_window(shown, left, bottom), {0, 0}, {1, 0},
                    {1, 1}, {0, 1}, IM_COL32(255, 255, 255, 220));
  list.PopClipRect();
}

void draw_uses(ShellView& shell, scene::PictureChoice& choice) {
  std::vector<std::string> titles;
  std::vector<std::string> help;
  for (const scene::PictureUseEntry& each : scene::kPictureUses) {
    titles.emplace_back(each.title);
    help.emplace_back(each.help);
  }
  const int pressed = ui::segmented(shell, "picture use", titles, static_cast<int>(choice.use),
                                    ImGui::GetContentRegionAvail().x, help);
  if (pressed >= 0) choice.use = static_cast<PictureUse>(pressed);
  ui::dim_text(shell, std::string(scene::kPictureUses[static_cast<std::size_t>(choice.use)].help));
}

void draw_factor(ShellView& shell, const char* label, double& factor) {
  ui::row(shell, label);
  ImGui::PushID(&factor);
  ui::number(shell, "##factor", factor, 0.01, "%.3g",
             "Multiplies the equation's coefficient in the medium.", 0.01, 100);
  ImGui::PopID();
}

/// Draws the number of media and the material of each.
void draw_bands(ShellView& shell, scene::PictureChoice& choice) {
  std::vector<std::string> counts;
  std::vector<std::string> help;
  for (std::size_t bands = 1; bands <= scene::kMostPictureBands; ++bands) {
    counts.push_back(std::to_string(bands));
    help.push_back(bands == 1 ? "All dark areas become one medium."
                              : counts.back() + " media, by how dark it is.");
  }
  ui::row(shell, "media");
  const std::size_t lighter = choice.lighter.size();
  const int pressed = ui::segmented(shell, "picture bands", counts, static_cast<int>(lighter),
                                    ImGui::GetContentRegionAvail().x, help);
  if (pressed >= 0 && static_cast<std::size_t>(pressed) != lighter) {
    divide_in_bands(choice, static_cast<std::size_t>(pressed) + 1);
  }
  for (std::size_t i = 0; i < choice.lighter.size(); ++i) {
    draw_factor(shell, i == 0 ? "lightest" : "darker", choice.lighter[i]);
  }
  const bool several = !choice.lighter.empty();
  if (!several || !choice.darkest_is_wall) {
    draw_factor(shell, several ? "darkest" : "factor", choice.factor);
  }
  if (!several) return;
  ui::toggle(shell, "darkest is wall", "the darkest band is a wall", choice.darkest_is_wall,
             "The last of them becomes a wall in place of a medium.");
}

/// Returns the extra height that the rows need for more than one medium.
float height_of_bands(const scene::PictureChoice& choice) {
  if (choice.use != PictureUse::media) return 0;
  constexpr float kBandRow = 40;
  const auto lighter = static_cast<float>(choice.lighter.size());
  return kBandRow +
         (lighter > 0 ? kBandRow * (lighter + (choice.darkest_is_wall ? 0.0F : 1.0F)) : 0.0F);
}

void draw_values(ShellView& shell, scene::PictureChoice& choice) {
  if (choice.use != PictureUse::field && choice.use != PictureUse::input) {
    ui::row(shell, "threshold");
    ui::slider(shell, "##threshold", choice.threshold, 0.0, 1.0, "%.2f",
               "Brightness from which a pixel counts as bright.");
    ui::note_place(shell, "picture threshold");
  }
  if (choice.use == PictureUse::media) draw_bands(shell, choice);
  if (choice.use == PictureUse::sources) {
    ui::row(shell, "held at");
    ui::number(shell, "##value", choice.value, 0.01, "%.3g", "The value that it is held at.");
  }
  if (choice.use == PictureUse::field) {
    ui::row(shell, "black");
    ui::number(shell, "##low", choice.low, 0.01, "%.3g", "The field where the picture is black.");
    ui::row(shell, "white");
    ui::number(shell, "##high", choice.high, 0.01, "%.3g", "The field where the picture is white.");
  }
  ui::toggle(shell, "invert", "swap bright and dark", choice.inverted,
             "Treats bright areas as dark, and dark areas as bright.");
}

PictureAnswer draw_answers(ShellView& shell) {
  PictureAnswer answer = PictureAnswer::none;
  const float u = shell.unit;
  const float width = ImGui::GetContentRegionAvail().x / u;
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), ui::content_bottom() - 32 * u));
  const ui::ButtonLook put{.primary = true, .width = width, .text = "Put it in"};
  if (ui::icon_button(shell, "put picture in", ui::Icon::file,
                      "Adds the picture to the scene; you can undo it.", "Enter", "", put)) {
    answer = PictureAnswer::put_in;
  }
  ui::note_place(shell, "put picture in");
  for (const rooms::Chord& chord : shell.question_keys) {
    const bool enters = chord.key == rooms::key::kEnter || chord.key == rooms::key::kKeypadEnter;
    if (enters) answer = PictureAnswer::put_in;
    if (chord.key == rooms::key::kEscape) answer = PictureAnswer::leave;
  }
  return answer;
}

}  // namespace

PictureAnswer draw_picture_question(ShellView& shell, PictureModel& model,
                                    const rooms::Room& shown) {
  model.look(shell.snapshot.scene.extent);
  draw_preview(shell, model, shown);
  const float u = shell.unit;
  // The field keeps its brightness, so that the preview on it stays visible.
  ui::draw_shade("picture shade", 0.0F);
  ui::begin_dialog(shell, "picture question", {392 * u, (384 + height_of_bands(model.choice)) * u},
                   // Anchored at the top, so that the upper rows stay when others appear.
                   {0.99F, 0.01F});
  const bool leaves = dialog_title(shell, "leave picture", "Use the picture as");
  ui::dim_text(shell, ui::elided(model.name, ImGui::GetContentRegionAvail().x));
  ui::space({0, 4 * u});
  draw_uses(shell, model.choice);
  ui::space({0, 4 * u});
  draw_values(shell, model.choice);
  const PictureAnswer answer = draw_answers(shell);
  ui::end_dialog();
  return leaves ? PictureAnswer::leave : answer;
}

}  // namespace heatwave::shell
