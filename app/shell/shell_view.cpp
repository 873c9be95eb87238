// What can be done in every room.
#include "app/shell/shell_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/rooms/room_names.h"

namespace heatwave::shell {
namespace {

namespace key = rooms::key;

constexpr float kSmallestScale = 0.75F;
constexpr float kLargestScale = 3.0F;
constexpr float kScaleStep = 1.25F;
constexpr const char* kShow = "Show";
constexpr const char* kKeep = "Window";

void scale_interface(ShellModel& model, float factor) {
  model.scale = std::clamp(model.scale * factor, kSmallestScale, kLargestScale);
  if (std::abs(model.scale - 1.0F) < 0.02F) model.scale = 1.0F;
}

constexpr const char* kLecture = "Lecture";
constexpr const char* kPresent = "Present";

std::string why_no_panel(const ShellView& shell) {
  return shell.model.present.on ? "The room is shown alone: F5 ends that" : "";
}

std::string why_no_card(const ShellView& shell) {
  return shell.model.lecture.lecture == nullptr ? why_no_panel(shell) : "";
}

std::string why_no_caption(const ShellView& shell) {
  if (shell.model.lecture.lecture == nullptr) return "No lecture is open";
  const PresentModel& present = shell.model.present;
  return present.on || present.audience ? "" : "The room is not presented: F4 or F5 begins that";
}

std::string why_not_wiped(const ShellView& shell) {
  return shell.model.present.strokes.empty() ? "Nothing is drawn" : "";
}

std::string why_no_lecture(const ShellView& shell) {
  return shell.model.lecture.lecture == nullptr ? "No lecture is open" : "";
}

std::string why_not_on(const ShellView& shell) {
  const LectureModel& model = shell.model.lecture;
  if (model.lecture == nullptr) return why_no_lecture(shell);
  const bool is_last = model.step + 1 == model.lecture->steps.size();
  return is_last && !model.has_answer_to_show() ? "This is the last step" : "";
}

std::string why_not_back(const ShellView& shell) {
  const LectureModel& model = shell.model.lecture;
  if (model.lecture == nullptr) return why_no_lecture(shell);
  return model.step == 0 && !model.answer_shown ? "This is the first step" : "";
}

void toggle_caption(ShellView& shell) {
  LectureModel& lecture = shell.model.lecture;
  lecture.caption_shown = !lecture.caption_shown;
}

/// The card, or the room's panel; in a window that shows neither, the card. Where the room stands
/// alone, the caption below it.
void toggle_card(ShellView& shell) {
  ShellModel& model = shell.model;
  if (model.present.on) return toggle_caption(shell);
  model.lecture.card_shown = !model.panel_shown || !model.lecture.card_shown;
  model.panel_shown = true;
}

constexpr double kSlowest = 0.25;
constexpr double kFastest = 8.0;

std::string why_no_faster(const ShellView& shell) {
  const PlaybackModel& playback = shell.model.playback;
  if (!playback.open) return "No recording is being played";
  return playback.speed >= kFastest ? "It goes no faster" : "";
}

std::string why_no_slower(const ShellView& shell) {
  const PlaybackModel& playback = shell.model.playback;
  if (!playback.open) return "No recording is being played";
  return playback.speed <= kSlowest ? "It goes no slower" : "";
}

void toggle_recording(ShellView& shell) {
  if (shell.snapshot.recording.running) {
    shell.send(session::StopRecording{});
  } else {
    shell.send(session::StartRecording{});
  }
}

void turn_tour(ShellView& shell) {
  TourModel& tour = shell.model.tour;
  shell.model.help_shown = false;
  if (tour.step()) return tour.end();
  // It speaks of the panel that the lecture's words stand before.
  shell.model.lecture.card_shown = false;
  tour.begin();
}

const auto kActions = std::to_array<rooms::ActionRow<ShellView>>({
    {{"show_fields", {{'1'}}, "1", "heat and waves, live", kRoomsHeading},
     [](ShellView& shell) { shell.model.room = rooms::kFields.id; }},
    {{"show_lab", {{'2'}}, "2", "the lab: experiments, measured", kRoomsHeading},
     [](ShellView& shell) { shell.model.room = rooms::kLab.id; }},
    {{"show_stage", {{'3'}}, "3", "the stage: kernels, step by step", kRoomsHeading},
     [](ShellView& shell) { shell.model.room = rooms::kStage.id; }},

    {{"toggle_panel", {{'H'}}, "H", "hide or show the side panel", kShow, false, true},
     [](ShellView& shell) { shell.model.panel_shown = !shell.model.panel_shown; },
     why_no_panel},
    {{"toggle_theme", {{'T'}}, "T", "light or dark", kShow},
     [](ShellView& shell) { shell.model.dark = !shell.model.dark; }},
    {{"larger_interface",
      {{'+', true}, {'+', true, true}, {'=', true}, {'=', true, true}, {key::kKeypadAdd, true}},
      "Ctrl +",
      "larger interface",
      kShow,
      true},
     [](ShellView& shell) { scale_interface(shell.model, kScaleStep); }},
    {{"smaller_interface",
      {{'-', true}, {key::kKeypadSubtract, true}},
      "Ctrl −",
      "smaller interface",
      kShow,
      true},
     [](ShellView& shell) { scale_interface(shell.model, 1 / kScaleStep); }},
    {{"plain_interface", {{'0', true}}, "Ctrl 0", "normal interface size", kShow},
     [](ShellView& shell) { shell.model.scale = 1.0F; }},
    {{"full_screen", {{key::kF11}}, "F11", "full screen", kShow},
     [](ShellView& shell) { shell.model.wants_full_screen_turned = true; }},
    {{"search", {{'P', true}}, "Ctrl P", "find anything by its name", kShow},
     [](ShellView& shell) { shell.model.search.wants_open = true; }},
    {{"toggle_help", {{key::kF1}}, "F1", "this help", kShow},
     [](ShellView& shell) { shell.model.help_shown = !shell.model.help_shown; }},
    {{"tour", {{key::kF3}}, "F3", "the tour of six steps", kShow}, turn_tour},
    {{"lecture_next", {{key::kPageDown}}, "Page Down", "the answer, or the next step", kLecture},
     [](ShellView& shell) { shell.model.lecture.wants_next = true; },
     why_not_on},
    {{"lecture_back", {{key::kPageUp}}, "Page Up", "back by as much", kLecture},
     [](ShellView& shell) { shell.model.lecture.wants_back = true; },
     why_not_back},
    {{"lecture_card",
      {{key::kF2}},
      "F2",
      "the lecture's words, or the panel",
      kLecture,
      false,
      true},
     toggle_card,
     why_no_card},
    {{"lecture_caption",
      {{key::kF2, false, true}},
      "Shift F2",
      "the lecture's question below the room presented",
      kLecture,
      false,
      true},
     toggle_caption,
     why_no_caption},
    {{"audience", {{key::kF4}}, "F4", "a window of the room alone, for the projector", kPresent},
     [](ShellView& shell) { shell.model.present.audience = !shell.model.present.audience; }},
    {{"present", {{key::kF5}}, "F5", "the room alone, keys as they are pressed", kPresent},
     [](ShellView& shell) {
       PresentModel& model = shell.model.present;
       if (model.on) return model.end();
       model.on = true;
     }},
    {{"pen", {{key::kF6}}, "F6", "a pen that draws over anything", kPresent},
     [](ShellView& shell) { shell.model.present.drawing = !shell.model.present.drawing; }},
    {{"wipe", {{key::kF7}}, "F7", "wipe what was drawn", kPresent},
     [](ShellView& shell) { shell.model.present.wipe(); },
     why_not_wiped},
    {{"hold_picture", {{key::kF8}}, "F8", "hold the room's picture still", kPresent},
     [](ShellView& shell) { shell.model.present.held = !shell.model.present.held; }},
    {{"open",
      {{'O', true}},
      "Ctrl O",
      "open a scene, a recording, a lecture, a field, a picture",
      kKeep},
     [](ShellView& shell) { shell.asks.file = rooms::FileAsk::open; }},
    {{"toggle_recording", {{'R', true}}, "Ctrl R", "record what is done, or end it", kKeep},
     toggle_recording},
    {{"last_minute", {{key::kF9}}, "F9", "show the last minute again, or go back", kKeep},
     [](ShellView& shell) { shell.model.playback.wants_minute = true; }},
    {{"playback_faster", {{'.', true}}, "Ctrl .", "play a recording twice as fast", kKeep},
     [](ShellView& shell) { shell.model.playback.speed *= 2; },
     why_no_faster},
    {{"playback_slower", {{',', true}}, "Ctrl ,", "play a recording half as fast", kKeep},
     [](ShellView& shell) { shell.model.playback.speed /= 2; },
     why_no_slower},
    {{"quit", {{'Q', true}}, "Ctrl Q", "leave", kKeep},
     [](ShellView& shell) { shell.model.wants_to_leave = true; }},
});

}  // namespace

std::span<const rooms::ActionRow<ShellView>> ShellView::actions() { return kActions; }

}  // namespace heatwave::shell
