// Tests the gallery's cards: what there is, what a search finds, and the way of the arrow keys.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "../rooms/desk.h"
#include "../sanitized.h"
#include "app/scene/scene_files.h"
#include "app/shell/gallery/card_grid.h"
#include "app/shell/gallery/gallery_card.h"
#include "app/shell/gallery/picture_worker.h"
#include "app/shell/gallery/scene_run.h"
#include "app/shell/gallery/stage_sketch.h"
#include "app/shell/interface/typed_words.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/stage/lesson_catalogue.h"

namespace heatwave::shell {
namespace {

struct Cards : test::AssetFolder {
  std::vector<CardGroup> groups = built_in_cards(wire::built_in_lectures());

  /// Returns the ids of the cards that a typed text finds.
  [[nodiscard]] std::vector<std::string> find(const std::string& typed) const {
    std::vector<std::string> ids;
    for (const FoundGroup& group : found_cards(TypedWords(typed), groups, {})) {
      for (const Card* card : group.cards) ids.push_back(card->name.id);
    }
    return ids;
  }
  [[nodiscard]] int count(CardKind kind) const {
    int sum = 0;
    for (const CardGroup& group : groups) {
      if (group.is_choice) continue;
      sum += static_cast<int>(
          std::count_if(group.cards.begin(), group.cards.end(),
                        [kind](const Card& card) { return card.name.kind == kind; }));
    }
    return sum;
  }
};

bool contains(const std::vector<std::string>& all, const std::string& wanted) {
  return std::find(all.begin(), all.end(), wanted) != all.end();
}

TEST(GalleryCards, ThereIsOneForEverySceneLectureExperimentAndLesson) {
  const Cards cards;
  EXPECT_EQ(cards.count(CardKind::scene), static_cast<int>(scene::built_in_scenes().size()));
  EXPECT_EQ(cards.count(CardKind::lecture), static_cast<int>(wire::built_in_lectures().size()));
  EXPECT_EQ(cards.count(CardKind::experiment), static_cast<int>(lab::experiments().size()));
  EXPECT_EQ(cards.count(CardKind::lesson), static_cast<int>(stage::all_lessons().size()));
  for (const CardGroup& group : cards.groups) {
    const bool is_typeset =
        group.section == CardSection::fields && group.words.empty() && !group.is_choice;
    EXPECT_EQ(group.equation.empty(), !is_typeset) << group.title;
    for (const Card& card : group.cards) {
      EXPECT_FALSE(card.title.empty()) << card.name.id;
      EXPECT_FALSE(card.words.empty()) << card.name.id;
    }
  }
}

TEST(GalleryCards, AChoiceOfEachKindComesFirstUnlessSomethingIsSearchedFor) {
  const Cards cards;
  const auto all = found_cards(TypedWords(""), cards.groups, {});
  ASSERT_TRUE(all.front().group->is_choice);
  for (const CardKind kind :
       {CardKind::scene, CardKind::lecture, CardKind::experiment, CardKind::lesson}) {
    EXPECT_TRUE(std::any_of(all.front().cards.begin(), all.front().cards.end(),
                            [kind](const Card* card) { return card->name.kind == kind; }));
  }
  EXPECT_EQ(all.front().cards.size(), 5U) << "one row of a window of 1280 pixels";
  for (const auto& found : {found_cards(TypedWords("lock"), cards.groups, {}),
                            found_cards(TypedWords(""), cards.groups, CardSection::fields)}) {
    for (const FoundGroup& group : found) EXPECT_FALSE(group.group->is_choice);
  }
}

TEST(GalleryCards, AreFoundByTheirWordsAndBySynonyms) {
  const Cards cards;
  EXPECT_TRUE(contains(cards.find("slit"), "double-slit"));
  EXPECT_TRUE(contains(cards.find("diffraction"), "single-slit"));
  EXPECT_TRUE(contains(cards.find("mutex"), "lock"));
  EXPECT_TRUE(contains(cards.find("gemm"), "matmul"));
  EXPECT_TRUE(contains(cards.find("turing"), "spots"));
  EXPECT_TRUE(cards.find("xyzzy").empty());
  EXPECT_TRUE(cards.find("settings").empty()) << "the search knows them";
  EXPECT_EQ(cards.find("lesson lock").size(), cards.find("lock lesson").size());
}

TEST(GalleryCards, AbbreviationsAreFoundWhereNoWordMatches) {
  const Cards cards;
  const std::vector<std::string> found = cards.find("reaction");
  EXPECT_TRUE(contains(found, "spots"));
  EXPECT_FALSE(contains(found, "refraction")) << "only its letters are in the title";
  EXPECT_TRUE(contains(cards.find("rfrctn"), "refraction"));
  EXPECT_EQ(cards.find("double").front(), "double-slit");
}

TEST(GalleryCards, FilesAreTitledByTheirNames) {
  const CardGroup group = cards_of_files("Files", {"/a/two rooms.json", "/a/first.hwrec"});
  ASSERT_EQ(group.cards.size(), 2U);
  EXPECT_EQ(group.cards[0].title, "two rooms");
  EXPECT_EQ(group.cards[0].badge, "scene");
  EXPECT_EQ(group.cards[1].badge, "recording");
}

struct Grid {
  std::vector<CardGroup> groups;
  std::vector<FoundGroup> found;

  explicit Grid(const std::vector<int>& counts) {
    for (const int count : counts) {
      groups.push_back({.cards = std::vector<Card>(static_cast<std::size_t>(count))});
    }
    for (const CardGroup& group : groups) {
      FoundGroup& each = found.emplace_back(FoundGroup{&group, {}});
      for (const Card& card : group.cards) each.cards.push_back(&card);
    }
  }
  [[nodiscard]] CardGrid laid_out(float width, float height = 1000,
                                  std::vector<float> heading_widths = {}, float peek = 0) const {
    return {found,
            std::vector<float>(found.size(), 40),
            {.width = width,
             .least = 100,
             .gap = 10,
             .text = [](const Card& card, float) { return card.words.empty() ? 50.0F : 80.0F; },
             .height = height,
             .peek = peek,
             .between = 20,
             .heading_widths = std::move(heading_widths)}};
  }
};

TEST(CardGrid, FillsRowsAndPutsAHeadingAboveEachGroup) {
  const Grid groups({5, 1});
  const CardGrid grid = groups.laid_out(330);
  EXPECT_EQ(grid.columns(), 3);
  EXPECT_EQ(grid.count(), 6);
  std::vector<int> counts;
  for (const GridRow& row : grid.rows()) counts.push_back(row.count);
  EXPECT_EQ(counts, (std::vector<int>{0, 3, 2, 0, 1}));
  EXPECT_FLOAT_EQ(grid.box_of(2).right, 330);
  EXPECT_GT(grid.box_of(3).top, grid.box_of(0).bottom);
  EXPECT_GT(grid.box_of(5).top, grid.box_of(4).bottom + 40);
  EXPECT_EQ(groups.laid_out(40).columns(), 1) << "a narrow window has one column";
}

TEST(CardGrid, ColumnsLineUpInAllGroups) {
  const CardGrid grid = Grid({6, 11, 5}).laid_out(870, 1000, std::vector<float>(3, 50));
  const float column = grid.box_of(1).left;
  EXPECT_FLOAT_EQ(grid.box_of(7).left, column);
  EXPECT_FLOAT_EQ(grid.box_of(13).left, column);
  EXPECT_FLOAT_EQ(grid.box_of(18).left, column);
  EXPECT_FLOAT_EQ(grid.box_of(5).right, 870);
  EXPECT_LE(Grid({1}).laid_out(870).card_width(), 1.45F * 100) << "not beyond what pictures bear";
}

TEST(CardGrid, HasTheColumnsThatLeaveFewestPlacesEmpty) {
  const CardGrid grid = Grid({6, 11, 5}).laid_out(870, 1000, std::vector<float>(3, 50));
  EXPECT_EQ(grid.columns(), 6) << "two places are empty, of eight columns ten";
  const CardGrid full = Grid({8, 16}).laid_out(870, 1000, {50, 50});
  EXPECT_EQ(full.columns(), 8);
  const CardGrid few = Grid({6, 1}).laid_out(870, 1000, {50, 50});
  EXPECT_EQ(few.columns(), 7) << "seven cards beside each other";
  EXPECT_FLOAT_EQ(few.box_of(6).right, 870);
}

TEST(CardGrid, ArrowsLeadToTheCardThatTheEyeExpectsAboveOrBelow) {
  const CardGrid grid = Grid({6, 11, 5}).laid_out(870, 1000, std::vector<float>(3, 50));
  const auto middle_of = [&](int card) {
    return (grid.box_of(card).left + grid.box_of(card).right) / 2;
  };
  for (int card = 0; card < grid.count(); ++card) {
    for (const int by : {1, -1}) {
      const int next = grid.below(card, by);
      if (next == card) continue;
      const float top = grid.box_of(next).top;
      EXPECT_EQ(by > 0, top > grid.box_of(card).top);
      const float distance = std::abs(middle_of(next) - middle_of(card));
      for (int other = 0; other < grid.count(); ++other) {
        if (grid.box_of(other).top != top) continue;
        EXPECT_LE(distance, std::abs(middle_of(other) - middle_of(card))) << card << ' ' << other;
      }
    }
  }
  EXPECT_EQ(grid.below(0, -1), 0);
  EXPECT_EQ(grid.below(5, 1), 11);
  EXPECT_EQ(grid.below(11, 1), 16) << "the row below is shorter";
  EXPECT_EQ(grid.below(16, 1), 21);
}

TEST(CardGrid, IsLaidOutAtOnceWithManyFiles) {
  const Grid groups({5, 6, 500});
  const CardGrid grid = groups.laid_out(870, 1000, {50, 50, 50});
  EXPECT_EQ(grid.count(), 511);
  EXPECT_EQ(grid.rows().size(), 3U + 1 + 1 + 84);
  EXPECT_FLOAT_EQ(grid.box_of(16).right, 870) << "rows of six";
}

TEST(CardGrid, SmallGroupsOfASearchStandBesideEachOtherAsFarAsTheirHeadingsFit) {
  const Grid groups({1, 2, 1, 1, 4, 1});
  const CardGrid grid = groups.laid_out(330, 1000, {90, 90, 90, 150, 90, 90});
  EXPECT_EQ(grid.columns(), 3);
  EXPECT_FLOAT_EQ(grid.box_of(1).top, grid.box_of(0).top);
  EXPECT_GT(grid.box_of(1).left, grid.box_of(0).right);
  EXPECT_FLOAT_EQ(grid.box_of(2).right, 330);
  EXPECT_GT(grid.box_of(3).top, grid.box_of(0).bottom) << "no room beside three";
  EXPECT_FLOAT_EQ(grid.box_of(4).top, grid.box_of(3).top) << "a wide heading takes two columns";
  EXPECT_FLOAT_EQ(grid.box_of(grid.rows()[6]).right, 330);
  EXPECT_GT(grid.box_of(5).top, grid.box_of(4).bottom);
  EXPECT_GT(grid.box_of(9).top, grid.box_of(8).bottom) << "below a group of two rows";
  EXPECT_EQ(grid.below(0, 1), 3);
  EXPECT_EQ(grid.below(2, 1), 4);
  EXPECT_EQ(grid.below(4, -1), 1);
  EXPECT_EQ(grid.below(3, 1), 5);
  EXPECT_EQ(grid.beside(0, 1), 1);
}

TEST(CardGrid, ARowIsAsHighAsItsLongestSentenceNeeds) {
  Grid groups({6});
  groups.groups.front().cards[1].words = "A sentence of many lines.";
  const CardGrid grid = groups.laid_out(330);
  EXPECT_FLOAT_EQ(grid.box_of(0).height(), grid.picture_height() + 80);
  EXPECT_FLOAT_EQ(grid.box_of(2).height(), grid.picture_height() + 80);
  EXPECT_FLOAT_EQ(grid.box_of(3).height(), grid.picture_height() + 50) << "the next row is lower";
}

TEST(CardGrid, PicturesAreLowerWhereThatBringsAnotherWholeRowInSight) {
  const Grid groups({3, 3, 3});
  const CardGrid high = groups.laid_out(330);
  const float picture = high.picture_height();
  const float second = high.box_of(3).bottom;
  EXPECT_FLOAT_EQ(groups.laid_out(330, second + 5).picture_height(), picture) << "both fit";
  const CardGrid low = groups.laid_out(330, second - 20);
  EXPECT_NEAR(low.box_of(3).bottom, second - 20, 0.01) << "the row ends where the sight ends";
  EXPECT_NEAR(low.picture_height(), picture - 10, 0.01);
  EXPECT_FLOAT_EQ(groups.laid_out(330, second - 1.2F * picture).picture_height(), picture)
      << "pictures that low would show nothing";
  const CardGrid lowest = groups.laid_out(330, 40 + 30 + 50);
  EXPECT_NEAR(lowest.box_of(0).bottom, 120, 0.01) << "the first row is in sight at any price";
}

TEST(CardGrid, TheNextRowBeginsInSight) {
  const Grid groups({3, 3, 3});
  const float second = groups.laid_out(330).box_of(3).bottom;
  const CardGrid grid = groups.laid_out(330, second + 5, {}, 30);
  EXPECT_NEAR(grid.box_of(3).bottom + 30, second + 5, 0.01);
  const float last = groups.laid_out(330).box_of(6).bottom;
  EXPECT_NEAR(groups.laid_out(330, last, {}, 30).box_of(6).bottom, last, 0.01)
      << "no row follows the last one";
}

TEST(CardGrid, ScrollsToWholeRows) {
  const Grid groups({6, 6});
  const CardGrid grid = groups.laid_out(330);
  const float row = grid.box_of(0).height();
  const float gap = 10;
  const float height = 2 * row + 100;  // two rows, a heading between them, and the gaps around
  EXPECT_EQ(grid.scroll_to(4, 0, height), 0) << "in sight";
  const float second = grid.scroll_to(7, 0, height);
  EXPECT_NEAR(second, grid.box_of(3).top - gap, 0.01)
      << "the first row that lets the chosen one be in sight";
  EXPECT_LE(grid.box_of(7).bottom + gap, second + height + 0.01);
  EXPECT_NEAR(grid.scroll_to(7, grid.box_of(9).top, height), grid.box_of(7).top - 40 - gap, 0.01)
      << "upwards with its heading";
  EXPECT_EQ(grid.scroll_to(1, grid.box_of(9).top, height), 0);
  EXPECT_NEAR(grid.scroll_to(10, 0, row / 2), grid.box_of(10).top - gap, 0.01)
      << "a view lower than a row";
}

TEST(CardGrid, AWholeRowIsWorthMoreThanTheBeginningOfTheNextOne) {
  const Grid groups({3, 3, 3});
  const CardGrid high = groups.laid_out(330);
  const float height = high.box_of(3).bottom - 0.7F * high.picture_height();
  const CardGrid low = groups.laid_out(330, height, {}, 30);
  EXPECT_NEAR(low.box_of(3).bottom, height, 0.01);
}

TEST(CardGrid, ASliverOfTheNextRowMakesRoomForHigherPictures) {
  const Grid groups({3, 3});
  const CardGrid whole = groups.laid_out(330);
  const float heading = whole.box_of(3).top - 40;
  for (const float sliver : {-30.0F, 5.0F, 15.0F}) {
    const float height = heading + 40 + sliver;
    const CardGrid grid = groups.laid_out(330, height);
    EXPECT_NEAR(grid.box_of(3).top - 40, height + 10, 0.01) << sliver;
    EXPECT_GT(grid.picture_height(), whole.picture_height()) << sliver;
  }
  const CardGrid begun = groups.laid_out(330, heading + 40 + 35);
  EXPECT_FLOAT_EQ(begun.picture_height(), whole.picture_height()) << "the rows clearly go on";
}

TEST(CardGrid, TheWheelScrollsByWholeRows) {
  const Grid groups({6, 6});
  const CardGrid grid = groups.laid_out(330);
  const float gap = 10;
  const float second = grid.box_of(3).top - gap;
  const float group = grid.box_of(6).top - 40 - gap;  // with its heading
  const float last = grid.box_of(9).top - gap;
  EXPECT_NEAR(grid.scroll_by(1, 0), second, 0.01);
  EXPECT_NEAR(grid.scroll_by(1, second), group, 0.01);
  EXPECT_NEAR(grid.scroll_by(1, group), last, 0.01);
  EXPECT_NEAR(grid.scroll_by(1, last), last, 0.01);
  EXPECT_NEAR(grid.scroll_by(-1, last), group, 0.01);
  EXPECT_NEAR(grid.scroll_by(-1, group + 7), group, 0.01) << "to the row that is cut";
  EXPECT_NEAR(grid.scroll_by(-5, last), 0, 0.01);
  const float height = grid.box_of(9).height() + 30;
  EXPECT_NEAR(grid.scrolled_height(height), last + height, 0.01) << "the end begins with a row";
  EXPECT_NEAR(grid.scrolled_height(5000), grid.height(), 0.01);
}

TEST(CardGrid, ArrowsWalkThroughRowsAndGroups) {
  const Grid groups({5, 1, 4});
  const CardGrid grid = groups.laid_out(330);
  EXPECT_EQ(grid.beside(0, 1), 1);
  EXPECT_EQ(grid.beside(0, -1), 0);
  EXPECT_EQ(grid.beside(9, 1), 9);
  EXPECT_EQ(grid.below(1, 1), 4);
  EXPECT_EQ(grid.below(2, 1), 4) << "the row below is shorter";
  EXPECT_EQ(grid.below(4, 1), 5) << "into the next group";
  EXPECT_EQ(grid.below(5, 1), 6);
  EXPECT_EQ(grid.below(6, -1), 5);
  EXPECT_EQ(grid.below(1, -1), 1) << "nothing is above";
  EXPECT_EQ(grid.below(9, 1), 9);
}

TEST(SceneRun, RunsALargeSceneOnASmallGridAndShrinksItsPicture) {
  const test::AssetFolder assets;
  SceneRun run(scene::scaled(scene::find_scene("heat-plate"), {3200, 2400}));
  EXPECT_GT(run.steps_to_picture(), 100);
  const exporting::Image before = run.picture(true);
  run.advance(50);
  const exporting::Image after = run.picture(true);
  EXPECT_LE(std::max(after.extent.width, after.extent.height), kPictureSide);
  EXPECT_NEAR(static_cast<double>(after.extent.width) / after.extent.height, 4.0 / 3, 0.01);
  EXPECT_NE(before.rgb, after.rgb) << "heat has spread";
}

TEST(SceneRun, EveryShippedSceneHasAPicture) {
  const test::AssetFolder assets;
  for (const scene::SceneListing& each : scene::built_in_scenes()) {
    SceneRun run(scene::find_scene(each.name));
    EXPECT_GT(run.steps_to_picture(), 0) << each.name;
    run.advance(4);
    const exporting::Image picture = run.picture(true);
    const bool is_blank = std::adjacent_find(picture.rgb.begin() + 3, picture.rgb.end(),
                                             std::not_equal_to<>()) == picture.rgb.end();
    EXPECT_FALSE(is_blank) << each.name;
  }
}

TEST(SceneRun, AScenesPictureIsTakenAtTheStepThatItNames) {
  const test::AssetFolder assets;
  scene::Scene scene = scene::find_scene("heat-plate");
  scene.words.picture_step = 321;
  EXPECT_EQ(SceneRun(scene).steps_to_picture(), 321);
}

TEST(SceneRun, ShrinkingKeepsTheMeanColour) {
  exporting::Image image{{100, 2}, {}};
  for (int i = 0; i < 200; ++i) {
    const auto shade = static_cast<std::uint8_t>(i % 2 == 0 ? 0 : 200);
    image.rgb.insert(image.rgb.end(), 3, shade);
  }
  const exporting::Image small = shrunk(image, 50);
  EXPECT_EQ(small.extent, (core::Extent{50, 1}));
  for (const std::uint8_t shade : small.rgb) EXPECT_EQ(shade, 100);
  EXPECT_EQ(shrunk(image, 100).rgb, image.rgb);
}

TEST(PictureWorker, DraftsEveryPictureBeforeItCompletesOne) {
  const test::AssetFolder assets;
  // Fields on a line take few operations.
  std::vector<CardName> cards{{CardKind::scene, "plucked-string"},
                              {CardKind::scene, "solitons"},
                              {CardKind::scene, "travelling-front"}};
  if (!test::kSanitized) {
    cards = {{CardKind::scene, "double-slit"},
             {CardKind::scene, "spots"},
             {CardKind::scene, "two-sources"}};
  }
  PictureWorker worker({});
  std::set<CardName> drafted;
  std::set<CardName> completed;
  while (completed.size() < cards.size()) {
    std::vector<CardName> missing;
    for (const CardName& card : cards) {
      if (!completed.contains(card)) missing.push_back(card);
    }
    worker.need(missing);
    for (const FinishedCard& each : worker.take_finished()) {
      ASSERT_TRUE(each.picture && each.picture->image != nullptr) << each.card.id;
      if (each.is_draft) {
        drafted.insert(each.card);
      } else {
        EXPECT_EQ(drafted.size(), cards.size()) << each.card.id << " was completed first";
        completed.insert(each.card);
      }
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(StageSketch, EveryLessonHasOneWhoseThreadsWork) {
  for (const stage::Lesson* lesson : stage::all_lessons()) {
    const StageSketch sketch = sketch_of_lesson(lesson->id);
    ASSERT_FALSE(sketch.moments.empty()) << lesson->id;
    bool has_worked = false;
    for (const StageSketch::Moment& moment : sketch.moments) {
      EXPECT_EQ(moment.lanes.size(), static_cast<std::size_t>(sketch.blocks * sketch.threads));
      has_worked |= std::find(moment.lanes.begin(), moment.lanes.end(),
                              StageSketch::Lane::acting) != moment.lanes.end();
    }
    EXPECT_TRUE(has_worked || !lesson->hints.empty())
        << lesson->id << ": a kernel with gaps does little";
    EXPECT_LT(sketch.still, sketch.moments.size());
  }
}

}  // namespace
}  // namespace heatwave::shell
