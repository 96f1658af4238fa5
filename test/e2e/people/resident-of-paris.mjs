// A resident of Paris. The partner uses the default settings. The first step says that the forms are for the United Kingdom.
export default {
  who: 'a resident of Paris, where the forms are for the United Kingdom',
  ends: 'reads at the first step that these forms are not for them, and whom to ask',
  async way(walk) {
    await walk.reach('Your business');
    for (const line of ['Type of business: Private limited company (Ltd)', 'Country of the business: United Kingdom'])
      await walk.reads(line);
    await walk.reads('Country you live in: United Kingdom');
    await walk.press('Not right?');
    await walk.reads('If this is not true, do not send this application.');
    await walk.reads('Ask this site how you can apply.');
  },
  recorded: [],
};
