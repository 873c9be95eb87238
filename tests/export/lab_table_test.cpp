// Tests measurements as CSV, Markdown and JSON, and JSON read back.
#include "app/export/lab_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/words/numbers.h"
#include "app/words/speed_words.h"
#include "tests/system/temporary_folder.h"

namespace heatwave::exporting {
namespace {

using lab::Measurement;
using lab::Report;
using lab::Status;
using testing::error_of;

Measurement on_cpu() {
  return {.experiment = "reverse",
          .variant = "loop",
          .title = "CPU, \"simple\", loop",
          .settings = {.values = {{"n", std::int64_t{1} << 40}, {"threads", 256}},
                       .seed = 0xFFFF'FFFF'FFFF'FFFFU},
          .time = {.median = 2.0, .least = 1.5, .most = 3.0, .samples = 5, .launches = 4},
          .host_ms = 2.0,
          .work = {.bytes = 8e6},
          .bytes_per_second = 4e9,
          .part_of_limit = 0.5,  // relative to 8 GB/s
          .outcome = {.right = true, .result = "8 in place", .expected = "8 in place"}};
}

Measurement on_gpu() {
  Measurement m = on_cpu();
  m.variant = "direct";
  m.title = "a | b *c*";
  m.processor = lab::Processor::gpu;
  m.time.median = 0.25;
  m.with_copies_ms = 1.0;
  m.with_pinned_copies_ms = 4.0;
  m.part_of_limit = 0.0;  // its device's limits are unknown
  m.copies = {.to_device_ms = 0.5, .to_host_ms = 0.25};
  m.outcome.facts = {{"thread 0", "wrote 5"}, {"thread 1", "wrote 7"}};
  m.outcome.counts = std::make_shared<std::vector<std::int64_t>>(4096, -7);
  m.shape = lab::LaunchShape{.grid = std::int64_t{1} << 33,
                             .block = 256,
                             .grid_text = "64 × 64",
                             .block_text = "16 × 16",
                             .registers = 32,
                             .shared_bytes = 1024,
                             .local_bytes = 8,
                             .occupancy = 0.75};
  return m;
}

Measurement wrong() {
  Measurement m = on_gpu();
  m.variant = "shared";
  m.status = Status::wrong;
  m.task = "another task";
  m.outcome = {.result = "nan",
               .expected = "1",
               .error = std::numeric_limits<double>::quiet_NaN(),
               .note = "off\nthe mark",
               .counts = std::make_shared<std::vector<std::int64_t>>(4097, 1),
               .picture = std::make_shared<lab::Picture>()};
  m.note = "expected 1, got nan";
  return m;
}

Report report() {
  Report made{.experiment = "reverse", .swept = "threads"};
  made.machine.cpu = {
      .name = "A CPU", .detail = "2 threads", .threads = 2, .limits = {.bytes_per_second = 8e9}};
  made.machine.gpu.resources = {{"warps at once", "64"}, {"registers of 32 bits", "65 536"}};
  made.machine.gpu.name = "A GPU";
  made.measurements = {on_cpu(), on_gpu(), wrong()};
  Measurement missing = on_cpu();
  missing.status = Status::needs_gpu;
  missing.time = {};
  made.measurements.push_back(missing);
  return made;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

void expect_same(const Measurement& a, const Measurement& b) {
  EXPECT_EQ(a.variant, b.variant);
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.task, b.task);
  EXPECT_EQ(a.processor, b.processor);
  EXPECT_EQ(a.settings, b.settings);
  EXPECT_EQ(a.status, b.status);
  EXPECT_EQ(a.note, b.note);
  EXPECT_EQ(a.time.median, b.time.median);
  EXPECT_EQ(a.time.samples, b.time.samples);
  EXPECT_EQ(a.with_copies_ms, b.with_copies_ms);
  EXPECT_EQ(a.with_pinned_copies_ms, b.with_pinned_copies_ms);
  EXPECT_EQ(a.copies.to_device_ms, b.copies.to_device_ms);
  EXPECT_EQ(a.copies.to_host_ms, b.copies.to_host_ms);
  EXPECT_EQ(a.part_of_limit, b.part_of_limit);
  EXPECT_EQ(a.outcome.right, b.outcome.right);
  EXPECT_EQ(a.outcome.result, b.outcome.result);
  EXPECT_EQ(std::isnan(a.outcome.error), std::isnan(b.outcome.error));
  EXPECT_EQ(a.outcome.facts, b.outcome.facts);
  ASSERT_EQ(a.shape.has_value(), b.shape.has_value());
  if (!a.shape) return;
  EXPECT_EQ(a.shape->grid, b.shape->grid);
  EXPECT_EQ(a.shape->grid_text, b.shape->grid_text);
  EXPECT_EQ(a.shape->occupancy, b.shape->occupancy);
}

TEST(LabJson, GivesBackWhatWasMeasured) {
  const std::string text = lab_json({report()}, "1.2.3");
  EXPECT_TRUE(contains(text, "\"heatwave\": \"1.2.3\""));
  const RecordedLab recorded = read_lab_json(text);
  EXPECT_EQ(recorded.date.size(), 10U);
  ASSERT_EQ(recorded.reports.size(), 1U);
  const Report& back = recorded.reports.front();
  EXPECT_EQ(back.experiment, "reverse");
  EXPECT_EQ(back.swept, "threads");
  EXPECT_EQ(back.machine.gpu.name, "A GPU");
  EXPECT_EQ(back.machine.cpu.threads, 2);
  EXPECT_EQ(back.machine.gpu.resources, report().machine.gpu.resources);
  ASSERT_EQ(back.measurements.size(), report().measurements.size());
  for (std::size_t i = 0; i < back.measurements.size(); ++i) {
    SCOPED_TRACE(i);
    expect_same(report().measurements[i], back.measurements[i]);
  }
  EXPECT_EQ(*back.measurements[1].outcome.counts, std::vector<std::int64_t>(4096, -7));
  EXPECT_EQ(back.measurements[2].outcome.counts, nullptr) << "longer lists are left out";
  EXPECT_EQ(lab_json(recorded.reports, "1.2.3"), lab_json({back}, "1.2.3"));
}

TEST(LabJson, ADocumentOfAnEarlierVersionKnowsNoPinnedCopiesButThreadsInWords) {
  std::string text = lab_json({report()});
  for (const std::string key : {"\"with_pinned_copies_ms\"", "\"threads\": 2,"}) {
    for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key)) {
      text.erase(at, text.find('\n', at) - at);
    }
  }
  const Report back = read_lab_json(text).reports.front();
  EXPECT_EQ(back.measurements[1].with_pinned_copies_ms, 0.0);
  EXPECT_EQ(back.measurements[1].with_copies_ms, 1.0);
  EXPECT_EQ(back.machine.cpu.threads, 2) << "the description gives the number";
  EXPECT_EQ(back.machine.gpu.threads, 0);
}

// A share above 1 disproves the limit: earlier versions wrote 2.86.
TEST(LabJson, NoMeasurementComesBackWithMoreThanAllOfALimit) {
  Report made = report();
  made.measurements[0].bytes_per_second = 2.86 * made.machine.cpu.limits.bytes_per_second;
  made.measurements[0].part_of_limit = 2.86;
  EXPECT_EQ(read_lab_json(lab_json({made})).reports[0].measurements[0].part_of_limit, 0.0);
  made.measurements[0].bytes_per_second = 1.03 * made.machine.cpu.limits.bytes_per_second;
  EXPECT_EQ(read_lab_json(lab_json({made})).reports[0].measurements[0].part_of_limit, 1.0)
      << "within the error of the measured limit";
}

TEST(LabJson, WritesChoicesByName) {
  Measurement m = on_cpu();
  m.experiment = "dot";
  m.settings.values = {{"n", 8}, {"input", 1}};
  const std::string text = lab_json({{.experiment = "dot", .measurements = {m}}});
  EXPECT_TRUE(contains(text, "\"input\": \"uniform\"")) << text;
  EXPECT_EQ(read_lab_json(text).reports[0].measurements[0].settings, m.settings);
}

TEST(LabTables, GivePeopleWordsForASpecialZeroAndProgramsTheNumber) {
  Measurement m = on_cpu();
  m.experiment = "stencil";
  m.settings.values = {{"n", 480}, {"width", 0}};
  const std::vector<Report> reports{{.experiment = "stencil", .measurements = {m}}};
  EXPECT_TRUE(contains(lab_markdown(reports), "n = 480, width = 4/3 of the rows, seed"));
  EXPECT_TRUE(contains(lab_json(reports), "\"width\": 0"));
  const std::string csv = lab_csv(reports);
  EXPECT_TRUE(contains(csv, "status,n,width,seed,")) << csv;
  EXPECT_TRUE(contains(csv, "measured,480,0,")) << csv;
}

/// Replaces a part of the document; returns the error of reading it.
std::string complaint(const std::string& part, const std::string& by) {
  std::string text = lab_json({report()});
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  text.replace(at, part.size(), by);
  return error_of([&] { (void)read_lab_json(text); });
}

TEST(LabJson, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(
      error_of([] { (void)read_lab_json("{\n\"date\": \n]"); }),
      "line 3: not JSON: syntax error while parsing value - unexpected ']'; expected '[', '{', or "
      "a literal");
  EXPECT_EQ(error_of([] { (void)read_lab_json("[]"); }),
            "line 1: the document must be an object, is an array of 0");
  EXPECT_EQ(error_of([] { (void)read_lab_json("{}"); }), "line 1: key 'date': is missing");
  EXPECT_TRUE(contains(complaint("\"median\": 2.0", "\"median\": \"fast\""),
                       ": key 'experiments[0].measurements[0].time_ms.median': must be a number, "
                       "is \"fast\""));
  EXPECT_TRUE(contains(complaint("\"samples\": 5", "\"samples\": 5000000000"),
                       ": key 'experiments[0].measurements[0].time_ms.samples': must be a whole "
                       "number from -2147483648 to 2147483647, is 5000000000"));
  EXPECT_TRUE(contains(complaint("\"status\": \"measured\"", "\"status\": \"done\""),
                       ": key 'experiments[0].measurements[0].status': must be one of measured, "
                       "wrong, needs_gpu, unavailable, left_out, failed, cancelled, is \"done\""));
  EXPECT_TRUE(contains(complaint("\"threads\": 256", "\"threads\": \"many\""),
                       ": key 'experiments[0].measurements[0].settings.threads': must be a value "
                       "that this version knows, is \"many\""));
  EXPECT_EQ(complaint("\"date\": \"2", "\"date\": \"x").find("line 2: key 'date': must be a date"),
            0U);
  EXPECT_TRUE(contains(complaint("\"variant\": \"", "\"variant\": \"\\u202e"),
                       "variant': must be a text without control or invisible characters, is "
                       "\"\\u202e"));
}

TEST(LabJson, SaysWhatNoDocumentOfOursHas) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_EQ(error_of([&] { (void)read_lab_json("{\"machine\": " + deep + "}"); }),
            "line 1: is nested too deeply");
  EXPECT_TRUE(contains(complaint("\"median\": 2.0", "\"median\": 1e999"),
                       "not JSON: number overflow parsing '1e999'"));
}

std::vector<std::string> lines_of(const std::string& text, const std::string& end) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t at = text.find(end, begin);
    lines.push_back(text.substr(begin, at - begin));
    begin = at + end.size();
  }
  return lines;
}

TEST(LabCsv, BeginsWithTheOldProfilersColumns) {
  const auto lines = lines_of(lab_csv({report()}), "\r\n");
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_TRUE(lines[0].starts_with("method,gputime,cputime,occupancy,experiment,")) << lines[0];
  EXPECT_TRUE(lines[1].starts_with("loop,,2000,,reverse,\"CPU, \"\"simple\"\", loop\","))
      << lines[1];
  EXPECT_TRUE(lines[2].starts_with("direct,250,2000,0.75,reverse,")) << lines[2];
  EXPECT_TRUE(lines[3].starts_with("shared,,,0.75,")) << "a wrong result has no time: " << lines[3];
  EXPECT_TRUE(lines[4].starts_with("loop,,,,")) << lines[4];
}

TEST(LabCsv, TellsTheUnitOfEveryAmount) {
  const std::string head = lines_of(lab_csv({report()}), "\r\n")[0];
  for (const char* column : {"median (µs)", "kernel + copies (µs)", "GB/s", "of limit (%)",
                             "shared (B)", "slides (ms)"}) {
    EXPECT_TRUE(contains(head, "," + std::string(column) + ",")) << head;
  }
}

TEST(LabCsv, GivesEveryLineAsManyFields) {
  for (const std::string& line : lines_of(lab_csv({report()}), "\r\n")) {
    bool quoted = false;
    int fields = 1;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) ++fields;
    }
    EXPECT_EQ(fields, 43) << line;
  }
}

TEST(LabMarkdown, IsATableWhateverTheWords) {
  const std::string text = lab_markdown({report()});
  EXPECT_TRUE(text.starts_with("## Array reverse\n")) << text;
  EXPECT_TRUE(contains(text, "| a \\| b \\*c\\* |")) << text;
  EXPECT_TRUE(contains(text, "| 8.00×\u00A0faster |")) << text;
  EXPECT_TRUE(
      contains(text, "| kernel alone | against one CPU thread | against both CPU threads |"))
      << text;
  EXPECT_TRUE(contains(text, "**wrong: expected 1, got nan; off the mark**")) << text;
  EXPECT_TRUE(contains(text, "needs a CUDA GPU")) << text;
  EXPECT_TRUE(contains(text, "  \nGPU: A GPU")) << "a line of its own\n" << text;
}

TEST(LabFigures, AreWrittenAsInTheWindow) {
  Measurement m = on_cpu();
  EXPECT_EQ(in_rate(m), words::with_prefix(4e9, "B/s"));
  EXPECT_EQ(in_percent(m, {}), words::percent(0.5));
  EXPECT_EQ(value_text("reverse", "n", 1'048'576), "1048576") << "the number can be typed";
  m.part_of_limit = 0.0;
  EXPECT_EQ(in_percent(m, {}), "") << "no limit is known";
  m.in_cache = true;
  EXPECT_EQ(in_percent(m, {}), "cache") << "memory is not the limit";
  m.in_cache = false;
  const lab::Machine slow{.cpu = {.limits = {.bytes_per_second = 1.0}}};
  EXPECT_EQ(in_percent(m, slow), "> " + words::percent(1.0)) << "it only reads, and a copy writes";
}

TEST(LabFigures, TellWhatTheLecturePrintedOfTheSameProblem) {
  Measurement m = on_gpu();
  m.settings.values["n"] = 1 << 18;
  EXPECT_EQ(lecture_text(m).find(words::measured_time(0.26752)), 0U) << lecture_text(m);
  m.settings.values["n"] = 1 << 20;
  EXPECT_EQ(lecture_text(m), "");
}

TEST(LabFigures, TellHowBusyTheDeviceWas) {
  Measurement m = on_gpu();
  Report made = report();
  EXPECT_EQ(utilisation_text(m, made.machine), "") << "no limit of this GPU is known";
  made.machine.gpu.limits.bytes_per_second = 8e6 / 0.25e-3 / 0.8;
  EXPECT_EQ(utilisation_text(m, made.machine), "limit: memory; busy: memory 80\u00A0%");
}

TEST(LabFigures, CompareOnlyWhatCanBeCompared) {
  const Report made = report();
  EXPECT_EQ(words::kernel_speed(made, made.measurements[1]).as_one_thread, 8.0);
  EXPECT_EQ(words::kernel_speed(made, made.measurements[1]).as_all_threads, 0.0) << "not measured";
  EXPECT_EQ(words::kernel_speed(made, made.measurements[0]).as_one_thread, 0.0)
      << "this is the single thread itself";
  EXPECT_EQ(words::kernel_speed(made, made.measurements[2]).as_one_thread, 0.0)
      << "the result is wrong";
  Report other = made;
  other.measurements[1].task = "another";
  EXPECT_EQ(words::kernel_speed(other, other.measurements[1]).as_one_thread, 0.0)
      << "no other variant has this task";
}

TEST(LabFigures, ComparisonsNameWhatWasTimedAndWhatItIsComparedWith) {
  Report made = report();
  const auto lines_of_gpu = [&made] {
    std::vector<std::string> lines;
    for (const words::Speed& speed : words::speeds_of(made, made.measurements[1])) {
      lines.push_back(words::in_words(speed, made.machine.cpu));
    }
    return lines;
  };
  EXPECT_EQ(lines_of_gpu(),
            (std::vector<std::string>{
                "kernel alone 8.00×\u00A0faster than one CPU thread",
                "kernel + copies from pageable memory 2.00×\u00A0faster than one CPU thread",
                "kernel + copies from pinned memory 2.00×\u00A0slower than one CPU thread"}));
  EXPECT_EQ(words::kernel_in_short(words::speeds_of(made, made.measurements[1]), made.machine.cpu),
            "kernel alone 8.00×\u00A0faster than one CPU thread");
  Measurement threads = on_cpu();
  threads.variant = "threads";
  threads.time.median = 0.5;
  made.measurements.push_back(threads);
  EXPECT_EQ(lines_of_gpu()[1],
            "kernel + copies from pageable memory 2.00×\u00A0slower than both CPU threads, "
            "2.00×\u00A0faster "
            "than one CPU thread");
  EXPECT_EQ(words::kernel_in_short(words::speeds_of(made, made.measurements[1]), made.machine.cpu),
            "kernel alone 2.00×\u00A0faster than both CPU threads")
      << "one thread is the easier rival";
  EXPECT_EQ(words::copies_in_short(words::speeds_of(made, made.measurements[1]), made.machine.cpu),
            "with the copies it is 2.00×\u00A0slower than both CPU threads, from pinned memory "
            "8.00×\u00A0slower");
  made.measurements[1].with_copies_ms = made.measurements[1].with_pinned_copies_ms = 0.0;
  EXPECT_EQ(lines_of_gpu().size(), 1U) << "only measured times have a line";
  made.measurements.erase(made.measurements.begin());
  EXPECT_EQ(words::in_words(words::speeds_of(made, made.measurements[0]).front(), {}),
            "kernel alone 2.00×\u00A0faster than all CPU threads")
      << "the CPU's number of threads is unknown";
}

// An increment is not a FLOP, neither in the table's columns nor as a share of the device's peak.
TEST(LabJson, OldRecordingsOfIncrementsHaveNoFlops) {
  lab::Report made{.experiment = "race"};
  Measurement m{.experiment = "race", .variant = "atomic", .processor = lab::Processor::gpu};
  m.time.median = 0.5;
  m.time.samples = 3;
  m.work.operations = 1e6;
  m.operations_per_second = 2e9;
  m.part_of_limit = 0.1;
  m.limit_is_memory = false;
  made.measurements = {m};
  std::string text = lab_json({made});
  const auto key = text.find("\"floats\"");
  ASSERT_NE(key, std::string::npos) << text;
  const auto next = text.find("\"cells\"", key);
  ASSERT_NE(next, std::string::npos) << text;
  text.erase(key, next - key);  // the format of earlier versions
  const Measurement back = read_lab_json(text).reports.front().measurements.front();
  EXPECT_FALSE(back.work.floats);
  EXPECT_EQ(back.operations_per_second, 0.0);
  EXPECT_EQ(back.part_of_limit, 0.0);
  EXPECT_EQ(in_rate(back), "2.00\u00A0Gop/s");
}

}  // namespace
}  // namespace heatwave::exporting
