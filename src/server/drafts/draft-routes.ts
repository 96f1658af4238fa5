import { LendingError } from '../../errors.js';
import type { ResolvedOptions } from '../options/resolve-options.js';
import type { Route } from '../types.js';
import { createDrafts, type DraftSettings } from './drafts.js';

/** Creates the route `draft`, and the parts of saved drafts that other routes need. Without a store they do nothing. */
export function createDraftRoutes(
  { drafts: { store }, secrets }: Pick<ResolvedOptions, 'drafts' | 'secrets'>,
  wasCreated: DraftSettings['wasCreated'],
) {
  const drafts = store && createDrafts({ store, secrets, wasCreated });

  function savedDrafts() {
    if (drafts) return drafts;
    throw new LendingError(
      'handler-not-found',
      'This backend does not save drafts: createHandler({ drafts }) has no store.',
    );
  }

  async function forget(subject: string): Promise<void> {
    if (typeof subject !== 'string' || !subject)
      throw new LendingError('config-invalid', 'forget() needs the subject that authorize() returns.');
    await drafts?.end(subject);
  }

  return {
    forget,
    owner: async (subject: string) => drafts?.owner(subject),
    /** Deletes a draft that is not needed any more. A failure is printed only: the call before it has succeeded. */
    end: (subject: string) =>
      forget(subject).catch((error: unknown) =>
        console.error('createHandler({ drafts }): a draft could not be deleted:', error),
      ),
    routes: [
      { method: 'GET', run: async (visit) => savedDrafts().load(visit) },
      { method: 'POST', run: async (visit) => savedDrafts().change(visit) },
    ] satisfies { method: string; run: Route }[],
  };
}
