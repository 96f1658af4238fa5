import { linear, luminance, type Colour } from './contrast.js';

/** The colours from which the others are derived. */
export interface Brand {
  /** The partner's colour: `--lending-color-accent`. */
  accent: Colour;
  /** The background: `--lending-color-surface`. */
  surface: Colour;
  /** The least contrast of the text on the accent: `--lending-contrast`. Default: 4.5. */
  least?: number;
}

/** The colours that the elements draw with. */
export interface Derived {
  /** The background of a filled button: the accent, or a darker one if the contrast needs it. */
  fill: Colour;
  /** The text on it: black or white. */
  onFill: Colour;
  /** A filled button under the pointer: a little further from the text. */
  strong: Colour;
  /** Links and lines on the surface: the accent, darker or lighter if the contrast needs it. */
  link: Colour;
}

const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

/** A link has this contrast on the surface. The tint is near the surface, so a link on the tint keeps 7. */
export const LINK_CONTRAST = 8;

const toPart = (value: number) =>
  Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055));

/** Changes the light of a colour and keeps its hue: first `times` its light, then this share of the way to white. */
const relight = (colour: Colour, times: number, share: number): Colour =>
  colour.map((part) => {
    const value = Math.min(1, linear(part) * times);
    return toPart(value + (1 - value) * share);
  }) as unknown as Colour;

const clamp = (value: number) => Math.min(1, Math.max(0, value));

/**
 * Derives the colours that need a contrast with the partner's. Black or white always has 4.5 : 1. A larger contrast darkens an accent
 * on which neither has it. `base/colours/derived.ts` has the same calculation in CSS.
 */
export function derive({ accent, surface, least = 4.5 }: Brand): Derived {
  const [ofAccent, ofSurface] = [luminance(accent), luminance(surface)];
  const isDark = ofAccent < 0.05 * least - 0.05;
  const darker = isDark ? clamp((1.05 / (least + 0.1) - 0.05) / Math.max(ofAccent, 1e-6)) : 1;
  const fill = relight(accent, darker, 0);
  return {
    fill,
    onFill: isDark ? WHITE : BLACK,
    strong: relight(fill, isDark ? 0.65 : 1.25, 0),
    link: ofSurface < 0.179 ? lighterOn(ofSurface, accent) : darkerOn(ofSurface, accent),
  };
}

const darkerOn = (surface: number, accent: Colour) =>
  relight(accent, clamp(((surface + 0.05) / LINK_CONTRAST - 0.05) / Math.max(luminance(accent), 1e-6)), 0);

const lighterOn = (surface: number, accent: Colour) => {
  const [from, to] = [luminance(accent), LINK_CONTRAST * (surface + 0.05) - 0.05];
  return relight(accent, 1, clamp((to - from) / (1.0001 - from)));
};
