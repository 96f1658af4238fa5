import { setCustomElementsManifest, type Preview } from '@storybook/web-components-vite';
import manifest from '../dist/custom-elements.json' with { type: 'json' };
import '../src/define.js';
import './docs.css';
import { switchTo, TROUBLES } from '../stories/faults.js';
import { keepWorkingControls, withControls } from './controls.js';
import { LANGUAGES } from './languages.js';
import { pageHtml } from './source.js';
import { theme } from './theme.js';

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
