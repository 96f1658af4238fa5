import type { WidgetSettings } from '../../schema/index.js';
import { WIDGET_STYLES, type WidgetStyle } from './names.js';

/** One way to put the sandbox's widget on a page, for the partner to copy. */
export interface WidgetHandOff {
  readonly style: WidgetStyle;
  /** Its name for people. */
  readonly title: string;
  /** The embed code, as the dashboard of a service makes it, with `{access_token}` in the place of the token. */
  readonly embedCode: string;
  /** The same as settings without embed code, for the option `widget` of `createHandler`. */
  readonly settings: WidgetSettings;
}

type HandOff = NonNullable<WidgetSettings['handOff']>;

interface Entry {
  readonly title: string;
  /** The part of the embed code before the script. `frame` styles have no script. */
  readonly before?: string;
  /** The attributes of the script's tag. */
  readonly tag?: string;
  readonly after?: string;
  readonly handOff: HandOff;
  /** The query of the script's address in the settings. */
  readonly query?: string;
}

const GLOBAL = 'SampleFundingWidget';
const TOKEN = '{access_token}';
const PLACE = '<div id="sample-funding"></div>';
const script = (...lines: string[]) => ['<script>', ...lines.map((line) => `  ${line}`), '</script>'].join('\n');
const target = 'document.getElementById("sample-funding")';

/** The titles follow the table of known hand-offs. Only double quotes are in the code, so that it fits into an environment file. */
// Spec: how the widget gets its token is not shown; these are the usual methods of such scripts.
const ENTRIES: Readonly<Record<Exclude<WidgetStyle, 'frame' | 'frame-message'>, Entry>> = {
  init: {
    title: 'Call init() after the script has loaded',
    before: PLACE,
    after: script(`${GLOBAL}.init({ token: "${TOKEN}", container: ${target} });`),
    handOff: {
      global: GLOBAL,
      calls: [{ method: 'init', arguments: [{ token: TOKEN, container: '{container}' }] }],
      destroy: 'destroy',
    },
  },
  'fetch-token': {
    title: 'Pass a function that fetches the token',
    before: PLACE,
    after: script(`${GLOBAL}.init({`, `  fetchToken: async () => "${TOKEN}",`, `  container: ${target},`, '});'),
    handOff: {
      global: GLOBAL,
      calls: [{ method: 'init', arguments: [{ fetchToken: '{get_token}', container: '{container}' }] }],
      destroy: 'destroy',
    },
  },
  show: {
    title: 'Call start(), then show()',
    before: PLACE,
    after: script(`${GLOBAL}.start({ token: "${TOKEN}", target: "#sample-funding" });`, `${GLOBAL}.show();`),
    handOff: {
      global: GLOBAL,
      calls: [{ method: 'start', arguments: [{ token: TOKEN, target: '{container}' }] }, { method: 'show' }],
      destroy: 'stop',
    },
  },
  constructor: {
    title: 'Create an object of a class',
    before: PLACE,
    after: script(`new ${GLOBAL}({ target: ${target}, props: { token: "${TOKEN}" } });`),
    handOff: { global: GLOBAL, construct: [{ target: '{container}', props: { token: TOKEN } }], destroy: '$destroy' },
  },
  module: {
    title: 'Import a module',
    handOff: {
      type: 'module',
      export: 'mount',
      calls: [{ arguments: ['{container}', { token: TOKEN }] }],
      destroy: 'unmount',
    },
  },
  global: {
    title: 'Set a global before the script loads',
    before: `<div data-sample-funding></div>\n${script(`window.SampleFundingSettings = { token: "${TOKEN}" };`)}`,
    handOff: {
      globals: { SampleFundingSettings: { token: TOKEN } },
      element: { attributes: { 'data-sample-funding': '' } },
    },
  },
  callback: {
    title: 'Define a function that the script calls',
    before: `${PLACE}\n${script(
      'window.sampleFundingReady = function (widget) {',
      `  widget.open({ token: "${TOKEN}", containerId: "sample-funding" });`,
      '};',
    )}`,
    handOff: {
      callback: 'sampleFundingReady',
      global: GLOBAL,
      calls: [{ method: 'open', arguments: [{ token: TOKEN, containerId: '{container_id}' }] }],
      destroy: 'close',
    },
  },
  queue: {
    title: 'Queue calls until the script has loaded',
    before: `${PLACE}\n${script(
      'window.sampleFunding = window.sampleFunding || function () {',
      '  (sampleFunding.q = sampleFunding.q || []).push(arguments);',
      '};',
      `sampleFunding("boot", { token: "${TOKEN}", target: "sample-funding" });`,
    )}`,
    tag: ' async',
    handOff: { queue: { global: 'sampleFunding', calls: [['boot', { token: TOKEN, target: '{container_id}' }]] } },
  },
  element: {
    title: 'Use a custom element',
    after: `<sample-funding-offers token="${TOKEN}"></sample-funding-offers>`,
    handOff: { element: { tag: 'sample-funding-offers', attributes: { token: TOKEN } } },
  },
  'element-event': {
    title: 'Answer the event of a custom element',
    before: `<sample-funding-offers id="sample-funding"></sample-funding-offers>\n${script(
      `${target}.addEventListener("sample-funding-token", function (event) {`,
      `  event.target.authorize({ token: "${TOKEN}" });`,
      '});',
    )}`,
    handOff: {
      element: {
        tag: 'sample-funding-offers',
        asks: { event: 'sample-funding-token', method: 'authorize', arguments: [{ token: TOKEN }] },
      },
    },
  },
  'script-data': {
    title: 'Put the token into an attribute of the script',
    before: PLACE,
    tag: ` data-token="${TOKEN}" data-target="sample-funding"`,
    handOff: { script: { 'data-token': TOKEN, 'data-target': '{container_id}' } },
  },
  'script-url': {
    title: 'Put the token into the address of the script',
    before: PLACE,
    query: `?token=${TOKEN}&target={container_id}`,
    handOff: {},
  },
  placeholder: {
    title: 'Put the token into an attribute of a placeholder',
    before: `<div data-sample-funding-token="${TOKEN}"></div>`,
    handOff: { element: { attributes: { 'data-sample-funding-token': TOKEN } } },
  },
};

const FRAME_TITLE = 'Your offers';

function frameHandOff(origin: string): WidgetHandOff {
  const src = `${origin}/widget/frame?token=${TOKEN}`;
  return {
    style: 'frame',
    title: 'Show a page in a frame, with the token in its address',
    embedCode: `<iframe src="${origin}/widget/frame?token={access_token_url}" title="${FRAME_TITLE}" width="100%" height="900"></iframe>`,
    settings: { handOff: { iframe: { src, title: FRAME_TITLE } } },
  };
}

function messageFrameHandOff(origin: string): WidgetHandOff {
  const src = `${origin}/widget/frame-message`;
  const [ready, message] = ['sample-funding-ready', 'sample-funding-token'];
  return {
    style: 'frame-message',
    title: 'Show a page in a frame, and send it the token in a message',
    embedCode: [
      `<iframe id="sample-funding" src="${src}" title="${FRAME_TITLE}" width="100%" height="900"></iframe>`,
      script(
        'window.addEventListener("message", function (event) {',
        `  var frame = ${target};`,
        `  if (!frame || event.source !== frame.contentWindow || event.origin !== "${origin}") return;`,
        `  if (event.data.type !== "${ready}") return;`,
        `  frame.contentWindow.postMessage({ type: "${message}", token: "${TOKEN}" }, "${origin}");`,
        '});',
      ),
    ].join('\n'),
    settings: {
      handOff: {
        iframe: { src, title: FRAME_TITLE, ready: { type: ready }, message: { type: message, token: TOKEN } },
      },
    },
  };
}

/** The path of the script or page of a style. */
export const pathOf = (style: WidgetStyle) =>
  style === 'frame' || style === 'frame-message' ? `/widget/${style}` : `/widget/${style}.js`;

/** Returns the hand-off of a style. `query` is for the address of the script, such as `accent=%23aa0000`. */
export function handOffOf(style: WidgetStyle, origin: string): WidgetHandOff {
  if (style === 'frame') return frameHandOff(origin);
  if (style === 'frame-message') return messageFrameHandOff(origin);
  const { title, before, tag = '', after, query = '', handOff } = ENTRIES[style];
  const url = origin + pathOf(style);
  const settings = { scriptUrl: url + query, handOff };
  if (style === 'module') return { style, title, embedCode: moduleCode(url), settings };
  const address = style === 'script-url' ? `${url}?token={access_token_url}&amp;target=sample-funding` : url;
  const embedCode = [before, `<script src="${address}"${tag}></script>`, after].filter(Boolean).join('\n');
  return { style, title, embedCode, settings };
}

const moduleCode = (url: string) =>
  [
    PLACE,
    '<script type="module">',
    `  import { mount } from "${url}";`,
    `  mount(${target}, { token: "${TOKEN}" });`,
    '</script>',
  ].join('\n');

/** Returns all hand-offs of the sandbox's widget. */
export const allHandOffs = (origin: string): WidgetHandOff[] => WIDGET_STYLES.map((style) => handOffOf(style, origin));
