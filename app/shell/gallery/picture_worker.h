// Renders the pictures of cards and runs one card, on a thread of its own.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/export/field_picture.h"
#include "app/files/picture_cache.h"
#include "app/shell/gallery/gallery_card.h"
#include "app/shell/gallery/stage_sketch.h"
#include "kernels/core/non_copyable.h"

namespace heatwave::shell {

/// The picture of a card. One of the first three is there; none: the card has no picture.
struct CardPicture {
  std::shared_ptr<const exporting::Image> image;
  bool is_plot = false;  ///< the image is a plot, of which nothing may be cut
  std::shared_ptr<const StageSketch> stage;
  std::string experiment;  ///< experiment of the lab whose results are the picture; empty: none
};

/// A file's own words, known when it has been read.
struct FileWords {
  std::string title;
  std::string words;
  bool is_card = false;  ///< the program can open the file
};

struct FinishedCard {
  CardName card;
  std::optional<CardPicture> picture;  ///< none: only the words were asked for
  std::optional<FileWords> words;      ///< none: the card is not a file
  bool is_draft = false;               ///< the picture is still being computed
};

class PictureWorker : core::NonCopyable {
 public:
  /// `cache`: folder of the pictures of earlier starts; empty: there is none.
  explicit PictureWorker(std::filesystem::path cache);
  ~PictureWorker();

  /// Sets the cards whose pictures are needed now, the most urgent first. Each gets a draft before
  /// the first one is completed. Others that were asked for before are no longer rendered.
  void need(std::vector<CardName> cards);
  /// Collects the cards of the catalogues, and those of a folder's scenes, recordings and lectures,
  /// whose words are read when there is time. `folder`: empty: there is none. `is_dark`: pictures
  /// of curves are drawn on black from now on.
  void gather(const std::filesystem::path& folder, bool is_dark);
  /// Runs this card's scene from its start; none: no card runs.
  void run(const std::optional<CardName>& card);
  /// Returns the pictures that have become ready since the last call.
  [[nodiscard]] std::vector<FinishedCard> take_finished();
  /// Returns the groups that have been gathered since the last call.
  [[nodiscard]] std::vector<CardGroup> take_groups();
  /// Returns the newest picture of the running card; null: it has none yet, or it is not a scene.
  [[nodiscard]] std::shared_ptr<const exporting::Image> running_picture() const;

 private:
  class Rendering;
  class Preview;

  void work(const std::stop_token& stop);
  /// The work that the thread was asked for and has not begun.
  struct Requests {
    std::vector<CardName> needed;    ///< by the last call of need()
    std::vector<CardName> pictures;  ///< needed ones that are neither being rendered nor finished
    std::vector<CardName> unread;
    std::optional<std::filesystem::path> folder;  ///< to gather() from
    bool is_dark = false;                         ///< for what follows that folder
    std::optional<CardName> to_run;
    bool has_new_run = false;  ///< `to_run` has changed
    [[nodiscard]] bool empty() const {
      return pictures.empty() && unread.empty() && !folder && !has_new_run;
    }
  };

  /// Begins what was asked for, the most urgent first; called without the lock.
  void take_requests();
  /// Drops what was drawn for the other theme; called with the lock.
  void drop_pictures();
  /// Chooses the next picture to render, and leaves the lock open.
  void begin_rendering(std::unique_lock<std::mutex>& lock);
  void gather_cards(const std::filesystem::path& folder);
  /// Delivers groups, unless others have been asked for meanwhile.
  void deliver(std::vector<CardGroup> groups);
  void read_one(const CardName& file);
  void render_a_while();
  void preview_a_while();

  files::PictureCache cache_;             ///< used by the thread alone
  std::unique_ptr<Rendering> rendering_;  ///< the picture that is being rendered; null: none
  /// Pictures of which a draft was delivered, to be completed.
  std::map<CardName, std::unique_ptr<Rendering>> begun_;
  std::unique_ptr<Preview> preview_;  ///< the card that runs; null: none
  bool is_dark_ = false;

  mutable std::mutex mutex_;  ///< protects what follows
  std::condition_variable_any asked_;
  Requests requests_;
  std::optional<CardName> rendered_;  ///< the card that is being rendered
  std::vector<FinishedCard> finished_;
  std::vector<CardGroup> groups_;
  std::shared_ptr<const exporting::Image> running_picture_;
  std::jthread thread_;
};

}  // namespace heatwave::shell
