import type { WidgetConfig } from '../../widget/config.js';

type Colour = readonly [number, number, number];

const parse = (hex: string): Colour => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)) as never;
const print = (colour: Colour) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** The relative luminance of WCAG. */
function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Colour;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

// Only pure black and white together give 4.5 : 1 on every colour.
const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

const mix = (one: Colour, other: Colour, share: number) =>
  one.map((part, at) => part + (other[at]! - part) * share) as unknown as Colour;

/** Moves a colour towards black or white until it is good. */
function moved(colour: Colour, end: Colour, isGood: (colour: Colour) => boolean): Colour {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, end, share);
    if (isGood(mixed)) return mixed;
  }
  return end;
}

/** The darkest light background and the lightest dark one on which the accent is. */
const CARDS = { light: '#f2f6f7', dark: '#202f35' } as const;

const best = (fill: Colour) => Math.max(contrast(fill, WHITE), contrast(fill, BLACK));

/** The least contrast of a button with its card, and of a coloured text. */
const [FILL, TEXT] = [3, 7];

/** The accent of each scheme, the text on it, and the accent as a text: readable for any colour that a partner picks. */
function coloursOf({ accent }: Pick<WidgetConfig, 'accent'>): Record<string, string> {
  const colours: Record<string, string> = {};
  for (const [scheme, background] of Object.entries(CARDS)) {
    const card = parse(background);
    const to = scheme === 'light' ? BLACK : WHITE;
    const isReadable = (least: number) => (colour: Colour) => contrast(colour, card) >= least;
    const visible = moved(parse(accent), to, isReadable(FILL));
    const fill = moved(visible, to, (colour) => best(colour) >= TEXT);
    colours[`--accent-${scheme}`] = print(fill);
    colours[`--on-accent-${scheme}`] = print(contrast(fill, WHITE) >= contrast(fill, BLACK) ? WHITE : BLACK);
    colours[`--accent-text-${scheme}`] = print(moved(parse(accent), to, isReadable(TEXT)));
  }
  return colours;
}

/** Writes the theme to the element that has the offers. */
export function applyTheme(host: HTMLElement, config: WidgetConfig): void {
  for (const [name, value] of Object.entries(coloursOf(config))) host.style.setProperty(name, value);
  host.style.setProperty('--radius', config.corners === 'square' ? '0' : '0.75rem');
  if (config.scheme === 'auto') host.style.removeProperty('color-scheme');
  else host.style.setProperty('color-scheme', config.scheme);
}
