// A sole trader. The partner has set only its name, so the forms are for limited companies.
export default {
  who: 'a sole trader, where the forms are for limited companies',
  backend: () => ({
    settings: { partner: { name: 'Ledgerly', support: { address: 'help@ledgerly.example', phone: '020 7946 0123' } } },
  }),
  ends: 'reads at the first step that these forms are not for them, and whom to ask',
  async way(walk) {
    await walk.reach('Your business');
    await walk.reads('Type of business: Private limited company (Ltd)');
    await walk.press('Not right?');
    await walk.reads('If this is not true, do not send this application.');
    await walk.reads('help@ledgerly.example');
    await walk.reads('020 7946 0123');
  },
  recorded: [],
};
