import { isRecord, isText } from './answers.js';
import { missingPoints } from './notice-points.js';
import type { ConsentNotice } from './notice.js';

const isListOf = (value: unknown, ...names: string[]) =>
  Array.isArray(value) && value.every((item) => isRecord(item) && names.every((name) => isText(item[name])));

/** Whether this is a notice that can be shown: with its four points, and with links that lead to secure pages. */
export const isNotice = (value: unknown): value is ConsentNotice =>
  isRecord(value) &&
  isText(value.locale) &&
  isText(value.heading) &&
  isText(value.statement) &&
  isListOf(value.points, 'id', 'text') &&
  isListOf(value.providers, 'name') &&
  isListOf(value.links, 'text', 'url') &&
  (value.links as ConsentNotice['links']).every(({ url }) => url.startsWith('https://')) &&
  missingPoints(value as ConsentNotice).length === 0;
