import type { Application, CreatedApplication } from '../../schema/application.js';
import type { PartnerClient } from '../service/client.js';
import type { HandlerOptions, Visit } from '../types.js';
import { BLOCKED, type RunOnce } from './idempotency.js';
import type { IdempotencyStore } from './types.js';

/** The options of the creation, checked and complete. */
export interface CreationSettings {
  onApplicationCreated: HandlerOptions['onApplicationCreated'];
  /** True if the partner can look for an application after an unknown outcome. */
  canCheck: boolean;
  timeout: number;
  settleAfter: number;
}

/** The answer of the service, and the e-mail that it got. A later request may have another e-mail in its body. */
interface Created {
  ids: CreatedApplication;
  email: string;
}

const keyOf = (subject: string) => `create/${subject}`;

/** Returns true if the store remembers that a subject's application was created. */
export async function wasCreated(store: IdempotencyStore, subject: string): Promise<boolean> {
  const attempt = JSON.parse((await store.get(keyOf(subject))) ?? 'null') as { state?: string } | null;
  return attempt?.state === 'done';
}

/**
 * Creates one application for a subject. A request that comes during the creation, or soon after it without the session, gets the
 * same application: for example from a second tab, or from a page that did not get its answer.
 */
export function createApplicationOnce(
  service: PartnerClient,
  store: IdempotencyStore,
  runOnce: RunOnce,
  { onApplicationCreated, canCheck, timeout, settleAfter }: CreationSettings,
) {
  const creating = new Map<string, Promise<Created>>();

  async function create({ subject, noneAt, requestId, onAnswer }: Visit, body: Application): Promise<Created> {
    const inquiry = { canCheck, noneAt, settled: timeout + settleAfter };
    // Remembered for as long as a lost session, or a failing `onApplicationCreated`, could lead to a second application.
    const attempt = { key: keyOf(subject), limit: timeout * 2, remembered: BLOCKED, requestId, inquiry };
    const created = await runOnce(attempt, async () => ({
      ids: await service.createApplication(body, { subject, onAnswer }),
      email: body.applicant.email,
    }));
    // The partner persists the ids first: a function that fails is called again, the service is not.
    const persisted = `told/${created.ids.company_id}`;
    if (onApplicationCreated && !(await store.get(persisted))) {
      await onApplicationCreated({ ...created.ids, email: created.email, subject });
      await store.set(persisted, 'yes', BLOCKED);
    }
    return created;
  }

  return (visit: Visit, body: Application): Promise<Created> => {
    const { subject } = visit;
    const call = creating.get(subject) ?? create(visit, body).finally(() => creating.delete(subject));
    creating.set(subject, call);
    return call;
  };
}
