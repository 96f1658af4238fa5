// Explains that the application has other answers than those of the page. It loads then.
import { html, type TemplateResult } from 'lit';
import { supportLine } from '../../base/support.js';
import type { TextController } from '../../base/text/text.js';
import { otherAnswersText } from './other-answers.sentences.js';

/** Renders the explanation, and the contacts of the support team. */
export const otherAnswers = (text: TextController): TemplateResult =>
  html`<p>${otherAnswersText(text).term('review.other')}</p>
    ${supportLine(text)}`;
