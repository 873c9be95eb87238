// Tests the search entries: every action of every table, all named items of the rooms, lectures.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "../rooms/desk.h"
#include "app/shell/interface/search.h"
#include "app/shell/interface/typed_words.h"

namespace heatwave::shell {
namespace {

struct Searched : test::Desk {
  std::vector<SearchEntry> all(rooms::Room& shown) {
    ShellView shell{frame(), now};
    std::vector<SearchEntry> entries = entries_of(rooms(), shown, shell);
    add_lectures(entries, wire::built_in_lectures());
    add_terms(entries, shipped_terms());
    return entries;
  }
  /// Returns the titles of the matching entries, best first.
  std::vector<std::string> find(const std::string& typed) {
    if (gathered.empty()) gathered = all(fields);
    std::vector<std::string> titles;
    for (const int place : found_in(gathered, typed, {})) {
      titles.push_back(gathered[static_cast<std::size_t>(place)].finding.title);
    }
    return titles;
  }
  std::string best(const std::string& typed) {
    const auto titles = find(typed);
    return titles.empty() ? "" : titles.front();
  }

  ShellSnapshot now;
  std::vector<SearchEntry> gathered;  ///< collected in the fields room on first use
};

TEST(Search, TermsOfTheGlossaryAreFoundWithTheirDefinitions) {
  const test::AssetFolder assets;
  const std::vector<words::Term> terms = shipped_terms();
  EXPECT_GE(terms.size(), 80U);
  Searched desk;
  for (const words::Term& each : terms) {
    const auto titles = desk.find(each.name);
    EXPECT_TRUE(std::any_of(
        titles.begin(), titles.begin() + std::min<long>(8, std::ssize(titles)),
        [&](const std::string& title) { return title.substr(1) == each.name.substr(1); }))
        << each.name;
    EXPECT_TRUE(each.definition.ends_with('.')) << each.name;
  }
  const auto in_order = [](const words::Term& a, const words::Term& b) {
    return std::lexicographical_compare(
        a.name.begin(), a.name.end(), b.name.begin(), b.name.end(),
        [](unsigned char x, unsigned char y) { return std::tolower(x) < std::tolower(y); });
  };
  EXPECT_TRUE(std::is_sorted(terms.begin(), terms.end(), in_order));
}

TEST(Search, EveryActionOfEveryTableIsFoundByItsWordsWithItsKeys) {
  Searched desk;
  const std::vector<SearchEntry> entries = desk.all(desk.lab);
  const auto find = [&](const rooms::Action& action) {
    const auto rows = found_in(entries, action.what, {});
    return std::any_of(
        rows.begin(), rows.begin() + std::min<long>(8, std::ssize(rows)), [&](int row) {
          const SearchEntry& entry = entries[static_cast<std::size_t>(row)];
          return entry.action != nullptr && entry.action->what == std::string(action.what) &&
                 entry.keys == entry.action->keys;
        });
  };
  int count = 0;
  for (const rooms::Room* room : desk.rooms()) {
    for (const rooms::Action* action : room->actions()) {
      if (*action->what == '\0') continue;
      EXPECT_TRUE(find(*action)) << room->entry().id << ": " << action->what;
      ++count;
    }
  }
  for (const auto& row : ShellView::actions()) EXPECT_TRUE(find(row)) << row.what;
  EXPECT_GT(count, 60);
}

TEST(Search, WhatSeveralRoomsHaveAlikeIsThereOnceForTheRoomThatIsShown) {
  Searched desk;
  for (rooms::Room* shown : desk.rooms()) {
    std::vector<std::string> of;
    for (const SearchEntry& entry : desk.all(*shown)) {
      if (entry.action != nullptr && entry.finding.id == "save_window") of.push_back(entry.room);
    }
    EXPECT_EQ(of, std::vector<std::string>{shown->entry().id});
  }
}

TEST(Search, ScenesExperimentsLessonsLecturesAndSettingsAreFoundByNameAndId) {
  Searched desk;
  EXPECT_EQ(desk.best("two slits"), "Double slit");
  EXPECT_EQ(desk.best("double-slit"), "Double slit");
  EXPECT_EQ(desk.best("gif"), "Export: an animated GIF file");
  EXPECT_EQ(desk.best("mp4"), "Export: MP4, by ffmpeg");
  EXPECT_EQ(desk.best("units"), "Physical units");
  EXPECT_EQ(desk.best("experiment histogram"), desk.best("histogram experiment"));
  const auto kinds_of = [&](const std::string& typed) {
    const auto entries = desk.all(desk.fields);
    std::set<std::string> kinds;
    for (const int row : found_in(entries, typed, {})) {
      kinds.insert(entries[static_cast<std::size_t>(row)].finding.kind);
    }
    return kinds;
  };
  const auto kinds = kinds_of("dot");
  for (const char* kind : {"experiment", "variant", "lesson", "lecture"}) {
    EXPECT_TRUE(kinds.contains(kind)) << kind;
  }
  EXPECT_TRUE(kinds_of("colours").contains("setting"));
  EXPECT_TRUE(kinds_of("diffusivity").contains("setting"));
  for (const char* typed : {"viridis", "colour map", "energy", "spectrum"}) {
    EXPECT_TRUE(kinds_of(typed).contains("setting")) << typed;
  }
  for (const char* typed : {"roofline", "bandwidth", "occupancy", "sweep"}) {
    EXPECT_TRUE(kinds_of(typed).contains("chart")) << typed;
  }
  EXPECT_TRUE(kinds_of("gray").contains("equation"));
  EXPECT_TRUE(kinds_of("barrier").contains("version"));
}

// Each phrase that a lecturer might type finds its entry among the first five.
TEST(Search, KnowsTheWordsThatPeopleUse) {
  Searched desk;
  const std::vector<std::pair<const char*, const char*>> words{
      {"slits", "Double slit"},
      {"diffraction", "Double slit"},
      {"dark mode", "Light or dark"},
      {"theme", "Light or dark"},
      {"quit", "Leave"},
      {"font", "Larger interface"},
      {"font size", "Normal interface size"},
      {"shortcuts", "This help"},
      {"fullscreen", "Full screen"},
      {"screenshot", "The field as PNG"},
      {"ruler", "Tape: distance and wavelength"},
      {"obstacle", "Make it a wall"},
      {"annotate", "A pen that draws over anything"},
      {"tutorial", "The tour of the three rooms"},
      {"excel", "The measurements as CSV"},
      {"versus", "Compare the field with a copy"},
      {"hold still", "Freeze the room's picture"},
      {"isotherms", "Next view: contours, arrows, …"},
      {"mutex", "Lock"},
      {"seqlock", "Sequence lock"},
      {"double-buffer", "Two buffers"},
      {"fifo", "A queue of tasks"},
      {"gemm", "Matrix multiply"},
      {"pcie", "Transfer"},
      {"debugger", "Stage: kernels, step by step"},
      {"color map", "Colour map viridis"}};
  for (const auto& [typed, title] : words) {
    std::vector<std::string> found = desk.find(typed);
    found.resize(std::min<std::size_t>(found.size(), 6));
    EXPECT_NE(std::find(found.begin(), found.end(), title), found.end())
        << typed << " finds " << ::testing::PrintToString(found);
  }
  EXPECT_GT(desk.find("settings").size(), 5U);
  EXPECT_NE(desk.best("settings"), "Select nothing, close the help")
      << "an abbreviation must not match here";
  EXPECT_GT(desk.find("options").size(), 5U);
  EXPECT_TRUE(desk.find("xyzzy").empty());
}

TEST(Search, AbbreviationsAreFoundOnlyWhereNoWordMatches) {
  Searched desk;
  const auto entries = desk.all(desk.stage);
  for (const int row : found_in(entries, "slit", {})) {
    EXPECT_NE(entries[static_cast<std::size_t>(row)].finding.title,
              "Select nothing, close the help");
  }
  EXPECT_FALSE(found_in(entries, "dblslt", {}).empty());
}

TEST(Search, AWordOfItsOwnComesBeforeASynonym) {
  const rooms::Finding own{"scene", "a", "Sound of a drum", ""};
  const rooms::Finding other{"equation", "wave", "Wave", ""};
  EXPECT_GT(TypedWords("sound").fit(own), TypedWords("sound").fit(other));
  EXPECT_GT(TypedWords("sound").fit(other), 0);
}

TEST(Search, EveryWordMustFitAndATitleMayBeShortened) {
  const rooms::Finding entry{"scene", "double-slit", "Double slit", "Waves meet."};
  EXPECT_GT(TypedWords("slit double").fit(entry), TypedWords("slit wav").fit(entry));
  EXPECT_GT(TypedWords("dblslt").fit(entry), 0);
  EXPECT_EQ(TypedWords("slit lens").fit(entry), 0);
  EXPECT_EQ(TypedWords("zzz").fit(entry), 0);
  const std::string long_text(200, ' ');
  EXPECT_GT(TypedWords("slit" + long_text + "lens").fit(entry), 0) << "its end is not matched";
  EXPECT_GT(TypedWords("  SLIT  ").fit(entry), 0);
  EXPECT_GT(TypedWords("double").fit(entry), TypedWords("ouble").fit(entry));
}

TEST(Search, WhereNothingIsTypedWhatWasUsedLastComesFirst) {
  Searched desk;
  const auto entries = desk.all(desk.stage);
  const int place = static_cast<int>(entries.size()) - 1;
  const std::string last = name_of(entries.back());
  const auto rows = found_in(entries, "  ", {"gone by now", last});
  ASSERT_EQ(rows.size(), entries.size());
  EXPECT_EQ(rows[0], place);
  EXPECT_EQ(entries[static_cast<std::size_t>(rows[1])].room, "stage")
      << "the visible room's entries come next";
  EXPECT_NE(entries[static_cast<std::size_t>(rows[1])].action, nullptr);
}

TEST(Search, NoTwoEntriesHaveOneName) {
  Searched desk;
  std::set<std::string> names;
  for (const SearchEntry& entry : desk.all(desk.fields)) {
    EXPECT_TRUE(names.insert(name_of(entry)).second) << name_of(entry);
  }
}

}  // namespace
}  // namespace heatwave::shell
