import { button, element, visuallyHidden } from './dom.js';
import type { Decision, Offer } from './types.js';
import { costOf, isAccepted, isOpen, money, percent, sum } from './words.js';

/** The question before a decision is sent. */
export interface Confirmation {
  readonly id: string;
  readonly decision: Decision;
}

/** The effects of a card's buttons. `ask` without an argument cancels a confirmation. */
export interface Actions {
  ask(question?: Confirmation): void;
  answer(offer: Offer, decision: Decision): Promise<void>;
}

/** Makes the card of an offer that is open or accepted. */
export const cardOf = (offer: Offer, isCheapest: boolean, question: Confirmation | undefined, actions: Actions) =>
  element(
    isAccepted(offer) ? 'li.card.accepted' : 'li.card',
    element('div.top', element('h4', { tabindex: '-1', 'data-key': offer.id }, offer.provider), badgeOf(offer)),
    factsOf(offer, isCheapest),
    detailsOf(offer),
    isOpen(offer) && (question ? questionOf(offer, question, actions) : buttonsOf(offer, actions)),
  );

const badgeOf = (offer: Offer) =>
  isAccepted(offer) && element('p.badge', offer.status === 'ACCEPTED' ? 'Signed and paid' : 'Accepted');

const fact = (name: string, value: string, tag: 'div' | 'div.hero' = 'div', badge?: HTMLElement | false) =>
  element(tag, element('dt', name), element('dd', value), badge);

/** The badge is next to the figure that it is about: a smaller loan has a smaller total, and can cost more. */
function factsOf(offer: Offer, isCheapest: boolean): HTMLElement {
  const { amount, currency, monthly_cost, term_months, yearly_rate, total_repayable } = offer;
  const badge = isCheapest && element('dd.badge', 'Lowest cost');
  return element(
    'dl.facts',
    fact('Amount', sum(amount, currency), 'div.hero'),
    fact('Cost of the loan', money(costOf(offer), currency), 'div', badge),
    fact('Total to repay', money(total_repayable, currency)),
    fact('Monthly cost', money(monthly_cost, currency)),
    fact('Term', `${term_months} months`),
    fact('Yearly rate', `${percent(yearly_rate)} fixed`),
  );
}

function detailsOf(offer: Offer): HTMLElement {
  const { id, currency, fee, apr, monthly_cost, term_months, provider } = offer;
  const hidden = visuallyHidden(` of the offer from ${provider}`);
  return element(
    'details',
    { 'data-key': `${id}-details` },
    element('summary', { 'data-key': `${id}-summary` }, 'Costs in detail', hidden),
    element(
      'dl',
      fact('Interest', money(costOf(offer) - fee, currency)),
      fact('Fee, when the loan begins', fee > 0 ? money(fee, currency) : 'None'),
      fact('APR', percent(apr)),
      fact('Payments', `${term_months} × ${money(monthly_cost, currency)}`),
    ),
  );
}

function buttonsOf({ id, provider }: Offer, { ask }: Actions): HTMLElement {
  const choose = (decision: Decision, text: string, kind: 'primary' | 'secondary') => {
    const hidden = visuallyHidden(` from ${provider}`);
    return button(`button.${kind}`, () => ask({ id, decision }), { 'data-key': `${id}-${decision}` }, text, hidden);
  };
  return element(
    'div.actions',
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

function questionOf(offer: Offer, { decision }: Confirmation, { ask, answer }: Actions): HTMLElement {
  const { title, text, yes } = QUESTIONS[decision];
  const id = `question-${offer.id}`;
  return element(
    'div.question',
    {
      role: 'group',
      'aria-label': `${title} from ${offer.provider}`,
      'aria-describedby': `${id}-text`,
      tabindex: '-1',
      'data-key': id,
    },
    element('p.title', title),
    element('p', { id: `${id}-text` }, text(offer)),
    element(
      'div.actions',
      button('button.primary', () => void answer(offer, decision), { 'data-key': `${id}-yes` }, yes),
      button('button.secondary', () => ask(), { 'data-key': `${id}-back` }, 'Go back'),
    ),
  );
}
