// Tests the results, files and messages of `heatwave run` and `heatwave info`.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/export/field_picture.h"
#include "app/export/npy.h"
#include "app/session/session.h"
#include "kernels/field/equation_catalogue.h"
#include "tests/cli/program_test.h"
#include "tests/sanitized.h"
#include "tests/session/shipped_scene.h"
#include "tests/system/temporary_folder.h"
#include "tests/system/variable.h"

namespace heatwave {
namespace {

using nlohmann::json;
using testing::bytes_of;
using testing::Outcome;
using testing::TemporaryFolder;
using Words = std::vector<std::string>;

class Run : public testing::ProgramTest {
 protected:
  /// Runs `heatwave run` on the CPU; it must succeed and print nothing on standard error.
  [[nodiscard]] std::string run(const Words& more) const {
    return done(testing::joined({"run", "--backend", "cpu"}, more));
  }
  [[nodiscard]] json run_json(Words more) const {
    more.emplace_back("--json");
    return json::parse(run(more));
  }
};

TEST_F(Run, TellsTheFiguresAsJson) {
  const json document = run_json({"--equation", "heat", "--size", "64x48", "--steps", "100",
                                  "--threads", "2", "--png", "p.png", "--dump", "d.npy"});
  const Words keys{
      "backend",  "cells_per_second", "component", "device", "division", "dump", "dump_seconds",
      "equation", "height",           "max",       "mean",   "min",      "png",  "reason",
      "scene",    "seconds",          "step",      "steps",  "threads",  "way",  "width"};
  Words found;
  for (const auto& [key, value] : document.items()) found.push_back(key);
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, keys);
  EXPECT_EQ(document["equation"], "heat");
  EXPECT_EQ(document["scene"], "heat-plate");
  EXPECT_EQ(document["width"], 64);
  EXPECT_EQ(document["height"], 48);
  EXPECT_EQ(document["steps"], 100);
  EXPECT_EQ(document["step"], 100);
  EXPECT_EQ(document["backend"], "cpu");
  EXPECT_EQ(document["threads"], 2);
  EXPECT_GT(document["seconds"].get<double>(), 0.0);
  EXPECT_NEAR(document["cells_per_second"].get<double>() * document["seconds"].get<double>(),
              64.0 * 48.0 * 100.0, 1e-3);
  EXPECT_EQ(document["png"], json::array({"p.png"}));
  EXPECT_EQ(document["dump"], "d.npy");
  EXPECT_EQ(names(), (Words{"d.npy", "p.png"}));

  const exporting::Array field = exporting::NpyFile(path("d.npy")).read();
  double sum = 0.0;
  for (const float value : field.cells) sum += double{value};
  const auto [least, most] = std::minmax_element(field.cells.begin(), field.cells.end());
  EXPECT_EQ(document["min"].get<double>(), double{*least});
  EXPECT_EQ(document["max"].get<double>(), double{*most});
  EXPECT_EQ(document["mean"].get<double>(), sum / 3072.0);
  EXPECT_GT(*most, *least);
}

TEST_F(Run, WithoutFilesTheListsAreEmpty) {
  const json document = run_json({"--size", "8x8", "--steps", "1"});
  EXPECT_EQ(document["png"], json::array());
  EXPECT_TRUE(document["dump"].is_null());
  EXPECT_EQ(names(), Words{});
}

TEST_F(Run, NoStepsShowTheStart) {
  const json document = run_json({"--equation", "wave", "--size", "48x48", "--steps", "0"});
  EXPECT_EQ(document["steps"], 0);
  EXPECT_EQ(document["step"], 0);
  EXPECT_EQ(document["seconds"], 0.0);
  EXPECT_EQ(document["cells_per_second"], 0.0);
}

TEST_F(Run, ASummaryIsForPeople) {
  const std::string text =
      run({"--equation", "heat", "--size", "64x48", "--steps", "1000", "--dump", "d.npy"});
  EXPECT_TRUE(text.starts_with("heat-plate: 1000 steps of the heat equation on 64 × 48 cells\n"))
      << text;
  EXPECT_NE(text.find("wrote d.npy\n"), std::string::npos) << text;
}

TEST_F(Run, OneStepIsNoSteps) {
  const std::string text = run({"--size", "8x8", "--steps", "1"});
  EXPECT_TRUE(text.starts_with("heat-plate: 1 step of the heat equation")) << text;
}

TEST_F(Run, GoesOnFromADumpToTheSameBits) {
  const Words scene{"--scene", "heat-plate", "--size", "50x40"};
  const auto with = [&](Words words) {
    words.insert(words.begin(), scene.begin(), scene.end());
    return words;
  };
  (void)run(with({"--steps", "10", "--dump", "a.npy"}));
  (void)run(with({"--steps", "10", "--load", "a.npy", "--dump", "b.npy"}));
  (void)run(with({"--steps", "20", "--dump", "c.npy"}));
  EXPECT_EQ(bytes_of(path("b.npy")), bytes_of(path("c.npy")));
  EXPECT_NE(bytes_of(path("a.npy")), bytes_of(path("c.npy")));
}

TEST_F(Run, ALoadedFieldBringsItsSize) {
  testing::write_bytes(path("f.npy"),
                       exporting::encoded_npy(
                           {7, 5}, std::vector<std::vector<float>>{std::vector<float>(35, 0.25F)}));
  const json document = run_json({"--load", "f.npy", "--steps", "0", "--dump", "same.npy"});
  EXPECT_EQ(document["width"], 7);
  EXPECT_EQ(document["height"], 5);
  EXPECT_EQ(document["equation"], "heat");
}

TEST_F(Run, ComponentsAreDumpedLoadedAndShown) {
  const auto with = [](Words more) {
    Words words{"--scene", "spots", "--size", "40x30", "--force"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  (void)run(with({"--steps", "10", "--dump", "a.npy", "--png", "v.png"}));
  EXPECT_EQ(exporting::NpyFile(path("a.npy")).read().components, 2U);
  (void)run(with({"--steps", "10", "--load", "a.npy", "--dump", "b.npy"}));
  (void)run(with({"--steps", "20", "--dump", "c.npy", "--show", "u", "--png", "u.png"}));
  EXPECT_EQ(bytes_of(path("b.npy")), bytes_of(path("c.npy")));
  EXPECT_NE(bytes_of(path("a.npy")), bytes_of(path("c.npy")));
  EXPECT_NE(bytes_of(path("u.png")), bytes_of(path("v.png")));
  const json of_u = run_json(with({"--steps", "0", "--show", "u"}));
  const json of_v = run_json(with({"--steps", "0"}));
  EXPECT_EQ(of_u["component"], "u");
  EXPECT_EQ(of_u["max"], 1.0);
  EXPECT_EQ(of_v["component"], "v");
  EXPECT_EQ(of_v["max"], 0.5);
}

TEST_F(Run, TwoQuantitiesAreShownBesideEachOther) {
  const auto picture = [this](const std::string& name, Words more) {
    Words words{"--scene", "spots", "--size", "40x30", "--steps", "20", "--png", name};
    words.insert(words.end(), more.begin(), more.end());
    (void)run(words);
    return exporting::decoded_png(testing::text_of(path(name)));
  };
  const exporting::Image first = picture("u.png", {"--show", "u"});
  const exporting::Image second = picture("uv.png", {"--show", "u*v"});
  const exporting::Image both = picture("both.png", {"--show", "u", "--show", "u*v"});
  ASSERT_EQ(both.extent, (core::Extent{2 * 40 + exporting::kPicturesApart, 30}));
  const auto row = [](const exporting::Image& image, int from) {
    const auto begin = image.rgb.begin() + 3 * (12 * image.extent.width + from);
    return std::vector<std::uint8_t>(begin, begin + 3 * 40);
  };
  EXPECT_EQ(row(both, 0), row(first, 0));
  EXPECT_EQ(row(both, 40 + exporting::kPicturesApart), row(second, 0));
}

TEST_F(Run, ThreadsChangeNoBit) {
  for (const char* equation : {"heat", "wave"}) {
    const std::string one = std::string(equation) + "-1.npy";
    const std::string two = std::string(equation) + "-2.npy";
    (void)run({"--equation", equation, "--steps", "137", "--threads", "1", "--dump", one});
    (void)run({"--equation", equation, "--steps", "137", "--threads", "2", "--dump", two});
    EXPECT_EQ(bytes_of(path(one)), bytes_of(path(two)));
  }
}

TEST_F(Run, ThePictureIsTheColouredDump) {
  (void)run({"--scene", "wave-drop", "--steps", "40", "--png", "p.png", "--dump", "d.npy",
             "--colormap", "turbo", "--bands", "9", "--range", "-0.5:0.5"});
  const exporting::Array field = exporting::NpyFile(path("d.npy")).read();
  const exporting::FieldPicture picture{
      .extent = field.extent,
      .cells = field.cells,
      .flags = {},
      .scale = {.map = &colour::find_colour_map("turbo"), .bands = 9, .low = -0.5F, .high = 0.5F}};
  EXPECT_EQ(bytes_of(path("p.png")), exporting::encoded_png(exporting::coloured(picture)));
  (void)run({"--scene", "wave-drop", "--steps", "40", "--png", "s.png", "--colormap", "turbo",
             "--bands", "9", "--range", "-0.5:0.5", "--colour-scale", "softened"});
  exporting::FieldPicture softened = picture;
  softened.scale.kind = colour::ScaleKind::softened;
  EXPECT_EQ(bytes_of(path("s.png")), exporting::encoded_png(exporting::coloured(softened)));
  EXPECT_NE(bytes_of(path("s.png")), bytes_of(path("p.png")));
}

TEST_F(Run, ThePictureIsTheOneThatTheWindowSaves) {
  for (const char* scene : {"heat-plate", "wave-drop", "double-slit"}) {
    const std::string name = std::string(scene) + ".png";
    (void)run({"--scene", scene, "--steps", "60", "--png", name});
    session::Session session(session::shipped_scene(scene), {.backend = field::Backend::cpu});
    session.run(60);
    const std::string saved = path("saved-" + name).string();
    session.submit(session::SaveFieldPng{saved});
    session.run(0);
    session.finish_exports();
    ASSERT_FALSE(bytes_of(saved).empty());
    EXPECT_EQ(bytes_of(path(name)), bytes_of(saved)) << scene;
  }
}

TEST_F(Run, ASequenceHasAPictureEverySoManySteps) {
  const json document = run_json({"--equation", "wave", "--size", "40x40", "--steps", "25",
                                  "--every", "10", "--out", "deep/frames", "--png", "last.png"});
  EXPECT_EQ(document["png"],
            json::array({"deep/frames/frame-00000000.png", "deep/frames/frame-00000010.png",
                         "deep/frames/frame-00000020.png", "last.png"}));
  EXPECT_EQ(names().size(), 6U);
  (void)run({"--equation", "wave", "--size", "40x40", "--steps", "20", "--png", "twenty.png"});
  EXPECT_EQ(bytes_of(path("deep/frames/frame-00000020.png")), bytes_of(path("twenty.png")));

  const Outcome again = testing::heatwave(
      path(""), {"run", "--steps", "10", "--every", "10", "--out", "deep/frames"});
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.err.find("--force"), std::string::npos) << again.err;
}

TEST_F(Run, ForceReplaces) {
  testing::write_text(path("p.png"), "old");
  (void)run({"--size", "9x9", "--steps", "1", "--png", "p.png", "--force"});
  EXPECT_GT(bytes_of(path("p.png")).size(), 60U);
  EXPECT_EQ(names(), (Words{"p.png"}));
}

TEST_F(Run, SaysBeforeWhatALargeGridTakes) {
  if (test::kSanitized) GTEST_SKIP() << "the grid takes minutes under a sanitizer";
  const TemporaryFolder folder;
  const Outcome outcome = testing::heatwave(
      folder.path(),
      {"run", "--equation", "heat", "--size", "16384x8192", "--backend", "cpu", "--steps", "0"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.err,
            "heatwave: Preparing the field: 16384 × 8192 cells take at least 1.3 GB of memory, and "
            "take a while to appear.\n");
}

TEST_F(Run, ParametersAndEdgesCount) {
  const auto mean = [this](const Words& words) { return run_json(words)["mean"].get<double>(); };
  const Words base{"--scene", "heat-plate", "--size", "32x24", "--steps", "500"};
  const auto with = [&](Words words) {
    words.insert(words.begin(), base.begin(), base.end());
    return words;
  };
  EXPECT_GT(mean(with({"--edges", "insulated"})), mean(base));
  EXPECT_NE(mean(with({"--set", "alpha=0.1"})), mean(base));
  EXPECT_EQ(mean(with({"--unguarded", "--set", "alpha=0.25"})),
            mean(with({"--set", "alpha=0.25"})));
}

TEST(Info, TellsTheMachineAsJson) {
  const TemporaryFolder folder;
  const Outcome outcome = testing::heatwave(folder.path(), {"info", "--json"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const json document = json::parse(outcome.out);
  EXPECT_FALSE(document["version"].get<std::string>().empty());
  EXPECT_GE(document["cpu"]["processors"].get<int>(), 1);
  EXPECT_FALSE(document["cpu"]["simd"].get<std::string>().empty());
  EXPECT_EQ(document["formulas"]["code"] == "bytecode",
            !document["formulas"]["reason"].get<std::string>().empty());
  EXPECT_GT(document["memory_available"].get<double>(), 0.0);
  const bool usable = document["cuda"]["usable"].get<bool>();
  EXPECT_EQ(document["auto"]["backend"], usable ? "cuda" : "cpu");
  EXPECT_FALSE(document["auto"]["reason"].get<std::string>().empty());
  EXPECT_FALSE(document["opengl"]["available"].get<bool>());
  EXPECT_FALSE(document["opengl"]["reason"].get<std::string>().empty());
}

TEST(Info, TellsTheMachineInWords) {
  const TemporaryFolder folder;
  const Outcome outcome = testing::heatwave(folder.path(), {"info"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* what :
       {"Heatwave", "auto takes", "CUDA", "CPU", "Formulas", "Memory", "OpenGL"}) {
    EXPECT_NE(outcome.out.find(what), std::string::npos) << outcome.out;
  }
  const Outcome generations = testing::heatwave(folder.path(), {"info", "--generations"});
  EXPECT_EQ(generations.status, 0) << generations.err;
  EXPECT_NE(generations.out.find("Fermi 2010, compute capability 2.0, 2.1"), std::string::npos)
      << generations.out;
}

TEST(Info, MeasuresWaysOfSteppingAndKeepsToThem) {
  if (test::kSanitized) GTEST_SKIP() << "the largest grids take minutes under a sanitizer";
  const TemporaryFolder folder;
  const testing::Variable state("XDG_STATE_HOME", folder.path().string());
  const json before = json::parse(testing::heatwave(folder.path(), {"info", "--json"}).out);
  EXPECT_TRUE(before["tuning"]["devices"].empty());
  const Outcome tuned = testing::heatwave(folder.path(), {"info", "--tune", "--json"});
  ASSERT_EQ(tuned.status, 0) << tuned.err;
  const json device = json::parse(tuned.out)["tuning"]["devices"][0];
  EXPECT_EQ(device["backend"], "cpu");
  EXPECT_TRUE(device["used"].get<bool>());
  EXPECT_GE(device["grids"].size(), 20U);
  const auto path = folder.path() / "heatwave" / "tuning.json";
  const auto run = [&] {
    return testing::heatwave(
        folder.path(), {"run", "--size", "64x64", "--backend", "cpu", "--steps", "100", "--dump",
                        "f.npy", "--force", "--json"});
  };
  const auto field_after = [&](const std::string& text) {
    std::ofstream(path) << text;
    const Outcome outcome = run();
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_FALSE(json::parse(outcome.out)["way"].get<std::string>().empty());
    return testing::text_of(folder.path() / "f.npy");
  };
  // The table first claims that one thread is the fastest for everything; then it is not a table at
  // all.
  json table = json::parse(testing::text_of(path));
  const std::string by_measure = field_after(table.dump());
  for (json& grid : table["devices"][0]["grids"]) grid["threads"] = 1;
  EXPECT_EQ(field_after(table.dump()), by_measure);
  EXPECT_EQ(json::parse(run().out)["threads"], 1);
  EXPECT_EQ(field_after("no table"), by_measure);
  EXPECT_TRUE(std::filesystem::exists(path.string() + ".broken"));
}

TEST(Help, GoesToStandardOutput) {
  const TemporaryFolder folder;
  for (const Words& words :
       {Words{"--help"}, Words{"run", "--help"}, Words{"info", "-h"}, Words{"--version"}}) {
    const Outcome outcome = testing::heatwave(folder.path(), words);
    EXPECT_EQ(outcome.status, 0);
    EXPECT_NE(outcome.out, "");
    EXPECT_EQ(outcome.err, "");
  }
}

TEST_F(Run, AnAnimationIsOneFileOfAllPictures) {
  const json document =
      run_json({"--size", "40x30", "--steps", "20", "--every", "5", "--out", "all.apng"});
  EXPECT_EQ(document["png"], json::array({"all.apng"}));
  const auto bytes = bytes_of(path("all.apng"));
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_NE(text.find("acTL"), std::string::npos);
  std::size_t frames = 0;
  for (std::size_t at = text.find("fcTL"); at != std::string::npos;
       at = text.find("fcTL", at + 1)) {
    ++frames;
  }
  EXPECT_EQ(frames, 5U);
  EXPECT_EQ(names(), Words{"all.apng"});
}

TEST_F(Run, AFilmShowsSoMuchTimeInASecond) {
  // 100 steps in 25 frames take every fourth step.
  const json document =
      run_json({"--size", "40x30", "--steps", "20", "--film", "100", "--out", "all.gif"});
  EXPECT_EQ(document["png"], json::array({"all.gif"}));
  const auto bytes = bytes_of(path("all.gif"));
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_EQ(text.substr(0, 6), "GIF89a");
  const std::string control = std::string("\x21\xf9\x04\x00\x04\x00", 6);
  std::size_t frames = 0;
  for (std::size_t at = text.find(control); at != std::string::npos;
       at = text.find(control, at + 1)) {
    ++frames;
  }
  EXPECT_EQ(frames, 6U);
}

}  // namespace
}  // namespace heatwave
