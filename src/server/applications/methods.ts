import { LendingError } from '../../errors.js';
import type { createDraftRoutes } from '../drafts.js';
import type { Opening } from '../keys.js';
import { numberOf } from '../records/current.js';
import type { Owner } from '../records/records.js';
import type { EraseOptions, Erased, Handler, User } from '../types.js';
import { isReason, type createOwners } from './owners.js';

interface MethodSettings {
  opening: Opening;
  owners: ReturnType<typeof createOwners>;
  drafts: ReturnType<typeof createDraftRoutes>;
}

/** The methods of `Handler` about an applicant, for the partner's backend. */
export function createMethods({ opening, owners, drafts }: MethodSettings) {
  async function forget(given: User): Promise<void> {
    const owner = ownerOf('forget', given);
    const { store } = await opening();
    await drafts.forget({ ...owner, number: numberOf(await store.read(owner)) });
  }

  async function erase(given: User, { consents }: EraseOptions = {}): Promise<Erased> {
    const owner = ownerOf('erase', given);
    if (consents !== undefined && !isReason(consents))
      throw new LendingError('config-invalid', 'erase(): consents must be your reason, of 1 to 200 characters.');
    const erased = await owners.erase(owner, consents);
    // Even if nothing was stored, the first draft may be arriving.
    await forget(owner);
    return erased;
  }

  return {
    forget,
    erase,
    status: async (given: User) => owners.status(ownerOf('status', given)),
    closeApplication: async (given: User) => owners.closeApplication(ownerOf('closeApplication', given)),
    settleApplication: async (...[given, outcome]: Parameters<Handler['settleApplication']>) =>
      owners.settleApplication({ ...ownerOf('settleApplication', given), requestId: given.requestId }, outcome),
  };
}

/** Returns the owner that was passed to a method of the handler. Throws `config-invalid` if it has no subject. */
function ownerOf(method: string, given: unknown): Owner {
  const { subject, business = subject } = Object(given) as Partial<Owner>;
  if (typeof subject === 'string' && subject && typeof business === 'string' && business) return { subject, business };
  throw new LendingError('config-invalid', `${method}() needs { subject, business? } as authorize() returns them.`);
}
