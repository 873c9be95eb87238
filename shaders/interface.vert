#version 330 core
// This shader places panels: corners in window units, with their texture coordinates and colour.
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 picture;
layout(location = 2) in vec4 colour;
uniform mat4 projection;
out vec2 picture_place;
out vec4 ink;

void main() {
  picture_place = picture;
  ink = colour;
  gl_Position = projection * vec4(place, 0, 1);
}
