// Tests the parsing of command lines, and the messages for invalid ones.
#include "app/cli/options.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "app/cli/text_columns.h"
#include "app/scene/views/catalogue.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::cli {
namespace {

using testing::error_of;
using Words = std::vector<std::string>;

template <typename Kind>
Kind parsed(const Words& words) {
  return std::get<Kind>(parse(words));
}

std::string complaint(const Words& words) {
  try {
    (void)parse(words);
  } catch (const UsageError& error) {
    return error.what();
  }
  return {};
}

TEST(Options, NothingOpensTheWindow) {
  const auto options = parsed<WindowOptions>({});
  EXPECT_EQ(options.field.scene, "");
  EXPECT_EQ(options.frames, 0);
  EXPECT_FALSE(options.fullscreen);
  EXPECT_EQ(options.rate, 0.0);
}

TEST(Options, FramesComeAtTheRateAskedFor) {
  EXPECT_EQ(parsed<WindowOptions>({"--rate", "240"}).rate, 240.0);
  EXPECT_NE(complaint({"--rate", "0"}), "");
  EXPECT_NE(complaint({"--rate", "10001"}), "");
}

TEST(Options, AViewIsNamedWithItsParameters) {
  const auto view = [](const std::string& text) {
    return parsed<RunOptions>({"run", "--steps", "1", "--view", text}).field.view.value();
  };
  EXPECT_EQ(scene::view_of(view("surface").kind).id, "surface");
  EXPECT_EQ(scene::view_of(view("intensity:over=500").kind).id, "intensity");
  EXPECT_EQ(view("intensity:over=500").parameters, (std::vector<double>{4, 500}));
  EXPECT_EQ(view("intensity:over=500,every=2").parameters, (std::vector<double>{2, 500}));
  EXPECT_NE(complaint({"--view", "intens"}).find("intensity"), std::string::npos);
  EXPECT_NE(complaint({"--view", "intensity:evry=2"}).find("'every'"), std::string::npos);
}

TEST(Options, TheWindowTakesAScene) {
  const auto options = parsed<WindowOptions>(
      {"--set",   "c2=0.3",       "wave-drop", "--frames",    "5",     "--screenshot",
       "s.png",   "--size",       "64x48",     "--backend",   "cpu",   "--threads",
       "2",       "--scale",      "1.5",       "--theme",     "light", "--window",
       "800x600", "--fullscreen", "--set",     "damping=0.01"});
  EXPECT_EQ(options.field.scene, "wave-drop");
  EXPECT_EQ(options.frames, 5);
  EXPECT_EQ(options.screenshot, "s.png");
  EXPECT_EQ(options.field.size, (core::Extent{64, 48}));
  EXPECT_EQ(options.field.backend, field::Backend::cpu);
  EXPECT_EQ(options.field.threads, 2);
  EXPECT_EQ(options.scale, 1.5);
  EXPECT_EQ(options.light, true);
  EXPECT_EQ(options.window, (core::Extent{800, 600}));
  EXPECT_TRUE(options.fullscreen);
  EXPECT_EQ(options.field.settings, (std::vector<Setting>{{"c2", 0.3}, {"damping", 0.01}}));
}

TEST(Options, AScreenshotIsTakenAfterAWhile) {
  EXPECT_EQ(parsed<WindowOptions>({"--screenshot", "s.png"}).frames, 60);
  EXPECT_EQ(parsed<WindowOptions>({"--screenshot", "s.png", "--frames", "2"}).frames, 2);
}

TEST(Options, RunTakesAllOfItsOwn) {
  const auto options = parsed<RunOptions>(
      {"run",     "--equation", "wave",        "--scene", "lens",    "--steps",
       "7",       "--every",    "2",           "--out",   "d",       "--png",
       "p.png",   "--dump",     "d.npy",       "--load",  "l.npy",   "--colormap",
       "turbo",   "--bands",    "8",           "--range", "-1:2.5",  "--positive",
       "--edges", "absorbing",  "--unguarded", "--json",  "--force", "--colour-scale",
       "softened"});
  EXPECT_EQ(options.equation, "wave");
  EXPECT_EQ(options.field.scene, "lens");
  EXPECT_EQ(options.steps, 7);
  EXPECT_EQ(options.every, 2);
  EXPECT_EQ(options.out, "d");
  EXPECT_EQ(options.png, "p.png");
  EXPECT_EQ(options.dump, "d.npy");
  EXPECT_EQ(options.load, "l.npy");
  EXPECT_EQ(options.colormap, "turbo");
  EXPECT_EQ(options.bands, 8);
  EXPECT_EQ(options.range, (ValueRange{-1.0, 2.5}));
  EXPECT_TRUE(options.positive);
  EXPECT_EQ(options.colour_scale, colour::ScaleKind::softened);
  EXPECT_EQ(options.edges, field::EdgeKind::absorbing);
  EXPECT_TRUE(options.unguarded);
  EXPECT_TRUE(options.json);
  EXPECT_TRUE(options.force);
}

TEST(Options, InsulatedIsAnotherWordForReflecting) {
  EXPECT_EQ(parsed<RunOptions>({"run", "--edges", "insulated"}).edges, field::EdgeKind::reflecting);
}

TEST(Options, AnAutomaticRangeCanBeAskedFor) {
  const auto options = parsed<RunOptions>({"run", "--range", "auto"});
  EXPECT_TRUE(options.automatic_range);
  EXPECT_FALSE(options.range.has_value());
}

TEST(Options, HelpHasRoomInATerminalOfEightyColumns) {
  for (const char* command : {"", "run", "replay", "lab", "stage", "lecture", "info"}) {
    Words words{command, "--help"};
    if (words.front().empty()) words.erase(words.begin());
    std::istringstream lines(parsed<Message>(words).text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(width_of(line), 80) << command << ": " << line;
    }
  }
}

TEST(Options, HelpListsTheOptionsOfEachSubcommand) {
  EXPECT_NE(parsed<Message>({"--help"}).text.find("--screenshot"), std::string::npos);
  EXPECT_NE(parsed<Message>({"run", "--help"}).text.find("--every"), std::string::npos);
  EXPECT_NE(parsed<Message>({"info", "--help"}).text.find("--json"), std::string::npos);
  EXPECT_EQ(parsed<Message>({"--version"}).text.find("heatwave "), 0U);
}

TEST(Options, WhatIsPrintedAsTextOnlyIsNotPromisedAsJson) {
  EXPECT_EQ(complaint({"info", "--generations", "--json"}),
            "--generations prints text; leave out --json");
  EXPECT_EQ(complaint({"run", "--commands", "--json"}), "--commands prints text; leave out --json");
  for (const std::string what : {"--profile", "--ptx", "--sass"}) {
    for (const char* format : {"--json", "--csv", "--markdown"}) {
      EXPECT_EQ(complaint({"lab", "reverse", what, format}),
                what + " prints text; leave out --json, --csv and --markdown");
    }
    EXPECT_EQ(complaint({"lab", "reverse", what, "--out", "a.json"}),
              what + " writes no file; leave out --out");
  }
}

TEST(Options, ValuesThatCannotBeAreRefused) {
  EXPECT_EQ(complaint({"run", "--steps", "-1"}), "--steps must be at least 0, not -1");
  EXPECT_EQ(complaint({"run", "--steps", "ten"}), "--steps needs a whole number, not 'ten'");
  EXPECT_EQ(complaint({"run", "--steps", "1e3"}), "--steps needs a whole number, not '1e3'");
  EXPECT_EQ(complaint({"run", "--steps=99999999999999999999"}),
            "--steps needs a whole number, not '99999999999999999999'");
  EXPECT_EQ(complaint({"run", "--size", "0"}),
            "--size needs a width and a height, as in 640x480, not '0'");
  EXPECT_EQ(complaint({"run", "--size", "0x480"}),
            "--size must be from 1x1 to 1000000x1000000, not '0x480'");
  EXPECT_EQ(complaint({"run", "--size", "4x-3"}),
            "--size must be from 1x1 to 1000000x1000000, not '4x-3'");
  EXPECT_EQ(complaint({"run", "--size", "4x3x2"}),
            "--size needs a width and a height, as in 640x480, not '4x3x2'");
  EXPECT_EQ(complaint({"run", "--size", "4000000000x1"}),
            "--size must be from 1x1 to 1000000x1000000, not '4000000000x1'");
  EXPECT_EQ(complaint({"run", "--every", "0", "--out", "d"}), "--every must be at least 1, not 0");
  EXPECT_EQ(complaint({"run", "--threads", "1025"}), "--threads must be at most 1024, not 1025");
  EXPECT_EQ(complaint({"run", "--bands", "-2"}), "--bands must be at least 0, not -2");
  EXPECT_EQ(complaint({"run", "--range", "2:1"}), "--range needs the lower value first, not '2:1'");
  EXPECT_EQ(complaint({"run", "--range", "1"}),
            "--range needs a lowest and a highest value, as in -1:1, or 'auto', not '1'");
  EXPECT_EQ(complaint({"run", "--range", "0:nan"}),
            "--range needs a lowest and a highest value, as in -1:1, or 'auto', not '0:nan'");
  EXPECT_EQ(complaint({"run", "--set", "alpha"}),
            "--set needs a name and a value, as in alpha=0.2, not 'alpha'");
  EXPECT_EQ(complaint({"run", "--set", "alpha=much"}), "--set alpha needs a number, not 'much'");
  EXPECT_EQ(complaint({"run", "--png", ""}), "--png needs the name of a file");
  EXPECT_EQ(complaint({"--scale", "9"}), "--scale must lie between 0.5 and 4, not 9");
  EXPECT_EQ(complaint({"--theme", "blue"}), "--theme knows no 'blue'; there are: light, dark");
}

TEST(Options, ChoicesAreNamedAndTheNearestIsOffered) {
  EXPECT_EQ(complaint({"run", "--equation", "haet"}),
            "--equation knows no 'haet' (did you mean 'heat'?); there are: heat, wave, "
            "gray-scott, fitzhugh-nagumo");
  EXPECT_EQ(complaint({"run", "--backend", "gpu"}),
            "--backend knows no 'gpu' (did you mean 'cpu'?); there are: auto, cpu, cuda");
  EXPECT_EQ(complaint({"run", "--colormap", "virdis"}),
            "--colormap knows no 'virdis' (did you mean 'viridis'?); there are: viridis, cividis, "
            "inferno, magma, plasma, turbo, coolwarm, ember, orchid, gray");
  EXPECT_EQ(complaint({"run", "--edges", "xyzzy"}),
            "--edges knows no 'xyzzy'; there are: held, reflecting, insulated, periodic, "
            "absorbing");
}

TEST(Options, UnknownOptionsAreNamedAndTheNearestIsOffered) {
  EXPECT_EQ(complaint({"run", "--stesp", "5"}),
            "unknown option '--stesp' (did you mean '--steps'?); 'heatwave run --help' lists what "
            "there is");
  EXPECT_EQ(complaint({"--screensht=x.png"}),
            "unknown option '--screensht' (did you mean '--screenshot'?); 'heatwave --help' lists "
            "what there is");
  EXPECT_EQ(complaint({"info", "--qqqqqqqqq"}),
            "unknown option '--qqqqqqqqq'; 'heatwave info --help' lists what there is");
  EXPECT_EQ(complaint({"run", "lens"}),
            "'lens' is one argument too many; 'heatwave run --help' lists what there is");
  EXPECT_EQ(complaint({"lens", "prism"}),
            "'prism' is one argument too many; 'heatwave --help' lists what there is");
}

TEST(Options, AValueTooManyOrTooFewIsToldInPlainWords) {
  EXPECT_EQ(
      complaint({"run", "--steps", "1", "--size", "9x9", "--steps", "2"}),
      "--steps is given 2 times, and may be given once; 'heatwave --help' lists what there is");
  EXPECT_EQ(complaint({"lab", "--n"}),
            "--n needs a value: N; 'heatwave --help' lists what there is");
  EXPECT_EQ(complaint({"--screenshot"}),
            "--screenshot needs a value: FILE; 'heatwave --help' lists what there is");
}

TEST(Options, WhatBelongsToTheWindowIsRefusedBeforeASubcommand) {
  EXPECT_EQ(complaint({"--frames", "3", "run"}),
            "--frames cannot come before 'run'; the options of 'run' come after it");
}

TEST(Options, ASequenceNeedsItsFolderAndItsPace) {
  EXPECT_EQ(complaint({"run", "--every", "3"}),
            "--every needs a folder for its pictures: add --out DIR");
  EXPECT_EQ(complaint({"run", "--out", "d"}),
            "--out needs to know how often to save a picture: add --every K");
}

TEST(Options, EveryComplaintIsOneLine) {
  for (const Words& words : std::vector<Words>{{"run", "--steps"},
                                               {"run", "--json=maybe"},
                                               {"run", "--set"},
                                               {"run", "--steps", "1", "--steps", "2"},
                                               {"--fullscreen=5x"},
                                               {"-x"},
                                               {"run", "-x"},
                                               {"--"},
                                               {"run", "--png", "a", "b"}}) {
    const std::string text = error_of([&] { (void)parse(words); });
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
  }
  EXPECT_NE(complaint({"run", "--steps"}), "");
  EXPECT_NE(complaint({"run", "--steps", "1", "--steps", "2"}), "");
  EXPECT_NE(complaint({"run", "--json=maybe"}), "");
}

}  // namespace
}  // namespace heatwave::cli
