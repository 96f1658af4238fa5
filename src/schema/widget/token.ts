/** An access token: visible text of at most 8192 characters, without control characters. */
// eslint-disable-next-line no-control-regex
export const TOKEN = /^(?=.*\S)[^\u0000-\u001F\u007F]{1,8192}$/;
