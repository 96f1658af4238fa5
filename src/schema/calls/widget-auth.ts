import * as z from 'zod/mini';
import { email } from '../fields/email.js';
import { fieldSchema, uuidSchema } from '../fields/wire.js';
import { tokenTextProblem } from '../widget/token.js';

/** The body of endpoint 5. Only the partner's backend creates it. Source: specification, Widget authentication. */
export const widgetAuth = z.strictObject({ company_id: uuidSchema(), email: fieldSchema(email) });

/** The access token with which a page starts the widget. It is kept in memory only. */
export const widgetToken = z.object({
  access_token: z.string().check(z.refine((token) => !tokenTextProblem(token))),
});

/** The response of endpoint 5, reduced to the token. */
// Spec: position of access_token not shown; it is read at the top level first, then under `data`.
export const widgetAuthAnswer = z.pipe(
  z.transform((body: unknown) => {
    const answer = body as { access_token?: unknown; data?: unknown } | null;
    return answer?.access_token === undefined ? answer?.data : answer;
  }),
  widgetToken,
);

export type WidgetAuth = z.infer<typeof widgetAuth>;
export type WidgetToken = z.infer<typeof widgetToken>;
