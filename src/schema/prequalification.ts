import type { FieldRules } from './field-rules.js';
import type { ValueOf } from './kind.js';
import { PREQUALIFICATION } from './prequalification-fields.js';
import { defaultSettings } from './settings.js';
import { wireOf } from './wire.js';

/** The body of endpoint 3, with the figures that the backend's rules want. Source: Prequalification. */
export const prequalificationOf = (rules: FieldRules) => wireOf(PREQUALIFICATION, rules, 'prequalification');

/** The body of endpoint 3, by the rules that hold unless the backend says otherwise. */
export const prequalification = /* @__PURE__ */ prequalificationOf(defaultSettings.fields);

export type Prequalification = ValueOf<typeof PREQUALIFICATION>;

/** The figures that were sent: those that the partner's rules do not ask for are left out. */
export type Figures = Partial<Prequalification>;
/** The figures that were sent last; `unknown` where figures were sent and nobody can say which. */
export type SentFigures = Figures | 'unknown';
