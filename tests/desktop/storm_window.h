// The window in a storm: performs actions, waits for frames, and checks rules.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "actions.h"
#include "driver.h"
#include "storm.h"
#include "x_client.h"

namespace heatwave::test {

/// The window, the client that drives it, and the actions so far.
class StormWindow {
 public:
  explicit StormWindow(const std::vector<std::string>& arguments)
      : window_(sized(arguments), {.width = kScreenWidth, .height = kScreenHeight}),
        client_(window_.display()) {
    result_.begun_with = arguments;
    client_.resize(kWidth, kHeight);
    client_.focus(true);
    scene_ = shown()["scene"];
    lesson_ = shown()["stage"]["lesson"];
  }

  bool carry_out(const Action& action) {
    result_.done.push_back(action);
    for (const Event& event : action.events) {
      send(event);
      if (result_.broken) return false;
    }
    return true;
  }

  /// Deletes saved pictures and frees the disk space of old status lines.
  void clean_up() {
    std::error_code ignored;
    std::filesystem::remove_all(window_.folder() / "out", ignored);
    window_.forget_status();
  }

  nlohmann::json shown() { return window_.status(); }

  /// Records the newest actions when memory has grown much since the last call.
  void watch_memory() {
    constexpr std::uint64_t kMuch = std::uint64_t{1} << 28U;
    constexpr std::size_t kNewest = 12;
    const std::uint64_t now = window_.memory();
    if (now > watched_ + kMuch) {
      held_ += std::to_string(now) + " bytes after " + std::to_string(result_.done.size()) +
               " actions, by\n" + in_words(result_.done, kNewest);
    }
    watched_ = now;
  }
  [[nodiscard]] const std::string& memory_in_words() const { return held_; }

  /// Returns whether a GPU steps the field.
  [[nodiscard]] bool on_gpu() { return shown()["backend"] == "cuda"; }
  StormResult& result() { return result_; }

  /// Visits everything once, so that data cached on first use does not count as growth.
  void look_round() {
    constexpr int kLessons = 32;  // upper bound of lessons, and of experiments
    constexpr int kViews = 5;
    constexpr int kScales = 8;
    constexpr int kGalleryPages = 12;
    tap("3");
    for (int left = kLessons; left > 0; --left) {
      tap("n");
      tap("End");
    }
    tap("2");
    for (int left = kLessons; left > 0; --left) tap("n");
    for (const char* room : {"1", "2", "3"}) {
      tap(room);
      for (int left = kScales; left > 0; --left) tap_with_control("plus");
      tap_with_control("0");
      for (const char* twice : {"F1", "t", "h"}) {
        tap(twice);
        tap(twice);
      }
    }
    tap("1");
    for (const char* twice : {"u", "F4", "F5", "F6", "F8", "F9", "F10", "F11"}) {
      tap(twice);
      wait_for_frame();
      tap(twice);
    }
    tap("u");
    for (const char* modifier : {"Shift_L", "Control_L"}) {
      client_.key(modifier, true);
      for (int left = 2; left > 0; --left) tap("u");
      client_.key(modifier, false);
    }
    tap("u");
    magnify();
    tap("Escape");
    for (int left = kViews; left > 0; --left) {
      tap("g");
      wait_for_frame();
    }
    // The gallery renders its pictures, and typesets its equations.
    tap_with_control("g");
    for (int left = kGalleryPages; left > 0; --left) tap("Next");
    comes([](const nlohmann::json& s) { return s["gallery"]["pictures"] > kGalleryPages; });
    tap("Escape");
  }

  /// Restores the same scene, lesson and size with a full undo history, so that memory can be
  /// compared. The lab's pictures and the last minute are not counted.
  std::uint64_t settled_memory() {
    settle();
    tap_with_control("0");
    tap("3");
    next_until([this](const nlohmann::json& s) { return s["stage"]["lesson"] == lesson_; });
    tap("1");
    // The history of a running field takes more memory.
    pause();
    next_until([this](const nlohmann::json& s) { return s["scene"] == scene_; });
    for (int left = kHistory; left > 0 && !result_.broken; --left) tap("r");
    // Loading a scene returns free memory between blocks in use.
    next_until([this](const nlohmann::json& s) { return s["scene"] == scene_; });
    const nlohmann::json now = shown();
    held_ += "weighed after " + std::to_string(result_.done.size()) + " actions:\n" +
             window_.memory_in_words();
    return window_.memory() - now["lab"]["picture_bytes"].get<std::uint64_t>() -
           now["minute_bytes"].get<std::uint64_t>();
  }

  void look() {
    settle();
    if (result_.broken) return;
    pause();
    tap("r");
    if (!comes([](const nlohmann::json& s) { return s["step"] == 0 && s["playing"] == false; })) {
      fail("the field no longer answers to a reset");
    }
    tap("period");
    if (!comes([](const nlohmann::json& s) { return s["step"] == 1; })) {
      fail("the field no longer answers to a step");
    }
    const std::string errors = window_.errors();
    if (!errors.empty()) fail("on standard error: " + errors);
  }

  void fail(const std::string& what) {
    if (result_.broken) return;
    nlohmann::json now = shown();
    if (now.is_object()) now.erase("places");
    result_.broken = what + "\n" + window_.errors() + "\nthe window's status: " + now.dump();
  }

 private:
  using Clock = std::chrono::steady_clock;
  /// Seconds after which a frame counts as missing.
  static constexpr double kLongestFrame = 60.0;
  /// More entries than the undo history holds.
  static constexpr int kHistory = 205;

  static std::vector<std::string> sized(std::vector<std::string> arguments) {
    const std::string size = std::to_string(kWidth) + "x" + std::to_string(kHeight);
    // The high rate lets frames come as fast as they can be drawn.
    arguments.insert(arguments.end(), {"--window", size, "--rate", "10000", "--files", "."});
    return arguments;
  }

  void send(const Event& event) {
    switch (event.kind) {
      case Event::Kind::key:
        client_.key(event.key, event.down);
        break;
      case Event::Kind::button:
        client_.button(event.a, event.down);
        break;
      case Event::Kind::move:
        client_.move(event.a, event.b);
        break;
      case Event::Kind::resize:
        client_.resize(event.a, event.b);
        break;
      case Event::Kind::focus:
        client_.focus(event.down);
        break;
      case Event::Kind::frame:
        client_.finish();
        wait_for_end_of_frame();
        break;
    }
  }

  /// Sends the events that Xlib still holds, such as the release of a click, before it waits.
  bool comes(const std::function<bool(const nlohmann::json&)>& what) {
    client_.finish();
    return window_.wait_until(what, kLongestFrame);
  }

  void frames_until(const std::function<bool(const nlohmann::json&)>& shows, int most) {
    for (int left = most; left > 0 && !result_.broken && !shows(shown()); --left) wait_for_frame();
  }

  /// Presses the key at least once, which discards changes to the current item.
  void next_until(const std::function<bool(const nlohmann::json&)>& comes) {
    for (int left = 60; left > 0 && !result_.broken; --left) {
      tap("n");
      if (comes(shown())) return;
    }
  }

  void tap(const std::string& key) {
    send({.kind = Event::Kind::key, .key = key, .down = true});
    send({.kind = Event::Kind::key, .key = key, .down = false});
    wait_for_frame();
  }

  void pause() {
    if (shown()["playing"] == true) tap("space");
  }

  void tap_with_control(const std::string& key) {
    client_.key("Control_L", true);
    tap(key);
    client_.key("Control_L", false);
  }

  void magnify() {
    constexpr int kWheelUp = 4;
    client_.key("Control_L", true);
    client_.button(kWheelUp, true);
    client_.button(kWheelUp, false);
    wait_for_frame();
    client_.key("Control_L", false);
  }

  /// The running frame may have begun before the last event, so the next one shows it. Dear ImGui
  /// may keep several events, such as clicks, for later frames.
  void wait_for_frame() {
    client_.finish();
    wait_for_end_of_frame();
    do {
      wait_for_end_of_frame();
    } while (!result_.broken && shown()["input_kept"] == true);
  }

  void wait_for_end_of_frame() {
    if (result_.broken) return;
    const std::uintmax_t before = window_.bytes_of_status();
    const Clock::time_point began = Clock::now();
    while (window_.bytes_of_status() == before) {
      const std::chrono::duration<double> waited = Clock::now() - began;
      const int status = window_.wait_for_end(0.0);
      if (status != -1) return fail("the program ended with " + std::to_string(status));
      if (waited.count() > kLongestFrame) return fail("no frame came for a minute");
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
  }

  /// Releases all keys and buttons, and restores the first size and the fields room with no
  /// measurement.
  void settle() {
    for (const char* key : {"Control_L", "Shift_L", "Alt_L", "Super_L"}) client_.key(key, false);
    for (int button = 1; button <= 3; ++button) client_.button(button, false);
    client_.resize(kWidth, kHeight);
    client_.focus(true);
    client_.move(kWidth / 2, 2);
    wait_for_frame();
    wait_for_field();
    wait_for_pictures();
    put_away();
    tap("2");
    tap("Escape");
    frames_until([](const nlohmann::json& s) { return s["lab"]["running"] == false; }, 6000);
    tap("1");
    tap("Escape");
    end_by_control("recorded", "r");
    end_by_control("sequence", "e");
    if (result_.broken) return;
    const nlohmann::json now = shown();
    if (now["room"] != "fields") fail("no key leads back to the fields");
    if (now["lab"]["running"] == true) fail("the lab cannot be stopped");
    if (now["help"] == true) tap("F1");
    if (now["full_screen"] == true) tap("F11");
    if (now["present"]["audience"] == true) tap("F4");
    // Another scene ends the playback of a recording.
    if (now["playback"]["open"] == true) tap("n");
    if (now["lecture"]["open"] == true) close_lecture();
    // A comparison keeps the earlier field in memory, however large.
    if (shown().contains("compared")) tap("u");
    if (!comes([](const nlohmann::json& s) { return !s.contains("compared"); })) {
      fail("two fields stay side by side");
    }
  }

  /// Waits for a large field: during its preparation keys do nothing and the old field is shown.
  void wait_for_field() {
    const auto is_prepared = [](const nlohmann::json& now) {
      return !now["told"].get<std::string>().starts_with("Preparing");
    };
    frames_until(is_prepared, 10'000);
  }

  /// Waits for the pictures. Those of a large field take minutes and keep it in memory.
  void wait_for_pictures() {
    const auto is_written = [](const nlohmann::json& now) {
      return now["written"].get<int>() + now["not_written"].get<int>() >= now["taken"].get<int>();
    };
    frames_until(is_written, 60'000);
  }

  /// Closes menus, questions, the search and the tour; puts the pen away; ends magnifying, freezing
  /// and presenting.
  void put_away() {
    for (int left = 10; left > 0; --left) tap("Escape");
    tap("F7");
    if (shown()["tour"]["step"] != 0) tap("F3");
  }

  /// Returns where a control is, once it has not moved for some frames.
  nlohmann::json place_at_rest(const char* control) {
    nlohmann::json place = shown()["places"][control];
    for (int left = 60, same = 0; left > 0 && same < 3; --left) {
      wait_for_frame();
      const nlohmann::json places = shown()["places"];
      const nlohmann::json now = places.contains(control) ? places[control] : place;
      same = now == place ? same + 1 : 0;
      place = now;
    }
    return place;
  }
  void click_middle(const nlohmann::json& place) {
    client_.move(place[0].get<int>() + place[2].get<int>() / 2,
                 place[1].get<int>() + place[3].get<int>() / 2);
    wait_for_frame();
    client_.button(1, true);
    wait_for_frame();
    client_.button(1, false);
  }

  /// Closes the lecture, which keeps earlier states of the field.
  void close_lecture() {
    // The card lies in the side panel, which may be hidden.
    const auto is_shown = [](const nlohmann::json& s) {
      return s["lecture"]["card"] == true && s["panel"] == true;
    };
    for (int left = 2; left > 0 && !is_shown(shown()); --left) {
      tap("F2");
      frames_until(is_shown, 5);
    }
    // The window finds its layout with the card before its button is looked for.
    for (int left = 3; left > 0; --left) wait_for_frame();
    if (!comes([](const nlohmann::json& s) { return s["places"].contains("close lecture"); })) {
      return fail("a lecture has no close button");
    }
    click_middle(place_at_rest("close lecture"));
    if (!comes([](const nlohmann::json& s) { return s["lecture"]["open"] == false; })) {
      fail("a lecture cannot be closed");
    }
    client_.move(kWidth / 2, 2);
    wait_for_frame();
  }

  /// Ends a recording or a sequence of pictures, if one is running.
  void end_by_control(const char* what, const std::string& key) {
    if (result_.broken || shown()[what] == false) return;
    tap_with_control(key);
    if (!comes([&](const nlohmann::json& s) { return s[what] == false; })) {
      fail(std::string("a key does not end this: ") + what);
    }
  }

  Window window_;
  XClient client_;
  std::string scene_;
  std::string lesson_;
  StormResult result_;
  std::uint64_t watched_ = 0;  ///< bytes in use at the last call of watch_memory()
  /// Actions before each growth, and the parts of memory at each measurement.
  std::string held_;
};

}  // namespace heatwave::test
