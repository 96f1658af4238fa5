// Another user signs in on the same browser, in another tab: over sockets, with the built package.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as applicant from './applicant.mjs';
import { useStage } from './stage.mjs';

const NAME = 'Canary Bakery Ltd';
const namesIn = ({ calls }) => calls.map(({ name, body }) => `${name} ${body?.company?.registered_name ?? ''}`.trim());

describe('a page whose user is no longer signed in', { timeout: 120_000 }, () => {
  const stage = useStage();

  for (const hasOwn of [false, true])
    it(`sends nothing at any press for a user ${hasOwn ? 'with' : 'without'} an application`, async () => {
      const { sandbox } = stage.servers;
      const before = sandbox.calls.length;
      const first = await stage.visit();
      await applicant.reach(first, 'Your business');
      await applicant.fillCompany(first);
      await applicant.type(first, { registered_name: NAME });
      await applicant.press(first);
      await applicant.reach(first, 'About you');
      await applicant.fillApplicant(first);
      await applicant.press(first);
      await applicant.reach(first, 'Check your answers');

      const context = first.browserContext();
      await context.deleteCookie(...(await context.cookies()));
      const second = await context.newPage();
      await second.goto(stage.servers.url);
      await applicant.reach(second, 'Your business');
      if (hasOwn) await applicant.goTo(second, 'documents');
      const own = sandbox.calls.length;

      await first.bringToFront();
      // The page may have noticed it by itself when it came to the front: then the button is hidden.
      await first.$$eval('>>> [part="submit"]', ([button]) => button.click());
      assert.match(await applicant.failure(first), /Someone else has signed in.*Nothing was sent.*Reload this page/);
      // Neither the second press sends anything, nor a control that a script presses.
      await first.$$eval('>>> [part="submit"]', ([button]) => button?.click());
      await first.waitForNetworkIdle();
      assert.equal(sandbox.calls.length, own, namesIn(sandbox).join('; '));
      await first.$$eval('>>> button', (buttons) => {
        for (const button of buttons) if (button.getAttribute('part') !== 'retry') button.click();
      });
      await first.$$eval('>>> form', (forms) => forms.forEach((form) => form.requestSubmit()));
      await first.waitForNetworkIdle();
      assert.equal(sandbox.calls.length, own, namesIn(sandbox).join('; '));
      assert.ok(
        !namesIn(sandbox)
          .slice(before)
          .some((one) => one.includes(NAME)),
      );

      await applicant.click(first, '[part="retry"]');
      await applicant.reach(first, hasOwn ? 'Your answers' : 'Your business');
      assert.ok(
        !(await first.$eval('lending-onboarding >>> #current', (step) => step.shadowRoot.innerHTML)).includes(NAME),
      );
      if (!hasOwn) assert.equal((await applicant.fields(first)).registered_name, '');
    });
});
