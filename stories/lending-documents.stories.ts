import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html, type TemplateResult } from 'lit';
import { takeFiles, type ChosenFile, type KeptFile } from '../src/base/chosen-files.js';
import { defaultSettings } from '../src/schema/settings.js';
import { sampleFile } from '../test/fixtures/wire.js';
import type { StackOptions } from '../test/support/stack.js';
import { afterwards, answering, broken, silent, startedAdapter, submit } from './samples.js';

const meta: Meta = { title: 'Steps/lending-documents', component: 'lending-documents' };
export default meta;

export const Empty: StoryObj = {
  render: () => html`<lending-documents .adapter=${startedAdapter()}></lending-documents>`,
};

const chosen = (name: string, index: number): ChosenFile => ({
  file: sampleFile(name),
  path: `file.${index}`,
  state: 'chosen',
});
const NAMES = [
  'statement-june.pdf',
  'statement-july.pdf',
  'statement of the business account at Sample Bank, 2026.pdf',
];

const sending = (options?: StackOptions): TemplateResult =>
  html`<lending-documents .adapter=${startedAdapter(options)} .files=${NAMES.map(chosen)}></lending-documents>`;

export const Filled: StoryObj = { render: () => sending() };

export const Errors: StoryObj = { ...Empty, play: submit };

/** Files that cannot be sent. */
export const FileErrors: StoryObj = {
  render: () => {
    const files = [sampleFile('statement.pdf', ''), sampleFile('accounts.pages'), sampleFile('scan.png')];
    return html`<lending-documents
      .adapter=${startedAdapter()}
      .files=${files.map((file, index): ChosenFile => ({ file, path: `file.${index}`, state: 'chosen' }))}
    ></lending-documents>`;
  },
  play: submit,
};

export const Pending: StoryObj = { render: () => sending({ service: afterwards(silent) }), play: submit };

export const Failed: StoryObj = { render: () => sending({ service: afterwards(broken) }), play: submit };

/** The lender accepts none of them. */
export const Refused: StoryObj = { render: () => sending({ service: afterwards(answering(413)) }), play: submit };

export const Done: StoryObj = { render: () => sending(), play: submit };

/** After a reload: what was sent is listed, and what was not is to be chosen again. */
export const Reloaded: StoryObj = {
  render: () => {
    const kept = (name: string, state: KeptFile['state']): KeptFile => ({
      name,
      size: 240_000,
      lastModified: 1,
      state,
    });
    const files = [kept(NAMES[0]!, 'sent'), kept(NAMES[1]!, 'lost'), kept(NAMES[2]!, 'lost')];
    return html`<lending-documents .adapter=${startedAdapter()} .files=${takeFiles(files)}></lending-documents>`;
  },
};

/** The same, where the applicant goes on before they are chosen again. */
export const ReloadedErrors: StoryObj = { ...Reloaded, play: submit };

/** With more than one kind of document in the settings, the kind is asked. */
export const WithKinds: StoryObj = {
  render: () =>
    html`<lending-documents
      .adapter=${startedAdapter()}
      .settings=${{
        ...defaultSettings,
        document_types: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Annual accounts' }],
      }}
    ></lending-documents>`,
};
