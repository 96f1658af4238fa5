import { isRentOrOwn } from '../src/base/text/locales/rent-or-own.js';
import type { Settings } from '../src/schema/settings.js';
import type { Pack } from '../src/languages/en.js';
import { broker, capital, helper, partner, withoutStop, wordsOf, yearsAgo } from './words.js';

const { count, kinds, number } = wordsOf('cy');

const example = (day: string, years: number) => `Er enghraifft, ${day} ${yearsAgo(years)}.`;
/** “to” with a noun, which starts with an article or with “your”. */
const to = (noun: string) => `i ${noun}`.replace(/^i yr? /, 'i’r ').replace(/^i eich /, 'i’ch ');
const must = (noun: string) => `Rhaid ${to(noun)}`;
/** “And” or “with”, which have one more letter before a vowel. The names of companies do not mutate. */
const before = (word: 'a' | 'â' | 'gyda', name: string) =>
  `${/^([aeiouâêîôûŵŷ]|y(?![aeiou]))/i.test(name) ? { a: 'ac', â: 'ag', gyda: 'gydag' }[word] : word} ${name}`;
/** A verb and the one who acts. The article joins a verb that ends with a vowel. */
const verb = (word: 'Mae' | 'Nid yw', name: string | undefined, noun: 'wefan hon' | 'gwasanaeth cyllid') =>
  name ? `${word} ${name}` : `${word}’r ${noun}`;
const problemWith = ({ name }: Settings['partner']) =>
  `Mae problem ${name ? before('gyda', name) : 'gyda’r wefan hon'}.`;
const badConnection = (settings: Settings) => {
  const broker = settings.partner.broker?.name;
  const service = broker ? before('a', broker) : 'a’r gwasanaeth cyllid';
  return `Mae problem gyda’r cysylltiad rhwng ${partner(settings, 'y wefan hon')} ${service}. ${NO_FAULT}`;
};
const files = (number: number) => count(number, { other: '# ffeil' });
const duration = (seconds: number) => {
  if (seconds < 100) return count(seconds, { other: '# eiliad' });
  if (seconds <= 7200) return count(Math.ceil(seconds / 60), { two: '# funud', other: '# munud' });
  return count(Math.ceil(seconds / 3600), { other: '# awr' });
};
const wait = (seconds?: number) =>
  `Arhoswch ${seconds ? duration(seconds) : 'ychydig funudau'} a rhowch gynnig arall arni.`;
const lastYears = (years: number) =>
  count(years, {
    one: 'yn y flwyddyn ddiwethaf',
    two: 'yn y 2 flynedd ddiwethaf',
    few: 'yn y # blynedd diwethaf',
    many: 'yn y # blynedd diwethaf',
    other: 'yn y # o flynyddoedd diwethaf',
  });
const NO_FAULT = 'Nid oes dim o’i le ar eich atebion.';
const UNSURE = 'Efallai nad yw eich cais wedi’i greu';
const [NOT_SENT, NOT_REQUESTED] = ['Ni chafodd eich ffigurau eu hanfon', 'Ni ofynnwyd am eich cynigion'];
const OFFLINE = 'Efallai eich bod all-lein. Gwiriwch eich cysylltiad a rhowch gynnig arall arni.';
const SHARED =
  'Nid oes modd cymryd yn ôl fanylion sydd eisoes wedi’u rhannu, felly efallai y byddwch yn dal i glywed gan roddwyr benthyciadau.';
const currencies: Record<string, string> = { '£': 'Mewn punnoedd', '€': 'Mewn ewros', $: 'Mewn doleri' };
const address = (index: number) =>
  index ? `eich cyfeiriad blaenorol${index > 1 ? ` ${index}` : ''}` : 'eich cyfeiriad presennol';
const the = (what: string) => (index: number) => `${what} yn ${address(index)}`;

/** The sentences in Welsh. */
export const sentences: Pack = {
  continue: 'Parhau',
  back: 'Yn ôl',
  'try-again': 'Rhowch gynnig arall arni',
  reload: 'Ail-lwytho’r dudalen hon',
  loading: 'Yn llwytho…',
  sending: 'Yn anfon…',
  optional: '(dewisol)',
  fixed() {
    return `Llenwyd hwn gan ${partner(this, 'y wefan hon')}. Ni allwch ei newid yma.`;
  },
  error: 'Gwall:',
  day: 'Diwrnod',
  month: 'Mis',
  year: 'Blwyddyn',
  select: 'Dewiswch…',

  support: (name) => (name ? `Cysylltu ${before('â', name)}:` : 'I gael help, cysylltwch â:'),
  'support.or': 'neu',
  'new-tab': '(yn agor mewn tab newydd)',

  'summary.heading': (number) => count(number, { other: 'Mae angen ailedrych ar # ateb' }),
  'summary.done': 'Does dim byd ar ôl i’w gywiro',
  'failure.heading': 'Aeth rhywbeth o’i le',
  'failure.step': 'Ni wnaeth y cam hwn agor',
  'failure.start': 'Ni allwch wneud cais ar hyn o bryd',
  'failure.kept': 'Mae popeth a roesoch yma o hyd.',
  failure() {
    return problemWith(this.partner);
  },
  'failure.adapter-offline': OFFLINE,
  'failure.adapter-timeout': 'Cymerodd hyn ormod o amser. Gwiriwch eich cysylltiad a rhowch gynnig arall arni.',
  'failure.adapter-unreachable'() {
    return `${verb('Nid yw', this.partner.name, 'wefan hon')} yn ymateb. Gwiriwch eich cysylltiad a rhowch gynnig arall arni.`;
  },
  'failure.script-outdated': 'Cafodd y dudalen hon ei diweddaru. Ail-lwythwch hi i barhau.',
  'failure.adapter-redirected':
    'Efallai eich bod wedi’ch allgofnodi, neu fod y wefan hon wedi symud. Mewngofnodwch mewn tab arall, yna dewch yn ôl yma a rhowch gynnig arall arni.',
  'failure.handler-signed-out':
    'Nid ydych wedi mewngofnodi. Mewngofnodwch mewn tab arall, yna dewch yn ôl yma a rhowch gynnig arall arni.',

  'field.noun': 'yr ateb hwn',
  'problem.empty': (noun) => `Rhowch ${noun}`,
  'problem.too-long': (noun, { maximum }) => `${must(noun)} fod yn ${maximum} nod neu lai`,
  'problem.date-missing': (noun, { parts }) => {
    const words: Record<string, string> = { day: 'diwrnod', month: 'mis', year: 'blwyddyn' };
    const missing = String(parts)
      .split(' ')
      .map((part) => words[part]!);
    // `Intl.ListFormat` writes “a(c)”.
    return `${must(noun)} gynnwys ${missing.join(', ').replace(/, (?=[^,]+$)/, ' a ')}`;
  },
  'problem.date-year': (noun) => `${must(noun)} gynnwys blwyddyn â 4 rhif, fel ${yearsAgo(10)}`,
  'problem.date-words': (noun) => `Defnyddiwch rifau, fel 10 7 2020, ar gyfer ${noun}`,
  'problem.not-real': (noun) => `${must(noun)} fod yn un go iawn`,
  'problem.date-early': (noun, { minimum }) => `${must(noun)} fod yn ${minimum} neu’n hwyrach`,
  'problem.not-past': (noun) => `${must(noun)} fod yn y gorffennol`,
  'problem.future': (noun) => `${must(noun)} fod heddiw neu yn y gorffennol`,
  'problem.format': (noun) => `Gwiriwch ${noun}. Nid yw yn y fformat cywir`,

  'journey.steps': 'Camau',
  'journey.step': (step, count) => `Cam ${step} o ${count}`,
  'screen.company.dates': 'Pryd y dechreuodd eich busnes?',
  'screen.company.country': 'Ym mha wlad mae eich busnes?',
  'screen.company.address': 'Ble mae eich busnes?',
  'screen.company.next': 'Nesaf: amdanoch chi',
  'screen.applicant.contact': 'Beth yw eich manylion cyswllt?',
  'screen.applicant.country': 'Ym mha wlad rydych yn byw?',
  'screen.applicant.home': 'Ble rydych yn byw?',
  'screen.applicant.stay': 'Ers faint rydych wedi byw yno?',
  'screen.applicant.previous-country': 'Ym mha wlad roeddech yn byw cyn hynny?',
  'screen.applicant.previous-home': 'Ble roeddech yn byw cyn hynny?',
  'screen.applicant.previous-stay': 'Am faint y buoch yn byw yno?',
  'screen.applicant.next': 'Nesaf: gwirio eich atebion',
  'step.company': 'Busnes',
  'step.applicant': 'Amdanoch chi',
  'step.review': 'Gwirio',
  'step.documents': 'Dogfennau',
  'step.prequalification': 'Cyllid',
  'step.consent': 'Cynigion',
  'step.done': '(wedi’i wneud)',

  'widget.heading': 'Eich cynigion',

  'company.heading': 'Eich busnes',
  'registered_name.label': 'Enw cofrestredig y busnes',
  'registered_name.noun': 'enw cofrestredig y busnes',
  'registered_number.label': 'Rhif cofrestru',
  'registered_number.hint':
    '8 nod, fel 01234567 neu SC123456. Mae ar eich tystysgrif corffori (certificate of incorporation).',
  'registered_number.format': 'Rhowch y rhif cofrestru gyda’i ddigidau, fel 01234567',
  'registered_number.without'(type) {
    return `Dim rhif? Mae’r ffurflen hon ar gyfer y math hwn o fusnes yn unig: ${type}. I gael gwybod sut i wneud cais, gofynnwch i ${helper(this, 'berchennog y wefan hon')}.`;
  },
  'registered_number.noun': 'y rhif cofrestru',
  'type.label': 'Math o fusnes',
  'type.noun': 'y math o fusnes',
  'type.empty': 'Dewiswch y math o fusnes',
  'formation_date.label': 'Pryd cafodd y busnes ei ffurfio?',
  'formation_date.hint': () => example('27 3', 10),
  'formation_date.noun': 'y dyddiad y cafodd y busnes ei ffurfio',
  'trading_from_date.label': 'Pryd dechreuodd y busnes fasnachu?',
  'trading_from_date.hint': () => `Dyddiad ei werthiant cyntaf neu ei waith cyntaf am dâl. ${example('1 6', 10)}`,
  'trading_from_date.noun': 'y dyddiad y dechreuodd y busnes fasnachu',
  'address.label': 'Cyfeiriad y busnes',
  'address.part': 'Dim ond y rhif a’r stryd sydd eu hangen.',
  'address.house_number.label': 'Enw neu rif yr adeilad',
  'address.house_number.hint': 'Er enghraifft, 12, Flat 3 neu Rose Cottage.',
  'address.house_number.noun': 'yr enw neu’r rhif ar adeilad y busnes',
  'address.line_1.label': 'Stryd',
  'address.line_1.hint': 'Os nad oes stryd, rhowch y pentref.',
  'address.line_1.noun': 'y stryd yng nghyfeiriad y busnes',
  'address.city.label': 'Tref neu ddinas',
  'address.city.noun': 'y dref neu’r ddinas yng nghyfeiriad y busnes',
  'address.county.label': 'Sir',
  'address.county.noun': 'y sir yng nghyfeiriad y busnes',
  'address.postcode.label': 'Cod post',
  'address.postcode.noun': 'y cod post yng nghyfeiriad y busnes',

  given: (business) => `Ar gyfer: ${business}.`,
  'given.ltd': 'Ar gyfer cwmnïau preifat cyfyngedig (Ltd) yn y Deyrnas Unedig.',
  'given.other': 'Rhywbeth arall?',
  'country_of_residence.label': 'Y wlad rydych yn byw ynddi',
  'choice.United Kingdom': 'Y Deyrnas Unedig',
  'report-error': 'Ddim yn gywir?',
  'report-error.text'() {
    return `Os nad yw hyn yn wir amdanoch chi, peidiwch ag anfon y cais hwn. I gael gwybod sut i wneud cais, gofynnwch i ${helper(this, 'berchennog y wefan hon')}.`;
  },
  'report-error.sent'() {
    return `Os nad yw hyn yn wir, rhowch wybod i ${helper(this, 'berchennog y wefan hon')}.`;
  },
  'report-error.link': 'Beth i’w wneud os nad yw hyn yn gywir',

  'choice.ltd': 'Cwmni preifat cyfyngedig (Ltd)',

  change: 'Newid',
  'not-given': 'Heb ei roi',
  slow: 'Yn dal i weithio. Peidiwch ag ail-lwytho na chau’r dudalen hon.',
  yes: 'Ie',
  no: 'Na',
  money: (amount, sign) => `${sign}${amount}`,

  'applicant.heading': 'Amdanoch chi',
  'first_name.label': 'Enw cyntaf',
  'first_name.noun': 'eich enw cyntaf',
  'last_name.label': 'Cyfenw',
  'one-name': 'Un enw yn unig sydd gennyf',
  'last_name.noun': 'eich cyfenw',
  'date_of_birth.label': 'Beth yw eich dyddiad geni?',
  'date_of_birth.hint': () => example('27 3', 40),
  'date_of_birth.noun': 'eich dyddiad geni',
  'date_of_birth.date-year': () => `Rhaid i’ch dyddiad geni gynnwys blwyddyn â 4 rhif, fel ${yearsAgo(40)}`,
  'email.label': 'Cyfeiriad e-bost',
  'email.noun': 'eich cyfeiriad e-bost',
  'email.format': 'Rhowch gyfeiriad e-bost yn y fformat cywir, fel name@example.com',
  'email.letters': 'Rhowch gyfeiriad e-bost heb acenion na llythrennau arbennig, fel name@example.com',
  'phone_number.label': 'Rhif ffôn',
  'phone_number.hint': 'Ar gyfer rhifau rhyngwladol, rhowch god y wlad.',
  'phone_number.noun': 'eich rhif ffôn',
  'phone_number.format': 'Rhowch rif ffôn mewn rhifau, fel 01632 960 001, 07700 900 982 neu +44 808 157 0192',
  'phone_number.extension': 'Rhowch eich rhif ffôn heb yr estyniad, fel 01632 960 001',
  'country_of_residence.noun': 'y wlad rydych yn byw ynddi',
  'country_of_residence.empty': 'Dewiswch y wlad rydych yn byw ynddi',
  'addresses.label': 'Eich cyfeiriad cartref',
  'addresses.same': 'Yr un fath â chyfeiriad y busnes',
  'addresses.same-street': 'Yr un rhif a stryd â’r busnes',
  'addresses.house_number.noun': 'yr enw neu’r rhif ar adeilad eich cartref',
  'addresses.line_1.noun': 'y stryd rydych yn byw ynddi',
  'addresses.city.noun': 'y dref neu’r ddinas rydych yn byw ynddi',
  'addresses.county.noun': 'y sir rydych yn byw ynddi',
  'addresses.postcode.noun': 'eich cod post',
  'addresses.start_date.label': 'Pryd wnaethoch chi symud i mewn?',
  'addresses.start_date.hint': () => `Mae eich amcangyfrif gorau yn iawn. ${example('14 9', 5)}`,
  'addresses.start_date.noun': 'y dyddiad y gwnaethoch symud i mewn',
  'addresses.status.label'() {
    return isRentOrOwn(this)
      ? 'Ydych chi’n rhentu eich cartref neu’n berchen arno?'
      : 'Pa un o’r rhain sy’n wir am eich cartref?';
  },
  'addresses.status.noun': 'yr hyn sy’n wir am eich cartref',
  'addresses.status.empty'() {
    return isRentOrOwn(this)
      ? 'Dewiswch a ydych yn rhentu eich cartref neu’n berchen arno'
      : 'Dewiswch yr hyn sy’n wir am eich cartref';
  },
  'previous.status.label'() {
    return isRentOrOwn(this)
      ? 'Oeddech chi’n rhentu’r cartref hwn neu’n berchen arno?'
      : 'Pa un o’r rhain oedd yn wir am y cartref hwn?';
  },

  'review.heading': 'Gwiriwch eich atebion',
  'review.intro'() {
    return `Pan fyddwch yn creu eich cais, bydd ${partner(this, 'y wefan hon')} yn anfon y manylion hyn at ${broker(this, 'y gwasanaeth cyllid')}. Ni fyddwch yn gallu eu newid ar ôl hynny.`;
  },
  'review.submit': 'Creu cais',
  'review.failed': 'Ni chafodd eich cais ei greu',
  'review.sending': 'Yn creu eich cais…',
  'review.created.heading': 'Eich atebion',
  'review.created': 'Mae eich cais wedi’i greu gyda’r atebion hyn. Ni allwch eu newid nawr.',
  'review.sent': 'Mae eich cais wedi’i greu. I ddiogelu eich manylion, ni chaiff eich atebion eu dangos unwaith eto.',
  'review.other.heading': 'Mae eich cais wedi’i greu eisoes',
  'review.other':
    'Cafodd ei greu gydag atebion eraill, mewn tab arall neu ar ddyfais arall. Ni anfonwyd yr atebion ar y dudalen hon. I ddiogelu eich manylion, ni chaiff eich atebion eu dangos unwaith eto.',
  'review.business-address': 'Cyfeiriad',
  'review.funding_amount': 'Y swm rydych am ei fenthyg',
  'review.monthly_revenue': 'Refeniw misol',
  'review.any_ccj': 'Dyfarniadau llys sirol (CCJs)',
  'review.name': 'Enw',
  'review.home-address': 'Cyfeiriad cartref',
  'review.earlier-address': 'Cyfeiriad blaenorol',
  'review.country': 'Gwlad y busnes',
  'review.region': 'Rhanbarth',
  'review.application-region': 'Rhanbarth y cais',
  'review.formation_date': 'Dyddiad ffurfio',
  'review.trading_from_date': 'Dyddiad dechrau masnachu',
  'review.date_of_birth': 'Dyddiad geni',
  'review.start_date': 'Dyddiad symud i mewn',
  'review.status': 'Statws y cartref',
  'company.noun': 'y manylion am eich busnes',
  'company.empty': 'Ewch yn ôl ac atebwch yr holl gwestiynau am eich busnes',
  'applicant.noun': 'y manylion amdanoch chi',
  'applicant.empty': 'Ewch yn ôl ac atebwch yr holl gwestiynau amdanoch chi',

  'documents.heading': 'Ychwanegu dogfennau',
  'documents.intro':
    'Mae cyfriflen banc ddiweddar y busnes yn helpu rhoddwyr benthyciadau i benderfynu. Gallwch hepgor hyn.',
  'documents.skip': 'Hepgor am y tro',
  'documents.photo': 'Tynnu llun',
  'file.label': 'Dewis ffeiliau',
  'file.more': 'Ychwanegu ffeil arall',
  'file.hint': (endings, limit) =>
    `${kinds(endings)}, hyd at ${limit} yr un. Gallwch hefyd ollwng neu ludo ffeiliau yma.`,

  'prequalification.heading': 'Y cyllid sydd ei angen arnoch',
  'prequalification.failed': 'Efallai na chafodd eich ffigurau eu hanfon',
  'prequalification.source'() {
    return `O’ch cyfrif ${this.partner.name ?? 'ar y wefan hon'}.`;
  },
  'funding_amount.label': 'Faint ydych chi am ei fenthyg?',
  'funding_amount.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}, fel 25,000.`;
  },
  'funding_amount.noun': 'y swm rydych am ei fenthyg',
  'problem.too-small'(noun) {
    return `${must(noun)} fod yn fwy na ${this.currencySign}0`;
  },
  'problem.too-large'(noun, { maximum }) {
    return `${must(noun)} fod yn ${this.currencySign}${number(Number(maximum))} neu lai`;
  },
  'problem.not-money': (noun) => `Rhowch ${noun} mewn rhifau, fel 25,000`,
  'problem.currency'(noun) {
    return `Rhowch ${noun} fel un swm mewn ${this.currencySign}, nid mewn arian cyfred arall`;
  },
  'problem.range'(noun) {
    return `Rhowch ${noun} fel un swm mewn ${this.currencySign}, nid fel ystod`;
  },
  'problem.about'(noun) {
    return `Rhowch ${noun} fel un swm mewn ${this.currencySign}, fel 25,000, heb “tua” na geiriau neu arwyddion eraill`;
  },
  'problem.decimals': (noun) =>
    `${must(noun)} fod â dim mwy na 2 le degol. Ar gyfer miloedd, defnyddiwch goma, fel 25,000`,
  'monthly_revenue.label': 'Beth yw refeniw misol y busnes?',
  'monthly_revenue.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}. Mae cyfartaledd diweddar yn iawn.`;
  },
  'monthly_revenue.noun': 'y refeniw misol',
  'monthly_revenue.too-small'() {
    return `Rhaid i’r refeniw misol fod yn ${this.currencySign}0 neu fwy`;
  },
  'any_ccj.label': 'A oes gan y busnes unrhyw ddyfarniadau llys sirol (county court judgments, CCJs)?',
  'any_ccj.hint': 'Gorchymyn llys i dalu dyled yw CCJ.',
  'any_ccj.noun': 'yr ateb am ddyfarniadau llys sirol (CCJs)',
  'any_ccj.empty': 'Dewiswch “Ie” os oes gan y busnes unrhyw ddyfarniadau llys sirol (CCJs)',

  'consent.translated': 'Dangosir y cytundeb hwn yn ei iaith wreiddiol. Dyna’r geiriau rydych yn cytuno iddynt.',
  'consent.language': (name) => `Iaith y cytundeb hwn: ${name}. Dyna’r geiriau rydych yn cytuno iddynt.`,
  'consent.submit': 'Cytuno a chael cynigion',
  'consent.sending': 'Yn gofyn am gynigion…',
  'consent.failed': 'Efallai na ofynnwyd am eich cynigion',
  'consent.only.failed': 'Efallai na chafodd eich ateb ei gofnodi',
  'consent.only.submit': 'Rwy’n cytuno',
  'consent.only.sending': 'Yn cadw eich ateb…',
  'consent.decline': 'Nid wyf yn cytuno',
  'consent.after': 'Bydd rhoddwyr benthyciadau yn cael eich manylion ac yn gallu gwneud cynigion i chi.',
  'consent.only.after': 'Caiff eich cytundeb ei gofnodi gyda’r amser a’r testun hwn.',
  'consent.after-decline': 'Ni fydd rhoddwyr benthyciadau yn cael eich manylion. Mae eich cais wedi’i gadw.',
  'consent.after-decline.again': 'Ni fydd neb yn gwirio eich credyd unwaith eto. Mae eich cais wedi’i gadw.',
  'consent.see': 'Gweld yr hyn y gwnaethoch gytuno iddo',
  'agree.noun': 'eich ateb',
  'agree.empty': 'Ticiwch y blwch os ydych yn cytuno, neu dewiswch “Nid wyf yn cytuno”',

  'journey.offline': 'Rydych all-lein. Mae eich atebion yn aros ar y dudalen hon.',
  'figures.heading': 'Eich ffigurau',
  'figures.amount': (amount) => `Gwnaethoch ofyn am ${amount}`,
  'figures.revenue': (amount) => `${amount} o refeniw y mis`,
  'figures.judgments': (hasAny) => `${hasAny ? 'gyda dyfarniadau' : 'dim dyfarniadau'} llys sirol (CCJs)`,
  'figures.change': 'Newid y ffigurau',
  'figures.notice': 'Yr hyn rydych yn cytuno iddo',
  'end.documents': (number) =>
    number
      ? count(number, {
          two: '# ddogfen wedi’u hanfon',
          other: '# dogfen wedi’u hanfon',
          one: '# ddogfen wedi’i hanfon',
        })
      : 'dogfennau wedi’u hanfon',

  'widget.loading': 'Yn llwytho eich cynigion…',
  'widget.close': 'Cau',
  'widget.failed.heading': 'Nid oedd modd dangos eich cynigion',
  'widget.failed':
    'Os na fydd rhoi cynnig arall arni yn gweithio, ail-lwythwch y dudalen neu dewch yn ôl yn nes ymlaen.',
  'widget.reload': 'I weld eich cynigion eto, ail-lwythwch y dudalen. Mae eich cais wedi’i gadw.',
  'failure.script-offline': OFFLINE,
  'failure.script':
    'Ni wnaeth rhan o’r dudalen hon lwytho. Efallai fod atalydd hysbysebion neu hidlydd rhwydwaith wedi’i rhwystro.',

  'problem.unanswered': (_noun, { question }) => `Atebwch “${question}”`,

  'choice.tenant': 'Rwy’n ei rentu (tenant)',
  'choice.question': (label) => `A yw “${label}” yn wir am eich cartref?`,
  'choice.tenant.question': 'Ydych chi’n rhentu eich cartref?',
  'choice.tenant.label': 'Cartref ar rent',
  'choice.tenant.past-label': 'Cartref blaenorol ar rent',
  'choice.past': (label) => `A oedd “${label}” yn wir am y cartref hwn?`,
  'choice.tenant.past': 'Oeddech chi’n rhentu eich cartref yno?',
  'choice.bank-statement': 'Cyfriflen banc',

  'failure.handler-not-created': 'Nid yw eich cais wedi’i greu eto. Ewch yn ôl i “Gwiriwch eich atebion” yn gyntaf.',
  'failure.handler-other-applicant':
    'Mae rhywun arall wedi mewngofnodi ers i chi agor y dudalen hon, neu dewiswyd busnes arall. Ni chafodd dim ei anfon. I barhau, ail-lwythwch y dudalen hon.',
  'failure.handler-closed':
    'Dechreuwyd cais newydd mewn tab arall neu ar ddyfais arall, felly mae’r cais hwn wedi’i gau. Ni chafodd dim ei anfon. I barhau gyda’r cais newydd, ail-lwythwch y dudalen hon.',
  'failure.handler-other-company'() {
    return `Mae gan ${partner(this, 'y wefan hon')} gais gennych eisoes ar gyfer cwmni arall, felly ni chafodd dim ei anfon. I barhau gyda’r cais hwnnw, ail-lwythwch y dudalen hon.`;
  },
  'failure.handler-too-large': 'Mae hyn yn rhy fawr i’w anfon.',
  'failure.adapter-too-large': 'Mae hyn yn rhy fawr i’r wefan hon.',
  'failure.adapter-too-many'(seconds) {
    return `${verb('Mae', this.partner.name, 'wefan hon')} yn brysur. ${wait(seconds)}`;
  },
  'failure.adapter-unavailable'(seconds) {
    return `${verb('Nid yw', this.partner.name, 'wefan hon')} ar gael ar hyn o bryd. ${wait(seconds)}`;
  },
  'failure.adapter-blocked':
    'Cafodd hyn ei atal gan wiriad diogelwch y wefan hon, ac ni chafodd dim ei anfon. I basio’r gwiriad, ail-lwythwch y dudalen hon.',
  'failure.handler-in-flight':
    'Mae hyn eisoes yn cael ei anfon, efallai o dab arall. Arhoswch eiliad a rhowch gynnig arall arni.',
  'failure.handler-too-many': (seconds) => `Rydych wedi rhoi cynnig ar hyn ormod o weithiau. ${wait(seconds)}`,
  'failure.not-asked'() {
    return `${problemWith(this.partner)} ${NO_FAULT}`;
  },
  'failure.upstream'() {
    return `${verb('Nid yw', this.partner.broker?.name, 'gwasanaeth cyllid')} yn ymateb. Rhowch gynnig arall arni ymhen ychydig funudau.`;
  },
  'failure.upstream-busy'(seconds) {
    return `${verb('Mae', this.partner.broker?.name, 'gwasanaeth cyllid')} yn brysur. ${wait(seconds)}`;
  },
  'failure.upstream-unavailable'(seconds) {
    return `${verb('Nid yw', this.partner.broker?.name, 'gwasanaeth cyllid')} ar gael ar hyn o bryd. ${wait(seconds)}`;
  },
  'failure.upstream-denied'() {
    return badConnection(this);
  },
  'failure.upstream-redirect'() {
    return badConnection(this);
  },
  'failure.upstream-rejected'() {
    return `Ni wnaeth ${broker(this, 'y gwasanaeth cyllid')} dderbyn hyn ac ni ddywedodd pam. Gwiriwch eich atebion a rhowch gynnig arall arni.`;
  },
  'review.upstream-rejected'() {
    return `Ni wnaeth ${broker(this, 'y gwasanaeth cyllid')} dderbyn eich cais ac ni ddywedodd pam. Gwiriwch eich atebion a rhowch gynnig arall arni.`;
  },
  'consent.upstream-rejected'() {
    return `Ni wnaeth ${broker(this, 'y gwasanaeth cyllid')} dderbyn eich cais am gynigion ac ni ddywedodd pam. Gallwch roi cynnig arall arni yn nes ymlaen.`;
  },
  'failure.outcome-unknown'() {
    return `Ni wnaeth ${broker(this, 'y gwasanaeth cyllid')} gadarnhau hyn, felly efallai ei fod wedi mynd drwodd neu beidio.`;
  },
  'review.outcome-unknown'() {
    return `Ni wnaeth ${broker(this, 'y gwasanaeth cyllid')} gadarnhau eich cais, felly efallai ei fod wedi’i greu neu beidio.`;
  },
  'review.failed.outcome-unknown': UNSURE,
  'review.failed.adapter-timeout': UNSURE,
  'review.failed.adapter-unreachable': UNSURE,
  'review.failed.adapter-offline': UNSURE,
  'review.failed.adapter-unexpected-response': UNSURE,
  'review.failed.adapter-redirected': UNSURE,
  'review.failed.adapter-unavailable': UNSURE,
  'review.failed.handler-failed': UNSURE,
  'review.failed.handler-in-flight': 'Mae eich cais yn cael ei greu',
  'failure.check'(seconds) {
    return `${seconds ? `Gwiriwch eto ymhen ${duration(seconds)}` : 'Gallwch wirio eto'}. Bydd ${partner(this, 'y wefan hon')} yn chwilio am eich cais yn gyntaf, fel nad yw’n cael ei anfon ddwywaith.`;
  },
  'failure.no-check'() {
    return `Peidiwch â gwneud cais arall, oherwydd efallai fod eich cais eisoes yn bodoli. Ni fydd ${partner(this, 'y wefan hon')} yn ei anfon ddwywaith.`;
  },
  'check-again': 'Gwirio eto',
  'review.checking': 'Yn chwilio am eich cais…',
  'prequalification.failed.config-invalid': 'Nid oes modd anfon eich ffigurau',
  'prequalification.failed.adapter-too-large': NOT_SENT,
  'prequalification.failed.adapter-too-many': NOT_SENT,
  'prequalification.failed.adapter-blocked': NOT_SENT,
  'prequalification.failed.upstream-busy': NOT_SENT,
  'prequalification.failed.upstream-unavailable': NOT_SENT,
  'prequalification.failed.upstream-denied': NOT_SENT,
  'prequalification.failed.upstream-redirect': NOT_SENT,
  'consent.failed.adapter-too-large': NOT_REQUESTED,
  'consent.failed.adapter-too-many': NOT_REQUESTED,
  'consent.failed.adapter-blocked': NOT_REQUESTED,
  'consent.failed.upstream-busy': NOT_REQUESTED,
  'consent.failed.upstream-unavailable': NOT_REQUESTED,
  'consent.failed.upstream-denied': NOT_REQUESTED,
  'consent.failed.upstream-redirect': NOT_REQUESTED,
  'prequalification.unsure'() {
    return `Ni wnaeth ${broker(this, 'y gwasanaeth cyllid')} gadarnhau bod eich ffigurau wedi cyrraedd. Gallwch eu hanfon eto.`;
  },
  'consent.unsure'() {
    return `Ni wnaeth ${broker(this, 'y gwasanaeth cyllid')} gadarnhau bod eich cais am gynigion wedi cyrraedd. Gallwch ei anfon eto.`;
  },
  'failure.reference': (reference) => `Eich cyfeirnod yw ${reference}.`,
  'failure.contact'() {
    return `Os oes angen help arnoch, cysylltwch ${before('â', helper(this, 'pherchennog y wefan hon'))}.`;
  },
  'problem.rejected'(noun) {
    return `Gwiriwch ${noun}. Ni wnaeth ${broker(this, 'y gwasanaeth cyllid')} ei dderbyn`;
  },
  'problem.needed'(noun) {
    return `Mae angen ${noun} ar ${broker(this, 'y gwasanaeth cyllid')}`;
  },
  'registered_number.needed'() {
    return `Mae angen rhif cofrestru ar ${broker(this, 'y gwasanaeth cyllid')}`;
  },
  'address.country_code.noun': 'y wlad yng nghyfeiriad y busnes',
  'addresses.country_code.noun': 'y wlad rydych yn byw ynddi',
  'previous.country_code.noun': 'y wlad yn eich cyfeiriad blaenorol',
  'widget.failed.handler-signed-out': 'Mewngofnodwch i weld eich cynigion',
  'widget.handler-signed-out'() {
    const { name } = this.partner;
    return `Mewngofnodwch ${name ? `i ${name}` : 'i’r wefan hon'} mewn tab arall, yna dewch yn ôl yma a rhowch gynnig arall arni.`;
  },
  'widget.failed.handler-not-created'() {
    return `Nid oes gan ${partner(this, 'y wefan hon')} gais gennych chi eto`;
  },
  'widget.handler-not-created': 'Gallwch weld eich cynigion yma ar ôl i chi wneud cais am gyllid.',
  'failure.widget': 'Ni wnaeth y rhan o’r dudalen hon sy’n dangos eich cynigion ddechrau.',

  'consent.declined.heading': 'Nid ydych wedi gofyn am gynigion',
  'consent.declined'() {
    return `Ni fydd rhoddwyr benthyciadau yn cael eich manylion gan ${partner(this, 'y wefan hon')}, ac ni fydd neb yn gwirio eich credyd, oni bai eich bod yn cytuno. Mae eich cais wedi’i gadw.`;
  },
  'consent.declined.again.heading': 'Nid ydych wedi gofyn am ragor o gynigion',
  'consent.declined.again': `Ni fydd neb yn gwirio eich credyd unwaith eto oni bai eich bod yn cytuno. ${SHARED}`,
  'consent.reconsider': 'Darllen y cytundeb eto',
  'consent.without': 'Parhau heb gynigion',
  'consent.back': 'Yn ôl i’ch cynigion',
  'consent.config-invalid'() {
    return `Ni all ${partner(this, 'y wefan hon')} gofnodi eich cytundeb, felly ni chafodd dim ei anfon.`;
  },
  'consent.handler-consent-not-stored':
    'Nid oedd modd cofnodi eich ateb, felly ni chafodd dim ei anfon. Rhowch gynnig arall arni ymhen ychydig funudau.',
  'agree.changed':
    'Mae’r testun uchod wedi newid, er enghraifft oherwydd iddo gael ei gyfieithu. I gytuno, dangoswch y dudalen yn ei hiaith wreiddiol',
  'agree.handler-no-consent': 'Darllenwch y cytundeb eto, a thiciwch y blwch os ydych yn cytuno',
  'agree.handler-consent-stale':
    'Roedd y cytundeb hwn wedi dyddio. Darllenwch ef eto, a thiciwch y blwch os ydych yn cytuno',
  'agree.handler-consent-withdrawn':
    'Rydych wedi tynnu eich cytundeb yn ôl. Darllenwch y testun eto, a thiciwch y blwch os ydych yn cytuno',

  'figures.unknown':
    'Efallai fod eich ffigurau wedi newid ers i chi eu gweld ddiwethaf. Gwiriwch nhw cyn i chi gytuno.',
  'figures.other': 'Anfonwyd y ffigurau hyn mewn tab arall neu ar ddyfais arall. Gwiriwch nhw cyn i chi gytuno.',
  'figures.check': 'Gwirio’r ffigurau',

  'receipt.heading': 'Yr hyn y gwnaethoch gytuno iddo',
  'receipt.when': 'Cytunwyd',
  'receipt.applicant': 'Ymgeisydd',
  'receipt.business': 'Busnes',
  'receipt.broker': 'Brocer credyd',
  'receipt.parties': 'Rhannwyd â',
  'receipt.number': 'Rhif y dderbynneb',
  'receipt.ask': 'Cael cynigion',
  'receipt.print': 'Argraffu',
  'receipt.download': 'Lawrlwytho',
  'receipt.withdraw': 'Tynnu fy nghytundeb yn ôl',
  'receipt.confirm.heading': 'Tynnu eich cytundeb yn ôl?',
  'receipt.confirm'() {
    return `Bydd ${partner(this, 'y wefan hon')} yn cofnodi hyn ac ni fydd yn gofyn am ragor o gynigion. ${SHARED}`;
  },
  'receipt.confirm.yes': 'Ie, tynnu fy nghytundeb yn ôl',
  'receipt.confirm.no': 'Cadw fy nghytundeb',
  'receipt.failed': 'Efallai na chofnodwyd eich bod wedi tynnu eich cytundeb yn ôl',
  'receipt.withdrawing': 'Yn tynnu’n ôl…',
  'receipt.withdrawn.heading': 'Rydych wedi tynnu eich cytundeb yn ôl',
  'receipt.withdrawn'(when) {
    return `Gwnaethoch ei dynnu’n ôl ar ${when}. Ni fydd ${partner(this, 'y wefan hon')} yn gofyn am ragor o gynigion. ${SHARED}`;
  },
  'receipt.ended': 'Tynnwyd yn ôl',
  'withdrawn.offers': 'Gallwch weld unrhyw gynigion y mae rhoddwyr benthyciadau eisoes wedi’u gwneud o hyd.',
  'withdrawn.again': 'I gael rhagor o gynigion, darllenwch y cytundeb eto a chytunwch iddo.',
  'withdrawn.note': (when) =>
    `Gwnaethoch dynnu eich cytundeb yn ôl ar ${when}. I gael rhagor o gynigion, cytunwch eto.`,
  'failure.handler-no-consent': 'Nid yw eich cytundeb ar gofnod mwyach. Ail-lwythwch y dudalen.',

  'only.end': 'Nid oes dim wedi’i anfon.',
  'problem.only': (_noun, { sentence }) => String(sentence),
  'choice.only': (question, years) =>
    `Dim ond os ydych yn ateb “Ie” i “${question}”${years ? ` ar gyfer pob cartref ${lastYears(years)}` : ''} y gallwch wneud cais yma`,
  'choice.tenant.only': (years) =>
    `Dim ond os ydych yn rhentu eich cartref${years ? ` ac wedi bod yn rhentu drwy’r amser ${lastYears(years)}` : ''} y gallwch wneud cais yma`,
  'choice.tenant.only-past': 'Dim ond os oeddech yn rhentu eich cartref yno y gallwch wneud cais yma',

  'newer-browser':
    'Mae angen porwr mwy newydd ar y dudalen hon. Diweddarwch eich porwr, neu agorwch y dudalen hon mewn un arall.',

  'none.building': 'Nid oes enw na rhif ar yr adeilad',
  'none.street': 'Nid oes stryd',
  'first_name.asked': 'Rhowch eich enw cyntaf, neu ticiwch “Un enw yn unig sydd gennyf”',
  'last_name.asked': 'Rhowch eich cyfenw, neu ticiwch “Un enw yn unig sydd gennyf”',
  'problem.asked': (noun) => `Rhowch ${noun}, neu ticiwch y blwch os nad oes un`,

  'not-loaded':
    'Ni wnaeth y rhan hon o’r dudalen lwytho. Gwiriwch eich cysylltiad â’r rhyngrwyd. Efallai hefyd fod atalydd hysbysebion neu hidlydd rhwydwaith wedi’i rhwystro.',

  'address.pasted': 'Mae’r cyfeiriad y gwnaethoch ei ludo bellach mewn blychau ar wahân. Gwiriwch bob un.',

  'problem.moved': (noun) => `Gwiriwch ${noun}. Cafodd ei symud yma o “Stryd”`,

  'previous.label': (index) => `Eich cyfeiriad blaenorol${index > 1 ? ` ${index}` : ''}`,
  'previous.hint': (day) => `Ble roeddech yn byw cyn ${day ?? 'hynny'}.`,
  'previous.asked': (day) => `Mae rhagor o gwestiynau isod am ble roeddech yn byw cyn ${day}.`,
  'previous.remove': 'Tynnu’r cyfeiriad hwn',
  'previous.removed': 'Cyfeiriad wedi’i dynnu.',
  'previous.add': 'Ychwanegu cyfeiriad arall',
  'previous.house_number.label': 'Enw neu rif yr adeilad',
  'previous.house_number.noun': the('yr enw neu’r rhif ar yr adeilad'),
  'previous.line_1.label': 'Stryd',
  'previous.line_1.hint': 'Os nad oes stryd, rhowch y pentref.',
  'previous.line_1.noun': the('y stryd'),
  'previous.city.label': 'Tref neu ddinas',
  'previous.city.noun': the('y dref neu’r ddinas'),
  'previous.county.label': 'Sir',
  'previous.county.noun': the('y sir'),
  'previous.postcode.label': 'Cod post',
  'previous.postcode.hint': 'Os yw’r cyfeiriad dramor a heb god post, gadewch hwn yn wag.',
  'previous.postcode.noun': the('y cod post'),
  'previous.start_date.label': 'Pryd wnaethoch chi symud i mewn?',
  'previous.start_date.hint': () => `Mae eich amcangyfrif gorau yn iawn. ${example('3 2', 10)}`,
  'previous.start_date.noun': (index) => `y dyddiad y gwnaethoch symud ${to(address(index))}`,
  'previous.status.noun': (index) => `yr hyn oedd yn wir am ${address(index)}`,
  'previous.status.empty'() {
    return isRentOrOwn(this)
      ? 'Dewiswch a oeddech yn rhentu’r cartref hwn neu’n berchen arno'
      : 'Dewiswch yr hyn oedd yn wir am y cartref hwn';
  },
  'country.question': (country) => `Ai yn y wlad hon y mae’r cyfeiriad hwn: ${country}?`,
  'country.other': 'Gwlad arall',
  'address.country.label': 'Gwlad',
  'address.country.empty': 'Dewiswch y wlad yng nghyfeiriad y busnes',
  'addresses.country.empty': 'Dewiswch y wlad rydych yn byw ynddi',
  'previous.country.label': 'Gwlad',
  'previous.country.empty': 'Dewiswch y wlad yn eich cyfeiriad blaenorol',
  'problem.gap': (_noun, { day }) => `Ychwanegwch ble roeddech yn byw cyn ${day}`,
  'problem.overlap': (noun, { day, newer }) =>
    `${must(noun)} fod cyn ${day}, pan wnaethoch symud ${to(address(Number(newer)))}`,
  'problem.same-day': (noun, { day, newer }) =>
    `${must(noun)} fod cyn ${day}. Rhoesoch yr un dyddiad ar gyfer ${address(Number(newer))}`,

  remove: 'Tynnu',
  'documents.send': (number, bad) => `Anfon ${files(number)}${bad ? '' : ' a pharhau'}`,
  'documents.without': (bad) => `Parhau heb ${files(bad)}`,
  'documents.sending': (done, count, share) =>
    `Yn anfon dogfen ${Math.min(done + 1, count)} o ${count}, ${share} wedi’i wneud…`,
  'documents.added': (good, bad, doubles) =>
    [
      good && `Ychwanegwyd ${files(good)}.`,
      bad && `Nid oes modd anfon ${files(bad)}. Gweler isod.`,
      doubles && `Mae ${files(doubles)} yn y rhestr yn barod.`,
    ]
      .filter(Boolean)
      .join(' '),
  'documents.added-one': (name) => `Ychwanegwyd “${name}”.`,
  'documents.removed': (name) => `Tynnwyd “${name}”.`,
  'documents.wait': 'Gallwch ychwanegu rhagor o ffeiliau pan fydd y rhain wedi’u hanfon.',
  'documents.file-waiting': 'Yn aros',
  'documents.file-sent': 'Anfonwyd',
  'documents.cancel': 'Canslo',
  'documents.choose-again': 'Dewis eto',
  'documents.attach'(labels, amount) {
    return `Atodi’r cyfriflenni sydd gan ${partner(this, 'y wefan hon')}: ${labels} (${files(amount)})`;
  },
  'documents.lost': (name) => `Dewiswch “${name}” eto. Ni allai’r dudalen hon gadw’r ffeil pan gafodd ei hail-lwytho.`,
  'problem.file-lost': (_noun, { name }) => `Dewiswch “${name}” eto, neu tynnwch y ffeil`,
  'documents.stopped': (name) => `Ni chafodd “${name}” ei hanfon.`,
  'problem.file-type': (_noun, { name, endings }) => `Rhaid i “${name}” fod yn ffeil ${kinds(endings)}`,
  'problem.file-heic': (_noun, { name }) =>
    `Llun ffôn mewn fformat HEIC yw “${name}”. Agorwch ef a’i gadw fel JPG. Nid yw newid ei enw yn ddigon. Neu dewiswch Most Compatible o dan Settings, Camera, Formats ar iPhone, a thynnwch y llun eto`,
  'problem.file-content': (_noun, { name, endings }) =>
    `Nid yw “${name}” yn ffeil ${kinds(endings)} go iawn. Agorwch hi a’i chadw eto fel ${/pdf/.test(String(endings)) ? 'PDF' : kinds(endings)}`,
  'problem.file-large': (_noun, { name, maximum }) => `Rhaid i “${name}” fod yn ${maximum} neu’n llai`,
  'problem.file-empty': (_noun, { name }) => `Mae “${name}” yn wag. Tynnwch y ffeil, neu dewiswch un arall`,
  'problem.file-locked': (_noun, { name }) =>
    `Efallai fod angen cyfrinair ar “${name}”. Os yw’n gofyn am un pan fyddwch yn ei hagor, argraffwch hi i PDF newydd a dewiswch y ffeil honno`,
  'problem.file-gone': (_noun, { name }) =>
    `Cafodd “${name}” ei symud neu ei newid, felly nid oes modd ei darllen. Tynnwch hi a dewiswch hi eto`,
  'problem.file-kind': (_noun, { name }) => `Dewiswch beth yw “${name}”`,
  'problem.file-stopped': (_noun, { name }) =>
    `Ni chafodd “${name}” ei hanfon. Rhowch gynnig arall arni, neu tynnwch hi`,
  'problem.file-failed': (_noun, { name, why }) => `Ni chafodd “${name}” ei hanfon. ${withoutStop(why)}`,
  'problem.file-unsure': (_noun, { name, why }) => `Efallai na chafodd “${name}” ei hanfon. ${withoutStop(why)}`,
  'problem.file-rejected': (_noun, { name }) =>
    `Ni wnaeth y rhoddwr benthyciadau dderbyn “${name}”. Tynnwch hi a dewiswch ffeil arall`,
  'document_type.label': (name) => `Beth yw “${name}”?`,

  'number.unusual': 'Gwiriwch y rhif cofrestru. Mae gan y rhan fwyaf 8 nod, fel 01234567',
  'phone.unusual': 'Gwiriwch eich rhif ffôn. Efallai ei fod yn rhy fyr neu’n rhy hir',
  'abroad.unusual': 'Gwiriwch eich rhif ffôn. Os yw o wlad arall, rhowch god y wlad hefyd',
  'email.unusual': (meant) =>
    `Gwiriwch eich cyfeiriad e-bost. ${meant ? `Ai ${meant} oeddech yn ei feddwl?` : 'Mae’r rhan ar ôl yr @ yn edrych yn anarferol'}`,
  'postcode.unusual': (country) => `Gwiriwch y cod post hwn. Nid yw’n edrych fel un yn y wlad hon: ${country}`,
  'age.unusual': (years) =>
    `Gwiriwch eich dyddiad geni. Yn ôl hwn, rydych yn ${years ? `${years} oed` : 'llai na blwydd oed'}`,
  'early-trade.unusual': 'Gwiriwch pryd dechreuodd y busnes fasnachu. Mae hyn cyn iddo gael ei ffurfio',
  'unborn.unusual': 'Gwiriwch pryd wnaethoch symud i mewn. Mae hyn cyn i chi gael eich geni',
  'unlikely.use': (suggestion) => `Defnyddio ${suggestion}`,
  'unlikely.used': (noun, suggestion) => `${capital(noun)} nawr yw ${suggestion}.`,
  'authority.empty': 'Ticiwch y blwch os oes gennych ganiatâd i wneud cais dros y busnes hwn',
  'authority.changed': 'Mae’r datganiad hwn wedi newid. Ail-lwythwch y dudalen a’i ddarllen eto',
  'unlikely.count': (number) =>
    count(number, {
      one: 'Mae un ateb yn edrych yn anarferol. Gwiriwch ef. Os yw’n gywir, gallwch greu eich cais.',
      other: 'Mae # ateb yn edrych yn anarferol. Gwiriwch bob un ohonynt. Os ydynt yn gywir, gallwch greu eich cais.',
    }),

  'saved.will': (days) =>
    `Cedwir eich atebion am ${count(days, { one: '# diwrnod', two: '# ddiwrnod', other: '# o ddyddiau' })} er mwyn i chi allu parhau yn nes ymlaen.`,
  'saved.page':
    'Ar y dudalen hon yn unig y mae eich atebion nes i chi eu hanfon. Bydd ail-lwytho’r dudalen yn eu colli.',
  'saved.saving': 'Yn cadw…',
  'saved.saved': 'Wedi’u cadw',
  'saved.taken': 'Mae eich atebion a gadwyd wedi’u llenwi',
  'saved.failed': 'Nid yw eich atebion diweddaraf wedi’u cadw eto. Ar y dudalen hon yn unig y maent.',
  'saved.off': 'Mae’r copi a gadwyd wedi’i ddileu. Ar y dudalen hon yn unig y mae eich atebion.',
  'saved.ended':
    'Nid yw eich atebion yn cael eu cadw mwyach. Cafodd y copi a gadwyd ei ddileu, neu cafodd y cais ei greu, mewn tab arall neu ar ddyfais arall.',
  'saved.deleting': 'Yn dileu…',
  'saved.kept': 'Efallai na chafodd y copi a gadwyd ei ddileu. Rhowch gynnig arall arni.',
  'saved.conflict': 'Heb eu cadw. Dewiswch uchod pa atebion i’w cadw.',
  'saved.stranger':
    'Mae rhywun arall wedi mewngofnodi ers i chi agor y dudalen hon, neu dewiswyd busnes arall, felly nid yw eich atebion yn cael eu cadw.',
  'saved.closed':
    'Dechreuwyd cais newydd mewn tab arall neu ar ddyfais arall, felly nid yw eich atebion yn cael eu cadw.',
  'saved.details': 'Manylion',
  'saved.how': (days) =>
    `I barhau ar ddyfais arall, mewngofnodwch yno. Caiff y copi a gadwyd ei ddileu pan fyddwch yn creu’r cais, neu ${count(days, { one: '# diwrnod', two: '# ddiwrnod', other: '# o ddyddiau' })} ar ôl eich newid diwethaf. Os byddwch yn ei ddileu nawr, bydd eich atebion yn aros ar y dudalen hon.`,
  'saved.delete': 'Dileu’r copi a gadwyd',
  'saved.save': 'Cadw ar gyfer dyfais arall',
  'saved.conflict.heading': 'Rhoesoch atebion eraill mewn tab arall neu ar ddyfais arall',
  'saved.conflict.body': (when) =>
    `Cawsant eu cadw ar ${when}, ac maent yn wahanol i’r atebion ar y dudalen hon. Dewiswch pa rai i’w cadw. Caiff y lleill eu dileu.`,
  'saved.theirs': 'Defnyddio’r atebion a gadwyd',
  'saved.mine': 'Cadw’r atebion ar y dudalen hon',

  'end.heading': (hasAsked) =>
    hasAsked ? 'Mae rhoddwyr benthyciadau yn edrych ar eich cais' : 'Mae eich cais wedi’i greu',
  'end.next': 'Nid oes angen i chi wneud dim arall.',
  'end.sent': 'Rydych wedi anfon eich cais.',
  'end.offers': (isHere) =>
    isHere
      ? 'Bydd cynigion yn ymddangos isod.'
      : 'Bydd rhoddwyr benthyciadau yn penderfynu a ydynt am wneud cynnig i chi.',
  'end.time': 'Gall hyn gymryd peth amser.',
  'end.choose': 'Chi sy’n dewis. Nid oes dim yn eich rhwymo nes i chi dderbyn cynnig.',

  'again.apply': 'Gwneud cais eto',
  'again.how'() {
    return `Mae hyn yn dechrau cais newydd. Mae ${partner(this, 'y wefan hon')} yn cadw’r un cynharach.`;
  },
  'again.heading': 'Dechrau cais newydd?',
  'again.confirm':
    'Bydd y cais cynharach yn cael ei gau. Ni allwch anfon dim byd arall ar ei gyfer, ac ni fyddwch yn gweld ei gynigion yma mwyach.',
  'again.yes': 'Ie, dechrau cais newydd',
  'again.no': 'Cadw’r cais hwn',
  'again.sending': 'Yn dechrau…',
  'again.failed': 'Efallai na ddechreuwyd y cais newydd',

  'signed-out.heading': 'Mewngofnodwch cyn i chi wneud cais',
  'signed-out.again-heading': 'Mewngofnodwch eto i barhau',
  'signed-out.how': 'Mewngofnodwch i’r wefan hon mewn tab arall, yna dewch yn ôl yma.',
  'signed-out.kept': 'Mae’r hyn rydych wedi’i roi yn aros ar y dudalen hon.',
  'signed-out.again': 'Rwyf wedi mewngofnodi',
  'signed-out.still': 'Nid ydych wedi mewngofnodi eto.',

  'introduction.heading': 'Gwneud cais am gyllid i’r busnes',
  'introduction.time': 'Mae’n cymryd tua 5 munud',
  'introduction.need': 'Byddwch â’r rhain wrth law',
  'introduction.need.number': 'rhif cofrestru’r busnes',
  'introduction.need.dates': 'y dyddiadau y cafodd ei ffurfio ac y dechreuodd fasnachu',
  'introduction.need.addresses': (years) =>
    years >= 1 ? `ble rydych wedi byw ${lastYears(Math.ceil(years))}` : 'eich cyfeiriad cartref',
  'introduction.need.figures': 'faint rydych am ei fenthyg, a’ch refeniw misol',
  'introduction.need.documents': 'cyfriflen banc ddiweddar y busnes, os oes gennych un',
  'introduction.score': 'Nid yw gwirio am gynigion yn effeithio ar eich sgôr credyd',
  'introduction.who'() {
    return `${verb('Mae', this.partner.name, 'wefan hon')} yn dangos y ffurflen hon i chi. Mae eich cais yn mynd at roddwyr benthyciadau ${this.partner.broker?.name ? `drwy ${this.partner.broker?.name}` : 'drwy’r gwasanaeth cyllid'}.`;
  },
  'introduction.start': 'Dechrau',

  'query.label': 'Dod o hyd i’ch busnes',
  'query.hint'() {
    return `Teipiwch ei enw neu ei rif cofrestru. ${verb('Mae', this.partner.name, 'wefan hon')} yn chwilio wrth i chi deipio.`;
  },
  'query.unchosen': 'Dewiswch eich busnes o’r canlyniadau, neu rhowch y manylion eich hun',
  'address.query.label': 'Dod o hyd i’ch cyfeiriad',
  'address.query.hint'() {
    return `Teipiwch y cod post neu’r stryd. ${verb('Mae', this.partner.name, 'wefan hon')} yn chwilio wrth i chi deipio.`;
  },
  'address.query.unchosen': 'Dewiswch eich cyfeiriad o’r canlyniadau, neu rhowch ef eich hun',
  'previous.query.label': 'Dod o hyd i’r cyfeiriad hwn',
  'previous.query.hint'() {
    return `Teipiwch y cod post neu’r stryd. ${verb('Mae', this.partner.name, 'wefan hon')} yn chwilio wrth i chi deipio.`;
  },
  'previous.query.unchosen': 'Dewiswch eich cyfeiriad blaenorol o’r canlyniadau, neu rhowch ef eich hun',
  'lookup.who'() {
    return `${verb('Mae', this.partner.name, 'wefan hon')} yn chwilio wrth i chi deipio.`;
  },
  'lookup.list': 'Canlyniadau',
  'lookup.clear': 'Clirio’r chwiliad',
  'lookup.searching': 'Yn chwilio…',
  'lookup.slow': 'Mae hyn yn cymryd peth amser. Gallwch hefyd roi’r manylion eich hun.',
  'lookup.results': (number) =>
    count(number, {
      one: '# canlyniad. Dewiswch ef o’r rhestr.',
      two: '# ganlyniad. Dewiswch un o’r rhestr.',
      other: '# o ganlyniadau. Dewiswch un o’r rhestr.',
    }),
  'lookup.none': 'Dim canlyniadau. Gwiriwch y sillafu, neu rhowch y manylion eich hun.',
  'lookup.failed': 'Nid yw’r chwiliad yn gweithio. Rhowch y manylion eich hun.',
  'lookup.company.own': 'Rhoi’r manylion eich hun',
  'lookup.address.own': 'Rhoi’r cyfeiriad eich hun',
  'lookup.company.search': 'Chwilio am eich busnes',
  'lookup.address.search': 'Chwilio am y cyfeiriad',
  'lookup.change': 'Newid',
  'lookup.company.name': 'eich busnes',
  'lookup.address.name': 'y cyfeiriad',
  'lookup.number': (number) => `Rhif cofrestru ${number}`,
  'lookup.formed': (day) => `Ffurfiwyd ar ${day}`,
  'lookup.inactive': 'Ddim yn weithredol',
  'lookup.inactive.card':
    'Nid yw’r gofrestr yn dangos bod y busnes hwn yn weithredol. Gwiriwch eich bod wedi dewis yr un cywir.',
  'lookup.unoffered': 'Math arall o fusnes',
  'lookup.unoffered.card'() {
    return `Nid yw’r ffurflen hon ar gyfer y math hwn o fusnes. Os ydych wedi dewis yr un cywir, gofynnwch i ${helper(this, 'berchennog y wefan hon')} sut i wneud cais.`;
  },
};
