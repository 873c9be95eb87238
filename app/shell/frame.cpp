// Calls the owners in a fixed order.
#include "app/shell/frame.h"

#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "app/scene/assets.h"
#include "app/shell/interface/help.h"
#include "app/shell/interface/key_map.h"
#include "app/shell/interface/layout.h"
#include "app/shell/interface/search.h"
#include "app/shell/interface/top_bar.h"
#include "app/shell/lectures/lecture_bar.h"
#include "app/shell/lectures/lecture_card.h"
#include "app/shell/presenter/present_words.h"
#include "app/shell/window/opengl_facts.h"
#include "app/shell/window/preparing.h"
#include "app/ui/group_list.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/pane.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

GlfwWindow opened(const Start& start) {
  try {
    return {start.look.window, "Heatwave", true, start.stop};
  } catch (const core::Error& error) {
    throw core::Error(fmt::format("{}; {}", error.what(), kWithoutWindow));
  }
}

session::Session make_session(const Start& start, session::SessionOptions options) {
  session::Session session(start.scene, std::move(options));
  if (!start.record.empty()) {
    session.submit(session::StartRecording{start.record.string(), start.force});
  }
  for (const session::Command& command : start.commands) session.submit(command);
  session.frame(0.0);
  if (!start.scene.pace.paused) session.submit(session::Play{});
  return session;
}

/// Returns whether the gallery covers the room, which then neither runs nor is drawn.
bool is_covered(const ShellSnapshot& now) {
  return now.interface.gallery_open && !now.present.audience;
}

/// Returns whether the room's controls are left out: an audience sees this window, and the controls
/// are not in use.
bool hides_controls(const PresentStatus& present, const ui::Memory& memory) {
  const bool in_use = !present.pointer_rests || ui::controls_have_keys() || memory.list_is_open;
  return present.on && !in_use;
}

/// Returns whether this frame is drawn for a picture of the room alone.
bool is_for_picture(const ShellSnapshot& now) {
  return now.pictures.takes_room || now.present.takes_held_picture;
}

/// Fills the part of `all` outside `hole`; `hole` may be empty.
void fill_around(core::Rect all, core::Rect hole, const ImVec4& colour, int framebuffer_height) {
  if (hole.empty()) hole = {all.x0, all.y0, all.x0, all.y0};
  glClearColor(colour.x, colour.y, colour.z, 1.0F);
  const core::Rect above{all.x0, all.y0, all.x1, hole.y0};
  const core::Rect below{all.x0, hole.y1, all.x1, all.y1};
  const core::Rect left{all.x0, hole.y0, hole.x0, hole.y1};
  const core::Rect right{hole.x1, hole.y0, all.x1, hole.y1};
  for (const core::Rect& part : {above, below, left, right}) {
    if (part.empty()) continue;
    glScissor(part.x0, framebuffer_height - part.y1, part.width(), part.height());
    glClear(GL_COLOR_BUFFER_BIT);
  }
}

/// Clears the panels' part of the window in their own colour, so that they need no blended
/// background and no pixel is filled twice: a compute GPU fills pixels slowly. `ground` is the area
/// around the field, `field` the area that the field covers.
void clear_frame(core::Extent framebuffer, core::Rect ground, core::Rect field,
                 const ui::Theme& theme) {
  glEnable(GL_SCISSOR_TEST);
  fill_around(core::whole(framebuffer), ground, theme.panel, framebuffer.height);
  fill_around(ground, field, theme.surround, framebuffer.height);
  glDisable(GL_SCISSOR_TEST);
}

/// Without its file the texts explain no terms.
words::Glossary glossary() {
  try {
    return words::Glossary(shipped_terms());
  } catch (const core::Error&) {
    return {};
  }
}

}  // namespace

Frame::Frame(const Start& start)
    : start_(start),
      writer_(std::make_shared<exporting::ExportQueue>()),
      window_(opened(start)),
      canvas_(window_, glossary(),
              [this](std::string_view id) {
                return owners_->now().layout.shown(keys_of(owners_->rooms.shown(), id));
              }),
      commands_([this](session::Command command, session::Gesture gesture) {
        mailbox_.submit({.gesture = gesture, .command = std::move(command)});
      }),
      session_(make_session(start_, session_options())),
      opengl_uses_cpu_(is_software_opengl()),
      pacer_(start.look.rate > 0 ? start.look.rate : window_.refresh_rate()) {
  session::SessionOptions compared;
  compared.device = start.solver.device;
  compared.writer = writer_;
  compared.prepare = session_options().prepare;
  owners_ =
      std::make_unique<Owners>(start_, session_, commands_, window_, writer_, std::move(compared),
                               canvas_.memory(), [this] { return view(); });
  // Waiting for the screen's refresh would waste time that the CPU needs for steps and pixels, and
  // would tie the frame rate to the screen's.
  window_.wait_for_screen(!opengl_uses_cpu_ && start.look.rate == 0);
  window_.set_full_screen(start.look.fullscreen);
}

session::SessionOptions Frame::session_options() {
  session::SessionOptions options;
  options.backend = start_.solver.backend;
  options.threads = start_.solver.threads;
  options.device = start_.solver.device;
  options.writer = writer_;
  options.recorded_labs = scene::asset_folder() / "measurements";
  options.make_journal = start_.make_journal;
  options.make_solver = start_.solver.make;
  options.prepare = [this](const std::string& told, const session::Preparation& work) {
    prepare(told, work);
  };
  options.window = [this](session::Envelope envelope) { mailbox_.submit(std::move(envelope)); };
  return options;
}

void Frame::run_once() {
  await_input();
  take_input();
  carry_out_commands();
  take_steps();
  draw_field();
  draw_panels();
  swap(save_pictures());
  pace();
}

void Frame::await_input() {
  owners_->pictures.begin_frame();
  const double rest = rest_beside_measuring();
  if (rest > 0.0) {
    window_.wait(rest);
    pacer_.begin_anew();
  } else if (idle_.may_rest(ImGui::GetTime())) {
    window_.wait(IdleWatch::kPollInterval);
    pacer_.begin_anew();
  } else {
    pacer_.begin_frame();
    const session::Snapshot& now = session_.snapshot();
    const bool fitted = now.scene.pace.steps == 0 && now.steps_last_frame > 0;
    if (fitted) pacer_.note_fitted(pacer_.frame_seconds());
    window_.poll();
  }
  begin_interface();
}

void Frame::take_input() {
  ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl && io.MouseWheel != 0) {
    constexpr double kNotch = 1.25;
    commands_.send(session::Magnify{io.MouseWheel > 0 ? kNotch : 1 / kNotch});
    io.MouseWheel = 0;  // no other code handles the wheel now
    idle_.notify_activity(ImGui::GetTime());
  }
  // The pointer is handled first, so that a key for another tool does not lose a shape whose drag
  // has just ended.
  owners_->rooms.update();
  const std::vector<KeyPress> keys = canvas_.imgui().take_keys();
  owners_->keys.begin_keys();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (owners_->keys.is_for_room(keys[i])) {
      owners_->press(keys[i]);
      // Commands run at once, so that the next key acts on the new state.
      carry_out_commands();
    } else if (owners_->keys.may_have_closed_question()) {
      // The question acts on its keys when it is drawn, and may close, so that later keys wait.
      canvas_.imgui().give_back(std::span(keys).subspan(i + 1));
      break;
    }
  }
  owners_->keys.end_keys();
  if (!keys.empty() || io.WantTextInput || canvas_.imgui().has_input()) {
    touched_at_ = ImGui::GetTime();
    idle_.notify_activity(ImGui::GetTime());
  }
  if (auto dropped = window_.take_dropped(); !dropped.empty()) {
    idle_.notify_activity(ImGui::GetTime());
    owners_->documents.handle(std::move(dropped));
  }
}

void Frame::carry_out_commands() {
  // Commands that owners send to each other run in the same frame; endless chains of commands are
  // left to the following frames.
  constexpr int kMostRounds = 8;
  for (int round = 0; round < kMostRounds; ++round) {
    std::vector<session::Envelope> all = mailbox_.take();
    if (all.empty()) return;
    for (session::Envelope& envelope : all) {
      timing_.note_drag(envelope.command, session_.snapshot().scene_version);
      owners_->carry_out(std::move(envelope));
    }
    // A command may have shown or hidden the side panel, so the layout is computed again for this
    // frame.
    lay_out();
  }
}

void Frame::take_steps() {
  // Other rooms pause the field, so that their measurements have the machine alone and the field is
  // unchanged on return. A recording runs its own steps.
  const bool shows_field = owners_->rooms.shows_field();
  session_.rest(!shows_field || is_covered(owners_->now()) || owners_->now().playback.open);
  // OpenGL on the CPU takes processors from a variant that is being timed on all of them. When a
  // GPU draws, frames cost the processors next to nothing and stay at the screen's rate.
  constexpr double kFramesWhileMeasuring = 25.0;
  const bool measuring = session_.snapshot().lab.running;
  const double chosen = owners_->now().interface.rate;
  const double measured = measuring && opengl_uses_cpu_ ? kFramesWhileMeasuring : 0.0;
  pacer_.limit(chosen > 0 && measured > 0 ? std::min(chosen, measured)
                                          : std::max(chosen, measured));
  const bool compares = owners_->field.comparison() != nullptr;
  session_.frame(pacer_.seconds_for_steps() / (compares ? 2 : 1), pacer_.most_seconds_for_steps());
  if (start_.solver.gpu_start != nullptr && start_.solver.gpu_start->take_ready()) {
    commands_.send(session::ChooseBackend{start_.solver.backend, start_.solver.threads});
    commands_.tell("The GPU's kernels are ready: the GPU steps from here on.");
  }
  owners_->playback.update(
      {.passed = pacer_.frame_seconds(), .for_steps = pacer_.seconds_for_steps()});
  owners_->lectures.update();
  owners_->documents.update();
  owners_->recovery.update();
  owners_->presenter.update();
  owners_->tour.update();
  owners_->publish();
  carry_out_commands();
  owners_->field.follow(shows_field, pacer_.seconds_for_steps());
}

void Frame::draw_field() {
  timing_.time(TimingLog::Part::view, [this] {
    const rooms::Room& room = owners_->rooms.shown();
    timing_.note_steps(session_.snapshot());
    timing_.set_path(owners_->field.path());
    const bool is_seen = !is_covered(owners_->now());
    if (!is_preparing_ && is_seen) owners_->field.update(room, pacer_.frame_seconds());
    window_.keep_within_bounds();
    draw_timer_.begin();
    const core::Extent framebuffer = window_.framebuffer();
    const double pixels = window_.pixels_per_unit();
    const core::Rect whole = core::whole(framebuffer);
    core::Rect ground{};
    core::Rect field{};
    if (!is_seen) {
      ground = whole;
    } else if (room.field() != nullptr) {
      ground = core::intersection(in_pixels(room.ground(layout_.parts), pixels), whole);
      if (!owners_->now().present.holds_picture && room.surface() == nullptr &&
          !room.plots_field()) {
        field = core::intersection(view::painted_pixels(*room.field(), pixels), ground);
      }
    }
    glViewport(0, 0, framebuffer.width, framebuffer.height);
    clear_frame(framebuffer, ground, field, ui::theme_of(owners_->now().interface.dark));
    owners_->presenter.draw(in_pixels(layout_.presented, pixels));
    if (is_seen) owners_->field.draw(room, {.framebuffer = framebuffer, .pixels_per_unit = pixels});
    draw_timer_.end();
  });
}

void Frame::draw_panels() {
  timing_.time(TimingLog::Part::panels, [this] {
    aside_.clear();
    ShellView view = this->view();
    if (!is_covered(view.now)) draw_room(view);
    // A frame that is drawn for a picture omits the dialogs.
    if (!is_for_picture(view.now)) draw_questions(view);
    interface_timer_.begin();
    // The audience does not see the parts that are for the person at the window.
    const bool has_audience = owners_->now().present.audience;
    if (!has_audience) aside_.clear();
    if (has_audience || hides_controls(owners_->now().present, canvas_.memory())) {
      const std::vector<ImDrawList*>& controls = canvas_.memory().controls;
      aside_.insert(aside_.end(), controls.begin(), controls.end());
    }
    canvas_.imgui().render(aside_);
    interface_timer_.end();
    if (status_.is_open()) {
      nlohmann::ordered_json more;
      owners_->add_status(more);
      status_.store_frame(timing_.frames(), view, owners_->rooms.all(), more);
    }
  });
}

bool Frame::save_pictures() {
  rooms::Room& room = owners_->rooms.shown();
  const bool for_file = owners_->pictures.update(room);
  window_.set_title(room.title(session_.snapshot()) + " – Heatwave");
  if (start_.frames > 0 && timing_.frames() + 1 >= start_.frames) window_.close();
  // A signal may ask for the end at any time; it is heard here alone.
  is_last_ = window_.should_close();
  if (is_last_) owners_->pictures.save_last_frame();
  return for_file;
}

void Frame::swap(bool for_file) {
  timing_.time(TimingLog::Part::swap, [&] {
    const core::Rect presented = in_pixels(layout_.presented, window_.pixels_per_unit());
    const bool is_shown = owners_->presenter.draw_out(presented, for_file);
    if (owners_->now().present.audience) canvas_.imgui().render_aside();
    if (is_shown) window_.swap();
  });
  timing_.note_shown();
  status_.write();
  pacer_.note_overhead(timing_.end_frame(idle_.is_quiet(ImGui::GetTime()), opengl_uses_cpu_,
                                         draw_timer_.milliseconds(),
                                         interface_timer_.milliseconds()));
}

void Frame::pace() {
  const double now = ImGui::GetTime();
  if (is_busy()) idle_.notify_activity(ImGui::GetTime());
  if (idle_.is_quiet(now)) idle_.observe_frame(canvas_.imgui().drawn(), now);
  const session::Snapshot& seen = session_.snapshot();
  pacer_.end_frame(seen.steps_last_frame > 0 ? seen.report.advance_ms * 1e-3 : 0.0);
}

bool Frame::is_busy() const {
  // A script that reads the status, or counts frames, waits for the next frame.
  if (status_.is_open() || start_.frames > 0 || !mailbox_.empty()) return true;
  const ShellSnapshot& shown = owners_->now();
  const session::Snapshot& now = session_.snapshot();
  const session::ExportStatus& files = now.exporting;
  const rooms::Room& room = owners_->rooms.shown();
  return (room.field() != nullptr && now.playing && !now.overflowed) || now.steps_last_frame > 0 ||
         now.lab.running || now.stage.running || now.recording.running ||
         files.taken > files.written + files.failed || room.moves() || greets() ||
         shown.pictures.saves_sequence || shown.pictures.is_working || shown.lecture.is_going ||
         shown.playback.going_to != shown.playback.reached || shown.present.shows_keys ||
         shown.interface.gallery_open || shown.tour.is_done || owners_->field.lacks_steps();
}

double Frame::rest_beside_measuring() const {
  constexpr double kShare = 0.03;   // largest share of time for frames that show nothing new
  constexpr double kInTouch = 1.0;  // seconds after an input in which frames keep their full rate
  const bool measuring = session_.snapshot().lab.running && opengl_uses_cpu_;
  if (!measuring || ImGui::GetTime() - touched_at_ < kInTouch) return 0.0;
  return std::min(pacer_.seconds_between(kShare), IdleWatch::kPollInterval);
}

float Frame::unit() const {
  const ShellSnapshot* shown = owners_ == nullptr ? nullptr : &owners_->now();
  const float zoom = shown == nullptr ? start_.look.zoom : shown->interface.scale;
  const float enlarged = shown != nullptr && shown->present.on ? PresentModel::kEnlarged : 1.0F;
  // In presented pictures the last row reads captions, ticks and read-outs.
  constexpr float kLinesOfPicture = 40;
  constexpr float kLetters = 16;  // units of body text
  const bool presents = shown != nullptr && (shown->present.on || shown->present.audience);
  const auto height = static_cast<float>(window_.laid_out().height);
  const float least = presents ? height / (kLinesOfPicture * kLetters) : 0.0F;
  const double display_scale = start_.look.scale > 0 ? start_.look.scale : window_.display_scale();
  return std::min(std::max(zoom * enlarged * static_cast<float>(display_scale), least),
                  largest_unit(window_.laid_out()));
}

void Frame::begin_interface() {
  if (!idle_.is_quiet(ImGui::GetTime())) {
    timing_.begin_frame(ImGui::GetTime(), pacer_.frame_seconds());
  }
  // Interval at which the keyboard layout is read again.
  constexpr std::int64_t kFramesBetweenLooks = 64;
  if (timing_.frames() % kFramesBetweenLooks == 0)
    owners_->note_layout(ImGuiContextOwner::layout());
  canvas_.begin(owners_->now().interface.dark, unit(),
                static_cast<float>(window_.pixels_per_unit()));
  lay_out();
}

void Frame::lay_out() {
  const ShellSnapshot& now = owners_->now();
  const core::Extent size = window_.laid_out();
  const float u = canvas_.unit();
  const bool alone = now.present.on;
  const bool panel = now.interface.panel_shown && !alone;
  layout_.window = {0, 0, static_cast<float>(size.width), static_cast<float>(size.height)};
  constexpr float kPlaybackHeight = 48;
  const bool plays = now.playback.open && owners_->rooms.shows_field() && !alone;
  const float playback = plays ? kPlaybackHeight * u : 0.0F;
  rooms::Layout& parts = layout_.parts;
  const bool is_rail = !now.lecture.card_shown && folds_panel(size, u, now.interface.scale);
  const float side = now.lecture.card_shown ? card_width(size, u)
                     : is_rail              ? ui::kRailWidth
                                            : kPanelWidth;
  parts = shell::lay_out(size, u, panel, playback, side, !alone);
  parts.presented = alone || now.present.audience;
  parts.on_cpu = opengl_uses_cpu_;
  parts.in_lecture = now.lecture.lecture != nullptr;
  if (parts.in_lecture) parts.named = now.lecture.here().visible;
  layout_.playback = {0, parts.transport.top - playback, layout_.window.right, parts.transport.top};
  layout_.lecture.bar = {};
  if (now.lecture.lecture != nullptr && panel) layout_.lecture.bar = cut_bar(parts.side, u);
  layout_.lecture.side = parts.side;
  const ui::FontSet& fonts = canvas_.imgui().fonts();
  const float presented =
      caption_letters(owners_->presenter.picture_height(parts.room, layout_.window.height()));
  // Where the lecture's words are folded to the rail, the question is nowhere else.
  const float on_rail = std::min(fonts.large_size, caption_letters(layout_.window.height()));
  const float letters = is_rail ? std::max(presented, on_rail) : presented;
  layout_.lecture.caption = cut_caption(now.lecture, fonts, canvas_.memory(), letters, parts.room);
  layout_.presented = parts.room;
  layout_.presented.bottom += layout_.lecture.caption.box.height();
  layout_.lane = {};
  // The words of a lecture already take from the room, and its own keys have no captions.
  const bool gives_lecture = now.lecture.lecture != nullptr;
  const bool has_lane = !gives_lecture && alone && now.interface.key_captions &&
                        !owners_->rooms.shown().place_of_keys();
  if (has_lane) layout_.lane = cut_lane(parts.room, fonts.size, u);
  std::vector<ui::Box> read;
  const bool has_card = now.lecture.lecture != nullptr && now.lecture.card_shown;
  if (has_card && parts.side.width() > 0) read.push_back(parts.side);
  if (layout_.lecture.caption.is_shown()) read.push_back(layout_.lecture.caption.box);
  canvas_.memory().tooltips.keep_off(std::move(read));
  owners_->rooms.lay_out(parts, u);
}

bool Frame::greets() const {
  const ShellSnapshot& now = owners_->now();
  // Only the first step of the tour asks for a drag, too.
  const bool asks_for_something_else = now.tour.step.value_or(0) > 0;
  return !asks_for_something_else && !now.tour.offered && !now.has_dragged && !now.playback.open &&
         !session_.snapshot().lab.running && !now.asks_something && !now.interface.help_shown &&
         !now.present.audience && !now.present.on;
}

namespace {

rooms::LectureAsks asked_by(const LectureStatus& lecture) {
  if (lecture.lecture == nullptr) return rooms::LectureAsks::no_lecture;
  return lecture.has_answer_to_show() ? rooms::LectureAsks::question : rooms::LectureAsks::nothing;
}

}  // namespace

ShellView Frame::view() {
  const ShellSnapshot& now = owners_->now();
  const FieldView& field = owners_->field;
  const bool notes_places = status_.is_open() || now.tour.step.has_value();
  return {{canvas_.look(now.interface.dark, notes_places, now.pictures.takes_room,
                        now.interface.less_motion),
           session_.snapshot(), timing_.timings(), field.colours(), commands_, writer_->has_room(),
           canvas_.keys_of(), canvas_.texture_of(), &field.samples(), &field.relief(),
           field.comparison(), field.beside(), greets(), now.pictures.saves_sequence,
           now.field.smooth_cells, now.field.shows_cuts, now.present.on || now.present.audience,
           &canvas_.texture_of_image(), asked_by(now.lecture)},
          now,
          owners_->keys.question_keys(),
          &aside_};
}

void Frame::draw_room(ShellView& view) {
  const ShellSnapshot& now = owners_->now();
  rooms::Room& shown = owners_->rooms.shown();
  const rooms::Layout& parts = layout_.parts;
  ui::begin_panes({layout_.window.right, layout_.window.bottom});
  // Panels are transparent: the frame was cleared in their colour already.
  ImGui::PushStyleColor(ImGuiCol_WindowBg, ui::with_alpha(view.theme.panel, 0.0F));
  if (!now.present.on) draw_top_bar(view, shown, parts.top);
  shown.begin(view, pacer_.frame_seconds());
  if (!now.present.holds_picture) shown.draw(view, parts);
  owners_->lectures.draw(view, layout_.lecture);
  if (parts.side.width() > 0 && !now.lecture.card_shown) {
    ui::Box side = parts.side;
    if (!is_for_picture(now)) side.bottom -= owners_->tour.height_in_panel();
    shown.draw_side(view, side);
  }
  if (!now.present.on) shown.draw_transport(view, parts.transport);
  if (layout_.playback.height() > 0) owners_->playback.draw(view, layout_.playback);
  ImGui::PopStyleColor();
  if (!now.present.holds_picture) shown.draw_over(view, layout_.window);
  // A frame that is drawn for a picture omits the layers over the room.
  if (!is_for_picture(now)) draw_notes(view);
  ui::end_panes();
}

void Frame::draw_notes(ShellView& view) {
  const ShellSnapshot& now = owners_->now();
  rooms::Room& shown = owners_->rooms.shown();
  const rooms::Layout& parts = layout_.parts;
  ui::Box place = shown.place_of_notices(parts, canvas_.unit());
  PresentPlaces places{
      .window = layout_.window,
      .presented = layout_.presented,
      .free = place,
      .keys = shown.place_of_keys().value_or(layout_.lane.height() > 0 ? layout_.lane : place)};
  owners_->presenter.draw_paper(view, places);
  if (!now.asks_something && !now.interface.help_shown && !now.present.on) {
    // Notices are placed above the card.
    const float card = owners_->tour.draw(view, parts, place);
    if (card > 0) place.bottom = std::min(place.bottom, parts.room.bottom - card);
  }
  ui::Box for_notices = place;
  // Beside an audience's window the lecture's card is the speaker's alone, and the room is not. At
  // the card's top a notice covers the title, and no button that is pressed in a step.
  const bool in_card = now.present.audience && now.lecture.card_shown && parts.side.width() > 0;
  if (in_card) {
    for_notices = layout_.lecture.side;
    for_notices.bottom = for_notices.top;
  } else {
    for_notices.bottom -= height_below_notices(view, places);
  }
  owners_->interface.draw_notices(view, shown, for_notices, parts.room.top);
  places.free = place;
  owners_->presenter.draw(view, shown, places);
}

void Frame::draw_questions(ShellView& view) {
  rooms::Room& shown = owners_->rooms.shown();
  draw_help(view, shown, owners_->rooms.all(), layout_.window);
  owners_->documents.draw(view, shown);
  owners_->recovery.draw(view);
  owners_->search.draw(view, owners_->rooms.all(), shown);
  owners_->settings.draw(view);
  owners_->pictures.draw(view, shown);
  owners_->gallery.draw(view);
  ui::draw_focus_frame(view);
  owners_->keys.end_frame();
  owners_->publish();  // a question that has closed takes no more keys
}

void Frame::prepare(const std::string& told, const session::Preparation& work) {
  if (window_.should_close()) throw core::Error("the window is being left");
  if (owners_ == nullptr) {
    prepare_beside(window_, canvas_.imgui(), work, [&] {
      draw_told(window_, canvas_.imgui(), ui::theme_of(!start_.look.light), unit(), told);
    });
    return;
  }
  const bool in_frame = canvas_.imgui().has_begun();
  prepare_beside(window_, canvas_.imgui(), work, [&] {
    if (!canvas_.imgui().has_begun()) begin_interface();
    owners_->interface.hold_message(told);
    is_preparing_ = true;
    draw_field();
    draw_panels();
    is_preparing_ = false;
    swap(false);
  });
  owners_->interface.drop_message();
  if (in_frame) begin_interface();
  pacer_.begin_anew();
}

void Frame::finish_exports() {
  if (!is_preparing_) session_.finish_exports();
}

void Frame::end() {
  owners_->recovery.end();
  session_.submit(session::CancelLab{});
  session_.rest(true);
  session_.frame(0.0);
  owners_->pictures.end();
  writer_->finish();
  // The window is closed, so no notice can be shown.
  const auto failure = writer_->take_failure();
  session_.finish_exports();
  if (failure) throw core::Error(*failure);
}

}  // namespace heatwave::shell
