// Draws the elements of charts and boards.
#include "app/ui/pen.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

#include "app/ui/text_lines.h"

namespace heatwave::ui {
namespace {

/// Width of a sample in a legend, with the gap behind it.
constexpr float kSample = 30.0F;

ImVec4 mixed(const ImVec4& a, const ImVec4& b, float part) {
  return {a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part, a.z + (b.z - a.z) * part, 1.0F};
}

/// Returns the outline of a star with five tips, one of them at the top.
std::array<ImVec2, 10> points_of_star(ImVec2 centre, float radius) {
  constexpr float kInner = 0.45F;  ///< radius of the corners between the tips
  std::array<ImVec2, 10> points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float angle = std::numbers::pi_v<float> * (static_cast<float>(i) / 5 - 0.5F);
    const float r = i % 2 == 0 ? radius : kInner * radius;
    points.at(i) = {centre.x + r * std::cos(angle), centre.y + r * std::sin(angle)};
  }
  return points;
}

float left_of(float x, float width, Align align) {
  if (align == Align::left) return x;
  return align == Align::centre ? x - width / 2 : x - width;
}

}  // namespace

ImVec4 ChartPen::neutral(float part) const { return mixed(theme().panel, theme().text, part); }

ChartPen::Face ChartPen::face(Voice voice) const {
  const FontSet& fonts = look_.fonts;
  if (voice == Voice::large) return {fonts.strong, fonts.large_size};
  return {voice == Voice::strong ? fonts.strong : fonts.body, fonts.size};
}

float ChartPen::width(const std::string& text, Voice voice) const {
  const Face f = face(voice);
  return f.font->CalcTextSizeA(f.size, 1e6F, 0.0F, text.c_str()).x;
}

float ChartPen::line(Voice voice) const { return face(voice).size; }

std::string ChartPen::elided(const std::string& text, float room, Voice voice) const {
  const Face f = face(voice);
  return ui::elided(text, room, f.font, f.size);
}

void ChartPen::text(float x, float y, const std::string& text, ImVec4 colour, Voice voice,
                    Align align) const {
  const Face f = face(voice);
  const float left = align == Align::left ? x : left_of(x, width(text, voice), align);
  // Whole pixels keep characters sharp.
  list_.AddText(f.font, f.size, {std::round(left), std::round(y - f.size / 2)},
                packed_colour(colour), text.c_str());
}

Box ChartPen::text_on_plate(float x, float y, const std::string& text, ImVec4 colour, Voice voice,
                            Align align) const {
  const float wide = width(text, voice);
  const float left = left_of(x, wide, align);
  const float half = line(voice) / 2 - 1 * unit();
  const Box plate{left - 3 * unit(), y - half, left + wide + 3 * unit(), y + half};
  fill(plate, with_alpha(theme().panel, 0.88F), 3 * unit());
  this->text(left, y, text, colour, voice);
  return plate;
}

float ChartPen::tag(float x, float y, const std::string& word, bool filled, bool dim) const {
  const float u = unit();
  const float half = line() / 2 - 1.5F * u;
  const Box box{x, y - half, x + tag_width(), y + half};
  if (filled && !dim) {
    fill(box, neutral(0.2F), 4 * u);
  } else {
    frame(box, neutral(dim ? 0.25F : 0.4F), 1 * u, 4 * u);
  }
  text((box.left + box.right) / 2, y, word, dim ? theme().dim : theme().text, Voice::body,
       Align::centre);
  return box.right;
}

void ChartPen::line(ImVec2 from, ImVec2 to, ImVec4 colour, float width) const {
  list_.AddLine(from, to, packed_colour(colour), width);
}

void ChartPen::dashed(ImVec2 from, ImVec2 to, ImVec4 colour, float width) const {
  const float length = std::hypot(to.x - from.x, to.y - from.y);
  if (length <= 0) return;
  const float dash = 6 * unit();
  const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
  for (float at = 0; at < length; at += 2 * dash) {
    const float end = std::min(at + dash, length);
    line({from.x + along.x * at, from.y + along.y * at},
         {from.x + along.x * end, from.y + along.y * end}, colour, width);
  }
}

void ChartPen::fill(const Box& box, ImVec4 colour, float rounding) const {
  list_.AddRectFilled({box.left, box.top}, {box.right, box.bottom}, packed_colour(colour),
                      rounding);
}

void ChartPen::frame(const Box& box, ImVec4 colour, float width, float rounding) const {
  list_.AddRect({box.left, box.top}, {box.right, box.bottom}, packed_colour(colour), rounding,
                width);
}

void ChartPen::hatch(const Box& box, ImVec4 colour) const {
  const float step = 9 * unit();
  list_.PushClipRect({box.left, box.top}, {box.right, box.bottom}, true);
  for (float x = box.left - box.height(); x < box.right; x += step) {
    line({x, box.bottom}, {x + box.height(), box.top}, colour, 1.5F * unit());
  }
  list_.PopClipRect();
}

void ChartPen::marker(Marker marker, ImVec2 c, float r, ImVec4 colour) const {
  const ImU32 ink = packed_colour(colour);
  const float thick = 2 * unit();
  switch (marker) {
    case Marker::disc:
      list_.AddCircleFilled(c, r, ink);
      break;
    case Marker::ring:
      list_.AddCircle(c, r - thick / 2, ink, 0, thick);
      break;
    case Marker::square:
      fill({c.x - 0.85F * r, c.y - 0.85F * r, c.x + 0.85F * r, c.y + 0.85F * r}, colour);
      break;
    case Marker::frame:
      frame({c.x - 0.8F * r, c.y - 0.8F * r, c.x + 0.8F * r, c.y + 0.8F * r}, colour, thick);
      break;
    case Marker::triangle:
      list_.AddTriangleFilled({c.x, c.y - r}, {c.x + r, c.y + 0.8F * r}, {c.x - r, c.y + 0.8F * r},
                              ink);
      break;
    case Marker::wedge:
      list_.AddTriangleFilled({c.x - r, c.y - 0.8F * r}, {c.x + r, c.y - 0.8F * r}, {c.x, c.y + r},
                              ink);
      break;
    case Marker::diamond:
      list_.AddQuadFilled({c.x, c.y - 1.1F * r}, {c.x + 1.1F * r, c.y}, {c.x, c.y + 1.1F * r},
                          {c.x - 1.1F * r, c.y}, ink);
      break;
    case Marker::cross:
      line({c.x - r, c.y - r}, {c.x + r, c.y + r}, colour, thick);
      line({c.x - r, c.y + r}, {c.x + r, c.y - r}, colour, thick);
      break;
    case Marker::star: {
      const std::array<ImVec2, 10> points = points_of_star(c, 1.25F * r);
      list_.AddConcavePolyFilled(points.data(), static_cast<int>(points.size()), ink);
      break;
    }
    case Marker::outline_star: {
      const std::array<ImVec2, 10> points = points_of_star(c, 1.15F * r);
      list_.AddPolyline(points.data(), static_cast<int>(points.size()), ink, thick,
                        ImDrawFlags_Closed);
      break;
    }
  }
}

void ChartPen::row_background(const Box& box, bool selected, bool hovered) const {
  if (selected || hovered) {
    fill(box, with_alpha(selected ? theme().hovered : theme().raised, 0.7F), 4 * unit());
  }
  if (selected) {
    fill({box.left, box.top, box.left + 4 * unit(), box.bottom}, theme().text, 2 * unit());
  }
}

Box ChartPen::head(const Box& area, const ChartHeading& heading, float room_at_right) const {
  constexpr float kLeastSettings = 160.0F;  // shorter settings would say nothing
  constexpr float kLeastTitle = 80.0F;      // neither would a shorter title
  constexpr float kLowHeight = 320.0F;      // below it, more lines would leave the chart no room
  const float u = unit();
  const float left = area.left + 16 * u;
  const float right = area.right - 16 * u;
  const float first = area.top + 8 * u + line(Voice::large) / 2;
  const float title_room = right - left - room_at_right;
  const std::string title =
      title_room < kLeastTitle * u ? "" : elided(heading.title, title_room, Voice::large);
  text(left, first, title, theme().text, Voice::large);
  const bool has_origin = !heading.origin.empty();
  // A recorded result says so, more quietly than the title.
  const Voice origin_voice = Voice::body;
  const ImVec4 origin_colour = heading.recorded ? theme().text : theme().dim;
  const float origin_width = width(heading.origin, origin_voice);
  const float title_end = left + width(title, Voice::large) + 24 * u;
  // The origin stands beside the title if it fits, otherwise before the settings or in a line of
  // its own. Only a low chart on the screen shortens the settings.
  const bool is_low = area.height() < kLowHeight * u && !look_.is_for_picture;
  const bool beside = !has_origin || title_end + origin_width <= right - room_at_right;
  const float rest = right - left - origin_width - 16 * u;
  const float settings_width = width(heading.settings);
  const float needed = is_low ? std::min(settings_width, kLeastSettings * u) : settings_width;
  const auto wrapped = [&](const std::string& words, Voice voice) {
    ImGui::PushFont(face(voice).font, 0);
    std::string lines = in_lines(words, right - left);
    ImGui::PopFont();
    return lines;
  };
  // Controls are a little higher than the title beside them.
  const float gap = (room_at_right > 0 ? 8 : 2) * u;
  float y = first + line(Voice::large) / 2 + line() / 2 + gap;
  const auto draw_lines = [&](const std::string& words, ImVec4 colour, Voice voice) {
    if (words.empty()) return;
    text(left, y, words, colour, voice);
    const auto breaks = static_cast<float>(std::count(words.begin(), words.end(), '\n'));
    y += (1 + breaks) * line() + 4 * u;
  };
  if (!beside && needed <= rest) {
    ImGui::PushFont(face(Voice::body).font, 0);
    const std::string settings = elided_list(heading.settings, " · ", rest);
    ImGui::PopFont();
    text(right - rest, y, settings, theme().dim);
    draw_lines(heading.origin, origin_colour, origin_voice);
  } else {
    std::string settings = wrapped(heading.settings, Voice::body);
    const bool takes_more = !beside || settings.find('\n') != std::string::npos;
    if (has_origin && is_low && takes_more) settings.clear();
    if (beside) {
      text(right - room_at_right, first, heading.origin, origin_colour, origin_voice, Align::right);
    } else {
      draw_lines(wrapped(heading.origin, origin_voice), origin_colour, origin_voice);
    }
    draw_lines(settings, theme().dim, Voice::body);
  }
  return {left, y - line() / 2 + 4 * u, right, area.bottom - 8 * u};
}

void ChartPen::dot_on_line(float from, ImVec2 to, ImVec4 colour) const {
  line({from, to.y}, to, colour, 2 * unit());
  marker(Marker::disc, to, 4 * unit(), colour);
}

void ChartPen::sample(KeyEntry::Sample sample, const Box& box) const {
  const float u = unit();
  const float y = (box.top + box.bottom) / 2;
  const float x = (box.left + box.right) / 2;
  switch (sample) {
    case KeyEntry::Sample::none:
      break;
    case KeyEntry::Sample::thin_bar:
      fill({box.left, y - 2 * u, box.right, y + 2 * u}, neutral(0.4F));
      break;
    case KeyEntry::Sample::dot_on_line:
      dot_on_line(box.left, {box.right - 4 * u, y}, neutral(0.5F));
      break;
    case KeyEntry::Sample::accent_bar:
      fill({box.left, y - 2 * u, box.right, y + 2 * u}, theme().accent);
      break;
    case KeyEntry::Sample::ring:
      marker(Marker::ring, {x, y}, 7 * u, theme().dim);
      break;
    case KeyEntry::Sample::frame:
      marker(Marker::frame, {x, y}, 7 * u, theme().text);
      break;
    case KeyEntry::Sample::diamond:
      marker(Marker::diamond, {x, y}, 7 * u, theme().text);
      break;
    case KeyEntry::Sample::wedge:
      marker(Marker::wedge, {x, y}, 5 * u, theme().text);
      break;
    case KeyEntry::Sample::star:
      marker(Marker::star, {x, y}, 7 * u, theme().accent);
      break;
    case KeyEntry::Sample::outline_star:
      marker(Marker::outline_star, {x, y}, 7 * u, theme().accent);
      break;
    case KeyEntry::Sample::whisker:
      line({box.left, y}, {box.right, y}, theme().text, 1.5F * u);
      line({box.left, y - 4 * u}, {box.left, y + 4 * u}, theme().text, 1.5F * u);
      line({box.right, y - 4 * u}, {box.right, y + 4 * u}, theme().text, 1.5F * u);
      break;
    case KeyEntry::Sample::dashes:
      dashed({box.left, y}, {box.right, y}, theme().text, 2 * u);
      break;
    case KeyEntry::Sample::stroke:
      line({box.left, y}, {box.right, y}, theme().text, 2 * u);
      break;
    case KeyEntry::Sample::cross:
      marker(Marker::cross, {x, y}, 6 * u, theme().error);
      break;
    case KeyEntry::Sample::square:
      marker(Marker::square, {x, y}, 7 * u, theme().text);
      break;
    case KeyEntry::Sample::disc:
      marker(Marker::disc, {x, y}, 7 * u, theme().text);
      break;
  }
}

float ChartPen::entry_width(const KeyEntry& entry, const std::string& text) const {
  return width(text) + (entry.sample == KeyEntry::Sample::none ? 0.0F : kSample * unit());
}

void ChartPen::foot(const Box& box, const KeyEntry& title, const std::vector<KeyEntry>& key) const {
  const float u = unit();
  const float y = (box.top + box.bottom) / 2;
  float all = width(title.text) - 4 * u;
  for (const KeyEntry& entry : key) all += entry_width(entry, entry.text) + 20 * u;
  const bool is_narrow = all > box.width();
  const std::string& beginning = is_narrow && !title.brief.empty() ? title.brief : title.text;
  text(box.left, y, elided(beginning, box.width()), theme().dim);
  const float gap = (is_narrow ? 12 : 20) * u;
  const float title_end = box.left + width(beginning) + (is_narrow ? 12 : 16) * u;
  float right = box.right;
  for (auto entry = key.rbegin(); entry != key.rend(); ++entry) {
    const std::string& words = is_narrow && !entry->brief.empty() ? entry->brief : entry->text;
    const float left = right - entry_width(*entry, words);
    if (left < title_end) break;
    sample(entry->sample, {left, box.top, left + 24 * u, box.bottom});
    text(right - width(words), y, words, theme().dim);
    right = left - gap;
  }
}

void ChartPen::message(const Box& box, const std::string& title,
                       const std::string& sentence) const {
  const float u = unit();
  const Face f = face(Voice::body);
  const float x = (box.left + box.right) / 2;
  const float y = (box.top + box.bottom) / 2;
  text(x, y - line(Voice::large), elided(title, box.width(), Voice::large), theme().text,
       Voice::large, Align::centre);
  const float room = std::min(box.width(), 640 * u);
  const float wide = std::min(room, f.font->CalcTextSizeA(f.size, 1e6F, 0, sentence.c_str()).x);
  list_.AddText(f.font, f.size, {std::round(x - wide / 2), std::round(y)},
                packed_colour(theme().dim), sentence.c_str(), nullptr, room);
}

void stroke(ImDrawList& list, std::span<const ImVec2> points, ImU32 colour, float width,
            bool closed) {
  constexpr std::size_t kMostAtOnce = 4000;
  if (points.size() <= kMostAtOnce) {
    list.AddPolyline(points.data(), static_cast<int>(points.size()), colour, width,
                     closed ? ImDrawFlags_Closed : ImDrawFlags_None);
    return;
  }
  for (std::size_t begin = 0; begin + 1 < points.size(); begin += kMostAtOnce - 1) {
    const auto part = points.subspan(begin, std::min(kMostAtOnce, points.size() - begin));
    list.AddPolyline(part.data(), static_cast<int>(part.size()), colour, width);
  }
  if (closed) stroke(list, std::vector<ImVec2>{points.back(), points.front()}, colour, width);
}

namespace {

float distance(ImVec2 a, ImVec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

/// Returns the control point of the cubic curve from `at` to `next` that makes a centripetal
/// Catmull–Rom spline, which has no loops however unevenly its points are spaced.
ImVec2 control_point(ImVec2 before, ImVec2 at, ImVec2 next) {
  const float square = distance(before, at);
  const float next_square = distance(at, next);
  const float root = std::sqrt(square * next_square);
  const float all = 3 * (square + root);
  if (!(all > 0)) return at;
  const float own = 2 * square + 3 * root + next_square;
  return {(square * next.x - next_square * before.x + own * at.x) / all,
          (square * next.y - next_square * before.y + own * at.y) / all};
}

}  // namespace

std::vector<ImVec2> smoothed(std::span<const ImVec2> points, float piece) {
  constexpr float kMostPieces = 64;
  std::vector<ImVec2> curve;
  if (points.empty()) return curve;
  const std::size_t last = points.size() - 1;
  const bool is_closed = last > 2 && distance(points.front(), points.back()) <= piece;
  for (std::size_t i = 0; i < last; ++i) {
    const ImVec2 from = points[i];
    const ImVec2 to = points[i + 1];
    const ImVec2 before = i > 0 ? points[i - 1] : is_closed ? points[last - 1] : from;
    const ImVec2 after = i + 1 < last ? points[i + 2] : is_closed ? points[1] : to;
    const ImVec2 a = control_point(before, from, to);
    const ImVec2 b = control_point(after, to, from);
    const float pieces = std::clamp(std::ceil(distance(from, to) / piece), 1.0F, kMostPieces);
    for (float k = 0; k < pieces; ++k) {
      const float t = k / pieces;
      const float s = 1 - t;
      const auto at = [&](float p, float q, float r, float u) {
        return s * s * s * p + 3 * s * s * t * q + 3 * s * t * t * r + t * t * t * u;
      };
      curve.push_back({at(from.x, a.x, b.x, to.x), at(from.y, a.y, b.y, to.y)});
    }
  }
  curve.push_back(points.back());
  return curve;
}

void simplify(std::vector<ImVec2>& points, float tolerance) {
  constexpr std::size_t kMostInOne = 24;  // keeps the time proportional to the number of points
  const auto is_near = [&](std::size_t from, std::size_t to) {
    const ImVec2 a = points[from];
    const ImVec2 way{points[to].x - a.x, points[to].y - a.y};
    const float square = way.x * way.x + way.y * way.y;
    const float most = tolerance * tolerance * square;
    for (std::size_t i = from + 1; i < to; ++i) {
      const ImVec2 off{points[i].x - a.x, points[i].y - a.y};
      const float along = off.x * way.x + off.y * way.y;
      const float aside = off.x * way.y - off.y * way.x;
      if (along < 0 || along > square || aside * aside > most) return false;
    }
    return true;
  };
  std::size_t kept = 0;
  for (std::size_t at = 0; at < points.size();) {
    points[kept++] = points[at];
    std::size_t next = at + 1;
    while (next + 1 < points.size() && next - at < kMostInOne && is_near(at, next + 1)) ++next;
    at = next;
  }
  points.resize(kept);
}

std::vector<std::vector<ImVec2>> dashes(std::span<const ImVec2> points, float wide) {
  std::vector<std::vector<ImVec2>> found;
  const auto stretch = [wide](float x) { return static_cast<long>(std::floor(x / wide)); };
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const ImVec2 a = points[i];
    const ImVec2 b = points[i + 1];
    const long last = stretch(b.x);
    ImVec2 from = a;
    for (long at = stretch(a.x); at <= last; ++at) {
      ImVec2 to = b;
      if (at < last) {
        to.x = static_cast<float>(at + 1) * wide;
        to.y = a.y + (b.y - a.y) * (to.x - a.x) / (b.x - a.x);
      }
      if (at % 2 == 0) {
        const bool goes_on =
            !found.empty() && found.back().back().x == from.x && found.back().back().y == from.y;
        if (!goes_on) found.push_back({from});
        found.back().push_back(to);
      }
      from = to;
    }
  }
  return found;
}

}  // namespace heatwave::ui
