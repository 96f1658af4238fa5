import type { WidgetConfig } from '../../widget/config.js';
import type { WidgetHandOff } from '../../widget/hand-offs.js';
import type { SandboxOffer } from '../../offers.js';

/** A call, as the sandbox recorded it. */
export interface Call {
  readonly at?: number;
  readonly name?: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly authorized: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Application {
  readonly company_id: string;
  readonly application_id: string;
  readonly createdAt: number;
  readonly status: string;
  readonly consent: boolean;
  readonly offers: readonly (SandboxOffer & { id: string; status: string; chosen: boolean })[];
  readonly calls: readonly Call[];
}

/** The answer of `/dashboard/data`. */
export interface Data {
  readonly origin: string;
  /** The secret key, masked. */
  readonly key: string;
  readonly config: WidgetConfig;
  readonly fault: string;
  readonly handOffs: readonly WidgetHandOff[];
  readonly applications: readonly Application[];
  readonly otherCalls: readonly Call[];
}
