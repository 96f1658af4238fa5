import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { widgetAddresses } from '../../../src/schema/widget/addresses.js';
import { someTry } from '../../support/time.js';

describe('the URLs that a widget needs', () => {
  it('are found in a long embed code in linear time', () => {
    const time = (length: number) => {
      const start = performance.now();
      for (const part of ['/', ' //', '<!-- ', '/* ', 'https://a.', 'a/'] as const)
        widgetAddresses({ embedCode: part.repeat(length / part.length) });
      return performance.now() - start;
    };
    time(400_000);
    return someTry(() => {
      const ratio = time(1_600_000) / time(400_000);
      assert.ok(ratio <= 10, `four times the text takes ${ratio.toFixed(1)} times as long`);
    });
  });
});
