// Loads in an engine that cannot derive colours in CSS, for an element with the look of its page, and on the developer's own machine.
import type { ReactiveControllerHost } from 'lit';
import type { Diagnosed } from '../../../developer/diagnostics.js';

/** Red, green and blue from 0 to 255, in sRGB. */
export type Colour = readonly [number, number, number];

/** Converts a component of a colour to linear light, from 0 to 1. */
const linear = (part: number) => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);

/** The relative luminance of WCAG, from 0 (black) to 1 (white). */
const luminance = ([red, green, blue]: Colour): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);

/** The contrast of two opaque colours, from 1 to 21. */
export function contrast(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** An element that draws with the page's colours. */
export interface ColouredElement extends Diagnosed, ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment;
}

/** The names that the elements' own styles have for colours that they derive. */
const OWN: Partial<Record<string, string>> = { accent: 'fill', link: 'accent' };
const ownName = (name: string) => `--_${OWN[name] ?? name}`;

/** Returns colours as the browser calculates them in an element. */
export function drawn({ renderRoot }: ColouredElement, colours: readonly string[]): Colour[] {
  const probe = document.createElement('span');
  probe.hidden = true;
  renderRoot.append(probe);
  const found = colours.map((colour) => {
    probe.style.setProperty('color', colour);
    return parts(getComputedStyle(probe).color);
  });
  probe.remove();
  return found;
}

/** Reads colours of an element. `brand` is the accent as the page gives it. */
export function readColours<Name extends string>(
  element: ColouredElement,
  names: readonly Name[],
): Record<Name, Colour> {
  const colours = drawn(
    element,
    names.map((name) => `var(${ownName(name)})`),
  );
  return Object.fromEntries(names.map((name, index) => [name, colours[index]])) as Record<Name, Colour>;
}

/** Converts a colour of any colour space. A browser that hides the canvas from fingerprinting still gives the usual colours as `rgb()`. */
export function parts(colour: string): Colour {
  const plain = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour);
  if (plain) return plain.slice(1).map(Number) as unknown as Colour;
  const context = document.createElement('canvas').getContext('2d')!;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3) as unknown as Colour;
}

/** Returns the element around another one, also around a shadow root. */
export const around = (element: Element): Element | undefined =>
  element.assignedSlot ?? element.parentElement ?? (element.getRootNode() as Partial<ShadowRoot>).host;

/** Returns the opaque colour behind an element; `undefined` if the page has a picture there, or a colour that is not opaque. */
export function colourBehind(element: ColouredElement): Colour | undefined {
  for (let one = around(element); one; one = around(one)) {
    const { backgroundColor, backgroundImage } = getComputedStyle(one);
    if (backgroundImage !== 'none') return undefined;
    if (/, 0\)$|\/ 0\)$/.test(backgroundColor)) continue;
    return /^rgba|\//.test(backgroundColor) ? undefined : parts(backgroundColor);
  }
  return drawn(element, ['Canvas'])[0];
}

export const BLACK: Colour = [0, 0, 0];
export const WHITE: Colour = [255, 255, 255];

/** White if it has enough contrast, else black. One of them always has 4.58 : 1. */
export const textOn = (colour: Colour, least = 4.58) =>
  [WHITE, BLACK].find((one) => contrast(one, colour) >= least) ?? WHITE;

export const mix = (one: Colour, other: Colour, share: number) =>
  one.map((part, index) => Math.round(part + (other[index]! - part) * share)) as unknown as Colour;

/** Mixes a colour with another one until it has a contrast with its background or its text. */
export function mixUntil(least: number, against: Colour, colour: Colour, other: Colour): Colour {
  const shares = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1];
  return shares.map((share) => mix(colour, other, share)).find((one) => contrast(one, against) >= least) ?? other;
}

/** Mixes a colour with white or black until it can be read on a surface. */
export const readable = (surface: Colour, colour: Colour, least = 8) =>
  mixUntil(least, surface, colour, textOn(surface));

/** Declares the colours whose tokens the page does not set. */
export function declared(element: Element, colours: Record<string, Colour>, nameOf: (name: string) => string): string {
  const styles = getComputedStyle(element);
  const rules = Object.entries(colours).flatMap(([name, colour]) =>
    styles.getPropertyValue(`--lending-color-${name}`) ? [] : `${nameOf(name)}: rgb(${colour.join(' ')})`,
  );
  return rules.join('; ');
}

/** Declares the colours that CSS cannot derive here, with the same contrasts as those in `derived.ts`, but by mixing. */
function writeColours(element: ColouredElement, sheet: CSSStyleSheet): void {
  sheet.replaceSync('');
  const { brand, surface } = readColours(element, ['brand', 'surface']);
  const least = Number(getComputedStyle(element).getPropertyValue('--lending-contrast')) || 4.5;
  const onAccent = textOn(brand, least);
  const fill = mixUntil(least, onAccent, brand, BLACK);
  const link = readable(surface, brand);
  const colours = { fill, 'on-accent': onAccent, 'accent-strong': mix(fill, textOn(onAccent), 0.2), link, focus: link };
  sheet.replaceSync(`:host { ${declared(element, colours, ownName)} }`);
}

type Write<One> = (element: One, sheet: CSSStyleSheet) => void;
const followed = new WeakMap<ColouredElement, unknown[]>();

/** Writes a style sheet of an element, once for each function, and writes it again when the colours of the page may have changed. */
export function followPage<One extends ColouredElement>(element: One, write: Write<One>): void {
  const writers = followed.get(element) ?? [];
  if (writers.includes(write)) return;
  followed.set(element, [...writers, write]);
  const sheet = new CSSStyleSheet();
  element.shadowRoot!.adoptedStyleSheets.push(sheet);
  const isDark = matchMedia('(prefers-color-scheme: dark)');
  const again = () => write(element, sheet);
  const observer = new MutationObserver(again);
  element.addController({
    hostConnected() {
      again();
      // The page's style sheets may arrive after its scripts.
      if (document.readyState !== 'complete') addEventListener('load', again, { once: true });
      isDark.addEventListener('change', again);
      // A page that changes its colours slowly has the last ones at the end.
      document.addEventListener('transitionend', again);
      for (const one of [document.documentElement, document.body, element]) observer.observe(one, { attributes: true });
    },
    hostDisconnected() {
      removeEventListener('load', again);
      isDark.removeEventListener('change', again);
      observer.disconnect();
      document.removeEventListener('transitionend', again);
    },
  });
}

export const deriveColours = (element: ColouredElement): void => followPage(element, writeColours);
