import type { ServerAdapter } from '../../adapter/types.js';
import { LendingError, loadPart } from '../../errors.js';
import type { Consent, ConsentEvidence } from '../../schema/consent/consent.js';
import { isNotice, sha256 } from '../../schema/consent/notice-text.js';
import { isTranslated, renderedText } from './notice.js';

export const loadAfterDecision = () => loadPart(import('./after-decision.js'), 'consent');

const declines = new WeakMap<ServerAdapter, Promise<unknown>>();

/** Gets the notice and the consent, after pending declines are on record: a recorded decline makes every earlier notice invalid. */
export async function getConsent(backend: ServerAdapter, locale: string, signal: AbortSignal): Promise<Consent> {
  await declines.get(backend);
  const consent = await backend.consent({ locale, signal });
  if (isNotice(consent.notice)) return consent;
  throw new LendingError('adapter-unexpected-response', 'adapter.consent() did not return a consent notice.');
}

/** Records a decline. Nothing was shared, so a failure does not stop the applicant. */
export function recordDecline(
  backend: ServerAdapter,
  evidence: Promise<ConsentEvidence>,
  report: (error: unknown) => unknown,
): void {
  const recorded = evidence.then((given) => backend.decide({ decision: 'declined', evidence: given }));
  declines.set(backend, recorded.catch(report));
}

/** After a rejection with one of these codes the notice is shown again, with the reason next to its box. */
const NEEDS_NEW_NOTICE = /^handler-(no-consent|consent-(stale|withdrawn))$/;

/** Returns a rejection as a problem of the box; `undefined` for other errors. */
export async function rejectionAsProblem(error: unknown): Promise<LendingError | undefined> {
  const { code, message, remedy } = error as LendingError;
  if (!NEEDS_NEW_NOTICE.test(code)) return undefined;
  await loadAfterDecision(); // With the sentences about rejections.
  return new LendingError(code, message, { remedy, cause: error, issues: [{ path: 'agree', reason: code }] });
}

/** The evidence for a decision. Reads the text from the page first, before anything is awaited. */
export async function evidenceOf({ notice, servedId }: Consent, root: ParentNode): Promise<ConsentEvidence> {
  const text = renderedText(root);
  if (!globalThis.isSecureContext) throw (await loadAfterDecision()).insecurePageError();
  return { servedId, sha256: await sha256(text), translated: isTranslated(notice.locale) };
}
