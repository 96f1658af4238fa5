import type { Colour } from './contrast.js';

const HEX = /^#(?:([\da-f]{3})|([\da-f]{6}))$/i;
const RGB = /^rgba?\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*\)$/i;
const HSL = /^hsla?\(\s*([\d.]+)(?:deg)?[\s,]+([\d.]+)%[\s,]+([\d.]+)%\s*\)$/i;
const NAMED: Record<string, Colour> = { black: [0, 0, 0], white: [255, 255, 255] };

/** Reads an opaque colour as `#hex`, `rgb()`, `hsl()`, black or white. Other notations need a browser. */
export function parseColour(text: string): Colour | undefined {
  const value = text.trim();
  const [, short, long = short?.replace(/./g, '$&$&')] = HEX.exec(value) ?? [];
  if (long) return [0, 2, 4].map((at) => parseInt(long.slice(at, at + 2), 16)) as unknown as Colour;
  const [, ...parts] = RGB.exec(value) ?? [];
  if (parts.length) return parts.map((part) => Math.min(255, Number(part))) as unknown as Colour;
  const [, hue, saturation, lightness] = HSL.exec(value) ?? [];
  if (hue) return fromHsl(Number(hue), Number(saturation) / 100, Number(lightness) / 100);
  return NAMED[value.toLowerCase()];
}

/** The conversion of CSS Color 4. */
function fromHsl(hue: number, saturation: number, lightness: number): Colour {
  const part = (offset: number) => {
    const k = (offset + hue / 30) % 12;
    const reach = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [part(0), part(8), part(4)];
}
