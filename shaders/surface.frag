#version 330 core
// This shader draws the field's picture on the surface, brighter where it faces the light.

uniform sampler2D picture;  // the picture from above, y upwards

uniform vec4 side;  // colour of a side of the surface; its last component is 0 for the surface itself

in vec2 part;  // 0 to 1 from left to right and from bottom to top
in float brightness;
in float gloss;

out vec4 colour;

void main() {
  colour = side.a > 0.0 ? side : vec4(texture(picture, part).rgb * brightness + gloss, 1.0);
}
