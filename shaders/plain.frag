#version 330 core
// A picture as it is. Nothing else: software OpenGL knows this by heart.

uniform sampler2D picture;
in vec2 part;
out vec4 colour;

void main() { colour = texture(picture, part); }
