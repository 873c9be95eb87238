// A recording in memory for tests.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "app/session/session.h"

namespace heatwave::session {

class KeptLog {
 public:
  struct Entry {
    std::int64_t step = 0;
    Envelope envelope;
  };

  /// Returns the options with a journal that records into this log.
  SessionOptions recording(SessionOptions options) const {
    options.make_journal = [kept = entries_](const JournalRequest& /*request*/) {
      return std::make_unique<Writer>(kept);
    };
    return options;
  }
  [[nodiscard]] const std::vector<Entry>& entries() const { return *entries_; }

 private:
  class Writer : public Journal {
   public:
    explicit Writer(std::shared_ptr<std::vector<Entry>> kept) : kept_(std::move(kept)) {}
    void note(Moment moment, const Envelope& envelope) override {
      kept_->push_back({moment.step, envelope});
    }
    void keyframe(Moment /*moment*/, std::uint64_t /*sum*/) override {}
    std::filesystem::path close(Moment /*moment*/, std::uint64_t /*sum*/) override { return {}; }
    [[nodiscard]] std::uint64_t bytes() const override { return 0; }

   private:
    std::shared_ptr<std::vector<Entry>> kept_;
  };

  std::shared_ptr<std::vector<Entry>> entries_ = std::make_shared<std::vector<Entry>>();
};

}  // namespace heatwave::session
