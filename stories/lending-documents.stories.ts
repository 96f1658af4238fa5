import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { html, type TemplateResult } from 'lit';
import { restoreFiles, type ChosenFile, type KeptFile } from '../src/base/chosen-files.js';
import { defaultSettings } from '../src/schema/default-settings.js';
import { sampleFile } from './support/samples.mjs';
import type { StackOptions } from './support/stack.js';
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

/** A photo has a small picture. */
export const Photo: StoryObj = {
  render: (_, { loaded }) =>
    html`<lending-documents .adapter=${startedAdapter()} .files=${[loaded['photo']]}></lending-documents>`,
  loaders: [
    async () => {
      const canvas = new OffscreenCanvas(600, 800);
      const context = canvas.getContext('2d')!;
      const lines: [colour: string, y: number][] = [
        ['#fff', 0],
        ['#0b4f5c', 80],
        ['#fff', 160],
        ['#ccc', 400],
      ];
      for (const [colour, y] of lines) {
        context.fillStyle = colour;
        context.fillRect(0, y, 600, 800);
      }
      const file = new File([await canvas.convertToBlob()], 'statement.png', { type: 'image/png' });
      return { photo: { ...chosen('statement.png', 0), file } };
    },
  ],
};

/** Files that the step rejects. */
export const Errors: StoryObj = {
  render: () => {
    const files = [sampleFile('statement.pdf', ''), sampleFile('accounts.pages', 'x'), sampleFile('scan.png', 'x')];
    return html`<lending-documents
      .adapter=${startedAdapter()}
      .files=${files.map((file, index): ChosenFile => ({ file, path: `file.${index}`, state: 'chosen' }))}
    ></lending-documents>`;
  },
  play: submit,
};

export const Pending: StoryObj = { render: () => sending({ service: afterwards(silent) }), play: submit };

export const Failed: StoryObj = { render: () => sending({ service: afterwards(broken) }), play: submit };

/** The lender accepts none of the files. */
export const Rejected: StoryObj = { render: () => sending({ service: afterwards(answering(413)) }), play: submit };

export const Done: StoryObj = { render: () => sending(), play: submit };

/** The partner's platform has statements, which the applicant can attach. */
export const Offered: StoryObj = {
  render: () => {
    const documents = ['January', 'February', 'March'].map((month) => ({
      id: month,
      name: `${month}.pdf`,
      label: 'January to March 2026',
      type: 'bank-statement',
      sizeBytes: 240_000,
      read: () => sampleFile(),
    }));
    const handler = { documents: () => documents, settings: { partner: { name: 'Sample Books' } } };
    return html`<lending-documents .adapter=${startedAdapter({ handler })}></lending-documents>`;
  },
};

/** After a reload the step lists the files that were sent. The applicant chooses the other files again. */
export const Reloaded: StoryObj = {
  render: () => {
    const kept = (name: string, state: KeptFile['state']): KeptFile => ({
      name,
      size: 240_000,
      lastModified: 1,
      state,
    });
    const files = [kept(NAMES[0]!, 'sent'), kept(NAMES[1]!, 'lost'), kept(NAMES[2]!, 'lost')];
    return html`<lending-documents .adapter=${startedAdapter()} .files=${restoreFiles(files)}></lending-documents>`;
  },
};

/** After a reload the applicant continues without choosing the missing files again. */
export const ReloadedErrors: StoryObj = { ...Reloaded, play: submit };

/** If the settings have more than one type of document, the step asks for the type. */
export const WithKinds: StoryObj = {
  render: () =>
    html`<lending-documents
      .adapter=${startedAdapter()}
      .settings=${{
        ...defaultSettings,
        documentTypes: [{ value: 'bank-statement' }, { value: 'accounts', label: 'Annual accounts' }],
      }}
    ></lending-documents>`,
};
