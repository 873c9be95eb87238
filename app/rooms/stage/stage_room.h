// The Stage: a lesson's play on its board, its source, its time line, and its settings.
#pragma once

#include <optional>
#include <string>

#include "app/rooms/room.h"
#include "app/rooms/stage/stage_view.h"

namespace heatwave::stage_room {

class StageRoom : public rooms::TableRoom<StageView> {
 public:
  [[nodiscard]] const rooms::RoomEntry& entry() const override { return rooms::kStage; }
  [[nodiscard]] std::string title(const session::Snapshot& /*snapshot*/) const override {
    return shown_lesson(model_).title;
  }
  [[nodiscard]] std::string file_name(const session::Snapshot& /*snapshot*/) const override {
    return "stage-" + shown_lesson(model_).id;
  }
  [[nodiscard]] std::span<const rooms::Hint> mouse() const override;
  void add_status(nlohmann::ordered_json& status, const rooms::Frame& frame) override;
  [[nodiscard]] std::vector<rooms::Finding> findings(
      const session::Snapshot& snapshot) const override;
  void show_found(const rooms::Finding& finding, const rooms::Frame& frame) override;

  void rest(const rooms::Frame& /*frame*/) override { end_sequence(model_); }
  void begin(const rooms::Frame& frame, double seconds) override;
  [[nodiscard]] bool moves() const override {
    return model_.playing || model_.kernel.task != nullptr;
  }
  void draw(const rooms::Frame& frame, const rooms::Layout& layout) override;
  void draw_over(const rooms::Frame& frame, const ui::Box& window) override;
  void draw_head(const rooms::Frame& frame, const ui::Box& bar, float buttons) override;
  void draw_side(const rooms::Frame& frame, const ui::Box& area) override;
  [[nodiscard]] ui::Folds& folds() override { return model_.folds; }
  void draw_transport(const rooms::Frame& frame, const ui::Box& area) override;

  [[nodiscard]] ui::Box place_of_notices(const rooms::Layout& layout, float unit) const override;

  [[nodiscard]] std::optional<ui::Box> place_of_keys() const override;

  [[nodiscard]] rooms::Picture picture(const session::Snapshot& /*snapshot*/) const override {
    return {.area = model_.places.picture,
            .part = std::to_string(model_.step),
            .step = model_.saved_from ? model_.step : -1};
  }
  bool show_next_step() override;
  void show(const std::string& lesson) override {
    if (!lesson.empty()) model_.lesson = lesson;
  }
  void look_at(const session::Sight& sight) override;
  void note_sight(session::Sight& sight) const override;

 protected:
  [[nodiscard]] StageView view(const rooms::Frame& frame) override { return {frame, model_}; }

 private:
  StageModel model_;
};

}  // namespace heatwave::stage_room
