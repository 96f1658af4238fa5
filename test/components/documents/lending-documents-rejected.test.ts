import { createAdapter } from '../../../src/adapter/adapter.js';
import {
  answering,
  answeringJson,
  edge,
  once,
  silent,
  unreachable,
  type Fault,
} from '../../../stories/support/faults.js';
import { sampleFile } from '../../../stories/support/samples.mjs';
import { type StackOptions } from '../../../stories/support/stack.js';
import { expect, focused, waitUntil, words, type LendingError } from '../../support/component.js';
import { bytes, carrying, setup, three } from '../../support/documents.js';

/** A file that was moved or deleted. */
const gone = (name: string) =>
  Object.assign(sampleFile(name), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
  });

describe('<lending-documents> and a file that cannot be sent', () => {
  const pdf = (content: string) => `%PDF-1.7\n${content}\n%%EOF`;
  const png = '\u0089PNG\r\n\u001A\n\0\0\0\rIHDR';
  const content = (name: string) => `“${name}” is not a real PDF, JPG or PNG. Open it and save it again as a PDF`;
  const kind = (name: string) => `“${name}” must be a PDF, JPG or PNG`;
  const heic = (name: string) =>
    `“${name}” is a phone photo in HEIC format. Open it and save it as a JPG. Changing its name is not enough. Or choose Most Compatible under Settings, Camera, Formats on an iPhone, and take the photo again`;
  const BAD: readonly (readonly [what: string, file: () => File, sentence: string])[] = [
    ['an empty file', () => bytes('a.pdf', ''), '“a.pdf” is empty. Remove it, or choose another file'],
    [
      'a file that is too large',
      () => sampleFile('a.pdf', `%PDF-${'x'.repeat(2 ** 20)}`),
      '“a.pdf” must be 1 MB or smaller',
    ],
    ['a program', () => bytes('a.exe', 'MZ'), kind('a.exe')],
    ['a program with two endings', () => bytes('a.pdf.exe', 'MZ'), kind('a.pdf.exe')],
    ['no ending', () => bytes('statement', 'MZ'), kind('statement')],
    ['nothing but an ending’s letters', () => bytes('pdf', 'MZ'), kind('pdf')],
    ['an ending with a space after it', () => bytes('a.pdf ', 'MZ'), kind('a.pdf ')],
    ['a word document', () => bytes('a.docx', 'PK\u0003\u0004'), kind('a.docx')],
    ['a photo in HEIC', () => bytes('a.HEIC', '\0\0\0\u0018ftypheic'), heic('a.HEIC')],
    ['a photo in HEIC that is called JPG', () => bytes('a.jpg', '\0\0\0\u0018ftypheic'), heic('a.jpg')],
    ['a program called PDF', () => bytes('a.pdf', 'MZ\u0090\0'), content('a.pdf')],
    ['a page called PDF', () => bytes('a.pdf', '<!doctype html><p>%PDF-1.7'), content('a.pdf')],
    ['a page that begins as a PDF does not', () => bytes('a.pdf', '<p>%PDF-1.7</p>'), content('a.pdf')],
    ['a text called PDF', () => bytes('a.pdf', 'Balance: 5 pounds'), content('a.pdf')],
    ['a PDF that is cut off', () => bytes('a.pdf', '%PDF-1.7\n1 0 obj'), content('a.pdf')],
    ['a PDF behind a page', () => bytes('a.pdf', `<html>${pdf('')}`), content('a.pdf')],
    ['a GIF called PNG', () => bytes('a.png', 'GIF89a'), content('a.png')],
    [
      'a file that was moved or changed',
      () => gone('a.pdf'),
      '“a.pdf” was moved or changed, so it cannot be read. Remove it and choose it again',
    ],
    ['a path for a name', () => bytes('..\\..\\a.exe', 'MZ'), kind('..\\..\\a.exe')],
    ['a name that is turned around', () => bytes('a\u202Efdp.exe', 'MZ'), kind('afdp.exe')],
    ['a name with a line break', () => bytes('a\n.exe', 'MZ'), kind('a.exe')],
  ];

  for (const [what, file, sentence] of BAD) {
    it(`is rejected with a sentence, and the other files are sent: ${what}`, async () => {
      const { screen, choose, list, note, label, sent } = await setup({ settings: { maxDocumentBytes: 2 ** 20 } });
      await choose(sampleFile('june.pdf'), file(), sampleFile('july.pdf'));
      expect(note()).to.equal('3 files added. 1 file cannot be sent. See below.');
      expect(list()).to.have.length(3);
      expect(list()[1]).to.include(`Remove Error: ${sentence}`);
      expect(label()).to.equal('Send 2 files');
      expect(await screen.submitRejected()).to.deep.equal([{ text: sentence, target: 'file.1' }]);
      screen.find<HTMLAnchorElement>('#summary a')!.click();
      expect(words(focused())).to.equal('Remove');
      expect(list()).to.deep.equal(['june.pdf 1 kB Sent', list()[1]!, 'july.pdf 1 kB Sent']);
      expect([sent(), label()]).to.deep.equal([[15, 15], 'Continue without 1 file']);
      const skipped = screen.heard('lending-continued');
      await screen.finish();
      expect([sent(), skipped]).to.deep.equal([[15, 15], []]);
      expect(list()[1], 'it stays in the list').to.include(`Remove Error: ${sentence}`);
    });
  }

  it('is left behind by the second press, if no other file was chosen', async () => {
    const { element, screen, choose, list, label, sent } = await setup();
    await choose(sampleFile('a.exe', 'MZ'));
    expect(label()).to.equal('Continue');
    expect(await screen.submitRejected()).to.have.length(1);
    expect(label()).to.equal('Continue without 1 file');
    element.dispatchEvent(carrying('drop', 'dataTransfer', [sampleFile('b.exe', 'MZ')]));
    await waitUntil(() => list().some((row) => row?.includes('“b.exe” must be')), 'it is added');
    expect(label(), 'the list of problems does not name it yet').to.equal('Continue');
    expect(await screen.submitRejected()).to.have.length(2);
    expect(label()).to.equal('Continue without 2 files');
    const submitted = screen.heard('lending-submitted');
    await screen.event('lending-continued', () => screen.submit());
    expect([sent(), submitted]).to.deep.equal([[], []]);
  });

  it('is named with the files that failed, and does not hide them', async () => {
    const { screen, choose, label, sent } = await setup({}, { service: onceForSize(13, failing) });
    await choose(...three(), sampleFile('a.exe', 'MZ'));
    expect(label()).to.equal('Send 3 files');
    await screen.submitFails('summary');
    expect(screen.summary().map(({ target }) => target)).to.deep.equal(['file.1', 'file.3']);
    expect(label()).to.equal('Send 1 file');
    await screen.submitRejected();
    expect(sent()).to.have.members([13, 15, 11]);
    expect(label()).to.equal('Continue without 1 file');
  });

  for (const [what, body] of [
    ['in its trailer', 'trailer<</Encrypt 9 0 R>>'],
    ['with the key next to it', 'trailer<</Encrypt<</V 4>>>>'],
    ['far from its end', `${'x'.repeat(200_000)}<</Encrypt 12 0 R>>${'x'.repeat(60_000)}`],
    ['at its beginning', `<</Encrypt 12 0 R>>${'x'.repeat(200_000)}`],
  ] as const) {
    it(`gets a warning if it is a PDF that may be locked, and can still be sent: ${what}`, async () => {
      const { element, screen, choose, list, note, parts } = await setup();
      await choose(bytes('a.pdf', pdf(body)));
      const warning =
        '“a.pdf” may need a password. If it asks for one when you open it, print it to a new PDF and choose that file';
      expect(note()).to.equal(`“a.pdf” added. ${warning}`);
      expect(list()[0]).to.include(warning);
      await expect(element).to.be.accessible();
      await screen.finish();
      expect(parts()).to.have.length(1);
    });
  }

  for (const [what, ending, text, endings] of [
    ['a PDF', '.pdf', pdf('x')],
    ['a PDF with a byte order mark', '.pdf', `\u00EF\u00BB\u00BF${pdf('x')}`],
    ['a PDF about encryption', '.pdf', pdf('The /Encrypt entry names a dictionary.')],
    ['a capital ending', '.PDF', pdf('x')],
    ['a JPG', '.jpg', '\u00FF\u00D8\u00FF\u00E0'],
    ['a PNG', '.png', png],
    ['a WEBP where it is taken', '.webp', 'RIFF1234WEBPVP8 ', ['.webp']],
    ['a PDF called JPG', '.jpg', pdf('x')],
    ['a JPG of a browser’s', '.jfif', '\u00FF\u00D8\u00FF\u00E0'],
    ['a PDF without an ending', '', pdf('x')],
    ['a file type that its bytes do not show', '.ofx', 'OFXHEADER', ['.ofx']],
  ] as const) {
    it(`is not suspected in ${what}`, async () => {
      const { choose, list } = await setup({ settings: endings ? { documentExtensions: endings } : {} });
      await choose(bytes(`a${ending}`, text));
      expect(list()).to.deep.equal([`a${ending} 1 kB Remove`]);
    });
  }

  it('sends a file under the name and type of its content', async () => {
    const { screen, choose, uploads, parts } = await setup();
    await choose(bytes('a.jpg', png), bytes('a', pdf('')), bytes('a.jfif', '\u00FF\u00D8\u00FF\u00E0'));
    await screen.finish();
    expect(uploads.map(({ file }) => `${file.name} ${file.type}`)).to.have.members([
      'document.png image/png',
      'document.pdf application/pdf',
      'document.jpg image/jpeg',
    ]);
    expect(parts()).to.have.length(3);
  });

  it('is accessible, in the list and in the summary', async () => {
    const { element, screen, choose } = await setup();
    await choose(sampleFile('a.exe', 'MZ'), sampleFile('good.pdf'), sampleFile('b.pdf', ''));
    expect(await screen.submitRejected()).to.have.length(2);
    await expect(element).to.be.accessible();
  });
});

/** Fails once, in the call to the service with a file of this size: parallel uploads arrive in any order. */
const onceForSize = (size: number, fault: Fault): Fault => {
  let over = false;
  return (fetch) => (input, init) => {
    const file = init?.body instanceof FormData ? (init.body.get('file') as File) : undefined;
    if (over || file?.size !== size) return fetch(input, init);
    over = true;
    return fault(fetch)(input, init);
  };
};

const failing = answering('', { status: 500 });

async function sendFails(options: StackOptions) {
  const made = await setup({}, options);
  await made.choose(sampleFile('june.pdf'));
  return { ...made, error: await made.screen.submitFails('summary') };
}

describe('<lending-documents> and a file that does not get through', () => {
  for (const [what, fault, why] of [
    ['the service fails', failing, 'was not sent. The lending service is not responding. Try again in a few minutes'],
    [
      'the line to the service breaks',
      unreachable,
      'may not have been sent. The lending service is not responding. Try again in a few minutes',
    ],
  ] as const) {
    it(`keeps the files that were sent, and names the others, if ${what}`, async () => {
      const { element, screen, choose, list, sent } = await setup({}, { service: onceForSize(13, fault) });
      await choose(...three());
      await screen.submitFails('summary');
      expect(screen.summary()).to.deep.equal([{ text: `“july.pdf” ${why}`, target: 'file.1' }]);
      expect(list()).to.deep.equal([
        'june.pdf 1 kB Sent',
        `july.pdf 1 kB Remove Error: “july.pdf” ${why}`,
        'august.pdf 1 kB Sent',
      ]);
      await expect(element).to.be.accessible();
      await screen.finish();
      expect(sent()).to.have.members([13, 15, 11]);
    });
  }

  it('shows that the partner’s server cannot be reached, or takes too long', async () => {
    for (const [fault, why, was = 'may not have been'] of [
      [unreachable, 'This site is not responding'],
      [silent, 'This took too long. Check your connection'],
      [edge(302), 'You may have been signed out'],
      [edge(503), 'This site is not available at the moment. Wait 90 seconds'],
      [edge(429), 'This site is busy. Wait 90 seconds', 'was not'],
      [edge(413), 'This is too large for this site', 'was not'],
      [edge(403), 'A security check of this site stopped this, and nothing was sent.', 'was not'],
    ] as const) {
      const { element, screen, choose } = await setup();
      element.adapter = createAdapter({ fetch: fault(fetch), uploadTimeoutMs: fault === silent ? 1 : 5000 });
      await choose(sampleFile('june.pdf'));
      await screen.submitFails('summary');
      expect(screen.summary()[0]!.text).to.include(`“june.pdf” ${was} sent. ${why}`);
    }
  });

  it('names a file that the backend rejects', async () => {
    const issues = [{ path: 'file', reason: 'file-type' }];
    const body = { code: 'handler-invalid', message: 'Rejected.', remedy: 'Send another.', issues };
    const page = once(answeringJson(body, { status: 422, headers: { 'x-lending-elements': '1' } }));
    const { list, error } = await sendFails({ page });
    expect([error.message, error.remedy]).to.deep.equal(['At least one document was not sent.', 'Send another.']);
    expect(list()).to.deep.equal(['june.pdf 1 kB Remove Error: “june.pdf” must be a PDF, JPG or PNG']);
  });

  const rejecting = (status: number, body: object = {}) => once(answeringJson(body, { status }));

  for (const [what, fault] of [
    ['is too large for it', rejecting(413)],
    ['is of no type that it takes', rejecting(415)],
    ['is not taken, as it says of the file', rejecting(422, { errors: { file: ['is not readable'] } })],
  ] as const) {
    it(`shows that the lender did not accept a file that ${what}`, async () => {
      const { element, list, label } = await sendFails({ service: fault });
      expect(list()).to.deep.equal([
        'june.pdf 1 kB Remove Error: The lender did not accept “june.pdf”. Remove it and choose another file',
      ]);
      expect(label()).to.equal('Continue without 1 file');
      await expect(element).to.be.accessible();
    });
  }

  for (const [what, fault, why] of [
    [
      'its kind, which nobody was asked',
      rejecting(422, { errors: { type: ['unknown'] } }),
      'There is a problem with this site',
    ],
    ['the key', rejecting(401), 'There is a problem with the connection between this site and the lending service'],
  ] as const) {
    it(`says that it is not the applicant’s fault if the service rejects ${what}, with a reference number`, async () => {
      const { screen, list, error } = await sendFails({ service: fault });
      const { requestId } = error.cause as LendingError;
      expect(list()).to.deep.equal([
        `june.pdf 1 kB Remove Error: “june.pdf” was not sent. ${why}. Nothing is wrong with your answers. ` +
          `Your reference number is ${requestId!.slice(0, 8)}`,
      ]);
      await screen.finish();
    });
  }

  it('asks the applicant to wait as long as the lender requires', async () => {
    const busy = once(answering(null, { status: 503, headers: { 'retry-after': '120' } }));
    const { list } = await sendFails({ service: busy });
    expect(list()[0]).to.include(
      'was not sent. The lending service is not available at the moment. Wait 2 minutes and try again',
    );
  });
});
