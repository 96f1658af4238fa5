import type { SandboxApplication, SandboxCall } from '../../types.js';
import type { WidgetConfig } from '../../widget/config.js';
import type { WidgetHandOff } from '../../widget/hand-offs.js';

/** The answer of `/dashboard/data`. */
export interface Data {
  readonly origin: string;
  /** The secret key, masked. */
  readonly key: string;
  readonly config: WidgetConfig;
  readonly fault: string;
  readonly handOffs: readonly WidgetHandOff[];
  readonly applications: readonly SandboxApplication[];
  readonly otherCalls: readonly SandboxCall[];
}
