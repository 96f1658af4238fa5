// Loads in an engine that cannot derive colours in CSS, and on the developer's own machine if the page has its own colours.
import type { ReactiveController } from 'lit';
import type { Colour } from '../../schema/colours/contrast.js';
import { derive } from '../../schema/colours/derive.js';
import { COLOUR_NAMES, type ColourName } from '../../schema/colours/pairs.js';
import { weakPairs } from '../../schema/colours/weak-pairs.js';
import { isSwitchedOff, withHosts } from '../failure/diagnostics.js';
import type { ColouredElement } from './types.js';

/** The elements' own names of colours that they derive. */
const OWN: Partial<Record<ColourName, string>> = { accent: 'fill', link: 'accent' };

const ownName = (name: string) => OWN[name as ColourName] ?? name;

/** Reads colours of an element, as the browser calculates them. `brand` is the accent as the page gives it. */
export function readColours<Name extends ColourName | 'brand'>(
  { renderRoot }: ColouredElement,
  names: readonly Name[],
): Record<Name, Colour> {
  const probe = document.createElement('span');
  probe.hidden = true;
  renderRoot.append(probe);
  const colours = names.map((name) => {
    probe.style.setProperty('color', `var(--_${ownName(name)})`);
    return [name, parts(getComputedStyle(probe).color)];
  });
  probe.remove();
  return Object.fromEntries(colours) as Record<Name, Colour>;
}

/** Converts a colour of any colour space. A browser that hides the canvas from fingerprinting still gives the usual colours as `rgb()`. */
function parts(colour: string): Colour {
  const plain = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour);
  if (plain) return plain.slice(1).map(Number) as unknown as Colour;
  const context = document.createElement('canvas').getContext('2d')!;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3) as unknown as Colour;
}

const warned = new Set<string>();

/** Tells the developer, once for each pair, which colours of the page applicants may not be able to read. */
export function warnOfColours(element: ColouredElement): void {
  if (isSwitchedOff(withHosts(element))) return;
  for (const { found, remedy } of weakPairs(readColours(element, COLOUR_NAMES))) {
    if (warned.has(found)) continue;
    warned.add(found);
    console.warn(`lending-elements: ${found} ${remedy}`);
  }
}

const derived = new WeakSet<ColouredElement>();

/** Derives the colours of an element by a script, and again when the page changes between light and dark. */
export function deriveColours(element: ColouredElement): void {
  if (derived.has(element)) return;
  derived.add(element);
  element.addController(new DerivedColours(element));
}

class DerivedColours implements ReactiveController {
  readonly #host: ColouredElement;
  readonly #sheet = new CSSStyleSheet();
  readonly #isDark = matchMedia('(prefers-color-scheme: dark)');

  constructor(host: ColouredElement) {
    this.#host = host;
    host.shadowRoot!.adoptedStyleSheets.push(this.#sheet);
  }

  hostConnected(): void {
    this.#derive();
    // The page's style sheets may arrive after its scripts.
    if (document.readyState !== 'complete') addEventListener('load', this.#derive, { once: true });
    this.#isDark.addEventListener('change', this.#derive);
  }

  hostDisconnected(): void {
    removeEventListener('load', this.#derive);
    this.#isDark.removeEventListener('change', this.#derive);
  }

  #derive = () => {
    this.#sheet.replaceSync('');
    const { brand, surface } = readColours(this.#host, ['brand', 'surface']);
    const styles = getComputedStyle(this.#host);
    const least = Number(styles.getPropertyValue('--lending-contrast')) || undefined;
    const { fill, onFill, strong, link } = derive({ accent: brand, surface, ...(least && { least }) });
    const values = { fill, 'on-accent': onFill, 'accent-strong': strong, accent: link, focus: link };
    const rules = Object.entries(values).flatMap(([name, colour]) => {
      const token = name === 'accent' ? 'link' : name;
      return styles.getPropertyValue(`--lending-color-${token}`) ? [] : [`--_${name}: rgb(${colour.join(' ')})`];
    });
    this.#sheet.replaceSync(`:host { ${rules.join('; ')} }`);
  };
}
