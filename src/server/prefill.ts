import { newestFirst } from '../schema/address-history.js';
import type { Applicant } from '../schema/application.js';
import type { HandlerOptions } from './handler.js';
import type { Prefill, Settings } from '../schema/session.js';

/** What the partner's backend knows already, and what of it the applicant cannot change. */
export function createPrefill({ prefill }: HandlerOptions, { read_only }: Settings) {
  async function get(subject: string): Promise<Prefill | undefined> {
    const known = await prefill?.({ subject });
    const { addresses } = known?.applicant ?? {};
    if (!addresses) return known;
    // As the form orders them: what is read-only is known by its place.
    return {
      ...known,
      applicant: { ...known!.applicant, addresses: newestFirst(addresses as Applicant['addresses']) },
    };
  }

  /** Puts the partner's own values where a page has no say. Nothing else of the body is touched. */
  async function enforce(subject: string, body: unknown): Promise<unknown> {
    if (read_only.length === 0 || !isRecord(body)) return body;
    const known = await get(subject);
    for (const path of read_only) put(body, known, path.split('.'));
    return body;
  }

  return { get, enforce };
}

function put(target: unknown, source: unknown, path: readonly string[]): void {
  if (!isRecord(target) || !isRecord(source)) return;
  if (Array.isArray(source)) return source.forEach((item, index) => put(target[index], item, path));
  const [key, ...rest] = path;
  if (rest.length > 0) put(target[key!], source[key!], rest);
  else if (source[key!] !== undefined) target[key!] = source[key!];
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
