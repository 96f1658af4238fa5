// Scripts, the notice, the widget and searches arrive late. What the page shows meanwhile keeps their place, so nothing moves then.
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import * as applicant from './applicant.mjs';
import { putBefore, useStage } from './stage.mjs';
import { HEADINGS } from './walk/walk.mjs';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } };
/** Milliseconds of a slow response. */
const SLOW = 1500;
const NAME = '>>> [name="registered_name"]';

/** Runs in the page: begins the sum. A browser does not count a shift within half a second after a press. */
const measureShift = () => {
  globalThis.moved = 0;
  const add = (list) =>
    list.getEntries().forEach(({ value, hadRecentInput }) => (globalThis.moved += hadRecentInput ? 0 : value));
  new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true });
};

/** Returns the sum of the shifts, as a browser reports them to a site's owner, after the next two frames have been painted. */
async function shiftOf(page) {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  return page.evaluate(() => globalThis.moved);
}

/** Returns what prepares a page of this size, whose shifts are measured. */
const measured = (size) => async (page) => {
  await page.setViewport(SIZES[size]);
  await page.evaluateOnNewDocument(measureShift);
};

describe('the first paint of the journey', { timeout: 120_000 }, () => {
  const stage = useStage();

  /** Opens the page without scripts, measures it, then opens it with scripts that arrive late. */
  async function open(size) {
    const page = await stage.visit(async (own) => {
      await measured(size)(own);
      await own.setJavaScriptEnabled(false);
    });
    const early = await page.$eval('lending-onboarding', measure);
    await page.setJavaScriptEnabled(true);
    await page.setRequestInterception(true);
    page.on('request', async (request) => {
      if (request.resourceType() === 'script') await setTimeout(400);
      await request.continue();
    });
    await page.goto(stage.servers.url);
    await applicant.reach(page, HEADINGS.company);
    const late = await page.$eval('lending-onboarding', measure);
    const label = await page.$eval('>>> label', (element) => element.getBoundingClientRect().left);
    return { early, late, label, moved: await shiftOf(page) };
  }

  for (const size of Object.keys(SIZES)) {
    it(`is a card with the shape of a form, on a ${size}, and does not move when the scripts arrive`, async () => {
      const { early, late, label, moved } = await open(size);
      assert.equal(early.isDrawn, true, 'the inputs are drawn');
      assert.equal(late.isDrawn, false, 'and not any more');
      assert.equal(early.input.left, label, 'they begin where the labels will begin');
      assert.equal(early.input.height, 52);
      assert.deepEqual(early.card, late.card, 'in light, the card has the place, corners and colour of the journey');
      assert.equal(moved, 0);
    });
  }
});

/** Runs in the page. */
function measure(element) {
  const box = element.getBoundingClientRect();
  const { borderRadius, backgroundColor, boxShadow } = getComputedStyle(element);
  const drawn = getComputedStyle(element, '::before');
  return {
    isDrawn: drawn.content !== 'none',
    input: { left: box.left + parseFloat(drawn.left), height: parseFloat(drawn.height) },
    card: { left: box.left, top: box.top, width: box.width, borderRadius, backgroundColor, boxShadow },
  };
}

describe('the introduction whose scripts and settings arrive late', { timeout: 120_000 }, () => {
  const LOGO = '<svg slot="logo" width="150" height="40" role="img" aria-label="Sample Books"></svg>';
  const MORE = `${LOGO}<p slot="funding"><strong>£5,000 to £500,000</strong> from 12 lenders</p><p slot="help">Call us.</p>`;
  const partner = { name: 'Sample Books', broker: { name: 'Sample Brokers', lenders: 12 } };
  let content;
  const edit = (html) =>
    html
      .replace('></lending-onboarding>', `>${content}</lending-onboarding>`)
      .replace('</main>', '</main><p>Below.</p>');
  const stage = useStage({ introduction: true, edit, options: () => ({ settings: { partner } }) });

  /** Returns the distances from the top of the page to the logo and to the button that starts, if they are there. */
  const places = (page) =>
    page.evaluate(() => {
      const journey = document.querySelector('lending-onboarding');
      const parts = [journey.querySelector('[slot="logo"]'), journey.shadowRoot?.querySelector('[part="start"]')];
      return parts.map((part) => part?.getBoundingClientRect().top);
    });
  const shows = (page, selector) =>
    page.waitForFunction(
      (one) => document.querySelector('lending-onboarding').shadowRoot?.querySelector(one),
      {},
      selector,
    );

  /** Opens the page. The scripts and the session come after `release()`. */
  async function openHeld(size) {
    const page = await stage.visit(measured(size));
    const held = ['journey.js', 'introduction-', 'session'].map((late) => {
      let release;
      return { late, released: new Promise((resolve) => (release = resolve)), release };
    });
    await page.setRequestInterception(true);
    page.on('request', async (request) => {
      await held.find(({ late }) => request.url().includes(late))?.released;
      await request.continue();
    });
    const release = (name) => held.find(({ late }) => late === name).release();
    return { page, going: page.goto(stage.servers.url), release };
  }

  for (const size of Object.keys(SIZES))
    for (const [kind, more] of [
      ['', ''],
      [', with a logo and the funding', MORE],
    ])
      it(`move nothing, on a ${size}${kind}`, async () => {
        content = more;
        const { page, going, release } = await openHeld(size);
        await page.waitForSelector('::-p-text(Below.)');
        await page.waitForFunction(() =>
          [...document.querySelectorAll('[rel="stylesheet"]')].every(({ sheet }) => sheet),
        );
        const [early] = await places(page);
        release('journey.js');
        release('introduction-');
        await shows(page, '[part="start"]');
        const shown = await places(page);
        release('session');
        await shows(page, '.introduction > p');
        assert.deepEqual(await places(page), shown, 'nor do the settings move the button');
        assert.equal(shown[0], early, 'the logo is at its place from the start');
        assert.equal(await shiftOf(page), 0);
        await going;
      });
});

describe('the notice and the widget that arrive late', { timeout: 120_000 }, () => {
  const stage = useStage({ options: () => ({}) });
  /** The last part of the path that is answered late, and how many requests were. */
  let late;
  let count = 0;
  before(() => {
    const { partner } = stage.servers;
    const [listener] = partner.listeners('request');
    putBefore(partner, (request, response) => {
      if (request.url.split('?')[0].split('/').at(-1) !== late) return false;
      count += 1;
      void setTimeout(SLOW).then(() => listener(request, response));
      return true;
    });
  });

  /** Presses the button of a step, and returns the shift from `waiting` until `shown`. */
  async function shiftAfterPress(page, { call, waiting, shown }) {
    [late, count] = [call, 0];
    await applicant.press(page);
    await page.waitForSelector(`>>> ${waiting}`, { visible: true });
    const earlier = await shiftOf(page);
    await page.waitForSelector(`>>> ${shown}`, { visible: true });
    assert.equal(count, 1, `${call} was late`);
    late = undefined;
    return (await shiftOf(page)) - earlier;
  }

  for (const size of Object.keys(SIZES)) {
    it(`move nothing, on a ${size}`, async () => {
      const page = await stage.visit(measured(size));
      await applicant.goTo(page, 'figures');
      await applicant.fillPrequalification(page);
      const notice = { call: 'consent', waiting: 'lending-consent >>> ::-p-text(Loading)', shown: 'input#agree' };
      assert.equal(await shiftAfterPress(page, notice), 0);
      await applicant.tickConsent(page);
      const widget = {
        call: 'widget-token',
        waiting: 'lending-widget:state(loading) >>> ::-p-text(Loading your offers)',
        shown: 'lending-widget:state(ready)',
      };
      assert.equal(await shiftAfterPress(page, widget), 0);
    });
  }
});

describe('Continue as the first press, while other scripts arrive late', { timeout: 120_000 }, () => {
  const stage = useStage();

  for (const size of Object.keys(SIZES))
    it(`opens the list of errors at once, and then moves next to nothing, on a ${size}`, async () => {
      const page = await stage.visit(async (own) => {
        await measured(size)(own);
        await own.setRequestInterception(true);
        own.on('request', async (request) => {
          if (request.url().includes('/elements/')) await setTimeout(SLOW);
          await request.continue();
        });
      });
      await applicant.reach(page, HEADINGS.company);
      await page.locator(NAME).fill('Acorn');
      await applicant.press(page);
      await applicant.focusOn(page, 'summary-heading');
      await page.waitForNetworkIdle({ idleTime: 2 * SLOW });
      assert.equal((await applicant.summary(page)).length, 5);
      assert.equal(await applicant.focused(page), 'summary-heading');
      assert.equal(await page.$eval(NAME, (input) => input.value), 'Acorn');
      await page.waitForSelector('>>> ::-p-text(No number?)', { visible: true });
      // The help below the registration number arrives last. It is below the first screen of a phone.
      const moved = await shiftOf(page);
      assert.ok(moved <= (size === 'phone' ? 0 : 0.01), `the page moves by ${moved}`);
    });
});

describe('lookups that become available late', { timeout: 120_000 }, () => {
  /** The backend answers requests of the session after this. */
  let released = Promise.resolve();
  const stage = useStage({ lookups: true });
  before(() => {
    const [answer] = stage.servers.partner.listeners('request');
    putBefore(stage.servers.partner, (request, response) => {
      const isSession = request.url.endsWith('/session');
      if (isSession) void released.then(() => answer(request, response));
      return isSession;
    });
  });

  /** Opens the page. The form is shown; the session comes after `release()`. */
  async function openHeld(size) {
    let release;
    released = new Promise((resolve) => (release = resolve));
    const page = await stage.visit(measured(size));
    await applicant.reach(page, HEADINGS.company);
    return { page, release };
  }

  const hasSearch = (page) => page.waitForSelector('>>> [role="combobox"]', { visible: true, timeout: 10_000 });

  for (const size of Object.keys(SIZES)) {
    it(`move nothing, on a ${size}`, async () => {
      const { page, release } = await openHeld(size);
      release();
      await hasSearch(page);
      assert.equal(await shiftOf(page), 0);
    });
  }

  it('keep the applicant’s text, place and focus while they type, and then search', async () => {
    const { page, release } = await openHeld('desktop');
    await page.locator(NAME).click();
    await page.keyboard.type('acor');
    const input = await page.$(NAME);
    release();
    await hasSearch(page);
    const state = await input.evaluate((one) => [one.isConnected, one.getRootNode().activeElement === one, one.value]);
    assert.deepEqual(state, [true, true, 'acor'], 'the same input');
    await page.keyboard.type('n');
    await page.waitForSelector('>>> [id="registered_name-0"]', { visible: true });
    assert.equal(await shiftOf(page), 0, 'the results lie over the next fields');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await applicant.focusOn(page, 'query-card');
    await page.waitForSelector('>>> .card .name ::-p-text(Acorn Sample Bakery Ltd)', { visible: true });
  });
});

describe('the whole journey with lookups, on slow 4G', { timeout: 240_000 }, () => {
  const stage = useStage({ lookups: true, introduction: true });
  /** Lighthouse's slow 4G. */
  const SLOW_4G = { latency: 562.5, download: 1_440_000 / 8, upload: 675_000 / 8 };
  /** The answers that are typed besides the searches. */
  const typed = (answers) =>
    Object.entries(answers).filter(([name]) => !/^(registered|formation|address\.)|(\d\.[hlcp]\w+)$/.test(name));

  /** Presses the keys of the texts one by one, and takes the first result of the search. */
  async function typeKeys(page, query, text, answers) {
    await page.waitForSelector(`>>> [name="${query}"][role="combobox"]`, { visible: true });
    for (const [name, keys] of [[query, text], ...typed(answers)]) {
      await page.locator(`>>> [name="${name}"]`).click();
      await page.keyboard.type(keys, { delay: 40 });
      if (name !== query) continue;
      await page.waitForSelector(`>>> [id="${query}-0"]`, { visible: true });
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await applicant.focusOn(page, `${query}-card`);
    }
  }

  for (const size of Object.keys(SIZES))
    it(`moves at most by 0.02, on a ${size}`, async () => {
      const page = await stage.visit(async (own) => {
        await measured(size)(own);
        await own.emulateNetworkConditions(SLOW_4G);
      });
      // They read the introduction, while the search loads.
      await page.waitForNetworkIdle();
      const moved = { introduction: await shiftOf(page) };
      await applicant.press(page, 'start');
      await typeKeys(page, 'query', 'acorn', applicant.SAMPLE.company);
      moved.company = await shiftOf(page);
      await applicant.press(page);
      await applicant.reach(page, HEADINGS.applicant);
      await typeKeys(page, 'addresses.0.query', 'zz11ab 14a', applicant.SAMPLE.applicant);
      await applicant.choose(page, 'addresses.0.status', 'tenant');
      moved.applicant = await shiftOf(page);
      await applicant.press(page);
      const look = async (step) => {
        moved[step] = await shiftOf(page);
        const room = await page.$eval('lending-onboarding', (card) => {
          const content = card.shadowRoot.querySelector('.below').parentElement.getBoundingClientRect();
          return [
            card.getBoundingClientRect().bottom - content.bottom,
            parseFloat(getComputedStyle(card).paddingBottom),
          ];
        });
        assert.deepEqual([room[0]], [room[1]], `the card ends below its content: ${step}`);
      };
      const document = await applicant.writeStatement();
      await applicant.goTo(page, 'offers', { from: 'review', document, look });
      await page.waitForSelector('>>> lending-widget:state(ready)', { visible: true });
      moved.offers = await shiftOf(page);
      assert.ok(moved.offers <= 0.02, `the page moves, up to each step, by ${JSON.stringify(moved)}`);
    });
});
