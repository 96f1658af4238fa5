// A resident of Paris, at a partner that has set nothing: its forms are for the United Kingdom, and say so at the start.
export default {
  who: 'a resident of Paris, where the forms are for the United Kingdom',
  ends: 'reads at the first step that these forms are not for them, and whom to ask',
  async way(walk) {
    await walk.reach('Your business');
    await walk.reads('Country you live in: United Kingdom');
    await walk.press('Not right?');
    await walk.reads('If this is not true, do not send this application.');
    await walk.reads('Ask this site how you can apply.');
  },
  recorded: [],
};
