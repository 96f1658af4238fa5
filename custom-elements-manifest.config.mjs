import fs from 'node:fs';
import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration';
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration';

/** The defaults of the tokens, from the style sheet. */
const TOKENS = Object.fromEntries(
  [...fs.readFileSync('src/base/look/styles.ts', 'utf8').matchAll(/: var\((--lending-[\w-]+), (.*)\);/g)].map(
    ([, name, value]) => [name, value],
  ),
);

/** The tokens that the style sheet derives from others, if the page does not set them. */
const DERIVED = fs.readFileSync('src/base/look/colours/derived.ts', 'utf8').match(/--lending-color-[\w-]+(?=,)/g);

const published = (path) => path?.replace(/^\/?src\//, 'dist/').replace(/\.ts$/, '.js');

/** Keeps only public members, with published paths. */
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
    // The analyzer finds files in any order.
    manifest.modules = manifest.modules
      .filter(({ declarations }) => declarations?.some(({ tagName }) => tagName))
      .sort((one, other) => (one.path < other.path ? -1 : 1));
  },
});

function keepPublic(declaration) {
  const isPublic = ({ privacy, static: isStatic, name, attribute }) =>
    (!privacy || privacy === 'public') && !isStatic && (attribute || !HIDDEN.includes(name));
  if (declaration.members) declaration.members = declaration.members.filter(isPublic);
  // The analyzer also lists arguments of event constructors as event names.
  if (declaration.events) declaration.events = declaration.events.filter(({ name }) => name?.startsWith('lending-'));
  if (declaration.superclass?.module) declaration.superclass.module = published(declaration.superclass.module);
  for (const list of [declaration.members, declaration.attributes, declaration.events]) {
    for (const item of list ?? []) {
      if (item.inheritedFrom?.module) item.inheritedFrom.module = published(item.inheritedFrom.module);
    }
  }
}

/** Adds the defaults of the tokens. Throws if the documented tokens differ from the tokens in the style sheet. */
const tokens = () => ({
  name: 'tokens',
  packageLinkPhase({ customElementsManifest: manifest }) {
    for (const { tagName, cssProperties = [] } of manifest.modules.flatMap(({ declarations = [] }) => declarations)) {
      if (!tagName) continue;
      for (const property of cssProperties)
        property.default = DERIVED.includes(property.name) ? 'derived' : TOKENS[property.name];
      const described = cssProperties.map(({ name }) => name).sort();
      if (described.join() !== Object.keys(TOKENS).sort().join())
        throw new Error(
          `<${tagName}>: the tokens in src/base/look/styles.ts differ from the @cssprop tags in src/base/element.ts. Make the two lists the same.`,
        );
    }
  },
});

/** Members for the templates of this library, or for the journey, only. */
const HIDDEN = ['text', 'problems', 'fixed', 'step', 'screens', 'revisit', 'embedded'];

export default {
  globs: ['src/components/**/*.ts', 'src/base/{,text/,look/,step/}*.ts'],
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
