import type { FormState } from '../../base/fields/form-state.js';
import { normalisePlain } from '../../schema/fields/normalise.js';

/**
 * Whether earlier addresses may be needed, or were entered. It looks at the year only; the part that then loads checks the
 * date.
 */
export function mayNeedHistory({ draft, settings }: FormState): boolean {
  const start = ['day', 'month', 'year'].map((part) => draft[`addresses.0.start_date.${part}`]).join(' ');
  const [year] = /\d{4}/.exec(normalisePlain(start)) ?? [];
  const isLate = Number(year) >= new Date().getFullYear() - Math.ceil(settings.addressHistoryYears);
  return isLate || Object.keys(draft).some((name) => name.startsWith('addresses.1.'));
}
