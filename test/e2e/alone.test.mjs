// Elements that are used alone, with `endpoint`, without a backend, and with the exports of the CDN files.
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { recordProblems, useStage } from './stage.mjs';
import { until } from './walk/walk.mjs';

const CHECKED = { timeout: 15_000 };

describe('an element that is used alone', { timeout: 180_000 }, () => {
  /** The lines of the page in place of the journey. */
  let lines = '';
  let context;
  const stage = useStage({
    edit: (html) =>
      lines
        ? html
            .replace(/<script type="module" src="[^"]*"><\/script>/, '')
            .replace(/<lending-onboarding[^]*<\/lending-onboarding>/, lines)
        : html,
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
  });

  /** Returns the words of the failure that an element shows. */
  async function failureOf(page, tag) {
    const find = (name) =>
      document.querySelector(name).shadowRoot?.querySelector('#failure')?.textContent.replace(/\s+/g, ' ');
    return (await page.waitForFunction(find, CHECKED, tag)).jsonValue();
  }

  /** Waits until the console says this. Returns everything that it said. */
  async function said(messages, pattern) {
    await until(() => messages.some((one) => pattern.test(one)));
    assert.match(messages.join('\n'), pattern);
    return messages.join('\n');
  }

  const script = (file) => `<script type="module" src="/lending-elements/${file}"></script>`;
  const ALL = script('lending-elements.js');

  /** Opens a page with these lines, for the applicant of this test. */
  async function open(body, { bypass = false, missing } = {}) {
    lines = body;
    context ??= await stage.browser.createBrowserContext();
    const page = await context.newPage();
    if (missing) {
      await page.setRequestInterception(true);
      page.on('request', (request) => void (missing.test(request.url()) ? request.abort() : request.continue()));
    }
    const messages = recordProblems(page);
    await page.setBypassCSP(bypass);
    await page.goto(stage.servers.url);
    return { page, messages };
  }

  /** Opens the journey and creates the application, in the same browser. */
  async function created() {
    const { page } = await open('');
    await applicant.goTo(page, 'documents');
    await page.close();
  }

  const recordedAs = (name) => stage.servers.sandbox.calls.filter((call) => call.name === name);

  it('shows a failure if the part with its backend does not load', async () => {
    // The file with all elements has that part, so the element comes from the journey.
    const tag = '<lending-prequalification endpoint="/api/lending"></lending-prequalification>';
    const journey = '<lending-onboarding endpoint="/api/lending"></lending-onboarding>';
    const { page, messages } = await open(script('journey.js') + journey + tag, { missing: /\/own-adapter-/ });
    await applicant.reach(page, 'Your business');
    await applicant.fillCompany(page);
    assert.match(await failureOf(page, 'lending-prequalification'), /did not load/);
    const buttons = await page.$$eval('lending-prequalification >>> button', (all) =>
      all.map((one) => one.textContent.trim()),
    );
    assert.deepEqual(
      buttons.filter((name) => /Try again|Reload/.test(name)),
      ['Try again'],
    );
    await said(messages, /script-failed/);
    // An error that nobody has caught begins with this.
    assert.doesNotMatch(messages.join('\n'), /^Failed to fetch dynamically imported module/m);
  });

  it('sends the figures to its endpoint', async () => {
    await created();
    const before = recordedAs('prequalify').length;
    const tag = '<lending-prequalification endpoint="/api/lending"></lending-prequalification>';
    const { page, messages } = await open(ALL + tag);
    await applicant.fillPrequalification(page);
    await applicant.press(page);
    await page.waitForSelector('lending-prequalification:state(done)', CHECKED);
    const [sent] = recordedAs('prequalify').slice(before);
    assert.deepEqual(sent.body, { funding_amount: 25_000, monthly_revenue: 10_000, any_ccj: false });
    assert.deepEqual(messages, []);
  });

  it('uses an endpoint that a script sets later, and keeps an adapter that the page has set', async () => {
    await created();
    const { page, messages } = await open(`${ALL}<lending-consent></lending-consent>`);
    await page.waitForFunction(() => customElements.get('lending-consent'));
    await page.$eval('lending-consent', (element) => (element.endpoint = '/api/lending'));
    await applicant.reach(page, 'Before you get offers');
    assert.match(await page.$eval('>>> [part="text"]', ({ textContent }) => textContent), /Sample Brokers/);
    assert.deepEqual(messages, []);
  });

  for (const [tag, heading] of [
    ['lending-prequalification', 'Your figures cannot be sent'],
    ['lending-consent', 'This step did not open'],
    ['lending-review', 'Your application was not created'],
    ['lending-documents', 'Something went wrong'],
  ]) {
    it(`reports to the applicant and the developer that <${tag}> has no backend, before anything is typed`, async () => {
      const { page, messages } = await open(`${ALL}<${tag}></${tag}>`);
      const words = await failureOf(page, tag);
      assert.ok(words.includes(heading), words);
      assert.ok(!words.includes('endpoint'), words);
      assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
      const explained = await said(messages, /neither the endpoint nor the adapter property is set/);
      assert.ok(explained.includes(`<${tag}>`) && explained.includes('Set endpoint="/api/lending"'), explained);
    });
  }

  for (const file of ['journey.js', 'widget.js', 'lending-elements.js']) {
    it(`exports addLanguage, createAdapter, LendingError and version from ${file}`, async () => {
      const { page } = await open(script(file));
      const kinds = await page.evaluate(async (name) => {
        const { addLanguage, createAdapter, LendingError, version } = await import(`/lending-elements/${name}`);
        const { session } = createAdapter({ endpoint: '/api/lending' });
        const error = new LendingError('config-invalid', 'Sample.');
        return [typeof addLanguage, typeof session, error.code, version];
      }, file);
      assert.deepEqual(kinds, ['function', 'function', 'config-invalid', '0.1.0']);
    });
  }

  for (const [from, other] of [
    ['widget.js', 'journey.js'],
    ['journey.js', 'widget.js'],
  ]) {
    it(`uses the sentences that were added by ${from} in the elements of ${other}`, async () => {
      const tags = '<lending-onboarding lang="nl" endpoint="/api/lending"></lending-onboarding>';
      // Each file has its own copy of Lit. The page's policy allows the name of Lit's Trusted Types policy once.
      const { page } = await open(script(from) + script(other) + tags, { bypass: true });
      await applicant.reach(page, 'Your business');
      await page.evaluate(async (name) => {
        const { addLanguage } = await import(`/lending-elements/${name}`);
        addLanguage('nl', { 'company.heading': 'Uw bedrijf' });
      }, from);
      await applicant.reach(page, 'Uw bedrijf');
    });
  }
});
