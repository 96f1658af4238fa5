import type { WidgetSettings } from './widget-settings.js';

/** The placeholders for the token, but not those of template languages. Only a hand-off can pass a function. */
const TOKEN = /(?<![{$])\{access_token(_url)?\}(?!\})/;
const GET_TOKEN = /^\{get_token\}$/;

/** Placeholders for a token in another style: a template language's, or one such as `YOUR_TOKEN` from a manual. */
const LOOK_ALIKES =
  /\b(?:YOUR|INSERT|PASTE|REPLACE|ADD|MY)[_-](?:\w+[_-])?TOKEN(?:[_-]HERE)?\b|(?:\{\{|\$\{|\{|\[|<|%)\s*(?:access|auth|user|widget|session)?[_-]?token\s*(?:\}\}|\}|\]|>|%)/gi;

/** All strings in a JSON value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The settings of a widget have no place for the token. */
interface MissingToken {
  /** Placeholders in another style, as written in the settings. */
  lookAlikes: string[];
}

/**
 * Checks that the settings of a widget use the token. Returns `undefined` if they do, or if `tokenless` is set. It does not
 * check a hand-off function or a `<template>`.
 */
export function missingToken(settings: WidgetSettings): MissingToken | undefined {
  const { embedCode, scriptUrl = '', handOff, tokenless } = settings;
  if (tokenless) return undefined;
  const inCode = embedCode === undefined ? [] : [embedCode];
  const handed = embedCode === undefined ? [scriptUrl, ...textsIn(handOff)] : [];
  const takes = [...inCode, ...handed].some((text) => TOKEN.test(text)) || handed.some((text) => GET_TOKEN.test(text));
  if (takes) return undefined;
  const found = [...inCode, ...handed].flatMap((text) => text.match(LOOK_ALIKES) ?? []);
  return { lookAlikes: [...new Set(found)] };
}

/** The message and the remedy for settings that do not use the token. */
export function describeMissingToken({ lookAlikes }: MissingToken): { message: string; remedy: string } {
  const [first] = lookAlikes;
  return {
    message: first
      ? `The widget's settings contain ${first} instead of {access_token}, so the widget would never get its token.`
      : "The widget's settings contain no {access_token}, so the widget would never get its token.",
    remedy: first
      ? `Write {access_token} instead of ${first}.`
      : 'Put {access_token} in the place of the token. If the widget needs no token, set "tokenless": true.',
  };
}
