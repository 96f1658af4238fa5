// An application in the database, somebody who can write to it, and a reader of it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { memoryStore } from '../../../src/server/index.js';
import { draftPage } from '../drafts/draft-page.js';
import { engines } from '../records/engines.js';
import { COMPANY, created, documentForm, EMAIL, progressOf, read, samplePrequalification, setup } from '../setup.js';
import { far } from '../stores.js';

const OTHER_COMPANY = '3f2504e0-4f89-41d3-9a0c-0305e82c3301';
const ofTom = (column: string) => `(SELECT ${column} FROM applications WHERE subject = 'tom')`;
/** Changes of the row of Jane's application. */
const CHANGES: Record<string, string> = {
  'has another company id': `company_id = '${OTHER_COMPANY}'`,
  'has the company id of another subject': `company_id = ${ofTom('company_id')}`,
  'has the email of another subject': `email = ${ofTom('email')}`,
  'has the mark of another subject': `mark = ${ofTom('mark')}`,
  'has no mark': "mark = ''",
  'is that of another subject': ['company_id', 'application_id', 'email', 'mark', 'id']
    .map((name) => `${name} = ${ofTom(name)}`)
    .join(', '),
  'belongs to another business': "business = 'bakery'",
  'has another number': 'number = 2',
};

for (const { name, skip, create } of engines)
  describe(`a stored application in ${name}`, { skip }, () => {
    it('is rejected if it was altered, and nothing is sent', async () => {
      const database = await create();
      const store = database.open();
      const given = await created({ store, authorize: authorizeBakery });
      await given.browser('tom').create();
      const [row] = await database.query("SELECT * FROM applications WHERE subject = 'jane'");
      const value = (one: unknown) => (one === null ? 'NULL' : typeof one === 'number' ? one : `'${one as string}'`);
      const { namespace: _, subject: __, added: ___, ...columns } = row!;
      const back = Object.entries(columns).map(([column, one]) => `${column} = ${value(one)}`);
      for (const [what, change] of Object.entries(CHANGES)) {
        const update = (set: string) =>
          database.query(`UPDATE applications SET ${set} WHERE subject = 'jane' RETURNING id`);
        await update(change);
        const before = given.sandbox.calls.length;
        const page = given.browser();
        if (what.includes('business')) page.business = 'bakery';
        for (const path of [
          'session',
          'applications',
          'documents',
          'prequalification',
          'request-offers',
          'widget-token',
        ]) {
          const answer = path === 'session' ? page.get(path) : page.post(path, await page.good(path));
          assert.equal((await read(await answer)).code, 'handler-failed', `${what}: ${path}`);
        }
        assert.equal(given.sandbox.calls.length, before);
        assert.match((given.log.at(-1)!.error!.cause as Error).message, /was altered/);
        await update(back.join(', '));
        assert.deepEqual(await progressOf(given.browser()), ['createApplication']);
      }
    });

    it('reveals nothing that the applicant typed', async () => {
      const database = await create();
      const { page, agree, browser } = await created({ store: database.open(), canApplyAgain: () => true });
      await page.post('prequalification', samplePrequalification());
      await page.post('documents', documentForm());
      assert.equal((await agree()).status, 200);
      await (await draftPage(browser('tom'))).save();
      const tables = ['keys', 'owners', 'applications', 'calls', 'served', 'consents', 'drafts', 'events', 'failures'];
      const rows = await Promise.all(tables.map((table) => database.query(`SELECT * FROM ${table}`)));
      const values = rows.flat().flatMap((row) => Object.values(row).map(String));
      const texts = values.flatMap((value) => value.split('.'));
      const readable = texts.map((text) => text + Buffer.from(text, 'base64url').toString()).join('\n');
      assert.ok(
        readable.includes('jane') && readable.includes('requestOffers'),
        'the owner and the calls are readable',
      );
      for (const word of [EMAIL, '25000', 'Acme', 'Sample Street', '12321321', 'statement'])
        assert.ok(!readable.includes(word), `it has "${word}"`);
    });
  });

/** A user may also act for the bakery. */
function authorizeBakery(request: Request, { business }: { business: string | undefined }) {
  const [, subject] = /user=([^;]*)/.exec(request.headers.get('cookie') ?? '')!;
  return { subject: subject!, business };
}

describe('an application', () => {
  it('keeps the progress of simultaneous calls in two processes', async () => {
    const store = far(memoryStore());
    const { page, sandbox } = await created({ store });
    const other = setup({ store, fetch: sandbox.fetch }).browser();
    const answers = await Promise.all([
      page.post('documents', documentForm()),
      other.post('prequalification', samplePrequalification()),
      page.post('documents', documentForm()),
      other.post('widget-token', {}),
    ]);
    assert.ok(answers.every(({ status }) => status === 200));
    assert.deepEqual(await progressOf(page), ['createApplication', 'uploadDocument', 'prequalify', 'authenticate']);
  });

  it('gets a widget token with the id and the email that settled its creation', async () => {
    const { browser, handle, received } = setup();
    await handle.settleApplication({ subject: 'jane' }, { company_id: COMPANY, email: EMAIL });
    await browser().post('widget-token', {});
    assert.deepEqual(received('authenticate'), [{ company_id: COMPANY, email: EMAIL }]);
  });
});
