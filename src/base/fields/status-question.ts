import type { Settings } from '../../schema/settings.js';
import type { TextController } from '../text/text.js';

export type Status = Settings['residentialStatuses'][number];

/** The entry of a list with one entry, for which the field is a yes or no question; `undefined` for a longer list. */
export const singleStatus = ({ residentialStatuses: [only, other] }: Settings): Status | undefined =>
  other ? undefined : only;

export function statusQuestion(text: TextController, status: Status, isPast: boolean): string {
  const [own, key] = isPast ? ([status.pastQuestion, 'past'] as const) : ([status.question, 'question'] as const);
  return own ?? text.maybe(`choice.${status.value}.${key}`) ?? text.maybe(`choice.${key}`, text.choice(status)) ?? '';
}
