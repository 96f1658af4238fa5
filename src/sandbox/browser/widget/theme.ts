import type { WidgetConfig } from '../../widget/config.js';

/** Black or white, whichever is easier to read on a colour: one of them has a contrast of at least 4.5 : 1 (WCAG). */
function textOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000' : '#fff';
}

/** Writes the theme to the element that has the offers. */
export function applyTheme({ style }: HTMLElement, { accent, corners, scheme }: WidgetConfig): void {
  style.setProperty('--accent', accent);
  style.setProperty('--on-accent', textOn(accent));
  style.setProperty('--radius', corners === 'square' ? '0' : '0.75rem');
  if (scheme !== 'auto') style.setProperty('color-scheme', scheme);
}
