import type { Settings } from '../../../schema/settings.js';

/** Whether the choices for a home are renting and owning, and no other, so that a question can name both. */
export function isRentOrOwn({ residentialStatuses }: Settings): boolean {
  const tenures = new Set(residentialStatuses.map(({ tenure }) => tenure ?? 'neither'));
  return tenures.size === 2 && !tenures.has('neither');
}
