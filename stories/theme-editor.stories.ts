import type { Meta, StoryObj } from '@storybook/web-components-vite';
import { themeEditor } from './theme-editor.js';

/** Waits until a function finds something, for at most a hundred frames. */
async function waitFor<Found>(find: () => Found | null): Promise<Found> {
  for (let frame = 0; frame < 100; frame += 1) {
    const found = find();
    if (found) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  throw new Error('The play function did not find its element in the story.');
}

const meta: Meta = { title: 'Theme editor', tags: ['!autodocs'], parameters: { controls: { disable: true } } };
export default meta;

/** Choose a theme or your colours, look at four screens in them, and copy the CSS. */
export const Editor: StoryObj = { render: themeEditor };

/** A pale brand colour. The story also chooses a hint that nobody can read, and takes it back. */
export const Brand: StoryObj = {
  ...Editor,
  play: async ({ canvasElement }) => {
    const code = () => canvasElement.querySelector('pre')!.textContent;
    const choose = (label: string, value: string) => {
      const labels = [...canvasElement.querySelectorAll('label')];
      const input = labels.find(({ textContent }) => textContent.trim() === label)!.querySelector('input')!;
      input.value = value;
      input.dispatchEvent(new Event('input'));
    };
    canvasElement.querySelector<HTMLElement>('button.theme')!.click();
    await waitFor(() => /themes\/blue\.css/.exec(code()));
    choose('Or paste your colour', 'rgb(255 221 0)');
    choose('muted', '#cccccc');
    const list = await waitFor(() => canvasElement.querySelector('li'));
    const text = `${code()} ${list.textContent}`;
    for (const part of [
      '--lending-color-accent: #ffdd00;',
      '--lending-color-muted (#cccccc) has a contrast of 1.6 : 1',
    ])
      if (!text.includes(part)) throw new Error(`The editor does not say “${part}”.`);
    if (text.includes('@import')) throw new Error('The colour keeps the theme.');
    choose('muted', '#43525e');
    await waitFor(() => (canvasElement.querySelector('li') ? null : true));
  },
};
