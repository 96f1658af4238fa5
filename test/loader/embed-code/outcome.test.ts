import { Outcome } from '../../../src/loader/embed-code/outcome.js';
import { expect } from '../../support/component.js';

describe('text of the embed code itself', () => {
  /** Whether the widget counts as visible by a text of `code`, before and after all scripts have run. */
  function counted(code: string): boolean[] {
    const { content } = Object.assign(document.createElement('template'), { innerHTML: code });
    const nodes = [...content.querySelectorAll('*')].flatMap((one) => [one, ...one.childNodes]);
    const own = new AbortController();
    const run = { own: new Set<Node>(nodes), complete: new Set(), failures: [], start: { signal: own.signal } };
    const outcome = new Outcome(run as never, content, () => {});
    const counts = () => outcome.counts(content.firstElementChild!, false);
    const before = counts();
    outcome.loadedAt = performance.now();
    own.abort();
    return [before, counts()];
  }

  it('may say that the widget is loading, so it does not count before everything has run', () => {
    expect(counted('<p>Offers</p>')).to.deep.equal([false, true]);
  });

  it('does not count if there is a script, unless it is that of a link or a button', () => {
    expect(counted('<p>Loading</p><script>load()</script>')).to.deep.equal([false, false]);
    expect(counted('<button>Offers</button><script>load()</script>')).to.deep.equal([false, true]);
  });
});
