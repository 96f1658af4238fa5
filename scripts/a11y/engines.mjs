// Runs two accessibility engines in the page: axe and IBM Equal Access.
import { isExplained } from './explained.mjs';

/** Returns axe's violations and its unexplained incomplete results. */
export async function runAxe(page, view) {
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
export async function runIbm(page, view) {
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
