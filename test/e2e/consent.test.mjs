// The consent of an applicant in a real browser: the notice on the screen, the record of the partner, the receipt, and the paper.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { consentFacts } from '../../stories/support/samples.mjs';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';
import { decisions } from './walk/partner.mjs';

const partner = { name: 'Sample Books', broker: { name: 'Sample Broker Ltd' } };

describe('an applicant who agrees', { timeout: 180_000 }, () => {
  let page;
  const violations = [];
  const stage = useStage({ options: () => ({ settings: { partner } }) }, (opened) =>
    opened.on(
      'console',
      (message) => /Content Security Policy/.test(message.text()) && violations.push(message.text()),
    ),
  );
  before(() => ({ page } = stage));

  it('has the notice in the record and on the receipt as it was shown, with the names', async () => {
    await applicant.goTo(page, 'consent');
    const lines = await page.$$eval('>>> [data-line]', (all) =>
      all.map((line) => {
        const href = line.closest('a')?.getAttribute('href');
        return line.innerText.replace(/\s+/g, ' ').trim() + (href ? ` (${href})` : '');
      }),
    );
    await applicant.agree(page);
    const [{ event, notice }] = await decisions(stage.servers);
    assert.deepEqual([event, notice.text], ['given', lines.join('\n')]);
    for (const { fact, words } of consentFacts()) assert.match(notice.text, words, fact);
    assert.match(notice.text, /Sample Books shares your details .* through Sample Broker Ltd\./);
    assert.match(notice.version, /^5 \(partner: Sample Books, broker: Sample Broker Ltd, disclosures: /);
    await applicant.pressWords(page, 'See what you agreed to');
    await applicant.reach(page, 'What you agreed to');
    const receipt = await page.$$eval('>>> .receipt [part="text"] p', (all) => all.map(({ innerText }) => innerText));
    assert.deepEqual(receipt, lines);
  });

  it('prints the document alone, from the button and from the browser, under the page’s strict policy', async () => {
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
    assert.match(
      printed,
      /^What you agreed to\s+Sample Books\s+Receipt number [0-9a-f]{8}\s+Agreed\s.*Applicant\s+Jane Doe\s+Business\s+Acme LTD\s.*Sample Broker Ltd.*I have read this/s,
    );
    assert.doesNotMatch(printed, /Print|Download|Withdraw my|Back/);
    await page.emulateMediaType('print');
    const buttons = await page.$$eval('>>> lending-consent >>> :is(button, .button)', (all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.innerText),
    );
    assert.deepEqual(buttons, []);
  });
});
