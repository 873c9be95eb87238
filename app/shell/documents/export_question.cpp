// Draws the export dialog, estimates size and duration, and makes the preview beside the frames.
#include "app/shell/documents/export_question.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include "app/export/framed_picture.h"
#include "app/session/field/picture_exports.h"
#include "app/session/field/unit_figures.h"
#include "app/session/session.h"
#include "app/ui/controls.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/number_controls.h"
#include "app/ui/pane.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

namespace key = rooms::key;

constexpr core::Extent kPreview{720, 480};  ///< largest preview, in pixels
constexpr std::array<int, 3> kTimes{1, 2, 4};
constexpr core::Extent kFullHd{1920, 1080};
constexpr core::Extent kUltraHd{3840, 2160};

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begun) {
  return std::chrono::duration<double>(Clock::now() - begun).count();
}

/// Returns the next pictures of a film that begins with this scene, as many as can be made in a
/// moment; none of a large field.
std::vector<exporting::Image> next_pictures(const ExportChoice& choice, scene::Scene scene) {
  constexpr std::size_t kMostPictures = 8;
  constexpr std::int64_t kMostCells = 4'000'000;
  constexpr std::int64_t kMostUpdates = 200'000'000;  ///< updates of cells between two pictures
  constexpr double kMostSeconds = 0.5;
  std::vector<exporting::Image> pictures;
  const std::int64_t cells = scene.extent.cells();
  if (cells > kMostCells) return pictures;
  const Clock::time_point begun = Clock::now();
  const std::int64_t steps = std::clamp<std::int64_t>(kMostUpdates / cells, 1, choice.every);
  scene.measures = {};
  try {
    session::Session session(std::move(scene), session::options_for_pictures());
    while (pictures.size() < kMostPictures && seconds_since(begun) < kMostSeconds) {
      session.run(steps);
      pictures.push_back(exporting::coloured(
          session::picture_of(session.snapshot().scene, session.state(), session.cell_flags(),
                              choice.parts(), session.derived())));
    }
  } catch (const core::Error&) {
    // A field that overflows, or does not fit into memory twice, has no next pictures.
  }
  return pictures;
}

/// Completes a preview that shows the first of these pictures. `seconds`: the time to draw it.
ExportPreview preview_of(const ExportChoice& choice, std::span<const exporting::Image> pictures,
                         double seconds) {
  const exporting::Image& image = pictures.front();
  const Clock::time_point begun = Clock::now();
  ExportPreview made;
  made.extent = image.extent;
  try {
    made.bytes = exporting::measured_bytes(pictures, choice.is_one_picture() ? "" : choice.format);
  } catch (const core::Error&) {
    // The export tells why; until then its size is unknown.
  }
  const auto count = static_cast<double>(pictures.size() > 1 ? pictures.size() + 1 : 1);
  made.seconds = seconds + seconds_since(begun) / count;
  made.image = std::make_shared<const exporting::Image>(exporting::shrunk_to(image, kPreview));
  return made;
}

std::string title_of_part(const rooms::Room& room) {
  return room.entry() == rooms::kStage ? "Board" : "Chart";
}

bool has_surface(const rooms::Room& room) { return room.surface_area().width() > 0; }

struct OfferedSubject {
  ExportSubject subject;
  std::string title;
  std::string help;
};
std::vector<OfferedSubject> subjects_of(const rooms::Room& room,
                                        const session::Snapshot& snapshot) {
  std::vector<OfferedSubject> all;
  if (has_surface(room)) {
    all.push_back({ExportSubject::surface, "Surface",
                   "The surface as you see it, with its axis and the colour bar."});
  }
  if (room.field() != nullptr) {
    all.push_back({ExportSubject::field, "Field", "The field alone, with its view."});
    all.push_back({ExportSubject::framed_field, "Framed",
                   "The field with the colour bar, the title and the step."});
  }
  if (room.field() == nullptr || room.picture(snapshot).area.width() > 0) {
    all.push_back(
        {ExportSubject::part, title_of_part(room), "What the room shows, without panels."});
  }
  all.push_back({ExportSubject::window, "Window", "The window as you see it."});
  return all;
}

/// Returns the formats that the subject can be saved in, one picture first.
std::vector<session::SequenceFormat> formats_of(const ExportChoice& choice,
                                                const rooms::Room& room) {
  std::vector<session::SequenceFormat> all{{std::string(kOnePng), "One PNG picture"}};
  const bool has_steps = choice.is_of_field() ||
                         (choice.subject == ExportSubject::part && room.entry() == rooms::kStage);
  if (!has_steps) return all;
  for (session::SequenceFormat& each : session::sequence_formats()) all.push_back(std::move(each));
  return all;
}

void draw_subject(ShellView& view, ExportChoice& choice, const rooms::Room& room) {
  const std::vector<OfferedSubject> offered = subjects_of(room, view.snapshot);
  std::vector<std::string> titles;
  std::vector<std::string> help;
  int chosen = -1;
  for (const OfferedSubject& each : offered) {
    if (each.subject == choice.subject) chosen = static_cast<int>(titles.size());
    titles.push_back(each.title);
    help.push_back(each.help);
  }
  // The chart may have been folded away since.
  if (chosen < 0) choice.subject = offered.front().subject;
  const int pressed = segmented_row(view, "what", "export subject", titles, chosen, help);
  if (pressed >= 0) choice.subject = offered[static_cast<std::size_t>(pressed)].subject;
}

void draw_size(ShellView& view, ExportChoice& choice) {
  static const std::array<std::string, 6> kTitles{"1×", "2×", "4×", "HD", "4K", "Own"};
  const std::string of = choice.is_of_field() ? "a cell" : "a pixel of the window";
  const std::array<std::string, 6> help{"One pixel for " + of + ".",
                                        "Two pixels along a side of " + of + ".",
                                        "Four pixels along a side of " + of + ".",
                                        "1920 × 1080 pixels.",
                                        "3840 × 2160 pixels.",
                                        "A size of your own, in pixels."};
  const int pressed =
      segmented_row(view, "size", "export size", kTitles, static_cast<int>(choice.size), help);
  if (pressed >= 0) choice.size = static_cast<ExportSize>(pressed);
  if (choice.size != ExportSize::own) return;
  row(view, "pixels");
  const float width = (ImGui::GetContentRegionAvail().x - 8 * view.unit) / 2;
  const auto side = [&view, width](const char* id, int& pixels) {
    ui::set_next_width(width);
    ui::whole(view, id, pixels, 16, exporting::PictureSize::kLongestSide, "%d");
    ui::note_place(view, id + 2);
  };
  side("##export width", choice.own.width);
  ImGui::SameLine(0, 8 * view.unit);
  side("##export height", choice.own.height);
}

void draw_format(ShellView& view, ExportChoice& choice, const rooms::Room& room) {
  const std::vector<session::SequenceFormat> all = formats_of(choice, room);
  auto here = std::find_if(all.begin(), all.end(), [&](const session::SequenceFormat& each) {
    return each.extension == choice.format;
  });
  if (here == all.end()) here = all.begin();
  choice.format = here->extension;
  row(view, "kind");
  ui::set_next_width(ImGui::GetContentRegionAvail().x);
  if (begin_list(view, "##export format", here->title)) {
    for (const session::SequenceFormat& each : all) {
      if (ui::text_row(each.title.c_str(), each.extension == choice.format)) {
        choice.format = each.extension;
      }
    }
    ImGui::EndPopup();
  }
  ui::note_place(view, "export format");
  ui::explain(view, "One picture, a folder of pictures, or one file of them all, 25 a second.");
}

void draw_whole(ShellView& view, const char* label, std::int64_t& value, int least,
                const char* format, const std::string& help) {
  row(view, label);
  int shown = static_cast<int>(value);
  ImGui::PushID(label);
  ui::whole(view, "##whole", shown, least, 1'000'000, format);
  ImGui::PopID();
  ui::note_place(view, std::string("export ") + label);
  ui::explain(view, help);
  value = std::max(least, shown);
}

/// Sets how much of the field's time a film shows, and how long it is.
void draw_length(ShellView& view, ExportChoice& choice) {
  const scene::Scene& scene = view.snapshot.scene;
  draw_whole(view, "every", choice.every, 1, "%d steps", "Steps between pictures of the field.");
  const bool in_seconds = session::seconds_per_step(scene) > 0;
  double shown = session::field_time_per_film_second(scene, choice.every);
  row(view, "1 s of film");
  if (ui::number(view, "##export film", shown, shown * 0.02, in_seconds ? "%.4g s" : "%.0f steps",
                 in_seconds ? "Simulated seconds per second of film."
                            : "Simulated steps per second of film; seconds with physical units.",
                 0.0, 1e12)) {
    choice.every = session::steps_per_frame(scene, shown);
  }
  double seconds = static_cast<double>(choice.frames) / exporting::kFramesPerSecond;
  row(view, "length");
  if (ui::number(view, "##export length", seconds, 0.1,
                 choice.frames == 0 ? "until stopped" : "%.1f s",
                 "Seconds of film, 25 pictures each; 0: until stopped.", 0.0, 1e5)) {
    choice.frames = std::llround(seconds * exporting::kFramesPerSecond);
  }
  ui::note_place(view, "export length");
  row(view, "at most");
  ui::number(view, "##export gigabytes", choice.gigabytes, 0.1, "%.4g GB",
             "The export ends before it takes more of the disk.", 0.001, 1e6);
}

std::string seconds_in_words(double seconds) {
  return seconds < 1 ? "less than 1 s" : "about " + words::duration(seconds);
}

}  // namespace

exporting::PictureSize ExportChoice::picture_size() const {
  switch (size) {
    case ExportSize::once:
      // This is the size of pictures whose size is not given.
      if (subject != ExportSubject::framed_field) return {};
      [[fallthrough]];
    case ExportSize::twice:
    case ExportSize::four_times:
      return {.times = kTimes.at(static_cast<std::size_t>(size))};
    case ExportSize::full_hd:
      return {.exact = kFullHd};
    case ExportSize::ultra_hd:
      return {.exact = kUltraHd};
    case ExportSize::own:
      return {.exact = own};
  }
  return {};
}

exporting::PictureParts ExportChoice::parts() const {
  const bool is_framed = subject == ExportSubject::framed_field;
  return {.bar = is_framed,
          .outlines = outlines,
          .title = is_framed,
          .smooth = smooth && size != ExportSize::once,
          .size = picture_size()};
}

ExportChoice first_choice(const rooms::Room& room) {
  ExportChoice choice;
  if (room.field() == nullptr) choice.subject = ExportSubject::part;
  if (has_surface(room)) choice.subject = ExportSubject::surface;
  if (room.entry() == rooms::kLab || has_surface(room)) choice.format = kOnePng;
  return choice;
}

session::Command command_of(const ExportChoice& choice) {
  std::string path = choice.path;
  if (!path.empty() && !path.ends_with(choice.format)) path += choice.format;
  if (choice.subject == ExportSubject::window) {
    return session::SaveWindowPng{path, choice.picture_size()};
  }
  if (choice.subject == ExportSubject::surface) {
    return session::SaveSurfacePng{path, choice.picture_size()};
  }
  if (choice.subject == ExportSubject::part) {
    if (choice.is_one_picture()) return session::SaveRoomPng{path, choice.picture_size()};
    return session::StartRoomSequence{path, choice.format, choice.picture_size()};
  }
  if (choice.is_one_picture()) return session::SaveFieldPng{path, choice.parts()};
  constexpr double kGigabyte = 1e9;
  return session::StartSequence{.every = choice.every,
                                .frames = choice.frames,
                                .folder = path,
                                .most_bytes = std::llround(choice.gigabytes * kGigabyte),
                                .format = path.empty() ? choice.format : "",
                                .with = choice.parts()};
}

std::string estimate_of(const ExportChoice& choice, const ExportPreview& preview,
                        const ExportPace& pace) {
  if (preview.image == nullptr) return "Drawing the preview …";
  const auto bytes = [](double number) {
    return words::bytes(static_cast<std::uint64_t>(std::max(0.0, number)));
  };
  std::string text = fmt::format("{} × {} pixels", preview.extent.width, preview.extent.height);
  if (preview.bytes.first <= 0) return text;
  text += ", about ";
  if (choice.is_one_picture()) return text + bytes(preview.bytes.first);
  text += bytes(preview.bytes.each) + " a picture";
  const std::int64_t frames = choice.is_of_field() ? choice.frames : pace.board_steps;
  if (frames <= 0) return text;
  const double count = static_cast<double>(frames);
  const double stepping = choice.is_of_field() && pace.steps_per_second > 0
                              ? count * static_cast<double>(choice.every) / pace.steps_per_second
                              : 0.0;
  return text + fmt::format("; {}, {:.1f} s of film, {} in all; takes {}",
                            words::counted(frames, "picture", "pictures"),
                            count / exporting::kFramesPerSecond, bytes(preview.bytes.of(frames)),
                            seconds_in_words(std::max(stepping, count * preview.seconds)));
}

void ExportQuestion::open(const rooms::Room& room, const std::optional<std::string>& format) {
  open_ = true;
  room_ = room.entry().id;
  ExportChoice& choice = choices_.try_emplace(room_, first_choice(room)).first->second;
  if (format) choice.format = *format;
  previewed_.reset();
}

std::optional<exporting::PictureParts> ExportQuestion::sized_field() const {
  const auto found = choices_.find(rooms::kFields.id);
  if (found == choices_.end() || !found->second.is_of_field()) return {};
  const exporting::PictureParts parts = found->second.parts();
  return parts.size.is_given() ? std::optional(parts) : std::nullopt;
}

bool ExportQuestion::needs_preview() const {
  if (!open_ || making_.valid()) return false;
  ExportChoice now = choice();
  if (!previewed_) return true;
  // Only what the picture and its bytes follow from matters.
  now.path = previewed_->path;
  now.frames = previewed_->frames;
  now.gigabytes = previewed_->gigabytes;
  return now != *previewed_;
}

ExportPreview preview_of(const ExportChoice& choice, const exporting::FieldPicture& picture,
                         scene::Scene scene) {
  const Clock::time_point begun = Clock::now();
  std::vector<exporting::Image> pictures{exporting::coloured(picture)};
  const double seconds = seconds_since(begun);
  if (!choice.is_one_picture()) {
    for (exporting::Image& next : next_pictures(choice, std::move(scene))) {
      pictures.push_back(std::move(next));
    }
  }
  return preview_of(choice, pictures, seconds);
}

void ExportQuestion::make_preview(exporting::FieldPicture picture, scene::Scene scene) {
  previewed_ = choice();
  making_ = std::async(std::launch::async,
                       [chosen = choice(), picture = std::move(picture), scene = std::move(scene)] {
                         return preview_of(chosen, picture, scene);
                       });
}

void ExportQuestion::make_preview(exporting::Image image, double times) {
  previewed_ = choice();
  making_ = std::async(std::launch::async, [chosen = choice(), image = std::move(image), times] {
    ExportPreview made = preview_of(chosen, std::span(&image, 1), 0.0);
    const auto larger = [times](int side) { return static_cast<int>(std::lround(side * times)); };
    made.extent = {larger(made.extent.width), larger(made.extent.height)};
    made.bytes = {.first = made.bytes.first * times, .each = made.bytes.each * times};
    made.seconds *= times * times;
    return made;
  });
}

void ExportQuestion::take_preview() {
  if (!making_.valid() || making_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return;
  }
  preview_ = making_.get();
}

void ExportQuestion::draw_controls(ShellView& view, const rooms::Room& room) {
  ExportChoice& choice = choices_.at(room_);
  draw_subject(view, choice, room);
  draw_size(view, choice);
  draw_format(view, choice, room);
  if (choice.is_of_field()) {
    ui::toggle(view, "export outlines", "with outlines", choice.outlines,
               "The outlines of sources, walls and media.");
    const std::string once = choice.size == ExportSize::once ? "A cell has one pixel" : "";
    ui::toggle(view, "export smooth", "smooth between cells", choice.smooth,
               "Values between cells; else each cell is a square.", once);
    if (!choice.is_one_picture()) draw_length(view, choice);
  }
  row(view, "where");
  ui::text_field(view, "##export path", choice.path,
                 ("a new name in " + view.snapshot.exporting.folder).c_str());
}

void ExportQuestion::draw_preview(const ShellView& view, ImVec2 area) const {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, {at.x + area.x, at.y + area.y}, ui::packed_colour(view.theme.surround),
                     4 * view.unit);
  if (preview_.image != nullptr && view.texture_of_image != nullptr) {
    const core::Extent size = exporting::fitted(
        preview_.image->extent, {static_cast<int>(area.x), static_cast<int>(area.y)});
    const auto width = static_cast<float>(size.width);
    const auto height = static_cast<float>(size.height);
    const ImVec2 from{at.x + (area.x - width) / 2, at.y + (area.y - height) / 2};
    list.AddImage((*view.texture_of_image)(preview_.image), from,
                  {from.x + width, from.y + height});
  }
  ui::space(area);
  ui::note_place(view, "export preview");
}

namespace {

ExportAnswer answer_by_key(const ShellView& view) {
  ExportAnswer answer = ExportAnswer::none;
  for (const rooms::Chord& chord : view.question_keys) {
    const bool enters = chord.key == key::kEnter || chord.key == key::kKeypadEnter;
    // Enter on a control belongs to that control.
    if (enters && !ui::controls_have_keys()) answer = ExportAnswer::save;
    if (chord.key == key::kEscape || chord == rooms::Chord{'E', true}) answer = ExportAnswer::leave;
  }
  return answer;
}

ExportAnswer draw_answers(const ShellView& view, const ExportChoice& choice,
                          const std::string& why_no_copy) {
  ExportAnswer answer = ExportAnswer::none;
  const float u = view.unit;
  const float width = (ImGui::GetContentRegionAvail().x - 8 * u) / 2 / u;
  const char* verb = choice.is_one_picture() ? "Save" : "Start";
  const std::string reason = view.writer_has_room ? "" : rooms::kNoRoomForPictures;
  const ui::ButtonLook save{.primary = true, .width = width, .text = verb};
  if (icon_button(view, "export save", ui::Icon::film,
                  choice.is_one_picture() ? "Saves the picture."
                                          : "Starts the export; the same key stops it.",
                  "Enter", reason, save)) {
    answer = ExportAnswer::save;
  }
  ui::note_place(view, "export save");
  ImGui::SameLine(0, 8 * u);
  const ui::ButtonLook copy{.width = width, .text = "Copy"};
  if (icon_button(view, "export copy", ui::Icon::duplicate, "Puts the picture on the clipboard.",
                  "", why_no_copy, copy)) {
    answer = ExportAnswer::copy;
  }
  ui::note_place(view, "export copy");
  return answer;
}

}  // namespace

ExportAnswer ExportQuestion::draw(ShellView& view, const rooms::Room& room,
                                  const std::string& why_no_copy) {
  take_preview();
  const float u = view.unit;
  constexpr float kControls = 408;
  constexpr float kAnswers = 32;
  constexpr float kGap = 24;
  constexpr float kLeastPreview = 240;
  if (ui::draw_shade("export shade")) return ExportAnswer::leave;
  ui::begin_dialog(view, "export", {960 * u, 600 * u});
  keep_from_audience(view, ImGui::GetWindowDrawList());
  const bool leaves = dialog_title(view, "export leave", "Export");
  const float height = ui::content_bottom() - ImGui::GetCursorPosY() - (kAnswers + 16) * u;
  const float room_beside = ImGui::GetContentRegionAvail().x - (kControls + kGap) * u;
  const bool is_narrow = room_beside < kLeastPreview * u;
  const float controls = is_narrow ? ImGui::GetContentRegionAvail().x : kControls * u;
  const auto* trace = view.snapshot.stage.trace.get();
  // An estimate for another choice is not shown for this one.
  const bool is_known = !needs_preview() && !is_waiting();
  const std::string estimate =
      estimate_of(choice(), is_known ? preview_ : ExportPreview{},
                  {.steps_per_second = view.timings.steps_per_second,
                   .board_steps = trace != nullptr ? std::ssize(trace->steps) : 0});
  ui::begin_part("export controls", {controls, std::max(1.0F, height)});
  draw_controls(view, room);
  if (is_narrow) ui::wrapped_text(estimate);
  ui::fade_edges(view);
  ImGui::EndChild();
  if (!is_narrow) {
    ImGui::SameLine(0, kGap * u);
    ImGui::BeginGroup();
    const float words = 3 * ImGui::GetTextLineHeightWithSpacing();
    draw_preview(view, {room_beside, std::max(1.0F, height - words)});
    ui::wrapped_text(estimate);
    ImGui::EndGroup();
  }
  ImGui::SetCursorPosY(ui::content_bottom() - kAnswers * u);
  const ExportAnswer pressed = draw_answers(view, choice(), why_no_copy);
  const ExportAnswer by_button = leaves ? ExportAnswer::leave : pressed;
  ui::end_dialog();
  return by_button != ExportAnswer::none ? by_button : answer_by_key(view);
}

void ExportQuestion::add_status(nlohmann::ordered_json& status) const {
  status["export"] = {{"open", open_},
                      {"format", open_ ? choice().format : ""},
                      {"subject", open_ ? static_cast<int>(choice().subject) : -1},
                      {"preview", {preview_.extent.width, preview_.extent.height}}};
}

}  // namespace heatwave::shell
