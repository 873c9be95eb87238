// Commands that the window carries out: rooms, files, lectures, playback of recordings, presenting,
// and the look of the interface.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/export/export_queue.h"
#include "app/session/command_traits.h"
#include "app/session/sights.h"
#include "kernels/core/names.h"

namespace heatwave::session {

// Rooms and their views

struct ShowSight {
  static constexpr CommandTraits kTraits{
      .name = "show-sight",
      .words = "shows a room and sets the views of the lab and the stage",
      .for_window = true};
  Sight sight;
  static void fields(auto& self, auto&& visit) { visit.inner(self.sight); }
};

/// Shows a named item of a room, such as an entry of the search.
struct ShowFinding {
  static constexpr CommandTraits kTraits{
      .name = "show-finding",
      .words = "shows a scene, an experiment, a setting … of a room",
      .for_window = true};
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
  static constexpr CommandTraits kTraits{.name = "show-room",
                                         .words = "shows a room of the window",
                                         .for_window = true,
                                         .least_role = ClientRole::lecturer};
  std::string room;  ///< "fields", "lab", "stage"
  std::string what;  ///< experiment or lesson of the room; empty: the last one shown
  static void fields(auto& self, auto&& visit) {
    visit("room", self.room);
    visit.optional("what", self.what);
  }
};

/// The action may save a file, so the command counts as touching files.
struct PerformAction {
  static constexpr CommandTraits kTraits{.name = "perform-action",
                                         .words = "performs an action of the key tables by its id",
                                         .touches_files = true,
                                         .for_window = true};
  std::string action;
  std::string room;  ///< the action's room, which is shown first; empty: the visible room
  static void fields(auto& self, auto&& visit) {
    visit("action", self.action);
    visit.optional("room", self.room);
  }
};

struct CompareFields : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "compare-fields",
      .words = "compares the field with a copy, or stops comparing",
      .for_window = true};
};

// The interface

struct ShowPanel : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "show-panel", .words = "shows or hides the side panel", .for_window = true};
};

struct ShowHelp : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "show-help", .words = "shows or hides the list of all keys", .for_window = true};
};

struct OpenSearch : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "open-search", .words = "opens the search box", .for_window = true};
};

struct SetTheme {
  static constexpr CommandTraits kTraits{
      .name = "set-theme", .words = "makes the interface dark or light", .for_window = true};
  bool dark = true;
  static void fields(auto& self, auto&& visit) { visit("dark", self.dark); }
};

struct SetInterfaceScale {
  static constexpr CommandTraits kTraits{.name = "set-interface-scale",
                                         .words = "enlarges the interface; 1 is its normal size",
                                         .for_window = true};
  double scale = 1.0;
  static void fields(auto& self, auto&& visit) { visit("scale", self.scale); }
};

struct SetFullScreen : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "set-full-screen", .words = "makes the window fill the screen", .for_window = true};
};

struct ShowMessage {
  static constexpr CommandTraits kTraits{
      .name = "show-message", .words = "shows a sentence for a few seconds", .for_window = true};
  std::string text;
  static void fields(auto& self, auto&& visit) { visit("text", self.text); }
};

struct CopyText {
  static constexpr CommandTraits kTraits{
      .name = "copy-text", .words = "puts a text on the clipboard", .for_window = true};
  std::string text;
  std::string message;  ///< shown after copying; empty: none
  static void fields(auto& self, auto&& visit) {
    visit("text", self.text);
    visit.optional("message", self.message);
  }
};

struct LeaveProgram : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "leave-program", .words = "closes the window", .for_window = true};
};

// Documents

struct OpenFile {
  static constexpr CommandTraits kTraits{
      .name = "open-file",
      .words = "opens a scene, a recording, a lecture, a field or a picture",
      .touches_files = true,
      .for_window = true};
  std::string path;  ///< empty: the window asks for a file
  static void fields(auto& self, auto&& visit) { visit.optional("path", self.path); }
};

struct NoteOpenedFile {
  static constexpr CommandTraits kTraits{
      .name = "note-opened-file",
      .words = "puts a file first in the list of recent files, and shows the fields",
      .touches_files = true,
      .for_window = true};
  std::string path;
  static void fields(auto& self, auto&& visit) { visit("path", self.path); }
};

struct SaveDocument {
  static constexpr CommandTraits kTraits{
      .name = "save-document",
      .words = "saves the scene in its file; the window asks where it has none",
      .touches_files = true,
      .for_window = true};
  bool as = false;  ///< always asks for a name
  static void fields(auto& self, auto&& visit) { visit.optional("as", self.as); }
};

struct CopyScene : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "copy-scene",
      .words = "puts the scene on the clipboard as a line of text",
      .for_window = true};
};

struct PasteScene : PlainCommand {
  static constexpr CommandTraits kTraits{.name = "paste-scene",
                                         .words = "begins the scene that is on the clipboard",
                                         .for_window = true};
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

struct SaveWindowPng : PlainCommand {
  static constexpr CommandTraits kTraits{.name = "save-window-png",
                                         .words = "saves the window as a picture",
                                         .touches_files = true,
                                         .for_window = true};
};

struct SaveRoomPng : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "save-room-png",
      .words = "saves the chart or the board of the room shown as a picture",
      .touches_files = true,
      .for_window = true};
};

struct StartRoomSequence : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "start-room-sequence",
      .words = "saves a picture of every step of the room shown, from here to the last",
      .touches_files = true,
      .for_window = true};
};

struct StopRoomSequence : PlainCommand {
  static constexpr CommandTraits kTraits{.name = "stop-room-sequence",
                                         .words = "saves no further steps of the room shown",
                                         .touches_files = true,
                                         .for_window = true};
};

// Lectures

struct OpenLecture {
  static constexpr CommandTraits kTraits{
      .name = "open-lecture",
      .words = "opens a lecture that comes with the program, by its name",
      .for_window = true};
  std::string name;
  static void fields(auto& self, auto&& visit) { visit("name", self.name); }
};

struct OpenLectureFile {
  static constexpr CommandTraits kTraits{.name = "open-lecture-file",
                                         .words = "opens a lecture from a file",
                                         .touches_files = true,
                                         .for_window = true};
  std::string path;
  static void fields(auto& self, auto&& visit) { visit("path", self.path); }
};

struct CloseLecture : PlainCommand {
  static constexpr CommandTraits kTraits{.name = "close-lecture",
                                         .words = "ends the lecture; the rooms stay as they are",
                                         .for_window = true};
};

struct NextLectureStep : PlainCommand {
  static constexpr CommandTraits kTraits{.name = "next-lecture-step",
                                         .words = "shows the answer, or goes to the next step",
                                         .for_window = true,
                                         .least_role = ClientRole::lecturer};
};

struct PreviousLectureStep : PlainCommand {
  static constexpr CommandTraits kTraits{.name = "previous-lecture-step",
                                         .words = "hides the answer, or goes to the step before",
                                         .for_window = true,
                                         .least_role = ClientRole::lecturer};
};

struct ShowLectureCard : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "show-lecture-card",
      .words = "shows the lecture's words, or the list of lectures, in place of the panel",
      .for_window = true,
      .least_role = ClientRole::lecturer};
};

struct ShowLectureCaption : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "show-lecture-caption",
      .words = "shows the lecture's question below the room that is presented",
      .for_window = true,
      .least_role = ClientRole::lecturer};
};

struct WriteLecture : SwitchCommand {
  static constexpr CommandTraits kTraits{.name = "write-lecture",
                                         .words = "turns the lecture's card into its editor",
                                         .for_window = true};
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
  static constexpr CommandTraits kTraits{.name = "edit-lecture",
                                         .words = "begins, changes or saves your own lecture",
                                         .touches_files = true,
                                         .for_window = true};
  LectureEdit edit = LectureEdit::begin;
  static void fields(auto& self, auto&& visit) { visit("edit", self.edit); }
};

struct RewordLectureStep {
  static constexpr CommandTraits kTraits{
      .name = "reword-lecture-step",
      .words = "changes the words of the lecture and of its current step",
      .for_window = true};
  std::string lecture;  ///< title of the lecture
  std::string title;    ///< title of the step
  std::string text;
  std::string watch;
  std::string question;
  std::string answer;
  static void fields(auto& self, auto&& visit) {
    visit.optional("lecture", self.lecture);
    visit.optional("title", self.title);
    visit.optional("text", self.text);
    visit.optional("watch", self.watch);
    visit.optional("question", self.question);
    visit.optional("answer", self.answer);
  }
};

// Playback of a recording

struct PlayRecording {
  static constexpr CommandTraits kTraits{.name = "play-recording",
                                         .words = "plays a recording from its beginning",
                                         .touches_files = true,
                                         .for_window = true};
  std::string path;
  static void fields(auto& self, auto&& visit) { visit("path", self.path); }
};

struct ShowLastMinute : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "show-last-minute",
      .words = "shows the last minute again, or goes back to the present",
      .for_window = true};
};

struct SeekRecording {
  static constexpr CommandTraits kTraits{
      .name = "seek-recording", .words = "goes to a moment of the recording", .for_window = true};
  double seconds = 0.0;
  static void fields(auto& self, auto&& visit) { visit("seconds", self.seconds); }
};

struct SetPlaybackSpeed {
  static constexpr CommandTraits kTraits{
      .name = "set-playback-speed",
      .words = "plays a recording faster or slower; 1 is the original speed",
      .for_window = true};
  double speed = 1.0;
  static void fields(auto& self, auto&& visit) { visit("speed", self.speed); }
};

struct EndPlayback {
  static constexpr CommandTraits kTraits{
      .name = "end-playback",
      .words = "ends the recording here, or leaves the last minute",
      .for_window = true};
  bool take_over = false;  ///< the field stays at the shown moment of the last minute
  static void fields(auto& self, auto&& visit) { visit.optional("take_over", self.take_over); }
};

// Presenting

struct Present : SwitchCommand {
  static constexpr CommandTraits kTraits{.name = "present",
                                         .words = "shows the room alone, enlarged, with its keys",
                                         .for_window = true};
};

struct ShowAudience : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "show-audience",
      .words = "opens or closes a window of the room alone for the projector",
      .for_window = true};
};

struct HoldPicture : SwitchCommand {
  static constexpr CommandTraits kTraits{.name = "hold-picture",
                                         .words = "freezes the room's picture, or lets it go on",
                                         .for_window = true,
                                         .least_role = ClientRole::lecturer};
};

struct LeavePresenting : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "leave-presenting",
      .words =
          "puts the pen away, ends a held picture, the magnifier or presenting: the first of "
          "these that there is",
      .for_window = true};
};

struct UsePen : SwitchCommand {
  static constexpr CommandTraits kTraits{
      .name = "use-pen",
      .words = "takes the pen that draws over anything, or puts it away",
      .for_window = true};
};

struct WipePen : PlainCommand {
  static constexpr CommandTraits kTraits{
      .name = "wipe-pen", .words = "wipes what the pen has drawn", .for_window = true};
};

struct Magnify {
  static constexpr CommandTraits kTraits{
      .name = "magnify",
      .words = "magnifies the window about the pointer by a factor",
      .for_window = true};
  double factor = 1.0;
  static void fields(auto& self, auto&& visit) { visit("factor", self.factor); }
};

enum class TourMove : std::uint8_t { begin, skip, end };
constexpr auto names_of(TourMove /*kind*/) {
  return std::to_array<core::Name<TourMove>>(
      {{TourMove::begin, "begin"}, {TourMove::skip, "skip"}, {TourMove::end, "end"}});
}

struct MoveTour {
  static constexpr CommandTraits kTraits{.name = "move-tour",
                                         .words = "begins the tour, skips a step, or ends it",
                                         .for_window = true};
  TourMove move = TourMove::begin;
  static void fields(auto& self, auto&& visit) { visit("move", self.move); }
};

}  // namespace heatwave::session
