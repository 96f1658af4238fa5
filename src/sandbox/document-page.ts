import { lenderDocument, type LenderDocumentOptions } from '../openapi/lender.js';
import { answer, refuse } from './answers.js';

/** Tools on a page of any origin may read the document: it has nobody's data. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };

/** Answers the request for the OpenAPI document of this sandbox. Returns `undefined` for another path. */
export function answerDocument(
  { method }: Request,
  { pathname, origin }: URL,
  { document }: { document: LenderDocumentOptions },
): Response | undefined {
  if (pathname !== '/openapi/lender.json') return undefined;
  if (method !== 'GET') return refuse(405, 'This path accepts only GET.', { ...ANY_ORIGIN, allow: 'GET' });
  return answer(200, lenderDocument({ ...document, baseUrl: origin }), { ...ANY_ORIGIN, 'cache-control': 'no-cache' });
}
