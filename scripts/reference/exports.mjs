// The functions and types of each entry of the package, and the check that each has a place in a guide or an example.
import fs from 'node:fs';
import path from 'node:path';
import { code } from './options.mjs';

/** A function or a constant; a component of React has its element's properties. */
const isListed = ({ text }) => /^(function|const) /.test(text) && !text.includes('ForwardRef');
const isValue = ({ text }) => /^(function|const|class|abstract class|let|var) /.test(text);

/** The signature of a function in one line; of an overloaded one, the first. */
const signatureOf = ({ text }) =>
  text
    .split(/;\n(?=function )/)[0]
    .replace(/\s+/g, ' ')
    .replace(/^(function|const) /, '')
    .replace(/;$/, '');

/** The first sentence of a doc comment, and those about failures. The source and an editor have the rest. */
const shortened = (doc) =>
  doc
    .split(/(?<=[.:]) (?=[A-Z`])/)
    .filter((sentence, index) => index === 0 || /^(Throws|Rejects)/.test(sentence))
    .join(' ')
    .replace(/:$/, '.');

/** The section about the functions of the entries. Throws for one without a signature or a doc comment. */
export function functionSection(entries) {
  const seen = new Set();
  const sections = entries.flatMap(({ entry, exported }) => {
    const items = [...exported].flatMap(([name, found]) => {
      if (seen.has(name)) return [];
      if (!found)
        throw new Error(
          `${name} of ${entry} has no signature: its declaration is not in this package. Declare it with its type.`,
        );
      if (!isListed(found)) return [];
      seen.add(name);
      if (!found.doc) throw new Error(`${name} of ${entry} has no doc comment. Add one in the source.`);
      return [`- ${code(signatureOf(found))}: ${shortened(found.doc)}`];
    });
    return items.length > 0 ? [`### \`${entry}\``, items.join('\n')] : [];
  });
  return ['## Functions and constants', ...sections];
}

/** The types that a partner's code names or receives, but not those with lists of their own, and not those of tests. */
const TYPES =
  /^(ServerAdapter|\w+Query|ConsentFacts|ExistingApplication|Handler|LogEntry|Owner|PartnerClient|PartnerFile|Problem|ProgressEntry|User|Service(Call|CallOptions|Fetch)|CallResult|LendingError|Limit)$/;

/** The section about the types, each in one line. */
export function typeSection(declarations) {
  const types = declarations.filter(({ name, text }) => TYPES.test(name) && /^(interface|type|class) /.test(text));
  const line = ({ name, text }) =>
    `- ${code(name)}: ${code(
      text
        .replace(/\s+/g, ' ')
        .replace(/constructor\(.*?\); /, '')
        .replace(/^(interface|type|class) \w+ (= )?/, '')
        .replaceAll(/\breadonly /g, '')
        .replaceAll(/(\?: [^;]*?) \| undefined(?=;)/g, '$1')
        .replace(/;( })?$/, '$1'),
    )}`;
  const items = types.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(line);
  return ['## Types', 'All other types are in [the API report](../api/report.md).', [...new Set(items)].join('\n')];
}

/** Throws for an exported value that neither a guide nor an example names. An element or an event is also named by its tag or its name. */
export function checkExports(entries, texts = pages()) {
  const isNamed = (name) => {
    const tag = name
      .replace(/(Element|Event)$/, '')
      .replace(/(?<!^)[A-Z]/g, '-$&')
      .toLowerCase();
    return texts.some((text) => new RegExp(`\\b(${name}|lending-${tag.replace(/^lending-/, '')})\\b`).test(text));
  };
  const missing = entries.flatMap(({ entry, exported }) =>
    [...exported].flatMap(([name, found]) =>
      found && isValue(found) && !isNamed(name) ? [`${name} of ${entry}`] : [],
    ),
  );
  if (missing.length > 0)
    throw new Error(
      `No guide and no example names ${missing.join(', ')}. Write about it in docs/, or use it in examples/.`,
    );
}

/** The code in the guides, and the examples. */
function pages() {
  const files = (folder, pattern) =>
    fs
      .readdirSync(folder, { recursive: true })
      .filter((file) => pattern.test(file) && !/node_modules|reference\.md/.test(file))
      .map((file) => fs.readFileSync(path.join(folder, file), 'utf8'));
  const codeOf = (guide) => (guide.match(/```[^]*?```|`[^`\n]+`/g) ?? []).join('\n');
  const guides = [fs.readFileSync('README.md', 'utf8'), ...files('docs', /\.md$/)];
  return [...guides.map(codeOf), ...files('examples', /\.(m?[jt]sx?|html|vue|svelte)$/)];
}
