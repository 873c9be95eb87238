#version 330 core
// Colours the field: the value's entry in the colour table, walls, hatched media, outlined sources.

uniform sampler2D field;
uniform usampler2D flags;
uniform sampler2D colours;
uniform vec2 origin;        // the grid's top left corner in framebuffer pixels, y upwards
uniform float cell_pixels;  // framebuffer pixels per cell
uniform ivec2 grid;
uniform int thinned;        // the textures hold every so many cells
uniform float low;
uniform float high;
uniform int bands;
uniform vec3 wall_colour;
uniform vec3 outline;

out vec4 colour;

const uint kHeld = 1u;
const uint kWall = 2u;
const uint kMedium = 64u;

// The same sum as ColourScale::entry.
int entry(float value) {
  float t = (value - low) / (high - low);
  if (!(t > 0.0)) return 0;
  if (bands == 0) return t >= 1.0 ? 255 : min(255, int(t * 256.0));
  int band = t >= 1.0 ? bands - 1 : min(bands - 1, int(t * float(bands)));
  return int(float(band) * 255.0 / float(max(1, bands - 1)) + 0.5);
}

uint flags_at(ivec2 cell) {
  return texelFetch(flags, clamp(cell, ivec2(0), grid - 1) / thinned, 0).r;
}

// True within a pixel and a half of a cell without this flag.
bool on_border(ivec2 cell, vec2 inside, uint flag) {
  float reach = 1.5 / cell_pixels;
  int away = max(1, int(1.0 / cell_pixels));  // to the next cell that is drawn at all
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) {
      float to_x = x == 0 ? 0.0 : x < 0 ? inside.x : 1.0 - inside.x;
      float to_y = y == 0 ? 0.0 : y < 0 ? inside.y : 1.0 - inside.y;
      if (max(to_x, to_y) < reach && (flags_at(cell + ivec2(x, y) * away) & flag) == 0u) return true;
    }
  }
  return false;
}

void main() {
  vec2 place = vec2(gl_FragCoord.x - origin.x, origin.y - gl_FragCoord.y) / cell_pixels;
  ivec2 cell = clamp(ivec2(floor(place)), ivec2(0), grid - 1);
  float value = texelFetch(field, cell / thinned, 0).r;
  vec3 rgb = texelFetch(colours, ivec2(entry(value), 0), 0).rgb;

  uint flag = flags_at(cell);
  if ((flag & kWall) != 0u) {
    rgb = wall_colour;
  } else if ((flag & kMedium) != 0u) {
    float stripe = fract((gl_FragCoord.x + gl_FragCoord.y) / 12.0);
    bool border = on_border(cell, place - vec2(cell), kMedium);
    rgb = mix(rgb, outline, border ? 0.6 : stripe < 0.17 ? 0.22 : 0.0);
  }
  bool inner = all(greaterThan(cell, ivec2(0))) && all(lessThan(cell, grid - 1));
  if (inner && (flag & kHeld) != 0u && on_border(cell, place - vec2(cell), kHeld)) {
    rgb = mix(rgb, outline, 0.55);
  }
  colour = vec4(rgb, 1.0);
}
