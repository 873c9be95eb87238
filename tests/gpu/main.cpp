// The program's exit code tells ctest that there is no device and nothing was tested.
#include <gtest/gtest.h>

int main(int count, char** arguments) {
  constexpr int kNothingWasTested = 77;
  ::testing::InitGoogleTest(&count, arguments);
  const int failed = RUN_ALL_TESTS();
  const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
  if (failed != 0) return failed;
  return all.successful_test_count() == 0 ? kNothingWasTested : 0;
}
