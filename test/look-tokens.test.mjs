// Spaces and sizes of text come from the tokens: a style sheet with any other length is not on the scale.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src', import.meta.url));
const FOLDERS = ['base', 'components'];

/** The lengths that are allowed outside the scale, with the reason for each. */
const EXCEPTIONS = {
  'base/look/styles.ts': {
    'padding-block: 0.1em': 'the letters of a tall font are higher than the lines of a heading',
    'padding-inline: calc(var(--_space-tight) - 1px)': 'the border of the button is a part of this space',
  },
  'base/look/form-styles.ts': {
    'margin-block-start: 2px': 'lines of one field belong together',
  },
  'base/look/choice-styles.ts': {
    'padding-block: 9px': 'the line of a choice is in the middle of 44 pixels',
    'margin: 1px 0': 'the box is as high as its line',
    'font-size: 17px': 'the tick has a size in its box',
    'margin: 2px 7px': 'the tick is in the middle of its box',
  },
  'base/lookups/lookup.styles.ts': {
    'padding-inline: 46px': 'the magnifier and the clear button are in this space',
    'margin-inline-start: 14px': 'the magnifier is in the middle of its space',
  },
  'components/documents/file-row.ts': {
    'font-size: 12px': 'the ending of a file name is a picture: the name says it too',
  },
  'components/review/review.styles.ts': {
    'padding-block: calc(var(--_space-row) - 1px)': 'the border of the button is a part of this space',
  },
  'components/onboarding/journey-end.ts': {
    'font-size: max(2.5rem, 40px)': 'the amount is the largest text of the end',
    'margin-block-start: 0.4em': 'the marks are drawn, in proportion to their text',
    'margin-inline-end: 0.9em': 'the marks are drawn, in proportion to their text',
    'margin-inline: 0.2em 1.1em': 'the marks are drawn, in proportion to their text',
  },
  'components/onboarding/introduction/introduction.ts': {
    'padding-inline-start: 1em': 'the bullets are drawn, in proportion to their text',
    'inset-block-start: 0.6em': 'the bullets are drawn, in proportion to their text',
    'inset-inline-start: -1em': 'the bullets are drawn, in proportion to their text',
  },
  'components/onboarding/onboarding.styles.ts': {
    'margin-block: var(--_space-field) 210px': 'the skeleton has the shape of a form',
    'margin-inline: 0.2em 0.5em': 'the tick is drawn, in proportion to its text',
    'margin-block-end: 0.2em': 'the tick is drawn, in proportion to its text',
  },
  'components/prequalification/lending-prequalification.ts': {
    'padding-inline-start: calc(var(--_space-inner) + 1em)': 'the currency sign is in this space',
    'padding-inline-start: calc(var(--_space-inner) + 2.5em)': 'the currency sign is in this space',
  },
};

const SHEET = /\bcss`([^`]*)`/g;
const SPACE = /(?<![\w-])((?:margin|padding|inset|gap|row-gap|column-gap|font-size)[\w-]*:\s*[^;{}]+);/g;
const RAW = /(?<![\w.#-])-?(?:\d*\.)?\d*[1-9]\d*(?:px|r?em|ch|ex|lh|pt|vw|vh|cq\w+)\b/;

/** The declarations of a file that have a length of their own. The tokens themselves are lengths. */
function rawLengths(text) {
  const sheets = [...text.matchAll(SHEET)].map(([, sheet]) => sheet.replace(/\/\*.*?\*\//gs, ''));
  const declarations = sheets.flatMap((sheet) => [...sheet.matchAll(SPACE)].map(([, one]) => one));
  return declarations.filter((one) => RAW.test(one));
}

const files = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(path.join(SOURCE, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file)),
);
const found = files.flatMap((file) =>
  rawLengths(fs.readFileSync(path.join(SOURCE, file), 'utf8')).map((declaration) => ({ file, declaration })),
);

describe('the style sheets of the components', () => {
  it('have spaces and sizes of text from the scale', () => {
    const others = found.filter(({ file, declaration }) => !EXCEPTIONS[file]?.[declaration]);
    assert.deepEqual(others, []);
  });

  it('have three weights of letters', () => {
    const weights = files.flatMap((file) =>
      [...fs.readFileSync(path.join(SOURCE, file), 'utf8').matchAll(/font-weight: (\d+);/g)].map(
        ([, weight]) => weight,
      ),
    );
    assert.deepEqual([...new Set(weights)].sort(), ['400', '600', '650']);
  });

  it('need each of the exceptions', () => {
    const named = Object.entries(EXCEPTIONS).flatMap(([file, declarations]) =>
      Object.keys(declarations).map((declaration) => ({ file, declaration })),
    );
    const isFound = (one) =>
      found.some(({ file, declaration }) => file === one.file && declaration === one.declaration);
    assert.deepEqual(
      named.filter((one) => !isFound(one)),
      [],
    );
  });
});
