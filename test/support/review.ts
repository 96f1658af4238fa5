import { LendingReviewElement } from '../../src/components/review/lending-review.js';
import { mount, sampleApplication, words } from './component.js';
import { createStack, type StackOptions } from '../../stories/support/stack.js';

export * from './component.js';
export * from '../../stories/support/stack.js';

/** The step with complete answers. */
export async function setup(properties: object = {}, options: StackOptions = {}) {
  const stack = createStack(options);
  const { company, applicant } = sampleApplication();
  const value = { company, applicant };
  const screen = await mount(LendingReviewElement, { adapter: stack.adapter, settings: {}, value, ...properties });
  const answer = (row: HTMLElement) =>
    [...row.querySelector('.answer')!.childNodes]
      .filter(({ nodeName }) => ['#text', 'BDI'].includes(nodeName))
      .map((text) => text.textContent);
  const answers = () =>
    screen
      .all('.row')
      .map((row) => [words(row.querySelector('.asked')), answer(row).join('').replaceAll('\u00a0', ' ').trim()]);
  return { screen, element: screen.element, stack, answers };
}
