#version 330 core
// The field's picture over the surface, brighter where it turns to the light.

uniform sampler2D picture;  // as seen from above, y upwards

in vec2 part;  // of the way from left to right and from bottom to top
in float brightness;
in float gloss;

out vec4 colour;

void main() { colour = vec4(texture(picture, part).rgb * brightness + gloss, 1.0); }
