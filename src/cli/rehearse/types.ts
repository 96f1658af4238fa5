import type { CallName } from '../../schema/calls/calls.js';
import type { UpstreamOptions } from '../../server/service/types.js';
import type { Json } from './shapes.js';

/** A response of the service, without its values. */
export interface Seen {
  /** Left out without a response. */
  status?: number;
  milliseconds: number;
  headers?: Record<string, string>;
  /** The shape of the JSON. Left out for text. */
  body?: Json;
  isText?: true;
  /** The code with which the call failed. */
  error?: string | undefined;
}

/** The calls of a rehearsal, and the options with which the handler works with this service. */
export interface Rehearsal {
  calls: Partial<Record<CallName, Seen>>;
  settings: Partial<
    Pick<UpstreamOptions, 'responsePaths' | 'textResponses' | 'filePart' | 'timeoutMs' | 'uploadTimeoutMs'>
  >;
  /** The names that the widget's script sets on `window`. */
  globals?: readonly string[];
}
