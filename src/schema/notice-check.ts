import { isRecord, isText } from './answers.js';
import { missingPoints } from './notice-points.js';
import type { ConsentNotice } from './notice.js';

const hasTexts = (value: unknown, ...names: string[]): value is Record<string, string> =>
  isRecord(value) && names.every((name) => isText(value[name]));
const isListOf = (value: unknown, ...names: string[]) =>
  Array.isArray(value) && value.every((item) => hasTexts(item, ...names));

/** Whether this is a notice that can be shown: with its four points, its names inserted, and links that lead to secure pages. */
export const isNotice = (value: unknown): value is ConsentNotice =>
  hasTexts(value, 'locale', 'heading', 'statement') &&
  isListOf(value.points, 'id', 'text') &&
  isListOf(value.providers, 'name') &&
  isListOf(value.links, 'text', 'url') &&
  (value as unknown as ConsentNotice).links.every(({ url }) => url.startsWith('https://')) &&
  missingPoints(value as unknown as ConsentNotice).length === 0 &&
  hasNames(value as unknown as ConsentNotice);

/** Whether its backend has inserted the names: an applicant is never shown a placeholder. */
const hasNames = ({ heading, points, links, statement }: ConsentNotice) =>
  !/\{(partner|broker)\}/.test([heading, statement, ...[...points, ...links].map(({ text }) => text)].join());
