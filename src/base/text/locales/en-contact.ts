import type { Settings } from '../../../schema/settings.js';
import { supportName } from './en.js';

/** English, with advice on whom to contact if the settings have no contact. */
export const enContact = {
  'failure.contact'(this: Settings) {
    return `Contact ${supportName(this)} if you need help.`;
  },
};
