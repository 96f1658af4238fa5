import { defaultSettings } from '../default-settings.js';
import type { FieldRules } from '../fields/field-rules.js';
import type { ValueOf } from '../fields/field-type.js';
import { tableSchema } from '../fields/wire.js';
import { PREQUALIFICATION } from '../forms/prequalification-form.js';

/** The body of endpoint 3, with the figures that the given rules require. Source: specification, Prequalification. */
export const prequalificationOf = (rules: FieldRules) => tableSchema(PREQUALIFICATION, rules, 'prequalification');

/** The body of endpoint 3 under the default rules. */
export const prequalification = /* @__PURE__ */ prequalificationOf(defaultSettings.fields);

export type Prequalification = ValueOf<typeof PREQUALIFICATION>;

/** The figures that were sent, without those that the partner's rules hide. */
export type Figures = Partial<Prequalification>;
/** The figures that were sent last; `unknown` if figures were sent and their values are lost. */
export type SentFigures = Figures | 'unknown';
