// The frame: input, commands, steps, field, panels, swap.
#include "app/shell/front.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/rooms/fields/fields_room.h"
#include "app/rooms/lab/lab_room.h"
#include "app/rooms/stage/stage_room.h"
#include "app/scene/assets.h"
#include "app/session/field/unit_figures.h"
#include "app/shell/key_map.h"
#include "app/shell/layout.h"
#include "app/shell/lecture_card.h"
#include "app/shell/opengl_facts.h"
#include "app/shell/preparing.h"
#include "app/system/process.h"
#include "kernels/core/error.h"
#include "kernels/field/equation_catalogue.h"

namespace heatwave::shell {
namespace {

using Clock = std::chrono::steady_clock;

GlfwWindow opened(const Start& start) {
  try {
    return {start.window, "Heatwave", true, start.stop};
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("{}; {}", error.what(), kWithoutWindow));
  }
}

session::Session make_session(const Start& start,
                              const std::shared_ptr<exporting::PngWriter>& writer,
                              session::Preparer prepare) {
  session::SessionOptions options;
  options.backend = start.backend;
  options.threads = start.threads;
  options.device = start.device;
  options.writer = writer;
  options.recorded_labs = scene::asset_folder() / "measurements";
  options.make_journal = start.make_journal;
  options.make_solver = start.make_solver;
  options.prepare = std::move(prepare);
  session::Session session(start.scene, options);
  if (!start.record.empty()) {
    session.submit(session::StartRecording{start.record.string(), start.force});
  }
  for (const session::Command& command : start.commands) session.submit(command);
  session.frame(0.0);
  if (!start.scene.paused) session.submit(session::Play{});
  return session;
}

}  // namespace

Front::Front(const Start& start)
    : start_(start),
      writer_(std::make_shared<exporting::PngWriter>()),
      window_(opened(start)),
      interface_(window_),
      session_(make_session(start, writer_, preparer())),
      opengl_uses_cpu_(is_software_opengl()),
      pacer_(start.rate > 0 ? start.rate : window_.refresh_rate()),
      asks_([this](session::Command command, session::Gesture gesture) {
        submit(std::move(command), gesture);
      }) {
  model_.dark = !start.light;
  model_.scale = start.zoom;
  model_.room = start.room;
  model_.dialog = files::FileDialog(start.files_within);
  folder_ = start.files_within;
  rooms_.push_back(std::make_unique<fields_room::FieldsRoom>(asks_.gestures()));
  rooms_.push_back(std::make_unique<lab_room::LabRoom>());
  rooms_.push_back(std::make_unique<stage_room::StageRoom>());
  for (const auto& each : rooms_) {
    if (each->entry().id == std::string_view(rooms::kLab.id)) each->show(start.experiment);
    if (each->entry().id == std::string_view(rooms::kStage.id)) each->show(start.lesson);
  }
  // A wait for the screen's refresh would throw away time that the CPU needs for steps and pixels,
  // and would keep frames from coming at another rate than the screen's.
  window_.wait_for_screen(!opengl_uses_cpu_ && start.rate == 0);
  keys_of_ = [this](std::string_view id) { return model_.layout.shown(keys_of(room(), id)); };
  texture_of_ = [this](const std::shared_ptr<const lab::Picture>& picture) {
    return static_cast<ImTextureID>(pictures_.of(picture));
  };
  window_.set_full_screen(start.fullscreen);
  has_rooms_ = true;
  open_recording();
  if (start_.lecture != nullptr) open_lecture(*start_.lecture);
  begin_memory();
  if (!start_.picture.empty()) open_file(start_.picture);
}

void Front::run() {
  const system::AtExit close_recording([this] {
    if (!is_preparing_) session_.finish_exports();
  });
  try {
    while (!window_.should_close()) frame();
  } catch (const ClosedEarly&) {  // while it waited for a field
  }
  end_memory();
  session_.submit(session::CancelLab{});
  session_.rest(true);
  session_.frame(0.0);
  series_.reset();
  writer_->finish();
  // Nobody is left to read a notice of it.
  const auto failure = writer_->take_failure();
  session_.finish_exports();
  if (failure) throw core::Error(*failure);
}

void Front::frame() {
  await_input();
  begin_interface();
  take_input();
  take_dropped();
  // A key may have shown or hidden the side panel: what is drawn now has its place in this frame.
  lay_out();
  settle_recorded();
  make_room_for_measuring();
  session_.frame(pacer_.seconds_for_steps() / (compared_ ? 2 : 1), pacer_.most_seconds_for_steps());
  if (start_.gpu_start != nullptr && start_.gpu_start->take_ready()) {
    session_.submit(session::ChooseBackend{start_.backend, start_.threads});
    tell("The GPU's kernels are ready: the GPU steps from here on.");
  }
  play_recording();
  give_lecture();
  follow_with_compared();
  draw();
  do_requests();
  end_picture();
  look_for_rest();
  const session::Snapshot& now = session_.snapshot();
  pacer_.end_frame(now.steps_last_frame > 0 ? now.report.advance_ms * 1e-3 : 0.0);
}

void Front::await_input() {
  const double rest = rest_beside_measuring();
  if (rest > 0.0) {
    window_.wait(rest);
    pacer_.begin_anew();
  } else if (idle_.may_rest(ImGui::GetTime())) {
    window_.wait(IdleWatch::kGlance);
    pacer_.begin_anew();
  } else {
    pacer_.begin_frame();
    const session::Snapshot& now = session_.snapshot();
    const bool fitted = now.scene.pace.steps == 0 && now.steps_last_frame > 0;
    if (fitted) pacer_.note_fitted(pacer_.frame_seconds());
    window_.poll();
  }
}

void Front::look_for_rest() {
  const double now = ImGui::GetTime();
  if (is_busy()) idle_.stir(now);
  if (idle_.is_quiet(now)) idle_.see(interface_.drawn(), now);
}

bool Front::is_busy() {
  // Whoever reads the status, or counts frames, waits for the next one.
  if (status_.is_open() || start_.frames > 0) return true;
  const session::Snapshot& now = session_.snapshot();
  const session::ExportStatus& files = now.exporting;
  const PlaybackModel& playback = model_.playback;
  if (compared_ && compared_->lacks_steps(now)) return true;
  return (in_fields() && now.playing && !now.overflowed) || now.steps_last_frame > 0 ||
         now.lab.running || now.stage.running || now.recording.running ||
         files.taken > files.written + files.failed || room().moves() || asks_.greets ||
         model_.lecture.is_going || playback.going_to != playback.reached ||
         model_.present.shows_keys(ImGui::GetTime());
}

void Front::begin_interface() {
  if (!idle_.is_quiet(ImGui::GetTime())) {
    timings_.now = ImGui::GetTime() + pacer_.frame_seconds();
    timings_.frame.add(timings_.now, pacer_.frame_seconds() * 1e3);
  }
  const float enlarged = model_.present.on ? PresentModel::kEnlarged : 1.0F;
  unit_ = unit_of(enlarged * model_.scale);
  interface_.begin(ui::theme_of(model_.dark), unit_, pixels_per_unit());
  places_.clear();
  pictures_.begin_frame();
  memory_.focused.clear();
  memory_.tooltips.begin_frame();
  lay_out();
}

void Front::lay_out() {
  const LectureModel& lecture = model_.lecture;
  const core::Extent window = window_.laid_out();
  const bool alone = model_.present.on;
  layout_ = shell::lay_out(window, unit_, model_.panel_shown && !alone, playback_height(),
                           lecture.card_shown ? card_width(window, unit_) : kPanelWidth, !alone);
  lecture_bar_ = {};
  if (lecture.lecture != nullptr && model_.panel_shown && !alone)
    lecture_bar_ = cut_bar(layout_.side, unit_);
  lecture_caption_ =
      cut_caption(lecture, interface_.fonts(), least_caption_letters(), layout_.room);
  std::vector<ui::Box> read;
  const bool has_card = lecture.lecture != nullptr && lecture.card_shown;
  if (has_card && layout_.side.width() > 0) read.push_back(layout_.side);
  if (lecture_caption_.is_shown()) read.push_back(lecture_caption_.box);
  memory_.tooltips.keep_off(std::move(read));
  for (const auto& each : rooms_) each->lay_out(layout_, session_.snapshot(), unit_);
}

void Front::take_input() {
  // The pointer first: a shape whose drag has just ended is not lost to a key for another tool.
  asks_.probed = {-1, -1};
  take_presenting_input();
  const rooms::Frame frame = frame_of_room();
  for (const auto& each : rooms_) {
    if (each.get() == &room() && !holds_picture()) {
      each->take_pointer(frame);
    } else {
      each->rest(frame);
    }
  }
  session_.probe(asks_.probed);
  list_is_open_ = std::exchange(memory_.list_is_open, false);
  take_keys();
}

void Front::note_dragged() {
  constexpr std::int64_t kRefused = 100;  // frames: nothing comes of it any more
  if (dragged_frame_ < 0) return;
  const std::int64_t frames = frame_ - dragged_frame_ + 1;
  const bool is_shown = session_.snapshot().scene_version != dragged_scene_;
  if (is_shown) timings_.frames_from_drag = static_cast<int>(frames);
  if (is_shown || frames > kRefused) dragged_frame_ = -1;
}

void Front::note_steps() {
  constexpr double kCountFor = 0.5;  // seconds
  const session::Snapshot& snapshot = session_.snapshot();
  if (snapshot.report.advances_done != advances_seen_) {
    advances_seen_ = snapshot.report.advances_done;
    timings_.step.add(timings_.now, snapshot.report.advance_ms);
    timings_.copy.add(timings_.now, snapshot.report.display_ms);
  }
  const double seconds = timings_.now - counted_at_;
  if (seconds >= kCountFor) {
    const auto steps =
        static_cast<double>(std::max<std::int64_t>(0, snapshot.step - counted_step_));
    timings_.steps_per_second = steps / seconds;
    counted_step_ = snapshot.step;
    counted_at_ = timings_.now;
  }
  timings_.display_path = display_.path();
}

rooms::Room& Front::room() {
  const auto shown = std::find_if(rooms_.begin(), rooms_.end(), [this](const auto& each) {
    return model_.room == each->entry().id;
  });
  return shown == rooms_.end() ? *rooms_.front() : **shown;
}

rooms::Frame Front::frame_of_room() {
  return {{.theme = ui::theme_of(model_.dark),
           .fonts = interface_.fonts(),
           .unit = unit_,
           .memory = memory_,
           .places = status_.is_open() ? &places_ : nullptr,
           .is_for_picture = room().wants_picture()},
          session_.snapshot(),
          timings_,
          shown_colours_,
          asks_,
          writer_->has_room(),
          keys_of_,
          texture_of_,
          &sampling_.samples(),
          &relief_,
          compared_ ? &compared_->words() : nullptr};
}

colour::ColourScale Front::colours() const {
  const scene::Scene& scene = session_.snapshot().scene;
  const auto& components = field::find_equation(scene.equation).components;
  colour::ColourScale scale =
      colour::resolve(scene::shown_colours(scene), components[scene::shown_component(scene)],
                      range_.minimum(), range_.maximum());
  scale.legend = session::legend_of(scene);
  return scale;
}

float Front::unit_of(float zoom) const {
  const double display_scale = start_.scale > 0 ? start_.scale : window_.display_scale();
  return std::min(zoom * static_cast<float>(display_scale), largest_unit(window_.laid_out()));
}

float Front::pixels_per_unit() const { return static_cast<float>(window_.pixels_per_unit()); }

}  // namespace heatwave::shell
