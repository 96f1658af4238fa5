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

/** A document that the partner's platform has. The page gets no bytes of it. */
export interface PartnerDocument {
  /** The partner's id of the document, of 1 to 200 characters. */
  id: string;
  /** The file name, such as `march-2026.pdf`. */
  name: string;
  /** The content in words, such as `March 2026`, for the sentence in which the applicant attaches it. Documents can share a label. */
  label: string;
  /** The size in bytes. */
  sizeBytes: number;
  /** True if it was sent for this application, from any device. The handler sets it. */
  isSent?: boolean | undefined;
}
