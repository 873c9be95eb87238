#version 330 core
// This shader colours the field: the value's entry in the colour table, walls, hatched media,
// outlined sources. The program defines two constants before this text: kMarked, if any cell has a
// mark that is drawn, and kSmall, if cells are smaller than pixels.

uniform sampler2D field;
uniform usampler2D marks;
uniform sampler2D colours;
uniform vec2 origin;  // top left corner of the grid in framebuffer pixels, y upwards
uniform float cells_per_pixel;
uniform ivec2 grid;
uniform int thinned;  // the textures hold every n-th cell
uniform float low;
uniform float high;
uniform int bands;
uniform vec3 wall_colour;
uniform vec3 outline;

out vec4 colour;

// These constants equal those in cell_marks.h.
const uint kWall = 1u;
const uint kMedium = 2u;
const uint kHeld = 4u;
const uint kRim = 8u;
const uint kWest = 16u;
const uint kEast = 32u;
const uint kNorth = 64u;
const uint kSouth = 128u;

// These parts of another colour are mixed in. Their denominators are odd, so that no mixture of
// whole colours lies half way between two, where rounding would decide.
const float kOfBorder = 3.0 / 5.0;
const float kOfStripe = 2.0 / 9.0;

// Returns the sum that ColourScale::entry computes.
int entry(float value) {
  float t = (value - low) / (high - low);
  if (!(t > 0.0)) return 0;
  if (bands == 0) return t >= 1.0 ? 255 : min(255, int(t * 256.0));
  int band = t >= 1.0 ? bands - 1 : min(bands - 1, int(t * float(bands)));
  return int(float(band) * 255.0 / float(max(1, bands - 1)) + 0.5);
}

// Returns true within one and a half pixels of the border of a medium or a source. It has no
// branches: software OpenGL executes both sides of each.
bool on_border(uint mark, vec2 inside) {
  float reach = 1.5 * cells_per_pixel;
  bool side = ((mark & kWest) != 0u && inside.x < reach) ||
              ((mark & kEast) != 0u && 1.0 - inside.x < reach) ||
              ((mark & kNorth) != 0u && inside.y < reach) ||
              ((mark & kSouth) != 0u && 1.0 - inside.y < reach);
  return side || ((mark & kRim) != 0u && cells_per_pixel > 0.5);
}

// Returns true if a medium or a source ends between this pixel and that one. Pixels that skip cells
// may skip its border. The grid's own edge does not count.
bool ends_before(uint mark, ivec2 there) {
  ivec2 texel = ivec2((vec2(clamp(there, ivec2(0), grid - 1)) + 0.5) / float(thinned));
  bool other = ((texelFetch(marks, texel, 0).r ^ mark) & (kMedium | kHeld)) != 0u;
  return other && all(greaterThan(there, ivec2(0))) && all(lessThan(there, grid - thinned));
}

void main() {
  vec2 place = vec2(gl_FragCoord.x - origin.x, origin.y - gl_FragCoord.y) * cells_per_pixel;
  ivec2 cell = clamp(ivec2(floor(place)), ivec2(0), grid - 1);
  // Software OpenGL divides integers one at a time.
  ivec2 texel = ivec2((vec2(cell) + 0.5) / float(thinned));
  float value = texelFetch(field, texel, 0).r;
  vec3 rgb = texelFetch(colours, ivec2(entry(value), 0), 0).rgb;
  if (kMarked) {
    uint mark = texelFetch(marks, texel, 0).r;
    bool border;
    if (kSmall) {
      ivec2 east = ivec2(floor(place + vec2(cells_per_pixel, 0.0)));
      ivec2 south = ivec2(floor(place + vec2(0.0, cells_per_pixel)));
      bool inside = all(greaterThan(cell, ivec2(0)));
      border = inside && (ends_before(mark, east) || ends_before(mark, south));
    } else {
      border = on_border(mark, place - vec2(cell));
    }
    bool stripe = (mark & kMedium) != 0u && fract((gl_FragCoord.x + gl_FragCoord.y) / 12.0) < 0.17;
    rgb = mix(rgb, outline, border ? kOfBorder : stripe ? kOfStripe : 0.0);
    rgb = (mark & kWall) != 0u ? wall_colour : rgb;
  }
  colour = vec4(rgb, 1.0);
}
