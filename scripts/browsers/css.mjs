// Finds CSS in the page's styles that the oldest browsers do not know.
import { parse, walk } from 'css-tree';
import { compatData, missingIn } from './baseline.mjs';

const { css } = compatData;

/** Newer CSS that the elements use, and its effect in the oldest browsers. */
const ALLOWED = {
  'light-dark()': 'base/page-scheme.ts replaces it by the colours of the page’s scheme.',
  'cursor: pointer': 'A phone has no pointer.',
  'cursor: progress': 'A phone has no pointer.',
  'text-wrap': 'The lines of a heading have different lengths.',
  'text-wrap: balance': 'The lines of a heading have different lengths.',
  '::-webkit-progress-bar': 'Firefox has ::-moz-progress-bar.',
  '::-webkit-progress-value': 'Firefox has ::-moz-progress-bar.',
  '::-moz-progress-bar': 'The others have ::-webkit-progress-value.',
  '-webkit-app-region': 'Only desktop apps with Chromium have a region that moves the window.',
  'forced-color-adjust': 'Safari has no forced colours.',
  'forced-color-adjust: auto': 'Safari has no forced colours.',
  ':has': 'A chosen answer has its mark, and no frame.',
  'print-color-adjust': 'Chromium before 136 has it with a prefix.',
  'print-color-adjust: exact': 'Chromium before 136 has it with a prefix.',
  ':state':
    'Chromium before 125 knows `:--name`, which each rule has, too. In the others a failed widget keeps its minimum height, and each step has the same width.',
};

/** All functions and units, with their features. A name can have several. */
const TYPES = new Map();
(function collect(group) {
  for (const [name, feature] of Object.entries(group)) {
    if (name === '__compat' || typeof feature !== 'object') continue;
    TYPES.set(name, [...(TYPES.get(name) ?? []), feature]);
    collect(feature);
  }
})(css.types);

const typeOf = (name) => TYPES.get(name)?.find((feature) => feature.__compat);

/** The features that a node of a style sheet uses, as pairs of a name and the feature in MDN's data. */
function* featuresOf(node, { atrule, declaration, isNested }) {
  const { type, name, property } = node;
  if (type === 'Atrule') yield [`@${name}`, css['at-rules'][name]];
  if (type === 'Feature' && atrule) yield [`@${atrule.name} (${name})`, css['at-rules'][atrule.name]?.[name]];
  if (type === 'PseudoClassSelector') yield [`:${name}`, css.selectors[name]];
  if (type === 'PseudoElementSelector') yield [`::${name}`, css.selectors[name]];
  if (type === 'NestingSelector' || (type === 'Rule' && isNested)) yield ['nesting', css.selectors.nesting];
  if (type === 'Declaration') yield [property, css.properties[property]];
  if (!declaration) return;
  if (type === 'Identifier') yield [`${declaration.property}: ${name}`, css.properties[declaration.property]?.[name]];
  if (type === 'Function') yield [`${name}()`, css.properties[declaration.property]?.[name] ?? typeOf(name)];
  if (type === 'Dimension') yield [node.unit, typeOf(node.unit)];
  if (type === 'Operator' && node.value === '/' && declaration.property === 'content')
    yield ['content: alternative text', css.properties.content.alternative_text ?? css.properties.content['alt-text']];
}

/** Returns the features of a style sheet that a browser of the baseline does not have, and that have no fallback. */
export function newerCss(text, allowed = ALLOWED) {
  const problems = [];
  const ast = parse(text, { parseCustomProperty: true, onParseError: (error) => problems.push(error.message) });
  let rules = 0;
  walk(ast, {
    enter(node) {
      if (node.type === 'Rule') rules += 1;
      // A browser ignores the rules in it if it does not have the feature.
      if (node.type === 'Atrule' && node.name === 'supports') return walk.skip;
      for (const [name, feature] of featuresOf(node, { ...this, isNested: rules > 1 })) {
        const missing = missingIn(feature);
        if (missing?.length && !(name in allowed) && !hasFallback(this, node))
          problems.push(`${name} (not in ${missing.join(', ')})`);
      }
      return undefined;
    },
    leave(node) {
      if (node.type === 'Rule') rules -= 1;
    },
  });
  return problems;
}

/** Whether an earlier declaration of the rule sets the same property. Custom properties have no such fallback. */
function hasFallback({ block, declaration }, node) {
  const own = declaration ?? node;
  if (own.type !== 'Declaration' || own.property.startsWith('--') || !block) return false;
  const first = block.children.toArray().find(({ property }) => property === own.property);
  return first !== own;
}
