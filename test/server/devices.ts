import { memoryConsents } from '../../src/server/index.js';
import { EMAIL, setup, type Browser } from './setup.js';

/** Two browsers of one applicant with an application, and both of them after a restart: with the cookies that they have by then. */
export async function devices(options: Parameters<typeof setup>[0] = {}) {
  const consents = memoryConsents();
  let ids: { company_id: string } | undefined;
  const start = (more: object = {}) =>
    setup({
      consents,
      onApplicationCreated: (made) => void (ids = made),
      existingApplication: () => ids && { company_id: ids.company_id, email: EMAIL },
      ...options,
      ...more,
    });
  const { browser, sandbox } = start();
  const [one, other] = [browser(), browser()];
  await one.create();
  const restarted = (user: Browser) => {
    const page = start({ fetch: sandbox.fetch }).browser();
    for (const [name, value] of user.cookies) page.cookies.set(name, value);
    return page;
  };
  return { one, other, restarted };
}
