// Tests how the glossary's lines are read, and where its terms are found.
#include "app/words/glossary.h"

#include <gtest/gtest.h>

namespace heatwave::words {
namespace {

TEST(Glossary, EachLineWithANameInBoldIsATerm) {
  const std::vector<Term> terms = terms_of(
      "# Glossary\n\nWords, **not**: a term.\n- **warp**: 32 threads. **They**: run.\n- no term\n"
      "- **C**: Last.");
  ASSERT_EQ(terms.size(), 2U);
  EXPECT_EQ(terms[0].name, "warp");
  EXPECT_EQ(terms[0].definition, "32 threads. **They**: run.");
  EXPECT_EQ(terms[1].name, "C");
  EXPECT_EQ(terms[1].definition, "Last.");
  EXPECT_TRUE(terms_of("").empty());
}

std::vector<std::string> found(std::string_view text) {
  static const Glossary glossary(
      {{"warp", ""}, {"bank", ""}, {"bank conflict", ""}, {"FMA", ""}, {"race", ""}});
  std::vector<std::string> all;
  for (const TermInText& each : glossary.found_in(text)) {
    all.push_back(each.term->name + "=" +
                  std::string(text.substr(each.begin, each.end - each.begin)));
  }
  return all;
}

using Found = std::vector<std::string>;

TEST(Glossary, ATermIsFoundOnceInItsPluralAndInAnyCase) {
  EXPECT_EQ(found("Warps wait; a warp waits."), Found{"warp=Warps"});
  EXPECT_EQ(found("fma, FMA"), Found{"FMA=fma"});
  EXPECT_EQ(found("(warp)"), Found{"warp=warp"});
  EXPECT_EQ(found("a race and a warp"), (Found{"race=race", "warp=warp"}));
}

TEST(Glossary, TheLongerTermIsFoundAlsoAcrossALineBreak) {
  EXPECT_EQ(found("a bank conflict in a bank"),
            (Found{"bank conflict=bank conflict", "bank=bank"}));
  EXPECT_EQ(found("bank\nconflicts"), Found{"bank conflict=bank\nconflicts"});
}

TEST(Glossary, PartsOfWordsNamesAndCallsAreNoTerms) {
  for (const char* text : {"warped", "warpSize", "my_warp", "warp_id", "warp(a)", "trace", "warp2",
                           "überwarp", "éwarp", ""}) {
    EXPECT_EQ(found(text), Found{}) << text;
  }
}

}  // namespace
}  // namespace heatwave::words
