import type { Application, CreatedApplication } from '../schema/application.js';
import type { HandlerOptions } from './handler.js';
import type { Upstream } from './upstream.js';

/** What the service answered, and the e-mail that it got: another one in a later body is not the applicant's. */
interface Created {
  ids: CreatedApplication;
  email: string;
}

/** Milliseconds for which what was created is remembered, and for how many subjects. */
const MEMORY = 10 * 60_000;
const SUBJECTS = 10_000;

/**
 * Creates an application once: whoever asks while it is being created waits for that one, and whoever asks soon after,
 * without the session that tells of it, gets that one. A second tab does, and a page whose answer was lost.
 */
export function creator(upstream: Upstream, hook: HandlerOptions['onApplicationCreated']) {
  const creating = new Map<string, Promise<Created>>();
  const unsaved = new Map<string, Created>();
  const recent = new Map<string, { created: Created; until: number }>();

  function createOnce(subject: string, body: Application): Promise<Created> {
    const known = recent.get(subject);
    if (known && performance.now() < known.until) return Promise.resolve(known.created);
    const call = creating.get(subject) ?? create(subject, body).finally(() => creating.delete(subject));
    creating.set(subject, call);
    return call;
  }

  /** What was created is remembered until the partner has persisted it: a hook that fails is called again, the service is not. */
  async function create(subject: string, body: Application): Promise<Created> {
    const created = unsaved.get(subject) ?? {
      ids: await upstream.createApplication(body),
      email: body.applicant.email,
    };
    unsaved.set(subject, created);
    await hook?.({ ...created.ids, subject });
    unsaved.delete(subject);
    remember(subject, created);
    return created;
  }

  function remember(subject: string, created: Created): void {
    recent.delete(subject);
    recent.set(subject, { created, until: performance.now() + MEMORY });
    // A map keeps the order in which its entries came: the first is the oldest.
    if (recent.size > SUBJECTS) recent.delete(recent.keys().next().value!);
  }

  return createOnce;
}
