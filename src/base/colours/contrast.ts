/** Red, green and blue from 0 to 255, in sRGB. */
export type Colour = readonly [number, number, number];

/** A part of a colour as light, from 0 to 1. */
const linear = (part: number) => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);

/** The relative luminance of WCAG, from 0 (black) to 1 (white). */
const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast of two opaque colours, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}
