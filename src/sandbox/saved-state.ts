import * as z from 'zod/mini';
import type { SandboxState } from './service.js';

const NOTE = 'Test data of the lending-elements sandbox. Nothing in it is real, and it may be deleted.';
/** The age in milliseconds at which applications and calls are forgotten. */
const MAX_AGE = 7 * 24 * 3600 * 1000;

const offer = z.looseObject({
  id: z.string(),
  terms: z.looseObject({ provider: z.string(), amount: z.number() }),
  answersAt: z.number(),
  outcome: z.string(),
  isDeclined: z.boolean(),
});
const company = z.looseObject({
  company_id: z.string(),
  application_id: z.string(),
  createdAt: z.number(),
  email: z.string(),
  isRejected: z.boolean(),
  consent: z.boolean(),
  figures: z.optional(z.looseObject({})),
  offers: z.array(offer),
  chosen: z.optional(z.looseObject({ offer: z.string(), at: z.number() })),
});
const call = z.looseObject({ at: z.number(), method: z.string(), path: z.string(), status: z.number() });
const file = z.looseObject({
  note: z.literal(NOTE),
  version: z.literal(1),
  companies: z.array(company),
  calls: z.array(call),
});

/** Removes the applications and calls that are older than seven days. */
const withoutOld = ({ companies, calls }: SandboxState, now: number): SandboxState => ({
  companies: companies.filter(({ createdAt }) => now - createdAt < MAX_AGE),
  calls: calls.filter(({ at }) => now - at < MAX_AGE),
});

/** Reads the text of a file. Returns `undefined` if it is damaged, or not a file of the sandbox. */
export function readState(text: string, now: number): SandboxState | undefined {
  try {
    const { success, data } = z.safeParse(file, JSON.parse(text));
    return success ? withoutOld(data as unknown as SandboxState, now) : undefined;
  } catch {
    return undefined;
  }
}

/** The text of a file, which says at its start that it contains test data only. */
export const writeState = (state: SandboxState, now: number): string =>
  `${JSON.stringify({ note: NOTE, version: 1, ...withoutOld(state, now) }, undefined, 1)}\n`;
