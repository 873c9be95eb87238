// Draws the list of variants: name, time on an axis, and figures, a row for each.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/rooms/lab/chart_data.h"
#include "app/rooms/lab/chart_rows.h"
#include "app/rooms/lab/lab_charts.h"
#include "app/rooms/lab/lab_view.h"
#include "app/rooms/lab/list_columns.h"
#include "app/rooms/lab/list_heading.h"
#include "app/rooms/lab/list_rows.h"
#include "app/rooms/lab/time_marks.h"
#include "app/rooms/lab/variant_list.h"
#include "app/ui/box.h"
#include "app/ui/chart_axes.h"
#include "app/ui/controls.h"
#include "app/ui/pen.h"
#include "app/ui/sized.h"
#include "app/ui/text_lines.h"
#include "app/words/numbers.h"
#include "kernels/lab/experiment_catalogue.h"
#include "kernels/lab/measurement.h"

namespace heatwave::lab_room {
namespace {

// Lengths in design units.
constexpr float kLowestListRow = 28.0F;  ///< where the list may take the room for it
constexpr float kExplainedRow = 26.0F;   ///< without the sentence below its name
constexpr float kTightListRow = 19.0F;   ///< where the list has less room
constexpr float kTallestListRow = 56.0F;
constexpr float kFoldedRow = 44.0F;
/// A lower chart has no title for its axis and no legend.
constexpr float kLowChart = 184.0F;
constexpr float kLowChartAlone = 224.0F;  ///< that cannot grow, because it has all of the room
constexpr float kLowRows = 140.0F;  ///< in lower rows, one long remark would leave no other row

class ListChart {
 public:
  /// `look`: the context's, or with smaller letters.
  ListChart(LabView& context, const ui::Look& look, const ListData& data, const ui::Box& box)
      : context_(context),
        look_(look),
        pen_(look, *ImGui::GetWindowDrawList()),
        data_(data),
        chosen_(shown_variant(context.model)),
        columns_(context, pen_, data, box),
        marks_(data, columns_.axis(), look.unit) {}

  /// Draws into the current window; returns the variant that was clicked.
  [[nodiscard]] std::string draw(const ui::Box& box) {
    const float u = pen_.unit();
    const ui::Box rows = rows_in(box);
    if (!data_.is_measured()) return draw_rows(rows);
    draw_heads(box);
    context_.model.list.axis_length = columns_.axis().to - columns_.axis().from;
    const float ticks =
        columns_.is_stacked() ? rows.bottom + 2 * u + pen_.line() / 2 : box.top + head_height() / 2;
    marks_.draw_ticks(pen_, ticks);
    std::string clicked = draw_rows(rows);
    context_.model.list.key.clear();
    if (has_foot(box)) draw_foot({box.left, box.bottom - pen_.line(), box.right, box.bottom});
    return clicked;
  }

  /// Returns the height of a box in which no row scrolls, with rows of at least this height.
  [[nodiscard]] float needed(const ui::Box& box, const RowSpace& space) const {
    return box.height() - rows_in(box).height() + folded_height() + height_of(placed(space));
  }

  /// Returns the space of rows with a sentence about each variant.
  [[nodiscard]] RowSpace explained() const {
    return {.lowest = kExplainedRow, .about = &shown_experiment(context_.model).variants};
  }

  /// Returns whether no row scrolls, and the most important columns and the key are there.
  [[nodiscard]] bool is_complete(const ui::Box& box) const {
    return needed(box, {.lowest = kTightListRow}) <= box.height() && columns_.has_first_columns() &&
           (has_foot(box) || !data_.is_measured());
  }

 private:
  /// Draws the legend of the rows in sight. Precondition: the rows are drawn.
  void draw_foot(const ui::Box& foot) const {
    const bool is_log = columns_.axis().logarithmic;
    const ui::KeyEntry scale{
        .text = is_log ? "Log scale; left is faster" : "From 0; shorter is faster",
        .brief = is_log ? "left is faster" : "from 0"};
    std::vector<ui::KeyEntry> key = marks_.key(in_sight_);
    const std::string ratio = ratio_words();
    if (!ratio.empty()) key.push_back({ui::KeyEntry::Sample::none, ratio});
    pen_.foot(foot, scale, key);
    for (const ui::KeyEntry& entry : key) context_.model.list.key.push_back(entry.text);
    note_box(context_, "key of times", foot);
  }

  [[nodiscard]] bool has_foot(const ui::Box& box) const {
    if (context_.is_for_picture) return true;  // its rows are all there, however low the room is
    const bool is_alone = context_.model.chart_place.takes_turns;
    return box.height() >= (is_alone ? kLowChartAlone : kLowChart) * pen_.unit();
  }
  [[nodiscard]] float head_height() const { return pen_.line() + 8 * pen_.unit(); }
  [[nodiscard]] float folded_height() const {
    return data_.list.folded.empty() ? 0.0F : kFoldedRow * pen_.unit();
  }

  /// Returns the part of the box that the rows have, between headings and foot.
  [[nodiscard]] ui::Box rows_in(const ui::Box& box) const {
    if (!data_.is_measured()) return box;
    const float line = pen_.line() + 4 * pen_.unit();
    // Beside the headings there is no room for an axis that is as wide as the chart.
    const float below = (has_foot(box) ? line : 0.0F) + (columns_.is_stacked() ? line : 0.0F);
    return {box.left, box.top + head_height(), box.right, box.bottom - below};
  }

  /// Each click moves on: first order, reverse order, then the ladder's order.
  void sort_by(LabColumn column) {
    ListModel& model = context_.model.list;
    const bool first_way = look_of(column).largest_first;
    if (model.sort_column != column) {
      model.sort_column = column;
      model.sort_descending = first_way;
    } else if (model.sort_descending == first_way) {
      model.sort_descending = !first_way;
    } else {
      model.sort_column.reset();
    }
  }

  /// Draws the headings in a band above the rows.
  void draw_heads(const ui::Box& box) {
    const float height = head_height();
    const float name = pen_.width(look_of(LabColumn::variant).head);
    draw_head({LabColumn::variant, columns_.title(), columns_.title() + name}, box.top, height);
    for (const Column& each : columns_.all()) draw_head(each, box.top, height);
  }

  void draw_head(const Column& column, float top, float height) {
    const float u = pen_.unit();
    const ColumnLook& look = look_of(column.column);
    const ListModel& model = context_.model.list;
    const bool sorted = model.sort_column == column.column && !data_.guesses;
    ImGui::SetCursorScreenPos({column.left - 4 * u, top});
    ImGui::PushID(static_cast<int>(column.column));
    const bool pressed = ui::press_area("head", {column.right - column.left + 8 * u, height});
    if (pressed && !data_.guesses) sort_by(column.column);
    note_place(context_, std::string("head/") + look.head);
    const ImVec4 ink = sorted                   ? pen_.theme().accent
                       : ImGui::IsItemHovered() ? pen_.theme().text
                                                : pen_.theme().dim;
    explain(context_, std::string(look.help) +
                          " Click to sort, again to reverse, again for the ladder's order.");
    ImGui::PopID();
    const float y = top + height / 2;
    const std::string head = columns_.head_of(column.column);
    const float width = pen_.width(head);
    const float x = look.at_left ? column.left : column.right - width;
    pen_.text(x, y, head, ink);
    if (!sorted) return;
    const float tip = model.sort_descending ? 4 * u : -4 * u;
    const float middle = look.at_left ? x + width + 12 * u : x - 10 * u;
    pen_.list().AddTriangleFilled({middle - 5 * u, y - tip}, {middle + 5 * u, y - tip},
                                  {middle, y + tip}, ui::packed_colour(ink));
  }

  /// Returns "×: kernel against loop"; empty: the heading says it, or the rows compare with
  /// different variants.
  [[nodiscard]] std::string ratio_words() const {
    const std::string reference = data_.list.reference();
    const bool is_in_heading = data_.list.speed_head != look_of(LabColumn::speed).head;
    return reference.empty() || is_in_heading ? "" : "×: kernel against " + reference;
  }

  [[nodiscard]] std::vector<RowPlace> placed(const RowSpace& space) const {
    return place_rows(look_, data_, columns_, space);
  }

  /// Returns the rows with the comfortable height and a sentence about each variant, if they fit;
  /// otherwise the lowest rows.
  [[nodiscard]] std::vector<RowPlace> fitting_places(const ui::Box& box) const {
    const bool is_low = data_.is_measured() && box.height() < kLowRows * pen_.unit();
    if (!context_.model.guess.hides_words()) {
      std::vector<RowPlace> places = placed(explained());
      if (folded_height() + height_of(places) <= box.height()) return places;
    }
    return placed({.lowest = kTightListRow, .is_low = is_low});
  }

  [[nodiscard]] std::string draw_rows(const ui::Box& box) {
    std::string clicked;
    const float u = pen_.unit();
    ChartPlace& chart = context_.model.chart_place;
    const float folded = folded_height();
    std::vector<RowPlace> places = fitting_places(box);
    const float all = folded + height_of(places);
    const float spare = std::max(0.0F, box.height() - all);
    for (RowPlace& place : places) {
      const float tallest = kTallestListRow * u + height_below_name(place);
      const float more = std::clamp(spare / static_cast<float>(places.size()), 0.0F,
                                    std::max(0.0F, tallest - place.height));
      place.main += more;
      place.height += more;
    }
    chart.missing = std::max(0.0F, all - box.height());
    const float hint = hint_height();
    const float room = box.height() - hint;
    const PinnedRows pinned = scrolls() ? pinned_rows(places, room, chart.scrolled) : PinnedRows{};
    const float between = room - pinned.above_height - pinned.below_height;
    const ui::Box rows =
        ui::Box::at(box.left, box.top + pinned.above_height, box.width(),
                    scrolls() ? whole_rows(places, folded, between, chart.scrolled) : between);
    if (const auto to = std::exchange(chart.scrolls_to, std::nullopt)) {
      ImGui::SetNextWindowScroll({-1, *to});  // −1: stays
    }
    {
      const ui::ChartArea area("rows", rows, !chart.draws_whole);
      note_box(context_, "rows", box);
      if (chart.missing > 0 && area.hovered()) rest_on_row(places);
      chart.scrolled = ImGui::GetScrollY();
      if (context_.model.chosen.changed) show_chosen(places, room);
      const ui::ChartPen pen(look_, *ImGui::GetWindowDrawList());
      const float begin = ImGui::GetCursorScreenPos().y;
      float top = begin;
      for (const RowPlace& place : places) {
        const ui::Box row{box.left, top, box.right - 2 * u, top + place.height};
        top = row.bottom;
        if (!pinned.has(place) && draw_row(pen, area, row, place)) clicked = place.row->variant;
      }
      if (folded > 0) draw_folded({box.left, top, box.right - 2 * u, top + folded});
      ImGui::SetCursorScreenPos({box.left, begin});
      // Rows that all fit must not bring a scroll bar by a rounding error. Where they scroll, a
      // lower list would end above its last row, and creep there pixel by pixel.
      const float rounding = chart.missing > 0 ? 0.0F : 1.0F;
      ui::space({1, std::max(1.0F, top + folded - begin - rounding)});
    }
    const std::string above =
        draw_pinned("pinned above", pinned.above, {box.left, box.top, box.right, rows.top});
    const std::string below = draw_pinned(
        "pinned below", pinned.below,
        {box.left, rows.bottom + hint, box.right, rows.bottom + hint + pinned.below_height});
    if (hint > 0) {
      draw_hint({box.left, rows.bottom, box.right, rows.bottom + hint},
                hidden_rows(places, pinned, folded, rows.height(), chart.scrolled), rows.height());
    }
    return !above.empty() ? above : !below.empty() ? below : clicked;
  }

  /// Returns whether the rows do not fit and scroll.
  [[nodiscard]] bool scrolls() const {
    const ChartPlace& chart = context_.model.chart_place;
    return chart.missing > 0 && !chart.draws_whole;
  }

  /// Returns the height of the line that says how many rows are out of sight; 0: none is.
  [[nodiscard]] float hint_height() const {
    return scrolls() ? pen_.line() + 4 * pen_.unit() : 0.0F;
  }

  /// Says below the scrolled rows how many are out of sight; a click on it shows the next ones.
  /// `shown`: height of the list in sight.
  void draw_hint(const ui::Box& line, const HiddenRows& hidden, float shown) {
    if (hidden.above + hidden.below == 0) return;
    ChartPlace& chart = context_.model.chart_place;
    const int below = hidden.below;
    ImGui::SetCursorScreenPos({line.left, line.top});
    const bool pressed = ui::mouse_area("more rows", {line.width(), line.height()});
    note_box(context_, "more rows", line);
    if (pressed) chart.scrolls_to = below > 0 ? chart.scrolled + shown : 0.0F;
    const float u = pen_.unit();
    const float y = (line.top + line.bottom) / 2;
    const ImVec4 ink = ImGui::IsItemHovered() ? pen_.theme().text : pen_.theme().accent;
    const float side = 14 * u;
    const ImVec2 sign{columns_.title() - side, y};
    const float tip = below > 0 ? 4 * u : -4 * u;
    pen_.list().AddTriangleFilled({sign.x - 5 * u, y - tip}, {sign.x + 5 * u, y - tip},
                                  {sign.x, y + tip}, ui::packed_colour(ink));
    std::string words = below > 0
                            ? words::counted(below, "more row below", "more rows below")
                            : words::counted(hidden.above, "more row above", "more rows above");
    if (hidden.above > 0 && below > 0) words += ", " + std::to_string(hidden.above) + " above";
    // An audience cannot scroll.
    if (!context_.presented) words += ": scroll, or click here";
    words = pen_.elided(words, line.right - columns_.title());
    pen_.text(columns_.title(), y, words, ink);
  }

  /// Draws pinned rows; returns the variant that was clicked.
  [[nodiscard]] std::string draw_pinned(const char* id, const std::vector<const RowPlace*>& pinned,
                                        const ui::Box& box) {
    if (pinned.empty()) return {};
    std::string clicked;
    const float u = pen_.unit();
    const ui::ChartArea area(id, box);
    const ui::ChartPen pen(look_, *ImGui::GetWindowDrawList());
    float top = box.top;
    for (const RowPlace* place : pinned) {
      const ui::Box row{box.left, top, box.right - 2 * u, top + place->height};
      top = row.bottom;
      if (draw_row(pen, area, row, *place)) clicked = place->row->variant;
    }
    const float edge = pinned.front()->row == data_.list.rows.data() ? box.bottom - 1 : box.top + 1;
    pen.line({box.left, edge}, {box.right, edge}, pen.theme().line, 1 * u);
    return clicked;
  }

  /// Scrolls as little as shows the chosen row whole beside the rows that are pinned then, and
  /// begins with a whole row.
  void show_chosen(const std::vector<RowPlace>& places, float height) const {
    const auto chosen = std::find_if(places.begin(), places.end(), [&](const RowPlace& place) {
      return place.row->variant == chosen_;
    });
    if (chosen == places.end()) return;
    std::vector<float> tops;
    float end = 0.0F;
    for (const RowPlace& place : places) {
      tops.push_back(end);
      end += place.height;
    }
    const float top = tops[static_cast<std::size_t>(chosen - places.begin())];
    const auto is_shown = [&](float scrolled) {
      const PinnedRows pinned = pinned_rows(places, height, scrolled);
      const float room = height - pinned.above_height - pinned.below_height;
      return pinned.has(*chosen) ||
             (top >= scrolled - 1 && top + chosen->height <= scrolled + room + 1);
    };
    float& scrolled = context_.model.chart_place.scrolled;
    if (is_shown(scrolled)) return;
    float best = top;
    for (const float to : tops) {
      const bool is_nearer = std::abs(to - scrolled) < std::abs(best - scrolled);
      if (is_shown(to) && (is_nearer || !is_shown(best))) best = to;
    }
    scrolled = best;
    ImGui::SetScrollY(scrolled);
  }

  /// Returns true if the row was clicked.
  [[nodiscard]] bool draw_row(const ui::ChartPen& pen, const ui::ChartArea& area,
                              const ui::Box& row, const RowPlace& place) {
    const LabRow& shown = *place.row;
    const bool is_chosen = shown.variant == chosen_;
    note_box(context_, "row/" + shown.variant, row);
    if (row.bottom < area.box().top || row.top > area.box().bottom - 1) return false;
    const bool hovered = area.hovered() && row.contains(ImGui::GetIO().MousePos);
    pen.row_background({row.left, row.top + 1, row.right, row.bottom - 1}, is_chosen, hovered);
    const float u = pen.unit();
    const float lanes = has_figures(shown) ? height_of_lanes(data_, columns_, u) : 0.0F;
    const float line = row.top + (place.main - height_below_name(place)) / 2;
    if (has_figures(shown)) marks_.draw_grid(pen, row.top, row.bottom - height_of_words(place));
    draw_name(pen, place, line);
    draw_about(pen, place, line);
    const float axis_y =
        columns_.is_stacked() ? row.top + place.main - lanes + kAxisLane * u / 2 : line;
    if (shown.is_hidden) {
      draw_hidden(pen, line, axis_y);
    } else {
      if (has_figures(shown)) draw_figures(pen, row, shown, line, axis_y);
      const bool is_in_sight = area.box().contains(ImVec2{row.left + 1, line});
      if (is_in_sight && has_figures(shown) && has_bar(*shown.measurement)) {
        in_sight_.push_back(shown.measurement);
      }
      draw_remark(pen, row, place);
    }
    if (hovered) draw_tooltip(shown);
    return hovered && area.clicked();
  }

  void draw_name(const ui::ChartPen& pen, const RowPlace& place, float y) const {
    const LabRow& row = *place.row;
    const lab::Experiment& experiment = shown_experiment(context_.model);
    const lab::Variant& variant = lab::find_variant(experiment, row.variant);
    const bool gpu = variant.processor == lab::Processor::gpu;
    const bool dim = row.kind == LabRow::Kind::without && data_.is_measured();
    const float remark = columns_.is_stacked() && !has_figures(row)
                             ? static_cast<float>(place.remark.size()) * pen.line() / 2
                             : 0.0F;
    y -= remark;
    if (columns_.has_tags()) pen.tag(columns_.tag(), y, gpu ? "GPU" : "CPU", gpu, dim);
    const ImVec4 ink = row.kind == LabRow::Kind::wrong ? pen.theme().error
                       : dim                           ? pen.theme().dim
                                                       : pen.theme().text;
    float at = y - static_cast<float>(place.title.size() - 1) * pen.line() / 2;
    for (const std::string& line : place.title) {
      pen.text(columns_.title(), at, line, ink, columns_.title_voice(row));
      at += pen.line();
    }
  }

  /// Returns the height of what stands below the name in a row: a sentence, the lanes.
  [[nodiscard]] float height_below_name(const RowPlace& place) const {
    const float lanes =
        has_figures(*place.row) ? height_of_lanes(data_, columns_, pen_.unit()) : 0.0F;
    return lanes + static_cast<float>(place.about.size()) * pen_.line();
  }

  /// Returns the height of the words at the lower end of a row with figures, which the lines of the
  /// axis leave free.
  [[nodiscard]] float height_of_words(const RowPlace& place) const {
    const float remark = place.height - place.main;
    if (place.about.empty()) return remark;
    // The name and the sentence below it stand in the middle of the row.
    const float name = static_cast<float>(place.title.size()) * pen_.line();
    const float about = static_cast<float>(place.about.size()) * pen_.line();
    const float lanes = height_of_lanes(data_, columns_, pen_.unit());
    return remark + (place.main + about - name + lanes) / 2;
  }

  /// Draws what is special about the variant below its name and the axis. `y`: middle of the name.
  void draw_about(const ui::ChartPen& pen, const RowPlace& place, float y) const {
    float below = y + static_cast<float>(place.title.size() + 1) * pen.line() / 2;
    for (const std::string& line : place.about) {
      const ui::Box box =
          ui::Box::at(columns_.title(), below - pen.line() / 2, pen.width(line), pen.line());
      pen.text(box.left, below, line, pen.theme().dim);
      note_box(context_, "about/" + place.row->variant, box);
      below += pen.line();
    }
  }

  void draw_hidden(const ui::ChartPen& pen, float y, float axis_y) const {
    marks_.draw_guide(pen, axis_y);
    for (const Column& each : columns_.all()) {
      if (each.column != LabColumn::time) continue;
      pen.text(each.right, y, "?", pen.theme().accent, ui::Voice::strong, ui::Align::right);
    }
  }

  void draw_figures(const ui::ChartPen& pen, const ui::Box& row, const LabRow& shown, float y,
                    float axis_y) const {
    const lab::Measurement& m = *shown.measurement;
    marks_.draw_guide(pen, axis_y);
    if (has_bar(m)) marks_.draw(pen, row, m, axis_y);
    const bool best = data_.is_best(m);
    for (const Column& each : columns_.all()) {
      const bool stands_out =
          best && (each.column == LabColumn::time || each.column == LabColumn::speed);
      const ImVec4 ink = stands_out   ? pen.theme().accent
                         : m.ranked() ? pen.theme().text
                                      : pen.theme().dim;
      const ui::Voice voice = columns_.voice_of(shown, each.column);
      const std::string text =
          pen.elided(columns_.text_of(shown, each.column), each.right - each.left + 1, voice);
      if (look_of(each.column).at_left) {
        pen.text(each.left, y, text, ink, voice);
      } else {
        pen.text(each.right, y, text, ink, voice, ui::Align::right);
      }
    }
  }

  void draw_remark(const ui::ChartPen& pen, const ui::Box& row, const RowPlace& place) const {
    if (place.remark.empty()) return;
    const LabRow& shown = *place.row;
    const bool wrong = shown.kind == LabRow::Kind::wrong;
    const ImVec4 ink = wrong                                  ? pen.theme().error
                       : shown.kind == LabRow::Kind::unranked ? pen.theme().text
                                                              : pen.theme().dim;
    const auto lines = static_cast<float>(place.remark.size());
    const bool below = has_figures(shown) || columns_.is_stacked();
    float y = below ? row.bottom - 2 * pen.unit() - (lines - 0.5F) * pen.line()
                    : (row.top + row.bottom) / 2 - (lines - 1) * pen.line() / 2;
    const float left = columns_.remark_left();
    for (const std::string& line : place.remark) {
      pen.text(left, y, line, ink);
      y += pen.line();
    }
  }

  void draw_tooltip(const LabRow& row) const {
    const lab::Variant& variant = lab::find_variant(shown_experiment(context_.model), row.variant);
    if (row.measurement != nullptr && !row.is_hidden) {
      return figures_tooltip(
          context_, data_.ladder, *row.measurement, data_.before.find(row.variant),
          data_.beside.origin.empty() ? nullptr : &data_.beside, context_.model.chart_place.area);
    }
    ui::ChartTooltip tooltip(context_, context_.model.chart_place.area);
    tooltip.title(variant.title);
    if (data_.guesses) return;
    tooltip.sentence(variant.what, pen_.theme().dim);
    if (!row.remark.empty() && row.remark != variant.what) {
      tooltip.sentence(row.remark + ".", pen_.theme().text);
    }
  }

  /// Draws the line for the variants that need a GPU, with a button that shows recorded figures.
  void draw_folded(const ui::Box& row) {
    const float u = pen_.unit();
    const lab::Experiment& experiment = shown_experiment(context_.model);
    const auto chosen = std::find(data_.list.folded.begin(), data_.list.folded.end(), chosen_);
    const bool is_chosen = chosen != data_.list.folded.end();
    const ui::ChartPen pen(look_, *ImGui::GetWindowDrawList());
    pen.row_background({row.left, row.top + 1, row.right, row.bottom - 1}, is_chosen, false);
    if (is_chosen && context_.model.chosen.changed) scroll_into_view(row.top, row.bottom, 0);
    if (context_.places != nullptr) (*context_.places)["row/folded"] = row;
    const float y = (row.top + row.bottom) / 2;
    if (columns_.has_tags()) pen.tag(columns_.tag(), y, "GPU", true, true);
    const auto& recorded = context_.snapshot.lab.recorded;
    const auto found = recorded.find(experiment.id);
    float right = row.right - 8 * u;
    if (found != recorded.end() && !found->second.empty()) {
      const std::string& gpu = found->second.front()->report.machine.gpu.name;
      // The words beside the button keep a third of the row.
      const float most = (row.right - columns_.title()) * 0.6F;
      std::string text = "Show the recording of an " + gpu;
      if (button_width(text) > most) text = "Show a recording";
      const float width = button_width(text);
      right -= width;
      ImGui::SetCursorScreenPos({right, y - 16 * u});
      if (icon_button(
              context_, "show recorded", ui::Icon::chevron_right,
              "Shows what this program measured on that GPU, in place of this machine's run.", "",
              "", {.width = width / context_.unit, .text = text.c_str()})) {
        context_.model.recording[experiment.id] = 1;
      }
    }
    std::string words = words::counted(static_cast<std::int64_t>(data_.list.folded.size()),
                                       "variant needs a CUDA GPU", "variants need a CUDA GPU");
    if (is_chosen) words += "; chosen: " + lab::find_variant(experiment, *chosen).title;
    const std::vector<std::string> lines =
        ui::lines_within(words, right - 16 * u - columns_.title());
    const std::size_t shown =
        std::min(lines.size(), static_cast<std::size_t>(std::max(0.0F, row.height() / pen.line())));
    float at = y - static_cast<float>(shown - 1) * pen.line() / 2;
    for (std::size_t i = 0; i < shown; ++i) {
      pen.text(columns_.title(), at, lines[i], pen.theme().text);
      at += pen.line();
    }
  }
  /// Returns the width of a button, whose letters are never smaller than the window's.
  [[nodiscard]] float button_width(const std::string& text) const {
    const ui::ChartPen pen(context_, *ImGui::GetWindowDrawList());
    return pen.width(text) + 56 * pen.unit();
  }

  LabView& context_;
  const ui::Look& look_;
  const ui::ChartPen pen_;
  const ListData& data_;
  const std::string chosen_;
  const ListColumns columns_;
  TimeMarks marks_;
  std::vector<const lab::Measurement*> in_sight_;  ///< the rows with marks that are drawn in sight
};

/// Returns the part of the usual size that letters have. Smaller ones show more of a list that has
/// all of the room and would still be incomplete: before an audience, which cannot scroll, and in a
/// small window whose letters were made large.
float fitting_letters(LabView& context, const ListData& data, const ui::Box& box) {
  constexpr float kSmaller = 0.97F;
  // The last row reads no smaller letters than a list has that is presented or in a lecture; an
  // enlarged interface keeps larger ones.
  constexpr float kLinesPresented = 40;
  constexpr float kLines = 32;
  if (!context.model.chart_place.takes_turns) return 1.0F;
  const bool is_for_class =
      context.presented || context.lecture_asks != rooms::LectureAsks::no_lecture;
  const float lines = is_for_class ? kLinesPresented : kLines;
  const float least = ImGui::GetIO().DisplaySize.y / lines / context.fonts.size;
  for (float part = 1.0F; part > least; part *= kSmaller) {
    const ui::SizedLook sized(context, part);
    if (ListChart(context, sized.look, data, box).is_complete(box)) return part;
  }
  return std::min(least, 1.0F);
}

}  // namespace

std::string draw_list(LabView& context, const ui::Box& area, const ChartData& data) {
  const ui::ChartArea chart("list", area);
  const ui::ChartPen pen(context, *ImGui::GetWindowDrawList());
  const ListData shown(context, data);
  const ui::Box box = draw_list_heading(context, pen, chart.box(), data, shown);
  ChartPlace& place = context.model.chart_place;
  const ListChart list(context, context, shown, box);
  const float rounding = 2.0F;  // areas have whole units
  const float heading = place.area.height() - box.height() + rounding;
  const bool has_few = context.presented || context.model.guess.hides_words();
  place.needed =
      heading + list.needed(box, has_few ? RowSpace{.lowest = kLowestListRow} : list.explained());
  place.tight = heading + list.needed(box, {.lowest = kTightListRow});
  const ui::SizedLook sized(context, fitting_letters(context, shown, box));
  return ListChart(context, sized.look, shown, box).draw(box);
}

}  // namespace heatwave::lab_room
