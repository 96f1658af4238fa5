// The short form of scripts/real-files.mjs, on the files of this repository.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { fileTypeFromBuffer } from 'file-type';
import { filesIn, mistakesOf } from '../scripts/real-files.mjs';
import { ROOT } from './support/dist.mjs';

it('the files of this repository are accepted or rejected as the types that a well-known detector finds, whatever their names', async () => {
  const files = filesIn(['test/fixtures', 'test/visual', 'test/e2e', 'docs'].map((name) => path.join(ROOT, name)));
  for (const ending of ['.pdf', '.jpg', '.png', '.txt', '.svg']) {
    const some = files.filter((file) => file.endsWith(ending));
    assert.ok(some.length > 0, ending);
    for (const file of some) {
      // It does not support text.
      const { mime = 'text/plain' } = (await fileTypeFromBuffer(fs.readFileSync(file))) ?? {};
      assert.deepEqual(await mistakesOf(file, mime), [], file);
    }
  }
});
