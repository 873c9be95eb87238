// Draws the picture over the field, and the choices.
#include "app/shell/documents/picture_question.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/ui/controls.h"
#include "app/ui/dialog.h"
#include "app/ui/elided.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {
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
             "What the medium makes of the equation's coefficient.", 0.01, 100);
  ImGui::PopID();
}

/// How many media, and what each of them is.
void draw_bands(ShellView& shell, scene::PictureChoice& choice) {
  std::vector<std::string> counts;
  std::vector<std::string> help;
  for (std::size_t bands = 1; bands <= scene::kMostPictureBands; ++bands) {
    counts.push_back(std::to_string(bands));
    help.push_back(bands == 1 ? "All that is dark becomes one medium."
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
  ui::toggle(shell, "darkest is wall", "what is darkest is a wall", choice.darkest_is_wall,
             "The last of them becomes a wall in place of a medium.");
}

/// What the rows above need beyond those of one medium.
float height_of_bands(const scene::PictureChoice& choice) {
  if (choice.use != PictureUse::media) return 0;
  constexpr float kBandRow = 40;
  const auto lighter = static_cast<float>(choice.lighter.size());
  return kBandRow +
         (lighter > 0 ? kBandRow * (lighter + (choice.darkest_is_wall ? 0.0F : 1.0F)) : 0.0F);
}

void draw_values(ShellView& shell, scene::PictureChoice& choice) {
  if (choice.use != PictureUse::field) {
    ui::row(shell, "threshold");
    ui::slider(shell, "##threshold", choice.threshold, 0.0, 1.0, "%.2f",
               "From here on it is bright, below it dark.");
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
  ui::toggle(shell, "invert", "bright for dark", choice.inverted,
             "Takes what is bright for dark, and the other way round.");
}

PictureAnswer draw_answers(ShellView& shell) {
  PictureAnswer answer = PictureAnswer::none;
  const float u = shell.unit;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * u) / 2 / u;
  ImGui::SetCursorPosY(std::max(ImGui::GetCursorPosY(), ui::content_bottom() - 32 * u));
  const ui::ButtonLook put{.primary = true, .width = width, .text = "Put it in"};
  if (ui::icon_button(shell, "put picture in", ui::Icon::file, "Does it; you can undo it.", "Enter",
                      "", put)) {
    answer = PictureAnswer::put_in;
  }
  ui::note_place(shell, "put picture in");
  ImGui::SameLine(0, 8 * u);
  const ui::ButtonLook leave{.width = width, .text = "Cancel"};
  if (ui::icon_button(shell, "leave picture", ui::Icon::close, "Nothing comes of it.", "Esc", "",
                      leave)) {
    answer = PictureAnswer::leave;
  }
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
  // The field stays as bright as it is: what is chosen is seen on it.
  ui::draw_shade("picture shade", 0.0F);
  ui::begin_dialog(shell, "picture question", {392 * u, (384 + height_of_bands(model.choice)) * u},
                   {0.99F, 0.01F});  // from the top: its upper rows stay when others come
  ImGui::PushFont(shell.fonts.strong, shell.fonts.large_size);
  ImGui::TextUnformatted("What does it become?");
  ImGui::PopFont();
  ui::dim_text(shell, ui::elided(model.name, ImGui::GetContentRegionAvail().x));
  ui::space({0, 4 * u});
  draw_uses(shell, model.choice);
  ui::space({0, 4 * u});
  draw_values(shell, model.choice);
  const PictureAnswer answer = draw_answers(shell);
  ui::end_dialog();
  return answer;
}

}  // namespace heatwave::shell
