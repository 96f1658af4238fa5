// The conformance report of ACCESSIBILITY.md in the form of OpenACR, for VPAT 2.5: WCAG 2.2, levels A and AA.

/** The success criteria of WCAG 2.2. It has removed 4.1.1. */
const CRITERIA = {
  a: `1.1.1 Non-text Content; 1.2.1 Audio-only and Video-only (Prerecorded); 1.2.2 Captions (Prerecorded);
    1.2.3 Audio Description or Media Alternative (Prerecorded); 1.3.1 Info and Relationships; 1.3.2 Meaningful Sequence;
    1.3.3 Sensory Characteristics; 1.4.1 Use of Color; 1.4.2 Audio Control; 2.1.1 Keyboard; 2.1.2 No Keyboard Trap;
    2.1.4 Character Key Shortcuts; 2.2.1 Timing Adjustable; 2.2.2 Pause, Stop, Hide; 2.3.1 Three Flashes or Below Threshold;
    2.4.1 Bypass Blocks; 2.4.2 Page Titled; 2.4.3 Focus Order; 2.4.4 Link Purpose (In Context); 2.5.1 Pointer Gestures;
    2.5.2 Pointer Cancellation; 2.5.3 Label in Name; 2.5.4 Motion Actuation; 3.1.1 Language of Page; 3.2.1 On Focus;
    3.2.2 On Input; 3.2.6 Consistent Help; 3.3.1 Error Identification; 3.3.2 Labels or Instructions; 3.3.7 Redundant Entry;
    4.1.2 Name, Role, Value`,
  aa: `1.2.4 Captions (Live); 1.2.5 Audio Description (Prerecorded); 1.3.4 Orientation; 1.3.5 Identify Input Purpose;
    1.4.3 Contrast (Minimum); 1.4.4 Resize Text; 1.4.5 Images of Text; 1.4.10 Reflow; 1.4.11 Non-text Contrast;
    1.4.12 Text Spacing; 1.4.13 Content on Hover or Focus; 2.4.5 Multiple Ways; 2.4.6 Headings and Labels; 2.4.7 Focus Visible;
    2.4.11 Focus Not Obscured (Minimum); 2.5.7 Dragging Movements; 2.5.8 Target Size (Minimum); 3.1.2 Language of Parts;
    3.2.3 Consistent Navigation; 3.2.4 Consistent Identification; 3.3.3 Error Suggestion;
    3.3.4 Error Prevention (Legal, Financial, Data); 3.3.8 Accessible Authentication (Minimum); 4.1.3 Status Messages`,
};

const SCOPE =
  'The report covers the elements in their own themes. It does not cover the service’s widget, or the page around the elements. ' +
  '“Not evaluated” means that we make no claim.';
const NOT_TESTED = 'None of our tests checks this criterion.';

/** Returns the tests of each criterion in the table of ACCESSIBILITY.md. */
function testsOf(markdown) {
  const [, table] = /^\| criterion [^]*?\n\|[-| ]+\n([^]*?)\n\n/m.exec(markdown);
  const rows = table.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  return new Map(rows.flatMap(([, names, , tests]) => names.match(/\d\.\d\.\d+/g).map((number) => [number, tests])));
}

/** Returns the part of a text that matches, in one line. The report would be wrong without it. */
function quote(markdown, pattern) {
  const [, found] = pattern.exec(markdown) ?? [];
  if (!found) throw new Error(`ACCESSIBILITY.md has no ${pattern}, which the conformance report quotes.`);
  return found.replace(/\s+/g, ' ');
}

const criterionOf = (tests) => (criterion) => {
  const [, number, name] = /^([\d.]+) ([^]+)$/.exec(criterion.trim());
  const tested = tests.get(number);
  const notes = tested ? `Automated tests: ${tested}.` : NOT_TESTED;
  return `      - num: "${number}" # ${name}
        components:
          - name: web
            adherence: { level: ${tested ? 'supports' : 'not-evaluated'}, notes: ${JSON.stringify(notes)} }`;
};

/** Returns the report as YAML. */
export function conformance(markdown, { name, version, description, license }) {
  const tests = testsOf(markdown);
  const methods = [
    quote(markdown, /(All results come from automated tests\.)/),
    quote(markdown, /(Orca \d+ reads the journey in [^,]+), by keyboard alone/) + ', by keyboard alone.',
    quote(markdown, /\*\*([^*]+ are not evaluated\.)\*\*/),
  ].join(' ');
  const limits = quote(markdown, /\n## Known limits\n\n- ([^]*?)\n\n## /)
    .replaceAll(' - ', ' ')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const chapters = Object.entries(CRITERIA).map(
    ([level, criteria]) =>
      `  success_criteria_level_${level}:\n    criteria:\n${criteria.split(';').map(criterionOf(tests)).join('\n')}`,
  );
  return `# Generated from ACCESSIBILITY.md by \`npm run docs\`. The form is OpenACR 0.1.0, with the catalog 2.5-edition-wcag-2.2-en.
title: ${name} Accessibility Conformance Report
product: { name: ${name}, version: ${version}, description: ${JSON.stringify(description)} }
author: { name: The contributors of ${name}, email: '' }
report_date: ${JSON.stringify(quote(markdown, /Date of the results: ([\d-]+)/))}
evaluation_methods_used: ${JSON.stringify(methods)}
notes: ${JSON.stringify(`${SCOPE} Known limits: ${limits}`)}
legal_disclaimer: Nobody has certified this report.
license: ${license}
catalog: 2.5-edition-wcag-2.2-en
chapters:
${chapters.join('\n')}
`;
}
