import { setCustomElementsManifest, type Preview } from '@storybook/web-components-vite';
import manifest from '../dist/custom-elements.json' with { type: 'json' };
import '../src/define.js';

setCustomElementsManifest(manifest);

const preview: Preview = {
  tags: ['autodocs'],
  parameters: { a11y: { test: 'error' }, controls: { expanded: true }, layout: 'padded' },
  globalTypes: {
    scheme: {
      description: 'Colour scheme of the page',
      toolbar: { title: 'Scheme', items: ['light', 'dark', 'light dark'], dynamicTitle: true },
    },
  },
  initialGlobals: { scheme: 'light dark' },
  decorators: [
    (story, { globals }) => {
      document.documentElement.style.colorScheme = String(globals.scheme);
      return story();
    },
  ],
};

export default preview;
