// The page of one applicant in `npm run test:chaos`: it sends requests as the library's adapter does, tries again with the same key, and
// remembers each response.
import http from 'node:http';
import { headersOf, json, MOUNT } from '../../test/fixtures/page-requests.mjs';
import { LIMITS } from './limits.mjs';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** The most attempts of a call, and the longest wait before the next attempt. */
const TRIES = 14;
const LONGEST_PAUSE = 2000;

/** Whether a response settles its call. */
const settles = ({ status, body }) =>
  !['handler-in-flight', 'handler-too-many', 'outcome-unknown'].includes(body.code) && status < 500;

/** The wait before the next attempt, in milliseconds. */
const waitAfter = (answer, time, dice) =>
  answer?.body.retryAfter !== undefined
    ? Math.min(answer.body.retryAfter * 1000, 12_000) + dice.below(300)
    : Math.min(30 * 2 ** time, LONGEST_PAUSE) * (0.5 + dice.below(100) / 100);

export class Page {
  /** The requests so far: the time, the request and the response. */
  history = [];

  constructor(subject, { port, office, dice, figures, started }) {
    Object.assign(this, { subject, port, office, dice, figures, started });
  }

  /**
   * Makes a call until a response settles it. Returns `undefined` if no response did. `tab` names the tab in the history. Only a creation with an unknown outcome
   * is settled by the partner's office; another call is made again with a new key.
   */
  async call(route, { body, form, key = crypto.randomUUID(), tab = '' } = {}) {
    for (let time = 0; time < TRIES; time++) {
      const answer = await this.#send(route, { body, form, key, tab });
      if (answer && settles(answer)) return answer;
      const isUnknown = answer?.body.code === 'outcome-unknown';
      const isSettled = !isUnknown || route !== 'applications' || (await this.#ask(answer.body));
      // The lender may still create it for two minutes, in the time of the database.
      if (!isSettled) return undefined;
      if (isUnknown) key = crypto.randomUUID();
      await pause(waitAfter(answer, time, this.dice));
    }
    return undefined;
  }

  /** Asks the partner's office, which looks for the application at the lender, some time after the call. Returns false if it has to wait. */
  async #ask({ requestId }) {
    await pause(LIMITS.office);
    const answer = await fetch(`${this.office}/${this.subject}/${requestId}`).catch(() => undefined);
    const { settled } = (await answer?.json()) ?? { settled: 'nobody was there' };
    this.history.push(`${Math.round(performance.now() - this.started)} ms office: ${settled}`);
    return !settled.includes('may still create');
  }

  async #send(route, sending) {
    const begun = performance.now();
    const answer = await this.#exchange(route, sending).catch((error) => ({ lost: error.code ?? error.message }));
    const took = Math.round(performance.now() - begun);
    this.figures.slowest = Math.max(this.figures.slowest, took);
    this.figures.requests += 1;
    this.history.push(
      `${Math.round(begun - this.started)} ms ${sending.tab}${route}: ${answer.lost ?? answer.body.code ?? answer.status} after ${took} ms`,
    );
    if (!answer.lost) return answer;
    if (answer.lost === 'STUCK') this.figures.stuck.push(this);
    this.figures.lost += 1;
    return undefined;
  }

  /** Sends one request over a connection of its own, so that each can reach another handler. */
  #exchange(route, { body, form, key }) {
    const content = form ?? json(body);
    const origin = `http://127.0.0.1:${this.port}`;
    const headers = headersOf({ origin, cookie: `user=${this.subject}`, form: content, key });
    const options = { agent: false, method: 'POST', headers };
    return new Promise((resolve, reject) => {
      const stuck = () => request.destroy(Object.assign(new Error(), { code: 'STUCK' }));
      const timer = setTimeout(stuck, LIMITS.request);
      const request = http.request(`${origin}${MOUNT}/${route}`, options, (response) => {
        const pieces = [];
        response.on('data', (piece) => pieces.push(piece)).on('error', reject);
        response.on('end', () => resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(pieces)) }));
      });
      request.on('error', reject).on('close', () => {
        clearTimeout(timer);
        reject(Object.assign(new Error(), { code: 'CLOSED' }));
      });
      request.end(content.body);
    });
  }
}
