import type { WidgetSettings } from '../widget-settings.js';

/** The placeholders by which a widget gets its token: not those of template languages. Only a hand-off can give away a function. */
const TOKEN = /(?<![{$])\{access_token(_url)?\}(?!\})/;
const GET_TOKEN = /^\{get_token\}$/;

/** Where a person, a template language or a manual has left room for a token, in another way than this library's. */
const LOOK_ALIKES =
  /\b(?:YOUR|INSERT|PASTE|REPLACE|ADD|MY)[_-](?:\w+[_-])?TOKEN(?:[_-]HERE)?\b|(?:\{\{|\$\{|\{|\[|<|%)\s*(?:access|auth|user|widget|session)?[_-]?token\s*(?:\}\}|\}|\]|>|%)/gi;

/** All texts in a value of JSON. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Why a widget would start without a token: nothing in its settings takes one. */
export interface MissingToken {
  /** What the settings have instead, as it is written there. */
  lookAlikes: string[];
}

/**
 * Whether a widget would never get its token: `undefined` where it does, and where `tokenless` says that it needs none.
 * A hand-off that is a function, or a `<template>`, is not looked into.
 */
export function missingToken(settings: WidgetSettings): MissingToken | undefined {
  const { embed_code, script_url = '', hand_off, tokenless } = settings;
  if (tokenless) return undefined;
  const inCode = embed_code === undefined ? [] : [embed_code];
  const handed = embed_code === undefined ? [script_url, ...textsIn(hand_off)] : [];
  const takes = [...inCode, ...handed].some((text) => TOKEN.test(text)) || handed.some((text) => GET_TOKEN.test(text));
  if (takes) return undefined;
  const found = [...inCode, ...handed].flatMap((text) => text.match(LOOK_ALIKES) ?? []);
  return { lookAlikes: [...new Set(found)] };
}

/** The same, in words for the developer: what happened, and what to do. */
export function describeMissingToken({ lookAlikes }: MissingToken): { message: string; remedy: string } {
  const [first] = lookAlikes;
  return {
    message: first
      ? `The widget's settings have ${first}, which is not a placeholder of this library, and no {access_token}.`
      : "The widget's settings have no {access_token}, so the widget would never get its token.",
    remedy: first
      ? `Write {access_token} instead of ${first}.`
      : 'Put {access_token} where the token goes, or set "tokenless": true if the widget needs none.',
  };
}
