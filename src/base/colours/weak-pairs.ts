import { contrast, type Colour } from './contrast.js';
import { PAIRS, type ColourName } from './pairs.js';

/** Two colours with less contrast than they need, in words. */
export interface WeakPair {
  front: ColourName;
  found: string;
  remedy: string;
}

const hex = (colour: Colour) => `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`;

/** The tokens without which the elements derive a colour with enough contrast. */
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
