import type { LendingError } from '../../errors.js';
import type { WidgetSettings } from '../../schema/widget/widget-settings.js';
import type { Clock } from '../clock.js';
import type { EmbedSource } from './fill.js';
import type { LoadingPage } from './loading-page.js';
import type { PageChanges } from './page-changes.js';

/** A run of embed code. */
export interface EmbedRun extends EmbedSource {
  config: Pick<WidgetSettings, 'paints' | 'scriptUrl' | 'integrity'>;
  signal: AbortSignal;
  clock: Clock;
  page: LoadingPage;
  changes: PageChanges;
  /** The embed code as a text, by which a second mount is recognised. */
  text: string;
  /** Whether inline scripts that declare names run in a block, because they have run in this page before. */
  isAgain: boolean;
  /** The origins in the embed code. */
  known: ReadonlySet<string>;
  /** The nodes in the embed code itself, as opposed to nodes that its scripts have created. */
  own: WeakSet<Node>;
  /** Whether the last inline script threw. */
  lastThrew: boolean;
  /** The errors of failed scripts. The rest of the code runs nevertheless, as in a page. */
  failures: LendingError[];
  /** Scripts that block nothing, and scripts that run at the end. */
  background: Promise<void>[];
  deferred: (() => Promise<void>)[];
  /** The addresses in its import maps, by name. */
  importMap: Map<string, string>;
  /** The addresses that its inline scripts import. */
  imports: Set<string>;
  /** The number of inline modules that are loading. Their errors have the address of the page. */
  modules: number;
  /** Creates a writer that inserts the markup of `write()` after its script. */
  writer: (to: Node, isOwn: boolean) => Writer;
}

export interface Writer {
  write: (markup: string) => void;
  /** Inserts the rest. */
  end: () => Promise<void>;
}
