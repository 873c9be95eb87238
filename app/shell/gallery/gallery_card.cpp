// Collects the cards from the catalogues.
#include "app/shell/gallery/gallery_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "app/files/file_kind.h"
#include "app/rooms/room_names.h"
#include "app/scene/scene_files.h"
#include "app/shell/interface/typed_words.h"
#include "app/ui/picker.h"
#include "app/words/formula_tex.h"
#include "app/words/word_lists.h"
#include "kernels/core/names.h"
#include "kernels/field/equation_catalogue.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::shell {
namespace {

/// Kinds of cards by the words that the search uses.
constexpr std::array<const char*, 5> kKinds{"scene", "lecture", "experiment", "lesson", "file"};

void add_scenes(std::vector<CardGroup>& groups) {
  for (const scene::SceneListing& each : scene::built_in_scenes()) {
    if (groups.empty() || groups.back().title != each.family) {
      groups.push_back({.section = CardSection::fields, .title = each.family});
      if (each.equation == scene::kFormulaEquation) {
        groups.back().words = "Equations typed as text: each can be changed while it runs.";
      } else {
        groups.back().equation = words::tex_of_formula(field::find_equation(each.equation).pde);
      }
    }
    groups.back().cards.push_back(
        {.name = {CardKind::scene, each.name},
         .title = each.title,
         .words = ui::first_sentence(each.watch),
         .keywords = each.watch + ' ' + each.theory + ' ' + each.equation});
  }
}

CardGroup lecture_cards(const std::vector<wire::LectureListing>& lectures) {
  CardGroup group{.section = CardSection::lectures,
                  .title = "Lectures",
                  .words = "Each leads through all three rooms, with questions for the class."};
  for (const wire::LectureListing& each : lectures) {
    group.cards.push_back({.name = {CardKind::lecture, each.name},
                           .title = each.title,
                           .words = ui::first_sentence(each.about),
                           .keywords = each.about,
                           .badge = fmt::format("Lecture {}", group.cards.size() + 1)});
  }
  return group;
}

CardGroup experiment_cards() {
  CardGroup group{
      .section = CardSection::lab, .title = rooms::kLab.title, .words = rooms::kLab.help};
  for (const lab::Experiment& each : lab::experiments()) {
    group.cards.push_back({.name = {CardKind::experiment, each.id},
                           .title = each.title,
                           .words = ui::first_sentence(each.shows),
                           .keywords = each.shows});
  }
  return group;
}

CardGroup lesson_cards(const char* title, const char* words,
                       std::span<const stage::Lesson* const> lessons) {
  CardGroup group{.section = CardSection::stage, .title = title, .words = words};
  for (const stage::Lesson* each : lessons) {
    group.cards.push_back({.name = {CardKind::lesson, each->id},
                           .title = each->title,
                           .words = ui::first_sentence(each->shows),
                           .keywords = each->shows});
  }
  return group;
}

/// Returns one card of each kind, so that the first sight shows what there is.
CardGroup choice_of(const std::vector<CardGroup>& groups) {
  static const std::array<CardName, 5> kChoice{{{CardKind::scene, "double-slit"},
                                                {CardKind::scene, "spots"},
                                                {CardKind::experiment, "histogram"},
                                                {CardKind::lesson, "lock"},
                                                {CardKind::lecture, "first-kernel"}}};
  constexpr std::array<const char*, 5> kBadges{"Field", "Field", "Lab", "Stage", "Lecture"};
  CardGroup choice{.title = "Start here", .is_choice = true};
  for (std::size_t i = 0; i < kChoice.size(); ++i) {
    for (const CardGroup& group : groups) {
      const auto card = std::find_if(group.cards.begin(), group.cards.end(),
                                     [&](const Card& each) { return each.name == kChoice.at(i); });
      if (card == group.cards.end()) continue;
      choice.cards.push_back(*card);
      choice.cards.back().badge = kBadges.at(i);
    }
  }
  return choice;
}

}  // namespace

std::vector<CardGroup> built_in_cards(const std::vector<wire::LectureListing>& lectures) {
  std::vector<CardGroup> groups;
  add_scenes(groups);
  groups.push_back(lecture_cards(lectures));
  groups.push_back(experiment_cards());
  const std::span lessons(stage::all_lessons());
  const std::size_t first_exercise = stage::lessons().size();
  groups.push_back(
      lesson_cards(rooms::kStage.title, rooms::kStage.help, lessons.first(first_exercise)));
  groups.push_back(lesson_cards("Exercises", "kernels with gaps to fill, homework, tasks",
                                lessons.subspan(first_exercise)));
  groups.insert(groups.begin(), choice_of(groups));
  return groups;
}

CardGroup cards_of_files(const std::string& title,
                         const std::vector<std::filesystem::path>& files) {
  CardGroup group{.section = CardSection::files, .title = title};
  for (const std::filesystem::path& each : files) {
    const std::string name = words::printable(each.filename().string());
    group.cards.push_back({.name = {CardKind::file, each.string()},
                           .title = words::printable(each.stem().string()),
                           .words = {},
                           .keywords = name,
                           .badge = std::string(core::name_of(files::kind_of(each)))});
  }
  return group;
}

namespace {

/// Returns how well the card matches a typed text; 0: not at all.
int fit_of(const TypedWords& typed, const CardGroup& group, const Card& card) {
  return typed.fit({.kind = kKinds.at(static_cast<std::size_t>(card.name.kind)),
                    .id = card.name.id,
                    .title = card.title,
                    .words = card.words + ' ' + card.keywords + ' ' + group.title});
}

}  // namespace

std::vector<FoundGroup> found_cards(const TypedWords& typed, const std::vector<CardGroup>& groups,
                                    CardSection section) {
  const bool shows_all = section == CardSection::all;
  using Rated = std::pair<int, const Card*>;
  const auto is_better = [](const auto& a, const auto& b) { return a.first > b.first; };
  std::vector<std::vector<Rated>> rated(groups.size());
  int best = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const CardGroup& group = groups[i];
    if (!shows_all && group.section != section) continue;
    if (group.is_choice && (!shows_all || !typed.empty())) continue;
    for (const Card& card : group.cards) {
      const int fit = typed.empty() ? 1 : fit_of(typed, group, card);
      best = std::max(best, fit);
      rated[i].emplace_back(fit, &card);
    }
    std::stable_sort(rated[i].begin(), rated[i].end(), is_better);
  }
  const int least = TypedWords::least_shown(best);
  std::vector<std::pair<int, FoundGroup>> found;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (rated[i].empty() || rated[i].front().first < least) continue;
    FoundGroup& shown =
        found.emplace_back(rated[i].front().first, FoundGroup{&groups[i], {}}).second;
    for (const auto& [fit, card] : rated[i]) {
      if (fit >= least) shown.cards.push_back(card);
    }
  }
  std::stable_sort(found.begin(), found.end(), is_better);
  std::vector<FoundGroup> sorted;
  for (auto& [fit, group] : found) sorted.push_back(std::move(group));
  return sorted;
}

}  // namespace heatwave::shell
