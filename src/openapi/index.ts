export { lenderDocument, type LenderDocumentOptions } from './lender.js';
export type { OpenApiDocument } from './document.js';
