// Two engines that know the rules, run inside the page: axe, and IBM's.
import { isExplained } from './explained.mjs';

/** What axe finds, and what it can neither pass nor fail and nobody has explained. */
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
    ...unsure.map(({ rule, target, why }) => `axe cannot tell about ${rule} at ${target}: ${why}`),
  ];
}

/**
 * What fails IBM's rules for WCAG 2.2, levels A and AA, and its recommendations; and what may violate a rule. What it would
 * only have somebody look at, and is no requirement, is left out.
 */
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
