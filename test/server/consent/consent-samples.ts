import type { ConsentEntry } from '../../../src/schema/consent/consent.js';

export const COMPANY = '0b9f2f3e-1a43-4c8e-8f0e-5f4a8f3f0d11';

/** A consent as the handler records it. `facts` override its fields. */
export const sampleConsent = (
  subject: string,
  facts: Partial<ConsentEntry> & { note?: string } = {},
): ConsentEntry => ({
  entryId: crypto.randomUUID(),
  about: `subject:${subject}`,
  at: '2026-11-21T14:05:09.123Z',
  event: 'given',
  notice: {
    id: 'default',
    version: '1',
    locale: 'en',
    providers: [{ name: 'Ämter & Söhne “Lending” Ltd' }],
    links: [],
    text: 'We share your data.\nYour score is not affected.',
    sha256: 'a'.repeat(64),
  },
  company_id: COMPANY,
  servedId: '5f4a8f3f-0d11-4c8e-8f0e-0b9f2f3e1a43',
  servedAt: '2026-11-21T14:04:00.000Z',
  method: 'checkbox',
  translated: false,
  origin: 'https://partner.example',
  ...facts,
});
