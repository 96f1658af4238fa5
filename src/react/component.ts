import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ForwardRefExoticComponent,
  type ReactElement,
  type ReactNode,
  type RefAttributes,
  type RefObject,
} from 'react';
import { LendingErrorEvent } from '../base/events.js';
import { languages, type Sentences } from '../base/text/languages.js';
import { enNotLoaded } from '../base/text/locales/en-not-loaded.js';
import type { StepName } from '../base/step/steps.js';
import { loadPart, type LendingError } from '../errors.js';

/** An element, from the custom-elements manifest. */
interface ElementDescription {
  tag: string;
  /** Imports the file that registers the tag. */
  load: () => Promise<unknown>;
  /** The properties. Each has the name of its attribute, or an empty string. */
  properties: Readonly<Record<string, string>>;
  /** The names of the handlers, such as `onLendingBeforeSubmit`. Each has the type of its event. */
  events: Readonly<Record<string, string>>;
}

type Props = Readonly<Record<string, unknown>>;
type Element = RefObject<HTMLElement | null>;

/** A server renders no layout, and React 18 warns of a layout effect there. */
const useIsomorphicLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/**
 * Returns a React component for an element. The server renders the tag with its attributes. In the browser, the component sets all
 * properties, also on the server's HTML, listens to the events, and loads the element unless the page has registered it.
 *
 * React 18 sets only attributes on custom elements, and React 19 neither sets properties nor adds listeners when it hydrates:
 * https://github.com/facebook/react/issues/35446.
 */
export function component<Own extends HTMLElement, OwnProps>(
  description: ElementDescription,
): ForwardRefExoticComponent<OwnProps & RefAttributes<Own>> {
  const { tag, load, events } = description;
  // React 18 renders `hidden={false}` as an attribute, and so hides the element.
  const properties = { ...description.properties, hidden: 'hidden', inert: 'inert' };
  const Component = forwardRef<HTMLElement, Props>((props, ref) => {
    const element = useRef<HTMLElement>(null);
    // React never changes these attributes, because React 19 would set the properties to `undefined`.
    const [attributes] = useState(() => attributesOf(props, properties));
    const [failure, setFailure] = useState<Failure>();
    useImperativeHandle(ref, () => element.current!, []);
    useProperties(element, props, properties);
    useEvents(element, props, events);
    useEffect(() => loadElement(element, tag, load, setFailure), []);
    const all = { ...otherProps(props, properties, events), ...attributes, ...failure?.attributes, ref: element };
    return createElement(tag, all, ...(failure ? [props['children'] as ReactNode, failure.line] : []));
  });
  Component.displayName = tag.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Component as unknown as ForwardRefExoticComponent<OwnProps & RefAttributes<Own>>;
}

function attributesOf(props: Props, properties: ElementDescription['properties']): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [name, attribute] of Object.entries(properties)) {
    const value = attribute && (props[name] as string | number | boolean | null | undefined);
    if (value === true) attributes[attribute] = '';
    // Objects are only properties.
    else if ((value || value === 0) && typeof value !== 'object') attributes[attribute] = String(value);
  }
  return attributes;
}

function otherProps({ className, ...props }: Props, ...known: Readonly<Record<string, string>>[]) {
  const others = Object.entries(props).filter(([name]) => !known.some((names) => name in names));
  // React 18 renders `className` of a custom element as the attribute `classname`.
  return Object.fromEntries([...others, ['class', className]]);
}

/** Sets the properties that have changed. An unchanged `step` does not move the applicant back to it. */
function useProperties(element: Element, props: Props, properties: ElementDescription['properties']): void {
  const previous = useRef<Props>({});
  useIsomorphicLayoutEffect(() => {
    for (const [name, attribute] of Object.entries(properties)) {
      if (!Object.is(props[name], previous.current[name]))
        setProperty(element.current!, name, attribute, props[name] ?? undefined);
    }
    previous.current = props;
  });
}

/** Sets a property, or resets it to its default. Lit reads properties that were set before the element was registered. */
function setProperty(element: HTMLElement, name: string, attribute: string, value: unknown): void {
  if (value !== undefined) return void Reflect.set(element, name, value);
  if (attribute) element.removeAttribute(attribute);
  if (Object.hasOwn(element, name)) Reflect.deleteProperty(element, name);
  else Reflect.set(element, name, Reflect.get(document.createElement(element.localName), name));
}

function useEvents(element: Element, props: Props, events: ElementDescription['events']): void {
  const latest = useRef(props);
  useIsomorphicLayoutEffect(() => {
    latest.current = props;
  });
  useIsomorphicLayoutEffect(() => {
    const listeners = new AbortController();
    for (const [handler, type] of Object.entries(events)) {
      const listener = (event: Event) => (latest.current[handler] as ((event: Event) => void) | undefined)?.(event);
      element.current!.addEventListener(type, listener, { signal: listeners.signal });
    }
    return () => listeners.abort();
  }, []);
}

/** The content of an element that does not load: attributes for the stylesheet, and a message unless the page has its own. */
interface Failure {
  attributes: Readonly<Record<string, string>>;
  line: ReactNode;
}

/** Loads an element. A failure is reported to the applicant, the page and the console; the content of the element stays visible. */
function loadElement(
  { current }: Element,
  tag: string,
  load: () => Promise<unknown>,
  setFailure: (failure: Failure) => void,
): void {
  if (customElements.get(tag)) return;
  loadPart(load(), tag).catch((error: LendingError) => {
    const step = tag === 'lending-onboarding' ? 'company' : (tag.slice('lending-'.length) as StepName);
    setFailure({
      attributes: { 'data-failed': '' },
      line: current!.querySelector(OWN_LINE) ? null : notLoaded(current!),
    });
    current!.dispatchEvent(new LendingErrorEvent(step, error));
    // Test environments may not have `reportError`.
    (globalThis.reportError ?? console.error)(error);
  });
}

/** The page's own message for an element that did not load. */
const OWN_LINE = '[slot="not-loaded"]';

/** Renders a message in place of an element whose files did not load. An element that loads later has no slot for the message, so it is hidden. */
function notLoaded(element: HTMLElement): ReactElement {
  const tag = (element.closest<HTMLElement>('[lang]')?.lang || navigator.language).toLowerCase();
  const found = [tag, tag.split('-')[0]!].find((one) => languages.has(one));
  const sentences: Sentences = { ...enNotLoaded, ...(found && languages.get(found)) };
  const say = (key: keyof typeof enNotLoaded) => sentences[key] as string;
  return createElement(
    'div',
    { key: 'not-loaded', slot: 'not-loaded', role: 'alert', lang: found ?? 'en' },
    createElement('p', null, say('not-loaded')),
    createElement('button', { type: 'button', onClick: () => location.reload() }, say('reload')),
  );
}
