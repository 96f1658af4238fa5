// The whole journey by Tab, Shift+Tab, Space, Enter, the arrows and typing, on the servers of `npm start`.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { reach, SAMPLE } from './applicant.mjs';
import { answer, focusOf, focusOn, isButton, isSubmit, tabTo } from './keys.mjs';
import { openStage } from './stage.mjs';
import { writeStatement } from './statement.mjs';

const APPLICANT = { ...SAMPLE.applicant, 'addresses.0.status': 'tenant' };
const FIGURES = { ...SAMPLE.prequalification, any_ccj: 'no' };
/** What a step may have besides its fields: the way back, a box to tick, optional fields, its buttons. */
const BESIDES = 4;

/** Whether a file stands in the list of the step that is shown. */
const isListed = () => {
  const { shadowRoot } = document.querySelector('lending-onboarding');
  return !!shadowRoot.querySelector('#current').shadowRoot?.querySelector('[part="file"]');
};

describe('the journey by keyboard', { timeout: 120_000 }, () => {
  let stage;
  let page;
  const taken = [];

  before(async () => {
    stage = await openStage({}, async (opened) => {
      // A page's own bar that stays at the top must not cover what has the focus.
      await opened.evaluateOnNewDocument(() =>
        addEventListener('DOMContentLoaded', () => {
          document.querySelector('header.bar').style.cssText = 'position: sticky; top: 0; z-index: 1';
        }),
      );
      await opened.setViewport({ width: 800, height: 500 });
    });
    ({ page } = stage);
    await reach(page, 'Your business');
  });
  after(async () => {
    for (const [step, presses, fields] of taken) console.log(`${step}: ${presses} presses of Tab for ${fields} fields`);
    await stage?.close();
  });

  const enter = () => page.keyboard.press('Enter');

  /** The next step is shown, and its heading has the focus. */
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

  /** Answers a step, within what may be asked of somebody's patience. */
  async function fill(step, answers) {
    const fields = Object.keys(answers).length;
    const presses = await answer(page, answers);
    taken.push([step, presses, fields]);
    assert.ok(presses <= fields + BESIDES, `${step} takes ${presses} presses of Tab for ${fields} fields`);
  }

  it('leads from the error summary to what is wrong, each time that it is sent', async () => {
    await tabTo(page, isSubmit);
    for (const [link, field] of [
      ['Enter the registered name of the business', 'registered_name'],
      ['Enter the date the business was formed', 'formation_date.day'],
    ]) {
      await enter();
      await focusOn(page, 'summary');
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

  it('goes back through the form, and out of it', async () => {
    const isFirst = ({ tag }) => tag === 'body';
    const way = await tabTo(page, isFirst, { back: true });
    assert.equal(way.at(-2).words, 'Enter the registered name of the business');
    assert.equal(way.filter(({ tag }) => tag === 'input').length, Object.keys(SAMPLE.company).length);
  });

  it('fills in the business and the applicant, and looks at the answers', async () => {
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
    await arrive('Your business');
    await tabTo(page, isSubmit);
    await enter();
    await arrive('Check your answers');
    taken.push(['review', (await tabTo(page, isSubmit)).length, 0]);
    await enter();
    await arrive('Add documents');
  });

  it('chooses a document, and takes it away again', async () => {
    const statement = await writeStatement();
    const session = await page.createCDPSession();
    await session.send('Page.enable');
    // Before the key is pressed: the browser's own dialog cannot be answered.
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
    // The focus is not lost with what was removed.
    await focusOn(page, 'file');
    await choose();
    await tabTo(page, isSubmit);
    await enter();
    await arrive('The funding you need');
  });

  it('gives the figures and the consent, and chooses an offer', async () => {
    await fill('prequalification', FIGURES);
    await enter();
    await arrive('Before you get offers');
    await tabTo(page, ({ id }) => id === 'agree');
    await page.keyboard.press('Space');
    assert.equal((await focusOf(page)).checked, true);
    await tabTo(page, isSubmit);
    await enter();
    await arrive('Your offers');
    await page.waitForSelector('>>> h4');
    await tabTo(page, isButton('Choose'));
  });
});
