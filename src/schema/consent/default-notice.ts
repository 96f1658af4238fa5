import type { ConsentNotice } from './notice.js';

/** The notice that is shown if `createHandler` has no `notice`. The handler replaces `{partner}` and `{broker}` with the names in `settings.partner`, and adds the broker's lines. */
export const defaultNotice: ConsentNotice = {
  id: 'credit-check',
  version: '5',
  locale: 'en',
  heading: 'Before you get offers',
  points: [
    {
      id: 'selected-providers',
      lead: 'Offers come from selected lenders',
      text: 'If you agree, {partner} asks selected lenders for credit offers for your business.',
    },
    {
      id: 'shared-with-providers',
      lead: 'Your details go to those lenders',
      text: 'To get you offers, {partner} shares your details and your business’s details with those lenders, through {broker}.',
    },
    {
      id: 'credit-reference-soft-check',
      lead: 'Lenders make soft credit checks',
      text: 'The lenders share your details with credit reference agencies for soft credit checks and identity checks. These checks do not affect your credit score.',
    },
    {
      id: 'fraud-prevention',
      lead: 'Lenders share details to prevent fraud',
      text: 'The lenders also share your details with fraud prevention agencies. If fraud is found, you could be refused certain services, finance or employment.',
    },
    {
      id: 'withdrawal',
      text: 'You can withdraw your agreement at any time: come back to this page and open what you agreed to. Details that were already shared cannot be taken back, so you may still hear from those lenders.',
    },
  ],
  providersHeading: 'The lenders are:',
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
