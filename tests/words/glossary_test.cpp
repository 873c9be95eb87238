// Tests how the glossary's lines are read.
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

}  // namespace
}  // namespace heatwave::words
