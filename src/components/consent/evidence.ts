import { loadPart } from '../../errors.js';
import type { Consent, ConsentEvidence } from '../../schema/consent/consent.js';
import { linkLine, sha256 } from '../../schema/consent/notice-text.js';
import { renderedLines } from './notice.js';
import { isTranslated } from './page-translation.js';

export const loadAfterDecision = () => loadPart(import('./after-decision.js'), 'consent');

/** The exact text of the notice on the page. */
export const renderedText = (root: ParentNode): string =>
  renderedLines(root)
    .map((line) => linkLine(...line))
    .filter(Boolean)
    .join('\n');

/** The evidence for a decision. Reads the text from the page first, before anything is awaited. */
export async function evidenceOf({ notice, seal }: Consent, root: ParentNode): Promise<ConsentEvidence> {
  const text = renderedText(root);
  if (!globalThis.isSecureContext) throw (await loadAfterDecision()).insecurePageError();
  return { seal, sha256: await sha256(text), translated: isTranslated(notice.locale) };
}
