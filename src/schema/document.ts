import * as z from 'zod/mini';
import { openCode } from './wire.js';

/** The text part beside the file of endpoint 2. Source: Document upload. */
export const documentFields = z.strictObject({ type: openCode() });

/** A document on its way to the service: one file and its kind. */
export interface LendingDocument {
  /** The file, named by us: what the applicant called it does not travel. */
  file: Blob;
  /** The document kind, like `bank-statement`. */
  type: string;
}
