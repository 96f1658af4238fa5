import type { WidgetConfig } from '../../widget/config.js';
import { createCard, type Card } from './card.js';
import { button, element, sheetOf } from './dom.js';
import { STYLES } from './styles.js';
import { applyTheme } from './theme.js';
import type { Decision, Offer } from './types.js';
import { costOf, exampleOf, headingOf, isAccepted, isOpen, isOver, leadOf, stateOf } from './words.js';

/** The widget's element and its content. */
export interface View {
  readonly host: HTMLElement;
  show(offers: readonly Offer[]): void;
  /** Shows a sentence instead of the offers. */
  fail(words: { heading: string; lead: string; help: string }, retry?: () => void): void;
  /** Announces a sentence politely and shows it. */
  say(text: string): void;
  focusCard(id: string): void;
}

export type Decide = (offer: Offer, decision: Decision) => Promise<boolean>;

const NOTE = 'This is the sandbox. The lenders and their offers are made up, and nobody lends this money.';

/** The order of the list: the accepted offer, then the others by their total cost. */
const inOrder = (offers: readonly Offer[]) =>
  [...offers].sort((one, other) => Number(isAccepted(other)) - Number(isAccepted(one)) || costOf(one) - costOf(other));

const rows = (title: string, offers: readonly Offer[]) =>
  offers.length > 0 &&
  element(
    'div',
    { class: 'others' },
    element('h4', {}, title),
    element(
      'ul',
      { role: 'list' },
      ...offers.map((offer) => element('li', {}, element('strong', {}, offer.provider), ` ${stateOf(offer)}`)),
    ),
  );

function brandOf({ logo, name }: WidgetConfig): HTMLElement | undefined {
  const text = name ? element('p', { class: 'brand' }, name) : undefined;
  if (!logo) return text;
  const image = element('img', { class: 'brand', src: logo, alt: name, referrerpolicy: 'no-referrer' });
  // The policy of the page may not allow the picture.
  image.addEventListener('error', () => (text ? image.replaceWith(text) : image.remove()));
  return image;
}

export function createView(config: WidgetConfig, decide: Decide): View {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [sheetOf(STYLES)];
  applyTheme(host, config);
  const heading = element('h3', { id: 'heading', tabindex: '-1' }, 'Your offers');
  const lead = element('p', { class: 'lead' }, 'Looking for your offers…');
  const status = element('p', { role: 'status', class: 'news' });
  const list = element('ul', { role: 'list', class: 'cards' });
  const rest = element('div', { class: 'rest' });
  const brand = brandOf(config);
  const head = element('header', {}, brand, heading, lead);
  const section = element(
    'section',
    { lang: 'en', dir: 'ltr', 'aria-labelledby': 'heading' },
    head,
    status,
    list,
    rest,
  );
  shadow.append(section);
  const cards = new Map<string, Card>();
  let wantsAll = false;
  let shown = '';

  /** Changes only parts that differ: everything that stays keeps its focus and its open details. */
  function show(offers: readonly Offer[]) {
    const state = JSON.stringify([offers, wantsAll]);
    if (state === shown) return;
    shown = state;
    heading.textContent = config.heading || headingOf(offers);
    lead.textContent = leadOf(offers);
    const withCard = inOrder(offers.filter((offer) => isOpen(offer) || isAccepted(offer)));
    const cheapest = withCard.find(isOpen);
    const open = withCard.filter(isOpen).length;
    const visible = wantsAll ? withCard : withCard.slice(0, config.shown);
    showCards(visible, open > 1 ? cheapest?.id : undefined);
    const more = withCard.length - visible.length;
    const hadFocus = rest.contains(shadow.activeElement);
    rest.replaceChildren(
      ...[
        more > 0 && moreButton(withCard.length, offers, visible.length),
        config.example && open > 0 && exampleBox(cheapest!),
        rows(
          'Waiting',
          offers.filter((offer) => !isOpen(offer) && !isOver(offer) && !isAccepted(offer)),
        ),
        rows('Closed offers', offers.filter(isOver)),
        element('p', { class: 'note' }, NOTE),
      ].filter((part) => part !== false),
    );
    if (hadFocus) rest.querySelector('button')?.focus();
  }

  function showCards(offers: readonly Offer[], cheapest: string | undefined) {
    const ids = new Set(offers.map(({ id }) => id));
    for (const [id, card] of cards) {
      if (ids.has(id)) continue;
      card.item.remove();
      cards.delete(id);
    }
    offers.forEach((offer, at) => {
      const card = cards.get(offer.id) ?? createCard(offer, decide);
      cards.set(offer.id, card);
      card.update(offer, offer.id === cheapest);
      // Moving a card would take the focus from it.
      if (list.children[at] !== card.item) list.insertBefore(card.item, list.children[at] ?? null);
    });
  }

  const moreButton = (count: number, offers: readonly Offer[], at: number) =>
    button(`Show all ${count} offers`, { class: 'secondary more' }, () => {
      wantsAll = true;
      show(offers);
      [...cards.values()].find(({ item }) => item === list.children[at])?.focus();
    });

  function fail({ heading: title, lead: sentence, help }: Parameters<View['fail']>[0], retry?: () => void) {
    heading.textContent = title;
    lead.textContent = `${sentence} ${help}`;
    const tryAgain = () => {
      // The button goes away.
      heading.focus();
      retry?.();
    };
    cards.clear();
    list.replaceChildren();
    rest.replaceChildren(...(retry ? [button('Try again', { class: 'primary more' }, tryAgain)] : []));
    [shown, status.textContent] = ['', ''];
  }

  return {
    host,
    show,
    fail,
    say: (text) => void (status.textContent = text),
    focusCard: (id) => (cards.has(id) ? cards.get(id)!.focus() : heading.focus()),
  };
}

const exampleBox = (offer: Offer) =>
  element(
    'div',
    { class: 'example' },
    element('p', {}, element('strong', {}, 'Representative example. '), exampleOf(offer)),
  );
