import { normalisePlain } from './normalise.js';
import { textLine } from './text.js';

/** A label in front of a number: `Company no. 01234567`, `CRN: SC123456`. `NO000123` is a number without a label. */
const LABEL = /^(?:\D*\b(?:NUMBER|CRN)\b|\D*[A-Z]\W{1,3}N[OR]\b|(?:N[OR][.:]\W{0,3})+)[\s.:#]*(?=[A-Z]{0,2}\d)/;

/** Removes spaces and the label from a number, and makes it upper case. */
export const normaliseCompanyNumber = (typed: string) =>
  normalisePlain(typed).toUpperCase().normalize('NFKC').replace(LABEL, '').replace(/\s/g, '');

/** The registration number of a company, of any country. Source: specification, Company object. */
export const companyNumber = textLine(50, normaliseCompanyNumber);
