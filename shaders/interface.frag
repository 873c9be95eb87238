#version 330 core
// This shader draws panels: a colour, multiplied by the letters' coverage.
uniform sampler2D letters;
in vec2 picture_place;
in vec4 ink;
layout(location = 0) out vec4 seen;

void main() { seen = ink * texture(letters, picture_place.st); }
