import { css } from 'lit';
import { isLoopback } from '../../../schema/widget/loopback.js';
import { painted } from '../../page-lifecycle.js';
import type { ColouredElement } from './page-colours.js';

/**
 * Colours that are derived from the partner's, so that text is readable with every brand colour. In engines that cannot derive colours
 * in CSS, `page-colours.ts` chooses them.
 *
 * Text on the accent is white if that has enough contrast, else black, and one of them always has 4.5 : 1. A larger `--lending-contrast`
 * darkens an accent on which neither has it. A link has 8 : 1 on the surface, so that it keeps 7 on the tint, which is near the surface.
 *
 * In `xyz`, y is the luminance of WCAG. Up to `--_lightest`, white has enough contrast on a colour. `--_white` is 1 if the text on the accent is white, and 0 if it is black. A relative colour has one
 * origin only, so `--_pair` has the accent as its colour and the luminance of the surface as its opacity: its `alpha` is half of that plus
 * 0.5, and `2 * alpha` times its colour is the accent. Its light is multiplied by `--_less`, and then moves by `--_more` towards white.
 */
// Chromium before 131, Firefox before 128 and Safari before 18 do not support relative colours, or calculate them in another way.
export const derivedColours = css`
  @supports (color: color(from color-mix(in xyz, light-dark(red, red), currentcolor) xyz x y z)) {
    :host {
      --_lightest: (1.05 / var(--_least) - 0.05);
      --_off-black: (y - max(var(--_lightest), 0.05 * var(--_least) - 0.05));
      --_white: clamp(0, -1e6 * var(--_off-black), 1);
      --_darker: min(
        1,
        (1.05 / (var(--_least) + 0.1) - 0.05) / max(y, 1e-6) +
          max(0, 1e6 * var(--_off-black), 1e6 * (var(--_lightest) - y))
      );
      --_fill: color(from var(--_brand) xyz calc(x * var(--_darker)) calc(y * var(--_darker)) calc(z * var(--_darker)));
      --_on-accent: var(
        --lending-color-on-accent,
        color(from var(--_brand) xyz calc(0.9505 * var(--_white)) var(--_white) calc(1.089 * var(--_white)))
      );
      --_stronger: calc(1.25 - 0.6 * var(--_white));
      --_accent-strong: var(
        --lending-color-accent-strong,
        color(from var(--_fill) xyz calc(x * var(--_stronger)) calc(y * var(--_stronger)) calc(z * var(--_stronger)))
      );
      --_pair: color-mix(in xyz, var(--_brand), color(from var(--_surface) xyz 0 0 0 / y));
      --_less: min(
        1,
        max(0, ((2 * alpha - 0.95) / 8 - 0.05) / max(2 * alpha * y, 1e-6)) + max(0, (1.179 - 2 * alpha) * 1e6)
      );
      --_more: clamp(
        0,
        min((16 * alpha - 7.65 - 2 * alpha * y) / (1.0001 - 2 * alpha * y), (1.179 - 2 * alpha) * 1e6),
        1
      );
      --_accent: var(
        --lending-color-link,
        color(
          from var(--_pair) xyz calc(2 * alpha * x * var(--_less) * (1 - var(--_more)) + 0.9505 * var(--_more))
            calc(2 * alpha * y * var(--_less) * (1 - var(--_more)) + var(--_more))
            calc(2 * alpha * z * var(--_less) * (1 - var(--_more)) + 1.089 * var(--_more)) / 1
        )
      );
      --_focus: var(--lending-color-focus, var(--_accent));
    }
  }
`;

const [, condition = ''] = /@supports (.+?)\s*\{/.exec(derivedColours.cssText) ?? [];
const derivesInCss = globalThis.CSS?.supports(condition) ?? true;

/**
 * Loads the script for the page's colours: where CSS cannot derive colours, and on the developer's machine, to warn of colours that
 * cannot be read, and of attributes that do nothing. Looking for those before the first paint would delay it.
 */
export async function followPageColours(element: ColouredElement): Promise<void> {
  const load = () => import('./page-colours.js');
  if (!derivesInCss) {
    const { deriveColours } = await load();
    await element.updateComplete;
    deriveColours(element);
  }
  if (!isLoopback(location.hostname)) return;
  await painted();
  (await import('../../../developer/page.js')).checkPage(element);
}
