// One thread runs the jobs in the order of their arrival, and counts files and failures.
#include "app/export/export_queue.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "app/words/word_lists.h"

namespace heatwave::exporting {
namespace {

using Clock = std::chrono::steady_clock;

struct Job {
  std::function<std::filesystem::path()> work;
  std::size_t bytes = 0;
  bool of_series = false;
};

/// Limit of failures not yet taken; further ones of single pictures are only counted.
constexpr std::size_t kMostFailures = 64;

std::vector<QueueFailure> no_failures() {
  std::vector<QueueFailure> none;
  none.reserve(kMostFailures);  // reserved so that an out-of-memory failure can be stored
  return none;
}

}  // namespace

struct ExportQueue::Writer {
  mutable std::mutex mutex;
  std::condition_variable changed;
  std::deque<Job> waiting;
  bool busy = false;
  bool closing = false;
  QueueStatus status;
  std::vector<QueueFailure> failures = no_failures();
  std::size_t most_waiting = 0;
  std::size_t bytes_left = 0;  // waiting or in work
  double bytes_done = 0.0;
  double seconds_done = 0.0;
  std::thread thread;

  void work();
  void carry_out_next(std::unique_lock<std::mutex>& lock);
  void note_failure(std::string words, bool of_series);
};

void ExportQueue::Writer::carry_out_next(std::unique_lock<std::mutex>& lock) {
  Job job = std::move(waiting.front());
  waiting.pop_front();
  busy = true;
  lock.unlock();
  const std::size_t bytes = job.bytes;
  const bool of_series = job.of_series;
  const Clock::time_point start = Clock::now();
  std::filesystem::path newest;
  std::filesystem::path newest_single;
  std::string failed;
  try {
    newest = job.work();
    if (!of_series) newest_single = newest;
  } catch (const std::exception& error) {
    failed = words::words_of(error);
  }
  job.work = nullptr;  // frees everything that it holds
  const std::chrono::duration<double> took = Clock::now() - start;
  lock.lock();
  busy = false;
  bytes_left -= bytes;
  if (failed.empty()) {
    if (bytes > 0) ++status.written;
    if (!newest_single.empty()) status.newest_single = std::move(newest_single);
    if (!newest.empty()) status.newest = std::move(newest);
    bytes_done += static_cast<double>(bytes);
    seconds_done += took.count();
  } else {
    ++status.failed;
    note_failure(std::move(failed), of_series);
  }
}

void ExportQueue::Writer::note_failure(std::string words, bool of_series) {
  const auto same_series = [](const QueueFailure& each) { return each.of_series; };
  const bool told = of_series && std::any_of(failures.begin(), failures.end(), same_series);
  if (!told && failures.size() < kMostFailures) failures.push_back({std::move(words), of_series});
}

void ExportQueue::Writer::work() {
  std::unique_lock lock(mutex);
  for (;;) {
    changed.wait(lock, [this] { return closing || !waiting.empty(); });
    if (waiting.empty()) return;
    carry_out_next(lock);
    changed.notify_all();
  }
}

ExportQueue::ExportQueue(std::size_t most_waiting) : writer_(std::make_unique<Writer>()) {
  writer_->most_waiting = most_waiting;
  writer_->thread = std::thread([writer = writer_.get()] { writer->work(); });
}

ExportQueue::~ExportQueue() {
  {
    const std::scoped_lock lock(writer_->mutex);
    writer_->closing = true;
  }
  writer_->changed.notify_all();
  writer_->thread.join();
}

void ExportQueue::add(std::size_t bytes, std::function<std::filesystem::path()> work) {
  add(bytes, Belongs::to_a_series, std::move(work));
}

void ExportQueue::add(std::size_t bytes, Belongs belongs,
                      std::function<std::filesystem::path()> work) {
  {
    const std::scoped_lock lock(writer_->mutex);
    writer_->waiting.push_back(
        {.work = std::move(work), .bytes = bytes, .of_series = belongs == Belongs::to_a_series});
    writer_->bytes_left += bytes;
    // A job without bytes is not a picture but the end of a sequence.
    if (bytes > 0) ++writer_->status.taken;
  }
  writer_->changed.notify_all();
}

void ExportQueue::write(FieldPicture picture, std::filesystem::path path, system::Naming naming) {
  const std::size_t bytes = bytes_of(picture);
  add(bytes, Belongs::to_nothing, [picture = std::move(picture), path = std::move(path), naming] {
    return system::write_whole_file(path, encoded_png(coloured(picture)), naming);
  });
}

void ExportQueue::write(Image image, std::filesystem::path path, system::Naming naming) {
  const std::size_t bytes = bytes_of(image);
  add(bytes, Belongs::to_nothing, [image = std::move(image), path = std::move(path), naming] {
    return system::write_whole_file(path, encoded_png(image), naming);
  });
}

bool ExportQueue::has_room() const {
  const std::scoped_lock lock(writer_->mutex);
  return writer_->bytes_left < writer_->most_waiting;
}

QueueStatus ExportQueue::status() const {
  const std::scoped_lock lock(writer_->mutex);
  QueueStatus status = writer_->status;
  if (writer_->bytes_done > 0.0) {
    const double seconds_per_byte = writer_->seconds_done / writer_->bytes_done;
    status.seconds_left = seconds_per_byte * static_cast<double>(writer_->bytes_left);
  }
  return status;
}

std::optional<std::string> ExportQueue::take_failure() {
  const std::vector<QueueFailure> all = take_failures();
  if (all.empty()) return {};
  return all.front().words;
}

std::vector<QueueFailure> ExportQueue::take_failures() {
  const std::scoped_lock lock(writer_->mutex);
  if (writer_->failures.empty()) return {};
  return std::exchange(writer_->failures, no_failures());
}

void ExportQueue::finish() {
  std::unique_lock lock(writer_->mutex);
  writer_->changed.wait(lock, [this] { return writer_->waiting.empty() && !writer_->busy; });
}

}  // namespace heatwave::exporting
