#version 330 core
// A corner of the surface, made from nothing but its number and the heights, with its light.

uniform sampler2D heights;  // one a corner, in cells
uniform ivec2 places;       // corners across and down
uniform vec2 first;         // where the first one lies, in cells
uniform vec2 spacing;
uniform vec2 grid;           // cells across and down
uniform mat4 to_clip;       // from cells and height
uniform vec3 light;         // where it comes from
uniform vec3 halfway;       // between the light and the eye

out vec2 part;
out float brightness;
out float gloss;

float height_at(ivec2 corner) { return texelFetch(heights, clamp(corner, ivec2(0), places - 1), 0).r; }

void main() {
  ivec2 corner = ivec2(gl_VertexID % places.x, gl_VertexID / places.x);
  vec2 middle = first + spacing * vec2(corner);
  // The outer corners reach to the rim of their cells.
  vec2 place = middle + 0.5 * (vec2(equal(corner, places - 1)) - vec2(equal(corner, ivec2(0))));
  part = vec2(place.x / grid.x, 1.0 - place.y / grid.y);
  vec2 slope = vec2(height_at(corner + ivec2(1, 0)) - height_at(corner - ivec2(1, 0)),
                    height_at(corner + ivec2(0, 1)) - height_at(corner - ivec2(0, 1))) /
               (2.0 * spacing);
  vec3 upright = normalize(vec3(-slope, 1.0));
  brightness = 0.5 + 0.55 * max(0.0, dot(upright, light));
  gloss = 0.22 * pow(max(0.0, dot(upright, halfway)), 24.0);
  gl_Position = to_clip * vec4(place, height_at(corner), 1.0);
}
