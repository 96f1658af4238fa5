import {
  defaultSettings,
  type Form,
  type FieldType,
  type FieldResult,
  type FieldTable,
} from '../../src/schema/index.js';

export { sampleApplication, samplePrequalification } from '../../stories/support/samples.mjs';

export const formOf = <T extends FieldTable>(table: T): Form<T> => ({ table, path: '', settings: defaultSettings });

export const readBy = <T>(kind: FieldType<T>, typed: unknown) => kind.read(typed, defaultSettings);
export const valueOf = <T>(result: FieldResult<T>): T | undefined => ('value' in result ? result.value : undefined);
