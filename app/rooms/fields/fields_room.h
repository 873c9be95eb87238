// The room of live heat and waves: the field and its controls.
#pragma once

#include <string>

#include "app/rooms/fields/compared_panes.h"
#include "app/rooms/fields/field_caption.h"
#include "app/rooms/fields/field_words.h"
#include "app/rooms/fields/fields_view.h"
#include "app/rooms/fields/formula_panel.h"
#include "app/rooms/fields/kept_viewpoint.h"
#include "app/rooms/fields/line_pane.h"
#include "app/rooms/fields/quantity_pane.h"
#include "app/rooms/fields/view_marks.h"
#include "app/rooms/room.h"

namespace heatwave::fields_room {

class FieldsRoom : public rooms::TableRoom<FieldsView> {
 public:
  explicit FieldsRoom(rooms::Gestures& gestures);

  [[nodiscard]] const rooms::RoomEntry& entry() const override { return rooms::kFields; }
  [[nodiscard]] std::string title(const session::Snapshot& snapshot) const override;
  [[nodiscard]] std::string file_name(const session::Snapshot& snapshot) const override {
    return snapshot.scene.name;
  }
  [[nodiscard]] std::span<const rooms::Hint> mouse() const override;
  void add_status(nlohmann::ordered_json& status, const rooms::Frame& frame) override;
  [[nodiscard]] std::vector<rooms::Finding> findings(
      const session::Snapshot& snapshot) const override;
  void show_found(const rooms::Finding& finding, const rooms::Frame& frame) override;

  void lay_out(const rooms::Layout& layout, const session::Snapshot& snapshot, float unit) override;
  void take_pointer(const rooms::Frame& frame) override;
  void rest(const rooms::Frame& frame) override;
  void begin(const rooms::Frame& frame, double seconds) override;
  void draw(const rooms::Frame& frame, const rooms::Layout& layout) override;
  void draw_head(const rooms::Frame& frame, const ui::Box& bar, float buttons) override;
  void draw_side(const rooms::Frame& frame, const ui::Box& area) override;
  [[nodiscard]] ui::Folds& folds() override { return model_.folds; }
  void draw_transport(const rooms::Frame& frame, const ui::Box& area) override;
  [[nodiscard]] ui::Box place_of_notices(const rooms::Layout& layout, float unit) const override;
  [[nodiscard]] std::optional<ui::Box> place_of_keys() const override;
  [[nodiscard]] bool moves() const override {
    return viewpoint_.waits() || formula_.waits() || model_.typed.wait();
  }
  [[nodiscard]] rooms::Picture picture(const session::Snapshot& snapshot) const override;
  [[nodiscard]] ui::Box ground(const rooms::Layout& layout) const override {
    return model_.strip.place.rest_of(layout.room, strip_);
  }
  [[nodiscard]] const view::SurfaceCamera* surface() const override {
    return is_surface_ ? &model_.camera : nullptr;
  }
  [[nodiscard]] ui::Box surface_area() const override {
    return is_surface_ ? field_.around(colour_bar_) : ui::Box{};
  }
  [[nodiscard]] bool plots_field() const override { return is_line_; }
  [[nodiscard]] const rooms::Panes* panes() const override {
    return compared_.is_on() ? compared_.panes() : quantity_.panes();
  }
  [[nodiscard]] std::optional<view::SampleRequest> samples_wanted() const override {
    return request_;
  }
  [[nodiscard]] const view::FieldMapping* field() const override { return &model_.mapping; }

 protected:
  [[nodiscard]] FieldsView view(const rooms::Frame& frame) override {
    return {frame, model_, tools_, measures_, formula_, model_.mapping, look()};
  }

 private:
  /// Returns the current view of the scene.
  [[nodiscard]] const view::FieldLook& look() const {
    if (is_line_) return line_.look();
    if (is_surface_) return surface_look_;
    return flat_look_;
  }
  void move_view(double x, double y);
  void turn_surface(double x, double y);
  void update_requests(const scene::Scene& scene, Detail detail);
  void take_measures(const rooms::Frame& frame);
  /// Chooses the cell whose value the surveys report.
  void read_cell(const rooms::Frame& frame, core::Cell cell);
  void draw_scene_picker(FieldsView& context, float width, bool all_equations);
  void draw_equation_switch(FieldsView& context, const std::vector<std::string>& titles,
                            float width);

  KeptViewpoint viewpoint_;
  FieldsModel model_;
  FieldTools tools_;
  MeasureTools measures_;
  FormulaPanel formula_;
  view::FlatLook flat_look_{model_.mapping};
  view::SurfaceLook surface_look_{model_.camera};
  LinePane line_{model_.mapping};
  bool is_surface_ = false;
  bool is_line_ = false;
  ComparedPanes compared_;
  QuantityPane quantity_;
  std::optional<view::SampleRequest> request_;
  core::Cell read_cell_{-1, -1};
  float unit_ = 1.0F;
  WordsAbove above_;
  FieldCaption caption_;
  ui::Box field_;
  ui::Box colour_bar_;
  ui::Box strip_;  ///< area of the charts; empty: no charts
};

}  // namespace heatwave::fields_room
