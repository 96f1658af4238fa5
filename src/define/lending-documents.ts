import { LendingDocumentsElement } from '../components/documents/lending-documents.js';

LendingDocumentsElement.define();

export { LendingDocumentsElement };
