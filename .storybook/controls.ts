import type { Decorator, Preview } from '@storybook/web-components-vite';
import { useMemo } from 'storybook/preview-api';

/** The controls of every story: tokens that change the look of every element. */
const TOKENS = {
  '--lending-color-accent': { type: 'color' },
  '--lending-color-text': { type: 'color' },
  '--lending-color-surface': { type: 'color' },
  '--lending-font': { type: 'text' },
} as const;

type Enhancer = NonNullable<Preview['argTypesEnhancers']>[number];

/** Leaves a control only where it changes something: the tokens, and the properties for which a story asks. */
export const keepWorkingControls: Enhancer = ({ argTypes }) =>
  Object.fromEntries(
    Object.entries(argTypes).map(([name, argType]) => [
      name,
      { ...argType, control: argType.control ?? TOKENS[name as keyof typeof TOKENS] ?? false },
    ]),
  );

type Properties = HTMLElement & Record<string, unknown>;

/** The values of properties before a control changed them, for the reset of the controls. */
const originals = new WeakMap<HTMLElement, Record<string, unknown>>();

function apply(element: Properties, args: Record<string, unknown>): void {
  for (const name of Object.keys(TOKENS)) element.style.setProperty(name, (args[name] as string | undefined) ?? null);
  const original = originals.get(element) ?? {};
  originals.set(element, original);
  const names = Object.keys(args).filter((name) => !name.startsWith('--') && name in element);
  for (const name of new Set([...names, ...Object.keys(original)])) {
    if (!(name in original)) original[name] = element[name];
    element[name] = args[name] ?? original[name];
  }
}

/**
 * Sets the values of the controls on the story's element, after the story has rendered it. The story is rendered once, because a
 * new backend would start it again: a control, a fault and a scheme change the element that is there.
 */
export const withControls: Decorator = (story, { args, component, canvasElement }) => {
  const rendered = useMemo(() => story(), []);
  // Storybook runs the scripts in a story each time that it renders. Those of an embed code have run.
  for (const script of canvasElement.querySelectorAll('script')) script.type = 'has-run';
  queueMicrotask(() => {
    for (const element of canvasElement.querySelectorAll<Properties>(component ?? ':not(*)')) apply(element, args);
  });
  return rendered;
};
