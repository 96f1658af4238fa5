// An applicant declines, agrees and withdraws, in a real browser, with the records of the partner and the lender.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { consentFacts } from '../../stories/support/samples.mjs';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';
import { decisions } from './walk/partner.mjs';

const NOTICE = 'Before you get offers';
const OFFERS = 'Your offers';
const WITHDRAWN = 'You have withdrawn your agreement';
const partner = {
  name: 'Sample Books',
  broker: { name: 'Sample Broker Ltd' },
  support: { name: 'Sample Books support', email: 'help@books.example' },
};

describe('an applicant who declines, agrees and withdraws', { timeout: 180_000 }, () => {
  let page;
  let servers;
  /** The lines that were on the screen when the applicant agreed. */
  let agreed;
  const violations = [];
  const stage = useStage({ options: () => ({ settings: { partner } }) }, (opened) =>
    opened.on(
      'console',
      (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()),
    ),
  );
  before(() => ({ page, servers } = stage));

  const received = (name) => servers.sandbox.calls.filter((call) => call.name === name).map(({ body }) => body);
  const recorded = () => decisions(servers);
  const text = (on, selector) =>
    on.waitForSelector(`>>> ${selector}`).then((found) => found.evaluate((one) => one.innerText.replace(/\s+/g, ' ')));
  const figures = (on = page) => text(on, '[part="figures"] p');
  const done = (on = page) => text(on, '[part="done"]');
  /** Returns the time of the last withdrawal, in this browser's format. */
  async function withdrawnAt() {
    const { at } = (await recorded()).findLast(({ event }) => event === 'withdrawn');
    return page.evaluate(
      (time) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time)),
      at,
    );
  }
  async function showsWithdrawal(on = page) {
    await applicant.reach(on, OFFERS);
    await on.waitForSelector('>>> section[part="done"]');
    const shown = await done(on);
    const next = 'To get more offers, read the agreement again';
    for (const words of [WITHDRAWN, await withdrawnAt(), next, 'already made', 'help@books.example']) {
      assert.ok(shown.includes(words), `“${words}” in “${shown}”`);
    }
    assert.doesNotMatch(shown, /You asked for/);
    await on.waitForSelector('>>> h4');
  }

  it('sees the sent figures below the heading, and the names in the notice', async () => {
    await applicant.goTo(page, 'consent');
    assert.equal(await applicant.focused(page), 'heading');
    assert.equal(await figures(), 'You asked for £25,000 · £10,000 a month · no county court judgments');
    assert.match(await text(page, '[part="text"]'), /Sample Books shares your details .* through Sample Broker Ltd\./);
  });

  it('declines: the decision is on record, no offers are requested, and a reload shows the notice again', async () => {
    await applicant.pressWords(page, 'I do not agree');
    await page.waitForFunction(() => globalThis.document.activeElement?.localName === 'lending-onboarding');
    await page.waitForSelector('>>> form:not(:has(#agree))');
    await page.reload();
    await applicant.reach(page, NOTICE);
    assert.deepEqual(
      (await recorded()).map(({ event }) => event),
      ['declined'],
    );
    assert.deepEqual(received('requestOffers'), []);
  });

  it('agrees: the record is the notice as shown, with the names, and offers are requested once', async () => {
    const lines = await page.$$eval('>>> [data-line]', (all) =>
      all.map((line) => {
        const href = line.closest('a')?.getAttribute('href');
        return line.innerText.replace(/\s+/g, ' ').trim() + (href ? ` (${href})` : '');
      }),
    );
    await applicant.agree(page);
    assert.match(await done(), /^You asked for £25,000 .*See what you agreed to$/);
    const given = (await recorded()).at(-1);
    assert.equal(given.event, 'given');
    assert.equal(given.notice.text, lines.join('\n'));
    for (const { fact, words } of consentFacts()) assert.match(given.notice.text, words, fact);
    agreed = lines;
    assert.match(given.notice.text, /Sample Books/);
    assert.match(given.notice.version, /^5 \(partner: Sample Books, broker: Sample Broker Ltd, disclosures: /);
    assert.deepEqual(received('requestOffers'), [{ credit_score_check_consent: true }]);
  });

  it('withdraws: the offers page shows the time, the next steps and a contact', async () => {
    await applicant.pressWords(page, 'See what you agreed to');
    await applicant.reach(page, 'What you agreed to');
    const receipt = await page.$$eval('>>> .receipt [part="text"] p', (all) => all.map(({ innerText }) => innerText));
    assert.deepEqual(receipt, agreed);
    await applicant.click(page, '#withdraw');
    await applicant.pressWords(page, 'Yes, withdraw my agreement');
    await applicant.reach(page, WITHDRAWN);
    assert.match(await text(page, 'form'), /help@books\.example/);
    await applicant.pressWords(page, 'Back to your offers');
    await showsWithdrawal();
  });

  it('sees the withdrawal again after a reload, and on another device', async () => {
    await page.reload();
    await showsWithdrawal();
    const other = await stage.browser.createBrowserContext();
    try {
      await other.setCookie(...(await page.browserContext().cookies()).filter(({ name }) => name === 'partner_user'));
      const phone = await other.newPage();
      await phone.goto(servers.url);
      await showsWithdrawal(phone);
      // The other page also changes the figures.
      await phone.$eval('lending-onboarding', (journey) => (journey.step = 'prequalification'));
      await applicant.reach(phone, 'The funding you need');
      const inputs = await applicant.typed(phone);
      assert.deepEqual(inputs, { funding_amount: '25000', monthly_revenue: '10000' });
      await applicant.type(phone, { funding_amount: '31,000' });
      await applicant.press(phone);
      await applicant.reach(phone, NOTICE);
      assert.match(await figures(phone), /^You asked for £31,000 /);
    } finally {
      await other.close();
    }
  });

  it('agrees again, with the figures of the other device: offers are requested once more', async () => {
    await applicant.click(page, 'section[part="done"] button');
    await applicant.reach(page, NOTICE);
    assert.match(await figures(), /^You asked for £31,000 /);
    assert.ok((await text(page, '.note:not([role])')).includes(await withdrawnAt()));
    await applicant.agree(page);
    assert.match(await done(), /^You asked for £31,000 .*See what you agreed to$/);
    await page.reload();
    await applicant.reach(page, OFFERS);
    assert.match(await done(), /^You asked for £31,000 /);
    assert.deepEqual(
      (await recorded()).map(({ event }) => event),
      ['declined', 'given', 'withdrawn', 'given'],
    );
    assert.equal(received('requestOffers').length, 2);
    assert.deepEqual(
      received('prequalify').map(({ funding_amount }) => funding_amount),
      [25_000, 31_000],
    );
  });

  it('prints the document alone, from the button and from the browser, under the page’s strict policy', async () => {
    await applicant.pressWords(page, 'See what you agreed to');
    await applicant.reach(page, 'What you agreed to');
    await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('lending-onboarding').shadowRoot.querySelector('lending-consent');
      new MutationObserver(([{ addedNodes }]) => {
        for (const { contentWindow, contentDocument } of addedNodes) {
          contentWindow.addEventListener('beforeprint', () => {
            const { title, body, adoptedStyleSheets } = contentDocument;
            globalThis.printed = { title, text: body.innerText, sheets: adoptedStyleSheets.length };
          });
        }
      }).observe(shadowRoot, { childList: true });
    });
    await applicant.click(page, '.actions button:nth-of-type(2)');
    await page.waitForFunction(() => globalThis.printed);
    const { title, text: printed, sheets } = await page.evaluate(() => globalThis.printed);
    assert.deepEqual([title, sheets, violations], ['What you agreed to', 1, []]);
    assert.match(printed, /^What you agreed to\s+Agreed\s.*Receipt number\s.*Sample Broker Ltd.*I have read this/s);
    assert.doesNotMatch(printed, /Print|Download|Withdraw my|Back/);
    await page.emulateMediaType('print');
    const buttons = await page.$$eval('>>> lending-consent >>> :is(button, .button)', (all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.innerText),
    );
    assert.deepEqual(buttons, []);
  });
});
