import { button, element, visuallyHidden } from './dom.js';
import type { Decision, Offer } from './types.js';
import { acceptedWords, costOf, isAccepted, isOpen, money, percent, sum } from './words.js';

/** The question before a decision is sent. */
export interface Confirmation {
  readonly id: string;
  readonly decision: Decision;
  readonly isSent?: boolean;
}

/** The effects of a card's buttons. `ask` without an argument cancels a confirmation. */
export interface Actions {
  ask(question?: Confirmation): void;
  answer(offer: Offer, question: Confirmation): Promise<void>;
}

/** Makes the card of an offer that is open or accepted. */
export const cardOf = (offer: Offer, isCheapest: boolean, question: Confirmation | undefined, actions: Actions) =>
  element(
    'li',
    { class: isAccepted(offer) ? 'card accepted' : 'card' },
    element(
      'div',
      { class: 'top' },
      element('h4', { tabindex: '-1', 'data-key': offer.id }, offer.provider),
      ...badgesOf(offer, isCheapest),
    ),
    factsOf(offer),
    isAccepted(offer) && element('p', { class: 'after' }, acceptedWords(offer)),
    detailsOf(offer),
    isOpen(offer) && (question ? questionOf(offer, question, actions) : buttonsOf(offer, actions)),
  );

const badge = (text: string, kind: string) => element('p', { class: `badge ${kind}` }, text);

function badgesOf(offer: Offer, isCheapest: boolean): HTMLElement[] {
  if (isAccepted(offer)) return [badge(offer.status === 'ACCEPTED' ? 'Signed and paid' : 'Accepted', 'good')];
  return isCheapest ? [badge('Lowest total cost', 'good')] : [];
}

const fact = (name: string, value: string, kind = '') =>
  element('div', kind ? { class: kind } : {}, element('dt', {}, name), element('dd', {}, value));

function factsOf(offer: Offer): HTMLElement {
  const { amount, currency, monthly_cost, term_months, yearly_rate, total_repayable } = offer;
  return element(
    'dl',
    { class: 'facts' },
    fact('Amount', sum(amount, currency), 'hero'),
    fact('Monthly cost', money(monthly_cost, currency)),
    fact('Term', `${term_months} months`),
    fact('Yearly rate', `${percent(yearly_rate)} fixed`),
    fact('Total to repay', money(total_repayable, currency)),
  );
}

function detailsOf(offer: Offer): HTMLElement {
  const { id, currency, fee, apr, monthly_cost, term_months, provider } = offer;
  return element(
    'details',
    { 'data-key': `${id}-details` },
    element(
      'summary',
      { 'data-key': `${id}-summary` },
      'Costs in detail',
      visuallyHidden(` of the offer from ${provider}`),
    ),
    element(
      'dl',
      {},
      fact('Interest', money(costOf(offer) - fee, currency)),
      fact('Fee, when the loan begins', fee > 0 ? money(fee, currency) : 'None'),
      fact('Total cost of the loan', money(costOf(offer), currency)),
      fact('APR', percent(apr)),
      fact('Payments', `${term_months} × ${money(monthly_cost, currency)}`),
    ),
  );
}

function buttonsOf({ id, provider }: Offer, { ask }: Actions): HTMLElement {
  const choose = (decision: Decision, text: string, kind: string) =>
    button(text, { class: kind, 'data-key': `${id}-${decision}` }, () => ask({ id, decision }), ` from ${provider}`);
  return element(
    'div',
    { class: 'actions' },
    choose('accept', 'Accept offer', 'primary'),
    choose('decline', 'Decline offer', 'secondary'),
  );
}

const QUESTIONS = {
  accept: {
    title: 'Accept this offer?',
    yes: 'Yes, accept this offer',
    text: ({ provider, amount, total_repayable, term_months, currency }: Offer) =>
      `You borrow ${sum(amount, currency)} from ${provider}, and repay ${money(total_repayable, currency)} over ${term_months} months. Your other offers end.`,
  },
  decline: {
    title: 'Decline this offer?',
    yes: 'Yes, decline this offer',
    text: ({ provider }: Offer) => `You cannot accept the offer from ${provider} after that.`,
  },
} as const;

function questionOf(offer: Offer, question: Confirmation, { ask, answer }: Actions): HTMLElement {
  const { title, text, yes } = QUESTIONS[question.decision];
  const id = `question-${offer.id}`;
  // A disabled button would lose the focus.
  const disabled = question.isSent ? { 'aria-disabled': 'true' } : undefined;
  const choice = (text: string, kind: string, press: () => void) =>
    button(text, { class: kind, 'data-key': `${id}-${kind}`, ...disabled }, () => question.isSent || press());
  return element(
    'div',
    {
      class: 'question',
      role: 'group',
      'aria-label': `${title} from ${offer.provider}`,
      tabindex: '-1',
      'data-key': id,
    },
    element('p', { class: 'title' }, title),
    element('p', {}, text(offer)),
    element(
      'div',
      { class: 'actions' },
      choice(yes, 'primary', () => void answer(offer, question)),
      choice('Go back', 'secondary', () => ask()),
    ),
  );
}
