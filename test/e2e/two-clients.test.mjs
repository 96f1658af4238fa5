// An accountant applies for two clients in two tabs at the same time. The page of each tab names its client.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { before, describe, it } from 'node:test';
import { withoutIntroduction } from '../../scripts/servers.mjs';
import * as applicant from './applicant.mjs';
import { recordProblems } from './browser.mjs';
import { putBefore, useStage } from './stage.mjs';

const PAGE = withoutIntroduction(await fs.readFile(new URL('../../index.html', import.meta.url), 'utf8'));
const { company, applicant: person } = applicant.SAMPLE;

/** The clients whom the example's `authorize()` knows, with the answers that differ. */
const CLIENTS = ['client-1', 'client-2'].map((business, at) => ({
  business,
  company: {
    ...company,
    registered_name: ['North Bakery Ltd', 'South Garage Ltd'][at],
    registered_number: `0${at}234567`,
  },
  person: { ...person, email: `${business}@example.com` },
  figures: { funding_amount: ['25,000', '61,000'][at], monthly_revenue: ['10,000', '33,000'][at] },
}));

describe('an accountant with two clients in two tabs', { timeout: 120_000 }, () => {
  const stage = useStage();
  const problems = [];
  before(() =>
    putBefore(stage.servers.partner, ({ url }, response) => {
      if (!CLIENTS.some(({ business }) => url === `/${business}`)) return false;
      const named = PAGE.replace('<lending-onboarding ', `<lending-onboarding business="${url.slice(1)}" `);
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(named);
      return true;
    }),
  );

  /** Opens the page of each client in a tab of its own, for one user. */
  async function openTabs() {
    const first = await stage.visit();
    const tabs = [first, await first.browserContext().newPage()];
    for (const [at, page] of tabs.entries()) {
      recordProblems(page, problems);
      await page.goto(`${stage.servers.url}/${CLIENTS[at].business}`);
    }
    return tabs.map((page, at) => ({ page, ...CLIENTS[at] }));
  }

  /** Does the same in each tab, one after the other. */
  async function inTurn(tabs, act) {
    for (const tab of tabs) {
      await tab.page.bringToFront();
      await act(tab);
    }
  }

  it('applies for each client with separate answers, also after a reload', async () => {
    const tabs = await openTabs();
    await inTurn(tabs, ({ page, company }) => applicant.fillCompany(page, company));
    await inTurn(tabs, ({ page }) => page.reload());
    await inTurn(tabs, ({ page, company: { registered_name } }) =>
      applicant.filled(page, 'registered_name', registered_name),
    );
    await inTurn(tabs, ({ page }) => applicant.press(page));
    await inTurn(tabs, ({ page, person }) => applicant.fillApplicant(page, person));
    await inTurn(tabs, ({ page }) => applicant.press(page));
    await inTurn(tabs, ({ page }) => applicant.reach(page, 'Check your answers'));
    // Puppeteer presses nothing in a tab that is behind another one.
    await Promise.all(tabs.map(({ page }) => page.$eval('>>> button[part="submit"]', (button) => button.click())));
    await inTurn(tabs, ({ page }) => applicant.reach(page, 'Add documents'));
    await inTurn(tabs.toReversed(), ({ page }) => applicant.pressWords(page, 'Continue without documents'));
    await inTurn(tabs, ({ page, figures }) => applicant.fillPrequalification(page, figures));
    await inTurn(tabs.toReversed(), ({ page }) => applicant.press(page));
    await inTurn(tabs, ({ page }) => applicant.agree(page));
    await inTurn(tabs, ({ page }) => page.reload());
    await inTurn(tabs, ({ page }) => applicant.reach(page, 'Your offers'));
    await inTurn(tabs, ({ page }) => page.waitForSelector('>>> h4'));

    const { applications } = stage.servers.sandbox;
    assert.deepEqual(
      applications.map((one) => sentIn(one)).toSorted((one, other) => one.name.localeCompare(other.name)),
      CLIENTS.map(({ company: { registered_name, registered_number }, person: { email }, figures }) => ({
        name: registered_name,
        number: registered_number,
        emails: [email],
        figures: Object.values(figures).map((text) => Number(text.replace(',', ''))),
        calls: ['createApplication', 'prequalify', 'requestOffers', 'authenticate'],
        consent: true,
      })),
    );
    assert.deepEqual(problems, []);
  });

  it('gets nothing for a client of somebody else', async () => {
    const page = await stage.visit();
    const ask = (business) =>
      page.evaluate(async (business) => {
        const headers = { 'x-lending-elements': '1', 'x-lending-business': business };
        const response = await fetch('/api/lending/session', { headers });
        return (await response.json()).code;
      }, business);
    assert.deepEqual([await ask('client-1'), await ask('client-3')], [undefined, 'handler-forbidden']);
  });
});

/** The values that the lender got for one application. */
function sentIn({ calls, consent }) {
  const bodyOf = (call) => calls.find(({ name }) => name === call).body;
  const { company, applicant } = bodyOf('createApplication');
  const { funding_amount, monthly_revenue } = bodyOf('prequalify');
  return {
    name: company.registered_name,
    number: company.registered_number,
    emails: [...new Set([applicant.email, bodyOf('authenticate').email])],
    figures: [funding_amount, monthly_revenue],
    calls: [...new Set(calls.map(({ name }) => name))],
    consent,
  };
}
