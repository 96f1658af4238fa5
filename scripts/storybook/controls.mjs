// Checks that every control of a story changes the story, and that a reset of the controls undoes it.

/** Another value for a control, by its type. */
const OTHER = { color: '#aa00aa', text: 'Georgia' };
const EXCEPTIONS = { steps: 'company applicant review', canChangeFigures: false };

/** Returns the findings about the controls of the story that the page shows. */
export const checkControls = (page, id) =>
  page.evaluate(
    async (storyId, others, exceptions) => {
      const { looks } = await import('/measures/tree.mjs');
      const { setAppearance } = await import('/measures/appearance.mjs');
      // The fonts of the sweep would hide the control of the typeface.
      await setAppearance({ scheme: 'light', dir: 'ltr' });
      const channel = globalThis.__STORYBOOK_ADDONS_CHANNEL__;
      const { argTypes } = globalThis.__STORYBOOK_PREVIEW__.currentRender.story;
      const rendered = async (event, details) => {
        const isRendered = new Promise((resolve) => channel.once('storyRendered', resolve));
        channel.emit(event, { storyId, ...details });
        await isRendered;
        // The element renders the new value.
        for (let frames = 2; frames > 0; frames--) await new Promise((resolve) => requestAnimationFrame(resolve));
        return looks();
      };
      const findings = [];
      // Texts can change by themselves, for example while a call takes long. The colours of the element do not.
      const ownLook = () =>
        looks()
          .split('\n')
          .find((line) => line.startsWith('lending-'));
      const first = ownLook();
      let last = looks();
      for (const [name, { control }] of Object.entries(argTypes)) {
        const type = control?.type;
        if (!type || control.disable) continue;
        const value = exceptions[name] ?? others[type];
        if (value === undefined)
          throw new Error(`The control ${name} has no other value in scripts/storybook/controls.mjs.`);
        const now = await rendered('updateStoryArgs', { updatedArgs: { [name]: value } });
        if (now === last) findings.push(`the control ${name} changes nothing`);
        last = now;
      }
      await rendered('resetStoryArgs', {});
      if (ownLook() !== first) findings.push('a reset of the controls leaves it changed');
      return findings.map((finding) => `${storyId}: ${finding}`);
    },
    id,
    OTHER,
    EXCEPTIONS,
  );
