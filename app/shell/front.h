// The window's front: one object that turns input into commands and a session into pictures.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/frame_sink.h"
#include "app/export/png_writer.h"
#include "app/files/autosave.h"
#include "app/files/recent_files.h"
#include "app/rooms/room.h"
#include "app/session/session.h"
#include "app/shell/audience_window.h"
#include "app/shell/compared_field.h"
#include "app/shell/field_sampling.h"
#include "app/shell/frame_pacer.h"
#include "app/shell/glfw_window.h"
#include "app/shell/idle_watch.h"
#include "app/shell/imgui_context.h"
#include "app/shell/lecture_caption.h"
#include "app/shell/shell_view.h"
#include "app/shell/start.h"
#include "app/shell/status_file.h"
#include "app/view/field_display.h"
#include "app/view/field_painter.h"
#include "app/view/gpu_timer.h"
#include "app/view/picture_texture.h"
#include "app/view/steady_range.h"
#include "app/view/surface_painter.h"
#include "app/view/window_copy.h"
#include "app/wire/lecture_player.h"
#include "app/wire/player.h"

namespace heatwave::shell {

/// What only a hand on the field does.
inline bool is_dragged(const session::Command& command) {
  return std::holds_alternative<session::MoveItem>(command) ||
         std::holds_alternative<session::ExtendItem>(command) ||
         std::holds_alternative<session::Paint>(command);
}

struct KeyAction;

class Front {
 public:
  explicit Front(const Start& start);

  /// Until the person leaves, or the frames asked for are shown.
  void run();

 private:
  void frame();
  /// Takes what has come in; where nothing moves, waits for it.
  void await_input();
  void look_for_rest();
  /// Whether anything changes by itself, or is under way.
  [[nodiscard]] bool is_busy();
  void begin_interface();
  /// Where the parts of the window lie in this frame.
  void lay_out();
  void take_input();
  // front_keys.cpp: who gets a key
  void take_keys();
  /// Whether Dear ImGui has the key: for the control with the keyboard focus, to move that, or for
  /// what is typed.
  [[nodiscard]] bool goes_to_control(const rooms::Chord& chord, bool typing) const;
  void press(const KeyPress& key);
  /// Closes what Esc closes before the room gets the key: the help, presenting, the tour, the list
  /// of lectures. Returns false where none of them is shown.
  bool leave_one();
  /// Whoever asks for it by its name is told why it cannot be done now; by a key only where the
  /// action wants that.
  void perform(const KeyAction& action, bool by_name);
  // front_picture.cpp
  void draw();
  void build_interface();
  void render_interface();
  void end_picture();
  void account_for_frame();
  // front_view.cpp
  void see_field();
  void present_field();
  void draw_field();
  /// Who has the session's large fields made ready, while the window goes on being drawn.
  session::Preparer preparer();
  void prepare(const std::string& told, const session::Preparation& work);
  void sample_field();
  void follow_relief();
  [[nodiscard]] view::Colouring colouring();
  void clear_frame(core::Extent framebuffer);
  void paint_field(core::Extent framebuffer);
  // front_compare.cpp
  void turn_comparing();
  void follow_with_compared();
  void draw_room(ShellView& shell);
  void do_requests();

  // front_files.cpp: what is opened and saved
  void ask_about_files();
  void answer_about_files();
  void take_dropped();
  /// Whatever it is. What cannot be opened is told, and false.
  bool open_file(const std::filesystem::path& path);
  void open_scene(const std::filesystem::path& path);
  void begin_scene(scene::Scene scene);
  /// As a line of text, through the clipboard.
  void copy_scene();
  void paste_scene();
  /// The command line that makes the picture of the field as it is shown.
  void copy_run_line();
  void open_recording_file(const std::filesystem::path& path);
  void open_array(const std::filesystem::path& path);
  void open_picture(const std::filesystem::path& path);
  void answer_about_picture();
  void save_scene(const files::ChosenFile& chosen);
  void save_last_frame();
  void note_steps();
  void note_dragged();

  // front_lecture.cpp: a lecture that is given
  void open_lecture(wire::Lecture lecture);
  void close_lecture();
  void open_wanted_lecture();
  void give_lecture();
  void lecture_next();
  void lecture_back();
  [[nodiscard]] session::Sight sight() const;
  void show(const session::Sight& sight);

  // front_writing.cpp: a lecture that is written
  void write_lecture();
  void begin_lecture();
  void do_deed(LectureDeed deed);
  [[nodiscard]] wire::LectureStep step_as_shown(const std::string& title);
  void replace_lecture(wire::Lecture lecture, std::size_t step);
  void begin_step();
  void note_done(const session::Command& command);
  void note_steps_done();
  void settle_recorded();
  void end_step();
  void save_lecture();
  // front_memory.cpp: what is remembered, and kept for the case of a crash
  void begin_memory();
  void answer_about_crash();
  /// Where it is not known that anybody who sits here has ever dragged anything.
  [[nodiscard]] bool greets() const;
  [[nodiscard]] files::Remembered to_remember() const;
  void remember();
  void keep_for_crash();
  void end_memory();

  // front_search.cpp: what is found by its name
  void open_search();
  void do_what_was_found();
  void do_what_help_has();
  void do_entry(const SearchEntry& entry);

  // front_presenting.cpp: what helps to show
  void take_presenting_input();
  void note_shown_key(const KeyPress& press);
  [[nodiscard]] core::Rect in_pixels(const ui::Box& box) const;
  /// The least height of a line of the lecture's caption, in window units; 0: the room is not
  /// presented alone, here or to an audience.
  [[nodiscard]] float least_caption_letters() const;
  /// The room with the lecture's caption below it: what the audience sees.
  [[nodiscard]] ui::Box presented_area() const;
  /// What is held is the room here, and no window for an audience.
  [[nodiscard]] bool holds_room() const;
  /// The room's picture is held: the room itself is not drawn.
  [[nodiscard]] bool holds_picture() const;
  /// This frame is drawn for the picture to be held.
  [[nodiscard]] bool takes_held_picture() const;
  void hold_picture();
  void show_held_picture();
  void turn_audience();
  void show_audience();
  void magnify();

  // front_tour.cpp: the tour, and what it notices
  void begin_tour();
  void note_for_tour(const session::Command& command);
  void lead_tour();
  /// How far the stage has been played.
  [[nodiscard]] int stage_step() const;

  // front_playback.cpp: a recording that is played
  void open_recording();
  void close_recording();
  void forget_recording();
  void turn_last_minute();
  void show_last_minute();
  void leave_last_minute();
  /// Before something else becomes of the field: it is as it was, or as the recording left it.
  void end_showing_again();
  void play_recording();
  /// What the rooms ask for, as far as a recording lets it through.
  void submit(session::Command command, session::Gesture gesture);
  bool lets_through(const session::Command& command);
  [[nodiscard]] float playback_height() const;

  void save_window();
  void save_picture();
  /// None where the part lies outside the window.
  [[nodiscard]] std::optional<exporting::Image> pixels_of(const rooms::Picture& picture) const;
  void save_of_series(const rooms::Picture& picture);
  void tell(std::string text);
  /// As a sentence, without what a window could not show.
  void tell_why(const std::exception& error);
  void make_room_for_measuring();
  [[nodiscard]] rooms::Room& room();
  /// Seconds between frames while a CPU's variant is timed on processors that OpenGL takes, too.
  [[nodiscard]] double rest_beside_measuring() const;
  [[nodiscard]] bool in_fields() { return room().field() != nullptr; }
  [[nodiscard]] bool shows_field() const { return seen_->field() != nullptr; }
  [[nodiscard]] rooms::Frame frame_of_room();
  [[nodiscard]] ShellView shell_view() { return {frame_of_room(), model_}; }
  [[nodiscard]] colour::ColourScale colours() const;
  /// Pixels of the interface's unit, enlarged so many times.
  [[nodiscard]] float unit_of(float zoom) const;
  [[nodiscard]] float pixels_per_unit() const;

  Start start_;
  std::shared_ptr<exporting::PngWriter> writer_;
  GlfwWindow window_;
  std::unique_ptr<AudienceWindow> audience_;  ///< null: there is one window
  ImGuiContextOwner interface_;
  bool has_rooms_ = false;  ///< and can be drawn as a whole
  session::Session session_;
  std::unique_ptr<wire::Player> player_;  ///< null: no recording is played
  /// As it was when the last minute began to be shown again; none: it is not.
  struct BeforeMinute {
    std::shared_ptr<const session::Session::Kept> kept;
    bool playing = false;
  };
  std::optional<BeforeMinute> before_minute_;
  std::unique_ptr<wire::LecturePlayer> given_;  ///< null: no lecture is given
  std::vector<session::Command> done_;          ///< in the step of a lecture that is being recorded
  std::optional<std::int64_t> done_until_;  ///< the field's step so far; none: it is not there yet
  bool settles_ = false;                    ///< some of it takes effect before the next steps
  bool opengl_uses_cpu_;                    ///< OpenGL takes the time of this machine's processors.
  view::FieldDisplay display_;
  view::FieldPainter painter_;
  view::SurfacePainter surface_painter_;
  view::Relief relief_;
  FieldSampling sampling_;
  /// What the relief was made of.
  struct ReliefKey {
    std::uint64_t version = 0;  ///< of the samples
    float low = 0.0F;
    float high = 0.0F;
    friend bool operator==(const ReliefKey&, const ReliefKey&) = default;
  };
  std::optional<ReliefKey> relief_key_;
  std::unique_ptr<ComparedField> compared_;  ///< null: the field stands alone
  view::PictureTextures pictures_;
  view::WindowCopy held_;       ///< of the room; or what the audience sees
  view::WindowCopy magnified_;  ///< of the window as it was drawn
  view::SteadyRange range_;
  // Timer queries slow OpenGL in software down.
  view::GpuTimer draw_timer_{!opengl_uses_cpu_};
  view::GpuTimer interface_timer_{!opengl_uses_cpu_};
  FramePacer pacer_;
  IdleWatch idle_;
  StatusFile status_;

  rooms::Asks asks_;
  std::vector<std::unique_ptr<rooms::Room>> rooms_;
  /// The picture that is being made is of it, whichever is pressed in the meantime.
  rooms::Room* seen_ = nullptr;
  ShellModel model_;
  files::RecentFiles recent_;
  std::filesystem::path folder_;                ///< of the file used last
  std::set<std::filesystem::path> saved_here_;  ///< may be replaced without another question
  std::filesystem::path seen_origin_;           ///< of the scene in the frame before
  ui::Memory memory_;
  ui::Places places_;
  rooms::Timings timings_;
  rooms::Layout layout_;
  ui::Box lecture_bar_;             ///< below the panel, while a lecture is given
  LectureCaption lecture_caption_;  ///< below the room, while that is presented alone
  std::function<std::string(std::string_view)> keys_of_;
  std::function<ImTextureID(const std::shared_ptr<const lab::Picture>&)> texture_of_;
  colour::ColourScale shown_colours_;

  std::int64_t frame_ = 0;
  float unit_ = 1.0F;
  bool is_preparing_ = false;        ///< and the session is not to be asked for its field
  bool list_is_open_ = false;        ///< in the frame before
  bool only_for_a_picture_ = false;  ///< this frame: it is not shown
  // In this frame so far.
  double view_ms_ = 0.0;
  double panels_ms_ = 0.0;
  double swap_ms_ = 0.0;
  double touched_at_ = 0.0;  ///< by hand: a key, the pointer
  std::uint64_t presented_version_ = ~std::uint64_t{0};
  std::optional<files::Autosave> autosave_;
  std::optional<files::LeftBehind> left_behind_;  ///< by a run that did not end as usual
  bool has_toured_ = true;                        ///< whether the tour was taken or offered
  int tour_stage_step_ = 0;                       ///< of the stage, in the frame before
  bool has_dragged_ = true;                       ///< whether the person has dragged an item
  bool touched_ = false;                          ///< since the scene was kept last
  bool kept_again_ = false;                       ///< what had been left behind
  double saved_at_ = -1e9;                        ///< that was, in seconds
  double remembered_since_ = 0.0;                 ///< nothing has changed that is remembered
  std::string ranged_story_;  ///< and the component whose values the range has followed
  std::unique_ptr<exporting::FrameSink> series_;  ///< of the pictures taken step by step; or null
  std::int64_t advances_seen_ = 0;
  std::int64_t dragged_frame_ = -1;  ///< in which a drag was taken that no picture shows yet
  std::uint64_t dragged_scene_ = 0;  ///< as it was before
  std::int64_t counted_step_ = 0;
  double counted_at_ = 0.0;
};

}  // namespace heatwave::shell
