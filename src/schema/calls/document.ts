import * as z from 'zod/mini';
import { openCode } from '../fields/text.js';
import { fieldSchema } from '../fields/wire.js';

/** The text part of the body of endpoint 2. Source: specification, Document upload. */
export const documentFields = z.strictObject({ type: fieldSchema(openCode()) });

/** A document for the service: one file and its type. */
export interface LendingDocument {
  /** The file. The applicant's file name is never sent. */
  file: Blob;
  /** The document type, such as `bank-statement`. */
  type: string;
}
