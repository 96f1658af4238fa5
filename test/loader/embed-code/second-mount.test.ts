import { classicText, isUnrepeatable } from '../../../src/loader/embed-code/second-mount.js';
import { expect } from '../../support/component.js';

describe('embed code that declares names', () => {
  const isSpentAfterOneRun = (more: string) => {
    const text = `const widget = '${more.length}'`;
    const code = `<script>${text}</script>${more}`;
    const parsed = new DOMParser().parseFromString(code, 'text/html');
    classicText(text, code, false);
    return isUnrepeatable(code, parsed);
  };

  it('can run again if nothing else uses them', () => {
    for (const more of ['', '<p>Offers</p>', '<script type="application/json">{}</script>'])
      expect(isSpentAfterOneRun(more), more).to.be.false;
  });

  it('cannot run again if a later script or a handler may use them', () => {
    for (const more of ['<script>show(widget)</script>', '<p onclick="show(widget)">Offers</p>'])
      expect(isSpentAfterOneRun(more), more).to.be.true;
  });
});
