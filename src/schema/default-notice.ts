import type { ConsentNotice } from './notice.js';

/** The notice that is shown unless the partner brings one. */
export const defaultNotice: ConsentNotice = {
  id: 'credit-check',
  version: '2',
  locale: 'en',
  heading: 'Before we ask for offers',
  points: [
    { id: 'selected-providers', text: 'Credit offers come from selected providers of business funding.' },
    {
      id: 'shared-with-providers',
      text: 'To get you an offer, we share your details and your business’s details with those providers.',
    },
    {
      id: 'credit-reference-soft-check',
      text: 'The providers share your details with credit reference agencies, for soft credit checks and identity checks. These checks do not affect your credit score.',
    },
    {
      id: 'fraud-prevention',
      text: 'The providers also share your details with fraud prevention agencies. If fraud is found, you could be refused certain services, finance or employment.',
    },
    { id: 'withdrawal', text: 'You can withdraw your agreement later. What was shared before cannot be taken back.' },
  ],
  providers: [],
  links: [
    {
      text: 'How credit reference agencies use your details',
      url: 'https://www.experian.co.uk/legal/crain/',
    },
    { text: 'How fraud prevention agencies use your details', url: 'https://www.cifas.org.uk/fpn' },
  ],
  statement: 'I have read this, and I agree that my details are shared and checked in this way.',
};
