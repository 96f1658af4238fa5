import * as z from 'zod/mini';
import { textLineSchema } from '../fields/wire.js';

export const paragraph = () => textLineSchema(2000);
export const secureUrl = () => z.string().check(z.regex(/^https:\/\/[^\s"'<>]+$/, 'format'));

/** A partner's text in the language of the first notice, or one for each language tag. It has no placeholders: nothing would replace them. */
export const texts = () => {
  const text = paragraph().check(z.refine((one: string) => !/[{}]/.test(one), 'format'));
  const byTag = z.record(z.string(), text).check(z.refine((all: object) => Object.keys(all).length > 0, 'empty'));
  return z.union([text, byTag]);
};
export type Texts = z.infer<ReturnType<typeof texts>>;

/** A line about the broker, in one language, and its topic. A line with a URL is a link. */
export interface BrokerLine {
  id: 'statement' | 'lenders' | 'status' | 'commission' | 'fee' | 'panel' | 'complaints';
  text: string;
  url?: string | undefined;
}
