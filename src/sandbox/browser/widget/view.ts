import { ACCENT } from '../../palette.js';
import type { WidgetConfig } from '../../widget/config.js';
import { cardOf, type Actions, type Confirmation } from './card.js';
import { button, element, focusOn, redraw } from './dom.js';
import { STYLES } from './styles.js';
import type { Decision, Offer } from './types.js';
import { costOf, exampleOf, isAccepted, isOpen, stateOf, summaryOf, type REJECTED } from './words.js';

type Decide = (offer: Offer, decision: Decision) => Promise<boolean>;

const NOTE = 'This is the sandbox. The lenders and their offers are made up, and nobody lends this money.';

/** The order of the list: the accepted offer, then the others by their total cost. */
const inOrder = (offers: readonly Offer[]) =>
  [...offers].sort((one, other) => Number(isAccepted(other)) - Number(isAccepted(one)) || costOf(one) - costOf(other));

/** The list of the offers that nobody can accept. */
const othersOf = (offers: readonly Offer[]) =>
  offers.length > 0 &&
  element(
    'div.others',
    element('h4', 'Other lenders'),
    element(
      'ul',
      { role: 'list' },
      ...offers.map((offer) => element('li', element('strong', offer.provider), ` ${stateOf(offer)}`)),
    ),
  );

/** The partner's logo, or the name. A browser that cannot load the logo shows the name, too. */
function brandOf({ logo, name }: WidgetConfig): HTMLElement | undefined {
  if (logo) return element('img.brand', { src: logo, alt: name, referrerpolicy: 'no-referrer' });
  return name ? element('p.brand', name) : undefined;
}

/** Black or white, whichever is easier to read on a colour: one of them has a contrast of at least 4.5 : 1 (WCAG). */
function textOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? '#000' : '#fff';
}

/** Writes the theme to the element that has the offers. The default accent gives way to that of the element around it. */
function applyTheme({ style }: HTMLElement, { accent }: WidgetConfig): void {
  const orPage = (name: string, colour: string) => (accent === ACCENT ? `var(--_${name}, ${colour})` : colour);
  style.setProperty('--accent', orPage('fill', accent));
  style.setProperty('--on-accent', orPage('on-accent', textOn(accent)));
}

/** Creates the widget's element and its content. `isInside`: a journey around it has the frame and the heading. */
export function createView(config: WidgetConfig, decide: Decide, isInside: boolean) {
  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  // A strict policy allows such a style sheet.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLES);
  shadow.adoptedStyleSheets = [sheet];
  applyTheme(host, config);
  const heading = element(isInside ? 'p' : 'h3', { id: 'heading', tabindex: '-1' }, 'Your offers');
  const lead = element('p.lead', 'Looking for your offers…');
  const status = element('p.news', { role: 'status' });
  const body = element('div.body');
  const head = element('header', brandOf(config), heading, lead);
  const frame = { lang: 'en', dir: 'ltr', 'aria-labelledby': 'heading' };
  shadow.append(element(isInside ? 'section.inside' : 'section', frame, head, status, body));
  let offers: readonly Offer[] = [];
  let question: Confirmation | undefined;
  let isSending = false;
  let shown = '';

  /** Shows the offers. If nothing has changed it does nothing, so that somebody who reads is not disturbed. */
  function draw() {
    const state = JSON.stringify([offers, question]);
    if (state === shown) return;
    shown = state;
    [heading.textContent, lead.textContent] = summaryOf(offers);
    const withCard = inOrder(offers.filter((offer) => isOpen(offer) || isAccepted(offer)));
    const open = withCard.filter(isOpen);
    const cards = withCard.map((offer) =>
      cardOf(offer, open.length > 1 && offer === open[0], question?.id === offer.id ? question : undefined, actions),
    );
    const isLost = redraw(
      body,
      cards.length > 0 && element('ul.cards', { role: 'list' }, ...cards),
      open[0] &&
        element('div.example', element('p', element('strong', 'Representative example. '), exampleOf(open[0]))),
      othersOf(offers.filter((offer) => !withCard.includes(offer))),
      element('p.note', NOTE),
    );
    if (isInside) for (const title of body.querySelectorAll('h4')) title.setAttribute('aria-level', '3');
    if (isLost) heading.focus({ preventScroll: true });
  }

  const actions: Actions = {
    ask(next) {
      const key = next ? `question-${next.id}` : `${question!.id}-${question!.decision}`;
      question = next;
      draw();
      focusOn(body, key);
    },
    async answer(offer, decision) {
      if (isSending) return;
      isSending = true;
      // Otherwise Chromium reports where the changed content takes the caret, and Orca reads that twice.
      getSelection()?.empty();
      if (await decide(offer, decision)) question = undefined;
      isSending = false;
      draw();
    },
  };

  /** Shows a sentence instead of the offers. */
  function fail({ heading: title, lead: sentence, help }: typeof REJECTED, retry?: () => void) {
    heading.textContent = title;
    lead.textContent = `${sentence} ${help}`;
    const tryAgain = () => {
      // The button goes away.
      heading.focus();
      retry?.();
    };
    body.replaceChildren(...(retry ? [button('button.primary.more', tryAgain, 'Try again')] : []));
    [shown, status.textContent] = ['', ''];
  }

  return {
    host,
    show(next: readonly Offer[]) {
      offers = next;
      draw();
    },
    fail,
    /** Announces a sentence politely, and shows it unless the heading does. */
    say(text: string) {
      status.className = text === heading.textContent ? 'hidden' : 'news';
      status.textContent = text;
    },
    focusCard: (id: string) => void (focusOn(body, id) || heading.focus()),
  };
}
