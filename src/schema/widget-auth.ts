import * as z from 'zod/mini';
import { email, uuid } from './wire.js';

/** The body of endpoint 5. Source: Widget authentication. Only the partner's backend makes it. */
export const widgetAuth = z.strictObject({ company_id: uuid(), email: email() });

/** What a page gets to start the widget with. It lives in memory. */
export const widgetToken = z.object({
  // eslint-disable-next-line no-control-regex
  access_token: z.string().check(z.maxLength(8192), z.regex(/\S/), z.regex(/^[^\u0000-\u001F\u007F]*$/)),
});

/** The answer of endpoint 5, reduced to the token. */
// Spec: position of access_token not shown; the top level first, then under data.
export const widgetAuthAnswer = z.pipe(
  z.transform((body: unknown) => {
    const answer = body as { access_token?: unknown; data?: unknown } | null;
    return answer?.access_token === undefined ? answer?.data : answer;
  }),
  widgetToken,
);

export type WidgetAuth = z.infer<typeof widgetAuth>;
export type WidgetToken = z.infer<typeof widgetToken>;
