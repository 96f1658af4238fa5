import type { LenderDocumentOptions } from '../openapi/lender.js';
import type { Lender } from './lender.js';
import type { Sandbox } from './types.js';
import type { WidgetState } from './widget/config.js';

/** The parts of the sandbox that its pages show or change. */
export interface Site {
  readonly lender: Lender;
  readonly widget: WidgetState;
  readonly sandbox: Sandbox;
  /** Whether `/dashboard` exists. */
  readonly hasDashboard: boolean;
  /** The options that its OpenAPI document follows. */
  readonly document: LenderDocumentOptions;
}
