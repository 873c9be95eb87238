// Tests that imported pictures become walls, media, sources and initial fields, and stay without
// their file.
#include <gtest/gtest.h>
#include <stb_image_write.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "app/export/field_picture.h"
#include "app/scene/picture_use.h"
#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/session/session.h"
#include "app/system/read_files.h"
#include "kernels/core/error.h"
#include "tests/sanitized.h"
#include "tests/session/scenes_for_tests.h"
#include "tests/system/raised_memory.h"

namespace heatwave::session {
namespace {

/// Makes a gray picture from a function of the position.
template <typename Shade>
exporting::Image image_of(int width, int height, Shade shade) {
  exporting::Image image{{width, height}, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      image.rgb.insert(image.rgb.end(), 3, static_cast<std::uint8_t>(shade(x, y)));
    }
  }
  return image;
}

std::string as_text(const std::vector<std::uint8_t>& bytes) { return {bytes.begin(), bytes.end()}; }

std::string jpeg_of(const exporting::Image& image) {
  std::string bytes;
  const auto append = [](void* to, void* data, int size) {
    static_cast<std::string*>(to)->append(static_cast<const char*>(data),
                                          static_cast<std::size_t>(size));
  };
  stbi_write_jpg_to_func(append, &bytes, image.extent.width, image.extent.height, 3,
                         image.rgb.data(), 95);
  return bytes;
}

std::string refusal(const std::string& bytes) {
  try {
    (void)scene::picture_in(bytes, "p.png");
  } catch (const core::Error& error) {
    return error.what();
  }
  return "";
}

/// Makes a picture that is dark at the left and bright at the right.
exporting::Image half_dark() {
  return image_of(40, 20, [](int x, int) { return x < 20 ? 10 : 240; });
}

scene::PlacedPicture half_dark_on(core::Extent grid) {
  return fitted(scene::picture_in(as_text(exporting::encoded_png(half_dark())), "p"), grid);
}

TEST(Picture, KeepsItsProportionInTheMiddleAndItsMeanInEachCell) {
  const scene::GrayPicture wide{{40, 10}, std::vector<std::uint8_t>(400, 100)};
  EXPECT_EQ(fitted(wide, {64, 48}).area, (core::Rect{0, 16, 64, 32}));
  const scene::GrayPicture tall{{10, 40}, std::vector<std::uint8_t>(400, 100)};
  const scene::PlacedPicture placed = fitted(tall, {64, 48});
  EXPECT_EQ(placed.area, (core::Rect{26, 0, 38, 48}));
  EXPECT_EQ(placed.shades, std::vector<std::uint8_t>(12 * 48, 100));
  const scene::GrayPicture checks{{4, 2}, {0, 200, 0, 100, 200, 0, 100, 0}};
  EXPECT_EQ(fitted(checks, {2, 1}).shades, (std::vector<std::uint8_t>{100, 50}));
  EXPECT_EQ(fitted(checks, {4, 2}).shades, checks.shades);
  EXPECT_EQ(fitted(checks, {8, 4}).shades.at(3), 200);
}

TEST(Picture, IsReadFromPngAndJpegAndLiesOnWhiteWhereItIsTransparent) {
  const scene::GrayPicture png =
      scene::picture_in(as_text(exporting::encoded_png(half_dark())), "p");
  EXPECT_EQ(png.extent, (core::Extent{40, 20}));
  EXPECT_EQ(png.shades.front(), 10);
  EXPECT_EQ(png.shades.back(), 240);
  const scene::GrayPicture jpeg = scene::picture_in(jpeg_of(half_dark()), "p");
  EXPECT_NEAR(jpeg.shades.front(), 10, 4);
  EXPECT_NEAR(jpeg.shades.back(), 240, 4);
  const auto corpus = [](const std::string& name) {
    return scene::read_picture(HEATWAVE_ASSET_FOLDER "/../tests/fuzz/corpus/pictures/" + name);
  };
  // The pixels are red, transparent, black, and half-transparent near black.
  const scene::GrayPicture alpha = corpus("alpha.png");
  EXPECT_EQ(alpha.shades.at(1), 255);
  EXPECT_EQ(alpha.shades.at(2), 0);
  EXPECT_NEAR(alpha.shades.at(3), 131, 1);
  EXPECT_EQ(corpus("gray16.png").extent, (core::Extent{3, 2}));
  EXPECT_EQ(corpus("animated.png").shades, corpus("gray.png").shades);
  EXPECT_EQ(corpus("palette.png").shades.at(0), 0);
  EXPECT_EQ(corpus("palette.png").shades.at(1), 255);
}

TEST(Picture, OfACameraThatWasHeldOtherwiseStandsUpright) {
  // The picture is dark at the left, and darkest in the upper left corner.
  const auto image =
      image_of(64, 32, [](int x, int y) { return x < 32 ? (y < 16 ? 0 : 90) : 255; });
  const std::string jpeg = jpeg_of(image);
  // Positions of the upper left and lower left corners for each orientation of Exif.
  const std::array<std::array<core::Cell, 2>, 8> corners{{{{{0, 0}, {0, 31}}},
                                                          {{{63, 0}, {63, 31}}},
                                                          {{{63, 31}, {63, 0}}},
                                                          {{{0, 31}, {0, 0}}},
                                                          {{{0, 0}, {31, 0}}},
                                                          {{{31, 0}, {0, 0}}},
                                                          {{{31, 63}, {0, 63}}},
                                                          {{{0, 63}, {31, 63}}}}};
  for (int held = 1; held <= 8; ++held) {
    for (const bool lowest_first : {true, false}) {
      std::string exif("Exif\0\0", 6);
      exif += lowest_first ? std::string("II\x2a\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", 18)
                           : std::string("MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01", 18);
      exif += lowest_first ? std::string{static_cast<char>(held), 0, 0, 0}
                           : std::string{0, static_cast<char>(held), 0, 0};
      const auto length = static_cast<char>(exif.size() + 2);
      const scene::GrayPicture picture = scene::picture_in(
          jpeg.substr(0, 2) + std::string("\xff\xe1\0", 3) + length + exif + jpeg.substr(2), "p");
      const auto& [darkest, dark] = corners.at(static_cast<std::size_t>(held - 1));
      ASSERT_EQ(picture.extent.width, held < 5 ? 64 : 32) << held;
      const core::Rect all = core::whole(picture.extent);
      EXPECT_LT(picture.shades[all.index(darkest.x, darkest.y)], 20) << held;
      EXPECT_NEAR(picture.shades[all.index(dark.x, dark.y)], 90, 20) << held;
    }
  }
}

TEST(Picture, ThatIsNoneOrNotWholeIsRefusedInALine) {
  const std::string png = as_text(exporting::encoded_png(half_dark()));
  const std::string jpeg = jpeg_of(half_dark());
  for (const std::string& whole : {png, jpeg}) {
    EXPECT_EQ(refusal(whole), "");
    for (std::size_t length = 0; length + 1 < whole.size(); length += 3) {
      const std::string why = refusal(whole.substr(0, length));
      EXPECT_NE(why, "") << length << " of " << whole.size();
      EXPECT_EQ(why.find('\n'), std::string::npos);
    }
  }
  EXPECT_EQ(refusal("GIF89a and more"), "'p.png' is neither a PNG nor a JPEG");
  std::string huge = png;
  huge.replace(16, 8, std::string("\x7f\xff\xff\xff\x7f\xff\xff\xff", 8));
  EXPECT_EQ(refusal(huge),
            "'p.png' has 2147483647 × 2147483647 pixels; at most 40 million are read");
  // The file claims as few pixels as allowed, and has as many bytes as a picture of another size.
  const std::string bomb =
      system::whole_file(HEATWAVE_ASSET_FOLDER "/../tests/fuzz/corpus/pictures/bomb.png", 1 << 20);
  EXPECT_EQ(refusal(bomb), "'p.png' is a PNG that is damaged");
}

TEST(Picture, AFileThatSaysItIsLargeTakesNoMemoryForThat) {
  std::string large = as_text(exporting::encoded_png(half_dark()));
  large.replace(16, 8, std::string("\0\0\x19\0\0\0\x17\0", 8));  // 6400 × 5888 pixels
  const RaisedMemory memory;
  EXPECT_NE(refusal(large), "");
  if (!test::kSanitized) {  // a sanitizer fills memory that the program never writes
    EXPECT_LE(memory.peak(), 10'000'000U);
  }
}

TEST(Picture, ADamagedPngTakesNoMemoryForItsPixels) {
  std::string png =
      as_text(exporting::encoded_png(image_of(2000, 1500, [](int x, int y) { return x * y; })));
  png[png.size() / 2] = static_cast<char>(png[png.size() / 2] + 1);
  const RaisedMemory memory;
  EXPECT_EQ(refusal(png), "'p.png' is a PNG that is damaged");
  EXPECT_LE(memory.peak(), 2'000'000U);
}

TEST(Picture, APngWithPixelsThatTheFormatDoesNotHaveIsDamaged) {
  constexpr std::size_t kDepth = 24;
  constexpr std::size_t kColour = 25;
  const std::string whole = as_text(exporting::encoded_png(half_dark()));
  for (const auto& [at, byte] : {std::pair(kDepth, '\x86'), std::pair(kDepth, '\0'),
                                 std::pair(kColour, '\x05'), std::pair(kColour, '\xff')}) {
    std::string png = whole;
    png[at] = byte;
    EXPECT_EQ(refusal(png), "'p.png' is a PNG that is damaged");
  }
}

TEST(Picture, AJpegOfTooFewBytesForItsPixelsIsDamaged) {
  std::string jpeg = jpeg_of(half_dark());
  const std::size_t frame = jpeg.find("\xff\xc0");
  ASSERT_NE(frame, std::string::npos);
  jpeg.replace(frame + 5, 4, std::string("\x17\0\x19\0", 4));  // 6400 × 5888 pixels
  const RaisedMemory memory;
  EXPECT_EQ(refusal(jpeg), "'p.png' is a JPEG that is damaged");
  EXPECT_LE(memory.peak(), 10'000'000U);
}

TEST(Picture, WithAPartThatNobodyKnowsIsRefusedWithNothingThatATerminalWouldObey) {
  constexpr std::size_t kBehindTheHead = 33;
  std::string png = as_text(exporting::encoded_png(half_dark()));
  png.insert(kBehindTheHead, std::string("\0\0\0\0X\n\x1bZ\0\0\0\0", 12));
  EXPECT_EQ(refusal(png), R"('p.png' cannot be read as a picture: X \x1bZ PNG chunk not known)");
}

TEST(Picture, BecomesAnItemOfItsDarkOrItsBrightCells) {
  const scene::PlacedPicture placed = half_dark_on({64, 48});
  ASSERT_EQ(placed.area, (core::Rect{0, 8, 64, 40}));
  const scene::Item walls = items_of(placed, {}).front();
  EXPECT_TRUE(std::holds_alternative<scene::Wall>(walls.role));
  EXPECT_TRUE(contains(walls, {0.5, 8.5}));
  EXPECT_TRUE(contains(walls, {31.5, 39.5}));
  EXPECT_FALSE(contains(walls, {32.5, 20.5}));
  EXPECT_FALSE(contains(walls, {3.5, 7.5}));
  const scene::Item source =
      items_of(placed, {.use = scene::PictureUse::sources, .value = 3.0}).front();
  EXPECT_EQ(std::get<scene::Source>(source.role).value, 3.0);
  EXPECT_FALSE(contains(source, {3.5, 20.5}));
  EXPECT_TRUE(contains(source, {40.5, 20.5}));
  const scene::Item medium =
      items_of(placed, {.use = scene::PictureUse::media, .inverted = true, .factor = 0.25}).front();
  EXPECT_EQ(std::get<scene::Medium>(medium.role).factor, 0.25);
  EXPECT_TRUE(contains(medium, {40.5, 20.5}));
  EXPECT_THROW((void)items_of(placed, {.threshold = 0.0}), core::Error);
  // Moving by whole cells moves the same cells; enlarging turns each into several.
  const scene::Item there = moved(walls, {5, -3});
  EXPECT_TRUE(contains(there, {36.5, 5.5}));
  EXPECT_FALSE(contains(there, {37.5, 5.5}));
  const scene::Shape larger = with_handle_at(walls.shape, 4, {128, 72});
  EXPECT_TRUE(contains(larger, {63.5, 71.5}));
  EXPECT_FALSE(contains(larger, {64.5, 71.5}));
}

TEST(Picture, BecomesSeveralMediaByHowDarkItIs) {
  scene::PlacedPicture placed{.area = {0, 0, 8, 1}, .shades = {0, 20, 40, 60, 80, 100, 127, 200}};
  scene::PictureChoice choice{.use = scene::PictureUse::media, .factor = 0.125};
  divide_in_bands(choice, 3);
  EXPECT_EQ(choice.lighter, (std::vector<double>{0.5, 0.25}));
  const std::vector<std::uint8_t> bands{3, 3, 3, 2, 2, 1, 1, 0};
  EXPECT_EQ(chosen_places(placed, choice), bands);
  const std::vector<scene::Item> items = items_of(placed, choice);
  ASSERT_EQ(items.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(std::get<scene::Medium>(items[i].role).factor, (std::array{0.5, 0.25, 0.125}[i]));
  }
  choice.darkest_is_wall = true;
  EXPECT_TRUE(std::holds_alternative<scene::Wall>(items_of(placed, choice).back().role));
  choice.inverted = true;
  EXPECT_EQ(items_of(placed, choice).size(), 1U) << "a band without a cell becomes nothing";
  divide_in_bands(choice, 1);
  EXPECT_TRUE(std::holds_alternative<scene::Medium>(items_of(placed, choice).back().role))
      << "a single band has no darkest one";
}

TEST(Picture, IsUndoneSavedAndReadAgainToTheBitWithoutItsFile) {
  const ScratchFolder folder;
  for (const scene::Scene& scene : {small_heat(), small_wave()}) {
    Session session(scene, cpu_options());
    session.run(20);
    const field::FieldState before = session.state();
    const scene::PlacedPicture placed = half_dark_on(scene.extent);
    do_now(session, AddItem{items_of(placed, {.use = scene::PictureUse::sources}).front()}, 1);
    do_now(session, Undo{});
    EXPECT_EQ(session.snapshot().scene.items.size(), scene.items.size());
    do_now(session, Redo{});
    const scene::PictureChoice choice{.use = scene::PictureUse::field, .low = -1.0, .high = 2.0};
    do_now(session, LoadScene{begun_with(session.snapshot().scene, placed, choice)}, 2);
    EXPECT_EQ(session.snapshot().step, 0);
    const auto path = folder.path() / (scene.equation + ".json");
    (void)save_scene(session.snapshot().scene, path, system::Naming::exact);
    Session again(scene::load_scene(path), cpu_options());
    session.run(30);
    again.run(30);
    EXPECT_EQ(session.state(), again.state());
    EXPECT_NE(session.state().planes.front(), before.planes.front());
    do_now(session, Undo{});
    EXPECT_EQ(session.snapshot().step, 20);
  }
}

TEST(Picture, AsAFieldBeginsWithItsShadesAtRestBesideWhatItIsAtRest) {
  const scene::Scene scene = small_wave();
  const scene::PlacedPicture placed = half_dark_on(scene.extent);
  const scene::PictureChoice choice{.use = scene::PictureUse::field, .low = -1.0, .high = 1.0};
  const scene::Scene begun = begun_with(scene, placed, choice);
  const field::FieldState& state = *begun.given;
  ASSERT_EQ(state.planes.size(), 2U);
  EXPECT_EQ(state.planes[0], state.planes[1]);
  const auto at = [&](int x, int y) {
    return state.planes[0][core::whole(scene.extent).index(x, y)];
  };
  EXPECT_EQ(at(placed.area.x0, placed.area.y0), static_cast<float>(-1.0 + 2.0 * (10 / 255.0)));
  EXPECT_EQ(at(placed.area.x1 - 1, placed.area.y0), static_cast<float>(-1.0 + 2.0 * (240 / 255.0)));
  ASSERT_GT(placed.area.y0, 0);
  EXPECT_EQ(at(0, 0), 0.0F);
}

TEST(Picture, AStencilThatIsNotItsSizeIsRefusedWithItsLine) {
  scene::Scene scene = small_heat();
  scene.items.push_back(items_of(half_dark_on(scene.extent), {}).front());
  std::string text = to_json(scene);
  const std::size_t at = text.find("\"places\": \"") + 11;
  EXPECT_NO_THROW((void)scene::parse_scene(text, "s.json"));
  text[at + 2] = text[at + 2] == 'A' ? 'B' : 'A';
  text.erase(at + 8, 4);
  try {
    (void)scene::parse_scene(text, "s.json");
    ADD_FAILURE() << "the scene was accepted";
  } catch (const core::Error& error) {
    EXPECT_NE(std::string(error.what()).find("places"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace heatwave::session
