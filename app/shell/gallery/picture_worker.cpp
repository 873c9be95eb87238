// Works in slices of some milliseconds, so that a new request never waits for long.
#include "app/shell/gallery/picture_worker.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <utility>
#include <variant>

#include "app/export/npy.h"
#include "app/files/file_dialog.h"
#include "app/files/file_kind.h"
#include "app/scene/picture_use.h"
#include "app/scene/scene_files.h"
#include "app/scene/scene_json.h"
#include "app/session/field/check_sum.h"
#include "app/shell/gallery/scene_run.h"
#include "app/wire/lecture.h"
#include "app/wire/recording.h"
#include "app/words/version.h"
#include "app/words/word_lists.h"
#include "kernels/core/error.h"

namespace heatwave::shell {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto kSlice = 8ms;
constexpr auto kPreviewInterval = 33ms;
constexpr auto kDraftInterval = 200ms;  ///< between pictures of a scene that are not final
/// Grows when pictures are drawn in another way, so that those on disk are rendered anew.
constexpr int kPictureFormat = 1;

/// The thing that a card's picture shows.
using Subject = std::variant<std::monostate, scene::Scene, exporting::Image, CardName>;

struct ReadCard {
  Subject subject;
  std::optional<FileWords> words;
};

Subject subject_of(const wire::LectureStep& step) {
  const session::Sight& sight = step.sight;
  if (sight.place == session::Place::lab && sight.lab && !sight.lab->experiment.empty()) {
    return CardName{CardKind::experiment, sight.lab->experiment};
  }
  if (sight.place == session::Place::stage && sight.stage && !sight.stage->lesson.empty()) {
    return CardName{CardKind::lesson, sight.stage->lesson};
  }
  if (const auto* name = std::get_if<std::string>(&step.scene)) return scene::find_scene(*name);
  if (const auto* own = std::get_if<scene::Scene>(&step.scene)) return *own;
  return {};
}

/// Returns the first thing that the lecture shows in the room of most of its steps.
Subject subject_of(const wire::Lecture& lecture) {
  struct RoomShown {
    int steps = 0;
    Subject first;
  };
  std::map<session::Place, RoomShown> rooms;
  for (const wire::LectureStep& step : lecture.steps) {
    RoomShown& room = rooms[step.sight.place];
    ++room.steps;
    if (std::holds_alternative<std::monostate>(room.first)) room.first = subject_of(step);
  }
  const RoomShown* most = nullptr;
  for (const auto& [place, room] : rooms) {
    const bool shows = !std::holds_alternative<std::monostate>(room.first);
    if (shows && (most == nullptr || room.steps > most->steps)) most = &room;
  }
  return most == nullptr ? Subject{} : most->first;
}

exporting::Image in_gray(const scene::GrayPicture& picture) {
  exporting::Image image{picture.extent, {}};
  image.rgb.reserve(3 * picture.shades.size());
  for (const std::uint8_t shade : picture.shades) image.rgb.insert(image.rgb.end(), 3, shade);
  return image;
}

exporting::Image picture_of_array(exporting::Array array) {
  const auto cells = static_cast<std::size_t>(array.extent.cells());
  array.cells.resize(cells);
  const colour::ColourScale scale = colour::scale_of(array.cells);
  return exporting::coloured(
      {.extent = array.extent, .cells = std::move(array.cells), .flags = {}, .scale = scale});
}

std::string title_of(const scene::Scene& scene) {
  return scene.title.empty() ? scene.name : scene.title;
}

ReadCard read_file(const fs::path& path) {
  const std::string name = words::printable(path.filename().string());
  switch (files::kind_of(path)) {
    case files::FileKind::scene: {
      scene::Scene scene = scene::load_scene(path);
      FileWords words{title_of(scene), scene.words.watch, true};
      return {std::move(scene), std::move(words)};
    }
    case files::FileKind::recording: {
      wire::Recording recording = wire::read_recording(path);
      return {std::move(recording.scene), FileWords{name, "A recording.", true}};
    }
    case files::FileKind::lecture: {
      const wire::Lecture lecture = wire::read_lecture(path);
      return {subject_of(lecture), FileWords{lecture.title, lecture.about, true}};
    }
    case files::FileKind::array:
      return {picture_of_array(exporting::NpyFile(path).read()),
              FileWords{name, "A field as an array of NumPy.", true}};
    case files::FileKind::picture:
      return {in_gray(scene::read_picture(path)), FileWords{name, "A picture.", true}};
    case files::FileKind::kernel:
    case files::FileKind::folder:
    case files::FileKind::other:
      break;
  }
  return {{}, FileWords{}};
}

ReadCard read_card(const CardName& card) {
  switch (card.kind) {
    case CardKind::scene:
      return {scene::find_scene(card.id), {}};
    case CardKind::lecture:
      return {subject_of(wire::find_lecture(card.id)), {}};
    case CardKind::experiment:
    case CardKind::lesson:
      return {card, {}};
    case CardKind::file:
      return read_file(card.id);
  }
  return {};
}

std::uint64_t key_of(const scene::Scene& scene, bool is_dark) {
  std::uint64_t key = files::hash_of(words::version());
  if (scene::is_line(scene)) key = files::hash_of(is_dark ? "dark" : "light", key);
  key = files::hash_of(std::to_string(kPictureFormat), key);
  key = files::hash_of(scene::to_json(scene), key);
  if (!scene.given) return key;
  return files::hash_of(std::to_string(session::check_sum(*scene.given)), key);
}

}  // namespace

/// A picture of a card, rendered slice by slice.
class PictureWorker::Rendering {
 public:
  Rendering(CardName card, const files::PictureCache& cache, bool is_dark)
      : card_(std::move(card)), is_dark_(is_dark) {
    try {
      begin(cache);
    } catch (const std::exception&) {
      is_done_ = true;  // the card has no picture, and a file that cannot be opened is no card
    }
  }

  [[nodiscard]] const CardName& card() const { return card_; }
  [[nodiscard]] bool is_done() const { return is_done_; }
  [[nodiscard]] bool has_draft() const { return has_draft_; }

  void advance(files::PictureCache& cache) {
    try {
      const auto until = Clock::now() + kSlice;
      while (left_ > 0 && Clock::now() < until) {
        const auto from = Clock::now();
        const std::int64_t steps = std::min(left_, at_once_);
        run_->advance(steps);
        left_ -= steps;
        if (Clock::now() - from < kSlice / 4) at_once_ *= 2;
      }
      if (left_ > 0) return;
      exporting::Image image = run_->picture(is_dark_);
      cache.keep(key_, image);
      picture_.image = std::make_shared<const exporting::Image>(std::move(image));
    } catch (const std::exception&) {
      picture_ = {};
    }
    is_done_ = true;
  }

  /// Returns the picture as far as it has come, at first and now and then; none: it is not due.
  std::optional<FinishedCard> take_draft() {
    if (!run_ || (has_draft_ && Clock::now() < draft_due_)) return {};
    has_draft_ = true;
    draft_due_ = Clock::now() + kDraftInterval;
    CardPicture draft{.is_plot = picture_.is_plot};
    draft.image = std::make_shared<const exporting::Image>(run_->picture(is_dark_));
    return FinishedCard{card_, std::move(draft), words_, true};
  }

  [[nodiscard]] FinishedCard take() {
    return {std::move(card_), std::move(picture_), std::move(words_), false};
  }

 private:
  void begin(const files::PictureCache& cache) {
    if (card_.kind == CardKind::file) words_ = FileWords{};
    ReadCard read = read_card(card_);
    words_ = std::move(read.words);
    if (auto* scene = std::get_if<scene::Scene>(&read.subject)) {
      key_ = key_of(*scene, is_dark_);
      picture_.is_plot = scene::is_line(*scene);
      if (auto kept = cache.find(key_)) {
        picture_.image = std::make_shared<const exporting::Image>(std::move(*kept));
        is_done_ = true;
        return;
      }
      run_.emplace(std::move(*scene));
      left_ = run_->steps_to_picture();
      return;
    }
    is_done_ = true;
    if (auto* image = std::get_if<exporting::Image>(&read.subject)) {
      picture_.image =
          std::make_shared<const exporting::Image>(shrunk(std::move(*image), kPictureSide));
    }
    const auto* other = std::get_if<CardName>(&read.subject);
    if (other == nullptr) return;
    if (other->kind == CardKind::experiment) picture_.experiment = other->id;
    if (other->kind == CardKind::lesson) {
      picture_.stage = std::make_shared<const StageSketch>(sketch_of_lesson(other->id));
    }
  }

  CardName card_;
  bool is_dark_;
  CardPicture picture_;
  std::optional<FileWords> words_;
  bool is_done_ = false;
  std::uint64_t key_ = 0;
  std::optional<SceneRun> run_;  ///< none: the picture needs no steps
  std::int64_t left_ = 0;
  std::int64_t at_once_ = 1;  ///< steps without a look at the clock
  bool has_draft_ = false;
  Clock::time_point draft_due_;
};

/// Runs a card's scene as fast as its room would, or slower where that needs more than a part of a
/// processor.
class PictureWorker::Preview {
 public:
  Preview(const CardName& card, bool is_dark) : is_dark_(is_dark) {
    try {
      ReadCard read = read_card(card);
      if (auto* scene = std::get_if<scene::Scene>(&read.subject)) run_.emplace(std::move(*scene));
    } catch (const std::exception&) {
      run_.reset();  // its card has no picture either
    }
  }

  [[nodiscard]] bool runs() const { return run_.has_value(); }
  [[nodiscard]] Clock::time_point due() const { return due_; }

  /// Returns the next picture; null: the scene has come to an end.
  std::shared_ptr<const exporting::Image> next() {
    try {
      due_ = std::max(due_ + kPreviewInterval, Clock::now() + kPreviewInterval / 2);
      const auto until = Clock::now() + kSlice;
      std::int64_t left = run_->steps_in(std::chrono::duration<double>(kPreviewInterval).count());
      while (left > 0 && Clock::now() < until) {
        const std::int64_t steps = std::min<std::int64_t>(left, 4);
        run_->advance(steps);
        left -= steps;
      }
      return std::make_shared<const exporting::Image>(run_->picture(is_dark_));
    } catch (const std::exception&) {
      run_.reset();
      return nullptr;
    }
  }

 private:
  bool is_dark_;
  std::optional<SceneRun> run_;
  Clock::time_point due_ = Clock::now();
};

PictureWorker::PictureWorker(fs::path cache)
    : cache_(std::move(cache)), thread_([this](const std::stop_token& stop) { work(stop); }) {}

PictureWorker::~PictureWorker() = default;

void PictureWorker::need(std::vector<CardName> cards) {
  const std::lock_guard lock(mutex_);
  requests_.needed = cards;
  std::erase_if(cards, [this](const CardName& card) {
    return card == rendered_ ||
           std::any_of(finished_.begin(), finished_.end(), [&](const FinishedCard& each) {
             return each.picture && !each.is_draft && each.card == card;
           });
  });
  requests_.pictures = std::move(cards);
  asked_.notify_one();
}

void PictureWorker::gather(const fs::path& folder, bool is_dark) {
  const std::lock_guard lock(mutex_);
  requests_.unread.clear();
  requests_.folder = folder;
  requests_.is_dark = is_dark;
  groups_.clear();
  finished_.clear();
  asked_.notify_one();
}

void PictureWorker::run(const std::optional<CardName>& card) {
  const std::lock_guard lock(mutex_);
  if (requests_.to_run == card) return;
  requests_.to_run = card;
  requests_.has_new_run = true;
  running_picture_ = nullptr;
  asked_.notify_one();
}

std::vector<FinishedCard> PictureWorker::take_finished() {
  const std::lock_guard lock(mutex_);
  return std::exchange(finished_, {});
}

std::vector<CardGroup> PictureWorker::take_groups() {
  const std::lock_guard lock(mutex_);
  return std::exchange(groups_, {});
}

std::shared_ptr<const exporting::Image> PictureWorker::running_picture() const {
  const std::lock_guard lock(mutex_);
  return running_picture_;
}

void PictureWorker::work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    take_requests();
    // All pictures come before one that moves.
    if (rendering_ != nullptr) {
      render_a_while();
    } else if (preview_ != nullptr && Clock::now() >= preview_->due()) {
      preview_a_while();
    } else {
      std::unique_lock lock(mutex_);
      const auto is_asked = [this] { return !requests_.empty(); };
      if (preview_ == nullptr) {
        asked_.wait(lock, stop, is_asked);
      } else {
        asked_.wait_until(lock, stop, preview_->due(), is_asked);
      }
    }
  }
}

void PictureWorker::take_requests() {
  std::unique_lock lock(mutex_);
  if (std::exchange(requests_.has_new_run, false)) {
    const std::optional<CardName> card = requests_.to_run;
    lock.unlock();
    preview_ = card ? std::make_unique<Preview>(*card, is_dark_) : nullptr;
    if (preview_ != nullptr && !preview_->runs()) preview_ = nullptr;
    lock.lock();
  }
  if (const auto folder = std::exchange(requests_.folder, std::nullopt)) {
    if (std::exchange(is_dark_, requests_.is_dark) != is_dark_) drop_pictures();
    lock.unlock();
    return gather_cards(*folder);
  }
  if (rendering_ != nullptr) return;
  std::erase_if(begun_, [this](const auto& each) {
    const auto& needed = requests_.needed;
    return std::find(needed.begin(), needed.end(), each.first) == needed.end();
  });
  if (!requests_.pictures.empty()) {
    begin_rendering(lock);
  } else if (!requests_.unread.empty()) {
    const CardName file = requests_.unread.front();
    requests_.unread.erase(requests_.unread.begin());
    lock.unlock();
    read_one(file);
  }
}

void PictureWorker::drop_pictures() {
  rendering_ = nullptr;
  begun_.clear();
  rendered_.reset();
  finished_.clear();
}

void PictureWorker::begin_rendering(std::unique_lock<std::mutex>& lock) {
  auto& pictures = requests_.pictures;
  auto next = std::find_if(pictures.begin(), pictures.end(),
                           [this](const CardName& card) { return !begun_.contains(card); });
  if (next == pictures.end()) next = pictures.begin();
  const CardName card = *next;
  rendered_ = card;
  pictures.erase(next);
  lock.unlock();
  const auto begun = begun_.find(card);
  if (begun == begun_.end()) {
    rendering_ = std::make_unique<Rendering>(card, cache_, is_dark_);
  } else {
    rendering_ = std::move(begun->second);
    begun_.erase(begun);
  }
}

void PictureWorker::gather_cards(const fs::path& folder) {
  std::vector<wire::LectureListing> lectures;
  try {
    lectures = wire::built_in_lectures();
  } catch (const core::Error&) {
    lectures.clear();  // the list of lectures says why
  }
  deliver(built_in_cards(lectures));
  std::vector<fs::path> own;
  if (!folder.empty()) {
    const files::FolderList found = files::list_folder(
        folder, {files::FileKind::scene, files::FileKind::recording, files::FileKind::lecture});
    for (const files::FolderEntry& each : found.entries) {
      if (each.kind != files::FileKind::folder) own.push_back(each.path);
    }
  }
  if (own.empty()) return;
  CardGroup group = cards_of_files("Your files", own);
  group.words = words::printable(folder.string());
  deliver({std::move(group)});
}

void PictureWorker::deliver(std::vector<CardGroup> groups) {
  const std::lock_guard lock(mutex_);
  if (requests_.folder) return;
  for (CardGroup& group : groups) {
    if (group.section == CardSection::files) {
      for (const Card& card : group.cards) requests_.unread.push_back(card.name);
    }
    groups_.push_back(std::move(group));
  }
}

void PictureWorker::read_one(const CardName& file) {
  FinishedCard card{.card = file, .words = FileWords{}};
  try {
    card.words = read_file(file.id).words;
  } catch (const std::exception&) {
    card.words = FileWords{};  // a file that cannot be opened is no card
  }
  const std::lock_guard lock(mutex_);
  finished_.push_back(std::move(card));
}

void PictureWorker::render_a_while() {
  // Others are waiting for their first draft.
  const bool is_first = !rendering_->has_draft();
  if (!rendering_->is_done()) rendering_->advance(cache_);
  const bool is_done = rendering_->is_done();
  std::optional<FinishedCard> card = is_done ? rendering_->take() : rendering_->take_draft();
  if (!is_done && is_first) begun_.emplace(rendering_->card(), std::move(rendering_));
  if (is_done) rendering_ = nullptr;
  const std::lock_guard lock(mutex_);
  if (rendering_ == nullptr) rendered_.reset();
  if (card) finished_.push_back(std::move(*card));
}

void PictureWorker::preview_a_while() {
  std::shared_ptr<const exporting::Image> next = preview_->next();
  if (next == nullptr) preview_ = nullptr;
  const std::lock_guard lock(mutex_);
  if (!requests_.has_new_run && next != nullptr) running_picture_ = std::move(next);
}

}  // namespace heatwave::shell
