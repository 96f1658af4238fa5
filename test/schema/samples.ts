import { defaultSettings, type Form, type Kind, type Result, type Table } from '../../src/schema/index.js';

export { sampleApplication, samplePrequalification } from '../fixtures/samples.mjs';

/** A form of these fields alone. */
export const formOf = <T extends Table>(table: T): Form<T> => ({ table, path: '', settings: defaultSettings });

/** What a kind of field makes of something typed. */
export const readBy = <T>(kind: Kind<T>, typed: unknown) => kind.read(typed, defaultSettings);
export const valueOf = <T>(result: Result<T>): T | undefined => ('value' in result ? result.value : undefined);
