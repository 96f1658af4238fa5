import { isRecord, isText } from '../calls/read-answers.js';
import type { ConsentNotice } from './notice.js';
import { missingPoints } from './notice-points.js';

const hasTexts = (value: unknown, ...names: string[]): value is Record<string, string> =>
  isRecord(value) && names.every((name) => isText(value[name]));
const isListOf = (value: unknown, ...names: string[]) =>
  Array.isArray(value) && value.every((item) => hasTexts(item, ...names));

/** Returns true if a page can show this notice: it has the four mandatory points, names are inserted, and links use https. */
export const isNotice = (value: unknown): value is ConsentNotice =>
  hasTexts(value, 'locale', 'heading', 'statement') &&
  isListOf(value.points, 'id', 'text') &&
  (value.points as { lead?: unknown }[]).every(({ lead = '' }) => typeof lead === 'string') &&
  isListOf(value.providers, 'name') &&
  isListOf(value.links, 'text', 'url') &&
  (value as unknown as ConsentNotice).links.every(({ url }) => url.startsWith('https://')) &&
  missingPoints(value as unknown as ConsentNotice).length === 0 &&
  hasNames(value as unknown as ConsentNotice);

/** Returns true if the backend has replaced the placeholders: an applicant must never see one. */
const hasNames = ({ heading, points, links, statement }: ConsentNotice) =>
  !/\{(partner|broker)\}/.test(
    [heading, statement, ...points.map(({ lead }) => lead), ...[...points, ...links].map(({ text }) => text)].join(),
  );
