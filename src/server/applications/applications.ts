import { CALLS, type CallName } from '../../schema/calls/calls.js';
import type { Kept } from '../store/kept.js';
import { createQueue } from '../util/queue.js';
import type { Applicant, Application, Applications, Marks, Owner } from './types.js';

/** An application during a request. */
export interface OpenApplication {
  application: Application;
  /** Stores the changes. Changes of an application that was closed meanwhile are dropped. */
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
export function createApplications(kept: Kept) {
  const inOrder = createQueue();

  const parse = (owner: Owner, value: string | undefined): Applications => ({
    ...owner,
    current: { number: 1, marks: {} },
    closed: [],
    ...(JSON.parse(value ?? '{}') as Partial<Applications>),
  });

  /** Changes the applications of an owner atomically. `change` returns `undefined` to leave them unchanged. */
  const update = (owner: Owner, change: (found: Applications) => Partial<Applications> | undefined): Promise<void> =>
    inOrder(ownerKey(owner), () =>
      kept.update('application', ownerKey(owner), (value) => {
        const next = change(parse(owner, value));
        return next && JSON.stringify(next);
      }),
    );

  const find = async ({ subject, business }: Owner): Promise<Applications> => {
    const owner = { subject, business };
    return parse(owner, await kept.get('application', ownerKey(owner)));
  };

  return {
    find,
    update,
    /** Opens the current application of an owner. Several requests at the same time each add their own changes. */
    async open(owner: Owner): Promise<OpenApplication> {
      const { current: before } = await find(owner);
      const application: Application = { ...before, marks: { ...before.marks } };
      async function save(): Promise<void> {
        const { marks: _, ...facts } = application;
        const added = changedMarks(before.marks, application.marks);
        const changed = Object.entries(facts).filter(([name, value]) => value !== before[name as keyof typeof facts]);
        if (added.length + changed.length === 0) return;
        await update(owner, (found) => {
          const { current } = found;
          if (current.number !== before.number) return undefined;
          const marks = { ...current.marks, ...Object.fromEntries(added) };
          return { ...found, current: { ...current, ...Object.fromEntries(changed), marks } };
        });
      }
      return { application, save };
    },
  };
}

const changedMarks = (before: Marks, after: Marks) =>
  CALLS.filter((call) => after[call] !== before[call]).map((call) => [call, after[call]] as const);
