/** The width of the window, in CSS pixels. */
export const WIDTHS = { phone: 390, wide: 900 };

const step = (name, story, view = {}) => ({ name, story: `steps-lending-${story}`, width: 'phone', ...view });
const journey = (name, story, view = {}) => ({
  ...step(name, story, view),
  story: `journey-lending-onboarding--${story}`,
});

const ARABIC = { lang: 'ar', dir: 'rtl' };
const DARK = { scheme: 'dark' };
const WIDE = { width: 'wide' };

/** The pictures: a story of the built Storybook, the width, the colours, the language with its direction, and the theme. No picture shows a time of day. */
export const PICTURES = [
  journey('start', 'start'),
  journey('start-wide', 'start', WIDE),
  journey('start-arabic', 'start', ARABIC),
  journey('start-warm', 'start', { theme: 'warm' }),
  journey('start-ink-dark', 'start', { theme: 'ink', ...DARK }),
  journey('introduction', 'introduction'),
  journey('loading', 'loading'),
  journey('failed', 'failed'),
  journey('end', 'end'),
  step('company-errors', 'company--errors'),
  step('company-errors-dark', 'company--errors', DARK),
  step('applicant', 'applicant--filled'),
  step('review', 'review--filled'),
  step('review-wide-dark', 'review--filled', { ...WIDE, ...DARK }),
  step('review-blue', 'review--filled', { theme: 'blue' }),
  step('review-arabic', 'review--filled', ARABIC),
  step('documents', 'documents--filled'),
  step('prequalification-errors', 'prequalification--errors'),
  step('consent', 'consent--unticked'),
  step('consent-wide', 'consent--unticked', WIDE),
  step('consent-green-dark', 'consent--unticked', { theme: 'green', ...DARK }),
  step('consent-rtl', 'consent--right-to-left', { dir: 'rtl' }),
];
