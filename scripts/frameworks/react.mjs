// Writes the React components and the JSX types for React.
import fs from 'node:fs';
import { namesOf, readElements, typeImports } from './elements.mjs';

const elements = readElements();

fs.writeFileSync('dist/react.js', code());
fs.writeFileSync('dist/react.d.ts', types());

/** The description of each component. `'use client'` is for Next, which renders the module on the server too. */
function code() {
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

function types() {
  return `import type { DetailedHTMLProps, ForwardRefExoticComponent, HTMLAttributes, RefAttributes } from 'react';
${typeImports(elements)}

type Properties<Own, Names extends keyof Own> = { [Name in Names]?: Own[Name] | undefined };
interface Shared<Own> extends HTMLAttributes<Own> {
  /** The browser skips the element: it cannot be focused, found or clicked. */
  inert?: boolean | undefined;
}

${elements.map(componentTypes).join('\n')}
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${elements.map(tagTypes).join('\n')}
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
export interface ${component}Props extends Omit<Shared<${name}>, ${namesOf(element)}>, Properties<${name}, ${namesOf(element)}> {
${handlers.join('\n')}
}
/** The React component of \`<${tag}>\`. It loads the element, and needs no other import. */
export declare const ${component}: ForwardRefExoticComponent<${component}Props & RefAttributes<${name}>>;
`;
}

/** The bare tag, whose handlers have the names of its events. */
function tagTypes({ name, tag, fields, events }) {
  const handlers = events.map((event) => `'on${event.name}'?: (event: ${event.type}) => void`);
  return `      '${tag}': DetailedHTMLProps<HTMLAttributes<${name}>, ${name}> & Partial<Pick<${name}, ${namesOf({ fields })}>> & { ${handlers.join('; ')} };`;
}
