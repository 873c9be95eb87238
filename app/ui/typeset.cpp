// MicroTeX lays a formula out once; its drawing calls are recorded and repeated at any size.
#include "app/ui/typeset.h"

#include <imgui_internal.h>
#include <microtex.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>

#include "app/ui/math_measures.h"
#include "kernels/core/error.h"

namespace heatwave::ui {
namespace {

/// The character of glyph 0. Dear ImGui gives the characters below a meaning of its own.
constexpr ImWchar kFirstGlyph = 0x1000;
/// The size at which formulas are laid out; MicroTeX rounds their sides to whole numbers.
constexpr float kLayoutSize = 1000.0F;

class OnlyFont final : public microtex::Font {
 public:
  bool operator==(const microtex::Font& /*other*/) const override { return true; }
};

/// Letters that the font does not have are left out.
class NoText final : public microtex::TextLayout {
 public:
  void getBounds(microtex::Rect& bounds) override { bounds = {}; }
  void draw(microtex::Graphics2D& /*to*/, float /*x*/, float /*y*/) override {}
};

class Factory final : public microtex::PlatformFactory {
 public:
  microtex::sptr<microtex::Font> createFont(const std::string& /*file*/) override {
    return std::make_shared<OnlyFont>();
  }
  microtex::sptr<microtex::TextLayout> createTextLayout(const std::string& /*text*/,
                                                        microtex::FontStyle /*style*/,
                                                        float /*size*/) override {
    return std::make_shared<NoText>();
  }
};

/// Records glyphs and rectangles. Formulas of this program have neither slanted lines nor paths.
class Recorder final : public microtex::Graphics2D {
 public:
  explicit Recorder(TypesetFormula& to) : to_(to) {}

  void setColor(microtex::color colour) override { colour_ = colour; }
  microtex::color getColor() const override { return colour_; }
  void setStroke(const microtex::Stroke& stroke) override { stroke_ = stroke; }
  const microtex::Stroke& getStroke() const override { return stroke_; }
  void setStrokeWidth(float width) override { stroke_.lineWidth = width; }
  void setDash(const std::vector<float>& dash) override { dash_ = dash; }
  std::vector<float> getDash() override { return dash_; }
  microtex::sptr<microtex::Font> getFont() const override { return font_; }
  void setFont(const microtex::sptr<microtex::Font>& font) override { font_ = font; }
  float getFontSize() const override { return size_; }
  void setFontSize(float size) override { size_ = size; }

  void translate(float dx, float dy) override {
    origin_.x += dx * scale_.x;
    origin_.y += dy * scale_.y;
  }
  void scale(float sx, float sy) override { scale_ = {scale_.x * sx, scale_.y * sy}; }
  void rotate(float /*angle*/) override {}
  void rotate(float /*angle*/, float /*x*/, float /*y*/) override {}
  void reset() override {
    origin_ = {0, 0};
    scale_ = {1, 1};
  }
  float sx() const override { return scale_.x; }
  float sy() const override { return scale_.y; }

  void drawGlyph(microtex::u16 glyph, float x, float y) override {
    to_.glyphs.push_back(
        {static_cast<ImWchar>(kFirstGlyph + glyph), placed(x, y), size_ * scale_.y / kLayoutSize});
  }
  bool beginPath(microtex::i32 /*id*/) override { return true; }
  void moveTo(float /*x*/, float /*y*/) override {}
  void lineTo(float /*x*/, float /*y*/) override {}
  void cubicTo(float, float, float, float, float /*x*/, float /*y*/) override {}
  void quadTo(float, float, float /*x*/, float /*y*/) override {}
  void closePath() override {}
  void fillPath(microtex::i32 /*id*/) override {}

  void drawLine(float x1, float y1, float x2, float y2) override {
    const float half = stroke_.lineWidth / 2;
    fillRect(std::min(x1, x2), std::min(y1, y2) - half, std::abs(x2 - x1),
             std::abs(y2 - y1) + stroke_.lineWidth);
  }
  void drawRect(float /*x*/, float /*y*/, float /*width*/, float /*height*/) override {}
  void fillRect(float x, float y, float width, float height) override {
    const ImVec2 from = placed(x, y);
    const ImVec2 to = placed(x + width, y + height);
    to_.rules.push_back({from.x, from.y, to.x, to.y});
  }
  void drawRoundRect(float, float, float, float, float /*rx*/, float /*ry*/) override {}
  void fillRoundRect(float, float, float, float, float /*rx*/, float /*ry*/) override {}

 private:
  [[nodiscard]] ImVec2 placed(float x, float y) const {
    return {(origin_.x + x * scale_.x) / kLayoutSize, (origin_.y + y * scale_.y) / kLayoutSize};
  }

  TypesetFormula& to_;
  microtex::color colour_ = 0;
  microtex::Stroke stroke_;
  std::vector<float> dash_;
  microtex::sptr<microtex::Font> font_;
  float size_ = kLayoutSize;
  ImVec2 origin_{0, 0};
  ImVec2 scale_{1, 1};
};

/// Reads the font's measures when the first formula is set, so that no start waits for them.
void prepare_microtex() {
  if (microtex::MicroTeX::isInited()) return;
  const auto bytes = embedded_file("measures");
  microtex::PlatformFactory::registerFactory("heatwave", std::make_unique<Factory>());
  microtex::PlatformFactory::activate("heatwave");
  (void)microtex::MicroTeX::init(microtex::FontSrcData(bytes.size(), bytes.data(), "math"));
}

}  // namespace

TypesetFormula typeset(const std::string& tex) {
  TypesetFormula formula;
  try {
    prepare_microtex();
    const std::unique_ptr<microtex::Render> render(
        microtex::MicroTeX::parse(tex, 0, kLayoutSize, kLayoutSize / 3, microtex::BLACK, true,
                                  {true, microtex::TexStyle::display}));
    formula.width = static_cast<float>(render->getWidth()) / kLayoutSize;
    formula.descent = static_cast<float>(render->getDepth()) / kLayoutSize;
    formula.ascent = static_cast<float>(render->getHeight()) / kLayoutSize - formula.descent;
    Recorder recorder(formula);
    render->draw(recorder, 0, 0);
  } catch (const std::exception& error) {
    throw core::Error("cannot set the formula '" + tex + "': " + error.what());
  }
  // MicroTeX draws from the upper left corner.
  for (TypesetFormula::Glyph& glyph : formula.glyphs) glyph.at.y -= formula.ascent;
  for (Box& rule : formula.rules) {
    rule.top -= formula.ascent;
    rule.bottom -= formula.ascent;
  }
  return formula;
}

void draw_formula(ImDrawList& list, ImFont& math, const TypesetFormula& formula, ImVec2 at,
                  float size, ImU32 colour) {
  // Letters keep their places between each other; only the baseline is a whole pixel.
  const auto flags = list.Flags;
  list.Flags |= ImDrawFlags_TextNoPixelSnap;
  for (const TypesetFormula::Glyph& glyph : formula.glyphs) {
    const float letters = std::max(1.0F, glyph.size * size);
    ImFontBaked& baked = *math.GetFontBaked(letters);
    const float ascent = std::round(baked.Ascent) * letters / baked.Size;
    const ImVec2 corner{at.x + glyph.at.x * size, std::round(at.y + glyph.at.y * size) - ascent};
    math.RenderChar(&list, letters, corner, colour, glyph.letter);
  }
  list.Flags = flags;
  for (const Box& rule : formula.rules) {
    const float top = std::round(at.y + rule.top * size);
    const float thick = std::max(1.0F, std::round(rule.height() * size));
    list.AddRectFilled({at.x + rule.left * size, top}, {at.x + rule.right * size, top + thick},
                       colour);
  }
}

ImFont* add_math_font(ImFontAtlas& atlas, std::span<const unsigned char> bytes) {
  static const ImFontLoader kByNumber = [] {
    ImFontLoader loader = *ImFontAtlasGetFontLoaderForStbTruetype();
    loader.Name = "stb_truetype, glyphs by number";
    loader.FontSrcGetGlyphIndexFromCodepoint = [](ImFontAtlas*, ImFontConfig*, ImWchar letter) {
      return letter >= kFirstGlyph ? letter - kFirstGlyph : 0;
    };
    return loader;
  }();
  ImFontConfig config;
  config.FontDataOwnedByAtlas = false;
  config.FontLoader = &kByNumber;
  // The atlas does not write to the data, although its pointer is not const.
  auto* data = const_cast<unsigned char*>(bytes.data());
  return atlas.AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), 0.0F, &config);
}

}  // namespace heatwave::ui
