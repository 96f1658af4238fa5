// One applicant goes through an example to the offers.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createSandbox } from 'lending-elements/sandbox';
import { formedApplication } from '../../../stories/support/samples.mjs';
import * as applicant from '../applicant.mjs';
import { recordProblems, useStage } from '../stage.mjs';
import { authenticated, created, offersRequested, prequalified, statementSent } from '../walk/calls.mjs';
import { recorded } from '../walk/partner.mjs';

/** The actions of the applicant on each step, by the step that follows. */
const ACTIONS = {
  applicant: applicant.fillCompany,
  review: applicant.fillApplicant,
  documents: (page) => applicant.reach(page, 'Check your answers'),
  prequalification: async (page) => applicant.addDocument(page, await applicant.writeStatement()),
  consent: applicant.fillPrequalification,
  widget: applicant.tickConsent,
};

/**
 * Declares the tests of an example. `serve` serves it instead of the partner's page, and can return a function that stops it. A server of
 * its own has a URL too. `path` is the page with the journey.
 */
export function testExample(name, serve, path = '/') {
  describe(`the example for ${name}`, { timeout: 240_000 }, () => {
    let served;
    let page;
    const problems = [];
    // Each bundler must leave the import of this module to the browser.
    const asModule = ({ baseUrl }) => {
      const { handOffs } = createSandbox({ origin: baseUrl });
      return { widget: handOffs.find(({ style }) => style === 'module').settings };
    };
    const stage = useStage({ options: asModule }, async (opened, { partner, url }) => {
      served = await serve(partner, url);
      recordProblems(opened, problems, /error|warn/);
    });
    before(async () => {
      ({ page } = stage);
      if (path !== '/') await page.goto(stage.servers.url + path);
      // The user is signed in on every port of this machine.
      if (served?.url) await page.goto(served.url);
    });
    after(() => (served?.stop ?? served)?.());

    const heardStep = (step) =>
      page.waitForFunction(
        (wanted) => document.querySelector('output')?.textContent === wanted,
        { timeout: 10_000 },
        step,
      );

    it('sets a property: the page’s values are in the form', async () => {
      await applicant.reach(page, 'Your business');
      await applicant.filled(page, 'registered_name', 'Sample Bakery Ltd');
    });

    it('reaches the offers, and receives the event of each step', async () => {
      for (const [next, act] of Object.entries(ACTIONS)) {
        await act(page);
        await applicant.press(page);
        await heardStep(next);
      }
      await page.waitForSelector('>>> h4::-p-text(Sample Bank)', { visible: true, timeout: 10_000 });
      assert.deepEqual(recorded(stage.servers.sandbox), [
        created(formedApplication()),
        statementSent(),
        prequalified({ funding_amount: 25_000, monthly_revenue: 10_000, any_ccj: false }),
        offersRequested(),
        authenticated(formedApplication().applicant.email),
      ]);
    });

    it('logs no error and no warning', () =>
      assert.deepEqual(
        problems.filter((text) => !text.startsWith('Lit is in dev mode')),
        [],
      ));
  });
}
