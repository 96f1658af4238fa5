import type { Settings } from '../schema/session.js';
import type { TextController } from './text.js';

export type Status = Settings['residential_statuses'][number];

/** The one entry of the list, where there is no other: it is a question then. */
export const onlyStatus = ({ residential_statuses: [only, other] }: Settings): Status | undefined =>
  other ? undefined : only;

/** The question about a list's one entry. */
export function statusQuestion(text: TextController, status: Status, isPast: boolean): string {
  const [own, key] = isPast ? ([status.pastQuestion, 'past'] as const) : ([status.question, 'question'] as const);
  return own ?? text.maybe(`choice.${status.value}.${key}`) ?? text.term(`choice.${key}`, text.choice(status));
}
