import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as z from 'zod/mini';
import {
  checkNotice,
  createApplicationAnswer,
  defaultNotice,
  NOTICE_POINTS,
  widgetAuthAnswer,
} from '../../src/schema/index.js';

const ID = '5f0e6d0a-9f43-4c8e-8a34-2f4f5f0f6a11';
const OTHER_ID = '0190a5b2-7c11-7d2e-9b1a-6a5d4c3b2a10';
const passes = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).success;

describe('the response of endpoint 1', () => {
  const kept = { company_id: ID, application_id: OTHER_ID, region: 'UK' };
  const data = { application_id: OTHER_ID, region: 'UK', company: { id: ID, registered_name: 'Acme LTD' } };

  it('is read wrapped in data, or flat, with unknown fields around it', () => {
    assert.deepEqual(z.parse(createApplicationAnswer, { success: true, message: 'Created.', data }), kept);
    assert.deepEqual(z.parse(createApplicationAnswer, { success: true, ...data, extra: [] }), kept);
  });

  it('is kept for its company id, whatever the rest contains', () => {
    for (const rest of [{}, { application_id: null, region: null }, { application_id: 7, region: {} }]) {
      const read = z.parse(createApplicationAnswer, { data: { ...rest, company: { id: ID } } });
      assert.deepEqual(read, { company_id: ID, application_id: undefined, region: undefined });
    }
  });

  it('is rejected without a company id that is a UUID', () => {
    for (const company of [undefined, null, {}, { id: '' }, { id: 7 }, { id: '../applications/auth' }, [ID]]) {
      assert.equal(passes(createApplicationAnswer, { data: { ...data, company } }), false);
    }
  });
});

describe('the response of endpoint 5', () => {
  it('is read with the token at the top, or under data', () => {
    for (const answer of [{ access_token: 't' }, { success: true, data: { access_token: 't', expires_in: 1 } }]) {
      assert.deepEqual(z.parse(widgetAuthAnswer, answer), { access_token: 't' });
    }
  });

  it('is read at the top first', () => {
    assert.equal(
      z.parse(widgetAuthAnswer, { access_token: 'top', data: { access_token: 'below' } }).access_token,
      'top',
    );
  });

  it('is rejected with a token that is empty, huge, split over lines or not a string', () => {
    for (const access_token of ['', 'x'.repeat(8193), 'a\r\nb', 'a\u0000', 7, null, ['t'], { t: 't' }]) {
      assert.equal(passes(widgetAuthAnswer, { access_token }), false);
    }
  });
});

describe('the notice', () => {
  for (const id of NOTICE_POINTS) {
    it(`is rejected without the point ${id}, which is named`, () => {
      const notice = { ...defaultNotice, points: defaultNotice.points.filter((point) => point.id !== id) };
      assert.throws(() => checkNotice(notice), { code: 'config-invalid', message: new RegExp(`"${id}"`) });
    });
  }
});
