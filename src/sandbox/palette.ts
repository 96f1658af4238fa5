/** Colours of the widget and of the dashboard: for a light and for a dark page. */
const COLOURS = {
  ink: ['#13262b', '#eef4f5'],
  quiet: ['#40545a', '#b9c8cc'],
  page: ['#ffffff', '#10191c'],
  card: ['#ffffff', '#1a272c'],
  tint: ['#f2f6f7', '#202f35'],
  edge: ['#c5d1d4', '#3b4d53'],
  field: ['#6b858c', '#87a0a7'],
  good: ['#0a5c36', '#8fdfb4'],
  'good-tint': ['#e3f4ea', '#17392a'],
  bad: ['#a3170f', '#ffb0a8'],
  link: ['#0b5563', '#8fd6e4'],
} as const;

/** Returns CSS rules that define the colours. Browsers without `light-dark()` show the light colours. */
export function paletteRules(selector: string): string {
  const rule = (write: (light: string, dark: string) => string) =>
    `${selector} { ${Object.entries(COLOURS)
      .map(([name, [light, dark]]) => `--${name}: ${write(light, dark)};`)
      .join(' ')} }`;
  return `${rule((light) => light)}
@supports (color: light-dark(#000, #fff)) { ${rule((light, dark) => `light-dark(${light}, ${dark})`)} }`;
}
