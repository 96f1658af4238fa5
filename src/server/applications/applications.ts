import { CALLS, type CallName } from '../../schema/calls/calls.js';
import { STEPS } from '../progress/types.js';
import type { Kept } from '../store/kept.js';
import { createQueue } from '../util/queue.js';
import type { Applicant, Application, Applications, Marks, Owner, ProgressStep, WaitingEvent } from './types.js';

/** The most waiting events of an owner. When there are so many, a further token is not reported. */
const MAX_EVENTS = 1000;

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

/** Keeps the applications of each owner in one value of the store. With `hasEvents` it has the events for `onProgress`, too. */
export function createApplications(kept: Kept, hasEvents = false) {
  const inOrder = createQueue();

  const parse = ({ subject, business }: Owner, value: string | undefined): Applications => ({
    subject,
    business,
    current: { number: 1, marks: {} },
    closed: [],
    events: [],
    ...(JSON.parse(value ?? '{}') as Partial<Applications>),
  });

  /** Changes the applications of an owner atomically. `change` returns `undefined` to leave them unchanged. */
  const update = (
    owner: Owner,
    change: (found: Applications) => Partial<Applications> | undefined,
    prepare?: () => Promise<void>,
  ): Promise<void> =>
    inOrder(ownerKey(owner), () => {
      const stringify = (value: string | undefined) => {
        const next = change(parse(owner, value));
        return next && JSON.stringify(next);
      };
      return kept.update('application', ownerKey(owner), stringify, undefined, prepare);
    });

  const find = async (owner: Owner) => parse(owner, await kept.get('application', ownerKey(owner)));

  /** Changes the applications of an owner, together with an event of a step. */
  function addEvent(
    applicant: Applicant,
    step: ProgressStep,
    change: (found: Applications) => Applications | undefined,
    entryId?: string,
  ): Promise<void> {
    const { subject, business, number } = applicant;
    const [id, at] = [crypto.randomUUID(), new Date().toISOString()];
    const event: WaitingEvent = { id, number, step, at, entryId, tries: 0, dueAt: 0 };
    const withEvent = (found: Applications) => {
      const next = change(found);
      const isLeftOut = found.events.length >= MAX_EVENTS && step === 'token-issued';
      return next && { ...next, events: isLeftOut ? next.events : [...next.events, event] };
    };
    // The delivery removes no mark without changing the applications, and a change of them is repeated with a new mark.
    const mark = () =>
      kept.set(
        'outbox',
        applicantKey(applicant),
        JSON.stringify({ subject, business, number, id: crypto.randomUUID() }),
      );
    return update({ subject, business }, withEvent, mark);
  }

  return {
    find,
    update,
    /** Adds the event of a decision, before its entry is stored. */
    async addDecision(applicant: Applicant, step: ProgressStep, entryId: string): Promise<void> {
      if (hasEvents) await addEvent(applicant, step, (found) => found, entryId);
    },
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
        const merge = (found: Applications) => {
          const { current } = found;
          if (current.number !== number) return undefined;
          const marks = { ...current.marks, ...Object.fromEntries(added) };
          const next = { ...current, ...Object.fromEntries(changed), marks };
          // Another request has stored the same result of the same call.
          return JSON.stringify(next) === JSON.stringify(current) ? undefined : { ...found, current: next };
        };
        if (call && hasEvents) await addEvent({ ...owner, number }, STEPS[call], merge);
        else await update(owner, merge);
        before = now;
      }
      return { application, save };
    },
  };
}

const changedMarks = (before: Marks, after: Marks) =>
  Object.entries(after).filter(([name, mark]) => mark !== before[name as keyof Marks]);
