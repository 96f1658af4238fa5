/** The widget's accent, unless the page or the dashboard has another. */
export const ACCENT = '#0b5563';

/** Colours of the widget and of the dashboard: for a light and for a dark page, and the property of an element around it that has its own. */
const COLOURS = {
  ink: ['#13262b', '#eef4f5', '_text'],
  quiet: ['#40545a', '#b9c8cc', '_muted'],
  page: ['#ffffff', '#10191c', '_surface'],
  card: ['#ffffff', '#1a272c', '_surface'],
  tint: ['#f2f6f7', '#202f35', '_sunken'],
  edge: ['#c5d1d4', '#3b4d53', '_line'],
  field: ['#6b858c', '#87a0a7', '_border'],
  good: ['#0a5c36', '#8fdfb4', '_success'],
  bad: ['#a3170f', '#ffb0a8', '_error'],
  link: ['#0b5563', '#8fd6e4', '_accent'],
} as const;

/** Returns CSS rules that define the colours. Browsers without `light-dark()` show the light colours. */
export function paletteRules(selector: string): string {
  const rule = (write: (light: string, dark: string) => string) =>
    `${selector} { ${Object.entries(COLOURS)
      .map(([name, [light, dark, own]]) => `--${name}: var(--${own}, ${write(light, dark)});`)
      .join(' ')} }`;
  return `${rule((light) => light)}
@supports (color: light-dark(#000, #fff)) { ${rule((light, dark) => `light-dark(${light}, ${dark})`)} }`;
}
