// Says that answers are kept in this tab only. It loads if the backend saves no drafts.
import { html, nothing, type TemplateResult } from 'lit';
import { addStyles } from '../../../base/add-styles.js';
import type { JourneyState } from '../journey-state.js';
import { guardLeaving } from '../page/leave-guard.js';
import { savedStyles } from './saving-status.js';
import { savingText } from './saving.sentences.js';

/** Returns the line below a step, until the application exists. */
export function tabOnlyLine(journey: JourneyState): () => TemplateResult | typeof nothing {
  addStyles(journey.host, savedStyles);
  guardLeaving(journey);
  return () =>
    journey.isCreated
      ? nothing
      : html`<div part="saved" class="saved">
          <p class="hint">${savingText(journey.host.text).term('saved.tab')}</p>
        </div>`;
}
