// What only the window can do, as the panels asked for it: saving what is seen, copying, leaving.
#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <utility>

#include "app/export/lab_table.h"
#include "app/panels/lab_actions.h"
#include "app/view/window_pixels.h"
#include "app/window/front.h"

namespace heatwave::window {

void Front::do_requests() {
  const panels::Requests requests = std::exchange(ui_.requests, {});
  if (requests.save_window) save_window();
  if (requests.save_chart) save_chart();
  if (requests.copy_table) copy_table();
  if (requests.full_screen) window_.set_full_screen(!window_.is_full_screen());
  if (requests.quit) window_.close();
  ui_.is_full_screen = window_.is_full_screen();
  window_.set_title(title() + " – Heatwave");
  if (start_.frames > 0 && frame_ + 1 >= start_.frames) window_.close();
  if (window_.should_close()) save_last_frame();
}

std::string Front::title() {
  if (ui_.room == panels::Room::lab) return panels::shown_experiment(ui_).title;
  const session::Scene& scene = session_.snapshot().scene;
  return scene.title.empty() ? scene.name : scene.title;
}

void Front::tell(std::string text) {
  ui_.told = std::move(text);
  ui_.told_at = ImGui::GetTime();
}

void Front::save_last_frame() {
  if (start_.screenshot.empty()) return;
  writer_->write(view::window_pixels(window_.framebuffer()), start_.screenshot,
                 start_.force ? exporting::Naming::replacing : exporting::Naming::exact);
}

void Front::save_window() {
  if (!writer_->has_room()) return;  // the action has said so
  const session::Snapshot& snapshot = session_.snapshot();
  const std::filesystem::path folder = snapshot.exporting.folder;
  writer_->write(view::window_pixels(window_.framebuffer()),
                 folder / (snapshot.scene.name + "-window.png"), exporting::Naming::fresh);
}

void Front::save_chart() {
  if (!writer_->has_room()) return;  // the action has said so
  const auto pixel = [this](float units) {
    return static_cast<int>(std::lround(units * pixels_per_unit()));
  };
  const auto [x, y, width, height] = ui_.lab.chart_area;
  const core::Extent framebuffer = window_.framebuffer();
  const core::Rect part = core::intersection(
      {pixel(x), pixel(y), pixel(x + width), pixel(y + height)}, core::whole(framebuffer));
  if (part.empty()) return tell("There is no chart to save.");
  constexpr std::array kCharts = {"bars", "sweep", "roofline", "outcome"};
  const std::string name = fmt::format("lab-{}-{}.png", panels::shown_experiment(ui_).id,
                                       kCharts.at(static_cast<std::size_t>(ui_.lab.chart)));
  const std::filesystem::path folder = session_.snapshot().exporting.folder;
  writer_->write(view::window_pixels(framebuffer, part), folder / name, exporting::Naming::fresh);
}

void Front::copy_table() {
  panels::PanelContext context = this->context();
  const auto result = panels::shown_result(context);
  if (result == nullptr) return tell("Nothing was measured yet that could be copied.");
  ImGui::SetClipboardText(exporting::lab_markdown({result->report}).c_str());
  tell("Copied the measurements as a Markdown table.");
}

}  // namespace heatwave::window
