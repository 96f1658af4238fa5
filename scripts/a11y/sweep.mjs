// Looks at one story in every way that a page can show it.
import { runAxe, runIbm } from './engines.mjs';
import { showStory } from './stories.mjs';

const DESKTOP = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 640 };
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };

/** What is measured of our own, by the names of the functions in `page/`. */
const COLOURS = ['colours paleTexts', 'colours paleEdges'];
const SHAPES = ['geometry smallTargets', 'geometry cutOff', 'geometry overlaps'];
const FOCUS = ['focus weakFocus'];

const looks = ['light', 'dark', 'forced colours'].flatMap((colours) => ['ltr', 'rtl'].map((dir) => ({ colours, dir })));

/** The ways in which every story is looked at. */
export const VIEWS = [
  ...looks.map(({ colours, dir }) => ({
    name: `${colours}, ${dir}`,
    colours,
    dir,
    engines: true,
    measures: [...COLOURS, ...(colours === 'light' ? SHAPES : []), ...FOCUS],
  })),
  { name: '320 px', size: NARROW, measures: SHAPES },
  { name: '320 px, rtl', size: NARROW, dir: 'rtl', measures: SHAPES },
  { name: '400 %', size: ZOOMED, measures: [...SHAPES, ...FOCUS] },
  { name: 'text spacing', spaced: true, measures: SHAPES },
  { name: 'text spacing, 320 px', size: NARROW, spaced: true, measures: SHAPES },
  { name: 'text of 200 %', enlarged: true, measures: SHAPES },
  { name: 'text of 200 %, 640 px', size: { width: 640, height: 900 }, enlarged: true, measures: SHAPES },
  { name: 'less motion', calm: true, measures: ['geometry motions'] },
];

/** What is wrong with a story, each with the view in which it was seen first. */
export async function sweep(page, id) {
  const found = new Map();
  await showStory(page, id);
  for (const view of VIEWS) {
    await show(page, view);
    const findings = view.engines ? [...(await runAxe(page, view.name)), ...(await runIbm(page, view.name))] : [];
    // A focus that a script moves is shown after a key was pressed, as it is to whoever presses keys.
    if (view.measures.includes('focus weakFocus')) await page.keyboard.press('Shift');
    findings.push(...(await measure(page, view.measures)));
    for (const what of findings) if (!found.has(what)) found.set(what, view.name);
  }
  await show(page, {});
  return [...found].map(([what, view]) => `${id} (${view}): ${what}`);
}

async function show(page, { colours = 'light', dir = 'ltr', size = DESKTOP, spaced, enlarged, calm }) {
  const media = [
    { name: 'forced-colors', value: colours === 'forced colours' ? 'active' : 'none' },
    { name: 'prefers-reduced-motion', value: calm ? 'reduce' : 'no-preference' },
  ];
  const { width, height } = page.viewport();
  if (width !== size.width || height !== size.height) await page.setViewport(size);
  const session = (page.session ??= await page.createCDPSession());
  await session.send('Emulation.setEmulatedMedia', { features: media });
  await page.evaluate(
    async (view) => {
      const { dress } = await import('/measures/dress.mjs');
      await dress(view);
    },
    { scheme: colours === 'dark' ? 'dark' : 'light', dir, spaced, enlarged },
  );
}

const measure = (page, measures) =>
  page.evaluate(async (measures) => {
    const found = [];
    for (const [file, name] of measures.map((one) => one.split(' '))) {
      const { [name]: find } = await import(`/measures/${file}.mjs`);
      found.push(...find());
    }
    return found;
  }, measures);
