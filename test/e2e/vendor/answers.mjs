// What a vendor's server answers, and for how long it is waited for.
import { script, send } from './servers.mjs';

/** Resolves to nothing: the browser is told so, and asks no name server. */
export const NOWHERE = 'vendor.invalid';
/** What a widget may take where the test waits for the limit; the element's own limit is ten times that. */
export const SHORT = 1500;
/** What a global, a frame that has loaded, and the last word of one that has started are waited for. */
export const [GLOBAL_LIMIT, FRAME_LIMIT, LAST_LIMIT] = [2000, 1000, 1000];

export const works = (response) => send(response, script());
export const says = (body, more) => (response) => send(response, body, more);
export const slowly = (response) => setTimeout(works, 600, response);
export const HTML = '<!doctype html><title>Sign in to the network</title><h1>Welcome</h1>';
export const AS_HTML = { 'content-type': 'text/html; charset=utf-8' };
