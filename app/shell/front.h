// The window's front: one object that turns input into commands and a session into pictures.
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "app/export/png_writer.h"
#include "app/rooms/panel_context.h"
#include "app/session/session.h"
#include "app/shell/frame_pacer.h"
#include "app/shell/glfw_window.h"
#include "app/shell/imgui_context.h"
#include "app/shell/start.h"
#include "app/shell/status_file.h"
#include "app/view/field_display.h"
#include "app/view/field_mapping.h"
#include "app/view/field_painter.h"
#include "app/view/gpu_timer.h"
#include "app/view/picture_texture.h"
#include "app/view/steady_range.h"

namespace heatwave::shell {

class Front {
 public:
  explicit Front(const Start& start);

  /// Until the person leaves, or the frames asked for are shown.
  void run();

 private:
  void frame();
  void begin_interface();
  /// Where the parts of the window lie in this frame.
  void lay_out();
  void take_input();
  void take_pointer();
  void present_field();
  void draw_field();
  void draw_panels();
  void draw_rooms(panels::PanelContext& context);
  void draw_fields_room(panels::PanelContext& context);
  void draw_lab_room(panels::PanelContext& context);
  void draw_stage_room(panels::PanelContext& context);
  void do_requests();
  void save_last_frame();
  void swap();
  void note_steps();

  void open_scene(const std::string& name);
  void save_window();
  void save_chart();
  void save_board();
  void record_board();
  void save_part(const std::array<float, 4>& area, const std::filesystem::path& path,
                 exporting::Naming naming);
  [[nodiscard]] bool saves_a_part() const;
  /// Where they hide the least: they begin at its lower right corner.
  [[nodiscard]] view::Area place_of_notices() const;
  void copy_table();
  void tell(std::string text);
  void make_room_for_measuring();
  [[nodiscard]] std::string title();
  /// Of what is shown, in names of files.
  [[nodiscard]] std::string shown_name();
  [[nodiscard]] bool in_fields() const { return ui_.room == panels::Room::fields; }
  [[nodiscard]] panels::PanelContext context();
  [[nodiscard]] colour::ColourScale colours() const;
  [[nodiscard]] float pixels_per_unit() const;

  Start start_;
  std::shared_ptr<exporting::PngWriter> writer_;
  GlfwWindow window_;
  ImGuiContextOwner interface_;
  session::Session session_;
  view::FieldDisplay display_;
  view::FieldPainter painter_;
  view::FieldMapping mapping_;
  view::PictureTextures pictures_;
  view::SteadyRange range_;
  view::GpuTimer draw_timer_;
  view::GpuTimer interface_timer_;
  FramePacer pacer_;
  StatusFile status_;

  panels::UiState ui_;
  panels::FieldTools tools_;
  panels::Timings timings_;
  panels::Layout layout_;
  panels::PointerInput pointer_;
  panels::CommandSink sink_;
  std::function<void(const std::string&)> opener_;
  std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)> texture_of_;
  colour::ColourScale shown_colours_;

  std::int64_t frame_ = 0;
  float unit_ = 1.0F;
  bool panning_ = false;
  bool software_drawn_ = false;
  bool only_for_a_picture_ = false;  ///< this frame: it is not shown
  double panels_ms_ = 0.0;
  std::uint64_t presented_version_ = ~std::uint64_t{0};
  std::string ranged_scene_;
  std::filesystem::path recorded_into_;  ///< the folder of the stage's pictures; empty: none
  std::int64_t advances_seen_ = 0;
  std::int64_t counted_step_ = 0;
  double counted_at_ = 0.0;
};

}  // namespace heatwave::shell
