import { isRecord, isText } from '../calls/read-answers.js';
import type { BrokerLine, ShownNotice } from './notice.js';
import { listsProviders, missingPoints } from './notice-points.js';

/** Normalises a line for comparison: white space and Unicode composition make no difference. */
export const plainLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

/** Writes a link as a line. Its URL is part of the recorded wording. */
export const linkLine = (text: string, url: string | null) => (url ? `${plainLine(text)} (${url})` : plainLine(text));

/** Returns the lines of a notice in the order in which they are shown. The names of the lenders follow the point about them. */
export function noticeLines(notice: ShownNotice): string[] {
  const { heading, broker, points, providers, providersHeading, links, statement } = notice;
  const named = providers.length > 0 ? [providersHeading!, ...providers.map(({ name }) => name)] : [];
  return [
    plainLine(heading),
    ...(broker?.lines ?? []).map(({ text, url = null }) => linkLine(text, url)),
    ...points
      .flatMap((point) => [point.lead ?? '', point.text, ...(listsProviders(point) ? named : [])])
      .map(plainLine),
    ...links.map(({ text, url }) => linkLine(text, url)),
    plainLine(statement),
  ].filter(Boolean);
}

/** Returns the text of a notice that is hashed and recorded: its lines, joined by line feeds. */
export const noticeText = (notice: ShownNotice) => noticeLines(notice).join('\n');

/** Returns the SHA-256 of a string in UTF-8, in hexadecimal. Browsers support it only on secure pages. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

const hasTexts = (value: unknown, ...names: string[]): value is Record<string, string> =>
  isRecord(value) && names.every((name) => isText(value[name]));
const isListOf = (value: unknown, ...names: string[]) =>
  Array.isArray(value) && value.every((item) => hasTexts(item, ...names));

/** Returns true if a page can show this notice: it has the four mandatory points, names are inserted, and links use https. */
export const isNotice = (value: unknown): value is ShownNotice =>
  hasTexts(value, 'locale', 'heading', 'statement') &&
  isListOf(value.points, 'id', 'text') &&
  (value.points as { lead?: unknown }[]).every(({ lead = '' }) => typeof lead === 'string') &&
  isListOf(value.providers, 'name') &&
  isListOf(value.links, 'text', 'url') &&
  linksOf(value as unknown as ShownNotice).every(({ url }) => !url || url.startsWith('https://')) &&
  missingPoints(value as unknown as ShownNotice).length === 0 &&
  hasNames(value as unknown as ShownNotice);

const linksOf = ({ broker, links }: ShownNotice): Omit<BrokerLine, 'id'>[] => [...links, ...(broker?.lines ?? [])];

/** Returns true if the backend has replaced the placeholders: an applicant must never see one. */
const hasNames = ({ heading, points, links, statement }: ShownNotice) =>
  !/\{(partner|broker)\}/.test(
    [heading, statement, ...points.map(({ lead }) => lead), ...[...points, ...links].map(({ text }) => text)].join(),
  );
