// Deletes APIs before the page loads. The journey then goes to the offers, or says at its start that a newer browser is needed. It never
// ends after something was typed. `APIS=together` deletes the newer ones only together.
import assert from 'node:assert/strict';
import process from 'node:process';
import { describe, it } from 'node:test';
import * as applicant from '../applicant.mjs';
import { useStage } from '../stage.mjs';
import { HEADINGS } from '../walk/walk.mjs';

/** APIs that a browser of the baseline does not have. The journey works without each of them. */
const NEWER = [
  'URL.canParse',
  'URL.parse',
  'AbortSignal.any',
  'Array.prototype.toSorted',
  'Array.prototype.toReversed',
  'Array.prototype.toSpliced',
  'Array.prototype.with',
  'Array.fromAsync',
  'Element.prototype.checkVisibility',
  'ElementInternals.prototype.states',
  'Element.prototype.ariaLabel',
  'Element.prototype.moveBefore',
  'Promise.withResolvers',
  'Promise.try',
  'Object.groupBy',
  'Set.prototype.union',
  'Iterator',
  'String.prototype.isWellFormed',
  'Intl.Segmenter',
  'navigation',
  'requestIdleCallback',
  'scheduler',
  'navigator.userActivation',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.popover',
  'document.startViewTransition',
  'CSS.highlights',
  'crypto.randomUUID',
];

/** Old APIs without which the journey works. */
const OLDER = [
  'Array.prototype.findLast',
  'Array.prototype.at',
  'Object.hasOwn',
  'structuredClone',
  'Intl.DisplayNames',
];

/** The APIs that the last browsers do not have in which the elements do not run. */
const TOO_OLD = {
  'Chromium 102': ['AbortSignal.timeout'],
  'Firefox 100': ['Document.prototype.adoptedStyleSheets', 'AbortSignal.timeout', 'Array.prototype.findLast'],
  'Safari 16.3': [
    'Document.prototype.adoptedStyleSheets',
    'ShadowRoot.prototype.adoptedStyleSheets',
    'HTMLElement.prototype.attachInternals',
    'ElementInternals',
  ],
};

const START = 'This page needs a newer browser';

describe('a browser without an API', { timeout: 900_000 }, () => {
  const stage = useStage();
  const outcomeWithout = async (apis) =>
    journey(
      await stage.visit((page) => page.evaluateOnNewDocument(deleteApis, apis)),
      await applicant.writeStatement(),
    );

  it('reaches the offers without any API that is newer than the baseline', async () => {
    assert.equal(await outcomeWithout(NEWER), 'offers');
  });

  it('reaches the offers without the older APIs that it does not need', async () => {
    assert.equal(await outcomeWithout(OLDER), 'offers');
  });

  for (const api of process.env.APIS === 'together' ? [] : [...NEWER, ...OLDER]) {
    it(`reaches the offers without ${api}`, async () => assert.equal(await outcomeWithout([api]), 'offers'));
  }

  for (const [name, apis] of Object.entries(TOO_OLD)) {
    it(`shows at the start that a newer browser is needed in ${name}`, async () => {
      assert.equal(await outcomeWithout([...apis, ...NEWER]), 'newer browser');
    });
  }
});

/** In the page: deletes the last name of each path. */
function deleteApis(paths) {
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop();
    const owner = names.reduce((at, name) => at?.[name], globalThis);
    for (let at = owner; at; at = Object.getPrototypeOf(at)) if (Object.hasOwn(at, last)) delete at[last];
  }
}

/** Goes through the journey as far as it leads. Returns the end: the offers, the message at the start, or the last step. */
async function journey(page, statement) {
  let at = 'start';
  try {
    const first = await page.waitForSelector(`>>> ::-p-text(${START}), >>> h2::-p-text(${HEADINGS.company})`, {
      visible: true,
      timeout: 8000,
    });
    if (await first.evaluate((element, words) => element.textContent.includes(words), START)) return 'newer browser';
    await applicant.goTo(page, 'offers', { document: statement, look: (step) => void (at = step) });
    at = 'offers';
    await page.waitForSelector('>>> h4', { visible: true });
    return 'offers';
  } catch (error) {
    return `ends at “${at}”: ${error.message}`;
  }
}
