// Gallery: everything that the program can show, as cards with pictures.
#pragma once

#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/shell/gallery/card_grid.h"
#include "app/shell/gallery/card_painter.h"
#include "app/shell/gallery/gallery_card.h"
#include "app/shell/gallery/picture_worker.h"
#include "app/shell/shell_context.h"
#include "app/shell/shell_view.h"

namespace heatwave::shell {

class Gallery {
 public:
  explicit Gallery(const ShellContext& shell);

  void handle(const session::ShowGallery& command);
  void draw(ShellView& view);

  [[nodiscard]] bool is_open() const { return is_open_; }
  void add_status(nlohmann::ordered_json& status) const;

 private:
  /// A picture, and the frame that drew it last.
  struct ShelvedPicture {
    CardPicture picture;
    int used = 0;
    bool is_draft = false;
  };

  void gather();
  void take_results();
  void take_words(const CardName& name, const FileWords& words);
  void find_cards();
  [[nodiscard]] const Card* card_at(int number) const;
  [[nodiscard]] CardGrid laid_out(const ui::Look& look, ImVec2 area);

  /// Shows the cards that match what was typed and pressed, the first one chosen.
  void filter();
  void draw_head(ShellView& view);
  void draw_search(ShellView& view, float width);
  void draw_sections(ShellView& view, float width);
  void draw_cards(ShellView& view, float height);
  void draw_row(ShellView& view, const CardGrid& grid, const GridRow& row, ImVec2 origin);
  void draw_no_match(ShellView& view);
  void take_keys(ShellView& view, const CardGrid& grid);
  void choose(int card);
  void scroll_to_chosen(const CardGrid& grid, float height);
  /// Returns the picture on the shelf; null: it has to be rendered.
  const CardPicture* picture_of(const CardName& name);
  /// Asks for the pictures that are missing, and for the chosen card to run.
  void ask_worker();
  void open_chosen();
  /// Closes the gallery by a command, so that those that follow find it closed.
  void leave();
  void close();

  const ShellContext& shell_;
  bool is_open_ = false;
  bool is_new_ = false;  ///< it was just opened and has no cards yet
  std::string typed_;
  CardSection section_ = CardSection::all;
  CardSection opens_with_ = CardSection::all;
  std::vector<CardGroup> groups_;  ///< all cards
  std::vector<FoundGroup> found_;  ///< the cards that match
  CardSentences sentences_;
  int chosen_ = 0;          ///< number of a card among those that match
  double chosen_at_ = 0.0;  ///< time at which it was chosen, in seconds
  int scrolled_to_ = -1;    ///< the card that was last scrolled to; −1: none
  std::map<CardName, ShelvedPicture> shelf_;
  std::vector<CardName> missing_;          ///< pictures that this frame lacked, the topmost first
  std::unique_ptr<PictureWorker> worker_;  ///< null: the gallery was never open
};

}  // namespace heatwave::shell
