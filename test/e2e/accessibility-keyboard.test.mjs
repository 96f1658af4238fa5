// Completes the whole journey with Tab, Shift+Tab, Space, Enter, the arrow keys and typing, on the servers of `npm start`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { focusOn, reach, SAMPLE, writeStatement } from './applicant.mjs';
import { useStage } from './stage.mjs';

const APPLICANT = { ...SAMPLE.applicant, 'addresses.0.status': 'tenant' };
const FIGURES = { ...SAMPLE.prequalification, any_ccj: 'no' };
/** The stops in a step that are not fields: the back button, a checkbox, optional fields, its buttons. */
const BESIDES = 4;

/** Returns true if the list of the current step contains a file. */
const isListed = () => {
  const { shadowRoot } = document.querySelector('lending-onboarding');
  return !!shadowRoot.querySelector('#current').shadowRoot?.querySelector('[part="file"]');
};

/** Returns the focused element, through shadow roots, and whether another element covers it. */
const focusOf = (page) =>
  page.evaluate(() => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    const { localName: tag, id, name, type, value, checked } = at;
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const isOnTop = (x, y) => {
      let hit = document.elementFromPoint(x, y);
      for (let inner = hit; inner?.shadowRoot; hit = inner) {
        inner = hit.shadowRoot.elementFromPoint(x, y);
        if (!inner || inner === hit) break;
      }
      return !!hit && at.contains(hit);
    };
    // The corners, with a small inset.
    const points = [left + 5, right - 5].flatMap((x) => [top + 5, bottom - 5].map((y) => [x, y]));
    const isCovered = tag !== 'body' && !points.every(([x, y]) => isOnTop(x, y));
    const words = at.textContent.replace(/\s+/g, ' ').trim();
    return { tag, id, name, type, value, checked, part: at.getAttribute('part'), words, isCovered };
  });

/** Presses Tab until an element has the focus. Returns the elements before it. None of them may be covered. */
async function tabTo(page, isWanted, { back = false, most = 60 } = {}) {
  const passed = [];
  while (passed.length < most) {
    if (back) await page.keyboard.down('Shift');
    await page.keyboard.press('Tab');
    if (back) await page.keyboard.up('Shift');
    const at = await focusOf(page);
    assert.equal(at.isCovered, false, `nothing covers ${at.tag} ${at.id || at.words}`);
    passed.push(at);
    if (isWanted(at)) return passed;
  }
  const way = passed.map(({ id, words, tag }) => id || words || tag).join(', ');
  return assert.fail(`it is not reached by ${most} presses of Tab, which lead past ${way}`);
}

const isButton = (words) => (at) => at.tag === 'button' && at.words.includes(words);
const isSubmit = ({ part }) => part === 'submit';

/** Fills in a form with the keyboard: types, ticks, and chooses with the arrow keys. Returns the number of presses of Tab. */
async function answer(page, answers) {
  const left = { ...answers };
  for (let presses = 1; presses < 60; presses++) {
    const [at] = await tabTo(page, () => true);
    if (isSubmit(at)) {
      assert.deepEqual(left, {}, 'the submit button comes after all fields');
      return presses;
    }
    if (!(at.name in left)) continue;
    if (at.type === 'radio') await choose(page, left[at.name]);
    else {
      // Tab selects an existing value, so typing replaces it.
      await page.keyboard.type(left[at.name]);
      assert.equal((await focusOf(page)).value, left[at.name]);
    }
    delete left[at.name];
  }
  return assert.fail('the submit button is not reached');
}

/** Chooses the radio button with this value, from the one that has the focus. */
async function choose(page, value) {
  await page.keyboard.press('Space');
  for (let presses = 0; presses < 9; presses++) {
    const at = await focusOf(page);
    if (at.value === value && at.checked) return;
    await page.keyboard.press('ArrowDown');
  }
  assert.fail(`the arrows lead to ${value}`);
}

describe('the journey by keyboard', { timeout: 120_000 }, () => {
  let page;
  const taken = [];
  const stage = useStage({}, async (opened) => {
    // A sticky page header must not cover the focused element.
    await opened.evaluateOnNewDocument(() =>
      addEventListener('DOMContentLoaded', () => {
        document.querySelector('header.bar').style.cssText = 'position: sticky; top: 0; z-index: 1';
      }),
    );
    await opened.setViewport({ width: 800, height: 500 });
  });
  before(() => reach(({ page } = stage).page, 'Your business'));
  after(() => {
    for (const [step, presses, fields] of taken) console.log(`${step}: ${presses} presses of Tab for ${fields} fields`);
  });

  const enter = () => page.keyboard.press('Enter');

  async function arrive(heading) {
    await reach(page, heading);
    await page.waitForFunction(() => document.activeElement?.shadowRoot?.activeElement);
    const { tag, words, isCovered } = await focusOf(page);
    assert.deepEqual({ tag, words, isCovered }, { tag: 'h2', words: heading, isCovered: false });
  }

  async function arriveAtFirst() {
    await reach(page, 'Your business');
    await page.focus('body');
  }

  /** Fills in a step, and checks the number of presses of Tab. */
  async function fill(step, answers) {
    const fields = Object.keys(answers).length;
    const presses = await answer(page, answers);
    taken.push([step, presses, fields]);
    assert.ok(presses <= fields + BESIDES, `${step} takes ${presses} presses of Tab for ${fields} fields`);
  }

  it('leads from the error summary to the wrong answers, each time that it is sent', async () => {
    await tabTo(page, isSubmit);
    for (const [link, field] of [
      ['Enter the registered name of the business', 'registered_name'],
      ['Enter the date the business was formed', 'formation_date.day'],
    ]) {
      await enter();
      await focusOn(page, 'summary-heading');
      const way = await tabTo(page, ({ words }) => words === link);
      assert.ok(
        way.every(({ tag }) => tag === 'a'),
        'the links come first',
      );
      await enter();
      const { id, isCovered } = await focusOf(page);
      assert.deepEqual({ id, isCovered }, { id: field, isCovered: false });
      await tabTo(page, isSubmit);
    }
  });

  it('moves the focus back through the form, and out of it', async () => {
    const isFirst = ({ tag }) => tag === 'body';
    const way = await tabTo(page, isFirst, { back: true });
    assert.equal(way.at(-2).words, 'Enter the registered name of the business');
    assert.equal(way.filter(({ tag }) => tag === 'input').length, Object.keys(SAMPLE.company).length);
  });

  it('fills in the business and the applicant, and reviews the answers', async () => {
    await page.reload();
    await arriveAtFirst();
    await fill('company', SAMPLE.company);
    await enter();
    await arrive('About you');
    await fill('applicant', APPLICANT);
    await enter();
    await arrive('Check your answers');
    await tabTo(page, isButton('Change'));
    await enter();
    await reach(page, 'Your business');
    await focusOn(page, 'registered_name');
    await tabTo(page, isSubmit);
    await enter();
    await arrive('Check your answers');
    taken.push(['review', (await tabTo(page, isSubmit)).length, 0]);
    await enter();
    await arrive('Add documents');
  });

  it('chooses a document, and removes it again', async () => {
    const statement = await writeStatement();
    const session = await page.createCDPSession();
    await session.send('Page.enable');
    // The file is set before the key press, because a test cannot use the browser's file dialog.
    await session.send('Page.setInterceptFileChooserDialog', { enabled: true });
    const choose = async () => {
      const isOpened = new Promise((resolve) => session.once('Page.fileChooserOpened', resolve));
      await enter();
      const { backendNodeId } = await isOpened;
      await session.send('DOM.setFileInputFiles', { files: [statement], backendNodeId });
      await page.waitForFunction(isListed);
    };
    await tabTo(page, isButton('Choose files'));
    await choose();
    await tabTo(page, isButton('Remove'));
    await enter();
    // The focus is not lost when the file is removed.
    await focusOn(page, 'file');
    await choose();
    await tabTo(page, isSubmit);
    await enter();
    await arrive('The funding you need');
  });

  it('enters the figures, gives the consent, and accepts an offer', async () => {
    await fill('prequalification', FIGURES);
    await enter();
    await arrive('Before you get offers');
    await tabTo(page, ({ id }) => id === 'agree');
    await page.keyboard.press('Space');
    assert.equal((await focusOf(page)).checked, true);
    await tabTo(page, isSubmit);
    await enter();
    await arrive('Your offers');
    await page.waitForSelector('>>> h4', { visible: true });
    await tabTo(page, isButton('Accept offer'));
    await enter();
    await tabTo(page, isButton('Yes, accept this offer'));
    await enter();
    await page.waitForSelector('>>> ::-p-text(You accepted an offer)', { visible: true });
    // The focus was on a button that is gone. It must not be lost.
    assert.ok((await focusOf(page)).words.length > 0);
  });
});
