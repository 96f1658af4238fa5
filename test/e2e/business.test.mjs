// The business of an element with `endpoint`, as the backend receives it.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useStage } from './stage.mjs';
import { until } from './walk/walk.mjs';

describe('the business of an element', { timeout: 120_000 }, () => {
  const stage = useStage({
    edit: (html) => html.replace('<lending-onboarding', '<lending-onboarding business="client-7 &amp; Søn"'),
  });

  /** Opens the page, and collects the business of each call. */
  async function open() {
    const calls = [];
    const page = await stage.visit((page) => {
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        const business = request.headers()['x-lending-business'];
        if (pathname.startsWith('/api/lending/') && request.headers()['x-lending-elements'])
          calls.push(`${pathname.slice('/api/lending/'.length)} ${business && decodeURIComponent(business)}`);
      });
    });
    const called = async (call) => assert.ok(await until(() => calls.includes(call)), `${call} in ${calls.join(', ')}`);
    return { page, calls, called };
  }

  it('is sent with the session, and the new one after it has changed', async () => {
    const { page, calls, called } = await open();
    await called('session client-7 & Søn');
    calls.length = 0;
    await page.evaluate(() => document.querySelector('lending-onboarding').setAttribute('business', 'client-8'));
    await called('session client-8');
    assert.ok(!calls.some((call) => call.includes('client-7')), calls.join(', '));
  });

  it('of an element that is used alone is sent with its calls', async () => {
    const { page, called } = await open();
    await page.evaluate(() => {
      const element = document.createElement('lending-company');
      Object.assign(element, { endpoint: '/api/lending', business: 'client-9' });
      document.body.append(element);
    });
    await called('session client-9');
  });
});
