import { CALLS, type CallName } from '../../schema/calls/calls.js';
import { STEPS, type EventOf } from '../progress/types.js';
import type { Kept } from '../store/kept.js';
import type { SealedEvent } from '../store/types.js';
import { createQueue } from '../util/queue.js';
import type { Applicant, Application, Applications, Marks, Owner } from './types.js';

/** An application during a request. */
export interface OpenApplication {
  application: Application;
  /** Stores the changes since the last `save`, with the event of a new step. Changes of an application that was closed meanwhile are dropped. */
  save(): Promise<void>;
}

/** The key of an owner. No two owners have the same. */
export const ownerKey = ({ subject, business }: Owner): string => JSON.stringify([subject, business]);

/** The key of one application. No other application and no owner has the same key. */
export const applicantKey = ({ subject, business, number }: Applicant): string =>
  JSON.stringify([subject, business, number]);

/** The calls that have succeeded for this application, and those of `elsewhere`, in the order of the specification. */
export const doneCalls = ({ company_id, marks }: Application, elsewhere: readonly CallName[] = []) =>
  CALLS.filter((call) => (call === 'createApplication' ? company_id : marks[call] || elsewhere.includes(call)));

/** Reads and changes the applications of owners. */
export type ApplicationStore = ReturnType<typeof createApplications>;

/** Keeps the applications of each owner in one value of the store. */
export function createApplications(kept: Kept, eventOf?: EventOf) {
  const inOrder = createQueue();

  const parse = (owner: Owner, value: string | undefined): Applications => ({
    ...owner,
    current: { number: 1, marks: {} },
    closed: [],
    ...(JSON.parse(value ?? '{}') as Partial<Applications>),
  });

  /** Changes the applications of an owner atomically. `change` returns `undefined` to leave them unchanged. */
  const update = (
    owner: Owner,
    change: (found: Applications) => Partial<Applications> | undefined,
    event?: SealedEvent,
  ): Promise<void> =>
    inOrder(ownerKey(owner), () => {
      const stringify = (value: string | undefined) => {
        const next = change(parse(owner, value));
        return next && JSON.stringify(next);
      };
      return kept.update('application', ownerKey(owner), stringify, undefined, event);
    });

  const find = async ({ subject, business }: Owner): Promise<Applications> => {
    const owner = { subject, business };
    return parse(owner, await kept.get('application', ownerKey(owner)));
  };

  return {
    find,
    update,
    /** Opens the current application of an owner. Several requests at the same time each add their own changes. */
    async open(owner: Owner): Promise<OpenApplication> {
      let { current: before } = await find(owner);
      const { number } = before;
      const application: Application = { ...before, marks: { ...before.marks } };
      async function save(): Promise<void> {
        const now = { ...application, marks: { ...application.marks } };
        const { marks: _, ...facts } = now;
        const added = changedMarks(before.marks, now.marks);
        const changed = Object.entries(facts).filter(([name, value]) => value !== before[name as keyof typeof facts]);
        if (added.length + changed.length === 0) return;
        const made = CALLS.find((name) => now.marks[name] !== before.marks[name]);
        const call = now.company_id === before.company_id ? made : 'createApplication';
        const event = call && (await eventOf?.({ ...owner, number }, now, STEPS[call]));
        const merge = (found: Applications) => {
          const { current } = found;
          if (current.number !== number) return undefined;
          const marks = { ...current.marks, ...Object.fromEntries(added) };
          const next = { ...current, ...Object.fromEntries(changed), marks };
          // Another request has stored the same result of the same call.
          return JSON.stringify(next) === JSON.stringify(current) ? undefined : { ...found, current: next };
        };
        await update(owner, merge, event);
        before = now;
      }
      return { application, save };
    },
  };
}

const changedMarks = (before: Marks, after: Marks) =>
  Object.entries(after).filter(([name, mark]) => mark !== before[name as keyof Marks]);
