// Sends the requests of an applicant's browser, for `npm run bench:server`.
import { createHash, randomUUID } from 'node:crypto';
import { noticeText } from 'lending-elements/adapter';
import { sampleApplication, samplePrequalification } from '../test/fixtures/samples.mjs';
import { MOUNT } from './service.mjs';

/** Returns a form with a document of the given size in bytes, as the documents step sends it. */
export function formOf(bytes) {
  const boundary = 'bench-boundary';
  const part = (about, content) => [
    `--${boundary}\r\ncontent-disposition: form-data; ${about}\r\n\r\n`,
    content,
    '\r\n',
  ];
  const document = Buffer.alloc(bytes, 'a line of a statement\n');
  document.write('%PDF-1.7\n');
  document.write('\n%%EOF\n', bytes - 7);
  const file = part('name="file"; filename="statement.pdf"', document);
  file[0] = file[0].replace('\r\n\r\n', '\r\ncontent-type: application/pdf\r\n\r\n');
  const body = [...part('name="type"', 'bank-statement'), ...file, `--${boundary}--\r\n`].map((one) =>
    Buffer.from(one),
  );
  return { type: `multipart/form-data; boundary=${boundary}`, body: Buffer.concat(body) };
}

const json = (value) => ({ type: 'application/json', body: JSON.stringify(value) });

/** A signed-in applicant with a browser that stores cookies. `client` is an undici client for a contender. */
export class Page {
  #client;
  #origin;
  #cookies = new Map([['user', randomUUID()]]);

  constructor(client, origin) {
    this.#client = client;
    this.#origin = origin;
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
    const evidence = hasNotice ? evidenceOf(await this.#send('consent')) : undefined;
    await this.#send('request-offers', json({ credit_score_check_consent: true, evidence }));
    await this.token();
  }

  async #send(call, form) {
    const { statusCode, headers, body } = await this.#client.request({
      path: `${MOUNT}/${call}`,
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'application/json',
        cookie: [...this.#cookies].map((pair) => pair.join('=')).join('; '),
        'sec-fetch-site': 'same-origin',
        'x-lending-elements': '1',
        ...(form && { origin: this.#origin, 'content-type': form.type, 'idempotency-key': randomUUID() }),
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

function evidenceOf(served) {
  const { notice, servedId } = JSON.parse(served);
  const sha256 = createHash('sha256').update(noticeText(notice)).digest('hex');
  return { servedId, sha256, translated: false };
}
