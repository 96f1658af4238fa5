import { addSentences } from '../../../base/text/text.js';

/** English, for saved drafts, and for answers that stay on the page because the backend saves no drafts. */
export const enSaved = {
  'saved.will': (days: number) => `Your answers are kept for ${days} days, so that you can carry on later.`,
  'saved.page': 'Your answers are only on this page until you send them. A reload loses them.',
  'saved.saving': 'Saving…',
  'saved.saved': 'Saved',
  'saved.taken': 'Your saved answers are filled in',
  'saved.failed': 'Your latest answers are not saved yet. They are only on this page.',
  'saved.off': 'The saved copy has been deleted. Your answers are on this page only.',
  'saved.ended':
    'Your answers are no longer saved. The saved copy was deleted, or the application was created, in another tab or on another device.',
  'saved.deleting': 'Deleting…',
  'saved.kept': 'The saved copy may not have been deleted. Try again.',
  'saved.conflict': 'Not saved. Choose above which answers to keep.',
  'saved.stranger':
    'Someone else has signed in since you opened this page, or another business was chosen, so your answers are not saved.',
  'saved.closed': 'A new application was started in another tab or on another device, so your answers are not saved.',
  'saved.details': 'Details',
  'saved.how': (days: number) =>
    `To continue on another device, sign in there. The saved copy is deleted when you create the application, or ${days} days after your last change. If you delete it now, your answers stay on this page.`,
  'saved.delete': 'Delete the saved copy',
  'saved.save': 'Save for another device',
  'saved.conflict.heading': 'You entered other answers in another tab or on another device',
  'saved.conflict.body': (when: string) =>
    `They were saved on ${when}, and they are different from the answers on this page. Choose which to keep. The others will be deleted.`,
  'saved.theirs': 'Use the saved answers',
  'saved.mine': 'Keep the answers on this page',
};

export const savingText = addSentences(enSaved);
