import { html, type TemplateResult } from 'lit';

interface Failure {
  heading: string;
  sentences: readonly string[];
  retry: string;
  onRetry: (event: Event) => void;
}

/** Says what failed and offers to try again. The alert is inside the panel that gets the focus: some screen readers lose it otherwise. */
export const failurePanel = ({ heading, sentences, retry, onRetry }: Failure): TemplateResult =>
  html`<div part="summary" class="panel" id="failure" tabindex="-1">
    <div role="alert">
      <h3>${heading}</h3>
      ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
      <button part="retry" type="button" @click=${onRetry}>${retry}</button>
    </div>
  </div>`;
