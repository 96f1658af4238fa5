/** Puts a widget up in a page, with what its developer sets in code. It runs in the page: functions are named. */
export function mountOwn({ getToken, handOff, isFrozen, widget, ...properties }, attributes = {}) {
  const tokens = {
    never: () => new Promise(() => undefined),
    rejects: () => Promise.reject(new TypeError('no session at https://partner.example/token?key=a-secret')),
    object: async () => ({ access_token: 'token-1' }),
    response: async () => new Response('{"access_token":"token-1"}'),
    bearer: async () => 'Bearer token-1',
    nothing: async () => undefined,
  };
  const handOffs = {
    careless: ({ container }) => {
      container.textContent = 'Offers';
    },
  };
  const element = document.createElement('lending-widget');
  const adapter = { session: async () => ({}), authenticate: async () => ({ access_token: 'token-1' }) };
  const code = { embedCode: '<b class="offers">Offers for {access_token}</b>' };
  const settings = handOff ? undefined : (widget ?? code);
  Object.assign(element, { adapter, widget: isFrozen ? Object.freeze(settings) : settings, ...properties });
  if (getToken) element.getToken = tokens[getToken];
  if (handOff) element.handOff = handOffs[handOff];
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.querySelector('main').append(element);
}
