#version 330 core
// This shader reads the field at evenly spaced points, one for each fragment. Between cells it
// interpolates the four nearest ones; walls do not count.

uniform sampler2D field;
uniform usampler2D marks;
uniform vec2 first;  // first point, in cells
uniform vec2 spacing;  // cells from one point to the next
uniform int thinned;  // the textures hold every n-th cell

out float value;

const uint kWall = 1u;  // this constant equals that in cell_marks.h

void main() {
  vec2 texel = (first + spacing * (gl_FragCoord.xy - 0.5) - 0.5) / float(thinned);
  ivec2 last = textureSize(field, 0) - 1;
  vec2 part = texel - floor(texel);
  ivec2 corner = ivec2(floor(texel));
  float sum = 0.0;
  float weights = 0.0;
  for (int i = 0; i < 4; ++i) {
    ivec2 step = ivec2(i & 1, i >> 1);
    ivec2 at = clamp(corner + step, ivec2(0), last);
    vec2 near = mix(1.0 - part, part, vec2(step));
    bool wall = (texelFetch(marks, at, 0).r & kWall) != 0u;
    float weight = wall ? 0.0 : near.x * near.y;
    if (weight > 0.0) sum += weight * texelFetch(field, at, 0).r;
    weights += weight;
  }
  ivec2 nearest = clamp(ivec2(floor(texel + 0.5)), ivec2(0), last);
  value = weights > 0.0 ? sum / weights : texelFetch(field, nearest, 0).r;
}
