import type { Settings } from '../../../schema/settings.js';
import { site } from './en.js';

/** English, for whom to contact if the settings do not say it. */
export const enContact = {
  'failure.contact'(this: Settings) {
    return `Contact ${this.partner.support?.name ?? site(this)} if you need help.`;
  },
};
