// Checks one story in every view: colours, direction, font, size and zoom.
import { isExplained } from './explained.mjs';
import { showStory } from './stories.mjs';

const DESKTOP = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 640 };
/** A window of 1280 by 1024 pixels at 400 %. */
const ZOOMED = { width: 320, height: 256 };

/** Our own measurements: the file and the function in `page/`. */
const COLOURS = ['colours paleTexts', 'colours paleEdges'];
const SHAPES = ['geometry smallTargets', 'geometry cutOff', 'geometry overlaps'];
const FOCUS = ['colours weakFocus'];

/** The engines take most of the time, so they check each combination in only one of the fonts. */
const LOOKS = [
  { colours: 'light', dir: 'ltr', font: 'narrow' },
  { colours: 'light', dir: 'rtl', font: 'tall' },
  { colours: 'dark', dir: 'ltr', font: 'tall' },
  { colours: 'dark', dir: 'rtl', font: 'narrow' },
  { colours: 'forced colours', dir: 'ltr', font: 'narrow' },
  { colours: 'forced colours', dir: 'rtl', font: 'tall' },
];

/** The layout depends on the font, so shapes are measured in both fonts. */
const LAYOUTS = [
  { name: '320 px', size: NARROW, measures: SHAPES },
  { name: '320 px, rtl', size: NARROW, dir: 'rtl', measures: SHAPES },
  { name: '320 px, long words', size: NARROW, lang: 'en-XA', measures: SHAPES },
  { name: '400 %', size: ZOOMED, measures: [...SHAPES, ...FOCUS] },
  { name: 'text spacing', spaced: true, measures: SHAPES },
  { name: 'text spacing, 320 px', size: NARROW, spaced: true, measures: SHAPES },
  { name: 'text of 200 %', enlarged: true, measures: SHAPES },
  { name: 'text of 200 %, 320 px', size: NARROW, enlarged: true, measures: SHAPES },
];

export const VIEWS = [
  ...LOOKS.map(({ colours, dir, font }) => ({
    name: `${colours}, ${dir}, ${font} font`,
    colours,
    dir,
    font,
    engines: true,
    measures: [...COLOURS, ...(colours === 'light' ? SHAPES : []), ...FOCUS],
  })),
  { name: 'light, ltr, tall font', font: 'tall', measures: SHAPES },
  { name: 'light, rtl, narrow font', font: 'narrow', dir: 'rtl', measures: SHAPES },
  ...LAYOUTS.flatMap(({ name, ...view }) =>
    ['narrow', 'tall'].map((font) => ({ ...view, name: `${name}, ${font} font`, font })),
  ),
  { name: 'less motion', calm: true, measures: ['geometry motions'] },
];

/** Returns a sixth of the views. Six stories next to each other are checked in all views together. */
export const sixthOfViews = (at) => VIEWS.filter((_, index) => (index + at) % 6 === 0);

/** Returns the findings of a story, each with the first view that has it. */
export async function sweep(page, id, views = VIEWS) {
  const found = new Map();
  await showStory(page, id);
  for (const view of views) {
    await show(page, view);
    const findings = view.engines ? [...(await runAxe(page, view.name)), ...(await runIbm(page, view.name))] : [];
    // Focus that a script moves matches :focus-visible only after a key press.
    if (view.measures.includes('colours weakFocus')) await page.keyboard.press('Shift');
    findings.push(...(await measure(page, view.measures)));
    for (const finding of findings) if (!found.has(finding)) found.set(finding, view.name);
  }
  await show(page, {});
  return [...found].map(([finding, view]) => `${id} (${view}): ${finding}`);
}

async function show(page, view) {
  const { colours = 'light', dir = 'ltr', lang, size = DESKTOP, font = 'narrow', spaced, enlarged, calm } = view;
  const media = [
    { name: 'forced-colors', value: colours === 'forced colours' ? 'active' : 'none' },
    { name: 'prefers-reduced-motion', value: calm ? 'reduce' : 'no-preference' },
  ];
  const { width, height } = page.viewport();
  if (width !== size.width || height !== size.height) await page.setViewport(size);
  const session = (page.session ??= await page.createCDPSession());
  await session.send('Emulation.setEmulatedMedia', { features: media });
  await page.evaluate(
    async (appearance) => {
      const { setAppearance } = await import('/measures/appearance.mjs');
      await setAppearance(appearance);
    },
    { font, scheme: colours === 'dark' ? 'dark' : 'light', dir, lang, spaced, enlarged },
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

/** Returns axe's violations and its unexplained incomplete results. */
async function runAxe(page, view) {
  const { violations, incomplete } = await page.evaluate(async () => {
    const options = { resultTypes: ['violations', 'incomplete'] };
    const { violations, incomplete } = await globalThis.axe.run('#storybook-root', options);
    const lines = (rules) =>
      rules.flatMap(({ id, nodes }) =>
        nodes.map(({ target, any, all, none }) => {
          const why = [...any, ...all, ...none].map(({ message, data }) => `${data?.messageKey ?? ''} ${message}`);
          return { rule: id, target: target.flat().join(' '), why: why.join(', ') };
        }),
      );
    return { violations: lines(violations), incomplete: lines(incomplete) };
  });
  const unsure = incomplete.filter((one) => !isExplained('axe', one, view));
  return [
    ...violations.map(({ rule, target, why }) => `axe ${rule} at ${target}: ${why}`),
    ...unsure.map(({ rule, target, why }) => `axe cannot decide ${rule} at ${target}: ${why}`),
  ];
}

/** Returns the findings of IBM's rules for WCAG 2.2 A and AA and of its recommendations, except requests for manual checks. */
async function runIbm(page, view) {
  const findings = await page.evaluate(async () => {
    globalThis.checker ??= new globalThis.ace.Checker();
    const { results } = await globalThis.checker.check(document.querySelector('#storybook-root'), ['WCAG_2_2']);
    return results.map(({ ruleId, value, message, path }) => ({
      rule: ruleId,
      value: value.join(' '),
      why: message,
      target: path.dom.replace(/^.*(?=\/lending-)/, ''),
    }));
  });
  return findings
    .filter((one) => / FAIL$|^VIOLATION POTENTIAL$/.test(one.value) && !isExplained('IBM', one, view))
    .map(({ rule, value, target, why }) => `IBM ${rule} (${value}) at ${target}: ${why}`);
}
