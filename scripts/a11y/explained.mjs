// What an engine reports and is none the less right, each with its reason. An entry that nothing needs any more is an error.

const EXPLAINED = [
  {
    engine: 'axe',
    rule: 'color-contrast',
    why: /equalRatio/,
    view: /^forced colours/,
    reason:
      'axe reads the colours from before the applicant’s own took their place. Our own sweep reads those that are drawn.',
  },
  {
    engine: 'IBM',
    rule: 'aria_content_in_landmark',
    why: /not within a landmark/,
    reason: 'The landmarks are the page’s: an element that is put into its <main> must not bring another.',
  },
  {
    engine: 'IBM',
    rule: 'input_label_visible',
    why: /does not have an associated visible label/,
    target: /select\[1\]$/,
    reason: 'It does not find the label of a list within a shadow root. The label stands above it, and axe finds it.',
  },
  {
    engine: 'IBM',
    rule: 'text_sensory_misuse',
    why: /'right'/,
    target: /summary\[1\]$/,
    reason: '“Not right?” asks whether a statement is true. It is no place on the page.',
  },
  {
    engine: 'IBM',
    rule: 'form_submit_button_exists',
    why: /Verify the <form>/,
    reason:
      'Who has not agreed has nothing to fill in there and nothing to send: each of the two buttons does what it says.',
  },
];

const needed = new Set();

/** Whether somebody has explained a finding. */
export function isExplained(engine, { rule, why, target }, view) {
  const found = EXPLAINED.find(
    (one) =>
      one.engine === engine &&
      one.rule === rule &&
      one.why.test(why) &&
      (one.view?.test(view) ?? true) &&
      (one.target?.test(target) ?? true),
  );
  if (found) needed.add(found);
  return !!found;
}

/** Explanations of what is not found any more. */
export const idleExplanations = () =>
  EXPLAINED.filter((one) => !needed.has(one)).map(
    ({ engine, rule }) => `scripts/a11y/explained.mjs: ${engine} does not find ${rule} any more, take it out`,
  );
