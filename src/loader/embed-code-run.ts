import type { LendingError } from '../errors.js';
import type { Clock } from './clock.js';
import type { Arrivals } from './embed-code-arrivals.js';
import type { EmbedErrors } from './embed-code-errors.js';
import type { EmbedPage } from './embed-code-page.js';
import type { EmbedSource } from './embed-code-source.js';
import type { WidgetConfig } from './run-widget.js';
import type { ScriptText } from '../schema/widget/script-text.js';

/** A run of embed code. */
export interface EmbedRun extends EmbedSource {
  config: Pick<WidgetConfig, 'paints'>;
  signal: AbortSignal;
  clock: Clock;
  /** The hash that the script of the settings must have, and its address. */
  integrity?: string | undefined;
  scriptUrl?: string | undefined;
  page: EmbedPage;
  arrivals: Arrivals;
  errors: EmbedErrors;
  /** Scripts that failed, and why. The rest of the code runs nevertheless, as in a page. */
  failures: LendingError[];
  /** Scripts that hold nothing up, and those that wait for the end. */
  beside: Promise<void>[];
  last: (() => Promise<void>)[];
  /** The names that a script keeps from being declared again. */
  names?: ((script: ScriptText) => string[]) | undefined;
  /** Takes the markup that a script writes into the document, and inserts it after the script. */
  writer: (to: Node, isOwn: boolean) => Writer;
  /** The addresses of its import maps, by their names. */
  map: Map<string, string>;
}

export interface Writer {
  write: (markup: string) => void;
  /** Inserts the rest. */
  end: () => Promise<void>;
}
