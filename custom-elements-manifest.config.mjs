import fs from 'node:fs';
import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration';
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration';

/** The defaults of the tokens, which a style sheet has. */
const TOKENS = Object.fromEntries(
  [...fs.readFileSync('src/base/styles.ts', 'utf8').matchAll(/: var\((--lending-[\w-]+), (.*)\);/g)].map(
    ([, name, value]) => [name, value],
  ),
);

const published = (path) => path?.replace(/^\/?src\//, 'dist/').replace(/\.ts$/, '.js');

/** Leaves what a partner can use: public members, under the paths that are published. */
const publicApi = () => ({
  name: 'public-api',
  packageLinkPhase({ customElementsManifest: manifest }) {
    for (const module of manifest.modules) {
      module.path = published(module.path);
      for (const { declaration } of module.exports ?? []) {
        if (declaration?.module) declaration.module = published(declaration.module);
      }
      for (const declaration of module.declarations ?? []) keepPublic(declaration);
    }
    manifest.modules = manifest.modules.filter(({ declarations }) => declarations?.some(({ tagName }) => tagName));
  },
});

function keepPublic(declaration) {
  const isPublic = ({ privacy, static: isStatic, name, attribute }) =>
    (!privacy || privacy === 'public') && !isStatic && (attribute || !HIDDEN.includes(name));
  if (declaration.members) declaration.members = declaration.members.filter(isPublic);
  // The analyzer takes the arguments of event constructors for names.
  if (declaration.events) declaration.events = declaration.events.filter(({ name }) => name?.startsWith('lending-'));
  if (declaration.superclass?.module) declaration.superclass.module = published(declaration.superclass.module);
  for (const list of [declaration.members, declaration.attributes, declaration.events]) {
    for (const item of list ?? []) {
      if (item.inheritedFrom?.module) item.inheritedFrom.module = published(item.inheritedFrom.module);
    }
  }
}

/** Gives the tokens their defaults. Each token is described, and each that is described is read. */
const tokens = () => ({
  name: 'tokens',
  packageLinkPhase({ customElementsManifest: manifest }) {
    for (const { tagName, cssProperties = [] } of manifest.modules.flatMap(({ declarations = [] }) => declarations)) {
      if (!tagName) continue;
      for (const property of cssProperties) property.default = TOKENS[property.name];
      const described = cssProperties.map(({ name }) => name).sort();
      if (described.join() !== Object.keys(TOKENS).sort().join())
        throw new Error(`<${tagName}>: the tokens of src/base/styles.ts and @cssprop of src/base/element.ts differ.`);
    }
  },
});

/** Public to the templates of this library, not to partners. */
const HIDDEN = ['text', 'problems', 'fixed', 'step'];

export default {
  globs: ['src/components/*.ts', 'src/base/*.ts'],
  outdir: 'dist',
  litelement: true,
  packagejson: false,
  plugins: [
    publicApi(),
    tokens(),
    customElementVsCodePlugin({
      outdir: 'dist',
      htmlFileName: 'html-custom-data.json',
      cssFileName: 'css-custom-data.json',
    }),
    customElementJetBrainsPlugin({ outdir: 'dist', packageJson: false }),
  ],
};
