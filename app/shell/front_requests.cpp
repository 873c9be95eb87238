// What only the window can do, as the panels asked for it: saving what is seen, copying, leaving.
#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <cmath>
#include <utility>

#include "app/export/lab_table.h"
#include "app/rooms/lab/lab_actions.h"
#include "app/rooms/stage/stage_actions.h"
#include "app/session/picture_exports.h"
#include "app/shell/front.h"
#include "app/view/window_pixels.h"
#include "kernels/core/error.h"

namespace heatwave::shell {

void Front::do_requests() {
  const panels::Requests requests = std::exchange(ui_.requests, {});
  if (requests.save_window) save_window();
  if (requests.save_chart) save_chart();
  if (requests.save_board) save_board();
  record_board();
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
  if (ui_.room == panels::Room::stage) return panels::shown_lesson(ui_).title;
  const session::Scene& scene = session_.snapshot().scene;
  return scene.title.empty() ? scene.name : scene.title;
}

std::string Front::shown_name() {
  if (ui_.room == panels::Room::lab) return "lab-" + panels::shown_experiment(ui_).id;
  if (ui_.room == panels::Room::stage) return "stage-" + panels::shown_lesson(ui_).id;
  return session_.snapshot().scene.name;
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
  const std::filesystem::path folder = session_.snapshot().exporting.folder;
  writer_->write(view::window_pixels(window_.framebuffer()),
                 folder / (shown_name() + "-window.png"), exporting::Naming::fresh);
}

void Front::save_part(const std::array<float, 4>& area, const std::filesystem::path& path,
                      exporting::Naming naming) {
  const auto pixel = [this](float units) {
    return static_cast<int>(std::lround(units * pixels_per_unit()));
  };
  const auto [x, y, width, height] = area;
  const core::Extent framebuffer = window_.framebuffer();
  const core::Rect part = core::intersection(
      {pixel(x), pixel(y), pixel(x + width), pixel(y + height)}, core::whole(framebuffer));
  if (part.empty()) return tell("There is nothing to save.");
  writer_->write(view::window_pixels(framebuffer, part), path, naming);
}

void Front::save_chart() {
  only_for_a_picture_ = std::exchange(ui_.lab.whole_chart, false);
  if (!writer_->has_room() || ui_.room != panels::Room::lab) return;  // the action has said so
  if (ui_.lab.chart_missing > 0 && !only_for_a_picture_) {
    // The next frame has all its rows; the picture is taken of that one, and nobody sees it.
    ui_.lab.whole_chart = ui_.requests.save_chart = true;
    return;
  }
  constexpr std::array kCharts = {"bars", "sweep", "roofline", "outcome"};
  const std::string name = fmt::format("lab-{}-{}.png", panels::shown_experiment(ui_).id,
                                       kCharts.at(static_cast<std::size_t>(ui_.lab.chart)));
  const std::filesystem::path folder = session_.snapshot().exporting.folder;
  save_part(ui_.lab.chart_area, folder / name, exporting::Naming::fresh);
}

void Front::save_board() {
  if (!writer_->has_room()) return;  // the action has said so
  const std::string name =
      fmt::format("stage-{}-{}.png", panels::shown_lesson(ui_).id, ui_.stage.step);
  const std::filesystem::path folder = session_.snapshot().exporting.folder;
  save_part(ui_.stage.board_area, folder / name, exporting::Naming::fresh);
}

void Front::record_board() {
  panels::StageUi& stage = ui_.stage;
  if (!stage.recording || ui_.room != panels::Room::stage) {
    recorded_into_.clear();
    stage.recording = false;
    return;
  }
  if (!writer_->has_room()) return;
  if (recorded_into_.empty()) {
    // From the next frame on the board is drawn for pictures: at rest, with nothing over it.
    try {
      recorded_into_ = session::made_fresh_folder(session_.snapshot().exporting.folder,
                                                  "stage-" + panels::shown_lesson(ui_).id);
      tell("Saving a picture of every step into " + recorded_into_.string() + ".");
    } catch (const core::Error& error) {
      tell(error.what());
      stage.recording = false;
    }
    return;
  }
  save_part(stage.board_area, recorded_into_ / exporting::frame_name(stage.step),
            exporting::Naming::replacing);
  if (stage.step < stage.shown_last) {
    ++stage.step;
  } else {
    stage.recording = false;
  }
}

void Front::copy_table() {
  panels::PanelContext context = this->context();
  const auto result = panels::shown_result(context);
  if (result == nullptr) return tell("Nothing was measured yet that could be copied.");
  ImGui::SetClipboardText(exporting::lab_markdown({result->report}).c_str());
  tell("Copied the measurements as a Markdown table.");
}

}  // namespace heatwave::shell
