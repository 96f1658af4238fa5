// A director whose partner asks about the funding first. The figures are sent before the documents.
import { authenticated, created, offersRequested, prequalified, statementSent } from '../walk/calls.mjs';
import director from './director-at-home.mjs';

export default {
  ...director,
  who: 'a director who is asked about the funding first',
  attributes: 'steps="prequalification company applicant review documents consent widget"',
  way: (walk) => walk.steps('figures', 'company', 'applicant', 'review', 'documents', 'consent', 'offers'),
  recorded: [
    created(director),
    prequalified(director.figures),
    statementSent(),
    offersRequested(),
    authenticated(director.applicant.email),
  ],
};
