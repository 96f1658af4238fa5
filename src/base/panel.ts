import { html, nothing, type LitElement } from 'lit';
import { LendingProblemsEvent } from './events.js';
import type { ScreenHost } from './step/steps.js';

/**
 * Moves the focus to a heading, and removes the caret before. With the caret in a field, Firefox returns screen readers to it; with the caret in the
 * heading, Orca reads its line without the level in Firefox, and nothing in Chromium.
 */
export function focusHeading(heading: HTMLElement | null | undefined): void {
  getSelection()?.empty();
  heading?.focus({ preventScroll: true });
}

/** Renders the panel of a failure or of problems. Its heading gets the focus, and is read then: an alert would be read a second time. */
export const panel = (id: 'summary' | 'failure', heading: string, content: unknown, look = '', role?: string | false) =>
  html`<div part=${id} class="panel ${look}" id=${id} role=${role || nothing}>
    <h3 id="${id}-heading" tabindex="-1">${heading}</h3>
    ${content}
  </div>`;

/** After every failed attempt: moves the focus to the summary or the failure, and reports the problems to the page without the answers. */
export async function presentPanel(host: LitElement & Pick<ScreenHost, 'step' | 'problems'>): Promise<void> {
  await host.updateComplete;
  const shown = host.renderRoot.querySelector<HTMLElement>('#summary, #failure');
  shown?.scrollIntoView({ block: 'nearest' });
  focusHeading(shown?.querySelector('h3'));
  const problems = host.problems.map(({ path, reason }) => ({ path, reason }));
  if (problems.length > 0) host.dispatchEvent(new LendingProblemsEvent(host.step, problems));
}
