// The types for Preact, Solid and Svelte accept right code and refuse wrong code.
import path from 'node:path';
import { testTypes } from './type-check.mjs';

const tsc = (folder) => [path.join(folder, 'node_modules/typescript/bin/tsc'), '--pretty', 'false'];
const imports = (name) => `import { createAdapter } from 'lending-elements/adapter';
import type { LendingWidgetElement } from 'lending-elements/lending-widget';
import 'lending-elements/${name}';
const adapter = createAdapter();
let widget: LendingWidgetElement | undefined;
`;
const WRONG = [
  ['timeout={5000}', 'timeout="soon"', /string.*number/],
  ['adapter={adapter}', 'adapter="/api/lending"', /string.*ServerAdapter/],
  ['pageTitle', 'pagetitle', /pagetitle/],
  ['event.step.toUpperCase', 'event.page.toUpperCase', /page/],
  ['lending-step-changed', 'lending-steps-changed', /lending-steps-changed|implicitly/],
  ['<lending-widget', '<lending-widgets', /lending-widgets/],
];

export function testOtherTypes() {
  testTypes('Preact', {
    example: 'preact',
    extension: 'tsx',
    command: tsc,
    options: { jsx: 'react-jsx', jsxImportSource: 'preact', skipLibCheck: true },
    right: `${imports('preact')}
export const Page = () => (
  <>
    <lending-onboarding
      class="a"
      adapter={adapter}
      pageTitle
      onlending-step-changed={(event) => event.step.toUpperCase()}
    >
      <p slot="sign-in">Sign in</p>
    </lending-onboarding>
    <lending-widget timeout={5000} ref={(element) => void (widget = element ?? undefined)} />
  </>
);
`,
    wrong: WRONG,
  });

  testTypes('Solid', {
    example: 'solid',
    extension: 'tsx',
    command: tsc,
    options: { jsx: 'preserve', jsxImportSource: 'solid-js', skipLibCheck: true },
    right: `${imports('solid')}
export const Page = () => (
  <>
    <lending-onboarding
      class="a"
      prop:adapter={adapter}
      prop:pageTitle={true}
      on:lending-step-changed={(event) => event.step.toUpperCase()}
    >
      <p slot="sign-in">Sign in</p>
    </lending-onboarding>
    <lending-widget timeout={5000} ref={(element) => (widget = element)} />
  </>
);
`,
    wrong: [...WRONG.filter(([from]) => from !== 'pageTitle'), ['prop:pageTitle', 'pageTitle', /pageTitle/]],
  });

  testTypes('Svelte', {
    example: 'svelte',
    extension: 'svelte',
    command: (folder) => [
      path.join(folder, 'node_modules/svelte-check/bin/svelte-check'),
      '--output',
      'machine',
      '--tsconfig',
      './tsconfig.json',
    ],
    options: { skipLibCheck: true, verbatimModuleSyntax: true },
    right: `<script lang="ts">
${imports('svelte')}
</script>

<lending-onboarding
  class="a"
  adapter={adapter}
  pageTitle
  onlending-step-changed={(event) => event.step.toUpperCase()}
>
  <p slot="sign-in">Sign in</p>
</lending-onboarding>
<lending-widget timeout={5000} bind:this={widget}></lending-widget>
`,
    // Svelte accepts every tag.
    wrong: WRONG.slice(0, -1),
  });
}
