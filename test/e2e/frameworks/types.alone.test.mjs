// The types for React, Preact, Solid, Vue and Svelte accept right code and reject wrong code. `npm run verify -- --frameworks` tests Svelte.
// The type checker is that of the framework, in the folder of its example, or this project's.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { after, before, describe, it } from 'node:test';
import { BOUNDED, ROOT } from '../../server/node/platform-process.mjs';
import { installPackage, moduleOf } from '../platforms/packages.mjs';

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
function testTypes(name, { example, extension, command, options, settings = {}, right, wrong }) {
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

const tsc = () => [path.join(ROOT, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'];

const react = {
  extension: 'tsx',
  command: tsc,
  options: { jsx: 'react-jsx' },
  right: `import { createAdapter, type ServerAdapter } from 'lending-elements/adapter';
import type { LendingWidgetElement } from 'lending-elements/lending-widget';
import { LendingOnboarding, LendingWidget } from 'lending-elements/react';
import { useRef, type ComponentProps } from 'react';

const adapter: ServerAdapter = createAdapter();
const more: ComponentProps<typeof LendingOnboarding> = { endpoint: undefined, className: 'a', hidden: false };
export function Page() {
  const widget = useRef<LendingWidgetElement>(null);
  return (
    <>
      <LendingOnboarding
        {...more}
        adapter={adapter}
        pageTitle
        onLendingStepChanged={(event) => event.step.toUpperCase()}
        onClick={(event) => event.currentTarget.endpoint}
      >
        <p slot="sign-in">Sign in</p>
      </LendingOnboarding>
      <LendingWidget ref={widget} timeoutMs={5000} onLendingError={({ error }) => void widget.current?.reload()} />
      <lending-widget endpoint="/api/lending" onlending-ready={(event) => event.type} />
    </>
  );
}
`,
  wrong: [
    ['timeoutMs={5000}', 'timeoutMs="soon"', /string.*number/],
    ['adapter={adapter}', 'adapter="/api/lending"', /string.*ServerAdapter/],
    ['pageTitle', 'pagetitle', /LendingOnboardingProps/],
    ['event.step.toUpperCase', 'event.page.toUpperCase', /page/],
    ['onLendingStepChanged', 'onLendingStepsChanged', /onLendingStepsChanged|implicitly/],
    ['useRef<LendingWidgetElement>', 'useRef<HTMLInputElement>', /HTMLInputElement|reload/],
    ['<lending-widget endpoint="/api/lending"', '<lending-widget endpoint={3}', /number.*string/],
  ],
};
testTypes('React 18', { ...react, example: 'react' });
testTypes('React 19', react);

testTypes('Vue', {
  example: 'vue',
  extension: 'vue',
  command: () => [moduleOf('frameworks/vue', 'vue-tsc/bin/vue-tsc.js'), '--noEmit', '--pretty', 'false'],
  // Vue's own types fail with it.
  options: { skipLibCheck: true },
  settings: { vueCompilerOptions: { strictTemplates: true } },
  right: `<script setup lang="ts">
import { createAdapter } from 'lending-elements/adapter';
import 'lending-elements/vue';
const adapter = createAdapter();
</script>

<template>
  <lending-onboarding
    class="a"
    :adapter="adapter"
    :pageTitle="true"
    @lending-step-changed="(event) => event.step.toUpperCase()"
  >
    <p slot="sign-in">Sign in</p>
  </lending-onboarding>
  <lending-widget :timeoutMs="5000" @lending-error="({ error }) => error.code" />
</template>
`,
  wrong: [
    [':timeoutMs="5000"', 'timeoutMs="soon"', /string.*number/],
    [':adapter="adapter"', 'adapter="/api/lending"', /string.*ServerAdapter/],
    [':pageTitle', ':pagetitle', /pagetitle/],
    ['event.step.toUpperCase', 'event.page.toUpperCase', /page/],
    ['@lending-step-changed', '@lending-steps-changed', /lending-?steps-?changed|implicitly/i],
    ['lending-widget', 'lending-widgets', /lending-widgets/],
  ],
});

/** Code with the tags themselves. `prop` and `on` begin the names of properties and events, and `reference` is an attribute. */
const tags = (name, { prop = '', on = 'on', reference, before = '', between = '', after = '' }) => `${before}
import { createAdapter } from 'lending-elements/adapter';
import type { LendingWidgetElement } from 'lending-elements/lending-widget';
import 'lending-elements/${name}';
const adapter = createAdapter();
let widget: LendingWidgetElement | undefined;
${between}
  <lending-onboarding
    class="a"
    ${prop}adapter={adapter}
    ${prop}pageTitle${prop && '={true}'}
    ${on}lending-step-changed={(event) => event.step.toUpperCase()}
  >
    <p slot="sign-in">Sign in</p>
  </lending-onboarding>
  <lending-widget ${prop}timeoutMs={5000} ${reference} />
${after}
`;
const JSX = { between: 'export const Page = () => (<>', after: '</>);' };
const WRONG = [
  ['timeoutMs={5000}', 'timeoutMs="soon"', /string.*number/],
  ['adapter={adapter}', 'adapter="/api/lending"', /string.*ServerAdapter/],
  ['pageTitle', 'pagetitle', /pagetitle/],
  ['event.step.toUpperCase', 'event.page.toUpperCase', /page/],
  ['lending-step-changed', 'lending-steps-changed', /lending-steps-changed|implicitly/],
  ['<lending-widget', '<lending-widgets', /lending-widgets/],
];

testTypes('Preact', {
  extension: 'tsx',
  command: tsc,
  options: { jsx: 'react-jsx', jsxImportSource: 'preact', skipLibCheck: true },
  right: tags('preact', { ...JSX, reference: 'ref={(element) => void (widget = element ?? undefined)}' }),
  wrong: WRONG,
});

testTypes('Solid', {
  extension: 'tsx',
  command: tsc,
  options: { jsx: 'preserve', jsxImportSource: 'solid-js', skipLibCheck: true },
  right: tags('solid', { ...JSX, prop: 'prop:', on: 'on:', reference: 'ref={(element) => (widget = element)}' }),
  wrong: [...WRONG.filter(([from]) => from !== 'pageTitle'), ['prop:pageTitle', 'pageTitle', /pageTitle/]],
});

if (process.env.FRAMEWORKS === 'all')
  testTypes('Svelte', {
    example: 'svelte',
    extension: 'svelte',
    command: () => [
      path.join(moduleOf('frameworks/svelte', 'svelte-check/package.json'), '../bin/svelte-check'),
      '--output',
      'machine',
      '--tsconfig',
      './tsconfig.json',
    ],
    options: { skipLibCheck: true, verbatimModuleSyntax: true },
    right: tags('svelte', {
      before: '<script lang="ts">',
      between: '</script>',
      reference: 'bind:this={widget}',
    }),
    // Svelte accepts every tag.
    wrong: WRONG.slice(0, -1),
  });
