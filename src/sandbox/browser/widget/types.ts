import type { LenderOffer } from '../../lender/lender.js';
import type { WidgetConfig, WidgetFault } from '../../widget/config.js';
import type { HandOff } from '../../widget/hand-offs.js';

/** An offer as `/widget/offers` returns it. */
export type Offer = LenderOffer;

export type Decision = 'accept' | 'decline';

/** Reads the offers of one applicant and sends the decisions. Both reject with a `WidgetError`. */
export interface Source {
  load(signal: AbortSignal): Promise<readonly Offer[]>;
  decide(id: string, decision: Decision): Promise<readonly Offer[]>;
}

/** The settings that the server writes into the script. */
export interface RunSettings {
  readonly handOff: HandOff;
  /** The origin of the sandbox, or empty for the page's own. */
  readonly origin: string;
  readonly config: WidgetConfig;
  readonly fault?: WidgetFault | undefined;
}

/** The options of `init()` and of the other hand-offs. */
export interface InitOptions {
  token?: string;
  /** The element for the offers, or its id. */
  container?: unknown;
}

export class WidgetError extends Error {
  /** `token-expired`, `unavailable`, `not-open`, `destroyed` or `no-container`. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}
