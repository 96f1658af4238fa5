import { nothing, svg, type SVGTemplateResult } from 'lit';

/** The drawing of each point of the notice, in a square of 24. They only decorate: the words say everything. */
const ICONS = new Map<string, SVGTemplateResult>([
  ['selected-providers', svg`<path d="M4 10h16L12 4zM6 10v8M10 10v8M14 10v8M18 10v8M4 20h16" />`],
  ['shared-with-providers', svg`<path d="M4 4h9v5M4 4v16h9v-5M9 12h11M16 8l4 4-4 4" />`],
  ['credit-reference-soft-check', svg`<path d="M4 18a9 9 0 1 1 16 0M12 15l4-5M12 15h.01" />`],
  ['fraud-prevention', svg`<path d="M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6zM12 8v5M12 16h.01" />`],
  ['withdrawal', svg`<path d="M9 6l-5 5 5 5M4 11h10a5 5 0 0 1 0 10h-2" />`],
]);

/** Returns the icon of a point; `nothing` for a point of the partner's own. */
export function pointIcon(id: string) {
  const icon = ICONS.get(id);
  return icon ? svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>` : nothing;
}
