// The lock of a subject during a call that takes longer than the lock lasts without renewal.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { ConsentEntry } from '../../../src/schema/consent/consent.js';
import type { ConsentStore } from '../../../src/server/index.js';
import { fileConsents } from '../../../src/server/node/index.js';
import { agreed, COMPANY, EMAIL, faultAt, later, read, setup } from '../setup.js';
import { setup as files } from './consent-files.js';

/** Milliseconds that a lock lasts here if it is not renewed. */
const LIFE = 200;
const WITHDRAWN = { decision: 'withdrawn' };
const existingApplication = () => ({ company_id: COMPANY, email: EMAIL });

describe('the lock of a subject', () => {
  it('lasts as long as the call that it is held for: a withdrawal is recorded after the call, not during it', async () => {
    const { file } = files();
    const order: string[] = [];
    const begun = later();
    const service = faultAt('request-offers', async () => {
      order.push('call begins');
      begun.resolve();
      await pause(LIFE * 5);
      order.push('call ends');
      return new Response('', { status: 201 });
    });
    const noting = (store: ConsentStore): ConsentStore => ({
      ...store,
      append: async (entry: ConsentEntry) => {
        await store.append(entry);
        order.push(entry.event);
      },
    });
    const open = () => noting(fileConsents(file, { lockLife: LIFE, patience: LIFE * 20 }));
    const here = setup({ consents: open(), existingApplication, service, timeout: LIFE * 20 }).browser('jane');
    const there = setup({ consents: open(), existingApplication }).browser('jane');
    const offers = here.post('request-offers', await agreed(await here.get('consent')));
    await Promise.race([begun.promise, offers]);
    assert.equal((await there.post('consent', WITHDRAWN)).status, 200);
    assert.equal((await offers).status, 200);
    const calls = ['call begins', 'call ends', 'requested', 'withdrawn'];
    assert.deepEqual(order, ['served', 'given', 'requesting', ...calls]);
  });

  it('that was lost before the call lets none go out', async () => {
    const { file, place } = files();
    let calls = 0;
    const store = fileConsents(file, { lockLife: LIFE });
    const consents: ConsentStore = {
      ...store,
      append: async (entry) => {
        await store.append(entry);
        if (entry.event !== 'requesting') return;
        // Simulates a process that was suspended for longer than its lock lasts.
        const lock = path.join(
          place,
          fs.readdirSync(place).find((name) => name.includes('.lock-'))!,
        );
        fs.unlinkSync(lock);
        fs.symlinkSync(`elsewhere|pid:[1]|1||${crypto.randomUUID()}`, lock);
      },
    };
    const service = faultAt('request-offers', (real) => (calls++, real()));
    const { browser } = setup({ consents, existingApplication, service });
    const page = browser('jane');
    const answer = await read(await page.post('request-offers', await agreed(await page.get('consent'))));
    assert.deepEqual([answer.code, answer.recoverable, calls], ['handler-consent-not-stored', true, 0]);
    const events = (await store.about('subject:jane')).map(({ event }) => event);
    assert.deepEqual(events, ['given', 'requesting']);
  });

  it('that comes when nobody waits for it any more is given back', async () => {
    const { file, place } = files();
    const patience = LIFE * 20;
    const other = fileConsents(file, { lockLife: LIFE, patience });
    const consents = fileConsents(file, { lockLife: LIFE, patience });
    const page = setup({ consents, existingApplication, hookTimeout: LIFE }).browser('jane');
    const body = await agreed(await page.get('consent'));
    await other.lock!('subject:jane');
    const answer = await read(await page.post('request-offers', body));
    assert.equal(answer.code, 'handler-consent-not-stored');
    await other.unlock!('subject:jane');
    await pause(LIFE);
    await other.lock!('subject:jane');
    assert.equal(await other.holds('subject:jane'), true);
    await other.unlock!('subject:jane');
    assert.deepEqual(fs.readdirSync(place), ['consents.jsonl']);
  });

  it('is over for a process that has stopped, and for nobody else', async () => {
    const { file, place } = files();
    const [one, other] = [1, 2].map(() => fileConsents(file, { lockLife: LIFE, patience: LIFE * 2 }));
    await one!.lock!('subject:jane');
    await assert.rejects(other!.lock!('subject:jane'), { code: 'handler-consent-not-stored' });
    assert.equal(await one!.holds('subject:jane'), true);
    await one!.unlock!('subject:jane');
    assert.deepEqual(fs.readdirSync(place), []);
    const [name] = (await one!.lock!('subject:jane'), fs.readdirSync(place));
    await one!.unlock!('subject:jane');
    fs.symlinkSync(`elsewhere|pid:[1]|1||${crypto.randomUUID()}`, path.join(place, name!));
    await other!.lock!('subject:jane');
    assert.deepEqual([await one!.holds('subject:jane'), await other!.holds('subject:jane')], [false, true]);
    await other!.unlock!('subject:jane');
  });
});
