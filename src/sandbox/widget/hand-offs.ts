import type { WidgetSettings } from '../../schema/index.js';

export type HandOff = NonNullable<WidgetSettings['handOff']>;

const TOKEN = '{access_token}';
const define = (title: string, handOff: HandOff) => ({ title, handOff });

/**
 * The ways in which a page hands the token to the sandbox's widget. Each is defined only here: the settings contain it,
 * the embed code is written from it, and the script follows it.
 */
// Spec: how the widget gets its token is not shown; these are the usual methods of such scripts.
export const HAND_OFFS = {
  init: define('Call a function after the script has loaded', {
    global: 'SampleFundingWidget',
    calls: [{ method: 'init', arguments: [{ token: TOKEN, container: '{container}' }] }],
    destroy: 'destroy',
  }),
  queue: define('Queue a call until the script has loaded', {
    queue: { global: 'sampleFunding', calls: [['boot', { token: TOKEN, container: '{container_id}' }]] },
  }),
  'script-data': define('Put the token into an attribute of the script', {
    script: { 'data-token': TOKEN, 'data-container': '{container_id}' },
  }),
  element: define('Use a custom element', {
    element: { tag: 'sample-funding-offers', attributes: { token: TOKEN } },
  }),
  'frame-message': define('Show a page in a frame, and send it the token in a message', {
    iframe: {
      src: '/widget/frame-message',
      title: 'Your offers',
      ready: { type: 'sample-funding-ready' },
      message: { type: 'sample-funding-token', token: TOKEN },
    },
  }),
  module: define('Import a module', {
    type: 'module',
    export: 'mount',
    calls: [{ arguments: ['{container}', { token: TOKEN }] }],
    destroy: 'unmount',
  }),
};

export type WidgetStyle = keyof typeof HAND_OFFS;

export const isWidgetStyle = (name: string): name is WidgetStyle => Object.hasOwn(HAND_OFFS, name);

/** One way to put the sandbox's widget on a page, for the partner to copy. */
export interface WidgetHandOff {
  readonly style: WidgetStyle;
  /** The name that the dashboard shows. */
  readonly title: string;
  /** The embed code, as the dashboard of a service makes it, with `{access_token}` in the place of the token. */
  readonly embedCode: string;
  /** Settings with the same effect, without embed code, for the option `widget` of `createHandler`. */
  readonly settings: WidgetSettings;
}

/** Returns all hand-offs of the sandbox's widget. */
export const allHandOffs = (origin: string): WidgetHandOff[] =>
  Object.entries(HAND_OFFS).map(([style, { title, handOff }]) => {
    const scriptUrl = `${origin}/widget/${style}.js`;
    const iframe = handOff.iframe && { ...handOff.iframe, src: origin + handOff.iframe.src };
    return {
      style: style as WidgetStyle,
      title,
      embedCode: iframe ? frameCode(iframe, origin) : scriptCode(handOff, scriptUrl),
      settings: iframe ? { handOff: { iframe } } : { scriptUrl, handOff },
    };
  });

/** The id of the widget's place in the embed code. */
const ID = 'sample-funding';
const PLACE = `<div id="${ID}"></div>`;

// The code contains no single quotes, so that it can be quoted in an environment file.
const attributesOf = (attributes: Readonly<Record<string, string>> = {}) =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value.replace('{container_id}', ID)}"`)
    .join('');

const argumentsOf = (values: readonly unknown[] = []) =>
  values
    .map((value) => JSON.stringify(value))
    .join(', ')
    .replaceAll('"{container}"', `document.getElementById("${ID}")`)
    .replaceAll('{container_id}', ID);

const inline = (type: string, ...lines: string[]) =>
  [`<script${type}>`, ...lines.map((line) => `  ${line}`), '</script>'].join('\n');

/** Writes the embed code of a script. */
function scriptCode({ queue, element, script, type, ...handOff }: HandOff, url: string): string {
  const { global, export: name, calls: [call] = [] } = handOff;
  const tag = (attributes: string) => `<script src="${url}"${attributes}></script>`;
  if (element) return `${tag('')}\n<${element.tag}${attributesOf(element.attributes)}></${element.tag}>`;
  if (script) return `${PLACE}\n${tag(attributesOf(script))}`;
  const called = argumentsOf(call?.arguments);
  if (type === 'module')
    return `${PLACE}\n${inline(' type="module"', `import { ${name} } from "${url}";`, `${name}(${called});`)}`;
  if (!queue) return `${PLACE}\n${tag('')}\n${inline('', `${global}.${call?.method}(${called});`)}`;
  const stub = `window.${queue.global} = window.${queue.global} || function () {`;
  const push = `  (${queue.global}.q = ${queue.global}.q || []).push(arguments);`;
  const queued = `${queue.global}(${argumentsOf(queue.calls[0])});`;
  return `${PLACE}\n${inline('', stub, push, '};', queued)}\n${tag(' async')}`;
}

/** Writes the embed code of a frame, which requests its token with a message. */
function frameCode({ src, title, ready, message }: NonNullable<HandOff['iframe']>, origin: string): string {
  const listener = inline(
    '',
    'window.addEventListener("message", function (event) {',
    `  var frame = document.getElementById("${ID}");`,
    `  if (!frame || event.source !== frame.contentWindow || event.origin !== "${origin}") return;`,
    `  if (event.data.type !== "${(ready as { type: string }).type}") return;`,
    `  frame.contentWindow.postMessage(${argumentsOf([message])}, "${origin}");`,
    '});',
  );
  return `<iframe id="${ID}" src="${src}" title="${title}" width="100%" height="900"></iframe>\n${listener}`;
}
