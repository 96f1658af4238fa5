import { fixture, html } from '@open-wc/testing';
import { LendingReviewElement } from '../../src/components/lending-review.js';
import { defaultSettings } from '../../src/schema/settings.js';
import { sampleApplication } from '../schema/samples.js';
import { all, words } from './form.js';
import { createStack, type StackOptions } from './stack.js';

LendingReviewElement.define();

/** The step with complete answers. */
export async function setup(options: StackOptions = {}, properties: object = {}) {
  const stack = createStack(options);
  const { company, applicant } = sampleApplication();
  const made = new LendingReviewElement();
  Object.assign(
    made,
    { lang: 'en', adapter: stack.adapter, settings: defaultSettings, value: { company, applicant } },
    properties,
  );
  const element = await fixture<LendingReviewElement>(html`${made}`);
  const answer = (row: HTMLElement) =>
    [...row.querySelector('dd')!.childNodes]
      .filter(({ nodeName }) => nodeName === '#text')
      .map((text) => text.nodeValue);
  const answers = () =>
    all(element, 'dl > div').map((row) => [words(row.querySelector('dt')), answer(row).join('').trim()]);
  return { element, stack, answers };
}
