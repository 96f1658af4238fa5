import { DEFAULT_CONFIG, mergeConfig, type ReadConfig, type WidgetConfig } from './config.js';
import type { WidgetFault } from './names.js';

/** The settings of the sandbox's widget, which the dashboard changes. They are in memory only. */
export class WidgetStore {
  #config: WidgetConfig;
  fault: WidgetFault | undefined;

  constructor(config: Partial<WidgetConfig> = {}, fault?: WidgetFault) {
    this.#config = mergeConfig(DEFAULT_CONFIG, config).config;
    this.fault = fault;
  }

  get config(): WidgetConfig {
    return this.#config;
  }

  /** Changes some settings. If one of them is not valid, nothing changes. */
  change(more: Readonly<Record<string, unknown>>): ReadConfig {
    const read = mergeConfig(this.#config, more);
    if (read.wrong.length === 0) this.#config = read.config;
    return read;
  }
}
