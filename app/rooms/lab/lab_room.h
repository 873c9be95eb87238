// The Lab: charts and source of one experiment, and its settings.
#pragma once

#include <optional>
#include <string>

#include "app/rooms/lab/lab_view.h"
#include "app/rooms/room.h"

namespace heatwave::lab_room {

class LabRoom : public rooms::TableRoom<LabView> {
 public:
  [[nodiscard]] const rooms::RoomEntry& entry() const override { return rooms::kLab; }
  [[nodiscard]] std::string title(const session::Snapshot& /*snapshot*/) const override {
    return shown_experiment(model_).title;
  }
  [[nodiscard]] std::string file_name(const session::Snapshot& /*snapshot*/) const override {
    return "lab-" + shown_experiment(model_).id;
  }
  void add_status(nlohmann::ordered_json& status, const rooms::Frame& frame) override;
  [[nodiscard]] std::vector<rooms::Finding> findings(
      const session::Snapshot& snapshot) const override;
  void show_found(const rooms::Finding& finding, const rooms::Frame& frame) override;

  void lay_out(const rooms::Layout& layout, const session::Snapshot& snapshot, float unit) override;
  void begin(const rooms::Frame& frame, double seconds) override;
  void draw(const rooms::Frame& frame, const rooms::Layout& layout) override;
  void draw_head(const rooms::Frame& frame, const ui::Box& bar, float buttons) override;
  void draw_side(const rooms::Frame& frame, const ui::Box& area) override;
  [[nodiscard]] ui::Folds& folds() override { return model_.folds; }
  void draw_transport(const rooms::Frame& frame, const ui::Box& area) override;
  void draw_over(const rooms::Frame& frame, const ui::Box& window) override;
  [[nodiscard]] ui::Box place_of_notices(const rooms::Layout& layout, float unit) const override;
  [[nodiscard]] std::optional<ui::Box> place_of_keys() const override {
    return model_.conclusion.keys;
  }

  [[nodiscard]] rooms::Picture picture(const session::Snapshot& snapshot) const override;
  void show(const std::string& experiment) override {
    if (!experiment.empty()) model_.experiment = experiment;
  }
  [[nodiscard]] rooms::Reveals reveals() const override;
  void reveal(int by, const rooms::Frame& frame) override;
  [[nodiscard]] float divider() const override { return model_.chart_place.share; }
  void place_divider(float share) override;
  void look_at(const session::Sight& sight) override;
  void note_sight(session::Sight& sight) const override;

 protected:
  [[nodiscard]] LabView view(const rooms::Frame& frame) override { return {frame, model_}; }

 private:
  LabModel model_;
};

}  // namespace heatwave::lab_room
