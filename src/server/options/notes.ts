import type { HandlerOptions } from '../types.js';
import { storesInMemory } from './environment.js';
import { sampleLists } from './partner-settings.js';

/** The header of a request that asks for the notes. */
export const ASKS_FOR_NOTES = 'x-lending-doctor';

/** Facts about the options that are worth a look. They contain neither values nor anything of an applicant. */
export interface Notes {
  /** The lists of `settings` that have the sample values of the specification. */
  sampleLists: string[];
  /** The stores that lose everything when the process ends. */
  memoryStores: string[];
}

export const notesOf = (given: HandlerOptions): Notes => ({
  sampleLists: sampleLists(given),
  memoryStores: storesInMemory(given),
});
