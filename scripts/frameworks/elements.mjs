// The elements of the custom-elements manifest, for the components and types of the frameworks.
import fs from 'node:fs';

/** Returns each element with its properties and events. */
export function readElements() {
  const { modules } = JSON.parse(fs.readFileSync('dist/custom-elements.json', 'utf8'));
  return modules.flatMap(({ declarations, path }) =>
    declarations.filter(({ tagName }) => tagName).map((declaration) => describe(declaration, path)),
  );
}

function describe({ name, tagName, members, events = [] }, path) {
  return {
    name,
    tag: tagName,
    component: name.replace(/Element$/, ''),
    path: path.replace(/^dist\//, './'),
    fields: members.filter(({ kind, readonly }) => kind === 'field' && !readonly),
    events: events.map((event) => ({
      name: event.name,
      type: event.type.text,
      description: event.description,
      handler: event.name.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase()).replace(/^/, 'on'),
    })),
  };
}

/** The names of the properties, as a union type. */
export const namesOf = ({ fields }) => fields.map(({ name }) => `'${name}'`).join(' | ');

/** The imports of the types of the elements and events. */
export function typeImports(elements) {
  const events = [...new Set(elements.flatMap((element) => element.events.map(({ type }) => type)))].sort();
  return [
    `import type { ${events.join(', ')} } from './base/events.js';`,
    ...elements.map(({ name, path }) => `import type { ${name} } from '${path}';`),
  ].join('\n');
}
