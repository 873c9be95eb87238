// The actions of every room.
#include "app/shell/shell_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/rooms/room_names.h"

namespace heatwave::shell {
namespace {

namespace key = rooms::key;

constexpr float kScaleStep = 1.25F;
constexpr const char* kShow = "Show";
constexpr const char* kKeep = "Window";

void scale_interface(ShellView& shell, float factor) {
  const float scale = shell.now.interface.scale * factor;
  shell.send(session::SetInterfaceScale{std::abs(scale - 1.0F) < 0.02F ? 1.0 : scale});
}

std::string why_no_panel(const ShellView& shell) {
  return shell.now.present.on ? "The room is shown alone: F5 ends that" : "";
}

std::string why_no_card(const ShellView& shell) {
  return shell.now.lecture.lecture == nullptr ? why_no_panel(shell) : "";
}

std::string why_no_caption(const ShellView& shell) {
  if (shell.now.lecture.lecture == nullptr) return "No lecture is open";
  const PresentStatus& present = shell.now.present;
  return present.on || present.audience ? "" : "The room is not presented: F4 or F5 begins that";
}

std::string why_not_wiped(const ShellView& shell) {
  return shell.now.present.has_drawn ? "" : "Nothing is drawn";
}

/// Takes the next of an enum's values, in the order of their names.
template <typename Enum>
Enum next_of(Enum value) {
  const auto count = names_of(value).size();
  return static_cast<Enum>((static_cast<std::size_t>(value) + 1) % count);
}

void take_next_colour(ShellView& shell) {
  const PresentStatus& now = shell.now.present;
  const bool erases = now.pen_tool == session::PenTool::eraser;
  shell.send(session::ChoosePen{erases ? session::PenTool::pen : now.pen_tool,
                                now.pen ? next_of(now.pen_colour) : now.pen_colour});
}

void take_next_tool(ShellView& shell) {
  const PresentStatus& now = shell.now.present;
  shell.send(session::ChoosePen{now.pen ? next_of(now.pen_tool) : now.pen_tool, now.pen_colour});
}

void toggle_countdown(ShellView& shell) {
  constexpr double kMinutes = 2.0;
  shell.send(session::StartCountdown{shell.now.present.counts_down ? 0.0 : kMinutes});
}

std::string why_not_blank(const ShellView& shell) {
  return accepts_blanking_keys(shell.now) ? "" : "No lecture is presented: F4 or F5 begins that";
}

std::string why_no_lecture(const ShellView& shell) {
  return shell.now.lecture.lecture == nullptr ? "No lecture is open" : "";
}

std::string why_not_on(const ShellView& shell) {
  if (shell.now.reveals.next) return "";
  const LectureStatus& model = shell.now.lecture;
  if (model.lecture == nullptr) return why_no_lecture(shell);
  const bool is_last = model.step + 1 == model.lecture->steps.size();
  return is_last && !model.has_answer_to_show() ? "This is the last step" : "";
}

std::string why_not_back(const ShellView& shell) {
  if (shell.now.reveals.newest) return "";
  const LectureStatus& model = shell.now.lecture;
  if (model.lecture == nullptr) return why_no_lecture(shell);
  return model.step == 0 && !model.answer_shown ? "This is the first step" : "";
}

void toggle_caption(ShellView& shell) {
  shell.send(session::ShowLectureCaption{!shell.now.lecture.caption_shown});
}

/// Shows the card or the room's panel; when the window shows neither, the card. While the room is
/// presented alone, toggles the caption below it.
void toggle_card(ShellView& shell) {
  const ShellSnapshot& now = shell.now;
  if (now.present.on) return toggle_caption(shell);
  shell.send(session::ShowLectureCard{!now.interface.panel_shown || !now.lecture.card_shown});
  shell.send(session::ShowPanel{true});
}

std::string why_no_faster(const ShellView& shell) {
  const PlaybackStatus& playback = shell.now.playback;
  if (!playback.open) return "No recording is being played";
  return playback.speed >= PlaybackStatus::kFastest ? "Maximum speed reached" : "";
}

std::string why_no_slower(const ShellView& shell) {
  const PlaybackStatus& playback = shell.now.playback;
  if (!playback.open) return "No recording is being played";
  return playback.speed <= PlaybackStatus::kSlowest ? "Minimum speed reached" : "";
}

void toggle_recording(ShellView& shell) {
  if (shell.snapshot.recording.running) {
    shell.send(session::StopRecording{});
  } else {
    shell.send(session::StartRecording{});
  }
}

/// Stops the pictures or the film that is being saved; if there is none, opens the dialog.
void export_or_stop(ShellView& shell) {
  if (shell.snapshot.exporting.sequence) return shell.send(session::StopSequence{});
  if (shell.now.pictures.saves_sequence) return shell.send(session::StopRoomSequence{});
  shell.send(session::ShowExport{});
}

void toggle_tour(ShellView& shell) {
  shell.send(session::ShowHelp{false});
  shell.send(
      session::MoveTour{shell.now.tour.step ? session::TourMove::end : session::TourMove::begin});
}

void show_room(ShellView& shell, const rooms::RoomEntry& room) {
  shell.send(session::ShowRoom{room.id, {}});
}

const auto kActions = std::to_array<rooms::ActionRow<ShellView>>({
    {{"show_fields", {{'1'}}, "1", "Fields: heat and waves, live", kRoomsHeading},
     [](ShellView& shell) { show_room(shell, rooms::kFields); }},
    {{"show_lab", {{'2'}}, "2", "Lab: experiments, measured", kRoomsHeading},
     [](ShellView& shell) { show_room(shell, rooms::kLab); }},
    {{"show_stage", {{'3'}}, "3", "Stage: kernels, step by step", kRoomsHeading},
     [](ShellView& shell) { show_room(shell, rooms::kStage); }},
    {{"gallery", {{'G', true}}, "Ctrl G", "the gallery: everything, with pictures", kRoomsHeading},
     [](ShellView& shell) { shell.send(session::ShowGallery{}); }},
    {{"lectures", {{'L', true}}, "Ctrl L", "the lectures, with their questions", kRoomsHeading},
     [](ShellView& shell) {
       shell.send(session::ShowGallery{.section = session::GallerySection::lectures});
     }},

    {{"toggle_panel", {{'H'}}, "H", "hide or show the side panel", kShow, false, true},
     [](ShellView& shell) { shell.send(session::ShowPanel{!shell.now.interface.panel_shown}); },
     why_no_panel},
    {{"toggle_theme", {{'T'}}, "T", "light or dark", kShow},
     [](ShellView& shell) { shell.send(session::SetTheme{!shell.now.interface.dark}); }},
    {{"larger_interface",
      {{'+', true}, {'+', true, true}, {'=', true}, {'=', true, true}, {key::kKeypadAdd, true}},
      "Ctrl +",
      "larger interface",
      kShow,
      true},
     [](ShellView& shell) { scale_interface(shell, kScaleStep); }},
    {{"smaller_interface",
      {{'-', true}, {key::kKeypadSubtract, true}},
      "Ctrl −",
      "smaller interface",
      kShow,
      true},
     [](ShellView& shell) { scale_interface(shell, 1 / kScaleStep); }},
    {{"plain_interface", {{'0', true}}, "Ctrl 0", "normal interface size", kShow},
     [](ShellView& shell) { shell.send(session::SetInterfaceScale{1.0}); }},
    {{"full_screen", {{key::kF11}}, "F11", "full screen", kShow},
     [](ShellView& shell) { shell.send(session::SetFullScreen{!shell.now.is_full_screen}); }},
    {{"settings", {{key::kF12}}, "F12", "settings: theme, scale, folders, …", kShow},
     [](ShellView& shell) { shell.send(session::ShowSettings{}); }},
    {{"search", {{'P', true}}, "Ctrl P", "find anything by its name", kShow},
     [](ShellView& shell) { shell.send(session::OpenSearch{}); }},
    {{"toggle_help", {{key::kF1}}, "F1", "this help", kShow},
     [](ShellView& shell) { shell.send(session::ShowHelp{!shell.now.interface.help_shown}); }},
    {{"tour", {{key::kF3}}, "F3", "the tour of the three rooms", kShow}, toggle_tour},
    {{"lecture_next",
      {{key::kPageDown}},
      "Page Down",
      "the answer, or the next step",
      kLectureHeading},
     [](ShellView& shell) { shell.send(session::NextLectureStep{}); },
     why_not_on},
    {{"lecture_back",
      {{key::kPageUp}},
      "Page Up",
      "hide the answer, or the step before",
      kLectureHeading},
     [](ShellView& shell) { shell.send(session::PreviousLectureStep{}); },
     why_not_back},
    {{"lecture_card",
      {{key::kF2}},
      "F2",
      "the lecture's words, or the panel",
      kLectureHeading,
      false,
      true},
     toggle_card,
     why_no_card},
    {{"lecture_caption",
      {{key::kF2, false, true}},
      "Shift F2",
      "the question below the presented room",
      kLectureHeading,
      false,
      true},
     toggle_caption,
     why_no_caption},
    {{"audience",
      {{key::kF4}},
      "F4",
      "a window of the room alone, for the projector",
      kPresentHeading},
     [](ShellView& shell) { shell.send(session::ShowAudience{!shell.now.present.audience}); }},
    {{"present",
      {{key::kF5}, {key::kF5, false, true}},
      "F5",
      "present: the room alone, keys as they are pressed",
      kPresentHeading},
     [](ShellView& shell) { shell.send(session::Present{!shell.now.present.on}); }},
    {{"pen", {{key::kF6}}, "F6", "a pen that draws over anything", kPresentHeading},
     [](ShellView& shell) { shell.send(session::UsePen{!shell.now.present.pen}); }},
    {{"pen_colour",
      {{key::kF6, false, true}},
      "Shift F6",
      "the pen's next colour",
      kPresentHeading},
     take_next_colour},
    {{"pen_tool", {{key::kF6, true}}, "Ctrl F6", "pen, highlighter or eraser", kPresentHeading},
     take_next_tool},
    {{"wipe", {{key::kF7}}, "F7", "wipe what was drawn", kPresentHeading},
     [](ShellView& shell) { shell.send(session::WipePen{}); },
     why_not_wiped},
    {{"hold_picture", {{key::kF8}}, "F8", "freeze the room's picture", kPresentHeading},
     [](ShellView& shell) { shell.send(session::HoldPicture{!shell.now.present.held}); }},
    {{"spotlight", {{key::kF10}}, "F10", "a spotlight about the pointer", kPresentHeading},
     [](ShellView& shell) { shell.send(session::ShowSpotlight{!shell.now.present.spotlight}); }},
    {{"blank_screen",
      {},
      "B or .",
      "a black screen, while a lecture is presented",
      kPresentHeading},
     [](ShellView& shell) { shell.send(session::BlankScreen{!shell.now.present.blank}); },
     why_not_blank},
    {{"countdown", {{'T', true}}, "Ctrl T", "two minutes to discuss, or end them", kPresentHeading},
     toggle_countdown},
    {{"open", {{'O', true}}, "Ctrl O", "open a scene, lecture, recording, picture, …", kKeep},
     [](ShellView& shell) { shell.send(session::OpenFile{}); }},
    {{"export", {{'E', true}}, "Ctrl E", "export pictures or a film, or stop that", kKeep},
     export_or_stop},
    {{"toggle_recording", {{'R', true}}, "Ctrl R", "start or end a recording", kKeep},
     toggle_recording},
    {{"last_minute", {{key::kF9}}, "F9", "show the last minute again, or go back", kKeep},
     [](ShellView& shell) {
       shell.send(session::ShowLastMinute{!shell.now.playback.of_last_minute});
     }},
    {{"playback_faster", {{'.', true}}, "Ctrl .", "play a recording twice as fast", kKeep},
     [](ShellView& shell) { shell.send(session::SetPlaybackSpeed{shell.now.playback.speed * 2}); },
     why_no_faster},
    {{"playback_slower", {{',', true}}, "Ctrl ,", "play a recording half as fast", kKeep},
     [](ShellView& shell) { shell.send(session::SetPlaybackSpeed{shell.now.playback.speed / 2}); },
     why_no_slower},
    {{"quit", {{'Q', true}}, "Ctrl Q", "leave", kKeep},
     [](ShellView& shell) { shell.send(session::LeaveProgram{}); }},
});

}  // namespace

std::span<const rooms::ActionRow<ShellView>> ShellView::actions() { return kActions; }

}  // namespace heatwave::shell
