// The sections about the elements and their events, from the custom-elements manifest and the classes of the events.
import { readSource, typeOfMember } from './doc-comments.mjs';
import { code, describe, item } from './options.mjs';

/** The things of an element that have lists of their own, by the headings of the lists. */
const LISTS = {
  Slots: ({ slots = [] }) => slots.map((slot) => ({ ...slot, name: slot.name || '(default)' })),
  Parts: ({ cssParts = [] }) => cssParts,
  States: ({ cssStates = [] }) => cssStates.map((state) => ({ ...state, name: `:state(${state.name})` })),
};

const tagOf = ({ tagName }) => tagName;
const isStep = (element) => !/onboarding|widget/.test(tagOf(element));
const propertiesOf = ({ members = [] }) =>
  members
    .filter(({ kind, readonly, description }) => kind === 'field' && !readonly && description)
    .map(({ name, attribute, type, description }) => {
      const ofOtherName = attribute === name ? undefined : attribute;
      return item({ name, attribute: ofOtherName, type: typeOfMember(type?.text ?? ''), ...describe(description) });
    });

/** Groups things by a text. Returns each text with the elements that have it. */
function groupByText(elements, textsOf) {
  const owners = new Map();
  for (const element of elements)
    for (const text of textsOf(element)) owners.set(text, [...(owners.get(text) ?? []), element]);
  return [...owners];
}

/** The names of elements for people. */
function namesOf(owners, elements) {
  if (owners.length === elements.length) return 'every element';
  const steps = elements.filter(isStep);
  const names = steps.every((step) => owners.includes(step)) ? ['every step'] : [];
  const others = owners.filter((one) => names.length === 0 || !isStep(one));
  return [...names, ...others.map((one) => code(`<${tagOf(one)}>`))].join(', ');
}

/** The lists of all slots, parts and states, and the properties that elements share, and of each element. */
export function elementSections(all) {
  const elements = all.toSorted((one, other) => (tagOf(one) < tagOf(other) ? -1 : 1));
  const properties = groupByText(elements, propertiesOf);
  const listFor = (isWanted) => properties.flatMap(([text, owners]) => (isWanted(owners) ? [text] : [])).join('\n');
  const lists = Object.entries(LISTS).flatMap(([heading, listOf]) => {
    const textsOf = (element) =>
      listOf(element).map(({ name, description }) => item({ name, meaning: description.replace(/\s+/g, ' ') }));
    const groups = new Map();
    for (const [text, owners] of groupByText(elements, textsOf)) {
      const label = owners.length > 2 ? 'several elements' : namesOf(owners, elements);
      groups.set(label, [...(groups.get(label) ?? []), text]);
    }
    return [`## ${heading}`, ...[...groups].flatMap(([label, texts]) => [`Of ${label}:`, texts.join('\n')])];
  });
  const own = elements.flatMap((element) => [
    `## \`<${tagOf(element)}>\``,
    element.description.split('\n\n')[0].replace(/\s+/g, ' '),
    listFor((owners) => owners.includes(element) && owners.length < elements.filter(isStep).length),
  ]);
  return [
    '## Properties of every element',
    listFor((owners) => owners.length === elements.length),
    '## Properties of every step',
    listFor(
      (owners) => owners.length < elements.length && elements.filter(isStep).every((step) => owners.includes(step)),
    ),
    ...own.filter(Boolean),
    ...lists,
  ];
}

/** The events of the elements, with the names of their classes and fields, and whether they can be cancelled. */
function readEvents() {
  return ['src/base/events.ts', 'src/base/later-events.ts'].flatMap((file) => {
    const { code: source, program, docAt } = readSource(file);
    const declared = program.body.flatMap(({ declaration }) => declaration ?? []);
    return declared
      .filter(({ type }) => type === 'ClassDeclaration')
      .map(({ id, start, body }) => {
        const { params, body: statements } = body.body.find(({ kind }) => kind === 'constructor').value;
        const [name, options] = statements.body[0].expression.arguments;
        const fields = params.map(({ parameter }) => {
          const { name, optional, typeAnnotation } = parameter.left ?? parameter;
          return `${name}${optional ? '?' : ''}: ${source.slice(typeAnnotation.typeAnnotation.start, typeAnnotation.typeAnnotation.end)}`;
        });
        const text = source.slice(options.start, options.end);
        const [bubbles, isCancelable] = [/bubbling/.test(text), /cancelable: true/.test(text)];
        return { type: id.name, name: name.value, fields, doc: docAt(start), bubbles, isCancelable };
      });
  });
}

/** The section about all events. Throws if an element has an event without a class, or a class has no fields and does not say so. */
export function eventSection(elements, events = readEvents()) {
  for (const { type, name } of elements.flatMap(({ events = [] }) => events))
    if (!events.some((event) => event.type === type?.text && event.name === name))
      throw new Error(
        `The event ${name} has no class ${type?.text} in src/base/events.ts or later-events.ts. Add it, or correct the @event tag.`,
      );
  const namesWhere = (isWanted) =>
    events
      .filter(isWanted)
      .map(({ name }) => code(name))
      .join(', ');
  const quiet = namesWhere(({ bubbles }) => !bubbles);
  const items = events.map(({ type, name, fields, doc }) => {
    if (fields.length === 0 && !/\bno fields\b/.test(doc))
      throw new Error(
        `The event ${name} (${type}) has no fields. Add them to its constructor, or write "It has no fields." in its doc comment.`,
      );
    const owners = elements.filter(({ events = [] }) => events.some((event) => event.name === name));
    const facts = [code(type), ...fields.map(code)].join(', ');
    return `- \`${name}\` (${facts}): ${doc} From ${namesOf(owners, elements)}.`;
  });
  return [
    '## Events',
    `You can cancel ${namesWhere(({ isCancelable }) => isCancelable)} with \`preventDefault()\`, and no other event. ${quiet ? `These do not bubble: ${quiet}. The others` : 'All'} bubble and leave shadow roots (\`composed\`), so one listener on \`document\` is enough. No event has an answer. Each has its class and its fields in brackets.`,
    items.join('\n'),
  ];
}
