// Writes the JSX types for React from the custom-elements manifest.
import fs from 'node:fs';

const manifest = JSON.parse(fs.readFileSync('dist/custom-elements.json', 'utf8'));
const declarations = manifest.modules.flatMap(({ declarations, path }) =>
  declarations.filter(({ tagName }) => tagName).map((declaration) => ({ ...declaration, path })),
);

const imports = declarations.map(
  ({ name, path }) => `import type { ${name} } from '${path.replace(/^dist\//, './')}';`,
);
const events = [...new Set(declarations.flatMap((d) => (d.events ?? []).map(({ type }) => type.text)))].sort();
const elements = declarations.map(({ name, tagName, members, events: own = [] }) => {
  const fields = members
    .filter(({ kind, readonly }) => kind === 'field' && !readonly)
    .map((field) => `'${field.name}'`);
  const handlers = own.map((event) => `'on${event.name}'?: (event: ${event.type.text}) => void`);
  return `      '${tagName}': DetailedHTMLProps<HTMLAttributes<${name}>, ${name}> & Partial<Pick<${name}, ${fields.join(' | ')}>> & { ${handlers.join('; ')} };`;
});

fs.writeFileSync(
  'dist/react.d.ts',
  `import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { ${events.join(', ')} } from './base/events.js';
${imports.join('\n')}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${elements.join('\n')}
    }
  }
}
`,
);
fs.writeFileSync('dist/react.js', 'export {};\n');
