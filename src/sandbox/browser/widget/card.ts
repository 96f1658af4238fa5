import { button, element, hidden } from './dom.js';
import type { Decision, Offer } from './types.js';
import { acceptedWords, costOf, isAccepted, isOpen, money, percent, stateOf, sum } from './words.js';

/** A card of an offer. It keeps its open details and its question while the offer stays the same. */
export interface Card {
  readonly item: HTMLElement;
  update(offer: Offer, isCheapest: boolean): void;
  /** Moves the focus to the name of the lender. */
  focus(): void;
}

type Decide = (offer: Offer, decision: Decision) => Promise<boolean>;

const fact = (name: string, value: string, kind = '') =>
  element('div', kind ? { class: kind } : {}, element('dt', {}, name), element('dd', {}, value));

const badge = (text: string, kind: string) => element('p', { class: `badge ${kind}` }, text);

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
  const { currency, fee, apr, monthly_cost, term_months, provider } = offer;
  return element(
    'details',
    {},
    element('summary', {}, 'Costs in detail', hidden(` of the offer from ${provider}`)),
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

export function createCard(first: Offer, decide: Decide): Card {
  const item = element('li', { class: 'card' });
  let offer = first;
  let shown = '';

  /** The buttons, and after one of them the question. */
  function actions(): HTMLElement {
    const place = element('div', { class: 'actions' });
    const from = ` from ${offer.provider}`;
    const accept = button('Accept offer', { class: 'primary' }, () => ask('accept'), from);
    const decline = button('Decline offer', { class: 'secondary' }, () => ask('decline'), from);
    place.append(accept, decline);

    function ask(decision: Decision) {
      const { title, text, yes } = QUESTIONS[decision];
      const id = `question-${offer.id}`;
      const heading = element('p', { id, class: 'title', tabindex: '-1' }, title, hidden(from));
      const sure = button(yes, { class: 'primary' }, () => void answer(decision, [sure, back]));
      const back = button('Go back', { class: 'secondary' }, () => {
        place.replaceChildren(accept, decline);
        (decision === 'accept' ? accept : decline).focus();
      });
      const buttons = element('div', { class: 'actions' }, sure, back);
      place.replaceChildren(
        element(
          'div',
          { class: 'question', role: 'group', 'aria-labelledby': id },
          heading,
          element('p', {}, text(offer)),
          buttons,
        ),
      );
      heading.focus();
    }
    return place;
  }

  async function answer(decision: Decision, buttons: readonly HTMLButtonElement[]) {
    // A disabled button would lose the focus.
    if (buttons[0]!.getAttribute('aria-disabled') === 'true') return;
    for (const one of buttons) one.setAttribute('aria-disabled', 'true');
    if (await decide(offer, decision)) return;
    for (const one of buttons) one.removeAttribute('aria-disabled');
  }

  function focus() {
    item.querySelector('h4')?.focus();
  }

  function update(next: Offer, isCheapest: boolean) {
    const state = JSON.stringify([next, isCheapest]);
    if (state === shown) return;
    [offer, shown] = [next, state];
    const heading = element('h4', { tabindex: '-1' }, offer.provider);
    const hadFocus = item.contains((item.getRootNode() as ShadowRoot).activeElement);
    item.classList.toggle('accepted', isAccepted(offer));
    item.replaceChildren(element('div', { class: 'top' }, heading, ...badgesOf(offer, isCheapest)), factsOf(offer));
    if (isAccepted(offer)) item.append(element('p', { class: 'after' }, acceptedWords(offer)));
    item.append(detailsOf(offer));
    if (isOpen(offer)) item.append(actions());
    if (hadFocus) focus();
  }

  return { item, update, focus };
}

function badgesOf(offer: Offer, isCheapest: boolean): HTMLElement[] {
  if (isAccepted(offer)) return [badge(offer.status === 'ACCEPTED' ? 'Signed and paid' : 'Accepted', 'good')];
  if (!isOpen(offer)) return [badge(stateOf(offer), 'plain')];
  return isCheapest ? [badge('Lowest total cost', 'good')] : [];
}
