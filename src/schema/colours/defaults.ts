import type { Colour } from './contrast.js';
import { parseColour } from './parse-colour.js';
import type { ColourName } from './pairs.js';

/** The tokens' defaults in light and in dark, as `base/styles.ts` has them. The elements derive the others. */
const DEFAULTS = {
  accent: ['#0b4f5c', '#8ed6df'],
  tint: ['#e9f3f5', '#15272d'],
  text: ['#14212b', '#eef3f5'],
  muted: ['#43525e', '#b6c3cc'],
  surface: ['#ffffff', '#10191f'],
  sunken: ['#f5f8f9', '#17232b'],
  border: ['#6b7a86', '#8b9aa6'],
  error: ['#96151d', '#ffb3ae'],
  'error-border': ['#c4313a', '#e0716d'],
  'error-tint': ['#fdf1f1', '#2d1a1c'],
  warning: ['#674100', '#f6d08a'],
  'warning-border': ['#a86b00', '#bf9140'],
  'warning-tint': ['#fdf5e6', '#29210f'],
  success: ['#0a5434', '#8fdfb4'],
  'success-border': ['#2b8458', '#459c71'],
  'success-tint': ['#eaf6ef', '#132a20'],
} as const satisfies Partial<Record<ColourName, readonly [string, string]>>;

export type Scheme = 'light' | 'dark';

export const defaultColours = (scheme: Scheme) =>
  Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, [light, dark]]) => [name, parseColour(scheme === 'light' ? light : dark)]),
  ) as Record<keyof typeof DEFAULTS, Colour>;
