import { html, type LitElement, type TemplateResult } from 'lit';

/** Renders the panel of a failure or of problems. The alert is inside the element with the focus: some screen readers lose it otherwise. */
export const panel = (id: 'summary' | 'failure', heading: string, content: unknown, look = ''): TemplateResult =>
  html`<div part=${id} class="panel ${look}" id=${id} tabindex="-1">
    <div role="alert">
      <h3>${heading}</h3>
      ${content}
    </div>
  </div>`;

/** Moves the focus to the summary or the failure, after every failed attempt. */
export async function focusPanel(host: LitElement): Promise<void> {
  await host.updateComplete;
  const shown = host.renderRoot.querySelector<HTMLElement>('#summary, #failure');
  shown?.scrollIntoView({ block: 'nearest' });
  shown?.focus({ preventScroll: true });
}
