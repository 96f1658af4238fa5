import { WIDGET_STYLES } from './widget-styles.js';

/**
 * The stand-in widget as the source of a classic script. It defines the global `SampleFundingWidget`:
 *
 * - `init({ token, container })` shows the offers behind the token inside `container`, an element, and resolves to
 *   `{ offers, destroy }`: how many there are, and what removes them. What it showed in the same element before goes.
 *   It rejects with an `Error` whose `code` is `token-expired` for a token that is not good, `unavailable` where the
 *   offers cannot be read, `destroyed` where it was destroyed meanwhile, `no-container` without an element.
 * - `destroy()` removes everything that `init` made, and makes what is under way reject.
 *
 * It works under a strict Content-Security-Policy and Trusted Types that allow the script and a connection to
 * `origin`, where the offers come from; a sandbox in the page itself is found as the global `lendingSandbox`. Colours follow the `color-scheme` around the container.
 */
// Spec: the embed code, its global, its calls and the way the token is handed over are not shown; these are the sandbox's own.
export const widgetScript = (origin: string): string =>
  [
    "'use strict';",
    '(() => {',
    `  const OFFERS_URL = ${JSON.stringify(`${origin}/widget/offers`)};`,
    `  const STYLES = ${JSON.stringify(WIDGET_STYLES)};`,
    SCRIPT,
    '})();',
    '',
  ].join('\n');

// Source text and not a function's own: a bundler would rewrite a function, and its helpers would not come along.
const SCRIPT = `
  const mounts = new Map();

  const failure = (code, message) => Object.assign(new Error(message), { code });

  const element = (tag, text, attributes) => {
    const made = Object.assign(document.createElement(tag), { textContent: text || '' });
    for (const name of Object.keys(attributes || {})) made.setAttribute(name, attributes[name]);
    return made;
  };

  const within = (parent, ...children) => {
    parent.append(...children);
    return parent;
  };

  const money = (amount, currency, digits) =>
    new Intl.NumberFormat('en-GB', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }).format(amount);

  const fact = (name, value) => within(element('div'), element('dt', name), element('dd', value));

  const card = (offer, choose) => {
    const button = element('button', 'Choose ' + offer.provider, { type: 'button' });
    button.addEventListener('click', () => choose(offer));
    return within(
      element('li'),
      element('h4', offer.provider),
      within(
        element('dl'),
        fact('Amount', money(offer.amount, offer.currency, 0)),
        fact('Monthly cost', money(offer.monthly_cost, offer.currency, 2)),
        fact('Term', offer.term_months + ' months'),
      ),
      button,
    );
  };

  const show = (section, offers) => {
    const status = element('p', '', { role: 'status' });
    const choose = (offer) => {
      status.textContent = 'You chose ' + offer.provider + '. This is the sandbox, so nothing was agreed.';
    };
    // The role brings back the list that Safari drops along with the bullets.
    const list = within(element('ul', '', { role: 'list' }), ...offers.map((offer) => card(offer, choose)));
    section.replaceChildren(
      element('h3', 'Sample offers', { id: 'heading' }),
      element('p', 'These come from the sandbox. Nobody is lending this money.'),
      offers.length ? list : element('p', 'There are no offers yet.'),
      status,
    );
  };

  const mount = (container) => {
    const host = document.createElement('div');
    const shadow = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLES);
    shadow.adoptedStyleSheets = [sheet];
    const section = element('section', '', { lang: 'en', 'aria-labelledby': 'heading' });
    within(section, element('h3', 'Sample offers', { id: 'heading' }), element('p', 'Looking for your offers…'));
    shadow.append(section);
    container.append(host);
    return { host, section, abort: new AbortController() };
  };

  const remove = (container) => {
    const mounted = mounts.get(container);
    if (!mounted) return;
    mounts.delete(container);
    mounted.abort.abort();
    mounted.host.remove();
  };

  const load = async (token, signal) => {
    // In a story or a test the sandbox lives in the page itself, and answers there.
    const response = await (window.lendingSandbox || window).fetch(OFFERS_URL, {
      headers: { accept: 'application/json', authorization: 'Bearer ' + token },
      credentials: 'omit',
      signal,
    });
    if (response.status === 401) throw failure('token-expired', 'The access token has expired, or is not one of the sandbox.');
    if (!response.ok) throw failure('unavailable', 'The offers cannot be read: HTTP ' + response.status + '.');
    return (await response.json()).offers;
  };

  const init = async ({ token, container } = {}) => {
    if (!(container instanceof Element)) throw failure('no-container', 'The container is not an element.');
    remove(container);
    const mounted = mount(container);
    mounts.set(container, mounted);
    const destroy = () => {
      if (mounts.get(container) === mounted) remove(container);
    };
    try {
      const offers = await load(token, mounted.abort.signal);
      mounted.abort.signal.throwIfAborted();
      show(mounted.section, offers);
      return { offers: offers.length, destroy };
    } catch (error) {
      const destroyed = mounted.abort.signal.aborted;
      destroy();
      if (destroyed) throw failure('destroyed', 'The widget was destroyed while it was starting.');
      throw typeof error.code === 'string' ? error : failure('unavailable', 'The offers cannot be read.');
    }
  };

  const destroy = () => Array.from(mounts.keys()).forEach(remove);

  window.SampleFundingWidget = Object.freeze({ init, destroy });`;
