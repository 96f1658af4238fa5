/// <reference types="vite/types/importMeta.d.ts" />
import { sanitize } from 'storybook/internal/csf';

/** The documents of the project by their paths. Storybook shows each as a page. */
const documents = Object.fromEntries(
  Object.entries(
    import.meta.glob<string>(['../../docs/*.md', '../../{README,CHANGELOG,CONTRIBUTING,SECURITY,ACCESSIBILITY}.md'], {
      query: '?raw',
      import: 'default',
      eager: true,
    }),
  ).map(([file, text]) => [file.replace(/^(\.\.\/)+/, ''), text]),
);

/** The first page has the beginning of the README, and its table of the guides. */
const FRONT = 'README.md';

function pageId(file: string): string | undefined {
  if (file === FRONT) return 'start-here--docs';
  const [, title] = /^# (.+)/.exec(documents[file] ?? '') ?? [];
  return title && `${sanitize(`${file.startsWith('docs/') ? 'guides' : 'project'}/${title}`)}--docs`;
}

/** Returns a link of a document as a link inside Storybook; an example as a file; another file as text. */
function inStorybook(from: string, label: string, target: string): string {
  if (/^([a-z]+:|#)/.test(target)) return `[${label}](${target})`;
  const { pathname, hash } = new URL(target, `file:///${from}`);
  const file = decodeURI(pathname).slice(1);
  const id = pageId(file);
  // The first page has only the beginning of the README.
  if (id) return `[${label}](?path=/docs/${id}${file === FRONT ? '' : hash})`;
  if (/^examples\/.*\.\w+$/.test(file)) return `<a href="./${encodeURI(file)}.txt" target="_blank">${label}</a>`;
  return label;
}

/** The text of a document, with links that work in Storybook. */
export function page(file: string): string {
  const text = documents[file];
  if (text === undefined) throw new Error(`${file} is not a document of Storybook.`);
  return text
    .split(/(^```[^]*?^```$)/m)
    .map((part) =>
      part.startsWith('```')
        ? part
        : part.replace(/(?<!!)\[([^\]]*)\]\(([^)\s]+)\)/g, (_, label: string, target: string) =>
            inStorybook(file, label, target),
          ),
    )
    .join('');
}

/** The beginning of the README: the name of the project, and its purpose. */
export const introduction = (): string => page(FRONT).split(/^## /m)[0]!;

/** The table of the guides, at the end of the README. */
export const guideList = (): string =>
  page(FRONT)
    .split('## Guides')[1]!
    .split(/^\[SECURITY/m)[0]!;
