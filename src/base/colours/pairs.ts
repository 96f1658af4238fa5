/** The colours of the tokens `--lending-color-…` that are drawn on each other, and the least contrast of WCAG 2.2 (1.4.3 and 1.4.11). */
export const PAIRS = [
  ['text', 'surface', 4.5],
  ['text', 'tint', 4.5],
  ['muted', 'surface', 4.5],
  ['muted', 'tint', 4.5],
  ['link', 'surface', 4.5],
  ['link', 'tint', 4.5],
  ['text', 'sunken', 4.5],
  ['muted', 'sunken', 4.5],
  ['error', 'surface', 4.5],
  ['error', 'error-tint', 4.5],
  ['text', 'error-tint', 4.5],
  ['warning', 'surface', 4.5],
  ['warning', 'warning-tint', 4.5],
  ['text', 'warning-tint', 4.5],
  ['success', 'surface', 4.5],
  ['success', 'success-tint', 4.5],
  ['text', 'success-tint', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-strong', 4.5],
  ['border', 'surface', 3],
  ['error-border', 'surface', 3],
  ['warning-border', 'surface', 3],
  ['success-border', 'surface', 3],
  ['focus', 'surface', 3],
] as const;

export type ColourName = (typeof PAIRS)[number][0 | 1];

/** The names in `PAIRS`, each once. */
export const COLOUR_NAMES = [...new Set(PAIRS.flatMap(([front, back]) => [front, back]))] as ColourName[];
