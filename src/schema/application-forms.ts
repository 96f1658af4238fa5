import { APPLICANT, COMPANY } from './application-fields.js';
import type { Form } from './form.js';
import { PREQUALIFICATION } from './prequalification-fields.js';
import { defaultSettings } from './settings.js';

type FormSettings = Form<typeof COMPANY>['settings'];

/** The company step's form. */
export const companyForm = (settings: FormSettings = defaultSettings): Form<typeof COMPANY> => ({
  table: COMPANY,
  path: 'company',
  settings,
});

/** The applicant step's form. */
export const applicantForm = (settings: FormSettings = defaultSettings): Form<typeof APPLICANT> => ({
  table: APPLICANT,
  path: 'applicant',
  settings,
});

/** The prequalification step's form. */
export const prequalificationForm = (settings: FormSettings = defaultSettings): Form<typeof PREQUALIFICATION> => ({
  table: PREQUALIFICATION,
  path: 'prequalification',
  settings,
});
