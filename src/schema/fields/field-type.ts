import type { Problem } from '../../errors.js';

/** A value, or the reason why it is invalid, with the parameters of the sentence about it. */
export type FieldResult<T> = { value: T } | Pick<Problem, 'reason' | 'params'>;

/** The settings of a form that a field type needs for reading. */
export interface ReadingSettings {
  /** Replaces the leading 0 of a telephone number, such as `+44`. */
  callingCode: string;
}

/** How a form asks for a field. */
export interface Question {
  /** The screen of the field in the layout `screens`. */
  readonly screen?: string;
  /** The autofill token of its input; for a date, the start of the tokens. Default: `off`. */
  readonly autocomplete?: string;
  readonly type?: 'text' | 'email' | 'tel';
  readonly inputmode?: 'decimal' | 'email' | 'tel';
  /** The width of the input. Default: that of the form. */
  readonly width?: 's' | 'm';
  /** The setting with the choices. If it has only one entry, that entry is sent without the question. */
  readonly choices?: 'companyTypes' | 'countriesOfResidence';
  /** The control of a figure. Default: a text input. */
  readonly control?: 'money' | 'yes-no';
}

/**
 * A field type converts between the inputs of a form and a value on the wire. Every function is pure, accepts any value and
 * never throws. A page reads its forms with field types alone; `fields/wire.ts` makes schemas of them.
 */
export interface FieldType<T, Always extends boolean = boolean> {
  /** Converts typed text to a wire value. */
  read(typed: unknown, settings: ReadingSettings): FieldResult<T>;
  /** Checks a value from the wire. If `undefined` is valid, the field may be missing. */
  accept(value: unknown): FieldResult<T>;
  /** Converts a wire value to typed text. Returns `undefined` if the value is invalid. */
  write(value: unknown): string | Draft | undefined;
  /** The names of the field's inputs, if it has several. */
  readonly parts?: readonly string[];
  /** How a form asks for the field. Without it, the step renders its own question, or sends the field without one. */
  readonly question?: Question;
  /** True if the field is in every form: `settings.fields` cannot hide it. */
  readonly always: Always;
}

/** The fields of a wire object, by name: field types, objects and lists of objects. */
export interface FieldTable {
  readonly [name: string]: FieldType<unknown> | FieldTable | readonly [FieldTable];
}

/** The type of the value that a table describes. */
export type ValueOf<T> =
  T extends FieldType<infer V>
    ? V
    : T extends readonly [infer Item]
      ? ValueOf<Item>[]
      : Flat<{ [K in Asked<T>]?: ValueOf<T[K]> | undefined } & { [K in Exclude<keyof T, Asked<T>>]: ValueOf<T[K]> }>;
type Asked<T> = {
  [K in keyof T]: T[K] extends FieldType<infer V, infer Always>
    ? undefined extends V
      ? K
      : Always extends false
        ? K
        : never
    : never;
}[keyof T];
type Flat<T> = { [K in keyof T]: T[K] };

/** The values of a form's inputs, by name (`address.line_1`, `addresses.0.start_date.month`). */
export type Draft = Record<string, string>;

export const isFieldType = (field: FieldTable[string]): field is FieldType<unknown> =>
  typeof (field as FieldType<unknown>).read === 'function';

/** The same field type, for a field that is in every form. */
export const always = <T>(kind: FieldType<T>): FieldType<T, true> => ({ ...kind, always: true });

/** The same field type, with the question of a form. */
export const withQuestion = <T, Always extends boolean>(
  kind: FieldType<T, Always>,
  question: Question,
): FieldType<T, Always> => ({ ...kind, question });
