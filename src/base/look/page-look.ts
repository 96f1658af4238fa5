// Loads for an element that looks like its page, or is compact.
import { css } from 'lit';
import { addStyles } from './add-styles.js';
import {
  around,
  colourBehind,
  declared,
  followPage,
  mix,
  mixUntil,
  parts,
  readable,
  readColours,
  textOn,
  WHITE,
  type ColouredElement,
  contrast,
  type Colour,
} from './colours/page-colours.js';

type Styled = ColouredElement & { look: string | undefined };

/** Tokens that the page sets on the element itself override these. */
const styles = css`
  :host([look='page']) {
    --lending-shadow: none;
    /* Inherits the page's spacing of letters and words. */
    --_spacing: initial;

    margin-inline: 0;
    font-family: var(--lending-font, inherit);
  }
  :host([look='page']) [id='current'] {
    --_spacing: initial;
    background: none;
  }
  :host([density='compact']) {
    --lending-text-body: max(1rem, 16px);
    --lending-text-title: max(1.0625rem, 17px);
    --lending-text-heading: max(1.375rem, 22px);
    --lending-text-heading-wide: var(--lending-text-heading);
    --lending-text-money: var(--lending-text-heading);
    --lending-space-label: 4px;
    --lending-space-tight: 6px;
    --lending-space-row: 8px;
    --lending-space-inner: 12px;
    --lending-space-field: 16px;
    --lending-space-group: 24px;
    --lending-size-control: 44px;
  }
  /* A finger needs 44 pixels, and Safari enlarges the page for an input with smaller letters than 16 pixels. */
  @media (pointer: fine) {
    @media not all and (any-pointer: coarse) {
      :host([density='compact']) {
        --lending-text-body: max(0.9375rem, 15px);
        --lending-size-control: 40px;
      }
    }
  }
`;

/** The colours on a surface, made from the page's text and from the elements' own signals. */
function coloursOn(surface: Colour, page: Colour, own: Record<(typeof OWN)[number], Colour>): Record<string, Colour> {
  const text = readable(surface, page, 5.2);
  const error = readable(surface, own.error);
  return {
    surface,
    text,
    muted: [0.3, 0.2, 0.1].map((share) => mix(text, surface, share)).find((one) => contrast(one, surface) >= 7) ?? text,
    border: mixUntil(3, surface, mix(surface, text, 0.4), text),
    line: mix(surface, text, 0.15),
    tint: mix(surface, own.brand, 0.07),
    sunken: mix(surface, own.brand, 0.03),
    error,
    'error-border': readable(surface, own['error-border'], 3),
    'error-tint': mix(surface, error, 0.05),
    warning: readable(surface, own.warning),
    success: readable(surface, own.success),
  };
}

const OWN = ['brand', 'error', 'error-border', 'warning', 'success'] as const;

function writeLook(element: Styled, sheet: CSSStyleSheet): void {
  sheet.replaceSync('');
  if (element.look !== 'page') return;
  const styles = getComputedStyle(element);
  const isGiven = (name: string) => styles.getPropertyValue(`--lending-color-${name}`) !== '';
  const { accentColor } = styles;
  const accent = isGiven('accent') || accentColor === 'auto' ? '' : `--lending-color-accent: ${accentColor};`;
  const surface = isGiven('surface') ? undefined : colourBehind(element);
  if (!surface) return sheet.replaceSync(`:host { ${accent} }`);
  const scheme = textOn(surface) === WHITE ? 'dark' : 'light';
  const rules = `${accent} color-scheme: ${scheme}; --lending-space-gutter: 0px; background: none;`;
  const page = parts(getComputedStyle(around(element)!).color);
  sheet.replaceSync(`:host { ${rules} }`);
  const colours = coloursOn(surface, page, readColours(element, OWN));
  sheet.replaceSync(`:host { ${rules} ${declared(element, colours, (name) => `--lending-color-${name}`)} }`);
}

/** Applies `look` and `density`. The look follows the page when its colours change. */
export function applyLook(element: Styled): void {
  addStyles(element, styles);
  if (element.look === 'page') followPage(element, writeLook);
}
