import type { Settings } from '../../../schema/settings.js';

/** Whether the choices for a home are renting and owning, so that a question can name both. */
export function isRentOrOwn({ residentialStatuses }: Settings): boolean {
  const answers = residentialStatuses.map(({ value, label }) => `${value} ${label}`).join();
  return /rent|tenant/i.test(answers) && /own|mortgage/i.test(answers);
}
