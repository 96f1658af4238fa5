// Takes a picture of every built story in each variant.
import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { listStories, openStories, serveStories, showStory } from '../a11y/stories.mjs';

const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 900, height: 900 } };
/** Another brand than the default: its own colour, corners and typeface of headings. */
const BRAND = {
  '--lending-color-accent': 'light-dark(#6d28d9, #c4b5fd)',
  '--lending-font-heading': 'Georgia, serif',
  '--lending-radius': '4px',
};

const sizes = Object.keys(SIZES);
const schemes = ['light', 'dark'];

export const VARIANTS = [
  ...['default', 'brand'].flatMap((theme) =>
    sizes.flatMap((size) =>
      schemes.map((scheme) => ({ name: `${size} ${scheme} ${theme}`, size, scheme, theme, dir: 'ltr' })),
    ),
  ),
  // Machines without Arabic letters would draw boxes.
  { name: 'phone, Arabic', size: 'phone', scheme: 'light', theme: 'default', dir: 'rtl', lang: 'ar', font: 'tall' },
];

/** Returns a row for each story, with the files of its pictures in the order of the variants. */
export async function takeStories(browser, out, words) {
  await fs.mkdir(out, { recursive: true });
  const stories = (await listStories()).filter((id) => words.every((word) => id.includes(word)));
  if (stories.length === 0) throw new Error(`No story has “${words.join(' ')}” in its name.`);
  const server = await serveStories();
  try {
    const page = await openStories(browser, server.url, stories[0], (error) => console.error(error));
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    const rows = [];
    for (const id of stories) rows.push(await takeStory(page, out, id));
    return rows;
  } finally {
    server.close();
  }
}

async function takeStory(page, out, id) {
  await showStory(page, id);
  // A journey may still be on its way to the story's step.
  await setTimeout(300);
  const files = [];
  for (const [index, variant] of VARIANTS.entries()) {
    await page.setViewport(SIZES[variant.size]);
    await page.evaluate(dress, variant, variant.theme === 'brand' ? BRAND : {});
    const file = path.join(out, `${id}-${index}.png`);
    // Otherwise a page from right to left would be drawn outside its place.
    await page.screenshot({ path: file, fullPage: true, captureBeyondViewport: false });
    files.push(file);
  }
  const [, tag, name] = /([a-z-]+)--([\w-]+)$/.exec(id);
  return { tag: tag.replace(/^.*lending-/, ''), name: `${tag.replace(/^.*lending-/, '')}: ${name}`, files };
}

/** Runs in the page. */
async function dress({ scheme, dir, lang, font }, tokens) {
  const { setAppearance } = await import('/measures/appearance.mjs');
  const { waitForRest } = await import('/measures/rest.mjs');
  const { style } = document.documentElement;
  for (const name of [...style].filter((one) => one.startsWith('--lending-'))) style.removeProperty(name);
  for (const [name, value] of Object.entries(tokens)) style.setProperty(name, value);
  document.body.style.background = scheme === 'dark' ? '#0a1115' : '#ffffff';
  await setAppearance({ scheme, dir, lang, font });
  await waitForRest();
}
