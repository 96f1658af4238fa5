// Converts the browser's accessibility tree to text, and records the announcements of live regions.

/** Roles without their own announcement. Screen readers only read their content. */
const SILENT = new Set('generic none InlineTextBox LineBreak LabelText Legend ListMarker sectionheader'.split(' '));
const STATES = ['expanded', 'selected', 'busy', 'readonly', 'disabled', 'required'];

/**
 * Returns the lines of the main part of the page: role, name, description, state and focus. Texts, or a line that is alone, stand
 * behind the line that they are in. A label, a hint and an error are in the line of their control, and a definition in that of its term.
 */
export async function treeOf(page) {
  const session = (page.treeSession ??= await page.createCDPSession());
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const main = nodes.find(({ role, ignored }) => role?.value === 'main' && !ignored);
  const current = await currentOnes(session, nodes);
  const linesOf = (node, above) => {
    const line = lineOf(node, above, current.has(node));
    const name = line ? node.name?.value : above;
    const inner = node.childIds.flatMap((id) => linesOf(byId.get(id), name));
    if (!line) return inner;
    const isShort = inner.length === 1 || (inner.length > 0 && inner.every((one) => one.startsWith('“')));
    return isShort ? [`${line}: ${inner.join(' ')}`] : [line, ...inner.map((one) => `  ${one}`)];
  };
  return linesOf(main, '')
    .join('\n')
    .replace(FIELD, joinField)
    .replace(/^( *)(term, .*)\n\1definition/gm, '$1$2, definition')
    .split('\n');
}

const FIELD = /^( *)“(.*)”\n(?:\1paragraph: “(.*)”\n)??(?:\1paragraph: “Error:” “(.*)”\n)?\1(\w+, “\2”.*)$/gm;

/** Joins the lines before a control with its own, which has the same words. */
function joinField(lines, indent, _label, hint, error, control) {
  const description = [hint, error && `Error: ${error}`].filter(Boolean).join(' ');
  if (!control.includes(description && `, described “${description}”`)) return lines;
  const parts = ['label', hint && 'hint', error && 'error'].filter(Boolean);
  return `${indent}${parts.join(', ')} and ${control}`;
}

/** Returns the lines that are gone (-) and new (+). The number of lines that stay comes before them, with the last of these. */
export function differences(before, after) {
  /** How many lines two texts share, from a line of each on. */
  const shared = before.map(() => []);
  const sharedFrom = (at, to) => shared[at]?.[to] ?? 0;
  for (let at = before.length - 1; at >= 0; at--)
    for (let to = after.length - 1; to >= 0; to--)
      shared[at][to] =
        before[at] === after[to]
          ? sharedFrom(at + 1, to + 1) + 1
          : Math.max(sharedFrom(at + 1, to), sharedFrom(at, to + 1));
  const found = [];
  let [at, to, same] = [0, 0, 0];
  while (at < before.length || to < after.length) {
    if (before[at] === after[to]) {
      [at, to, same] = [at + 1, to + 1, same + 1];
      continue;
    }
    if (same > 0) found.push(`  ${same} the same, the last: ${before[at - 1].trim()}`);
    same = 0;
    const isGone = at < before.length && sharedFrom(at + 1, to) >= sharedFrom(at, to + 1);
    found.push(isGone ? `- ${before[at++]}` : `+ ${after[to++]}`);
  }
  return found;
}

function lineOf(node, above, isCurrent) {
  const { role, name, description, value, ignored } = node;
  const hasFocus = property(node, 'focused') && role.value !== 'main';
  if (ignored || (SILENT.has(role.value) && !hasFocus)) return undefined;
  const words = tidy(name?.value);
  // The name was read with its control.
  if (role.value === 'StaticText') return !words || tidy(above).includes(words) ? undefined : `“${words}”`;
  return [
    SILENT.has(role.value) ? 'part of the page' : role.value,
    words && `“${words}”`,
    role.value === 'heading' && `level ${property(node, 'level')}`,
    tidy(value?.value) && `holds “${tidy(value.value)}”`,
    description?.value && `described “${tidy(description.value)}”`,
    /^(checkbox|radio)$/.test(role.value) && (property(node, 'checked') ? 'checked' : 'not checked'),
    property(node, 'invalid') && 'invalid',
    ...STATES.filter((state) => property(node, state)),
    isCurrent && 'current',
    hasFocus && 'has the focus',
  ]
    .filter(Boolean)
    .join(', ');
}

/** Returns a property of a node. The text “false” counts as false. */
function property({ properties = [] }, wanted) {
  const value = properties.find(({ name }) => name === wanted)?.value.value;
  return value === 'false' ? false : value;
}

const tidy = (text) =>
  String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The tree does not contain aria-current, so it is read from the elements. */
async function currentOnes(session, nodes) {
  const found = new Set();
  for (const node of nodes.filter(({ role, ignored }) => role?.value === 'listitem' && !ignored)) {
    const { node: element } = await session.send('DOM.describeNode', { backendNodeId: node.backendDOMNodeId });
    if (element.attributes.includes('aria-current')) found.add(node);
  }
  return found;
}

/** Records announcements from now on, in every document that the page opens. */
export const listen = (page) =>
  page.evaluateOnNewDocument(() => {
    const said = (globalThis.said = []);
    const known = new WeakMap();
    const alerts = '[role="alert"], [aria-live="assertive"]';
    const regions = `${alerts}, [role="status"], [aria-live="polite"]`;
    const note = (region, isNew) => {
      const words = region.innerText.trim().replace(/\s*\n\s*/g, ' / ');
      const isSame = (known.get(region) ?? '') === words;
      known.set(region, words);
      if (isSame || !words) return;
      // Some screen readers do not announce a status that is inserted together with its text.
      said.push(`${region.matches(alerts) ? 'alert' : isNew ? 'status, not heard everywhere' : 'status'}: “${words}”`);
    };
    const hear = (records) => {
      for (const { addedNodes } of records) {
        const added = [...addedNodes].filter((node) => node.isConnected && node.querySelectorAll);
        const within = added.flatMap((node) => [
          ...(node.matches(regions) ? [node] : []),
          ...node.querySelectorAll(regions),
        ]);
        for (const region of within) note(region, !known.has(region));
      }
      for (const { target } of records) {
        const region = (target.closest ? target : target.parentElement)?.closest(regions);
        if (region?.isConnected) note(region, false);
      }
    };
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (options) {
      const root = attachShadow.call(this, options);
      new MutationObserver(hear).observe(root, { childList: true, characterData: true, subtree: true });
      return root;
    };
  });

/** Returns the announcements since the last call. */
export const heard = (page) => page.evaluate(() => globalThis.said.splice(0));
