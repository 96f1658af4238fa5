import type { Problem } from '../errors.js';

/** A value, or why there is none: the reason, and what its sentence needs. */
export type Result<T> = { value: T } | Pick<Problem, 'reason' | 'params'>;

/** What a form's settings say to a kind of field. */
export interface ReadingSettings {
  /** What replaces the leading 0 of a telephone number. */
  calling_code: string;
}

/**
 * One kind of field: how what stands in its inputs becomes a value of the wire, and back. Every function is pure, takes
 * anything, and never throws. A page reads its forms by these alone; on the wire they stand in schemas.
 */
export interface Kind<T, Always extends boolean = boolean> {
  /** What was typed, as the wire has it. */
  read(typed: unknown, settings: ReadingSettings): Result<T>;
  /** A value that has come over the wire. Where nothing is a value too, the field may be missing. */
  accept(value: unknown): Result<T>;
  /** A value of the wire, as it would be typed. `undefined` where it is none. */
  write(value: unknown): string | Draft | undefined;
  /** The inputs that the field has, if it has several. */
  readonly parts?: readonly string[];
  /** Whether the field is there whatever the backend's rules say. */
  readonly always: Always;
}

/** The fields of an object of the wire, by their names: kinds, objects, and lists of objects. */
export interface Table {
  readonly [name: string]: Kind<unknown> | Table | readonly [Table];
}

/** The value that a table stands for. */
export type ValueOf<T> =
  T extends Kind<infer V>
    ? V
    : T extends readonly [infer Item]
      ? ValueOf<Item>[]
      : Flat<{ [K in Asked<T>]?: ValueOf<T[K]> | undefined } & { [K in Exclude<keyof T, Asked<T>>]: ValueOf<T[K]> }>;
type Asked<T> = {
  [K in keyof T]: T[K] extends Kind<infer V, infer Always>
    ? undefined extends V
      ? K
      : Always extends false
        ? K
        : never
    : never;
}[keyof T];
type Flat<T> = { [K in keyof T]: T[K] };

/** What stands in a form's inputs, by their names (`address.line_1`, `addresses.0.start_date.month`). */
export type Draft = Record<string, string>;

export const isKind = (field: Table[string]): field is Kind<unknown> =>
  typeof (field as Kind<unknown>).read === 'function';

/** The same kind, for a field that is there whatever the backend's rules say. */
export const always = <T>(kind: Kind<T>): Kind<T, true> => ({ ...kind, always: true });
