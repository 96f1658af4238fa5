// Sends the requests of an applicant's browser, for `npm run bench:server`.
import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { documentForm, evidenceOf, headersOf, json, MOUNT } from '../test/fixtures/page-requests.mjs';
import { sampleApplication, samplePrequalification } from '../stories/support/samples.mjs';

/** Returns a form with a document of this size in bytes. */
export function formOf(bytes) {
  const document = Buffer.alloc(bytes, 'a line of a statement\n');
  document.write('%PDF-1.7\n');
  document.write('\n%%EOF\n', bytes - 7);
  return documentForm(document);
}

/**
 * A signed-in applicant with a browser that stores cookies. `client` is an undici client for a contender. `sign(user)` resolves to the token
 * that a proxy adds to each request.
 */
export class Page {
  #client;
  #origin;
  #cookies = new Map([['user', randomUUID()]]);
  #token;

  constructor(client, origin, sign) {
    this.#client = client;
    this.#origin = origin;
    this.#token = sign?.(this.#cookies.get('user'));
  }

  create = () => this.#send('applications', json(sampleApplication()));
  upload = (form) => this.#send('documents', form);
  token = () => this.#send('widget-token', json({}));
  prequalify = () => this.#send('prequalification', json(samplePrequalification()));

  /** Sends the journey's five calls. Only the library's handler serves a notice, which the consent refers to. */
  async journey(form, hasNotice) {
    await this.create();
    await this.upload(form);
    await this.prequalify();
    const evidence = hasNotice ? evidenceOf(JSON.parse(await this.#send('consent'))) : undefined;
    await this.#send('request-offers', json({ credit_score_check_consent: true, evidence }));
    await this.token();
  }

  async #send(call, form) {
    const token = await this.#token;
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const { statusCode, headers, body } = await this.#client.request({
      path: `${MOUNT}/${call}`,
      method: form ? 'POST' : 'GET',
      headers: {
        ...headersOf({ origin: this.#origin, cookie, form }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: form?.body,
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${call} returned status ${statusCode}: ${text.slice(0, 200)}`);
    for (const cookie of [headers['set-cookie'] ?? []].flat()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie);
      this.#cookies.set(name, value);
    }
    return text;
  }
}
