import type { ConsentNotice } from './notice.js';

/** The notice that is shown if `createHandler` has no `notice`. The handler replaces `{partner}` and `{broker}` with the names in `settings.partner`. */
export const defaultNotice: ConsentNotice = {
  id: 'credit-check',
  version: '4',
  locale: 'en',
  heading: 'Before you get offers',
  points: [
    {
      id: 'selected-providers',
      text: 'Credit offers come from selected lenders.',
    },
    {
      id: 'shared-with-providers',
      text: 'To get you offers, {partner} shares your details and your business’s details with those lenders, through {broker}.',
    },
    {
      id: 'credit-reference-soft-check',
      text: 'The lenders share your details with credit reference agencies for soft credit checks and identity checks. These checks do not affect your credit score.',
    },
    {
      id: 'fraud-prevention',
      text: 'The lenders also share your details with fraud prevention agencies. If fraud is found, you could be refused certain services, finance or employment.',
    },
    {
      id: 'withdrawal',
      text: 'You can withdraw your agreement later. Details that were already shared cannot be taken back, so you may still hear from those lenders.',
    },
  ],
  providers: [],
  links: [
    {
      text: 'How credit reference agencies use your details',
      url: 'https://www.experian.co.uk/legal/crain/',
    },
    { text: 'How fraud prevention agencies use your details', url: 'https://www.cifas.org.uk/fpn' },
  ],
  statement: 'I have read this and agree to my details being shared and checked like this.',
};
