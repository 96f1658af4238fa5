import { contrast, type Colour } from '../base/look/colours/page-colours.js';

/** The colours of the tokens `--lending-color-…`, the least contrast of WCAG 2.2 (1.4.3 and 1.4.11), and the colours that are drawn on them. */
const GROUNDS = [
  ['surface', 4.5, ['text', 'muted', 'link', 'error', 'warning', 'success']],
  ['tint', 4.5, ['text', 'muted', 'link']],
  ['sunken', 4.5, ['text', 'muted']],
  ['error-tint', 4.5, ['error', 'text']],
  ['accent', 4.5, ['on-accent']],
  ['accent-strong', 4.5, ['on-accent']],
  ['surface', 3, ['border', 'error-border', 'focus']],
] as const;

export type ColourName = (typeof GROUNDS)[number][0] | (typeof GROUNDS)[number][2][number];

/** Each colour with one that it is drawn on, and their least contrast. */
export const PAIRS = GROUNDS.flatMap(([back, least, fronts]) => fronts.map((front) => [front, back, least] as const));

export const COLOUR_NAMES = [...new Set(PAIRS.flatMap(([front, back]) => [front, back]))] as ColourName[];

/** A pair of colours with less contrast than it needs. */
export interface WeakPair {
  front: ColourName;
  found: string;
  remedy: string;
}

const hex = (colour: Colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** If the page does not set one of these tokens, the elements derive a colour with enough contrast. */
const DERIVED: readonly ColourName[] = ['on-accent', 'accent-strong', 'link', 'focus'];

/** Measures the colours that are drawn on each other. Colours that are not given are left out. */
export function weakPairs(colours: Partial<Record<ColourName, Colour>>): WeakPair[] {
  return PAIRS.flatMap(([front, back, least]) => {
    const [above, below] = [colours[front], colours[back]];
    // Rounded down, so that 4.499 is not printed as 4.50.
    const ratio = above && below ? Math.floor(contrast(above, below) * 100) / 100 : least;
    if (ratio >= least) return [];
    const [token, other] = [`--lending-color-${front}`, `--lending-color-${back}`];
    const found = `${token} (${hex(above!)}) has a contrast of ${ratio} : 1 on ${other} (${hex(below!)}), and needs ${least} : 1.`;
    const remedy = DERIVED.includes(front)
      ? `Remove ${token}: without it, the elements derive a colour that can be read.`
      : `Change ${token} or ${other}.`;
    return [{ front, found, remedy }];
  });
}
