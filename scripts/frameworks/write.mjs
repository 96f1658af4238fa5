// Writes the React components and the types of the tags for each framework, from the custom-elements manifest.
import fs from 'node:fs';
import path from 'node:path';

const FRAMEWORKS = 'scripts/frameworks/types';

const { modules } = JSON.parse(fs.readFileSync('dist/custom-elements.json', 'utf8'));
/** Each element with its properties and events. */
const elements = modules.flatMap(({ declarations, path }) =>
  declarations.filter(({ tagName }) => tagName).map((declaration) => describe(declaration, path)),
);

fs.writeFileSync('dist/react.js', reactComponents());
fs.writeFileSync('dist/react.d.ts', reactTypes());
fs.writeFileSync('dist/tags.d.ts', tagTypes());
for (const file of fs.readdirSync(FRAMEWORKS)) {
  fs.copyFileSync(path.join(FRAMEWORKS, file), path.join('dist', file));
  // A bundler finds a module for the types, with no code.
  fs.writeFileSync(path.join('dist', file.replace('.d.ts', '.js')), 'export {};\n');
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
function namesOf({ fields }) {
  return fields.map(({ name }) => `'${name}'`).join(' | ');
}

/** The imports of the types of the elements and events. */
function typeImports() {
  const events = [...new Set(elements.flatMap((element) => element.events.map(({ type }) => type)))].sort();
  return [
    `import type { ${events.join(', ')} } from './base/events.js';`,
    ...elements.map(({ name, path }) => `import type { ${name} } from '${path}';`),
  ].join('\n');
}

/** The description of each component. `'use client'` is for Next, which renders the module on the server too. */
function reactComponents() {
  const components = elements.map(({ component, tag, fields, events }) => {
    const properties = Object.fromEntries(fields.map(({ name, attribute }) => [name, attribute ?? '']));
    const handlers = Object.fromEntries(events.map(({ handler, name }) => [handler, name]));
    return `export const ${component} = /* @__PURE__ */ component({
  tag: '${tag}',
  load: () => import('./define/${tag}.js'),
  properties: ${JSON.stringify(properties)},
  events: ${JSON.stringify(handlers)},
});
`;
  });
  return `'use client';\nimport { component } from './react/component.js';\n\n${components.join('\n')}`;
}

function reactTypes() {
  return `import type { DetailedHTMLProps, ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
${typeImports()}

type Properties<Own, Names extends keyof Own> = { [Name in Names]?: Own[Name] | undefined };
interface Shared<Own> extends HTMLAttributes<Own> {
  /** The browser skips the element: it cannot be focused, found or clicked. */
  inert?: boolean | undefined;
}

${elements.map(componentTypes).join('\n')}
// Otherwise a file of types exports all its names.
export {};
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${elements.map(reactTag).join('\n')}
    }
  }
}
`;
}

function componentTypes(element) {
  const { component, name, tag, events } = element;
  const handlers = events.map(
    ({ handler, type, description }) =>
      `  /** ${description} */\n  ${handler}?: ((event: ${type}) => void) | undefined;`,
  );
  return `/** The properties and handlers of \`<${component}>\`. */
interface ${component}Props extends Omit<Shared<${name}>, ${namesOf(element)}>, Properties<${name}, ${namesOf(element)}> {
${handlers.join('\n')}
}
/** The React component of \`<${tag}>\`. It loads the element, and needs no other import. */
export declare const ${component}: ForwardRefExoticComponent<${component}Props & RefAttributes<${name}>>;
`;
}

/** The bare tag, whose handlers have the names of its events. */
function reactTag({ name, tag, fields, events }) {
  const handlers = events.map((event) => `'on${event.name}'?: (event: ${event.type}) => void`);
  return `      '${tag}': DetailedHTMLProps<HTMLAttributes<${name}>, ${name}> & Partial<Pick<${name}, ${namesOf({ fields })}>> & { ${handlers.join('; ')} };`;
}

function tagTypes() {
  const tags = elements.map((element) => {
    const events = element.events.map(
      ({ name, type, description }) => `    /** ${description} */\n    '${name}': ${type};`,
    );
    return `  '${element.tag}': Tag<${element.name}, ${namesOf(element)}, {\n${events.join('\n')}\n  }>;`;
  });
  return `${typeImports()}

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
`;
}
