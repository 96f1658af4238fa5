// Uses a page only with the keyboard.
import assert from 'node:assert/strict';

/** Returns the focused element, through shadow roots, and whether another element covers it. */
export const focusOf = (page) =>
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

/** Waits until the element with this id has the focus, through shadow roots. */
export const focusOn = (page, id) =>
  page.waitForFunction(
    (id) => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.id === id;
    },
    { timeout: 10_000 },
    id,
  );

/** Presses Tab until an element has the focus. Returns the elements before it. None of them may be covered. */
export async function tabTo(page, isWanted, { back = false, most = 60 } = {}) {
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

export const isButton = (words) => (at) => at.tag === 'button' && at.words.includes(words);
export const isSubmit = ({ part }) => part === 'submit';

/** Fills in a form with the keyboard: types, ticks, and chooses with the arrow keys. Returns the number of presses of Tab. */
export async function answer(page, answers) {
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
export async function choose(page, value) {
  await page.keyboard.press('Space');
  for (let presses = 0; presses < 9; presses++) {
    const at = await focusOf(page);
    if (at.value === value && at.checked) return;
    await page.keyboard.press('ArrowDown');
  }
  assert.fail(`the arrows lead to ${value}`);
}
