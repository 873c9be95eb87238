#version 330 core
// This shader draws a picture unchanged. It does nothing else, because software OpenGL has a fast
// path for it.

uniform sampler2D picture;
in vec2 part;
out vec4 colour;

void main() { colour = texture(picture, part); }
