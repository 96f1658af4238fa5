import type { Application, CreatedApplication } from '../schema/application.js';
import type { HandlerOptions } from './handler.js';
import { BLOCKED, createOnce, type OnceStore } from './once.js';
import type { Visit } from './routes.js';
import type { PartnerClient } from './upstream.js';

/** What the service answered, and the e-mail that it got: another one in a later body is not the applicant's. */
interface Created {
  ids: CreatedApplication;
  email: string;
}

const keyOf = (subject: string) => `create/${subject}`;

/** Whether a subject's application was created, for as long as that is remembered. */
export async function wasCreated(store: OnceStore, subject: string): Promise<boolean> {
  const attempt = JSON.parse((await store.get(keyOf(subject))) ?? 'null') as { state?: string } | null;
  return attempt?.state === 'done';
}

/**
 * Creates an application once: whoever asks while it is being created waits for that one, and whoever asks soon after,
 * without the session that tells of it, gets that one. A second tab does, and a page whose answer was lost.
 */
export function creator(
  upstream: PartnerClient,
  store: OnceStore,
  once: ReturnType<typeof createOnce>,
  { onApplicationCreated: hook, existingApplication, timeout = 10_000, settleAfter = 120_000 }: HandlerOptions,
) {
  const creating = new Map<string, Promise<Created>>();

  async function create({ subject, none, request_id, onAnswer }: Visit, body: Application): Promise<Created> {
    const inquiry = { canCheck: !!existingApplication, none, settled: timeout + settleAfter };
    // As long as a session that is lost, or a hook of the partner's that fails, could lead to a second one.
    const attempt = { key: keyOf(subject), limit: timeout * 2, remembered: BLOCKED, request_id, inquiry };
    const created = await once(attempt, async () => ({
      ids: await upstream.createApplication(body, { subject, onAnswer }),
      email: body.applicant.email,
    }));
    // The partner persists the ids before anything goes on: a hook that fails is called again, the service is not.
    const told = `told/${created.ids.company_id}`;
    if (hook && !(await store.get(told))) {
      await hook({ ...created.ids, email: created.email, subject });
      await store.set(told, 'yes', BLOCKED);
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
