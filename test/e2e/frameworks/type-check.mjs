// Checks code of a framework with its own type checker, in the folder of its example, or with this project's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { BOUNDED, ROOT } from '../../server/node/platform-process.mjs';
import { installPackage } from '../platforms/packages.mjs';

const OPTIONS = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'bundler',
  lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
};

/**
 * Declares the tests. `right` is the code of a file. Each of `wrong` replaces a part of it: from, to, and a part of the message.
 * `command` is the path of the checker with its arguments. Without an example, the code uses the packages of this project.
 */
export function testTypes(name, { example, extension, command, options, settings = {}, right, wrong }) {
  describe(`the types for ${name}`, { timeout: 120_000 }, () => {
    let folder;
    let output;
    before(() => {
      // Some checkers skip node_modules.
      folder = example
        ? path.join(installPackage(`frameworks/${example}`), '../../dist')
        : path.join(ROOT, 'artifacts/types');
      // An interrupted run leaves it behind.
      fs.rmSync(folder, { recursive: true, force: true });
      fs.mkdirSync(folder, { recursive: true });
      const config = { compilerOptions: { ...OPTIONS, ...options }, include: ['*'], ...settings };
      fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(config));
      fs.writeFileSync(path.join(folder, `Right.${extension}`), right);
      for (const [index, [from, to]] of wrong.entries()) {
        assert.ok(right.includes(from), from);
        fs.writeFileSync(path.join(folder, `Wrong${index}.${extension}`), right.replace(from, to));
      }
      const [file, ...args] = command();
      const { stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
        ...BOUNDED,
        cwd: folder,
        encoding: 'utf8',
      });
      output = `${stdout}${stderr}`;
    });

    after(() => fs.rmSync(folder, { recursive: true, force: true }));

    const errorsIn = (file) => output.split('\n').filter((line) => line.includes(file) && /error/i.test(line));

    it('accept correct code', () => {
      assert.match(output, wrong.length ? /error/i : /^/);
      assert.deepEqual(errorsIn('Right'), []);
      // The types themselves have no error.
      assert.deepEqual(errorsIn(example ? 'lending-elements' : 'dist/'), []);
    });

    for (const [index, [, to, message]] of wrong.entries()) {
      it(`reject ${to}`, () => {
        const errors = errorsIn(`Wrong${index}.`);
        assert.ok(errors.length > 0, output);
        assert.match(errors.join('\n'), message);
      });
    }
  });
}
