// False positives of the engines, each with its reason. An entry that matches no finding fails the check.

const EXPLAINED = [
  {
    engine: 'axe',
    rule: 'color-contrast',
    why: /equalRatio/,
    view: /^forced colours/,
    reason:
      'axe reads the colours of the page, not the forced colours. Our own measurement reads the colours that are drawn.',
  },
  {
    engine: 'axe',
    rule: 'color-contrast',
    why: /bgOverlap|emptyValue/,
    target: /registered_number|formation_date|lending-company (summary|p\[aria-live|button\[part="switch"\])/,
    reason:
      'A list of results lies over these fields while it is open. The contrast of the fields is checked without it.',
  },
  {
    engine: 'axe',
    rule: 'color-contrast',
    why: /nonBmp/,
    target: /\.mark/,
    reason: 'The tick is a sign. Its colour is that of a success, which the test of the colours measures.',
  },
  {
    engine: 'IBM',
    rule: 'text_sensory_misuse',
    why: /'above'/,
    target: /span\[1\]$/,
    reason: 'The choice is above in reading order too, and its heading names it.',
  },
  {
    engine: 'IBM',
    rule: 'fieldset_label_valid',
    why: /Group\/Fieldset/,
    target: /lending-applicant\[1\].*\/fieldset\[\d\]\/fieldset\[\d\]$/,
    reason: 'The legend of the fieldset around it names the address. The engine compares only the inner legends.',
  },
  {
    engine: 'IBM',
    rule: 'style_color_misuse',
    why: /Verify color is not used/,
    target: /div\[1\]$/,
    reason: 'The story draws a page with colours of its own around the journey. They mean nothing.',
  },
  {
    engine: 'IBM',
    rule: 'aria_content_in_landmark',
    why: /not within a landmark/,
    reason: 'The page provides the landmarks. An element inside its <main> must not add another one.',
  },
  {
    engine: 'IBM',
    rule: 'input_label_visible',
    why: /does not have an associated visible label/,
    target: /select\[1\]$/,
    reason: 'The engine does not find the label of a select in a shadow root. The label is visible, and axe finds it.',
  },
  {
    engine: 'IBM',
    rule: 'input_label_visible',
    why: /does not have an associated visible label/,
    target: /\/div\[1\]\/button\[1\]$/,
    reason:
      'The button that empties a search is a cross in the input, as in every browser. Its name is “Clear the search”.',
  },
  {
    engine: 'IBM',
    rule: 'text_sensory_misuse',
    why: /'right'/,
    target: /summary\[1\]\/b\[1\]$/,
    reason: '“Not right?” asks whether a statement is true. “Right” does not mean a position on the page.',
  },
  {
    engine: 'IBM',
    rule: 'text_block_heading',
    why: /is used as a heading/,
    target: /lending-(company|applicant|review|consent|onboarding|widget)\[1\].*\/(div|p)\[\d+\]$/,
    reason: 'The engine takes a short text that is larger than 16 pixels for a heading. All our text has 17 pixels.',
  },
  {
    engine: 'IBM',
    rule: 'fieldset_legend_valid',
    why: /does not have a <legend>/,
    target: /lending-(company|applicant)\[1\].*\/fieldset\[\d\]$/,
    reason:
      'In the layout “screens” the heading asks the question of a group, whose legend is out of sight. The engine looks for one in sight.',
  },
  {
    engine: 'IBM',
    rule: 'input_checkboxes_grouped',
    why: /un-named, ungrouped checkbox/,
    target: /lending-applicant\[1\].*\/section\[1\]\/label\[1\]\/input\[1\]$/,
    reason: 'The boxes of the step answer separate questions: one name only, and the address of the business.',
  },
  {
    engine: 'IBM',
    rule: 'aria_keyboard_handler_exists',
    why: /"(combobox|listbox)" role has keyboard access/,
    reason: 'The engine does not see listeners that a script adds. Tests use the search with the keyboard alone.',
  },
  {
    engine: 'IBM',
    rule: 'aria_child_tabbable',
    why: /"option" role is tabbable/,
    reason: 'The focus stays in the combobox, whose aria-activedescendant names the option (ARIA 1.2, combobox).',
  },
  {
    engine: 'IBM',
    rule: 'widget_tabbable_exists',
    why: /"listbox" role does not have a tabbable element/,
    reason: 'The focus stays in the combobox, whose aria-activedescendant names the option (ARIA 1.2, combobox).',
  },
  {
    engine: 'IBM',
    rule: 'form_submit_button_exists',
    why: /Verify the <form>/,
    reason:
      'After declining, the form has no fields and nothing to submit. Each of its two buttons does its own action.',
  },
];

const used = new Set();

export function isExplained(engine, { rule, why, target }, view) {
  const found = EXPLAINED.find(
    (one) =>
      one.engine === engine &&
      one.rule === rule &&
      one.why.test(why) &&
      (one.view?.test(view) ?? true) &&
      (one.target?.test(target) ?? true),
  );
  if (found) used.add(found);
  return !!found;
}

export const unusedExplanations = () =>
  EXPLAINED.filter((one) => !used.has(one)).map(
    ({ engine, rule }) => `scripts/a11y/explained.mjs: ${engine} no longer reports ${rule}. Delete this entry.`,
  );
