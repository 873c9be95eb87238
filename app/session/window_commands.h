// Commands that the window carries out: rooms, files, lectures, playback of recordings, presenting,
// and the look of the interface.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "app/export/export_queue.h"
#include "app/session/command_traits.h"
#include "app/session/sights.h"
#include "kernels/core/names.h"

namespace heatwave::session {

// Rooms and their views

struct ShowSight {
  static constexpr auto kTraits =
      window_command("show-sight", "shows a room and sets the views of the lab and the stage");
  Sight sight;
  static void fields(auto& self, auto&& visit) { visit.inner(self.sight); }
};

/// Shows a named item of a room, such as an entry of the search.
struct ShowFinding {
  static constexpr auto kTraits =
      window_command("show-finding", "shows a scene, an experiment, a setting … of a room");
  std::string room;
  std::string kind;
  std::string id;
  static void fields(auto& self, auto&& visit) {
    visit("room", self.room);
    visit("kind", self.kind);
    visit("id", self.id);
  }
};

struct ShowRoom {
  static constexpr auto kTraits =
      window_command("show-room", "shows a room of the window", ClientRole::lecturer);
  std::string room;  ///< "fields", "lab", "stage"
  std::string what;  ///< experiment or lesson of the room; empty: the last one shown
  static void fields(auto& self, auto&& visit) {
    visit("room", self.room);
    visit.optional("what", self.what);
  }
};

/// The action may save a file, so the command counts as touching files.
struct PerformAction {
  static constexpr auto kTraits =
      window_file_command("perform-action", "performs an action of the key tables by its id");
  std::string action;
  std::string room;  ///< the action's room, which is shown first; empty: the visible room
  static void fields(auto& self, auto&& visit) {
    visit("action", self.action);
    visit.optional("room", self.room);
  }
};

struct CompareFields : SwitchCommand {
  static constexpr auto kTraits =
      window_command("compare-fields", "compares the field with a copy, or stops comparing");
};

struct SmoothCells : SwitchCommand {
  static constexpr auto kTraits = window_command(
      "smooth-cells", "interpolates between cells in the window, or shows each as a square");
};

struct ShowCuts : SwitchCommand {
  static constexpr auto kTraits =
      window_command("show-cuts", "draws the cuts between the parts of a field over it, or not");
};

struct FitColours : PlainCommand {
  static constexpr auto kTraits =
      window_command("fit-colours", "fits an automatic range of colours to the field as it is now");
};

/// How two compared fields are shown.
enum class ComparisonLayout : std::uint8_t {
  side_by_side,
  wipe,  ///< one over the other, on both sides of a divider
};
constexpr auto names_of(ComparisonLayout /*kind*/) {
  return std::to_array<core::Name<ComparisonLayout>>(
      {{ComparisonLayout::side_by_side, "side-by-side"}, {ComparisonLayout::wipe, "wipe"}});
}

struct ShowComparison {
  static constexpr auto kTraits = window_command(
      "show-comparison", "shows compared fields side by side or wiped, with their difference");
  ComparisonLayout layout = ComparisonLayout::side_by_side;
  double divided_at = 0.5;  ///< position of the wipe's divider, from 0 to 1
  bool difference = true;   ///< shows the difference, too
  static void fields(auto& self, auto&& visit) {
    visit("layout", self.layout);
    visit.optional("divided_at", self.divided_at);
    visit.optional("difference", self.difference);
  }
};

struct RevealTime : SwitchCommand {
  static constexpr auto kTraits =
      window_command("reveal-time", "shows the next hidden time of the lab, or hides the newest",
                     ClientRole::lecturer);
};

// The interface

struct ShowPanel : SwitchCommand {
  static constexpr auto kTraits = window_command("show-panel", "shows or hides the side panel");
};

struct ShowHelp : SwitchCommand {
  static constexpr auto kTraits =
      window_command("show-help", "shows or hides the list of all keys");
};

struct OpenSearch {
  static constexpr auto kTraits = window_command("open-search", "opens the search box");
  std::string text;  ///< typed into the box
  static void fields(auto& self, auto&& visit) { visit.optional("text", self.text); }
};

/// The part of the gallery that is shown.
enum class GallerySection : std::uint8_t { all, fields, lectures, lab, stage, files };
constexpr auto names_of(GallerySection /*kind*/) {
  return std::to_array<core::Name<GallerySection>>({{GallerySection::all, "all"},
                                                    {GallerySection::fields, "fields"},
                                                    {GallerySection::lectures, "lectures"},
                                                    {GallerySection::lab, "lab"},
                                                    {GallerySection::stage, "stage"},
                                                    {GallerySection::files, "files"}});
}

struct ShowGallery {
  static constexpr auto kTraits =
      window_command("show-gallery", "shows or hides the gallery of all scenes, lessons and files");
  bool on = true;
  GallerySection section = GallerySection::all;
  static void fields(auto& self, auto&& visit) {
    visit("on", self.on);
    visit.optional("section", self.section);
  }
};

struct ShowExport {
  static constexpr auto kTraits =
      window_command("show-export", "opens or closes the dialog that saves pictures and films");
  bool on = true;
  std::optional<std::string> format;  ///< chosen first, such as ".gif"; none: the last one chosen
  static void fields(auto& self, auto&& visit) {
    visit("on", self.on);
    visit.optional("format", self.format);
  }
};

struct ShowSettings : SwitchCommand {
  static constexpr auto kTraits =
      window_command("show-settings", "opens or closes the dialog of settings");
};

struct SetTheme {
  static constexpr auto kTraits = window_command("set-theme", "makes the interface dark or light");
  bool dark = true;
  static void fields(auto& self, auto&& visit) { visit("dark", self.dark); }
};

struct SetInterfaceScale {
  static constexpr auto kTraits =
      window_command("set-interface-scale", "enlarges the interface; 1 is its normal size");
  double scale = 1.0;
  static void fields(auto& self, auto&& visit) { visit("scale", self.scale); }
};

struct LessMotion : SwitchCommand {
  static constexpr auto kTraits =
      window_command("less-motion", "switches fades and animations of the interface off, or on");
};

struct ShowKeyCaptions : SwitchCommand {
  static constexpr auto kTraits = window_command(
      "show-key-captions", "shows the keys that are pressed while the room is presented");
};

struct LimitFrameRate {
  static constexpr auto kTraits =
      window_command("limit-frame-rate", "limits the frames per second; 0: the screen's rate");
  double frames_per_second = 0.0;
  static void fields(auto& self, auto&& visit) {
    visit("frames_per_second", self.frames_per_second);
  }
};

struct SetFullScreen : SwitchCommand {
  static constexpr auto kTraits =
      window_command("set-full-screen", "makes the window fill the screen");
};

struct ShowMessage {
  static constexpr auto kTraits =
      window_command("show-message", "shows a sentence for a few seconds");
  std::string text;
  static void fields(auto& self, auto&& visit) { visit("text", self.text); }
};

struct CopyText {
  static constexpr auto kTraits = window_command("copy-text", "puts a text on the clipboard");
  std::string text;
  std::string message;  ///< shown after copying; empty: none
  static void fields(auto& self, auto&& visit) {
    visit("text", self.text);
    visit.optional("message", self.message);
  }
};

struct LeaveProgram : PlainCommand {
  static constexpr auto kTraits = window_command("leave-program", "closes the window");
};

// Documents

struct OpenFile {
  static constexpr auto kTraits = window_file_command(
      "open-file", "opens a scene, a recording, a lecture, a field or a picture");
  std::string path;  ///< empty: the window asks for a file
  static void fields(auto& self, auto&& visit) { visit.optional("path", self.path); }
};

struct NoteOpenedFile {
  static constexpr auto kTraits = window_file_command(
      "note-opened-file", "puts a file first in the list of recent files, and shows the fields");
  std::string path;
  static void fields(auto& self, auto&& visit) { visit("path", self.path); }
};

struct SaveDocument {
  static constexpr auto kTraits = window_file_command(
      "save-document", "saves the scene in its file; the window asks where it has none");
  bool as = false;  ///< always asks for a name
  static void fields(auto& self, auto&& visit) { visit.optional("as", self.as); }
};

struct SaveKernel {
  static constexpr auto kTraits = window_file_command(
      "save-kernel", "saves a CUDA kernel as a .cu file; the window asks for its name");
  std::string name;  ///< suggested name of the file
  std::string text;
  static void fields(auto& self, auto&& visit) {
    visit("name", self.name);
    visit("text", self.text);
  }
};

struct ShareSight {
  static constexpr auto kTraits = window_command(
      "share-sight", "puts a lesson with its kernel on the clipboard as a line of text");
  Sight sight;
  static void fields(auto& self, auto&& visit) { visit.inner(self.sight); }
};

struct CopyScene : PlainCommand {
  static constexpr auto kTraits =
      window_command("copy-scene", "puts the scene on the clipboard as a line of text");
};

struct PasteScene : PlainCommand {
  static constexpr auto kTraits = window_command(
      "paste-scene", "begins the scene, or plays the kernel, that is on the clipboard");
};

struct CopyRunLine {
  static constexpr CommandTraits kTraits{
      .name = "copy-run-line",
      .words = "puts the command line that makes this picture on the clipboard",
      .touches_files = true,  // a scene too long for a command line is saved
      .for_window = true};
  exporting::PictureParts with;
  static void fields(auto& self, auto&& visit) { visit.inner(self.with); }
};

/// The file and the size of a picture of the window, or of a part of it.
struct PictureFile {
  std::string path;  ///< empty: a fresh name in the export folder
  exporting::PictureSize size;
  static void fields(auto& self, auto&& visit) {
    visit.optional("path", self.path);
    visit.inner(self.size);
  }
};

struct SaveWindowPng : PictureFile {
  static constexpr auto kTraits =
      window_file_command("save-window-png", "saves the window as a picture");
};

struct SaveRoomPng : PictureFile {
  static constexpr auto kTraits = window_file_command(
      "save-room-png", "saves the chart or the board of the room shown as a picture");
};

struct SaveSurfacePng : PictureFile {
  static constexpr auto kTraits = window_file_command(
      "save-surface-png", "saves the surface with its axis and its colour bar as a picture");
};

struct StartRoomSequence {
  static constexpr auto kTraits =
      window_file_command("start-room-sequence",
                          "saves a picture of every step of the room shown, from here to the last");
  std::string path;    ///< folder or file; empty: a fresh name in the export folder
  std::string format;  ///< ".gif" for one file; empty: a folder
  exporting::PictureSize size;
  static void fields(auto& self, auto&& visit) {
    visit.optional("path", self.path);
    visit.optional("format", self.format);
    visit.inner(self.size);
  }
};

struct StopRoomSequence : PlainCommand {
  static constexpr auto kTraits =
      window_file_command("stop-room-sequence", "saves no further steps of the room shown");
};

// Lectures

struct OpenLecture {
  static constexpr auto kTraits =
      window_command("open-lecture", "opens a lecture that comes with the program, by its name");
  std::string name;
  static void fields(auto& self, auto&& visit) { visit("name", self.name); }
};

struct OpenLectureFile {
  static constexpr auto kTraits =
      window_file_command("open-lecture-file", "opens a lecture from a file");
  std::string path;
  static void fields(auto& self, auto&& visit) { visit("path", self.path); }
};

struct CloseLecture : PlainCommand {
  static constexpr auto kTraits =
      window_command("close-lecture", "ends the lecture; the rooms stay as they are");
};

struct NextLectureStep : PlainCommand {
  static constexpr auto kTraits = window_command(
      "next-lecture-step", "shows the answer, or goes to the next step", ClientRole::lecturer);
};

struct PreviousLectureStep : PlainCommand {
  static constexpr auto kTraits =
      window_command("previous-lecture-step", "hides the answer, or goes to the step before",
                     ClientRole::lecturer);
};

struct ShowLectureCard : SwitchCommand {
  static constexpr auto kTraits =
      window_command("show-lecture-card",
                     "shows the lecture's words, or the list of lectures, in place of the panel",
                     ClientRole::lecturer);
};

struct ShowLectureCaption : SwitchCommand {
  static constexpr auto kTraits = window_command(
      "show-lecture-caption", "shows the lecture's question below the room that is presented",
      ClientRole::lecturer);
};

struct WriteLecture : SwitchCommand {
  static constexpr auto kTraits =
      window_command("write-lecture", "turns the lecture's card into its editor");
};

enum class LectureEdit : std::uint8_t {
  begin,    ///< begins a new lecture
  add,      ///< adds a step after this one that shows the current view
  renew,    ///< lets this step show the current view
  record,   ///< adds a step after this one that contains all commands until the next `record`
  earlier,  ///< swaps the step with the previous one
  later,
  remove,
  save,
};
constexpr auto names_of(LectureEdit /*kind*/) {
  return std::to_array<core::Name<LectureEdit>>({{LectureEdit::begin, "begin"},
                                                 {LectureEdit::add, "add"},
                                                 {LectureEdit::renew, "renew"},
                                                 {LectureEdit::record, "record"},
                                                 {LectureEdit::earlier, "earlier"},
                                                 {LectureEdit::later, "later"},
                                                 {LectureEdit::remove, "remove"},
                                                 {LectureEdit::save, "save"}});
}

struct EditLecture {
  static constexpr auto kTraits =
      window_file_command("edit-lecture", "begins, changes or saves your own lecture");
  LectureEdit edit = LectureEdit::begin;
  static void fields(auto& self, auto&& visit) { visit("edit", self.edit); }
};

struct RewordLectureStep {
  static constexpr auto kTraits = window_command(
      "reword-lecture-step", "changes the words of the lecture and of its current step");
  std::string lecture;  ///< title of the lecture
  std::string title;    ///< title of the step
  std::string text;
  std::string watch;
  std::string question;
  std::string answer;
  std::string notes;  ///< for the speaker alone
  static void fields(auto& self, auto&& visit) {
    visit.optional("lecture", self.lecture);
    visit.optional("title", self.title);
    visit.optional("text", self.text);
    visit.optional("notes", self.notes);
    visit.optional("watch", self.watch);
    visit.optional("question", self.question);
    visit.optional("answer", self.answer);
  }
  friend bool operator==(const RewordLectureStep&, const RewordLectureStep&) = default;
};

struct ResetLectureClock : PlainCommand {
  static constexpr auto kTraits =
      window_command("reset-lecture-clock", "counts the time spent on the lecture from now");
};

// Playback of a recording

struct PlayRecording {
  static constexpr auto kTraits =
      window_file_command("play-recording", "plays a recording from its beginning");
  std::string path;
  static void fields(auto& self, auto&& visit) { visit("path", self.path); }
};

struct ShowLastMinute : SwitchCommand {
  static constexpr auto kTraits = window_command(
      "show-last-minute", "shows the last minute again, or goes back to the present");
};

struct SeekRecording {
  static constexpr auto kTraits =
      window_command("seek-recording", "goes to a moment of the recording");
  double seconds = 0.0;
  static void fields(auto& self, auto&& visit) { visit("seconds", self.seconds); }
};

struct SetPlaybackSpeed {
  static constexpr auto kTraits = window_command(
      "set-playback-speed", "plays a recording faster or slower; 1 is the original speed");
  double speed = 1.0;
  static void fields(auto& self, auto&& visit) { visit("speed", self.speed); }
};

struct EndPlayback {
  static constexpr auto kTraits =
      window_command("end-playback", "ends the recording here, or leaves the last minute");
  bool take_over = false;  ///< the field stays at the shown moment of the last minute
  static void fields(auto& self, auto&& visit) { visit.optional("take_over", self.take_over); }
};

// Presenting

struct Present : SwitchCommand {
  static constexpr auto kTraits =
      window_command("present", "shows the room alone, enlarged, with its keys");
};

struct ShowAudience : SwitchCommand {
  static constexpr auto kTraits = window_command(
      "show-audience", "opens or closes a window of the room alone for the projector");
};

struct HoldPicture : SwitchCommand {
  static constexpr auto kTraits = window_command(
      "hold-picture", "freezes the room's picture, or lets it go on", ClientRole::lecturer);
};

struct LeavePresenting : PlainCommand {
  static constexpr auto kTraits = window_command(
      "leave-presenting",
      "puts the pen away, ends a held picture, the magnifier or presenting: the first of "
      "these that there is");
};

struct UsePen : SwitchCommand {
  static constexpr auto kTraits =
      window_command("use-pen", "takes the pen that draws over anything, or puts it away");
};

enum class PenTool : std::uint8_t { pen, highlighter, eraser };
constexpr auto names_of(PenTool /*kind*/) {
  return std::to_array<core::Name<PenTool>>(
      {{PenTool::pen, "pen"}, {PenTool::highlighter, "highlighter"}, {PenTool::eraser, "eraser"}});
}
enum class PenColour : std::uint8_t { yellow, red, green, blue };
constexpr auto names_of(PenColour /*kind*/) {
  return std::to_array<core::Name<PenColour>>({{PenColour::yellow, "yellow"},
                                               {PenColour::red, "red"},
                                               {PenColour::green, "green"},
                                               {PenColour::blue, "blue"}});
}

struct ChoosePen {
  static constexpr auto kTraits =
      window_command("choose-pen", "takes a pen, a highlighter or an eraser, in a colour");
  PenTool tool = PenTool::pen;
  PenColour colour = PenColour::yellow;
  static void fields(auto& self, auto&& visit) {
    visit("tool", self.tool);
    visit.optional("colour", self.colour);
  }
};

struct ShowSpotlight : SwitchCommand {
  static constexpr auto kTraits =
      window_command("show-spotlight", "darkens the window but for a disc about the pointer",
                     ClientRole::lecturer);
};

struct BlankScreen : SwitchCommand {
  static constexpr auto kTraits =
      window_command("blank-screen", "shows the audience a black screen, or the picture again",
                     ClientRole::lecturer);
};

struct StartCountdown {
  static constexpr auto kTraits = window_command(
      "start-countdown", "shows a countdown over the room; 0 minutes end it", ClientRole::lecturer);
  static constexpr double kMostMinutes = 90.0;
  double minutes = 0.0;
  static void fields(auto& self, auto&& visit) { visit("minutes", self.minutes); }
};

struct WipePen : PlainCommand {
  static constexpr auto kTraits = window_command("wipe-pen", "wipes what the pen has drawn");
};

struct Magnify {
  static constexpr auto kTraits =
      window_command("magnify", "magnifies the window about the pointer by a factor");
  double factor = 1.0;
  static void fields(auto& self, auto&& visit) { visit("factor", self.factor); }
};

enum class TourMove : std::uint8_t { begin, skip, end };
constexpr auto names_of(TourMove /*kind*/) {
  return std::to_array<core::Name<TourMove>>(
      {{TourMove::begin, "begin"}, {TourMove::skip, "skip"}, {TourMove::end, "end"}});
}

struct MoveTour {
  static constexpr auto kTraits =
      window_command("move-tour", "begins the tour, skips a step, or ends it");
  TourMove move = TourMove::begin;
  static void fields(auto& self, auto&& visit) { visit("move", self.move); }
};

}  // namespace heatwave::session
