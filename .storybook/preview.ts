import { setCustomElementsManifest, type Decorator, type Preview } from '@storybook/web-components-vite';
import { useMemo } from 'storybook/preview-api';
import manifest from '../dist/custom-elements.json' with { type: 'json' };
import '../src/define.js';
import './docs.css';
import { switchTo, TROUBLES } from '../stories/samples.js';
import { LANGUAGES } from './languages.js';
import { theme } from './theme.js';

interface Declaration {
  tagName?: string;
  members?: { name: string }[];
}
const { modules } = manifest as { modules: { declarations: Declaration[] }[] };

/** The elements that call the backend by themselves. */
const CALLING = modules
  .flatMap(({ declarations }) => declarations)
  .filter(({ tagName, members = [] }) => tagName && members.some(({ name }) => name === 'endpoint'))
  .map(({ tagName }) => tagName!);

const STYLESHEET = '<link rel="stylesheet" href="/api/lending/elements/lending-elements.css" />';

/** The script of a page with this element alone. All others load the file with every element. */
const SCRIPTS: Record<string, string> = { 'lending-onboarding': 'journey.js', 'lending-widget': 'widget.js' };

/** Returns HTML that a page can use: with the stylesheet, the script and the endpoint, which the stories replace by an adapter. */
function pageHtml(code: string): string {
  // Storybook calls this without HTML, with the story's HTML, and again with the result.
  if (!code || code.startsWith(STYLESHEET)) return code;
  const tags = [...code.matchAll(/<(lending-[a-z]+)/g)].map(([, tag]) => tag!);
  const [tag, ...others] = new Set(tags);
  const script = (others.length === 0 && SCRIPTS[tag!]) || 'lending-elements.js';
  const html = code
    .replace(/<(lending-[a-z]+)(?![^>]* endpoint=)/g, (open, tag: string) =>
      CALLING.includes(tag) ? `${open} endpoint="/api/lending"` : open,
    )
    .replace(/\n\s*\n/g, '\n')
    .trim();
  return [STYLESHEET, `<script type="module" src="/api/lending/elements/${script}"></script>`, html].join('\n');
}

/** The controls of every story: tokens that change the look of every element. */
const TOKENS = {
  '--lending-color-accent': { type: 'color' },
  '--lending-color-text': { type: 'color' },
  '--lending-color-surface': { type: 'color' },
  '--lending-font': { type: 'text' },
} as const;

type Enhancer = NonNullable<Preview['argTypesEnhancers']>[number];

/** Leaves a control only where it changes something: the tokens, and the properties for which a story asks. */
const keepWorkingControls: Enhancer = ({ argTypes }) =>
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
const withControls: Decorator = (story, { args, component, canvasElement }) => {
  const rendered = useMemo(() => story(), []);
  // Storybook runs the scripts in a story each time that it renders. Those of an embed code have run.
  for (const script of canvasElement.querySelectorAll('script')) script.type = 'has-run';
  queueMicrotask(() => {
    for (const element of canvasElement.querySelectorAll<Properties>(component ?? ':not(*)')) apply(element, args);
  });
  return rendered;
};

setCustomElementsManifest(manifest);

let shownStories = 0;

const preview: Preview = {
  tags: ['autodocs'],
  parameters: {
    controls: { expanded: true },
    layout: 'padded',
    docs: { theme, source: { transform: pageHtml } },
    options: {
      storySort: {
        order: [
          'Journey',
          ['On a page'],
          'Start here',
          'Guides',
          [
            'Quick start',
            'The sandbox',
            'Elements',
            'Frameworks',
            'Theming',
            'Languages',
            'Accessibility of your page',
            'Recipes',
            'What else is on your page?',
            'Which way is mine?',
            'The widget alone',
            'Backend',
            'Stores',
            'Several machines',
            'Capacity',
            'Another device',
            'Your own forms',
            'A backend in any language',
            'The five calls from your backend',
            'Testing against the sandbox',
            'Going to production',
            'Monitoring',
            'Troubleshooting',
            'Upgrading, versions and support',
            'Security on your side',
            'Threats',
            'Keys',
            'For your compliance officer',
            'Proof of consent',
            'The data that is kept',
            'Reference',
          ],
          'Steps',
          'Widget',
          'Theme editor',
          'Project',
        ],
      },
    },
  },
  argTypesEnhancers: [keepWorkingControls],
  globalTypes: {
    scheme: {
      description: 'Colour scheme of the page',
      toolbar: { title: 'Scheme', items: ['light', 'dark', 'light dark'], dynamicTitle: true },
    },
    language: {
      description: 'Language of the page',
      toolbar: { title: 'Language', icon: 'globe', items: LANGUAGES, dynamicTitle: true },
    },
    fault: {
      description: 'A fault for the next calls of the story',
      toolbar: {
        title: 'Fault',
        icon: 'lightning',
        items: Object.entries(TROUBLES).map(([value, { title }]) => ({ value, title })),
        dynamicTitle: true,
      },
    },
  },
  beforeEach: async ({ viewMode }) => {
    if (viewMode !== 'story') return;
    document.querySelector('#storybook-root')?.replaceChildren();
    await new Promise((resolve) => setTimeout(resolve));
    // Otherwise this story's journey would continue at the step of the previous one. A journey puts its step back into the browser's
    // history if the page writes the same state again, so each story has a state of its own.
    history.replaceState({ story: ++shownStories }, '');
  },
  initialGlobals: { language: 'en', scheme: 'light dark', fault: 'none' },
  decorators: [
    withControls,
    (story, { globals }) => {
      document.documentElement.style.colorScheme = String(globals.scheme);
      document.documentElement.lang = String(globals.language);
      switchTo(String(globals.fault));
      return story();
    },
  ],
};

export default preview;
