import * as z from 'zod/mini';
import {
  applicationsOf,
  documentFields,
  hiddenFields,
  prequalificationOf,
  requestOffers,
  toProblems,
  widgetAuth,
  type Figures,
  type Settings,
} from '../../schema/index.js';
import type { RejectedField } from './responses.js';

/** The content of a call, or its rejected fields with a message that explains them. */
export type Parsed<T> =
  { readonly data: T; readonly rejected?: never } | { readonly rejected: RejectedField[]; readonly message?: string };

/** Reads the bodies of the calls. */
export type RequestParser = typeof lenientParser;

/** Rejects everything that is not in the specification. */
export function strictParser(settings: Pick<Settings, 'companyTypes' | 'fields'>, filePart: string): RequestParser {
  const [applicationFor, prequalification] = [applicationsOf(settings), prequalificationOf(settings.fields)];
  const types = settings.companyTypes.map(({ value }) => value);
  return {
    application(body) {
      const parsed = parse(applicationFor(body), body);
      if (parsed.rejected) return parsed;
      const { company, applicant, region } = parsed.data;
      const rejected = hiddenFields(settings, parsed.data).map(({ path }) => ({ path, reason: 'unknown' }));
      if (types[0] && !types.includes(company.type!)) rejected.push({ path: 'company.type', reason: 'format' });
      if (rejected.length > 0) return { rejected };
      return { data: { company, region, registered_number: company.registered_number ?? '', email: applicant.email } };
    },
    document: (form) => parseDocument(form, filePart),
    figures: (body) => parse(prequalification, body),
    consent(body) {
      const parsed = parse(requestOffers, body);
      return parsed.rejected ? parsed : { data: parsed.data.credit_score_check_consent };
    },
    identity: (body) => parse(widgetAuth, body),
  };
}

function parse<T>(schema: z.ZodMiniType<T>, body: unknown): Parsed<T> {
  const { success, data, error } = z.safeParse(schema, body);
  if (success) return { data };
  return { rejected: toProblems(error).map(({ path, reason }) => ({ path, reason })) };
}

function parseDocument(form: FormData, filePart: string): Parsed<{ type?: string }> {
  const parts = [...form];
  const files = parts.filter(([, value]) => typeof value !== 'string');
  const texts = parts.filter(([, value]) => typeof value === 'string');
  // Spec: a request with several files is not shown; exactly one file is expected.
  if (files.length !== 1 || files[0]![0] !== filePart)
    return onePart(filePart, `One file part named "${filePart}" is expected.`);
  if (texts.length > 1) return onePart('type', 'One text part named "type" is expected.');
  return parse(documentFields, Object.fromEntries(texts));
}

const onePart = (path: string, message: string) => ({ rejected: [{ path, reason: 'one-part' }], message });

/** Accepts any JSON object, and reads the fields that have a usable value. */
export const lenientParser = {
  application: (body: unknown) =>
    fromObject(body, ({ company, applicant, region }) => ({
      company: recordOf(company),
      region,
      registered_number: textOf(recordOf(company).registered_number),
      email: textOf(recordOf(applicant).email),
    })),
  document: (form: FormData): Parsed<{ readonly type?: string }> => {
    const type = form.get('type');
    const hasFile = [...form.values()].some((value) => typeof value !== 'string');
    if (!hasFile) return onePart('file', 'A file part is expected.');
    return { data: typeof type === 'string' ? { type } : {} };
  },
  figures: (body: unknown) =>
    fromObject(body, ({ funding_amount, monthly_revenue, any_ccj }): Figures => ({
      funding_amount: numberOf(funding_amount),
      monthly_revenue: numberOf(monthly_revenue),
      any_ccj: isTrue(any_ccj),
    })),
  consent: (body: unknown) => fromObject(body, ({ credit_score_check_consent }) => isTrue(credit_score_check_consent)),
  identity: (body: unknown) =>
    fromObject(body, ({ company_id, email }) => ({ company_id: textOf(company_id), email: textOf(email) })),
};

function fromObject<T>(body: unknown, pick: (body: Record<string, unknown>) => T): Parsed<T> {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return isObject ? { data: pick(body as Record<string, unknown>) } : { rejected: [{ path: '', reason: 'empty' }] };
}

const recordOf = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, unknown>>;
const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const isTrue = (value: unknown) => value === true || value === 'true';
const numberOf = (value: unknown) => Number(textOf(value).replace(/[^\d.-]/g, '')) || 0;
