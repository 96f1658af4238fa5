import { isRecord, isText } from '../calls/read-answers.js';
import type { ShownNotice } from './notice.js';
import type { BrokerLine } from './texts.js';
import { missingPoints } from './notice-points.js';

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
