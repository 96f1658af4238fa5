import { LocalizeController, registerTranslation } from '@shoelace-style/localize';
import type { LendingErrorCode, Problem } from '../errors.js';
import type { CalendarDate } from '../schema/dates.js';
import type { ReactiveControllerHost } from 'lit';
import { en, type Text } from './locales/en.js';

let registered = false;

/** The sentences in the language of an element: its `lang`, else the page's, else English. */
export class TextController extends LocalizeController<Text> {
  /** A sentence that may not exist, like the hint of a field. */
  maybe(key: string, ...values: unknown[]): string | undefined {
    if (!this.exists(key as keyof Text, { includeFallback: true })) return undefined;
    return this.term(key as 'continue', ...(values as []));
  }

  /** What is said about a field: its own sentence for this reason, else the general one with the field's noun. */
  problem({ path, reason, params }: Problem): string {
    const field = fieldKey(path);
    const own = this.maybe(`${field}.${reason}`);
    if (own) return own;
    const [, index] = /\.(\d+)/.exec(path) ?? [];
    const noun = this.maybe(`${field}.noun`, Number(index)) ?? this.term('field.noun');
    const key = `problem.${reason}` as 'problem.empty';
    return this.term(this.exists(key, { includeFallback: true }) ? key : 'problem.format', noun, params ?? {});
  }

  /** What the applicant is told when something other than a field is wrong. */
  failure(code: LendingErrorCode): string {
    return this.maybe(`failure.${code}`) ?? this.maybe(`failure.${code.split('-')[0]}`) ?? this.term('failure');
  }

  /** What a code of the wire is called, where this library has a word for it; else the code. */
  choice(choice: { value: string; label?: string | undefined }): string {
    return choice.label ?? this.maybe(`choice.${choice.value}`) ?? choice.value;
  }

  /** A day in words. */
  day({ year, month, day }: CalendarDate): string {
    // "en" alone would put the month first, where the form asks for the day.
    const language = this.lang() === 'en' ? 'en-GB' : this.lang();
    const words = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
    return words.format(Date.UTC(year, month - 1, day));
  }
}

/** A field's key among the sentences: its path without the object of the application, and the numbers of list items. */
export const fieldKey = (path: string) =>
  path.replace(/^(applicant\.)?addresses\.[1-9]\d*/, 'previous').replace(/^(company|applicant)\.|\.\d+(?=\.|$)/g, '');

/** Adds the sentences of elements that load later. */
export const addText = (more: Partial<Text>) => void Object.assign(en, more);

/** Gives an element its sentences. */
export function textFor(host: ReactiveControllerHost & HTMLElement): TextController {
  if (!registered) registerTranslation(en);
  registered = true;
  return new TextController(host);
}
