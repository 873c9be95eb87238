// Finds, walks through and draws the cards; Enter and a click open what one shows.
#include "app/shell/gallery/gallery.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/rooms/room_names.h"
#include "app/shell/gallery/card_painter.h"
#include "app/shell/interface/typed_words.h"
#include "app/ui/controls.h"
#include "app/ui/keyboard_focus.h"
#include "app/ui/pane.h"
#include "app/ui/text_lines.h"

namespace heatwave::shell {
namespace {

namespace fs = std::filesystem;
namespace key = rooms::key;

/// The most pictures in memory; one takes up to half a megabyte.
constexpr std::size_t kMostShelved = 120;
/// Seconds for which a card is chosen before it runs, so that passing over it starts nothing.
constexpr double kDelay = 0.2;
constexpr double kRaceSeconds = 3.0;  ///< length of a race or a play
constexpr double kHoldSeconds = 1.0;  ///< after which they begin again

constexpr const char* kTour = "Tour, 7 min";
constexpr const char* kTagline = "Live fields, and CUDA kernels measured and played step by step.";
constexpr std::array kSectionTitles{"All", "Fields", "Lectures", "Lab", "Stage", "Files"};

/// Actions for the look of the window, which leave the gallery open.
constexpr auto kForWindow = std::to_array<std::string_view>(
    {"full_screen", "larger_interface", "smaller_interface", "plain_interface"});

std::vector<fs::path> existing(const std::vector<fs::path>& files) {
  std::vector<fs::path> all;
  for (const fs::path& each : files) {
    std::error_code ignored;
    if (fs::exists(each, ignored)) all.push_back(each);
  }
  return all;
}

/// Returns how far a race or a play has come that began this many seconds ago.
double part_after(double seconds) {
  const double round = std::fmod(seconds, kRaceSeconds + kHoldSeconds);
  return std::min(round / kRaceSeconds, 1.0);
}

const rooms::ActionRow<ShellView>* action_for(const rooms::Chord& chord) {
  const auto rows = ShellView::actions();
  const auto found = std::find_if(rows.begin(), rows.end(),
                                  [&](const auto& row) { return row.chords.contains(chord); });
  return found == rows.end() ? nullptr : &*found;
}

/// Scrolls the cards by a row for each step of the wheel.
void scroll_by_wheel(const CardGrid& grid) {
  const float wheel = ImGui::IsWindowHovered() ? ImGui::GetIO().MouseWheel : 0.0F;
  float& turned = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("wheel"));
  turned += wheel;  // a touch pad sends parts of a step
  const auto steps = static_cast<int>(turned);
  if (steps == 0) return;
  turned -= static_cast<float>(steps);
  ImGui::SetScrollY(grid.scroll_by(-steps, ImGui::GetScrollY()));
}

bool leaves_gallery_open(std::string_view action) {
  return std::find(kForWindow.begin(), kForWindow.end(), action) != kForWindow.end();
}

}  // namespace

Gallery::Gallery(const ShellContext& shell) : shell_(shell) {
  if (shell.start.place.gallery) shell.commands.send(session::ShowGallery{});
}

void Gallery::handle(const session::ShowGallery& command) {
  if (!command.on) return close();
  if (shell_.now.asks_something) return;
  shell_.commands.send(session::ShowHelp{false});
  is_open_ = is_new_ = true;
  opens_with_ = command.section;
}

void Gallery::close() {
  is_open_ = false;
  found_.clear();
  groups_.clear();
  shelf_.clear();
  if (worker_ == nullptr) return;
  worker_->run({});
  worker_->need({});
}

void Gallery::gather() {
  if (worker_ == nullptr) {
    const auto& memory = shell_.start.memory;
    const fs::path cache = memory != nullptr ? memory->folders().cache : fs::path();
    worker_ = std::make_unique<PictureWorker>(cache.empty() ? cache : cache / "pictures");
  }
  const DocumentStatus& documents = *shell_.now.documents;
  if (auto recent = existing(documents.recent); !recent.empty()) {
    groups_.push_back(cards_of_files("Recent files", recent));
  }
  worker_->gather(documents.folder, shell_.now.interface.dark);
  typed_.clear();
  section_ = opens_with_;
  filter();
}

void Gallery::take_words(const CardName& name, const FileWords& words) {
  for (CardGroup& group : groups_) {
    if (group.section != CardSection::files) continue;
    if (!words.is_card) {
      std::erase_if(group.cards, [&](const Card& card) { return card.name == name; });
      continue;
    }
    for (Card& card : group.cards) {
      if (card.name != name) continue;
      card.title = words.title;
      card.words = words.words;
    }
  }
}

void Gallery::take_results() {
  const Card* const before = card_at(chosen_);
  const CardName chosen = before != nullptr ? before->name : CardName{};
  bool is_changed = false;
  for (CardGroup& each : worker_->take_groups()) {
    groups_.push_back(std::move(each));
    is_changed = true;
  }
  for (FinishedCard& each : worker_->take_finished()) {
    if (each.words) {
      take_words(each.card, *each.words);
      is_changed = true;
    }
    if (each.picture) {
      shelf_[each.card] = {std::move(*each.picture), ImGui::GetFrameCount(), each.is_draft};
    }
  }
  if (!is_changed) return;
  find_cards();
  // The chosen card stays chosen wherever it is now; a recent file may have two cards.
  const Card* const now = card_at(chosen_);
  if (now != nullptr && now->name == chosen) return;
  int same = 0;
  while (card_at(same) != nullptr && card_at(same)->name != chosen) ++same;
  if (card_at(same) != nullptr) chosen_ = same;
}

void Gallery::find_cards() { found_ = found_cards(TypedWords(typed_), groups_, section_); }

void Gallery::filter() {
  find_cards();
  scrolled_to_ = chosen_ = -1;
  choose(0);
}

const Card* Gallery::card_at(int number) const {
  for (const FoundGroup& group : found_) {
    const int count = static_cast<int>(group.cards.size());
    if (number >= 0 && number < count) return group.cards[static_cast<std::size_t>(number)];
    number -= count;
  }
  return nullptr;
}

CardGrid Gallery::laid_out(const ui::Look& look, ImVec2 area) {
  const float u = look.unit;
  std::vector<float> headings;
  std::vector<float> heading_widths;
  for (const FoundGroup& group : found_) {
    const GroupHeading heading{.group = *group.group, .has_words = typed_.empty()};
    headings.push_back(height_of_heading(look, heading, area.x));
    heading_widths.push_back(width_of_heading(look, heading, area.x));
  }
  return {found_,
          headings,
          {.width = area.x,
           .least = 208 * u,
           .gap = 16 * u,
           .text =
               [&](const Card& card, float width) {
                 return height_of_card_text(look, card, sentences_.lines_of(look, card, width));
               },
           .height = area.y - 16 * u,
           .peek = has_few_words(look) ? 0.0F : 48 * u,
           .between = 16 * u,
           .heading_widths = std::move(heading_widths)}};
}

void Gallery::choose(int card) {
  if (card == chosen_ && card_at(card) != nullptr) return;
  chosen_ = card;
  chosen_at_ = ImGui::GetTime();
}

const CardPicture* Gallery::picture_of(const CardName& name) {
  auto found = shelf_.find(name);
  if (found == shelf_.end() && name.kind == CardKind::experiment) {
    // Its results are there already.
    found = shelf_.emplace(name, ShelvedPicture{.picture = {.experiment = name.id}}).first;
  }
  if (found == shelf_.end()) {
    missing_.push_back(name);
    return nullptr;
  }
  if (found->second.is_draft) missing_.push_back(name);
  found->second.used = ImGui::GetFrameCount();
  return &found->second.picture;
}

void Gallery::draw_row(ShellView& view, const CardGrid& grid, const GridRow& row, ImVec2 origin) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (row.count == 0) {
    const ui::Box at = grid.box_of(row);
    const ui::Box box = ui::Box::at(origin.x + at.left, origin.y + at.top, at.width(), at.height());
    return draw_heading(view, list,
                        {.group = *found_[row.group].group, .has_words = typed_.empty()}, box);
  }
  for (int i = row.first; i < row.first + row.count; ++i) {
    const Card& card = *card_at(i);
    const ui::Box at = grid.box_of(i);
    const ui::Box box = ui::Box::at(origin.x + at.left, origin.y + at.top, at.width(), at.height());
    ImGui::SetCursorScreenPos({box.left, box.top});
    ImGui::PushID(i);
    const bool is_pressed = ui::mouse_area("card", {box.width(), box.height()});
    const bool is_moved = ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0;
    if (ImGui::IsItemHovered() && is_moved) {
      choose(i);
      scrolled_to_ = i;  // cards do not move under the pointer
    }
    note_place(view, "card/" + card.name.id);
    ImGui::PopID();
    CardLook look{.picture = picture_of(card.name),
                  .group = found_[row.group].group,
                  .is_chosen = i == chosen_,
                  .lines = sentences_.lines_of(view, card, grid.card_width())};
    const double running = ImGui::GetTime() - chosen_at_ - kDelay;
    if (look.is_chosen && running > 0 && !view.less_motion) {
      look.running = worker_->running_picture();
      look.part = part_after(running);
    }
    draw_card(view, list, card, box, grid.picture_height(), look);
    if (is_pressed) {
      choose(i);
      open_chosen();
    }
  }
}

void Gallery::scroll_to_chosen(const CardGrid& grid, float height) {
  if (std::exchange(scrolled_to_, chosen_) == chosen_ || chosen_ >= grid.count()) return;
  ImGui::SetScrollY(grid.scroll_to(chosen_, ImGui::GetScrollY(), height));
}

void Gallery::draw_cards(ShellView& view, float height) {
  ui::begin_part("cards", {ImGui::GetContentRegionAvail().x, height},
                 ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav, ImGuiChildFlags_None);
  keep_from_audience(view, ImGui::GetWindowDrawList());
  const float width = ImGui::GetContentRegionAvail().x - 8 * view.unit;
  const CardGrid grid = laid_out(view, {width, height});
  take_keys(view, grid);
  scroll_to_chosen(grid, height);
  scroll_by_wheel(grid);
  const ImVec2 origin = ImGui::GetCursorScreenPos();
  const float from = ImGui::GetScrollY();
  missing_.clear();
  for (const GridRow& row : grid.rows()) {
    if (row.top + row.height < from || row.top > from + height) continue;
    draw_row(view, grid, row, origin);
  }
  ui::fade_edges(view);
  ImGui::SetCursorScreenPos(origin);
  ui::space({1, grid.scrolled_height(height)});
  ImGui::EndChild();
}

void Gallery::draw_no_match(ShellView& view) {
  ui::space({0, 24 * view.unit});
  if (typed_.empty()) {
    return ui::wrapped_text("Nothing yet. Files that you open or save are here from then on.");
  }
  ui::wrapped_text("No card is about '" + typed_ + "'.");
  const ui::ButtonLook all{.text = "Search actions and settings"};
  if (icon_button(view, "gallery/search", ui::Icon::chevron_right,
                  "Looks for it among all actions, settings and names.", "Enter", "", all)) {
    open_chosen();
  }
}

void Gallery::take_keys(ShellView& view, const CardGrid& grid) {
  for (const rooms::Chord& chord : view.question_keys) {
    const int page = std::max(1, 2 * grid.columns());
    if (chord.key == key::kEscape || chord == rooms::Chord{'G', true}) return leave();
    if (chord.key == key::kEnter || chord.key == key::kKeypadEnter) return open_chosen();
    if (chord.key == key::kLeft) choose(grid.beside(chosen_, -1));
    if (chord.key == key::kRight) choose(grid.beside(chosen_, 1));
    if (chord.key == key::kUp) choose(grid.below(chosen_, -1));
    if (chord.key == key::kDown) choose(grid.below(chosen_, 1));
    if (chord.key == key::kPageUp) choose(grid.beside(chosen_, -page));
    if (chord.key == key::kPageDown) choose(grid.beside(chosen_, page));
    if (chord.key == key::kHome) choose(0);
    if (chord.key == key::kEnd) choose(grid.beside(chosen_, grid.count()));
    const bool is_typed = !chord.control && chord.key < key::kF1;
    const auto* action = is_typed ? nullptr : action_for(chord);
    if (action == nullptr || action->chords.contains({key::kPageDown})) continue;
    if (!leaves_gallery_open(action->id)) leave();
    shell_.commands.send(session::PerformAction{.action = action->id});
  }
}

void Gallery::leave() { shell_.commands.send(session::ShowGallery{false}); }

void Gallery::open_chosen() {
  leave();
  rooms::CommandSender& commands = shell_.commands;
  const Card* const card = card_at(chosen_);
  if (card == nullptr) return commands.send(session::OpenSearch{typed_});
  const std::string& id = card->name.id;
  switch (card->name.kind) {
    case CardKind::scene:
      return commands.send(session::ShowFinding{rooms::kFields.id, "scene", id});
    case CardKind::lecture:
      return commands.send(session::OpenLecture{id});
    case CardKind::experiment:
      return commands.send(session::ShowRoom{rooms::kLab.id, id});
    case CardKind::lesson:
      return commands.send(session::ShowRoom{rooms::kStage.id, id});
    case CardKind::file:
      return commands.send(session::OpenFile{id});
  }
}

void Gallery::draw_search(ShellView& view, float width) {
  // The field has the keys unless Tab has led to another control.
  const bool focus = !ImGui::IsAnyItemActive() && !ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
                     !ui::controls_have_keys();
  ui::set_next_width(width);
  if (text_field(view, "##gallery search", typed_, "Search: slit, mutex, …", focus)) filter();
  // Pages turn cards and do not move the keyboard focus.
  for (const ImGuiKey page : {ImGuiKey_PageUp, ImGuiKey_PageDown}) ImGui::SetItemKeyOwner(page);
  // A frame would look like that of the chosen card; the cursor shows where letters go.
  if (ImGui::IsItemActive()) ImGui::SetNavCursorVisible(false);
}

void Gallery::draw_sections(ShellView& view, float width) {
  const std::vector<std::string> titles(kSectionTitles.begin(), kSectionTitles.end());
  const int pressed = segmented(view, "gallery section", titles, static_cast<int>(section_), width);
  if (pressed < 0) return;
  section_ = static_cast<CardSection>(pressed);
  filter();
}

void Gallery::draw_head(ShellView& view) {
  constexpr float kSections = 560;
  constexpr float kWideSearch = 320;
  constexpr float kLeastSearch = 176;
  const float u = view.unit;
  const float gap = 8 * u;
  const float all = ImGui::GetContentRegionAvail().x;
  ImGui::PushFont(view.fonts.strong, view.fonts.large_size);
  ImGui::TextColored(view.theme.accent, "Heat");
  ImGui::SameLine(0, 0);
  ImGui::TextUnformatted("wave");
  ImGui::PopFont();
  ImGui::SameLine(0, 16 * u);
  const float close_button = 32 * u;
  const float buttons = ImGui::CalcTextSize(kTour).x + (32 + 18) * u + gap + close_button;
  const float room = ui::content_right() - ImGui::GetCursorPosX() - buttons - gap;
  const float tagline = ImGui::CalcTextSize(kTagline).x + 16 * u;
  const bool has_tagline = tagline <= room;
  // The field stands beside the tagline, else where there is room for it.
  const bool is_beside = room - (has_tagline ? tagline : 0.0F) >= kWideSearch * u + gap;
  const bool is_below = !is_beside && all >= (kSections + kLeastSearch) * u + gap;
  if (has_tagline && (is_beside || is_below)) {
    const float top = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(top + (view.fonts.large_size - view.fonts.size) / 2);
    ui::dim_text(view, kTagline);
    note_place(view, "gallery/tagline");
    ImGui::SameLine(0, 0);
    ImGui::SetCursorPosY(top);
  }
  const float beside = is_beside ? kWideSearch * u : is_below ? -gap : room;
  ImGui::SameLine(ui::content_right() - buttons - beside - gap);
  if (icon_button(view, "gallery/tour", ui::Icon::play, "Shows what Heatwave does, room by room.",
                  view.keys_of("tour"), "", {.primary = true, .text = kTour})) {
    leave();
    shell_.commands.send(session::PerformAction{.action = "tour"});
  }
  ImGui::SameLine(0, gap);
  if (!is_below) {
    draw_search(view, beside);
    ImGui::SameLine(0, gap);
  }
  if (icon_button(view, "gallery/close", ui::Icon::close, "Closes the gallery.", "Esc")) leave();
  draw_sections(view, std::min(all, kSections * u));
  if (!is_below) return;
  const float below = std::min(kWideSearch * u, all - kSections * u - gap);
  ImGui::SameLine(ui::content_right() - below);
  draw_search(view, below);
}

void Gallery::ask_worker() {
  worker_->need(missing_);
  const Card* const card = card_at(chosen_);
  const bool runs = card != nullptr && !shell_.now.interface.less_motion &&
                    ImGui::GetTime() - chosen_at_ > kDelay;
  worker_->run(runs ? std::optional(card->name) : std::nullopt);
  while (shelf_.size() > kMostShelved) {
    const auto oldest = std::min_element(
        shelf_.begin(), shelf_.end(),
        [](const auto& a, const auto& b) { return a.second.used < b.second.used; });
    shelf_.erase(oldest);
  }
}

void Gallery::draw(ShellView& view) {
  if (!is_open_) return;
  if (std::exchange(is_new_, false)) gather();
  take_results();
  const float u = view.unit;
  // Where an audience sees the room, it is not darkened.
  if (ui::draw_shade("gallery shade", 0.0F)) leave();
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool is_low = has_few_words(view);
  const float rim = (is_low ? 16 : 48) * u;
  ui::begin_dialog(view, "gallery", {window.x - rim, window.y - rim});
  keep_from_audience(view, ImGui::GetWindowDrawList());
  draw_head(view);
  ui::space({0, 4 * u});
  const float foot = is_low ? 0.0F : ImGui::GetTextLineHeightWithSpacing();
  const float height = std::max(1.0F, ImGui::GetContentRegionAvail().y - foot);
  if (found_.empty() && (section_ != CardSection::all || !typed_.empty())) {
    draw_no_match(view);
    take_keys(view, laid_out(view, ImGui::GetContentRegionAvail()));
  } else {
    draw_cards(view, height);
    if (!is_low) ui::dim_text(view, "Arrows choose, Enter opens, Esc closes the gallery");
  }
  ui::end_dialog();
  ask_worker();
}

void Gallery::add_status(nlohmann::ordered_json& status) const {
  const Card* const card = card_at(chosen_);
  int count = 0;
  for (const FoundGroup& group : found_) count += static_cast<int>(group.cards.size());
  status["gallery"] = {{"open", is_open_},
                       {"section", core::name_of(section_)},
                       {"typed", typed_},
                       {"count", is_open_ ? count : 0},
                       {"chosen", card != nullptr && is_open_ ? card->name.id : ""},
                       {"pictures", shelf_.size()},
                       {"runs", worker_ != nullptr && worker_->running_picture() != nullptr}};
}

}  // namespace heatwave::shell
