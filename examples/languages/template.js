// Every sentence of lending-elements, in English: copy this file and translate the sentences. Leave the keys as they are.
// A sentence with names or numbers is a function, and `this` is the settings. missingSentences() from
// "lending-elements/languages/en" lists the keys that a copy lacks. A script of lending-elements writes this file.

const before = (index) => (index > 1 ? 'before that' : 'before');
/** English, for the headings of screens. It loads with the screens. A step's first screen has the heading of the step. */
const enScreens = {
  'screen.company.dates': 'When did your business begin?',
  'screen.company.country': 'Which country is your business in?',
  'screen.company.address': 'Where is your business?',
  'screen.company.next': 'Next: about you',
  'screen.applicant.contact': 'What are your contact details?',
  'screen.applicant.country': 'Which country do you live in?',
  'screen.applicant.home': 'Where do you live?',
  'screen.applicant.stay': 'How long have you lived there?',
  'screen.applicant.previous-country': (index) => `Which country did you live in ${before(index)}?`,
  'screen.applicant.previous-home': (index) => `Where did you live ${before(index)}?`,
  'screen.applicant.previous-stay': 'How long did you live there?',
  'screen.applicant.next': 'Next: check your answers',
};

/** The site that shows the forms, at the start of a sentence or in it. */
const Site = ({ partner }) => partner.name ?? 'This site';
const site = ({ partner }) => partner.name ?? 'this site';
/** The service that passes the application to lenders, at the start of a sentence or in it. */
const Service = ({ partner }) => partner.broker?.name ?? 'The lending service';
const service = ({ partner }) => partner.broker?.name ?? 'the lending service';
/** A year in the past that fits the question. */
const yearsAgo = (years) => new Date().getFullYear() - years;
const example = (day, years) => `For example, ${day} ${yearsAgo(years)}.`;
const supportName = (settings) => settings.partner.support?.name ?? site(settings);
const capital = (noun) => noun.replace(/^./, (first) => first.toUpperCase());
const joinWords = (words, type = 'conjunction') => new Intl.ListFormat('en-GB', { type }).format(words);
/**
 * English, for the first step and the parts that all steps share. Field keys are wire names. `noun` completes "Enter …", and
 * starts "… must be a real date".
 */
const en = {
  continue: 'Continue',
  back: 'Back',
  'try-again': 'Try again',
  reload: 'Reload this page',
  loading: 'Loading…',
  sending: 'Sending…',
  optional: '(optional)',
  fixed() {
    return `${Site(this)} filled this in. You cannot change it here.`;
  },
  error: 'Error:',
  day: 'Day',
  month: 'Month',
  year: 'Year',
  select: 'Select…',
  support: (name) => (name ? `Contact ${name}:` : 'For help, contact:'),
  'support.or': 'or',
  'new-tab': '(opens in a new tab)',
  'summary.heading': (count) => (count === 1 ? '1 answer needs another look' : `${count} answers need another look`),
  'summary.done': 'Nothing left to correct',
  'failure.heading': 'Something went wrong',
  'failure.step': 'This step did not open',
  'failure.start': 'You cannot apply at the moment',
  'failure.kept': 'Everything you entered is still here.',
  failure() {
    return `There is a problem with ${site(this)}.`;
  },
  'failure.adapter-offline': 'You may be offline. Check your connection and try again.',
  'failure.adapter-timeout': 'This took too long. Check your connection and try again.',
  'failure.adapter-unreachable'() {
    return `${Site(this)} is not responding. Check your connection and try again.`;
  },
  'failure.script-outdated': 'This page was updated. Reload it to continue.',
  'failure.handler-signed-out':
    'You are not signed in. Open another tab and sign in there, then come back and try again.',
  'field.noun': 'this answer',
  'problem.empty': (noun, _params) => `Enter ${noun}`,
  'problem.too-long': (noun, { maximum }) => `${capital(noun)} must be ${maximum} characters or fewer`,
  'problem.date-missing': (noun, { parts }) =>
    `${capital(noun)} must include ${joinWords(
      String(parts)
        .split(' ')
        .map((part) => `a ${part}`),
    )}`,
  'problem.date-year': (noun) => `${capital(noun)} must include a year with 4 numbers, like ${yearsAgo(10)}`,
  'problem.not-real': (noun) => `${capital(noun)} must be a real date`,
  'problem.date-early': (noun, { minimum }) => `${capital(noun)} must be in ${minimum} or later`,
  'problem.not-past': (noun) => `${capital(noun)} must be in the past`,
  'problem.future': (noun) => `${capital(noun)} must be today or in the past`,
  'problem.format': (noun) => `Check ${noun}. It is not in the correct format`,
  'journey.steps': 'Steps',
  'journey.step': (step, count) => `Step ${step} of ${count}`,
  'step.company': 'Business',
  'step.applicant': 'About you',
  'step.review': 'Check',
  'step.documents': 'Documents',
  'step.prequalification': 'Funding',
  'step.consent': 'Offers',
  'step.done': '(done)',
  'widget.heading': 'Your offers',
  'company.heading': 'Your business',
  'registered_name.label': 'Registered name of the business',
  'registered_name.noun': 'the registered name of the business',
  'registered_number.label': 'Registration number',
  'registered_number.hint': '8 characters, like 01234567 or SC123456. It is on your certificate of incorporation.',
  'registered_number.noun': 'the registration number',
  'type.label': 'Type of business',
  'type.noun': 'the type of business',
  'type.empty': 'Select the type of business',
  'formation_date.label': 'When was the business formed?',
  'formation_date.hint': () => example('27 3', 10),
  'formation_date.noun': 'the date the business was formed',
  'trading_from_date.label': 'When did the business start trading?',
  'trading_from_date.hint': () => `Its first sale or paid work. ${example('1 6', 10)}`,
  'trading_from_date.noun': 'the date the business started trading',
  'address.label': 'Business address',
  'address.part': 'You only need to give the number and street.',
  'address.house_number.label': 'Building name or number',
  'address.house_number.hint': 'For example, 12, Flat 3 or Rose Cottage.',
  'address.house_number.noun': 'the building name or number of the business',
  'address.line_1.label': 'Street',
  'address.line_1.hint': 'The street, or the village if it does not have streets.',
  'address.line_1.noun': 'the street of the business address',
  'address.city.label': 'Town or city',
  'address.city.noun': 'the town or city of the business address',
  'address.county.label': 'County',
  'address.county.noun': 'the county of the business address',
  'address.postcode.label': 'Postcode',
  'address.postcode.noun': 'the postcode of the business address',
  given: (business) => `For: ${business}.`,
  'given.ltd': 'For UK private limited companies (Ltd).',
  'given.other': 'Something else?',
  'report-error.text'() {
    return `If this is not true for you, do not send this application. Ask ${supportName(this)} how you can apply.`;
  },
  'report-error.link': 'What to do if this is not right',
  'choice.ltd': 'Private limited company (Ltd)',
};

/** English, for the time after a decision about the consent, and for a rejected one. It loads then. */
const enConsent = {
  'consent.declined.heading': 'You have not asked for offers',
  'consent.declined'() {
    return `Lenders will not get your details from ${site(this)}, and nobody will check your credit, unless you agree. Your application is saved.`;
  },
  'consent.declined.again.heading': 'You have not asked for more offers',
  'consent.declined.again':
    'Nobody will check your credit again unless you agree. Details that were already shared cannot be taken back, so you may still hear from lenders.',
  'consent.reconsider': 'Read the agreement again',
  'consent.without': 'Continue without offers',
  'consent.back': 'Back to your offers',
  'consent.config-invalid'() {
    return `${Site(this)} cannot record your agreement, so nothing was sent.`;
  },
  'consent.handler-consent-not-stored':
    'Your answer could not be recorded, so nothing was sent. Try again in a few minutes.',
  'agree.changed':
    'The text above has changed, for example because it was translated. To agree, show the page in its original language',
  'agree.handler-no-consent': 'Read the agreement again, and tick the box if you agree',
  'agree.handler-consent-stale': 'This agreement was out of date. Read it again, and tick the box if you agree',
  'agree.handler-consent-withdrawn':
    'You have withdrawn your agreement. Read the text again, and tick the box if you agree',
  'figures.unknown': 'Your figures may have changed since you last saw them. Check them before you agree.',
  'figures.other': 'These figures were sent in another tab or on another device. Check them before you agree.',
  'figures.check': 'Check the figures',
  'receipt.heading': 'What you agreed to',
  'receipt.when': 'Agreed',
  'receipt.applicant': 'Applicant',
  'receipt.business': 'Business',
  'receipt.broker': 'Credit broker',
  'receipt.parties': 'Shared with',
  'receipt.number': 'Receipt number',
  'receipt.ask': 'Get offers',
  'receipt.print': 'Print',
  'receipt.download': 'Download',
  'receipt.withdraw': 'Withdraw my agreement',
  'receipt.confirm.heading': 'Withdraw your agreement?',
  'receipt.confirm'() {
    return `${Site(this)} will record this and will not ask for any more offers. Details that were already shared cannot be taken back, so you may still hear from lenders.`;
  },
  'receipt.confirm.yes': 'Yes, withdraw my agreement',
  'receipt.confirm.no': 'Keep my agreement',
  'receipt.failed': 'Your withdrawal may not have been recorded',
  'receipt.withdrawing': 'Withdrawing…',
  'receipt.withdrawn.heading': 'You have withdrawn your agreement',
  'receipt.withdrawn'(when) {
    return `You withdrew it on ${when}. ${Site(this)} will not ask for any more offers. Details that were already shared cannot be taken back, so you may still hear from lenders.`;
  },
  'receipt.ended': 'Withdrawn',
  'withdrawn.offers': 'You can still see any offers that lenders have already made.',
  'withdrawn.again': 'To get more offers, read the agreement again and agree to it.',
  'withdrawn.note': (when) => `You withdrew your agreement on ${when}. To get more offers, agree again.`,
  'failure.handler-no-consent': 'Your agreement is no longer on record. Reload the page.',
};

/** Whether the choices for a home are renting and owning, and no other, so that a question can name both. */
function isRentOrOwn({ residentialStatuses }) {
  const tenures = new Set(residentialStatuses.map(({ tenure }) => tenure ?? 'neither'));
  return tenures.size === 2 && !tenures.has('neither');
}

/** Adds the article to a country in a sentence: `the United Kingdom`, `France`. */
const withArticle = (country) => (country.startsWith('United') ? `the ${country}` : country);
const countFiles = (count) => (count === 1 ? '1 file' : `${count} files`);
const fileKind = (ending) => (ending === '.jpeg' ? 'JPG' : ending.slice(1).toUpperCase());
const fileKinds = (endings) => joinWords([...new Set(endings.map(fileKind))], 'disjunction');
const currency = ({ currencySign }) =>
  ({
    '£': 'pounds',
    '€': 'euros',
    $: 'dollars',
  })[currencySign] ?? currencySign;
/** English, for the steps after the first. It loads with them. */
const enLater = {
  change: 'Change',
  'not-given': 'Not given',
  slow: 'Still working. Do not reload or close this page.',
  yes: 'Yes',
  no: 'No',
  money: (amount, sign) => `${sign}${amount}`,
  'applicant.heading': 'About you',
  'first_name.label': 'First name',
  'first_name.noun': 'your first name',
  'last_name.label': 'Last name',
  'one-name': 'I have only one name',
  'last_name.noun': 'your last name',
  'date_of_birth.label': 'What is your date of birth?',
  'date_of_birth.hint': () => example('27 3', 40),
  'date_of_birth.noun': 'your date of birth',
  'date_of_birth.date-year': () => `Your date of birth must include a year with 4 numbers, like ${yearsAgo(40)}`,
  'email.label': 'Email address',
  'email.noun': 'your email address',
  'email.format': 'Enter an email address in the correct format, like name@example.com',
  'email.letters': 'Enter an email address without accented or special letters, like name@example.com',
  'phone_number.label': 'Phone number',
  'phone_number.hint': 'For international numbers, include the country code.',
  'phone_number.noun': 'your phone number',
  'phone_number.format': 'Enter a phone number in digits, like 01632 960 001, 07700 900 982 or +44 808 157 0192',
  'phone_number.extension': 'Enter your phone number without the extension, like 01632 960 001',
  'country_of_residence.label': 'Country you live in',
  'country_of_residence.noun': 'the country you live in',
  'country_of_residence.empty': 'Select the country you live in',
  'addresses.label': 'Your home address',
  'addresses.same': 'Same as the business address',
  'addresses.same-street': 'Same number and street as the business',
  'addresses.house_number.noun': 'the building name or number of your home',
  'addresses.line_1.noun': 'the street you live in',
  'addresses.city.noun': 'the town or city you live in',
  'addresses.county.noun': 'the county you live in',
  'addresses.postcode.noun': 'your postcode',
  'addresses.start_date.label': 'When did you move in?',
  'addresses.start_date.hint': () => `Your best estimate is fine. ${example('14 9', 5)}`,
  'addresses.start_date.noun': 'the date you moved in',
  'addresses.status.label'() {
    return isRentOrOwn(this) ? 'Do you rent or own your home?' : 'Which of these applies to your home?';
  },
  'addresses.status.noun': 'what applies to your home',
  'addresses.status.empty'() {
    return `Select ${isRentOrOwn(this) ? 'whether you rent or own your home' : 'what applies to your home'}`;
  },
  'review.heading': 'Check your answers',
  'review.intro'() {
    return `When you create your application, ${site(this)} sends these details to ${service(this)}. You will not be able to change them after that.`;
  },
  'review.submit': 'Create application',
  'review.failed': 'Your application was not created',
  'review.sending': 'Creating your application…',
  'review.created.heading': 'Your answers',
  'review.created': 'Your application has been created with these answers. You cannot change them now.',
  'review.sent': 'Your application has been created. To protect your details, your answers are not shown again.',
  'review.business-address': 'Address',
  'review.name': 'Name',
  'review.home-address': 'Home address',
  'review.earlier-address': 'Previous address',
  'review.country': 'Country of the business',
  'review.region': 'Region',
  'review.application-region': 'Region of the application',
  'review.funding_amount': 'Amount you want to borrow',
  'review.monthly_revenue': 'Monthly revenue',
  'review.any_ccj': 'County court judgments',
  'review.formation_date': 'Date formed',
  'review.trading_from_date': 'Date trading started',
  'review.date_of_birth': 'Date of birth',
  'review.start_date': 'Date moved in',
  'review.status'() {
    return isRentOrOwn(this) ? 'Rented or owned' : 'Status of the home';
  },
  'report-error': 'Not right?',
  'report-error.sent'() {
    return `If this is not true, tell ${supportName(this)}.`;
  },
  'company.noun': 'your business',
  'company.empty': 'Go back and answer all the questions about your business',
  'applicant.noun': 'about you',
  'applicant.empty': 'Go back and answer all the questions about you',
  'documents.heading': 'Add documents',
  'documents.intro': 'A recent business bank statement helps lenders decide. You can skip this.',
  'documents.skip': 'Skip for now',
  'documents.photo': 'Take a photo',
  'file.label': 'Choose files',
  'file.more': 'Add another file',
  'file.hint': (endings, limit) => `${fileKinds(endings)}, up to ${limit} each. You can also drop or paste files here.`,
  'prequalification.heading': 'The funding you need',
  'prequalification.failed': 'Your figures may not have been sent',
  'prequalification.source'() {
    return `From your ${this.partner.name ? `${this.partner.name} account` : 'account on this site'}.`;
  },
  'funding_amount.label': 'How much do you want to borrow?',
  'funding_amount.hint'() {
    return `In ${currency(this)}, like 25,000.`;
  },
  'funding_amount.noun': 'the amount you want to borrow',
  'problem.too-small'(noun) {
    return `${capital(noun)} must be more than ${this.currencySign}0`;
  },
  'problem.too-large'(noun, { maximum }) {
    return `${capital(noun)} must be ${this.currencySign}${Number(maximum).toLocaleString('en-GB')} or less`;
  },
  'problem.not-money': (noun) => `Enter ${noun} in digits, like 25,000`,
  'problem.currency'(noun) {
    return `Enter ${noun} as one amount in ${currency(this)}, not in another currency`;
  },
  'problem.range'(noun) {
    return `Enter ${noun} as one amount in ${currency(this)}, not as a range`;
  },
  'problem.about'(noun) {
    return `Enter ${noun} as one amount in ${currency(this)}, like 25,000, without “about” or other words and signs`;
  },
  'problem.decimals': (noun) =>
    `${capital(noun)} must have no more than 2 decimal places. For thousands, use a comma, like 25,000`,
  'monthly_revenue.label': 'What is the business’s monthly revenue?',
  'monthly_revenue.hint'() {
    return `In ${currency(this)}. A recent average is fine.`;
  },
  'monthly_revenue.noun': 'the business’s monthly revenue',
  'monthly_revenue.too-small'() {
    return `The business’s monthly revenue must be ${this.currencySign}0 or more`;
  },
  'any_ccj.label': 'Does the business have any county court judgments (CCJs)?',
  'any_ccj.hint': 'A CCJ is a court order to pay a debt.',
  'any_ccj.noun': 'whether the business has any county court judgments',
  'any_ccj.empty': 'Select yes if the business has any county court judgments',
  'consent.translated': 'This agreement is shown in its original language. Those are the words that you agree to.',
  'consent.language': (name) => `This agreement is in ${name}. Those are the words that you agree to.`,
  'consent.submit': 'Agree and get offers',
  'consent.sending': 'Requesting offers…',
  'consent.failed': 'Your offers may not have been requested',
  'consent.only.failed': 'Your answer may not have been recorded',
  'consent.only.submit': 'I agree',
  'consent.only.sending': 'Saving your answer…',
  'consent.decline': 'I do not agree',
  'consent.after': 'Lenders get your details and can make you offers.',
  'consent.only.after': 'Your agreement is recorded with the time and this text.',
  'consent.after-decline': 'Lenders do not get your details. Your application is saved.',
  'consent.after-decline.again': 'Nobody checks your credit again. Your application is saved.',
  'consent.see': 'See what you agreed to',
  'agree.noun': 'your answer',
  'agree.empty': 'Tick the box if you agree, or choose “I do not agree”',
  'journey.offline': 'You are offline. Your answers stay on this page.',
  'figures.heading': 'Your figures',
  'figures.amount': (amount) => `You asked for ${amount}`,
  'figures.revenue': (amount) => `revenue ${amount} a month`,
  'figures.judgments': (hasAny) => `${hasAny ? 'with' : 'no'} county court judgments`,
  'figures.change': 'Change the figures',
  'figures.notice': 'What you agree to',
  'widget.loading': 'Loading your offers…',
  'widget.close': 'Close',
  'widget.failed.heading': 'Your offers could not be shown',
  'widget.failed': 'If trying again does not work, reload the page or come back later.',
  'widget.reload': 'To see your offers again, reload the page. Your application is saved.',
  'failure.script-offline': en['failure.adapter-offline'],
  'failure.script': 'Part of this page did not load. An ad blocker or network filter may have stopped it.',
  'problem.unanswered': (_noun, { question }) => `Answer “${question}”`,
  'choice.United Kingdom': 'United Kingdom',
  'choice.tenant': 'I rent it (tenant)',
  'choice.question': (label) => `Does “${label}” apply to your home?`,
  'choice.tenant.question': 'Do you rent your home?',
  'choice.tenant.label': 'Rented home',
  'choice.tenant.past-label': 'Rented previous home',
  'choice.bank-statement': 'Bank statement',
};

/** English, for the country of an address. It loads with the first form that asks for one. */
const enCountry = {
  'country.question': (country) => `Is this address in ${withArticle(country)}?`,
  'country.other': 'Another country',
  'address.country.label': 'Country',
  'address.country.empty': 'Select the country of the business address',
  'addresses.country.empty': 'Select the country you live in',
  'previous.country.label': 'Country',
  'previous.country.empty': 'Select the country of your previous address',
};

/** English, with advice on whom to contact if the settings have no contact. */
const enContact = {
  'failure.contact'() {
    return `Contact ${supportName(this)} if you need help.`;
  },
};

/** For a response that is missing, or that came after a failure: this page cannot know the outcome. */
const MAY_NOT_BE_CREATED = 'Your application may not have been created';
/** For a request that the service rejected or postponed. */
const [NOT_SENT, NOT_REQUESTED] = ['Your figures were not sent', 'Your offers were not requested'];
const count = (number, unit) => `${number} ${unit}${number === 1 ? '' : 's'}`;
/** The time to wait, rounded up. */
function duration(seconds) {
  if (seconds < 100) return count(seconds, 'second');
  return seconds <= 7200 ? count(Math.ceil(seconds / 60), 'minute') : count(Math.ceil(seconds / 3600), 'hour');
}
const wait = (seconds) => `Wait ${seconds ? duration(seconds) : 'a few minutes'} and try again.`;
const nobodyAtFault = (what) => `There is a problem with ${what}. Nothing is wrong with your answers.`;
/** English, for failures of the backend and the service. It loads when one happens. */
const enFailure = {
  'failure.handler-not-created': 'Your application has not been created yet. Go back to “Check your answers” first.',
  'failure.handler-other-applicant':
    'Someone else has signed in since you opened this page, or another business was chosen. Nothing was sent. To continue, reload this page.',
  'failure.handler-closed':
    'A new application was started in another tab or on another device, so this one is closed. Nothing was sent. To continue with the new one, reload this page.',
  'failure.handler-other-company'() {
    return `${Site(this)} already has an application from you for another company, so nothing was sent. To continue with that application, reload this page.`;
  },
  'failure.handler-too-large': 'This is too large to send.',
  'failure.adapter-redirected':
    'You may have been signed out, or this site has moved. Sign in in another tab, then come back and try again.',
  'failure.adapter-too-large': 'This is too large for this site.',
  'failure.adapter-too-many'(seconds) {
    return `${Site(this)} is busy. ${wait(seconds)}`;
  },
  'failure.adapter-unavailable'(seconds) {
    return `${Site(this)} is not available at the moment. ${wait(seconds)}`;
  },
  'failure.adapter-blocked':
    'A security check of this site stopped this, and nothing was sent. To pass the check, reload this page.',
  'failure.handler-in-flight': 'This is already being sent, maybe from another tab. Wait a moment and try again.',
  'failure.handler-too-many': (seconds) => `You have tried this too many times. ${wait(seconds)}`,
  /** The backend rejected a field that the form does not ask for. */
  'failure.not-asked'() {
    return nobodyAtFault(site(this));
  },
  'failure.upstream'() {
    return `${Service(this)} is not responding. Try again in a few minutes.`;
  },
  'failure.upstream-busy'(seconds) {
    return `${Service(this)} is busy. ${wait(seconds)}`;
  },
  'failure.upstream-unavailable'(seconds) {
    return `${Service(this)} is not available at the moment. ${wait(seconds)}`;
  },
  /** The service rejected the key, the IP address or the state of the connection. */
  'failure.upstream-denied'() {
    return nobodyAtFault(`the connection between ${site(this)} and ${service(this)}`);
  },
  'failure.upstream-redirect'() {
    return nobodyAtFault(`the connection between ${site(this)} and ${service(this)}`);
  },
  'failure.upstream-rejected'() {
    return `${Service(this)} did not accept this and did not say why. Check your answers and try again.`;
  },
  'review.upstream-rejected'() {
    return `${Service(this)} did not accept your application and did not say why. Check your answers and try again.`;
  },
  'consent.upstream-rejected'() {
    return `${Service(this)} did not accept your request for offers and did not say why. You can try again later.`;
  },
  'failure.outcome-unknown'() {
    return `${Service(this)} did not confirm this, so it may or may not have gone through.`;
  },
  'review.outcome-unknown'() {
    return `${Service(this)} did not confirm your application, so it may or may not have been created.`;
  },
  'review.failed.outcome-unknown': MAY_NOT_BE_CREATED,
  'review.failed.adapter-timeout': MAY_NOT_BE_CREATED,
  'review.failed.adapter-unreachable': MAY_NOT_BE_CREATED,
  'review.failed.adapter-offline': MAY_NOT_BE_CREATED,
  'review.failed.adapter-unexpected-response': MAY_NOT_BE_CREATED,
  'review.failed.adapter-redirected': MAY_NOT_BE_CREATED,
  'review.failed.adapter-unavailable': MAY_NOT_BE_CREATED,
  'review.failed.handler-failed': MAY_NOT_BE_CREATED,
  'review.failed.handler-in-flight': 'Your application is being created',
  /** The backend can check the outcome. */
  'failure.check'(seconds) {
    return `${seconds ? `Check again in ${duration(seconds)}` : 'You can check again'}. ${Site(this)} looks for your application first, so it is not sent twice.`;
  },
  /** The backend cannot check the outcome. */
  'failure.no-check'() {
    return `Do not apply again, because your application may already exist. ${Site(this)} will not send it twice.`;
  },
  'check-again': 'Check again',
  'review.checking': 'Looking for your application…',
  'prequalification.failed.config-invalid': 'Your figures cannot be sent',
  'prequalification.failed.adapter-too-large': NOT_SENT,
  'prequalification.failed.adapter-too-many': NOT_SENT,
  'prequalification.failed.adapter-blocked': NOT_SENT,
  'prequalification.failed.upstream-busy': NOT_SENT,
  'prequalification.failed.upstream-unavailable': NOT_SENT,
  'prequalification.failed.upstream-denied': NOT_SENT,
  'prequalification.failed.upstream-redirect': NOT_SENT,
  'consent.failed.adapter-too-large': NOT_REQUESTED,
  'consent.failed.adapter-too-many': NOT_REQUESTED,
  'consent.failed.adapter-blocked': NOT_REQUESTED,
  'consent.failed.upstream-busy': NOT_REQUESTED,
  'consent.failed.upstream-unavailable': NOT_REQUESTED,
  'consent.failed.upstream-denied': NOT_REQUESTED,
  'consent.failed.upstream-redirect': NOT_REQUESTED,
  /** The response was lost. */
  'prequalification.unsure'() {
    return `${Service(this)} did not confirm that it has your figures. You can send them again.`;
  },
  'consent.unsure'() {
    return `${Service(this)} did not confirm that it has your request for offers. You can send it again.`;
  },
  'failure.reference': (reference) => `Your reference number is ${reference}.`,
  ...enContact,
  'problem.rejected'(noun) {
    return `Check ${noun}. ${Service(this)} did not accept it`;
  },
  /** The field was left blank. */
  'problem.needed'(noun) {
    return `${Service(this)} needs ${noun}`;
  },
  'registered_number.needed'() {
    return `${Service(this)} needs a registration number`;
  },
  'address.country_code.noun': 'the country of the business address',
  'addresses.country_code.noun': 'the country of your home',
  'previous.country_code.noun': 'the country of your previous address',
  'widget.failed.handler-signed-out': 'Sign in to see your offers',
  'widget.handler-signed-out'() {
    return `Sign in to ${site(this)} in another tab, then come back here and try again.`;
  },
  'widget.failed.handler-not-created'() {
    return `${Site(this)} has no application from you yet`;
  },
  'widget.handler-not-created': 'You can see your offers here after you apply for funding.',
  'failure.widget': 'The part of this page that shows your offers did not start.',
};

const yearsOf = (years) => (years === 1 ? 'year' : `${years} years`);
/** English, for answers that few applicants give. It loads with the part for them. */
const enRareInput = {
  'none.building': 'There is no building name or number',
  'none.street': 'There is no street',
  'first_name.asked': 'Enter your first name, or tick “I have only one name”',
  'last_name.asked': 'Enter your last name, or tick “I have only one name”',
  'problem.asked': (noun) => `Enter ${noun}, or tick the box if there is none`,
  'problem.moved': (noun) => `Check ${noun}. It was moved here from “Street”`,
  'problem.date-words': (noun) => `Use numbers, like 10 7 2020, for ${noun}`,
  'registered_number.format': 'Enter the registration number with its digits, like 01234567',
  'registered_number.without'(type) {
    return `No number? This form is only for: ${type}. Ask ${supportName(this)} how you can apply.`;
  },
  'address.pasted': 'The address you pasted is now in separate boxes. Check each one.',
  'authority.empty': 'Tick the box if you have permission to apply for this business',
  'authority.changed': 'This statement has changed. Reload the page and read it again',
  'only.end': 'Nothing has been sent.',
  'problem.only': (_noun, { sentence }) => String(sentence),
  'choice.only': (question, years) =>
    `You can only apply here if you answer yes to “${question}”${years ? ` for every home in the last ${yearsOf(years)}` : ''}`,
  'choice.tenant.only': (years) =>
    `You can only apply here if you rent your home${years ? `, and have rented for the last ${yearsOf(years)}` : ''}`,
  'choice.tenant.only-past': 'You can only apply here if you rented your home there',
};

function addressHint() {
  return `By postcode or street. ${Site(this)} searches as you type.`;
}
/** English, for the search for a business or an address. It loads with the first one. */
const enLookup = {
  'query.label': 'Find your business',
  'query.hint'() {
    return `By name or registration number. ${Site(this)} searches as you type.`;
  },
  'query.unchosen': 'Choose your business from the results, or enter the details yourself',
  'address.query.label': 'Find your address',
  'address.query.hint': addressHint,
  'address.query.unchosen': 'Choose your address from the results, or enter it yourself',
  'previous.query.label': 'Find this address',
  'previous.query.hint': addressHint,
  'previous.query.unchosen': 'Choose your previous address from the results, or enter it yourself',
  'lookup.who'() {
    return `${Site(this)} searches as you type.`;
  },
  'lookup.list': 'Results',
  'lookup.clear': 'Clear the search',
  'lookup.searching': 'Searching…',
  'lookup.slow': 'This is taking a while. You can also enter the details yourself.',
  'lookup.results': (count) =>
    count === 1 ? '1 result. Choose it from the list.' : `${count} results. Choose one from the list.`,
  'lookup.none': 'No results. Check the spelling, or enter the details yourself.',
  'lookup.failed': 'The search is not working. Enter the details yourself.',
  'lookup.company.own': 'Enter the details yourself',
  'lookup.address.own': 'Enter the address yourself',
  'lookup.company.search': 'Search for your business',
  'lookup.address.search': 'Search for the address',
  'lookup.change': 'Change',
  'lookup.company.name': 'your business',
  'lookup.address.name': 'the address',
  'lookup.number': (number) => `Registration number ${number}`,
  'lookup.formed': (day) => `Formed on ${day}`,
  'lookup.inactive': 'Not active',
  'lookup.inactive.card': 'The register does not show this business as active. Check that it is yours.',
  'lookup.unoffered': 'Other type of business',
  'lookup.unoffered.card'() {
    return `This form is not for this type of business. If it is yours, ask ${supportName(this)} how you can apply.`;
  },
};

/** English, for the place of an element whose files did not load, or that does not run in this browser. */
const enNotLoaded = {
  'not-loaded':
    'This part of the page did not load. Check your internet connection. An ad blocker or network filter may also have stopped it.',
  'newer-browser': 'This page needs a newer browser. Update your browser, or open this page in another one.',
  reload: 'Reload this page',
};

/** The name of an address by its index: 0 is the current address. */
const nameOf = (index) => (index ? `your previous address${index > 1 ? ` ${index}` : ''}` : 'your current address');
const of = (what) => (index) => `the ${what} of ${nameOf(index)}`;
/** English, for addresses before the current one, with whose fields it loads. */
const enHistory = {
  'previous.label': (index) => `Your previous address${index > 1 ? ` ${index}` : ''}`,
  'previous.hint': (day = 'that') => `Where you lived before ${day}.`,
  'previous.asked': (day) => `There are more questions below about where you lived before ${day}.`,
  'previous.remove': 'Remove this address',
  'previous.removed': 'Address removed.',
  'previous.add': 'Add another address',
  'previous.house_number.label': en['address.house_number.label'],
  'previous.house_number.noun': of('building name or number'),
  'previous.line_1.label': en['address.line_1.label'],
  'previous.line_1.noun': of('street'),
  'previous.line_1.hint': en['address.line_1.hint'],
  'previous.city.label': en['address.city.label'],
  'previous.city.noun': of('town or city'),
  'previous.county.label': en['address.county.label'],
  'previous.county.noun': of('county'),
  'previous.postcode.label': en['address.postcode.label'],
  'previous.postcode.hint': 'If the address is abroad and has no postcode, leave this blank.',
  'previous.postcode.noun': of('postcode'),
  'previous.start_date.label': enLater['addresses.start_date.label'],
  'previous.start_date.hint': () => `Your best estimate is fine. ${example('3 2', 10)}`,
  'previous.start_date.noun': (index) => `the date you moved into ${nameOf(index)}`,
  'previous.status.label'() {
    return isRentOrOwn(this) ? 'Did you rent or own this home?' : 'Which of these applied to this home?';
  },
  'previous.status.noun': (index) => `what applied to ${nameOf(index)}`,
  'previous.status.empty'() {
    return `Select ${isRentOrOwn(this) ? 'whether you rented or owned this home' : 'what applied to this home'}`;
  },
  'choice.past': (label) => `Did “${label}” apply to this home?`,
  'choice.tenant.past': 'Did you rent your home there?',
  'problem.gap': (_noun, { day }) => `Add where you lived before ${day}`,
  'problem.overlap': (noun, { day, newer }) =>
    `${capital(noun)} must be before ${day}, when you moved into ${nameOf(Number(newer))}`,
  'problem.same-day': (noun, { day, newer }) =>
    `${capital(noun)} must be before ${day}. You gave the same date for ${nameOf(Number(newer))}`,
};

const kindsIn = (endings) => fileKinds(String(endings).split(' '));
/** English, for chosen documents. It loads with the first one. */
const enDocuments = {
  remove: 'Remove',
  'documents.send': (count, bad) => `Send ${countFiles(count)}${bad ? '' : ' and continue'}`,
  'documents.without': (bad) => `Continue without ${countFiles(bad)}`,
  'documents.sending': (done, count, share) =>
    `Sending document ${Math.min(done + 1, count)} of ${count}, ${share} done…`,
  'documents.added': (count, bad, doubles) =>
    [
      count && `${countFiles(count)} added.`,
      bad && `${countFiles(bad)} cannot be sent. See below.`,
      doubles && `${countFiles(doubles)} ${doubles === 1 ? 'is' : 'are'} already in the list.`,
    ]
      .filter(Boolean)
      .join(' '),
  'documents.added-one': (name) => `“${name}” added.`,
  'documents.removed': (name) => `“${name}” removed.`,
  'documents.wait': 'You can add more files when these have been sent.',
  'documents.file-waiting': 'Waiting',
  'documents.file-sent': 'Sent',
  'documents.cancel': 'Cancel',
  'documents.choose-again': 'Choose again',
  'documents.attach'(labels, count) {
    return `Attach the statements that ${site(this)} has: ${labels} (${countFiles(count)})`;
  },
  'documents.lost': (name) => `Choose “${name}” again. This page could not keep the file when it was reloaded.`,
  'problem.file-lost': (_noun, { name }) => `Choose “${name}” again, or remove it`,
  'documents.stopped': (name) => `“${name}” was not sent.`,
  'problem.file-type': (_noun, { name, endings }) => `“${name}” must be a ${kindsIn(endings)}`,
  'problem.file-heic': (_noun, { name }) =>
    `“${name}” is a phone photo in HEIC format. Open it and save it as a JPG. Changing its name is not enough. Or choose Most Compatible under Settings, Camera, Formats on an iPhone, and take the photo again`,
  'problem.file-content': (_noun, { name, endings }) =>
    `“${name}” is not a real ${kindsIn(endings)}. Open it and save it again as a ${/pdf/.test(String(endings)) ? 'PDF' : kindsIn(endings)}`,
  'problem.file-large': (_noun, { name, maximum }) => `“${name}” must be ${maximum} or smaller`,
  'problem.file-empty': (_noun, { name }) => `“${name}” is empty. Remove it, or choose another file`,
  'problem.file-locked': (_noun, { name }) =>
    `“${name}” may need a password. If it asks for one when you open it, print it to a new PDF and choose that file`,
  'problem.file-gone': (_noun, { name }) =>
    `“${name}” was moved or changed, so it cannot be read. Remove it and choose it again`,
  'problem.file-kind': (_noun, { name }) => `Select what “${name}” is`,
  'problem.file-stopped': (_noun, { name }) => `“${name}” was not sent. Try again, or remove it`,
  'problem.file-failed': (_noun, { name, why }) => `“${name}” was not sent. ${String(why).replace(/\.$/, '')}`,
  'problem.file-unsure': (_noun, { name, why }) =>
    `“${name}” may not have been sent. ${String(why).replace(/\.$/, '')}`,
  'problem.file-rejected': (_noun, { name }) =>
    `The lender did not accept “${name}”. Remove it and choose another file`,
  'document_type.label': (name) => `What is “${name}”?`,
};

/** English, for a new application after the one that is done. It loads if the backend allows one. */
const enAgain = {
  'again.apply': 'Apply again',
  'again.how'() {
    return `This starts a new application. ${Site(this)} keeps the earlier one.`;
  },
  'again.heading': 'Start a new application?',
  'again.confirm':
    'The earlier application will be closed. You cannot send anything more for it, and you will not see its offers here any more.',
  'again.yes': 'Yes, start a new application',
  'again.no': 'Keep this application',
  'again.sending': 'Starting…',
  'again.failed': 'The new application may not have started',
};

/** English, for saved drafts, and for answers that stay on the page because the backend saves no drafts. */
const enSaved = {
  'saved.will': (days) => `Your answers are kept for ${days} days, so that you can carry on later.`,
  'saved.page': 'Your answers are only on this page until you send them. A reload loses them.',
  'saved.saving': 'Saving…',
  'saved.saved': 'Saved',
  'saved.taken': 'Your saved answers are filled in',
  'saved.failed': 'Your latest answers are not saved yet. They are only on this page.',
  'saved.off': 'The saved copy has been deleted. Your answers are on this page only.',
  'saved.ended':
    'Your answers are no longer saved. The saved copy was deleted, or the application was created, in another tab or on another device.',
  'saved.deleting': 'Deleting…',
  'saved.kept': 'The saved copy may not have been deleted. Try again.',
  'saved.conflict': 'Not saved. Choose above which answers to keep.',
  'saved.stranger':
    'Someone else has signed in since you opened this page, or another business was chosen, so your answers are not saved.',
  'saved.closed': 'A new application was started in another tab or on another device, so your answers are not saved.',
  'saved.details': 'Details',
  'saved.how': (days) =>
    `To continue on another device, sign in there. The saved copy is deleted when you create the application, or ${days} days after your last change. If you delete it now, your answers stay on this page.`,
  'saved.delete': 'Delete the saved copy',
  'saved.save': 'Save for another device',
  'saved.conflict.heading': 'You entered other answers in another tab or on another device',
  'saved.conflict.body': (when) =>
    `They were saved on ${when}, and they are different from the answers on this page. Choose which to keep. The others will be deleted.`,
  'saved.theirs': 'Use the saved answers',
  'saved.mine': 'Keep the answers on this page',
};

/** English, for the introduction before the first step. It loads if the page wants an introduction. */
const enIntroduction = {
  'introduction.heading': 'Apply for business funding',
  'introduction.time': 'It takes about 5 minutes',
  'introduction.need': 'Have these ready',
  'introduction.need.number': 'the registration number of the business',
  'introduction.need.dates': 'the dates it was formed and started trading',
  'introduction.need.addresses': (years) =>
    years >= 1
      ? `where you have lived for the last ${years === 1 ? 'year' : `${Math.ceil(years)} years`}`
      : 'your home address',
  'introduction.need.figures': 'how much you want to borrow, and your monthly revenue',
  'introduction.need.documents': 'a recent business bank statement, if you have one',
  'introduction.score': 'Checking for offers does not affect your credit score',
  'introduction.who'() {
    return `${Site(this)} shows you this form. Your application goes to lenders through ${service(this)}.`;
  },
  'introduction.start': 'Start',
};

/** English, for the end of a journey, and the summary next to the offers. It loads there. */
const enEnd = {
  ...enContact,
  'end.heading': (hasAsked) =>
    hasAsked ? 'Lenders are looking at your application' : 'Your application has been created',
  'end.next': 'You do not need to do anything else.',
  'end.sent': 'You have sent your application.',
  'end.offers': (isHere) => (isHere ? 'Offers appear below.' : 'Lenders decide whether to make you an offer.'),
  'end.time': 'This can take a while.',
  'end.choose': 'You choose. Nothing is binding until you accept an offer.',
  'end.documents': (count) => (count ? `${count} document${count > 1 ? 's' : ''} sent` : 'documents sent'),
};

/** English, for a visitor who is not signed in. It loads when that happens. */
const enSignedOut = {
  'signed-out.heading': 'Sign in before you apply',
  'signed-out.again-heading': 'Sign in again to continue',
  'signed-out.how': 'Sign in to this site in another tab, then come back here.',
  'signed-out.kept': 'What you have entered stays on this page.',
  'signed-out.again': 'I have signed in',
  'signed-out.still': 'You are not signed in yet.',
};

/** English, for answers that look unusual, and for an application that has other answers than those of the page. */
const enUnlikely = {
  'number.unusual': 'Check the registration number. Most have 8 characters, like 01234567',
  'phone.unusual': 'Check your phone number. It may be too short or too long',
  'abroad.unusual': 'Check your phone number. If it is from another country, include the country code',
  'email.unusual': (meant) =>
    `Check your email address. ${meant ? `Did you mean ${meant}?` : 'The part after the @ looks unusual'}`,
  'postcode.unusual': (country) => `Check this postcode. It does not look like one in ${withArticle(country)}`,
  'age.unusual': (years) =>
    `Check your date of birth. This makes you ${years ? `${years} year${years > 1 ? 's' : ''}` : 'less than a year'} old`,
  'early-trade.unusual': 'Check when the business started trading. This is before it was formed',
  'unborn.unusual': 'Check when you moved in. This is before you were born',
  'unlikely.use': (suggestion) => `Use ${suggestion}`,
  'unlikely.used': (noun, suggestion) => `${capital(noun)} is now ${suggestion}.`,
  'unlikely.count': (count) =>
    count > 1
      ? `${count} answers look unusual. Check each of them. If they are correct, you can create your application.`
      : 'One answer looks unusual. Check it. If it is correct, you can create your application.',
  'review.other.heading': 'Your application was already created',
  'review.other':
    'It was created with other answers, in another tab or on another device. The answers on this page were not sent. To protect your details, your answers are not shown again.',
};

/** Every sentence that an applicant can read, in English, by its key. */
const sentences = {
  ...en,
  ...enLater,
  ...enCountry,
  ...enHistory,
  ...enDocuments,
  ...enUnlikely,
  ...enConsent,
  ...enEnd,
  ...enAgain,
  ...enIntroduction,
  ...enSaved,
  ...enSignedOut,
  ...enFailure,
  ...enRareInput,
  ...enLookup,
  ...enNotLoaded,
  ...enScreens,
};
export { sentences };
