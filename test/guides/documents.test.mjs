// The guides in docs/ and the documents of the project: their links, and the sections about error codes.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { eventSection } from '../../scripts/reference/elements.mjs';
import { checkExports, functionSection } from '../../scripts/reference/exports.mjs';
import { ROOT } from '../support/dist.mjs';

const read = (file) => fs.readFileSync(path.join(ROOT, file), 'utf8');
const markdownIn = (folder) => fs.readdirSync(path.join(ROOT, folder)).filter((file) => file.endsWith('.md'));
const documents = [...markdownIn('.'), ...markdownIn('docs').map((file) => `docs/${file}`)];

const withoutCode = (text) => text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, '');
const slug = (heading) =>
  heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** The ids of the headings of a document. */
const idsOf = (text) =>
  [...text.replace(/^```[^]*?^```$/gm, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slug(heading));

/** The targets of the links and pictures of a document, outside of code. */
const linksOf = (text) => [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);

/** The links of a document to files or headings that do not exist. Ids of headings are as GitHub makes them. */
function brokenLinks(file, text) {
  return linksOf(text).filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [place, id] = target.split('#');
    const full = path.join(ROOT, place ? path.join(path.dirname(file), place) : file);
    if (place && !fs.existsSync(full)) return true;
    return Boolean(id) && !idsOf(place ? fs.readFileSync(full, 'utf8') : text).includes(id);
  });
}

/** The files and folders of this repository that a document names in its code. A path with a placeholder is none. */
const pathsOf = (text) =>
  [...text.matchAll(/`((?:\.ci|\.github|\.storybook|[a-z]+)\/[\w./@-]*)`/g)]
    .map(([, named]) => named)
    .filter((named) => fs.existsSync(path.join(ROOT, named.split('/')[0])));

/** The first lines of the blocks that no test can run: without a mark, and not in a shell. */
function unmarkedCode(text) {
  const ours = text
    .replace(/<!-- ([\w-]+) -->[^]*?<!-- \/\1 -->/g, '')
    .replace(/<!-- file: \S+ -->\s+```[^]*?```/g, '');
  return [...ours.matchAll(/^ *```(\w*)\n([^]*?)```/gm)]
    .filter(([, language]) => language !== 'sh')
    .map(([, , code]) => code.split('\n')[0]);
}

/** The commands of a document that run `lending-elements`, each as a list of words. */
const commandsOf = (text) =>
  [...text.matchAll(/npx (lending-elements [^`\n#>]*)/g)].map(([, command]) => command.trim().split(/\s+/).slice(1));

describe('the documents', () => {
  for (const file of documents) {
    it(`link to files and headings that exist: ${file}`, () => {
      assert.deepEqual(brokenLinks(file, read(file)), []);
    });
  }
});

describe('the documents of the repository', () => {
  /** Files that a command writes, and files of the partner. */
  const MADE = /^(dist|artifacts|node_modules|api\/lending)(\/|$)/;
  const missingIn = (text) =>
    pathsOf(text).filter((named) => !MADE.test(named) && !fs.existsSync(path.join(ROOT, named)));

  for (const file of documents)
    it(`name only files and folders that exist: ${file}`, () => assert.deepEqual(missingIn(read(file)), []));

  it('are searched for paths', () => {
    assert.deepEqual(missingIn('`src/openapi/descriptions.ts`, `src/openapi/`, `.ci/run`, `src/x/<name>.ts`'), [
      'src/openapi/descriptions.ts',
    ]);
  });
});

describe('the code of the guides', () => {
  const help = read('src/cli/help.ts').match(/const HELP = `([^]*?)`;/)[1];

  for (const file of documents.filter((one) => one.startsWith('docs/'))) {
    it(`runs in a test, or comes from a file that a test runs: ${file}`, () => {
      assert.deepEqual(unmarkedCode(read(file)), []);
    });
  }

  for (const file of documents) {
    it(`has only commands and options that exist: ${file}`, () => {
      for (const words of commandsOf(read(file))) {
        const name = words.slice(0, ['applications', 'consents', 'database'].includes(words[0]) ? 2 : 1).join(' ');
        assert.ok(help.includes(`lending-elements ${name} `), name);
        for (const option of words.filter((word) => word.startsWith('--'))) assert.ok(help.includes(option), option);
      }
    });
  }

  it('is detected if no mark names its test', () => {
    assert.deepEqual(unmarkedCode('<!-- file: a.js -->\n\n```js\na();\n```\n\n```js\nb();\n```\n'), ['b();']);
    assert.deepEqual(unmarkedCode('<!-- a -->\n\n```js\na();\n```\n\n<!-- /a -->\n```sh\nls\n```\n'), []);
  });
});

describe('the guides', () => {
  const guides = markdownIn('docs');

  it('are in the list that orders Storybook’s pages, by their headings', () => {
    for (const guide of guides) {
      const [, title] = /^# (.+)/.exec(read(`docs/${guide}`));
      assert.ok(read('.storybook/preview.ts').includes(`'${title}'`), `${title} has a place in the order of the pages`);
    }
  });

  it('are in the table of the README', () => {
    const listed = linksOf(read('README.md').split('## Guides')[1]);
    assert.deepEqual(
      guides.filter((guide) => !listed.includes(`docs/${guide}`)),
      [],
    );
  });
});

describe('the guide to troubleshooting', () => {
  const guide = read('docs/troubleshooting.md');
  const statuses = Object.fromEntries(
    [...read('src/server/reply.ts').matchAll(/^  '([\w-]+)': (\d{3}),$/gm)].map(([, code, status]) => [code, status]),
  );
  const codes = [
    ...read('src/errors.ts')
      .split('type LendingErrorCode =')[1]
      .matchAll(/^  \/\*\*([^]*?)\*\/\n  \| '([\w-]+)'/gm),
  ];
  const answered = /^(handler|upstream|outcome|config)/;
  const concerns = /^- \*\*Concerns:\*\* (the applicant|front end|back end|operations|the lending service|, )+$/m;

  for (const [, comment, code] of codes) {
    it(`explains ${code}, what to do, and the status of the handler's response`, () => {
      const meaning = comment
        .replace(/^\s*\*?/gm, ' ')
        .replace(/\s+/g, ' ')
        .trim();
      const [, section] = guide.split(`### \`${code}\`\n`);
      const [first, list] = section.trim().split('\n\n');
      assert.equal(first, meaning);
      assert.match(list, /^- \*\*What to do:\*\* [A-Z`]/m);
      assert.match(list, concerns);
      const [, status] = /^- \*\*Status of the handler's response:\*\* (\d+)$/m.exec(list) ?? [];
      assert.equal(status, answered.test(code) ? (statuses[code] ?? '502') : undefined);
    });
  }

  it('has a section for each code, and for no other one', () => {
    const sections = [...guide.matchAll(/^### `([\w-]+)`$/gm)].map(([, code]) => code);
    assert.deepEqual(
      sections,
      codes.map(([, , code]) => code),
    );
  });
});

describe('`npm run docs`', () => {
  const made = { text: 'function make(): void;', doc: 'Makes one.' };
  const entry = (exported) => [{ entry: 'lending-elements/a', exported: new Map(Object.entries(exported)) }];

  it('fails for an exported value that neither a guide nor an example names', () => {
    assert.throws(
      () => checkExports(entry({ make: made }), ['`mak()` and `remake()`']),
      /names make of lending-elements\/a/,
    );
    checkExports(entry({ make: made, LendingMadeEvent: { text: 'class LendingMadeEvent' } }), [
      '`make()`, `lending-made`',
    ]);
    checkExports(entry({ Made: { text: 'interface Made {}' } }), []);
  });

  it('fails for a function without a signature or without a doc comment', () => {
    assert.throws(() => functionSection(entry({ make: undefined })), /make of lending-elements\/a has no signature/);
    assert.throws(() => functionSection(entry({ make: { ...made, doc: '' } })), /has no doc comment/);
    assert.match(functionSection(entry({ make: made })).join(), /- `make\(\): void`: Makes one\./);
  });

  it('fails for an event without a class, and for one without fields that does not say so', () => {
    const elements = [{ tagName: 'lending-a', events: [{ name: 'lending-made', type: { text: 'LendingMadeEvent' } }] }];
    const event = { type: 'LendingMadeEvent', name: 'lending-made', fields: [], doc: 'Made.', bubbles: true };
    assert.throws(() => eventSection(elements, []), /lending-made has no class LendingMadeEvent/);
    assert.throws(() => eventSection(elements, [event]), /has no fields/);
    assert.match(eventSection(elements, [{ ...event, fields: ['step: StepName'] }]).join(), /`step: StepName`/);
  });
});

describe('the test of the links', () => {
  const broken = (text) => brokenLinks('docs/elements.md', text).length;

  for (const [text, count] of [
    ['[a](backend.md) [b](../README.md) [c](https://example.com/x) [d](#heading)\n\n## Heading', 0],
    ['[a](no-such-guide.md)', 1],
    ['[a](backend.md#no-such-heading)', 1],
    ['[a](#no-such-heading)', 1],
    ['![a](no-such-picture.png)', 1],
    ['`[a](in-code.md)`', 0],
    ['```md\n[a](in-code.md)\n```', 0],
  ]) {
    it(`reports ${count} broken links in ${JSON.stringify(text)}`, () => assert.equal(broken(text), count));
  }
});
