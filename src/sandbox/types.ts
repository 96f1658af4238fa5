import type { CallName, WidgetSettings } from '../schema/index.js';
import type { LenderOffer } from './lender/lender.js';
import type { ApplicationStatus } from './lender/records.js';
import type { WidgetHandOff } from './widget/hand-offs.js';

/** A call that the sandbox has accepted or rejected. */
export interface SandboxCall {
  /** The time of the response on the sandbox's clock, in milliseconds since 1970. */
  readonly at: number;
  /** The id of the company that the call created or names. */
  readonly company_id: string | undefined;
  /** The name of the call. `undefined` for a path that belongs to none of the five calls. */
  readonly name: CallName | undefined;
  readonly method: string;
  /** The path with its query. */
  readonly path: string;
  /** The HTTP status of the response. 0 if there was none. */
  readonly status: number;
  /** True if the request had the right key. The key itself is not recorded. */
  readonly authorized: boolean;
  /** The headers `content-type` and `accept` of the request. Other headers are not recorded. */
  readonly headers: Readonly<Record<string, string>>;
  /** The parsed JSON, `{ parts }` of a multipart form (see `SandboxPart`), or another body as a string. */
  readonly body: unknown;
}

/** An application in the sandbox. */
export interface SandboxApplication {
  readonly company_id: string;
  readonly application_id: string;
  /** The time of its creation, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly status: ApplicationStatus;
  /** True if the request for offers contained the consent. */
  readonly consent: boolean;
  /** The offers that were requested, with their statuses. */
  readonly offers: readonly LenderOffer[];
  /** The calls about this application, in the order of their responses. */
  readonly calls: readonly SandboxCall[];
}

/** A sandbox of the service, for development and tests. */
export interface Sandbox {
  /** Responds like the service. A request to another origin rejects with a `TypeError`, as if the origin could not be reached. */
  readonly fetch: typeof globalThis.fetch;
  /** The API calls so far, in the order of their responses. Requests of the widget are not recorded. */
  readonly calls: readonly SandboxCall[];
  /** The specification's `{base_url}`, without a slash at its end. */
  readonly baseUrl: string;
  /** The specification's `{widget_script_url}`. The script defines the global `SampleFundingWidget`. */
  readonly widgetScriptUrl: string;
  /** The option `widget` of `createHandler` for that script. */
  readonly widget: WidgetSettings;
  /** All ways in which a page can start the widget: each with its embed code, and its settings for `createHandler`. */
  readonly handOffs: readonly WidgetHandOff[];
  /** The key that the header `x-bs-sk` must contain. */
  readonly secretKey: string;
  /** The applications so far, the oldest first, with the statuses that they have now. */
  readonly applications: readonly SandboxApplication[];
  /** Sets the sandbox's clock forward by this many seconds: lenders decide, and tokens expire. */
  advance(seconds: number): void;
  /** Deletes all applications, tokens and calls, and sets the clock back. */
  reset(): void;
}
