import { LendingDocumentsElement } from '../components/lending-documents.js';

LendingDocumentsElement.define();

export { LendingDocumentsElement };
