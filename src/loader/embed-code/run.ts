import type { LendingError } from '../../errors.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import type { ScriptText } from '../../schema/widget/script-text.js';
import type { Clock } from '../clock.js';
import type { PageChanges } from './page-changes.js';
import type { ErrorListener } from './error-listener.js';
import type { EmbedPage } from './page.js';
import type { EmbedSource } from './source.js';

/** A run of embed code. */
export interface EmbedRun extends EmbedSource {
  config: Pick<WidgetSettings, 'paints'>;
  signal: AbortSignal;
  clock: Clock;
  /** The integrity hash of the script in the settings, and its address. */
  integrity?: string | undefined;
  scriptUrl?: string | undefined;
  page: EmbedPage;
  changes: PageChanges;
  errors: ErrorListener;
  /** The errors of failed scripts. The rest of the code runs nevertheless, as in a page. */
  failures: LendingError[];
  /** Scripts that block nothing, and scripts that run at the end. */
  background: Promise<void>[];
  deferred: (() => Promise<void>)[];
  /** Returns the names that a second run could not declare again. */
  declaredNames?: ((script: ScriptText) => string[]) | undefined;
  /** Creates a writer that inserts the markup of `write()` after its script. */
  writer: (to: Node, isOwn: boolean) => Writer;
  /** The addresses in its import maps, by name. */
  importMap: Map<string, string>;
}

export interface Writer {
  write: (markup: string) => void;
  /** Inserts the rest. */
  end: () => Promise<void>;
}

/** A tag whose script reports that it runs, and passes access to its declarations. */
export interface ReportingScript extends HTMLScriptElement {
  lending?: (name?: string, get?: () => unknown, set?: (value: unknown) => void) => void;
}
