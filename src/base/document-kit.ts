// What documents need once one was chosen. Who goes on without downloads none of it.
export { shownName } from './document-check.js';
export {
  addFiles,
  documentOf,
  failureOf,
  inspect,
  isBad,
  kindName,
  problemOf,
  sendFile,
  sendWaiting,
} from './document-list.js';
export { documentRow } from './document-row.js';
