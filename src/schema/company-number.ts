import { line } from './text.js';
import { tidyPlain } from './tidy.js';

/** What people copy along with a number: `Company no. 01234567`, `CRN: SC123456`. `NO000123` is a number of its own. */
const LABEL = /^(?:\D*\b(?:NUMBER|CRN)\b|\D*[A-Z]\W{1,3}N[OR]\b|(?:N[OR][.:]\W{0,3})+)[\s.:#]*(?=[A-Z]{0,2}\d)/;

/** A number without spaces and without what it is called, in upper case. */
export const tidyCompanyNumber = (typed: string) =>
  tidyPlain(typed).toUpperCase().normalize('NFKC').replace(LABEL, '').replace(/\s/g, '');

/** The number that a company is registered under, of any country. Source: Company object. */
export const companyNumber = line(50, tidyCompanyNumber);
