// Writes the types of the tags, and copies the types of the frameworks, which are made from them.
import fs from 'node:fs';
import path from 'node:path';
import { namesOf, readElements, typeImports } from './elements.mjs';

const FRAMEWORKS = 'scripts/frameworks/types';
const elements = readElements();

const tags = elements.map((element) => {
  const events = element.events.map(
    ({ name, type, description }) => `    /** ${description} */\n    '${name}': ${type};`,
  );
  return `  '${element.tag}': Tag<${element.name}, ${namesOf(element)}, {\n${events.join('\n')}\n  }>;`;
});

fs.writeFileSync(
  'dist/tags.d.ts',
  `${typeImports(elements)}

interface Tag<Own extends HTMLElement, Names extends keyof Own, Events> {
  element: Own;
  /** The properties that a page can set. */
  properties: { [Name in Names]?: Own[Name] | undefined };
  /** The events by their names. */
  events: Events;
}

/** Every tag, with its properties and events. */
export interface LendingTags {
${tags.join('\n')}
}
`,
);

for (const file of fs.readdirSync(FRAMEWORKS)) {
  fs.copyFileSync(path.join(FRAMEWORKS, file), path.join('dist', file));
  // A bundler finds a module for the types, with no code.
  fs.writeFileSync(path.join('dist', file.replace('.d.ts', '.js')), 'export {};\n');
}
