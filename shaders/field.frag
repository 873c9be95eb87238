#version 330 core
// This shader colours the field: the value's entry in the colour table, walls, hatched media,
// outlined sources. The program defines six constants before this text: kMarked, if any cell has a
// mark that is drawn; kSmall, if cells are smaller than pixels; kNearWalls, if the interpolation
// may meet a wall; kInterpolation, which is one of the three below; kRelief, if the field is lit
// from the upper left; and kSoftness, which is 0 for a linear scale of colours.

uniform sampler2D field;
uniform sampler2D between;  // the field with OpenGL's own linear interpolation
uniform vec2 between_scale;  // transforms cells to the coordinates of `between`
uniform vec2 between_shift;
uniform usampler2D marks;
uniform sampler2D colours;
uniform vec2 origin;  // top left corner of the grid in framebuffer pixels, y upwards
uniform float cells_per_pixel;
uniform ivec2 grid;
uniform int thinned;  // the textures hold every n-th cell
uniform float low;
uniform float high;
uniform int bands;
uniform vec4 softening;  // the curve of a softened scale: centre, reach, first, height
uniform float steepness;  // height of a value of 1 for a relief, in cells
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

// These constants equal those in app/lines/interpolation.h.
const int kNone = 0;
const int kLinear = 1;
const int kCubic = 2;

// These parts of another colour are mixed in. Their denominators are odd, so that no mixture of
// whole colours lies half way between two, where rounding would decide.
const float kOfBorder = 3.0 / 5.0;
const float kOfStripe = 2.0 / 9.0;

// Returns the sum that ColourScale::entry computes.
int entry(float value) {
  float t = (value - low) / (high - low);
  if (!(t > 0.0)) return 0;
  if (kSoftness > 0.0 && t < 1.0) {
    float x = (value - softening.x) / softening.y;
    t = ((1.0 + kSoftness) * x / (1.0 + kSoftness * abs(x)) - softening.z) / softening.w;
  }
  if (bands == 0) return t >= 1.0 ? 255 : min(255, int(t * 256.0));
  int band = t >= 1.0 ? bands - 1 : min(bands - 1, int(t * float(bands)));
  return int(float(band) * 255.0 / float(max(1, bands - 1)) + 0.5);
}

vec4 cubic_weights(float t) {
  return vec4(((-0.5 * t + 1.0) * t - 0.5) * t, (1.5 * t - 2.5) * t * t + 1.0,
              ((-1.5 * t + 2.0) * t + 0.5) * t, (0.5 * t - 0.5) * t * t);
}

// Returns the value between the middle two of four cells in a row. Beside a jump it stays between
// both; between two crests of a wave it rises above them.
float on_curve(vec4 cells, vec4 weights) {
  float above = 0.125 * max(0.0, min(cells.y - cells.x, cells.z - cells.w));
  float below = 0.125 * max(0.0, min(cells.x - cells.y, cells.w - cells.z));
  return clamp(dot(weights, cells), min(cells.y, cells.z) - below, max(cells.y, cells.z) + above);
}

// Returns the value at a place by linear interpolation; walls do not count. `nearest` is the result
// if there are only walls.
float linear_between(vec2 place, float nearest) {
  if (!kNearWalls) return texture(between, place * between_scale + between_shift).r;
  vec2 at = (place - 0.5) / float(thinned);
  ivec2 last = textureSize(field, 0) - 1;
  ivec2 corner = ivec2(floor(at));
  vec2 part = at - floor(at);
  float sum = 0.0;
  float weights = 0.0;
  for (int i = 0; i < 4; ++i) {
    ivec2 step = ivec2(i & 1, i >> 1);
    ivec2 texel = clamp(corner + step, ivec2(0), last);
    vec2 near = mix(1.0 - part, part, vec2(step));
    bool wall = (texelFetch(marks, texel, 0).r & kWall) != 0u;
    float weight = wall ? 0.0 : near.x * near.y;
    if (weight > 0.0) sum += weight * texelFetch(field, texel, 0).r;
    weights += weight;
  }
  return weights > 0.0 ? sum / weights : nearest;
}

// Returns the value that lines::value_between computes. `nearest` is the value of the cell there.
float value_between(vec2 place, float nearest) {
  if (kInterpolation == kLinear) return linear_between(place, nearest);
  vec2 at = (place - 0.5) / float(thinned);
  ivec2 last = textureSize(field, 0) - 1;
  ivec2 corner = ivec2(floor(at));
  vec2 part = at - floor(at);
  vec4 across = cubic_weights(part.x);
  vec4 rows;
  bool near_wall = false;
  for (int j = 0; j < 4; ++j) {
    vec4 row;
    for (int i = 0; i < 4; ++i) {
      ivec2 texel = clamp(corner + ivec2(i, j) - 1, ivec2(0), last);
      row[i] = texelFetch(field, texel, 0).r;
      if (kNearWalls) near_wall = near_wall || (texelFetch(marks, texel, 0).r & kWall) != 0u;
    }
    rows[j] = on_curve(row, across);
  }
  if (near_wall) return linear_between(place, nearest);
  return on_curve(rows, cubic_weights(part.y));
}

// Returns the colour that colour::lit computes for the slope about this place.
vec3 lit(vec3 rgb, vec2 place, float value) {
  float apart = float(thinned);
  vec2 step = vec2(apart, 0.0);
  vec2 slope = vec2(linear_between(place + step.xy, value) - linear_between(place - step.xy, value),
                    linear_between(place + step.yx, value) - linear_between(place - step.yx, value));
  slope *= steepness / (2.0 * apart);
  slope /= 1.0 + 0.5 * length(slope);
  float brightness = (1.0 + 0.6 * (slope.x + slope.y)) / sqrt(1.0 + dot(slope, slope));
  return brightness < 1.0 ? rgb * max(brightness, 0.25) : mix(rgb, vec3(1.0), min(brightness - 1.0, 0.6));
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
  if (kInterpolation != kNone) value = value_between(place, value);
  vec3 rgb = texelFetch(colours, ivec2(entry(value), 0), 0).rgb;
  if (kRelief) rgb = lit(rgb, place, value);
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
