import type { Settings } from '../../../schema/settings.js';
import { Service, service, Site, site } from './en.js';
import { addSentences } from '../text.js';
import { enContact } from './en-contact.js';

/** For a response that is missing, or that came after a failure: this page cannot know the outcome. */
const MAY_NOT_BE_CREATED = 'Your application may not have been created';
/** For a request that the service rejected or postponed. */
const [NOT_SENT, NOT_REQUESTED] = ['Your figures were not sent', 'Your offers were not requested'];

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** The time to wait, rounded up. */
function duration(seconds: number): string {
  if (seconds < 100) return count(seconds, 'second');
  return seconds <= 7200 ? count(Math.ceil(seconds / 60), 'minute') : count(Math.ceil(seconds / 3600), 'hour');
}
const wait = (seconds?: number) => `Wait ${seconds ? duration(seconds) : 'a few minutes'} and try again.`;

const nobodyAtFault = (what: string) => `There is a problem with ${what}. Nothing is wrong with your answers.`;

/** English, for failures of the backend and the service. It loads when one happens. */
export const enFailure = {
  'failure.handler-not-created': 'Your application has not been created yet. Go back to “Check your answers” first.',
  'failure.handler-other-applicant':
    'Someone else has signed in since you opened this page, or another business was chosen. Nothing was sent. To continue, reload this page.',
  'failure.handler-closed':
    'A new application was started in another tab or on another device, so this one is closed. Nothing was sent. To continue with the new one, reload this page.',
  'failure.handler-other-company'(this: Settings) {
    return `${Site(this)} already has an application from you for another company, so nothing was sent. To continue with that application, reload this page.`;
  },
  'failure.handler-too-large': 'This is too large to send.',
  'failure.adapter-redirected':
    'You may have been signed out, or this site has moved. Sign in in another tab, then come back and try again.',
  'failure.adapter-too-large': 'This is too large for this site.',
  'failure.adapter-too-many'(this: Settings, seconds?: number) {
    return `${Site(this)} is busy. ${wait(seconds)}`;
  },
  'failure.adapter-unavailable'(this: Settings, seconds?: number) {
    return `${Site(this)} is not available at the moment. ${wait(seconds)}`;
  },
  'failure.adapter-blocked':
    'A security check of this site stopped this, and nothing was sent. To pass the check, reload this page.',
  'failure.handler-in-flight': 'This is already being sent, maybe from another tab. Wait a moment and try again.',
  'failure.handler-too-many': (seconds?: number) => `You have tried this too many times. ${wait(seconds)}`,
  /** The backend rejected a field that the form does not ask for. */
  'failure.not-asked'(this: Settings) {
    return nobodyAtFault(site(this));
  },
  'failure.upstream'(this: Settings) {
    return `${Service(this)} is not responding. Try again in a few minutes.`;
  },
  'failure.upstream-busy'(this: Settings, seconds?: number) {
    return `${Service(this)} is busy. ${wait(seconds)}`;
  },
  'failure.upstream-unavailable'(this: Settings, seconds?: number) {
    return `${Service(this)} is not available at the moment. ${wait(seconds)}`;
  },
  /** The service rejected the key, the IP address or the state of the connection. */
  'failure.upstream-denied'(this: Settings) {
    return nobodyAtFault(`the connection between ${site(this)} and ${service(this)}`);
  },
  'failure.upstream-redirect'(this: Settings) {
    return nobodyAtFault(`the connection between ${site(this)} and ${service(this)}`);
  },
  'failure.upstream-rejected'(this: Settings) {
    return `${Service(this)} did not accept this and did not say why. Check your answers and try again.`;
  },
  'review.upstream-rejected'(this: Settings) {
    return `${Service(this)} did not accept your application and did not say why. Check your answers and try again.`;
  },
  'consent.upstream-rejected'(this: Settings) {
    return `${Service(this)} did not accept your request for offers and did not say why. You can try again later.`;
  },
  'failure.outcome-unknown'(this: Settings) {
    return `${Service(this)} did not confirm this, so it may or may not have gone through.`;
  },
  'review.outcome-unknown'(this: Settings) {
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
  'failure.check'(this: Settings, seconds?: number) {
    return `${seconds ? `Check again in ${duration(seconds)}` : 'You can check again'}. ${Site(this)} looks for your application first, so it is not sent twice.`;
  },
  /** The backend cannot check the outcome. */
  'failure.no-check'(this: Settings) {
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
  'prequalification.unsure'(this: Settings) {
    return `${Service(this)} did not confirm that it has your figures. You can send them again.`;
  },
  'consent.unsure'(this: Settings) {
    return `${Service(this)} did not confirm that it has your request for offers. You can send it again.`;
  },
  'failure.reference': (reference: string) => `Your reference number is ${reference}.`,
  ...enContact,
  'problem.rejected'(this: Settings, noun: string) {
    return `Check ${noun}. ${Service(this)} did not accept it`;
  },
  /** The field was left blank. */
  'problem.needed'(this: Settings, noun: string) {
    return `${Service(this)} needs ${noun}`;
  },
  'registered_number.needed'(this: Settings) {
    return `${Service(this)} needs a registration number`;
  },
  'address.country_code.noun': 'the country of the business address',
  'addresses.country_code.noun': 'the country of your home',
  'previous.country_code.noun': 'the country of your previous address',
  'widget.failed.handler-signed-out': 'Sign in to see your offers',
  'widget.handler-signed-out'(this: Settings) {
    return `Sign in to ${site(this)} in another tab, then come back here and try again.`;
  },
  'widget.failed.handler-not-created'(this: Settings) {
    return `${Site(this)} has no application from you yet`;
  },
  'widget.handler-not-created': 'You can see your offers here after you apply for funding.',
  'failure.widget': 'The part of this page that shows your offers did not start.',
};

export const failureText = addSentences(enFailure);
