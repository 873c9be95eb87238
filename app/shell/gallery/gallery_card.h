// The cards of the gallery and their groups, as plain values.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/session/window_commands.h"
#include "app/wire/lecture.h"

namespace heatwave::shell {

class TypedWords;

enum class CardKind : std::uint8_t { scene, lecture, experiment, lesson, file };

/// Names one card. `id`: of a scene, a lecture, an experiment or a lesson; or the path of a file.
struct CardName {
  CardKind kind = CardKind::scene;
  std::string id;
  // NOLINTNEXTLINE(modernize-use-nullptr): it takes the 0 of an order for a null pointer
  friend auto operator<=>(const CardName&, const CardName&) = default;
};

struct Card {
  CardName name;
  std::string title;
  std::string words;     ///< one sentence
  std::string keywords;  ///< further words by which it is found
  std::string badge;     ///< a word above its title; empty: none
};

using CardSection = session::GallerySection;

struct CardGroup {
  CardSection section = CardSection::fields;
  std::string title;
  std::string words;     ///< one sentence; empty: none
  std::string equation;  ///< TeX; empty: none
  /// Its cards stand in other groups, too. It is shown only where nothing is searched for.
  bool is_choice = false;
  std::vector<Card> cards;
};

/// Returns a choice of cards to start with, the scenes by their equations, the lectures, the
/// experiments and the lessons.
std::vector<CardGroup> built_in_cards(const std::vector<wire::LectureListing>& lectures);

/// Returns the cards of files, titled by their names until they have been read.
CardGroup cards_of_files(const std::string& title, const std::vector<std::filesystem::path>& files);

/// A group, of which only some cards are shown.
struct FoundGroup {
  const CardGroup* group = nullptr;
  std::vector<const Card*> cards;
};
/// Returns the cards that match a typed text, by the rules of the search: the group with the best
/// match first, and in each group the best card; otherwise in their own order. `section`: the only
/// one that is searched, or all.
std::vector<FoundGroup> found_cards(const TypedWords& typed, const std::vector<CardGroup>& groups,
                                    CardSection section);

}  // namespace heatwave::shell
