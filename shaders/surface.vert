#version 330 core
// This shader computes a corner of the surface, or of the bottom below it, from its number and the
// heights, and its light.

uniform sampler2D heights;  // one texel for each corner, in cells
uniform ivec2 places;  // corners across and down
uniform vec2 first;  // first corner, in cells
uniform vec2 spacing;
uniform vec2 grid;  // cells across and down
uniform float base;  // height of the bottom, in cells
uniform mat4 to_clip;  // transforms cells and height to clip space
uniform vec3 light;  // direction of the light
uniform vec3 halfway;  // half way between the light and the eye

out vec2 part;
out float brightness;
out float gloss;

float height_at(ivec2 corner) { return texelFetch(heights, clamp(corner, ivec2(0), places - 1), 0).r; }

void main() {
  // Numbers beyond those of all corners stand for the bottom below them.
  int corners = places.x * places.y;
  bool is_bottom = gl_VertexID >= corners;
  int number = is_bottom ? gl_VertexID - corners : gl_VertexID;
  ivec2 corner = ivec2(number % places.x, number / places.x);
  vec2 middle = first + spacing * vec2(corner);
  // The outer corners reach to the outer edges of their cells.
  vec2 place = middle + 0.5 * (vec2(equal(corner, places - 1)) - vec2(equal(corner, ivec2(0))));
  part = vec2(place.x / grid.x, 1.0 - place.y / grid.y);
  vec2 slope = vec2(height_at(corner + ivec2(1, 0)) - height_at(corner - ivec2(1, 0)),
                    height_at(corner + ivec2(0, 1)) - height_at(corner - ivec2(0, 1))) /
               (2.0 * spacing);
  vec3 upright = normalize(vec3(-slope, 1.0));
  // Level ground keeps the colours of the bar, and slopes stay close to them.
  brightness = 1.0 + 0.4 * (max(0.0, dot(upright, light)) - max(0.0, light.z));
  gloss = 0.06 * pow(max(0.0, dot(upright, halfway)), 24.0);
  gl_Position = to_clip * vec4(place, is_bottom ? base : height_at(corner), 1.0);
}
