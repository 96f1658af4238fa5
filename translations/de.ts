import { isRentOrOwn } from '../src/base/text/locales/rent-or-own.js';
import type { Pack } from '../src/languages/en.js';
import { broker, capital, helper, partner, withoutStop, wordsOf, yearsAgo } from './words.js';

const { and, count, kinds, number } = wordsOf('de');

const example = (day: string, years: number) => `Zum Beispiel ${day} ${yearsAgo(years)}.`;
/** Every noun is feminine or neuter, so that it is the same as an object, except names and places. */
const object = (noun: string) =>
  noun
    .replace(/^Ihr (\S*name)$/, 'Ihren $1n')
    .replace(/^der Ort/, 'den Ort')
    .replace(/^der Gebäudename/, 'den Gebäudenamen')
    .replace('der eingetragene Name', 'den eingetragenen Namen');
const files = (number: number) => count(number, { one: '# Datei', other: '# Dateien' });
const duration = (seconds: number) => {
  if (seconds < 100) return count(seconds, { one: '# Sekunde', other: '# Sekunden' });
  if (seconds <= 7200) return count(Math.ceil(seconds / 60), { one: '# Minute', other: '# Minuten' });
  return count(Math.ceil(seconds / 3600), { one: '# Stunde', other: '# Stunden' });
};
const wait = (seconds?: number) =>
  `Warten Sie ${seconds ? duration(seconds) : 'einige Minuten'} und versuchen Sie es dann noch einmal.`;
const lastYears = (years: number) => count(years, { one: 'im letzten Jahr', other: 'in den letzten # Jahren' });
const NO_FAULT = 'Mit Ihren Antworten ist alles in Ordnung.';
const UNSURE = 'Ihr Antrag wurde möglicherweise nicht erstellt';
const [NOT_SENT, NOT_REQUESTED] = ['Ihre Zahlen wurden nicht gesendet', 'Ihre Angebote wurden nicht angefordert'];
const SHARED =
  'Bereits weitergegebene Angaben lassen sich nicht zurückholen. Sie können also noch von Kreditgebern hören.';
const currencies: Record<string, string> = { '£': 'In Pfund', '€': 'In Euro', $: 'In Dollar' };
const earlier = (index: number) => (index > 1 ? ` ${index}` : '');
const ofAddress = (index: number) => (index ? `Ihrer früheren Adresse${earlier(index)}` : 'Ihrer jetzigen Adresse');
const the = (what: string) => (index: number) => `${what} ${ofAddress(index)}`;

/** The sentences in German. */
export const sentences: Pack = {
  continue: 'Weiter',
  back: 'Zurück',
  'try-again': 'Noch einmal versuchen',
  reload: 'Seite neu laden',
  loading: 'Wird geladen…',
  sending: 'Wird gesendet…',
  optional: '(optional)',
  fixed() {
    return `${partner(this, 'Diese Website')} hat dies ausgefüllt. Sie können es hier nicht ändern.`;
  },
  error: 'Fehler:',
  day: 'Tag',
  month: 'Monat',
  year: 'Jahr',
  select: 'Bitte wählen…',

  support: (name) => (name ? `Kontakt zu ${name}:` : 'Hilfe erhalten Sie hier:'),
  'support.or': 'oder',
  'new-tab': '(öffnet sich in einem neuen Tab)',

  'summary.heading': (number) =>
    count(number, {
      one: 'Bitte prüfen Sie 1 Antwort noch einmal',
      other: 'Bitte prüfen Sie # Antworten noch einmal',
    }),
  'summary.done': 'Es ist nichts mehr zu korrigieren',
  'failure.heading': 'Etwas ist schiefgegangen',
  'failure.step': 'Dieser Schritt konnte nicht geöffnet werden',
  'failure.start': 'Sie können im Moment keinen Antrag stellen',
  'failure.kept': 'Alles, was Sie eingegeben haben, ist noch da.',
  failure() {
    return `Es gibt ein Problem mit ${partner(this, 'dieser Website')}.`;
  },
  'failure.adapter-offline':
    'Sie sind vielleicht offline. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'failure.adapter-timeout': 'Das hat zu lange gedauert. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'failure.adapter-unreachable'() {
    return `${partner(this, 'Diese Website')} antwortet nicht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.`;
  },
  'failure.script-outdated': 'Diese Seite wurde aktualisiert. Laden Sie sie neu, um fortzufahren.',
  'failure.adapter-redirected':
    'Sie wurden möglicherweise abgemeldet, oder diese Website ist umgezogen. Melden Sie sich in einem anderen Tab an, kommen Sie hierher zurück und versuchen Sie es noch einmal.',
  'failure.handler-signed-out':
    'Sie sind nicht angemeldet. Melden Sie sich in einem anderen Tab an, kommen Sie hierher zurück und versuchen Sie es noch einmal.',

  'field.noun': 'diese Antwort',
  'problem.empty': (noun) => `Geben Sie ${object(noun)} an`,
  'problem.too-long': (noun, { maximum }) => `${capital(noun)} darf höchstens ${maximum} Zeichen lang sein`,
  'problem.date-missing': (noun, { parts }) => {
    const words: Record<string, string> = { day: 'einen Tag', month: 'einen Monat', year: 'ein Jahr' };
    return `${capital(noun)} muss ${and(
      String(parts)
        .split(' ')
        .map((part) => words[part]!),
    )} enthalten`;
  },
  'problem.date-year': (noun) => `${capital(noun)} muss ein Jahr mit 4 Ziffern enthalten, etwa ${yearsAgo(10)}`,
  'problem.date-words': (noun) => `Geben Sie ${object(noun)} in Ziffern an, etwa 10 7 2020`,
  'problem.not-real': (noun) => `${capital(noun)} gibt es im Kalender nicht`,
  'problem.date-early': (noun, { minimum }) => `${capital(noun)} muss im Jahr ${minimum} oder später liegen`,
  'problem.not-past': (noun) => `${capital(noun)} muss in der Vergangenheit liegen`,
  'problem.future': (noun) => `${capital(noun)} muss heute oder in der Vergangenheit liegen`,
  'problem.format': (noun) => `Prüfen Sie ${object(noun)}. Das Format stimmt nicht`,

  'journey.steps': 'Schritte',
  'journey.step': (step, count) => `Schritt ${step} von ${count}`,
  'screen.company.dates': 'Wann hat Ihr Unternehmen begonnen?',
  'screen.company.country': 'In welchem Land befindet sich Ihr Unternehmen?',
  'screen.company.address': 'Wo befindet sich Ihr Unternehmen?',
  'screen.company.next': 'Als Nächstes: Angaben zu Ihrer Person',
  'screen.applicant.contact': 'Wie lauten Ihre Kontaktdaten?',
  'screen.applicant.country': 'In welchem Land wohnen Sie?',
  'screen.applicant.home': 'Wo wohnen Sie?',
  'screen.applicant.stay': 'Seit wann wohnen Sie dort?',
  'screen.applicant.previous-country': 'In welchem Land haben Sie davor gewohnt?',
  'screen.applicant.previous-home': 'Wo haben Sie davor gewohnt?',
  'screen.applicant.previous-stay': 'Wie lange haben Sie dort gewohnt?',
  'screen.applicant.next': 'Als Nächstes: Angaben prüfen',
  'step.company': 'Unternehmen',
  'step.applicant': 'Über Sie',
  'step.review': 'Prüfen',
  'step.documents': 'Dokumente',
  'step.prequalification': 'Finanzierung',
  'step.consent': 'Angebote',
  'step.done': '(erledigt)',

  'widget.heading': 'Ihre Angebote',

  'company.heading': 'Ihr Unternehmen',
  'registered_name.label': 'Eingetragener Name des Unternehmens',
  'registered_name.noun': 'der eingetragene Name des Unternehmens',
  'registered_number.label': 'Registernummer',
  'registered_number.hint':
    '8 Zeichen, etwa 01234567 oder SC123456. Sie steht auf Ihrer Gründungsurkunde (certificate of incorporation).',
  'registered_number.format': 'Geben Sie die Registernummer mit ihren Ziffern an, etwa 01234567',
  'registered_number.without'(type) {
    return `Keine Nummer? Dieses Formular ist nur für diese Rechtsform: ${type}. Fragen Sie ${helper(this, 'diese Website')}, wie Sie einen Antrag stellen können.`;
  },
  'registered_number.noun': 'die Registernummer',
  'type.label': 'Rechtsform des Unternehmens',
  'type.noun': 'die Rechtsform des Unternehmens',
  'type.empty': 'Wählen Sie die Rechtsform des Unternehmens',
  'formation_date.label': 'Wann wurde das Unternehmen gegründet?',
  'formation_date.hint': () => example('27 3', 10),
  'formation_date.noun': 'das Gründungsdatum des Unternehmens',
  'trading_from_date.label': 'Wann hat das Unternehmen die Geschäfte aufgenommen?',
  'trading_from_date.hint': () =>
    `Das Datum des ersten Verkaufs oder der ersten bezahlten Arbeit. ${example('1 6', 10)}`,
  'trading_from_date.noun': 'das Datum der Geschäftsaufnahme',
  'address.label': 'Geschäftsadresse',
  'address.part': 'Sie müssen nur Hausnummer und Straße angeben.',
  'address.house_number.label': 'Gebäudename oder Hausnummer',
  'address.house_number.hint': 'Zum Beispiel 12, Flat 3 oder Rose Cottage.',
  'address.house_number.noun': 'der Gebäudename oder die Hausnummer der Geschäftsadresse',
  'address.line_1.label': 'Straße',
  'address.line_1.hint': 'Wenn es keine Straße gibt, geben Sie das Dorf an.',
  'address.line_1.noun': 'die Straße der Geschäftsadresse',
  'address.city.label': 'Ort',
  'address.city.noun': 'der Ort der Geschäftsadresse',
  'address.county.label': 'Grafschaft (county)',
  'address.county.noun': 'die Grafschaft der Geschäftsadresse',
  'address.postcode.label': 'Postleitzahl (postcode)',
  'address.postcode.noun': 'die Postleitzahl der Geschäftsadresse',

  given: (business) => `Für: ${business}.`,
  'given.ltd': 'Für britische Gesellschaften mit beschränkter Haftung (private limited company, Ltd).',
  'given.other': 'Trifft das nicht zu?',
  'country_of_residence.label': 'Land, in dem Sie wohnen',
  'choice.United Kingdom': 'Vereinigtes Königreich',
  'report-error': 'Stimmt etwas nicht?',
  'report-error.text'() {
    return `Wenn das nicht auf Sie zutrifft, senden Sie diesen Antrag nicht ab. Fragen Sie ${helper(this, 'diese Website')}, wie Sie einen Antrag stellen können.`;
  },
  'report-error.sent'() {
    return `Wenn das nicht stimmt, wenden Sie sich an ${helper(this, 'diese Website')}.`;
  },
  'report-error.link': 'Was Sie tun können, wenn das nicht stimmt',

  'choice.ltd': 'Gesellschaft mit beschränkter Haftung (private limited company, Ltd)',

  change: 'Ändern',
  'not-given': 'Keine Angabe',
  slow: 'Es dauert noch. Laden Sie diese Seite nicht neu und schließen Sie sie nicht.',
  yes: 'Ja',
  no: 'Nein',
  money: (amount, sign) => `${amount} ${sign}`,

  'applicant.heading': 'Über Sie',
  'first_name.label': 'Vorname',
  'first_name.noun': 'Ihr Vorname',
  'last_name.label': 'Nachname',
  'one-name': 'Ich habe nur einen Namen',
  'last_name.noun': 'Ihr Nachname',
  'date_of_birth.label': 'Wann sind Sie geboren?',
  'date_of_birth.hint': () => example('27 3', 40),
  'date_of_birth.noun': 'Ihr Geburtsdatum',
  'date_of_birth.date-year': () => `Ihr Geburtsdatum muss ein Jahr mit 4 Ziffern enthalten, etwa ${yearsAgo(40)}`,
  'email.label': 'E-Mail-Adresse',
  'email.noun': 'Ihre E-Mail-Adresse',
  'email.format': 'Geben Sie eine E-Mail-Adresse im richtigen Format an, etwa name@example.com',
  'email.letters':
    'Geben Sie eine E-Mail-Adresse ohne Umlaute und andere besondere Buchstaben an, etwa name@example.com',
  'phone_number.label': 'Telefonnummer',
  'phone_number.hint': 'Geben Sie bei ausländischen Nummern die Ländervorwahl an.',
  'phone_number.noun': 'Ihre Telefonnummer',
  'phone_number.format':
    'Geben Sie eine Telefonnummer in Ziffern an, etwa 01632 960 001, 07700 900 982 oder +44 808 157 0192',
  'phone_number.extension': 'Geben Sie Ihre Telefonnummer ohne Durchwahl an, etwa 01632 960 001',
  'country_of_residence.noun': 'das Land Ihres Wohnorts',
  'country_of_residence.empty': 'Wählen Sie das Land, in dem Sie wohnen',
  'addresses.label': 'Ihre Privatadresse',
  'addresses.same': 'Dieselbe wie die Geschäftsadresse',
  'addresses.same-street': 'Dieselbe Hausnummer und Straße wie das Unternehmen',
  'addresses.house_number.noun': 'der Gebäudename oder die Hausnummer Ihrer Privatadresse',
  'addresses.line_1.noun': 'die Straße Ihrer Privatadresse',
  'addresses.city.noun': 'der Ort Ihrer Privatadresse',
  'addresses.county.noun': 'die Grafschaft Ihrer Privatadresse',
  'addresses.postcode.noun': 'Ihre Postleitzahl',
  'addresses.start_date.label': 'Wann sind Sie eingezogen?',
  'addresses.start_date.hint': () => `Eine Schätzung genügt. ${example('14 9', 5)}`,
  'addresses.start_date.noun': 'Ihr Einzugsdatum',
  'addresses.status.label'() {
    return isRentOrOwn(this) ? 'Wohnen Sie zur Miete oder im Eigentum?' : 'Was davon trifft auf Ihr Zuhause zu?';
  },
  'addresses.status.noun': 'Ihr Wohnverhältnis',
  'addresses.status.empty'() {
    return isRentOrOwn(this)
      ? 'Wählen Sie, ob Sie zur Miete oder im Eigentum wohnen'
      : 'Wählen Sie, was auf Ihr Zuhause zutrifft';
  },
  'previous.status.label'() {
    return isRentOrOwn(this)
      ? 'Haben Sie dort zur Miete oder im Eigentum gewohnt?'
      : 'Was davon traf auf dieses Zuhause zu?';
  },

  'review.heading': 'Prüfen Sie Ihre Antworten',
  'review.intro'() {
    return `Wenn Sie Ihren Antrag erstellen, sendet ${partner(this, 'diese Website')} diese Angaben an ${broker(this, 'den Finanzierungsdienst')}. Danach können Sie sie nicht mehr ändern.`;
  },
  'review.submit': 'Antrag erstellen',
  'review.failed': 'Ihr Antrag wurde nicht erstellt',
  'review.sending': 'Ihr Antrag wird erstellt…',
  'review.created.heading': 'Ihre Antworten',
  'review.created': 'Ihr Antrag wurde mit diesen Antworten erstellt. Sie können sie jetzt nicht mehr ändern.',
  'review.sent': 'Ihr Antrag wurde erstellt. Zum Schutz Ihrer Daten werden Ihre Antworten nicht noch einmal angezeigt.',
  'review.other.heading': 'Ihr Antrag wurde bereits erstellt',
  'review.other':
    'Er wurde in einem anderen Tab oder auf einem anderen Gerät mit anderen Antworten erstellt. Die Antworten auf dieser Seite wurden nicht gesendet. Zum Schutz Ihrer Daten werden Ihre Antworten nicht noch einmal angezeigt.',
  'review.business-address': 'Adresse',
  'review.funding_amount': 'Gewünschte Kreditsumme',
  'review.monthly_revenue': 'Monatsumsatz',
  'review.any_ccj': 'Gerichtsurteile wegen Schulden (CCJs)',
  'review.name': 'Name',
  'review.home-address': 'Privatadresse',
  'review.earlier-address': 'Frühere Adresse',
  'review.country': 'Land des Unternehmens',
  'review.region': 'Region',
  'review.application-region': 'Region des Antrags',
  'review.formation_date': 'Gründungsdatum',
  'review.trading_from_date': 'Datum der Geschäftsaufnahme',
  'review.date_of_birth': 'Geburtsdatum',
  'review.start_date': 'Einzugsdatum',
  'review.status': 'Wohnverhältnis',
  'company.noun': 'die Angaben zu Ihrem Unternehmen',
  'company.empty': 'Gehen Sie zurück und beantworten Sie alle Fragen zu Ihrem Unternehmen',
  'applicant.noun': 'die Angaben über Sie',
  'applicant.empty': 'Gehen Sie zurück und beantworten Sie alle Fragen über Sie',

  'documents.heading': 'Dokumente hinzufügen',
  'documents.intro':
    'Ein aktueller Kontoauszug des Geschäftskontos hilft Kreditgebern bei der Entscheidung. Sie können dies überspringen.',
  'documents.skip': 'Vorerst überspringen',
  'documents.photo': 'Foto aufnehmen',
  'file.label': 'Dateien auswählen',
  'file.more': 'Weitere Datei hinzufügen',
  'file.hint': (endings, limit) =>
    `${kinds(endings)}, jeweils bis ${limit}. Sie können Dateien auch hierher ziehen oder einfügen.`,

  'prequalification.heading': 'Die Finanzierung, die Sie brauchen',
  'prequalification.failed': 'Ihre Zahlen wurden möglicherweise nicht gesendet',
  'prequalification.source'() {
    return `Aus Ihrem Konto bei ${partner(this, 'dieser Website')}.`;
  },
  'funding_amount.label': 'Wie viel möchten Sie sich leihen?',
  'funding_amount.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}, etwa 25000.`;
  },
  'funding_amount.noun': 'die gewünschte Kreditsumme',
  'problem.too-small'(noun) {
    return `${capital(noun)} muss mehr als 0 ${this.currencySign} betragen`;
  },
  'problem.too-large'(noun, { maximum }) {
    return `${capital(noun)} darf höchstens ${number(Number(maximum))} ${this.currencySign} betragen`;
  },
  'problem.not-money': (noun) => `Geben Sie ${object(noun)} in Ziffern an, etwa 25000`,
  'problem.currency'(noun) {
    return `Geben Sie ${object(noun)} als einen Betrag in ${this.currencySign} an, nicht in einer anderen Währung`;
  },
  'problem.range'(noun) {
    return `Geben Sie ${object(noun)} als einen Betrag in ${this.currencySign} an, nicht als Spanne`;
  },
  'problem.about'(noun) {
    return `Geben Sie ${object(noun)} als einen Betrag in ${this.currencySign} an, etwa 25000, ohne „ungefähr“ oder andere Wörter und Zeichen`;
  },
  'problem.decimals': (noun) =>
    `${capital(noun)} darf höchstens 2 Nachkommastellen haben. Schreiben Sie Tausender ohne Punkt, etwa 25000`,
  'monthly_revenue.label': 'Wie hoch ist der Monatsumsatz des Unternehmens?',
  'monthly_revenue.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}. Ein Durchschnitt der letzten Zeit genügt.`;
  },
  'monthly_revenue.noun': 'die Höhe des Monatsumsatzes',
  'monthly_revenue.too-small'() {
    return `Die Höhe des Monatsumsatzes muss mindestens 0 ${this.currencySign} betragen`;
  },
  'any_ccj.label': 'Gibt es Gerichtsurteile wegen Schulden (county court judgments, CCJs) gegen das Unternehmen?',
  'any_ccj.hint': 'Ein CCJ ist die Anordnung eines Gerichts, eine Schuld zu bezahlen.',
  'any_ccj.noun': 'die Angabe zu Gerichtsurteilen wegen Schulden (CCJs)',
  'any_ccj.empty': 'Wählen Sie „Ja“, wenn es Gerichtsurteile wegen Schulden (CCJs) gegen das Unternehmen gibt',

  'consent.translated': 'Diese Vereinbarung wird in ihrer Originalsprache angezeigt. Diesem Wortlaut stimmen Sie zu.',
  'consent.language': (name) => `Die Sprache dieser Vereinbarung ist ${name}. Diesem Wortlaut stimmen Sie zu.`,
  'consent.submit': 'Zustimmen und Angebote erhalten',
  'consent.sending': 'Angebote werden angefordert…',
  'consent.failed': 'Ihre Angebote wurden möglicherweise nicht angefordert',
  'consent.only.failed': 'Ihre Antwort wurde möglicherweise nicht gespeichert',
  'consent.only.submit': 'Ich stimme zu',
  'consent.only.sending': 'Ihre Antwort wird gespeichert…',
  'consent.decline': 'Ich stimme nicht zu',
  'consent.after': 'Kreditgeber bekommen Ihre Angaben und können Ihnen Angebote machen.',
  'consent.only.after': 'Ihre Zustimmung wird mit der Uhrzeit und diesem Text gespeichert.',
  'consent.after-decline': 'Kreditgeber bekommen Ihre Angaben nicht. Ihr Antrag ist gespeichert.',
  'consent.after-decline.again': 'Niemand prüft Ihre Bonität noch einmal. Ihr Antrag ist gespeichert.',
  'consent.see': 'Ansehen, wozu Sie Ihre Zustimmung gegeben haben',
  'agree.noun': 'Ihre Antwort',
  'agree.empty': 'Setzen Sie das Häkchen, wenn Sie zustimmen, oder wählen Sie „Ich stimme nicht zu“',

  'journey.offline': 'Sie sind offline. Ihre Antworten bleiben auf dieser Seite.',
  'figures.heading': 'Ihre Zahlen',
  'figures.amount': (amount) => `Sie möchten sich ${amount} leihen`,
  'figures.revenue': (amount) => `${amount} Umsatz im Monat`,
  'figures.judgments': (hasAny) =>
    `${hasAny ? 'mit Gerichtsurteilen wegen Schulden' : 'keine Gerichtsurteile wegen Schulden'} (CCJs)`,
  'figures.change': 'Zahlen ändern',
  'figures.notice': 'Wozu Sie Ihre Zustimmung geben',
  'end.documents': (number) =>
    number ? count(number, { one: '# Dokument gesendet', other: '# Dokumente gesendet' }) : 'Dokumente gesendet',

  'widget.loading': 'Ihre Angebote werden geladen…',
  'widget.close': 'Schließen',
  'widget.failed.heading': 'Ihre Angebote konnten nicht angezeigt werden',
  'widget.failed': 'Wenn ein neuer Versuch nicht hilft, laden Sie die Seite neu oder kommen Sie später wieder.',
  'widget.reload': 'Laden Sie die Seite neu, um Ihre Angebote wieder zu sehen. Ihr Antrag ist gespeichert.',
  'failure.script-offline': 'Sie sind vielleicht offline. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  'failure.script':
    'Ein Teil dieser Seite wurde nicht geladen. Vielleicht hat ein Werbeblocker oder Netzwerkfilter ihn aufgehalten.',

  'problem.unanswered': (_noun, { question }) => `Beantworten Sie „${question}“`,

  'choice.tenant': 'Ich wohne zur Miete (tenant)',
  'choice.question': (label) => `Trifft „${label}“ auf Ihr Zuhause zu?`,
  'choice.tenant.question': 'Wohnen Sie zur Miete?',
  'choice.tenant.label': 'Gemietete Wohnung',
  'choice.tenant.past-label': 'Frühere gemietete Wohnung',
  'choice.past': (label) => `Traf „${label}“ auf dieses Zuhause zu?`,
  'choice.tenant.past': 'Haben Sie dort zur Miete gewohnt?',
  'choice.bank-statement': 'Kontoauszug',

  'failure.handler-not-created':
    'Ihr Antrag wurde noch nicht erstellt. Gehen Sie zuerst zurück zu „Prüfen Sie Ihre Antworten“.',
  'failure.handler-other-applicant':
    'Seit Sie diese Seite geöffnet haben, hat sich eine andere Person angemeldet, oder es wurde ein anderes Unternehmen gewählt. Es wurde nichts gesendet. Um weiterzumachen, laden Sie diese Seite neu.',
  'failure.handler-closed':
    'In einem anderen Tab oder auf einem anderen Gerät wurde ein neuer Antrag begonnen, deshalb ist dieser geschlossen. Es wurde nichts gesendet. Um mit dem neuen weiterzumachen, laden Sie diese Seite neu.',
  'failure.handler-other-company'() {
    return `${partner(this, 'Diese Website')} hat von Ihnen schon einen Antrag für ein anderes Unternehmen, deshalb wurde nichts gesendet. Um mit diesem Antrag weiterzumachen, laden Sie diese Seite neu.`;
  },
  'failure.handler-too-large': 'Das ist zu groß, um es zu senden.',
  'failure.adapter-too-large': 'Das ist zu groß für diese Website.',
  'failure.adapter-too-many'(seconds) {
    return `${partner(this, 'Diese Website')} ist überlastet. ${wait(seconds)}`;
  },
  'failure.adapter-unavailable'(seconds) {
    return `${partner(this, 'Diese Website')} ist im Moment nicht verfügbar. ${wait(seconds)}`;
  },
  'failure.adapter-blocked':
    'Eine Sicherheitsprüfung dieser Website hat das aufgehalten, und es wurde nichts gesendet. Um die Prüfung zu bestehen, laden Sie diese Seite neu.',
  'failure.handler-in-flight':
    'Das wird gerade schon gesendet, vielleicht aus einem anderen Tab. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  'failure.handler-too-many': (seconds) => `Sie haben es zu oft versucht. ${wait(seconds)}`,
  'failure.not-asked'() {
    return `Es gibt ein Problem mit ${partner(this, 'dieser Website')}. ${NO_FAULT}`;
  },
  'failure.upstream'() {
    return `${broker(this, 'Der Finanzierungsdienst')} antwortet nicht. Versuchen Sie es in einigen Minuten noch einmal.`;
  },
  'failure.upstream-busy'(seconds) {
    return `${broker(this, 'Der Finanzierungsdienst')} ist überlastet. ${wait(seconds)}`;
  },
  'failure.upstream-unavailable'(seconds) {
    return `${broker(this, 'Der Finanzierungsdienst')} ist im Moment nicht erreichbar. ${wait(seconds)}`;
  },
  'failure.upstream-denied'() {
    return `Es gibt ein Problem mit der Verbindung zwischen ${partner(this, 'dieser Website')} und ${broker(this, 'dem Finanzierungsdienst')}. ${NO_FAULT}`;
  },
  'failure.upstream-redirect'() {
    return `Es gibt ein Problem mit der Verbindung zwischen ${partner(this, 'dieser Website')} und ${broker(this, 'dem Finanzierungsdienst')}. ${NO_FAULT}`;
  },
  'failure.upstream-rejected'() {
    return `${broker(this, 'Der Finanzierungsdienst')} hat dies nicht angenommen und keinen Grund genannt. Prüfen Sie Ihre Antworten und versuchen Sie es noch einmal.`;
  },
  'review.upstream-rejected'() {
    return `${broker(this, 'Der Finanzierungsdienst')} hat Ihren Antrag nicht angenommen und keinen Grund genannt. Prüfen Sie Ihre Antworten und versuchen Sie es noch einmal.`;
  },
  'consent.upstream-rejected'() {
    return `${broker(this, 'Der Finanzierungsdienst')} hat Ihre Anfrage nach Angeboten nicht angenommen und keinen Grund genannt. Sie können es später noch einmal versuchen.`;
  },
  'failure.outcome-unknown'() {
    return `${broker(this, 'Der Finanzierungsdienst')} hat dies nicht bestätigt. Es ist also unklar, ob es angekommen ist.`;
  },
  'review.outcome-unknown'() {
    return `${broker(this, 'Der Finanzierungsdienst')} hat Ihren Antrag nicht bestätigt. Es ist also unklar, ob er erstellt wurde.`;
  },
  'review.failed.outcome-unknown': UNSURE,
  'review.failed.adapter-timeout': UNSURE,
  'review.failed.adapter-unreachable': UNSURE,
  'review.failed.adapter-offline': UNSURE,
  'review.failed.adapter-unexpected-response': UNSURE,
  'review.failed.adapter-redirected': UNSURE,
  'review.failed.adapter-unavailable': UNSURE,
  'review.failed.handler-failed': UNSURE,
  'review.failed.handler-in-flight': 'Ihr Antrag wird gerade erstellt',
  'failure.check'(seconds) {
    return `${seconds ? `Sehen Sie in ${duration(seconds)} noch einmal nach` : 'Sie können noch einmal nachsehen'}. ${partner(this, 'Diese Website')} sucht zuerst nach Ihrem Antrag, damit er nicht zweimal gesendet wird.`;
  },
  'failure.no-check'() {
    return `Stellen Sie den Antrag nicht noch einmal, denn er besteht vielleicht schon. ${partner(this, 'Diese Website')} sendet ihn nicht zweimal.`;
  },
  'check-again': 'Noch einmal nachsehen',
  'review.checking': 'Ihr Antrag wird gesucht…',
  'prequalification.failed.config-invalid': 'Ihre Zahlen können nicht gesendet werden',
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
    return `${broker(this, 'Der Finanzierungsdienst')} hat nicht bestätigt, dass Ihre Zahlen angekommen sind. Sie können sie noch einmal senden.`;
  },
  'consent.unsure'() {
    return `${broker(this, 'Der Finanzierungsdienst')} hat nicht bestätigt, dass Ihre Anfrage nach Angeboten angekommen ist. Sie können sie noch einmal senden.`;
  },
  'failure.reference': (reference) => `Ihre Referenznummer ist ${reference}.`,
  'failure.contact'() {
    return `Wenn Sie Hilfe brauchen, wenden Sie sich an ${helper(this, 'diese Website')}.`;
  },
  'problem.rejected'(noun) {
    return `Prüfen Sie ${object(noun)}. ${broker(this, 'Der Finanzierungsdienst')} hat diese Angabe nicht angenommen`;
  },
  'problem.needed'(noun) {
    return `${broker(this, 'Der Finanzierungsdienst')} benötigt ${object(noun)}`;
  },
  'registered_number.needed'() {
    return `${broker(this, 'Der Finanzierungsdienst')} benötigt eine Registernummer`;
  },
  'address.country_code.noun': 'das Land der Geschäftsadresse',
  'addresses.country_code.noun': 'das Land Ihrer Privatadresse',
  'previous.country_code.noun': 'das Land Ihrer früheren Adresse',
  'widget.failed.handler-signed-out': 'Melden Sie sich an, um Ihre Angebote zu sehen',
  'widget.handler-signed-out'() {
    return `Melden Sie sich in einem anderen Tab bei ${partner(this, 'dieser Website')} an, kommen Sie hierher zurück und versuchen Sie es noch einmal.`;
  },
  'widget.failed.handler-not-created'() {
    return `${partner(this, 'Diese Website')} hat noch keinen Antrag von Ihnen`;
  },
  'widget.handler-not-created': 'Hier können Sie Ihre Angebote sehen, nachdem Sie eine Finanzierung beantragt haben.',
  'failure.widget': 'Der Teil dieser Seite, der Ihre Angebote zeigt, ist nicht gestartet.',

  'consent.declined.heading': 'Sie haben keine Angebote angefordert',
  'consent.declined'() {
    return `Kreditgeber bekommen Ihre Angaben nicht von ${partner(this, 'dieser Website')}, und niemand prüft Ihre Bonität, solange Sie nicht zustimmen. Ihr Antrag ist gespeichert.`;
  },
  'consent.declined.again.heading': 'Sie haben keine weiteren Angebote angefordert',
  'consent.declined.again': `Niemand prüft Ihre Bonität noch einmal, solange Sie nicht zustimmen. ${SHARED}`,
  'consent.reconsider': 'Vereinbarung noch einmal lesen',
  'consent.without': 'Ohne Angebote weiter',
  'consent.back': 'Zurück zu Ihren Angeboten',
  'consent.config-invalid'() {
    return `${partner(this, 'Diese Website')} kann Ihre Zustimmung nicht speichern, deshalb wurde nichts gesendet.`;
  },
  'consent.handler-consent-not-stored':
    'Ihre Antwort konnte nicht gespeichert werden, deshalb wurde nichts gesendet. Versuchen Sie es in einigen Minuten noch einmal.',
  'agree.changed':
    'Der Text oben hat sich geändert, zum Beispiel durch eine Übersetzung. Um zuzustimmen, zeigen Sie die Seite in ihrer Originalsprache an',
  'agree.handler-no-consent': 'Lesen Sie die Vereinbarung noch einmal, und setzen Sie das Häkchen, wenn Sie zustimmen',
  'agree.handler-consent-stale':
    'Diese Vereinbarung war veraltet. Lesen Sie sie noch einmal, und setzen Sie das Häkchen, wenn Sie zustimmen',
  'agree.handler-consent-withdrawn':
    'Sie haben Ihre Zustimmung widerrufen. Lesen Sie den Text noch einmal, und setzen Sie das Häkchen, wenn Sie zustimmen',

  'figures.unknown':
    'Ihre Zahlen haben sich vielleicht geändert, seit Sie sie zuletzt gesehen haben. Prüfen Sie sie, bevor Sie zustimmen.',
  'figures.other':
    'Diese Zahlen wurden in einem anderen Tab oder auf einem anderen Gerät gesendet. Prüfen Sie sie, bevor Sie zustimmen.',
  'figures.check': 'Zahlen prüfen',

  'receipt.heading': 'Wozu Sie Ihre Zustimmung gegeben haben',
  'receipt.when': 'Zugestimmt am',
  'receipt.applicant': 'Antragstellende Person',
  'receipt.business': 'Unternehmen',
  'receipt.broker': 'Kreditvermittler',
  'receipt.parties': 'Weitergegeben an',
  'receipt.number': 'Belegnummer',
  'receipt.ask': 'Angebote erhalten',
  'receipt.print': 'Drucken',
  'receipt.download': 'Herunterladen',
  'receipt.withdraw': 'Meine Zustimmung widerrufen',
  'receipt.confirm.heading': 'Zustimmung widerrufen?',
  'receipt.confirm'() {
    return `${partner(this, 'Diese Website')} speichert das und fordert keine weiteren Angebote an. ${SHARED}`;
  },
  'receipt.confirm.yes': 'Ja, meine Zustimmung widerrufen',
  'receipt.confirm.no': 'Meine Zustimmung aufrechterhalten',
  'receipt.failed': 'Ihr Widerruf wurde möglicherweise nicht gespeichert',
  'receipt.withdrawing': 'Wird widerrufen…',
  'receipt.withdrawn.heading': 'Sie haben Ihre Zustimmung widerrufen',
  'receipt.withdrawn'(when) {
    return `Widerrufen: ${when}. ${partner(this, 'Diese Website')} fordert keine weiteren Angebote an. ${SHARED}`;
  },
  'receipt.ended': 'Widerrufen am',
  'withdrawn.offers': 'Angebote, die Kreditgeber bereits gemacht haben, können Sie weiterhin sehen.',
  'withdrawn.again': 'Um weitere Angebote zu erhalten, lesen Sie die Vereinbarung noch einmal und stimmen Sie ihr zu.',
  'withdrawn.note': (when) =>
    `Sie haben Ihre Zustimmung widerrufen: ${when}. Um weitere Angebote zu erhalten, stimmen Sie erneut zu.`,
  'failure.handler-no-consent': 'Ihre Zustimmung ist nicht mehr gespeichert. Laden Sie die Seite neu.',

  'only.end': 'Es wurde nichts gesendet.',
  'problem.only': (_noun, { sentence }) => String(sentence),
  'choice.only': (question, years) =>
    `Sie können hier nur dann einen Antrag stellen, wenn Sie „${question}“ mit Ja beantworten${years ? `, und zwar für jede Wohnung ${lastYears(years)}` : ''}`,
  'choice.tenant.only': (years) =>
    `Sie können hier nur dann einen Antrag stellen, wenn Sie zur Miete wohnen${years ? ` und auch ${lastYears(years)} zur Miete gewohnt haben` : ''}`,
  'choice.tenant.only-past': 'Sie können hier nur dann einen Antrag stellen, wenn Sie dort zur Miete gewohnt haben',

  'newer-browser':
    'Diese Seite braucht einen neueren Browser. Aktualisieren Sie Ihren Browser, oder öffnen Sie die Seite in einem anderen.',

  'none.building': 'Es gibt keinen Gebäudenamen und keine Hausnummer',
  'none.street': 'Es gibt keine Straße',
  'first_name.asked': 'Geben Sie Ihren Vornamen an, oder wählen Sie „Ich habe nur einen Namen“',
  'last_name.asked': 'Geben Sie Ihren Nachnamen an, oder wählen Sie „Ich habe nur einen Namen“',
  'problem.asked': (noun) =>
    `Geben Sie ${object(noun)} an, oder setzen Sie das Häkchen, wenn es diese Angabe nicht gibt`,

  'not-loaded':
    'Dieser Teil der Seite wurde nicht geladen. Prüfen Sie Ihre Internetverbindung. Vielleicht hat ihn auch ein Werbeblocker oder Netzwerkfilter aufgehalten.',

  'address.pasted': 'Die eingefügte Adresse steht jetzt in einzelnen Feldern. Prüfen Sie jedes davon.',

  'problem.moved': (noun) => `Prüfen Sie ${object(noun)}. Die Angabe kommt aus „Straße“ und wurde hierher verschoben`,

  'previous.label': (index) => `Ihre frühere Adresse${earlier(index)}`,
  'previous.hint': (day) => `Wo Sie ${day ? `vor dem folgenden Datum gewohnt haben: ${day}` : 'davor gewohnt haben'}.`,
  'previous.asked': (day) => `Weiter unten gibt es noch Fragen dazu, wo Sie vor diesem Datum gewohnt haben: ${day}.`,
  'previous.remove': 'Diese Adresse entfernen',
  'previous.removed': 'Adresse entfernt.',
  'previous.add': 'Weitere Adresse hinzufügen',
  'previous.house_number.label': 'Gebäudename oder Hausnummer',
  'previous.house_number.noun': the('der Gebäudename oder die Hausnummer'),
  'previous.line_1.label': 'Straße',
  'previous.line_1.hint': 'Wenn es keine Straße gibt, geben Sie das Dorf an.',
  'previous.line_1.noun': the('die Straße'),
  'previous.city.label': 'Ort',
  'previous.city.noun': the('der Ort'),
  'previous.county.label': 'Grafschaft (county)',
  'previous.county.noun': the('die Grafschaft'),
  'previous.postcode.label': 'Postleitzahl (postcode)',
  'previous.postcode.hint':
    'Wenn die Adresse im Ausland liegt und keine Postleitzahl hat, lassen Sie dieses Feld leer.',
  'previous.postcode.noun': the('die Postleitzahl'),
  'previous.start_date.label': 'Wann sind Sie eingezogen?',
  'previous.start_date.hint': () => `Eine Schätzung genügt. ${example('3 2', 10)}`,
  'previous.start_date.noun': (index) => `das Einzugsdatum ${ofAddress(index)}`,
  'previous.status.noun': (index) => `das Wohnverhältnis an ${ofAddress(index)}`,
  'previous.status.empty'() {
    return isRentOrOwn(this)
      ? 'Wählen Sie, ob Sie dort zur Miete oder im Eigentum gewohnt haben'
      : 'Wählen Sie, was auf dieses Zuhause zutraf';
  },
  'country.question': (country) => `Liegt diese Adresse in diesem Land: ${country}?`,
  'country.other': 'Ein anderes Land',
  'address.country.label': 'Land',
  'address.country.empty': 'Wählen Sie das Land der Geschäftsadresse',
  'addresses.country.empty': 'Wählen Sie das Land, in dem Sie wohnen',
  'previous.country.label': 'Land',
  'previous.country.empty': 'Wählen Sie das Land Ihrer früheren Adresse',
  'problem.gap': (_noun, { day }) => `Geben Sie auch an, wo Sie vor diesem Datum gewohnt haben: ${day}`,
  'problem.overlap': (noun, { day, newer }) =>
    `${capital(noun)} muss vor dem Einzugsdatum ${ofAddress(Number(newer))} liegen (${day})`,
  'problem.same-day': (noun, { day, newer }) =>
    `${capital(noun)} muss vor diesem Datum liegen: ${day}. Für das Einzugsdatum ${ofAddress(Number(newer))} haben Sie dasselbe Datum angegeben`,

  remove: 'Entfernen',
  'documents.send': (number, bad) => `${files(number)} senden${bad ? '' : ' und weiter'}`,
  'documents.without': (bad) => `Ohne ${files(bad)} weiter`,
  'documents.sending': (done, count, share) =>
    `Dokument ${Math.min(done + 1, count)} von ${count} wird gesendet, ${share} fertig…`,
  'documents.added': (good, bad, doubles) =>
    [
      good && count(good, { one: '# Datei hinzugefügt.', other: '# Dateien hinzugefügt.' }),
      bad &&
        `${count(bad, { one: '# Datei kann', other: '# Dateien können' })} nicht gesendet werden. Der Grund steht unten.`,
      doubles && `${count(doubles, { one: '# Datei steht', other: '# Dateien stehen' })} schon in der Liste.`,
    ]
      .filter(Boolean)
      .join(' '),
  'documents.added-one': (name) => `„${name}“ hinzugefügt.`,
  'documents.removed': (name) => `„${name}“ entfernt.`,
  'documents.wait': 'Sie können weitere Dateien hinzufügen, wenn diese gesendet sind.',
  'documents.file-waiting': 'Wartet',
  'documents.file-sent': 'Gesendet',
  'documents.cancel': 'Abbrechen',
  'documents.choose-again': 'Noch einmal auswählen',
  'documents.attach'(labels, amount) {
    return `Die Kontoauszüge anhängen, die bei ${partner(this, 'dieser Website')} vorliegen: ${labels} (${files(amount)})`;
  },
  'documents.lost': (name) =>
    `Wählen Sie „${name}“ noch einmal aus. Diese Seite konnte die Datei beim Neuladen nicht behalten.`,
  'problem.file-lost': (_noun, { name }) => `Wählen Sie „${name}“ noch einmal aus, oder entfernen Sie die Datei`,
  'documents.stopped': (name) => `„${name}“ wurde nicht gesendet.`,
  'problem.file-type': (_noun, { name, endings }) => `„${name}“ muss eine Datei dieser Art sein: ${kinds(endings)}`,
  'problem.file-heic': (_noun, { name }) =>
    `„${name}“ ist ein Handyfoto im Format HEIC. Öffnen Sie es, und speichern Sie es als JPG. Ein neuer Name allein genügt nicht. Oder wählen Sie auf einem iPhone unter „Einstellungen“, „Kamera“, „Formate“ die Option „Maximale Kompatibilität“, und nehmen Sie das Foto neu auf`,
  'problem.file-content': (_noun, { name, endings }) =>
    `„${name}“ ist keine echte Datei dieser Art: ${kinds(endings)}. Öffnen Sie die Datei, und speichern Sie sie neu als ${/pdf/.test(String(endings)) ? 'PDF' : kinds(endings)}`,
  'problem.file-large': (_noun, { name, maximum }) => `„${name}“ darf höchstens ${maximum} groß sein`,
  'problem.file-empty': (_noun, { name }) => `„${name}“ ist leer. Entfernen Sie die Datei, oder wählen Sie eine andere`,
  'problem.file-locked': (_noun, { name }) =>
    `„${name}“ ist vielleicht mit einem Passwort geschützt. Wenn beim Öffnen danach gefragt wird, drucken Sie die Datei in ein neues PDF und wählen Sie dieses aus`,
  'problem.file-gone': (_noun, { name }) =>
    `„${name}“ wurde verschoben oder geändert und kann deshalb nicht gelesen werden. Entfernen Sie die Datei, und wählen Sie sie noch einmal aus`,
  'problem.file-kind': (_noun, { name }) => `Wählen Sie, was „${name}“ ist`,
  'problem.file-stopped': (_noun, { name }) =>
    `„${name}“ wurde nicht gesendet. Versuchen Sie es noch einmal, oder entfernen Sie die Datei`,
  'problem.file-failed': (_noun, { name, why }) => `„${name}“ wurde nicht gesendet. ${withoutStop(why)}`,
  'problem.file-unsure': (_noun, { name, why }) => `„${name}“ wurde möglicherweise nicht gesendet. ${withoutStop(why)}`,
  'problem.file-rejected': (_noun, { name }) =>
    `Der Kreditgeber hat „${name}“ nicht angenommen. Entfernen Sie die Datei, und wählen Sie eine andere`,
  'document_type.label': (name) => `Was ist „${name}“?`,

  'number.unusual': 'Prüfen Sie die Registernummer. Die meisten haben 8 Zeichen, etwa 01234567',
  'phone.unusual': 'Prüfen Sie Ihre Telefonnummer. Sie ist vielleicht zu kurz oder zu lang',
  'abroad.unusual':
    'Prüfen Sie Ihre Telefonnummer. Wenn sie aus einem anderen Land ist, geben Sie die Ländervorwahl mit an',
  'email.unusual': (meant) =>
    `Prüfen Sie Ihre E-Mail-Adresse. ${meant ? `Meinten Sie ${meant}?` : 'Der Teil nach dem @ sieht ungewöhnlich aus'}`,
  'postcode.unusual': (country) =>
    `Prüfen Sie diese Postleitzahl. Sie sieht nicht aus wie eine aus diesem Land: ${country}`,
  'age.unusual': (years) =>
    `Prüfen Sie Ihr Geburtsdatum. Demnach sind Sie ${years ? count(years, { one: '# Jahr', other: '# Jahre' }) : 'jünger als ein Jahr'}${years ? ' alt' : ''}`,
  'early-trade.unusual':
    'Prüfen Sie, wann das Unternehmen die Geschäfte aufgenommen hat. Das Datum liegt vor der Gründung',
  'unborn.unusual': 'Prüfen Sie, wann Sie eingezogen sind. Das Datum liegt vor Ihrer Geburt',
  'unlikely.use': (suggestion) => `${suggestion} verwenden`,
  'unlikely.used': (noun, suggestion) => `${capital(noun)} ist jetzt ${suggestion}.`,
  'authority.empty': 'Setzen Sie das Häkchen, wenn Sie für dieses Unternehmen einen Antrag stellen dürfen',
  'authority.changed': 'Diese Erklärung hat sich geändert. Laden Sie die Seite neu, und lesen Sie sie noch einmal',
  'unlikely.count': (number) =>
    count(number, {
      one: 'Eine Antwort sieht ungewöhnlich aus. Prüfen Sie sie. Wenn sie stimmt, können Sie Ihren Antrag erstellen.',
      other:
        '# Antworten sehen ungewöhnlich aus. Prüfen Sie jede davon. Wenn sie stimmen, können Sie Ihren Antrag erstellen.',
    }),

  'saved.will': (days) =>
    `Ihre Antworten werden ${count(days, { one: '# Tag', other: '# Tage' })} aufbewahrt, damit Sie später weitermachen können.`,
  'saved.page': 'Ihre Antworten sind nur auf dieser Seite, bis Sie sie absenden. Beim Neuladen gehen sie verloren.',
  'saved.saving': 'Wird gespeichert…',
  'saved.saved': 'Gespeichert',
  'saved.taken': 'Ihre gespeicherten Antworten sind eingetragen',
  'saved.failed': 'Ihre neuesten Antworten sind noch nicht gespeichert. Sie sind nur auf dieser Seite.',
  'saved.off': 'Die gespeicherte Kopie wurde gelöscht. Ihre Antworten sind nur noch auf dieser Seite.',
  'saved.ended':
    'Ihre Antworten werden nicht mehr gespeichert. In einem anderen Tab oder auf einem anderen Gerät wurde die gespeicherte Kopie gelöscht oder der Antrag erstellt.',
  'saved.deleting': 'Wird gelöscht…',
  'saved.kept': 'Die gespeicherte Kopie wurde möglicherweise nicht gelöscht. Versuchen Sie es noch einmal.',
  'saved.conflict': 'Nicht gespeichert. Wählen Sie oben, welche Antworten Sie behalten möchten.',
  'saved.stranger':
    'Seit Sie diese Seite geöffnet haben, hat sich eine andere Person angemeldet, oder es wurde ein anderes Unternehmen gewählt. Deshalb werden Ihre Antworten nicht gespeichert.',
  'saved.closed':
    'In einem anderen Tab oder auf einem anderen Gerät wurde ein neuer Antrag begonnen, deshalb werden Ihre Antworten nicht gespeichert.',
  'saved.details': 'Details',
  'saved.how': (days) =>
    `Um auf einem anderen Gerät weiterzumachen, melden Sie sich dort an. Die gespeicherte Kopie wird gelöscht, wenn Sie den Antrag erstellen, sonst ${count(days, { one: '# Tag', other: '# Tage' })} nach Ihrer letzten Änderung. Wenn Sie sie jetzt löschen, bleiben Ihre Antworten auf dieser Seite.`,
  'saved.delete': 'Gespeicherte Kopie löschen',
  'saved.save': 'Für ein anderes Gerät speichern',
  'saved.conflict.heading': 'In einem anderen Tab oder auf einem anderen Gerät haben Sie andere Antworten eingegeben',
  'saved.conflict.body': (when) =>
    `Zeitpunkt der Speicherung: ${when}. Diese Antworten unterscheiden sich von denen auf dieser Seite. Wählen Sie, welche Sie behalten möchten. Die anderen werden gelöscht.`,
  'saved.theirs': 'Die gespeicherten Antworten verwenden',
  'saved.mine': 'Die Antworten auf dieser Seite behalten',

  'end.heading': (hasAsked) => (hasAsked ? 'Kreditgeber sehen sich Ihren Antrag an' : 'Ihr Antrag wurde erstellt'),
  'end.next': 'Sie müssen nichts weiter tun.',
  'end.sent': 'Sie haben Ihren Antrag gesendet.',
  'end.offers': (isHere) =>
    isHere ? 'Angebote erscheinen unten.' : 'Kreditgeber entscheiden, ob sie Ihnen ein Angebot machen.',
  'end.time': 'Das kann etwas dauern.',
  'end.choose': 'Sie entscheiden. Nichts ist verbindlich, bevor Sie ein Angebot annehmen.',

  'again.apply': 'Neuen Antrag stellen',
  'again.how'() {
    return `Damit beginnt ein neuer Antrag. ${partner(this, 'Diese Website')} behält den früheren.`;
  },
  'again.heading': 'Einen neuen Antrag beginnen?',
  'again.confirm':
    'Der frühere Antrag wird geschlossen. Sie können dafür nichts mehr senden und sehen seine Angebote hier nicht mehr.',
  'again.yes': 'Ja, einen neuen Antrag beginnen',
  'again.no': 'Diesen Antrag behalten',
  'again.sending': 'Wird begonnen…',
  'again.failed': 'Der neue Antrag wurde möglicherweise nicht begonnen',

  'signed-out.heading': 'Melden Sie sich an, bevor Sie einen Antrag stellen',
  'signed-out.again-heading': 'Melden Sie sich noch einmal an, um weiterzumachen',
  'signed-out.how': 'Melden Sie sich in einem anderen Tab auf dieser Website an, und kommen Sie dann hierher zurück.',
  'signed-out.kept': 'Ihre Eingaben bleiben auf dieser Seite.',
  'signed-out.again': 'Ich habe mich angemeldet',
  'signed-out.still': 'Sie sind noch nicht angemeldet.',

  'introduction.heading': 'Finanzierung für Ihr Unternehmen beantragen',
  'introduction.time': 'Es dauert etwa 5 Minuten',
  'introduction.need': 'Halten Sie dies bereit',
  'introduction.need.number': 'die Registernummer des Unternehmens',
  'introduction.need.dates': 'das Datum der Gründung und der Geschäftsaufnahme',
  'introduction.need.addresses': (years) =>
    years >= 1 ? `wo Sie ${lastYears(Math.ceil(years))} gewohnt haben` : 'Ihre Privatadresse',
  'introduction.need.figures': 'wie viel Sie sich leihen möchten, und Ihren Monatsumsatz',
  'introduction.need.documents': 'einen aktuellen Kontoauszug des Geschäftskontos, falls vorhanden',
  'introduction.score': 'Die Suche nach Angeboten wirkt sich nicht auf Ihren Kredit-Score aus',
  'introduction.who'() {
    return `${partner(this, 'Diese Website')} zeigt Ihnen dieses Formular. Ihr Antrag geht über ${broker(this, 'den Finanzierungsdienst')} an Kreditgeber.`;
  },
  'introduction.start': 'Starten',

  'query.label': 'Finden Sie Ihr Unternehmen',
  'query.hint'() {
    return `Geben Sie den Namen oder die Registernummer ein. ${partner(this, 'Diese Website')} sucht beim Tippen.`;
  },
  'query.unchosen': 'Wählen Sie Ihr Unternehmen aus den Ergebnissen, oder geben Sie die Angaben selbst ein',
  'address.query.label': 'Finden Sie Ihre Adresse',
  'address.query.hint'() {
    return `Geben Sie die Postleitzahl oder die Straße ein. ${partner(this, 'Diese Website')} sucht beim Tippen.`;
  },
  'address.query.unchosen': 'Wählen Sie Ihre Adresse aus den Ergebnissen, oder geben Sie sie selbst ein',
  'previous.query.label': 'Finden Sie diese Adresse',
  'previous.query.hint'() {
    return `Geben Sie die Postleitzahl oder die Straße ein. ${partner(this, 'Diese Website')} sucht beim Tippen.`;
  },
  'previous.query.unchosen': 'Wählen Sie Ihre frühere Adresse aus den Ergebnissen, oder geben Sie sie selbst ein',
  'lookup.who'() {
    return `${partner(this, 'Diese Website')} sucht beim Tippen.`;
  },
  'lookup.list': 'Ergebnisse',
  'lookup.clear': 'Suche leeren',
  'lookup.searching': 'Suche läuft…',
  'lookup.slow': 'Das dauert etwas. Sie können die Angaben auch selbst eingeben.',
  'lookup.results': (number) =>
    count(number, {
      one: '# Ergebnis. Wählen Sie es aus der Liste.',
      other: '# Ergebnisse. Wählen Sie eines aus der Liste.',
    }),
  'lookup.none': 'Keine Ergebnisse. Prüfen Sie die Schreibweise, oder geben Sie die Angaben selbst ein.',
  'lookup.failed': 'Die Suche funktioniert nicht. Geben Sie die Angaben selbst ein.',
  'lookup.company.own': 'Angaben selbst eingeben',
  'lookup.address.own': 'Adresse selbst eingeben',
  'lookup.company.search': 'Unternehmen suchen',
  'lookup.address.search': 'Adresse suchen',
  'lookup.change': 'Ändern',
  'lookup.company.name': 'Ihr Unternehmen',
  'lookup.address.name': 'die Adresse',
  'lookup.number': (number) => `Registernummer ${number}`,
  'lookup.formed': (day) => `Gegründet am ${day}`,
  'lookup.inactive': 'Nicht aktiv',
  'lookup.inactive.card':
    'Im Register steht dieses Unternehmen nicht als aktiv. Prüfen Sie, ob Sie das richtige ausgewählt haben.',
  'lookup.unoffered': 'Andere Rechtsform',
  'lookup.unoffered.card'() {
    return `Dieses Formular ist nicht für diese Rechtsform. Wenn Sie das richtige Unternehmen ausgewählt haben, fragen Sie ${helper(this, 'diese Website')}, wie Sie einen Antrag stellen können.`;
  },
};
