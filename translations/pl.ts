import { isRentOrOwn } from '../src/base/text/locales/rent-or-own.js';
import type { Pack } from '../src/languages/en.js';
import { broker, capital, helper, partner, withoutStop, wordsOf, yearsAgo } from './words.js';

const { and, count, kinds, number } = wordsOf('pl');

const example = (day: string, years: number) => `Na przykład ${day} ${yearsAgo(years)}.`;
/** The noun as an object. The first word of a noun shows its case, and “your” is “your own”. */
const object = (noun: string) =>
  noun
    .replace(/^(data|informacja|kwota|nazwa|ta|ulica)(?![\p{L}])/u, (word) => word.replace(/a$/, 'ę'))
    .replace(/^zarejestrowana nazwa/, 'zarejestrowaną nazwę')
    .replace(/^Twoja data/, 'swoją datę')
    .replace(/^Twoja/, 'swoją')
    .replace(/Tw(?=[oó])/, 'sw')
    .replace('o Tobie', 'o sobie');
const files = (number: number) => count(number, { one: '# plik', few: '# pliki', many: '# plików', other: '# pliku' });
const seconds = { one: '# sekundę', few: '# sekundy', many: '# sekund', other: '# sekundy' };
const minutes = { one: '# minutę', few: '# minuty', many: '# minut', other: '# minuty' };
const hours = { one: '# godzinę', few: '# godziny', many: '# godzin', other: '# godziny' };
const duration = (number: number) => {
  if (number < 100) return count(number, seconds);
  return number <= 7200 ? count(Math.ceil(number / 60), minutes) : count(Math.ceil(number / 3600), hours);
};
const wait = (seconds?: number) => `Poczekaj ${seconds ? duration(seconds) : 'kilka minut'} i spróbuj ponownie.`;
const lastYears = (years: number) =>
  count(years, {
    one: 'w ostatnim roku',
    few: 'w ostatnich # latach',
    many: 'w ostatnich # latach',
    other: 'w ostatnich # latach',
  });
const NO_FAULT = 'Z Twoimi odpowiedziami wszystko jest w porządku.';
const UNSURE = 'Twój wniosek mógł nie zostać utworzony';
const [NOT_SENT, NOT_REQUESTED] = ['Twoje dane liczbowe nie zostały wysłane', 'Oferty nie zostały zamówione'];
const OFFLINE = 'Możliwe, że nie masz połączenia z internetem. Sprawdź połączenie i spróbuj ponownie.';
const SHARED =
  'Nie można cofnąć przekazania danych, do którego już doszło, więc pożyczkodawcy mogą się jeszcze z Tobą skontaktować.';
const money = (amount: number | string, sign: string) => `${amount}\u00a0${sign}`;
const currencies: Record<string, string> = { '£': 'W funtach', '€': 'W euro', $: 'W dolarach' };
const ofAddress = (index: number) =>
  index ? `pod Twoim poprzednim adresem${index > 1 ? ` ${index}` : ''}` : 'pod Twoim obecnym adresem';
const the = (what: string) => (index: number) => `${what} ${ofAddress(index)}`;

/** The sentences in Polish. */
export const sentences: Pack = {
  continue: 'Dalej',
  back: 'Wstecz',
  'try-again': 'Spróbuj ponownie',
  reload: 'Odśwież tę stronę',
  loading: 'Wczytywanie…',
  sending: 'Wysyłanie…',
  optional: '(opcjonalnie)',
  fixed() {
    return `To pole wypełnia ${partner(this, 'ta strona')}. Nie możesz tego tutaj zmienić.`;
  },
  error: 'Błąd:',
  day: 'Dzień',
  month: 'Miesiąc',
  year: 'Rok',
  select: 'Wybierz…',

  support: (name) => (name ? `Kontakt z ${name}:` : 'Pomoc uzyskasz tutaj:'),
  'support.or': 'lub',
  'new-tab': '(otwiera się w nowej karcie)',

  'summary.heading': (number) =>
    count(number, {
      one: '# odpowiedź wymaga ponownego sprawdzenia',
      few: '# odpowiedzi wymagają ponownego sprawdzenia',
      many: '# odpowiedzi wymaga ponownego sprawdzenia',
      other: '# odpowiedzi wymaga ponownego sprawdzenia',
    }),
  'summary.done': 'Nie ma już nic do poprawienia',
  'failure.heading': 'Coś poszło nie tak',
  'failure.step': 'Nie udało się otworzyć tego kroku',
  'failure.start': 'W tej chwili nie możesz złożyć wniosku',
  'failure.kept': 'Wszystko, co zostało wpisane, nadal tu jest.',
  failure() {
    const { name } = this.partner;
    return name ? `Wystąpił problem po stronie ${name}.` : 'Wystąpił problem z tą stroną.';
  },
  'failure.adapter-offline': OFFLINE,
  'failure.adapter-timeout': 'Trwało to zbyt długo. Sprawdź połączenie i spróbuj ponownie.',
  'failure.adapter-unreachable'() {
    return `${partner(this, 'Ta strona')} nie odpowiada. Sprawdź połączenie i spróbuj ponownie.`;
  },
  'failure.script-outdated': 'Ta strona została zaktualizowana. Odśwież ją, aby kontynuować.',
  'failure.adapter-redirected':
    'Możliwe, że nastąpiło wylogowanie albo ta strona zmieniła adres. Zaloguj się w innej karcie, a potem wróć tutaj i spróbuj ponownie.',
  'failure.handler-signed-out': 'Brak zalogowania. Zaloguj się w innej karcie, a potem wróć tutaj i spróbuj ponownie.',

  'field.noun': 'ta odpowiedź',
  'problem.empty': (noun) => `Podaj ${object(noun)}`,
  'problem.too-long': (noun, { maximum }) =>
    `${capital(noun)} może mieć najwyżej ${count(Number(maximum), { one: '# znak', few: '# znaki', many: '# znaków', other: '# znaku' })}`,
  'problem.date-missing': (noun, { parts }) => {
    const words: Record<string, string> = { day: 'dzień', month: 'miesiąc', year: 'rok' };
    return `${capital(noun)} musi zawierać ${and(
      String(parts)
        .split(' ')
        .map((part) => words[part]!),
    )}`;
  },
  'problem.date-year': (noun) => `${capital(noun)} musi zawierać rok złożony z 4 cyfr, np. ${yearsAgo(10)}`,
  'problem.date-words': (noun) => `Podaj ${object(noun)} cyframi, np. 10 7 2020`,
  'problem.not-real': (noun) => `${capital(noun)} musi istnieć w kalendarzu`,
  'problem.date-early': (noun, { minimum }) => `${capital(noun)} musi przypadać w roku ${minimum} lub później`,
  'problem.not-past': (noun) => `${capital(noun)} musi przypadać w przeszłości`,
  'problem.future': (noun) => `${capital(noun)} musi przypadać dzisiaj lub w przeszłości`,
  'problem.format': (noun) => `Sprawdź ${object(noun)}. Format jest nieprawidłowy`,

  'journey.steps': 'Kroki',
  'journey.step': (step, count) => `Krok ${step} z ${count}`,
  'screen.company.dates': 'Kiedy Twoja firma zaczęła działać?',
  'screen.company.country': 'W jakim kraju jest Twoja firma?',
  'screen.company.address': 'Gdzie jest Twoja firma?',
  'screen.company.next': 'Następny krok: Twoje dane',
  'screen.applicant.contact': 'Jakie są Twoje dane kontaktowe?',
  'screen.applicant.country': 'W jakim kraju mieszkasz?',
  'screen.applicant.home': 'Gdzie mieszkasz?',
  'screen.applicant.stay': 'Od kiedy tam mieszkasz?',
  'screen.applicant.previous-country': 'W jakim kraju wcześniej był Twój dom?',
  'screen.applicant.previous-home': 'Gdzie wcześniej był Twój dom?',
  'screen.applicant.previous-stay': 'Jak długo trwało zamieszkanie pod tym adresem?',
  'screen.applicant.next': 'Następny krok: sprawdzenie odpowiedzi',
  'step.company': 'Firma',
  'step.applicant': 'O Tobie',
  'step.review': 'Sprawdzenie',
  'step.documents': 'Dokumenty',
  'step.prequalification': 'Finansowanie',
  'step.consent': 'Oferty',
  'step.done': '(gotowe)',

  'widget.heading': 'Twoje oferty',

  'company.heading': 'Twoja firma',
  'registered_name.label': 'Zarejestrowana nazwa firmy',
  'registered_name.noun': 'zarejestrowana nazwa firmy',
  'registered_number.label': 'Numer rejestracyjny',
  'registered_number.hint':
    '8 znaków, np. 01234567 lub SC123456. Znajdziesz go na świadectwie rejestracji (certificate of incorporation).',
  'registered_number.format': 'Podaj numer rejestracyjny z cyframi, np. 01234567',
  'registered_number.without'(type) {
    return `Nie masz numeru? Ten formularz jest tylko dla firm tego rodzaju: ${type}. Aby dowiedzieć się, jak złożyć wniosek, skontaktuj się z ${helper(this, 'właścicielem tej strony')}.`;
  },
  'registered_number.noun': 'numer rejestracyjny',
  'type.label': 'Rodzaj firmy',
  'type.noun': 'rodzaj firmy',
  'type.empty': 'Wybierz rodzaj firmy',
  'formation_date.label': 'Kiedy firma została założona?',
  'formation_date.hint': () => example('27 3', 10),
  'formation_date.noun': 'data założenia firmy',
  'trading_from_date.label': 'Kiedy firma rozpoczęła działalność?',
  'trading_from_date.hint': () => `Data pierwszej sprzedaży lub pierwszej płatnej pracy. ${example('1 6', 10)}`,
  'trading_from_date.noun': 'data rozpoczęcia działalności firmy',
  'address.label': 'Adres firmy',
  'address.part': 'Wystarczy podać numer i ulicę.',
  'address.house_number.label': 'Nazwa lub numer budynku',
  'address.house_number.hint': 'Na przykład 12, Flat 3 lub Rose Cottage.',
  'address.house_number.noun': 'nazwa lub numer budynku firmy',
  'address.line_1.label': 'Ulica',
  'address.line_1.hint': 'Jeśli nie ma ulicy, podaj nazwę wsi.',
  'address.line_1.noun': 'ulica w adresie firmy',
  'address.city.label': 'Miejscowość',
  'address.city.noun': 'miejscowość w adresie firmy',
  'address.county.label': 'Hrabstwo (county)',
  'address.county.noun': 'hrabstwo w adresie firmy',
  'address.postcode.label': 'Kod pocztowy (postcode)',
  'address.postcode.noun': 'kod pocztowy w adresie firmy',

  given: (business) => `Dla: ${business}.`,
  'given.ltd': 'Dla brytyjskich spółek z ograniczoną odpowiedzialnością (private limited company, Ltd).',
  'given.other': 'Masz inną firmę?',
  'country_of_residence.label': 'Kraj, w którym mieszkasz',
  'choice.United Kingdom': 'Wielka Brytania',
  'report-error': 'Coś się nie zgadza?',
  'report-error.text'() {
    return `Jeśli u Ciebie jest inaczej, nie wysyłaj tego wniosku. Aby dowiedzieć się, jak złożyć wniosek, skontaktuj się z ${helper(this, 'właścicielem tej strony')}.`;
  },
  'report-error.sent'() {
    return `Jeśli to nieprawda, skontaktuj się z ${helper(this, 'właścicielem tej strony')}.`;
  },
  'report-error.link': 'Co zrobić, jeśli coś się nie zgadza',

  'choice.ltd': 'Spółka z ograniczoną odpowiedzialnością (private limited company, Ltd)',

  change: 'Zmień',
  'not-given': 'Nie podano',
  slow: 'To jeszcze trwa. Nie odświeżaj ani nie zamykaj tej strony.',
  yes: 'Tak',
  no: 'Nie',
  money,

  'applicant.heading': 'O Tobie',
  'first_name.label': 'Imię',
  'first_name.noun': 'Twoje imię',
  'last_name.label': 'Nazwisko',
  'one-name': 'Mam tylko imię albo tylko nazwisko',
  'last_name.noun': 'Twoje nazwisko',
  'date_of_birth.label': 'Jaka jest Twoja data urodzenia?',
  'date_of_birth.hint': () => example('27 3', 40),
  'date_of_birth.noun': 'Twoja data urodzenia',
  'date_of_birth.date-year': () => `Twoja data urodzenia musi zawierać rok złożony z 4 cyfr, np. ${yearsAgo(40)}`,
  'email.label': 'Adres e-mail',
  'email.noun': 'Twój adres e-mail',
  'email.format': 'Podaj adres e-mail w prawidłowym formacie, np. name@example.com',
  'email.letters': 'Podaj adres e-mail bez polskich i innych specjalnych liter, np. name@example.com',
  'phone_number.label': 'Numer telefonu',
  'phone_number.hint': 'Jeśli numer jest zagraniczny, dodaj kod kraju.',
  'phone_number.noun': 'Twój numer telefonu',
  'phone_number.format': 'Podaj numer telefonu cyframi, np. 01632 960 001, 07700 900 982 lub +44 808 157 0192',
  'phone_number.extension': 'Podaj numer telefonu bez wewnętrznego, np. 01632 960 001',
  'country_of_residence.noun': 'kraj, w którym mieszkasz',
  'country_of_residence.empty': 'Wybierz kraj, w którym mieszkasz',
  'addresses.label': 'Twój adres domowy',
  'addresses.same': 'Taki sam jak adres firmy',
  'addresses.same-street': 'Ten sam numer i ulica co w adresie firmy',
  'addresses.house_number.noun': 'nazwa lub numer budynku w Twoim adresie domowym',
  'addresses.line_1.noun': 'ulica w Twoim adresie domowym',
  'addresses.city.noun': 'miejscowość w Twoim adresie domowym',
  'addresses.county.noun': 'hrabstwo w Twoim adresie domowym',
  'addresses.postcode.noun': 'Twój kod pocztowy',
  'addresses.start_date.label': 'Od kiedy tu mieszkasz?',
  'addresses.start_date.hint': () => `Wystarczy data przybliżona. ${example('14 9', 5)}`,
  'addresses.start_date.noun': 'data zamieszkania',
  'addresses.status.label'() {
    return isRentOrOwn(this)
      ? 'Czy wynajmujesz mieszkanie lub dom, w którym mieszkasz, czy jest Twoje?'
      : 'Która z tych sytuacji dotyczy Twojego domu?';
  },
  'addresses.status.noun': 'informacja o Twoim domu',
  'addresses.status.empty'() {
    return isRentOrOwn(this)
      ? 'Wybierz, czy wynajmujesz mieszkanie lub dom, w którym mieszkasz, czy jest Twoje'
      : 'Wybierz, co dotyczy Twojego domu';
  },
  'previous.status.label'() {
    return isRentOrOwn(this)
      ? 'Czy ten dom był wynajmowany, czy własny?'
      : 'Która z tych sytuacji dotyczyła tego domu?';
  },

  'review.heading': 'Sprawdź swoje odpowiedzi',
  'review.intro'() {
    return `Gdy utworzysz wniosek, ${partner(this, 'ta strona')} wyśle te dane. Odbiorcą będzie ${broker(this, 'serwis pożyczkowy')}. Potem nie będzie można ich zmienić.`;
  },
  'review.submit': 'Utwórz wniosek',
  'review.failed': 'Twój wniosek nie został utworzony',
  'review.sending': 'Tworzenie wniosku…',
  'review.created.heading': 'Twoje odpowiedzi',
  'review.created': 'Twój wniosek został utworzony z tymi odpowiedziami. Nie można ich już zmienić.',
  'review.sent': 'Twój wniosek został utworzony. Aby chronić Twoje dane, nie pokazujemy ponownie Twoich odpowiedzi.',
  'review.other.heading': 'Twój wniosek został już utworzony',
  'review.other':
    'Utworzono go z innymi odpowiedziami, w innej karcie lub na innym urządzeniu. Odpowiedzi z tej strony nie zostały wysłane. Aby chronić Twoje dane, nie pokazujemy ponownie Twoich odpowiedzi.',
  'review.business-address': 'Adres',
  'review.funding_amount': 'Kwota pożyczki',
  'review.monthly_revenue': 'Miesięczny przychód',
  'review.any_ccj': 'Sądowe nakazy zapłaty (CCJ)',
  'review.name': 'Imię i nazwisko',
  'review.home-address': 'Adres domowy',
  'review.earlier-address': 'Poprzedni adres',
  'review.country': 'Kraj firmy',
  'review.region': 'Region',
  'review.application-region': 'Region wniosku',
  'review.formation_date': 'Data założenia',
  'review.trading_from_date': 'Data rozpoczęcia działalności',
  'review.date_of_birth': 'Data urodzenia',
  'review.start_date': 'Data zamieszkania',
  'review.status': 'Wynajem czy własność',
  'company.noun': 'informacje o Twojej firmie',
  'company.empty': 'Wróć i odpowiedz na wszystkie pytania o firmę',
  'applicant.noun': 'informacje o Tobie',
  'applicant.empty': 'Wróć i odpowiedz na wszystkie pytania o Tobie',

  'documents.heading': 'Dodaj dokumenty',
  'documents.intro': 'Aktualny wyciąg z konta firmowego pomaga pożyczkodawcom podjąć decyzję. Możesz to pominąć.',
  'documents.skip': 'Pomiń na razie',
  'documents.photo': 'Zrób zdjęcie',
  'file.label': 'Wybierz pliki',
  'file.more': 'Dodaj kolejny plik',
  'file.hint': (endings, limit) =>
    `${kinds(endings)}, każdy do ${limit}. Możesz też przeciągnąć lub wkleić pliki tutaj.`,

  'prequalification.heading': 'Finansowanie, którego potrzebujesz',
  'prequalification.failed': 'Twoje dane liczbowe mogły nie zostać wysłane',
  'prequalification.source'() {
    return `Z Twojego konta ${this.partner.name ? `w serwisie ${this.partner.name}` : 'na tej stronie'}.`;
  },
  'funding_amount.label': 'Ile chcesz pożyczyć?',
  'funding_amount.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}, np. 25000.`;
  },
  'funding_amount.noun': 'kwota pożyczki',
  'problem.too-small'(noun) {
    return `${capital(noun)} musi być większa niż ${money(0, this.currencySign)}`;
  },
  'problem.too-large'(noun, { maximum }) {
    return `${capital(noun)} może wynosić najwyżej ${money(number(Number(maximum)), this.currencySign)}`;
  },
  'problem.not-money': (noun) => `Podaj ${object(noun)} cyframi, np. 25000`,
  'problem.currency'(noun) {
    return `Podaj ${object(noun)} jako jedną kwotę w ${this.currencySign}, a nie w innej walucie`;
  },
  'problem.range'(noun) {
    return `Podaj ${object(noun)} jako jedną kwotę w ${this.currencySign}, a nie jako przedział`;
  },
  'problem.about'(noun) {
    return `Podaj ${object(noun)} jako jedną kwotę w ${this.currencySign}, np. 25000, bez „około” i innych słów lub znaków`;
  },
  'problem.decimals': (noun) =>
    `${capital(noun)} może mieć najwyżej 2 miejsca po przecinku. Tysiące zapisz bez kropki, np. 25000`,
  'monthly_revenue.label': 'Jaki jest miesięczny przychód firmy?',
  'monthly_revenue.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}. Wystarczy średnia z ostatniego czasu.`;
  },
  'monthly_revenue.noun': 'kwota miesięcznego przychodu firmy',
  'monthly_revenue.too-small'() {
    return `Kwota miesięcznego przychodu firmy musi wynosić ${money(0, this.currencySign)} lub więcej`;
  },
  'any_ccj.label': 'Czy są jakiekolwiek sądowe nakazy zapłaty (county court judgments, CCJ) przeciwko firmie?',
  'any_ccj.hint': 'CCJ to wydany przez sąd nakaz zapłaty długu.',
  'any_ccj.noun': 'informacja o sądowych nakazach zapłaty (CCJ)',
  'any_ccj.empty': 'Wybierz „Tak”, jeśli są jakiekolwiek sądowe nakazy zapłaty (CCJ) przeciwko firmie',

  'consent.translated': 'Ta zgoda jest pokazana w oryginalnym języku. Zgadzasz się właśnie na te słowa.',
  'consent.language': (name) => `Język tej zgody: ${name}. Zgadzasz się właśnie na te słowa.`,
  'consent.submit': 'Zgadzam się i chcę otrzymać oferty',
  'consent.sending': 'Zamawianie ofert…',
  'consent.failed': 'Oferty mogły nie zostać zamówione',
  'consent.only.failed': 'Twoja odpowiedź mogła nie zostać zapisana',
  'consent.only.submit': 'Zgadzam się',
  'consent.only.sending': 'Zapisywanie odpowiedzi…',
  'consent.decline': 'Nie zgadzam się',
  'consent.after': 'Pożyczkodawcy otrzymają Twoje dane i będą mogli złożyć Ci oferty.',
  'consent.only.after': 'Twoja zgoda zostanie zapisana z godziną i tym tekstem.',
  'consent.after-decline': 'Pożyczkodawcy nie otrzymają Twoich danych. Twój wniosek jest zapisany.',
  'consent.after-decline.again': 'Nikt nie sprawdzi ponownie Twojej historii kredytowej. Twój wniosek jest zapisany.',
  'consent.see': 'Zobacz treść swojej zgody',
  'agree.noun': 'Twoja odpowiedź',
  'agree.empty': 'Zaznacz pole, jeśli się zgadzasz, lub wybierz „Nie zgadzam się”',

  'journey.offline': 'Nie masz połączenia z internetem. Twoje odpowiedzi pozostają na tej stronie.',
  'figures.heading': 'Twoje dane liczbowe',
  'figures.amount': (amount) => `Wnioskowana kwota: ${amount}`,
  'figures.revenue': (amount) => `${amount} przychodu miesięcznie`,
  'figures.judgments': (hasAny) => `${hasAny ? 'są sądowe nakazy' : 'brak sądowych nakazów'} zapłaty (CCJ)`,
  'figures.change': 'Zmień dane liczbowe',
  'figures.notice': 'Na co się zgadzasz',
  'end.documents': (number) =>
    number
      ? count(number, {
          one: 'wysłano # dokument',
          few: 'wysłano # dokumenty',
          many: 'wysłano # dokumentów',
          other: 'wysłano # dokumentu',
        })
      : 'wysłano dokumenty',

  'widget.loading': 'Wczytywanie ofert…',
  'widget.close': 'Zamknij',
  'widget.failed.heading': 'Nie udało się pokazać Twoich ofert',
  'widget.failed': 'Jeśli ponowna próba nie pomoże, odśwież stronę lub wróć później.',
  'widget.reload': 'Aby ponownie zobaczyć oferty, odśwież stronę. Twój wniosek jest zapisany.',
  'failure.script-offline': OFFLINE,
  'failure.script': 'Nie udało się wczytać części tej strony. Mógł ją zatrzymać bloker reklam lub filtr sieciowy.',

  'problem.unanswered': (_noun, { question }) => `Odpowiedz na pytanie „${question}”`,

  'choice.tenant': 'Dom wynajmowany (tenant)',
  'choice.question': (label) => `Czy „${label}” dotyczy Twojego domu?`,
  'choice.tenant.question': 'Czy wynajmujesz mieszkanie lub dom, w którym mieszkasz?',
  'choice.tenant.label': 'Dom wynajmowany',
  'choice.tenant.past-label': 'Poprzedni dom wynajmowany',
  'choice.past': (label) => `Czy „${label}” dotyczyło tego domu?`,
  'choice.tenant.past': 'Czy ten dom był wynajmowany?',
  'choice.bank-statement': 'Wyciąg bankowy',

  'failure.handler-not-created':
    'Twój wniosek nie został jeszcze utworzony. Najpierw wróć do „Sprawdź swoje odpowiedzi”.',
  'failure.handler-other-applicant':
    'Od otwarcia tej strony zalogowała się inna osoba lub wybrano inną firmę. Nic nie zostało wysłane. Aby kontynuować, odśwież tę stronę.',
  'failure.handler-closed':
    'W innej karcie lub na innym urządzeniu rozpoczęto nowy wniosek, więc ten jest zamknięty. Nic nie zostało wysłane. Aby kontynuować nowy wniosek, odśwież tę stronę.',
  'failure.handler-other-company'() {
    return `${partner(this, 'Ta strona')} ma już Twój wniosek dla innej firmy, więc nic nie zostało wysłane. Aby kontynuować tamten wniosek, odśwież tę stronę.`;
  },
  'failure.handler-too-large': 'To jest za duże, aby można było to wysłać.',
  'failure.adapter-too-large': 'To jest za duże dla tej strony.',
  'failure.adapter-too-many'(seconds) {
    return `${partner(this, 'Ta strona')} ma teraz zbyt wiele zgłoszeń. ${wait(seconds)}`;
  },
  'failure.adapter-unavailable'(seconds) {
    return `${partner(this, 'Ta strona')} jest w tej chwili poza zasięgiem. ${wait(seconds)}`;
  },
  'failure.adapter-blocked':
    'Kontrola bezpieczeństwa tej strony to zatrzymała i nic nie zostało wysłane. Aby przejść kontrolę, odśwież tę stronę.',
  'failure.handler-in-flight': 'Wysyłanie już trwa, być może w innej karcie. Poczekaj chwilę i spróbuj ponownie.',
  'failure.handler-too-many': (seconds) => `Zbyt wiele prób. ${wait(seconds)}`,
  'failure.not-asked'() {
    const { name } = this.partner;
    return `${name ? `Wystąpił problem po stronie ${name}.` : 'Wystąpił problem z tą stroną.'} ${NO_FAULT}`;
  },
  'failure.upstream'() {
    return `${broker(this, 'Serwis pożyczkowy')} nie odpowiada. Spróbuj ponownie za kilka minut.`;
  },
  'failure.upstream-busy'(seconds) {
    return `${broker(this, 'Serwis pożyczkowy')} ma teraz zbyt wiele zgłoszeń. ${wait(seconds)}`;
  },
  'failure.upstream-unavailable'(seconds) {
    return `${broker(this, 'Serwis pożyczkowy')} jest w tej chwili poza zasięgiem. ${wait(seconds)}`;
  },
  'failure.upstream-denied'() {
    return `Wystąpił problem z połączeniem. Jego strony: ${partner(this, 'ta strona')} i ${broker(this, 'serwis pożyczkowy')}. ${NO_FAULT}`;
  },
  'failure.upstream-redirect'() {
    return `Wystąpił problem z połączeniem. Jego strony: ${partner(this, 'ta strona')} i ${broker(this, 'serwis pożyczkowy')}. ${NO_FAULT}`;
  },
  'failure.upstream-rejected'() {
    return `${broker(this, 'Serwis pożyczkowy')} tego nie przyjmuje i nie podaje powodu. Sprawdź odpowiedzi i spróbuj ponownie.`;
  },
  'review.upstream-rejected'() {
    return `${broker(this, 'Serwis pożyczkowy')} nie przyjmuje Twojego wniosku i nie podaje powodu. Sprawdź odpowiedzi i spróbuj ponownie.`;
  },
  'consent.upstream-rejected'() {
    return `${broker(this, 'Serwis pożyczkowy')} nie przyjmuje prośby o oferty i nie podaje powodu. Możesz spróbować ponownie później.`;
  },
  'failure.outcome-unknown'() {
    return `${broker(this, 'Serwis pożyczkowy')} tego nie potwierdza, więc nie wiadomo, czy wysyłanie się powiodło.`;
  },
  'review.outcome-unknown'() {
    return `${broker(this, 'Serwis pożyczkowy')} nie potwierdza Twojego wniosku, więc nie wiadomo, czy został utworzony.`;
  },
  'review.failed.outcome-unknown': UNSURE,
  'review.failed.adapter-timeout': UNSURE,
  'review.failed.adapter-unreachable': UNSURE,
  'review.failed.adapter-offline': UNSURE,
  'review.failed.adapter-unexpected-response': UNSURE,
  'review.failed.adapter-redirected': UNSURE,
  'review.failed.adapter-unavailable': UNSURE,
  'review.failed.handler-failed': UNSURE,
  'review.failed.handler-in-flight': 'Twój wniosek jest właśnie tworzony',
  'failure.check'(seconds) {
    return `${seconds ? `Sprawdź ponownie za ${duration(seconds)}` : 'Możesz sprawdzić ponownie'}. ${partner(this, 'Ta strona')} najpierw poszuka Twojego wniosku, aby nie wysłać go dwa razy.`;
  },
  'failure.no-check'() {
    return `Nie składaj wniosku ponownie, bo może już istnieć. ${partner(this, 'Ta strona')} nie wyśle go dwa razy.`;
  },
  'check-again': 'Sprawdź ponownie',
  'review.checking': 'Szukanie Twojego wniosku…',
  'prequalification.failed.config-invalid': 'Nie można wysłać Twoich danych liczbowych',
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
    return `${broker(this, 'Serwis pożyczkowy')} nie potwierdza, że ma Twoje dane liczbowe. Możesz wysłać je ponownie.`;
  },
  'consent.unsure'() {
    return `${broker(this, 'Serwis pożyczkowy')} nie potwierdza, że ma Twoją prośbę o oferty. Możesz wysłać ją ponownie.`;
  },
  'failure.reference': (reference) => `Twój numer referencyjny: ${reference}.`,
  'failure.contact'() {
    return `Jeśli potrzebujesz pomocy, skontaktuj się z ${helper(this, 'właścicielem tej strony')}.`;
  },
  'problem.rejected'(noun) {
    return `Sprawdź ${object(noun)}. ${broker(this, 'Serwis pożyczkowy')} nie przyjmuje tej odpowiedzi`;
  },
  'problem.needed'(noun) {
    return `Podaj ${object(noun)}. Wymaga tego ${broker(this, 'serwis pożyczkowy')}`;
  },
  'registered_number.needed'() {
    return `Podaj numer rejestracyjny. Wymaga go ${broker(this, 'serwis pożyczkowy')}`;
  },
  'address.country_code.noun': 'kraj w adresie firmy',
  'addresses.country_code.noun': 'kraj, w którym mieszkasz',
  'previous.country_code.noun': 'kraj w Twoim poprzednim adresie',
  'widget.failed.handler-signed-out': 'Zaloguj się, aby zobaczyć swoje oferty',
  'widget.handler-signed-out'() {
    const { name } = this.partner;
    return `Zaloguj się ${name ? `do ${name}` : 'na tej stronie'} w innej karcie, a potem wróć tutaj i spróbuj ponownie.`;
  },
  'widget.failed.handler-not-created'() {
    return `${partner(this, 'Ta strona')} nie ma jeszcze żadnego wniosku od Ciebie`;
  },
  'widget.handler-not-created': 'Tutaj zobaczysz swoje oferty po złożeniu wniosku o finansowanie.',
  'failure.widget': 'Nie uruchomiła się część tej strony, która pokazuje Twoje oferty.',

  'consent.declined.heading': 'Oferty nie zostały zamówione',
  'consent.declined'() {
    return `Dopóki nie wyrazisz zgody, ${partner(this, 'ta strona')} nie przekaże Twoich danych pożyczkodawcom i nikt nie sprawdzi Twojej historii kredytowej. Twój wniosek jest zapisany.`;
  },
  'consent.declined.again.heading': 'Kolejne oferty nie zostały zamówione',
  'consent.declined.again': `Dopóki nie wyrazisz zgody, nikt nie sprawdzi ponownie Twojej historii kredytowej. ${SHARED}`,
  'consent.reconsider': 'Przeczytaj zgodę ponownie',
  'consent.without': 'Dalej bez ofert',
  'consent.back': 'Wróć do ofert',
  'consent.config-invalid'() {
    return `${partner(this, 'Ta strona')} nie może zapisać Twojej zgody, więc nic nie zostało wysłane.`;
  },
  'consent.handler-consent-not-stored':
    'Nie udało się zapisać Twojej odpowiedzi, więc nic nie zostało wysłane. Spróbuj ponownie za kilka minut.',
  'agree.changed':
    'Tekst powyżej się zmienił, na przykład przez tłumaczenie. Aby wyrazić zgodę, pokaż stronę w oryginalnym języku',
  'agree.handler-no-consent': 'Przeczytaj zgodę ponownie i zaznacz pole, jeśli się zgadzasz',
  'agree.handler-consent-stale': 'Ta zgoda była nieaktualna. Przeczytaj ją ponownie i zaznacz pole, jeśli się zgadzasz',
  'agree.handler-consent-withdrawn':
    'Twoja zgoda została wycofana. Przeczytaj tekst ponownie i zaznacz pole, jeśli się zgadzasz',

  'figures.unknown': 'Od ostatniego razu Twoje dane liczbowe mogły się zmienić. Sprawdź je, zanim wyrazisz zgodę.',
  'figures.other': 'Te dane liczbowe wysłano w innej karcie lub na innym urządzeniu. Sprawdź je, zanim wyrazisz zgodę.',
  'figures.check': 'Sprawdź dane liczbowe',

  'receipt.heading': 'Na co została wyrażona zgoda',
  'receipt.when': 'Data zgody',
  'receipt.applicant': 'Wnioskodawca',
  'receipt.business': 'Firma',
  'receipt.broker': 'Pośrednik kredytowy',
  'receipt.parties': 'Odbiorcy danych',
  'receipt.number': 'Numer potwierdzenia',
  'receipt.ask': 'Zamów oferty',
  'receipt.print': 'Drukuj',
  'receipt.download': 'Pobierz',
  'receipt.withdraw': 'Wycofaj moją zgodę',
  'receipt.confirm.heading': 'Wycofać zgodę?',
  'receipt.confirm'() {
    return `${partner(this, 'Ta strona')} zapisze to i nie zamówi kolejnych ofert. ${SHARED}`;
  },
  'receipt.confirm.yes': 'Tak, wycofaj moją zgodę',
  'receipt.confirm.no': 'Zachowaj moją zgodę',
  'receipt.failed': 'Wycofanie zgody mogło nie zostać zapisane',
  'receipt.withdrawing': 'Wycofywanie…',
  'receipt.withdrawn.heading': 'Twoja zgoda została wycofana',
  'receipt.withdrawn'(when) {
    return `Data wycofania: ${when}. ${partner(this, 'Ta strona')} nie zamówi kolejnych ofert. ${SHARED}`;
  },
  'receipt.ended': 'Data wycofania',
  'withdrawn.offers': 'Nadal możesz zobaczyć oferty, które pożyczkodawcy już złożyli.',
  'withdrawn.again': 'Aby otrzymać więcej ofert, przeczytaj zgodę ponownie i ją wyraź.',
  'withdrawn.note': (when) => `Twoja zgoda została wycofana: ${when}. Aby otrzymać więcej ofert, wyraź zgodę ponownie.`,
  'failure.handler-no-consent': 'Twoja zgoda nie jest już zapisana. Odśwież stronę.',

  'only.end': 'Nic nie zostało wysłane.',
  'problem.only': (_noun, { sentence }) => String(sentence),
  'choice.only': (question, years) =>
    `Możesz złożyć tutaj wniosek tylko wtedy, gdy na pytanie „${question}” odpowiesz „Tak”${years ? ` dla każdego domu ${lastYears(years)}` : ''}`,
  'choice.tenant.only': (years) =>
    `Możesz złożyć tutaj wniosek tylko wtedy, gdy wynajmujesz mieszkanie lub dom, w którym mieszkasz${years ? ` i było tak przez cały czas ${lastYears(years)}` : ''}`,
  'choice.tenant.only-past': 'Możesz złożyć tutaj wniosek tylko wtedy, gdy ten dom był wynajmowany',

  'newer-browser': 'Ta strona wymaga nowszej przeglądarki. Zaktualizuj przeglądarkę lub otwórz tę stronę w innej.',

  'none.building': 'Budynek nie ma nazwy ani numeru',
  'none.street': 'Nie ma ulicy',
  'first_name.asked': 'Podaj swoje imię lub zaznacz „Mam tylko imię albo tylko nazwisko”',
  'last_name.asked': 'Podaj swoje nazwisko lub zaznacz „Mam tylko imię albo tylko nazwisko”',
  'problem.asked': (noun) => `Podaj ${object(noun)} lub zaznacz pole, jeśli tego nie ma`,

  'not-loaded':
    'Nie udało się wczytać tej części strony. Sprawdź połączenie z internetem. Mógł ją też zatrzymać bloker reklam lub filtr sieciowy.',

  'address.pasted': 'Wklejony adres jest teraz w osobnych polach. Sprawdź każde z nich.',

  'problem.moved': (noun) => `Sprawdź ${object(noun)}. Ta odpowiedź została tu przeniesiona z pola „Ulica”`,

  'previous.label': (index) => `Twój poprzedni adres${index > 1 ? ` ${index}` : ''}`,
  'previous.hint': (day) => `Adres zamieszkania ${day ? `przed tą datą: ${day}` : 'przed tą datą'}.`,
  'previous.asked': (day) => `Poniżej są kolejne pytania o adres przed tą datą: ${day}.`,
  'previous.remove': 'Usuń ten adres',
  'previous.removed': 'Adres usunięty.',
  'previous.add': 'Dodaj kolejny adres',
  'previous.house_number.label': 'Nazwa lub numer budynku',
  'previous.house_number.noun': the('nazwa lub numer budynku'),
  'previous.line_1.label': 'Ulica',
  'previous.line_1.hint': 'Jeśli nie ma ulicy, podaj nazwę wsi.',
  'previous.line_1.noun': the('ulica'),
  'previous.city.label': 'Miejscowość',
  'previous.city.noun': the('miejscowość'),
  'previous.county.label': 'Hrabstwo (county)',
  'previous.county.noun': the('hrabstwo'),
  'previous.postcode.label': 'Kod pocztowy (postcode)',
  'previous.postcode.hint': 'Jeśli adres jest za granicą i nie ma kodu pocztowego, zostaw to pole puste.',
  'previous.postcode.noun': the('kod pocztowy'),
  'previous.start_date.label': 'Od kiedy to był Twój adres?',
  'previous.start_date.hint': () => `Wystarczy data przybliżona. ${example('3 2', 10)}`,
  'previous.start_date.noun': the('data zamieszkania'),
  'previous.status.noun': the('informacja o domu'),
  'previous.status.empty'() {
    return isRentOrOwn(this) ? 'Wybierz, czy ten dom był wynajmowany, czy własny' : 'Wybierz, co dotyczyło tego domu';
  },
  'country.question': (country) => `Czy ten adres jest w tym kraju: ${country}?`,
  'country.other': 'Inny kraj',
  'address.country.label': 'Kraj',
  'address.country.empty': 'Wybierz kraj w adresie firmy',
  'addresses.country.empty': 'Wybierz kraj, w którym mieszkasz',
  'previous.country.label': 'Kraj',
  'previous.country.empty': 'Wybierz kraj poprzedniego adresu',
  'problem.gap': (_noun, { day }) => `Dodaj adres zamieszkania sprzed tej daty: ${day}`,
  'problem.overlap': (noun, { day, newer }) =>
    `${capital(noun)} musi być wcześniejsza niż ${day}, czyli niż data zamieszkania ${ofAddress(Number(newer))}`,
  'problem.same-day': (noun, { day, newer }) =>
    `${capital(noun)} musi być wcześniejsza niż ${day}. Tę samą datę podano jako datę zamieszkania ${ofAddress(Number(newer))}`,

  remove: 'Usuń',
  'documents.send': (number, bad) => `Wyślij ${files(number)}${bad ? '' : ' i przejdź dalej'}`,
  'documents.without': (bad) =>
    `Przejdź dalej bez ${count(bad, { one: '# pliku', few: '# plików', many: '# plików', other: '# pliku' })}`,
  'documents.sending': (done, count, share) =>
    `Wysyłanie dokumentu ${Math.min(done + 1, count)} z ${count}, gotowe ${share}…`,
  'documents.added': (good, bad, doubles) =>
    [
      good &&
        count(good, {
          one: 'Dodano # plik.',
          few: 'Dodano # pliki.',
          many: 'Dodano # plików.',
          other: 'Dodano # pliku.',
        }),
      bad &&
        `${count(bad, {
          one: 'Nie można wysłać # pliku.',
          few: 'Nie można wysłać # plików.',
          many: 'Nie można wysłać # plików.',
          other: 'Nie można wysłać # pliku.',
        })} Zobacz poniżej.`,
      doubles &&
        count(doubles, {
          one: '# plik jest już na liście.',
          few: '# pliki są już na liście.',
          many: '# plików jest już na liście.',
          other: '# pliku jest już na liście.',
        }),
    ]
      .filter(Boolean)
      .join(' '),
  'documents.added-one': (name) => `Dodano „${name}”.`,
  'documents.removed': (name) => `Usunięto „${name}”.`,
  'documents.wait': 'Gdy te pliki zostaną wysłane, możesz dodać kolejne.',
  'documents.file-waiting': 'Czeka',
  'documents.file-sent': 'Wysłano',
  'documents.cancel': 'Anuluj',
  'documents.choose-again': 'Wybierz ponownie',
  'documents.attach'(labels, amount) {
    return `Dołącz wyciągi, które ma ${partner(this, 'ta strona')}: ${labels} (${files(amount)})`;
  },
  'documents.lost': (name) => `Wybierz ponownie „${name}”. Ta strona nie mogła zachować pliku podczas odświeżania.`,
  'problem.file-lost': (_noun, { name }) => `Wybierz ponownie „${name}” lub usuń ten plik`,
  'documents.stopped': (name) => `Plik „${name}” nie został wysłany.`,
  'problem.file-type': (_noun, { name, endings }) => `„${name}” musi być plikiem ${kinds(endings)}`,
  'problem.file-heic': (_noun, { name }) =>
    `„${name}” to zdjęcie z telefonu w formacie HEIC. Otwórz je i zapisz jako JPG. Sama zmiana nazwy nie wystarczy. Albo na iPhonie w Ustawieniach wybierz „Aparat”, „Formaty”, „Największa zgodność” i zrób zdjęcie ponownie`,
  'problem.file-content': (_noun, { name, endings }) =>
    `„${name}” nie jest prawdziwym plikiem ${kinds(endings)}. Otwórz go i zapisz ponownie jako ${/pdf/.test(String(endings)) ? 'PDF' : kinds(endings)}`,
  'problem.file-large': (_noun, { name, maximum }) => `„${name}” może mieć najwyżej ${maximum}`,
  'problem.file-empty': (_noun, { name }) => `Plik „${name}” jest pusty. Usuń go lub wybierz inny plik`,
  'problem.file-locked': (_noun, { name }) =>
    `Plik „${name}” może wymagać hasła. Jeśli przy otwieraniu pojawia się pytanie o hasło, wydrukuj go do nowego PDF i wybierz ten plik`,
  'problem.file-gone': (_noun, { name }) =>
    `Plik „${name}” został przeniesiony lub zmieniony, więc nie można go odczytać. Usuń go i wybierz ponownie`,
  'problem.file-kind': (_noun, { name }) => `Wybierz, czym jest „${name}”`,
  'problem.file-stopped': (_noun, { name }) => `Plik „${name}” nie został wysłany. Spróbuj ponownie lub usuń go`,
  'problem.file-failed': (_noun, { name, why }) => `Plik „${name}” nie został wysłany. ${withoutStop(why)}`,
  'problem.file-unsure': (_noun, { name, why }) => `Plik „${name}” mógł nie zostać wysłany. ${withoutStop(why)}`,
  'problem.file-rejected': (_noun, { name }) =>
    `Pożyczkodawca nie przyjął pliku „${name}”. Usuń go i wybierz inny plik`,
  'document_type.label': (name) => `Czym jest „${name}”?`,

  'number.unusual': 'Sprawdź numer rejestracyjny. Większość ma 8 znaków, np. 01234567',
  'phone.unusual': 'Sprawdź swój numer telefonu. Może być za krótki lub za długi',
  'abroad.unusual': 'Sprawdź swój numer telefonu. Jeśli jest z innego kraju, dodaj numer kierunkowy tego kraju',
  'email.unusual': (meant) =>
    `Sprawdź swój adres e-mail. ${meant ? `Czy chodziło o ${meant}?` : 'Część po znaku @ wygląda nietypowo'}`,
  'postcode.unusual': (country) => `Sprawdź ten kod pocztowy. Nie wygląda na kod z tego kraju: ${country}`,
  'age.unusual': (years) =>
    `Sprawdź swoją datę urodzenia. Wynika z niej taki wiek: ${years ? count(years, { one: '# rok', few: '# lata', many: '# lat', other: '# roku' }) : 'mniej niż rok'}`,
  'early-trade.unusual':
    'Sprawdź, kiedy firma rozpoczęła działalność. Podano dzień wcześniejszy niż data jej założenia',
  'unborn.unusual': 'Sprawdź datę zamieszkania. Jest wcześniejsza niż Twoje urodziny',
  'unlikely.use': (suggestion) => `Użyj ${suggestion}`,
  'unlikely.used': (noun, suggestion) => `${capital(noun)} to teraz ${suggestion}.`,
  'authority.empty': 'Zaznacz pole, jeśli masz prawo złożyć wniosek w imieniu tej firmy',
  'authority.changed': 'To oświadczenie się zmieniło. Odśwież stronę i przeczytaj je ponownie',
  'unlikely.count': (number) =>
    count(number, {
      one: 'Jedna odpowiedź wygląda nietypowo. Sprawdź ją. Jeśli jest poprawna, możesz utworzyć wniosek.',
      few: '# odpowiedzi wyglądają nietypowo. Sprawdź każdą z nich. Jeśli są poprawne, możesz utworzyć wniosek.',
      many: '# odpowiedzi wygląda nietypowo. Sprawdź każdą z nich. Jeśli są poprawne, możesz utworzyć wniosek.',
      other: '# odpowiedzi wygląda nietypowo. Sprawdź każdą z nich. Jeśli są poprawne, możesz utworzyć wniosek.',
    }),

  'saved.will': (days) =>
    `Twoje odpowiedzi są przechowywane przez ${count(days, { one: '# dzień', few: '# dni', many: '# dni', other: '# dnia' })}, aby można było kontynuować później.`,
  'saved.page': 'Twoje odpowiedzi są tylko na tej stronie, dopóki ich nie wyślesz. Po odświeżeniu strony znikną.',
  'saved.saving': 'Zapisywanie…',
  'saved.saved': 'Zapisano',
  'saved.taken': 'Zapisane odpowiedzi zostały wpisane',
  'saved.failed': 'Ostatnie odpowiedzi nie są jeszcze zapisane. Są tylko na tej stronie.',
  'saved.off': 'Zapisana kopia została usunięta. Twoje odpowiedzi są tylko na tej stronie.',
  'saved.ended':
    'Twoje odpowiedzi nie są już zapisywane. W innej karcie lub na innym urządzeniu usunięto zapisaną kopię albo utworzono wniosek.',
  'saved.deleting': 'Usuwanie…',
  'saved.kept': 'Zapisana kopia mogła nie zostać usunięta. Spróbuj ponownie.',
  'saved.conflict': 'Nie zapisano. Wybierz powyżej, które odpowiedzi zachować.',
  'saved.stranger':
    'Od otwarcia tej strony zalogowała się inna osoba lub wybrano inną firmę, więc Twoje odpowiedzi nie są zapisywane.',
  'saved.closed':
    'W innej karcie lub na innym urządzeniu rozpoczęto nowy wniosek, więc Twoje odpowiedzi nie są zapisywane.',
  'saved.details': 'Szczegóły',
  'saved.how': (days) =>
    `Aby kontynuować na innym urządzeniu, zaloguj się tam. Zapisana kopia zostanie usunięta, gdy utworzysz wniosek, lub ${count(days, { one: '# dzień', few: '# dni', many: '# dni', other: '# dnia' })} po ostatniej zmianie. Jeśli usuniesz ją teraz, odpowiedzi pozostaną na tej stronie.`,
  'saved.delete': 'Usuń zapisaną kopię',
  'saved.save': 'Zapisz dla innego urządzenia',
  'saved.conflict.heading': 'W innej karcie lub na innym urządzeniu wpisano inne odpowiedzi',
  'saved.conflict.body': (when) =>
    `Data zapisania: ${when}. Zapisane odpowiedzi różnią się od odpowiedzi na tej stronie. Wybierz, które zachować. Pozostałe zostaną usunięte.`,
  'saved.theirs': 'Użyj zapisanych odpowiedzi',
  'saved.mine': 'Zachowaj odpowiedzi z tej strony',

  'end.heading': (hasAsked) => (hasAsked ? 'Pożyczkodawcy rozpatrują Twój wniosek' : 'Twój wniosek został utworzony'),
  'end.next': 'Nie musisz robić nic więcej.',
  'end.sent': 'Twój wniosek został wysłany.',
  'end.offers': (isHere) =>
    isHere ? 'Oferty pojawiają się poniżej.' : 'Pożyczkodawcy decydują, czy złożyć Ci ofertę.',
  'end.time': 'To może chwilę potrwać.',
  'end.choose': 'Wybór należy do Ciebie. Nic nie jest wiążące, dopóki nie przyjmiesz oferty.',

  'again.apply': 'Złóż nowy wniosek',
  'again.how'() {
    return `Rozpocznie się nowy wniosek. ${partner(this, 'Ta strona')} zachowa poprzedni.`;
  },
  'again.heading': 'Rozpocząć nowy wniosek?',
  'again.confirm':
    'Poprzedni wniosek zostanie zamknięty. Nie będzie można niczego więcej do niego wysłać ani zobaczyć tutaj jego ofert.',
  'again.yes': 'Tak, rozpocznij nowy wniosek',
  'again.no': 'Zachowaj ten wniosek',
  'again.sending': 'Rozpoczynanie…',
  'again.failed': 'Nowy wniosek mógł nie zostać rozpoczęty',

  'signed-out.heading': 'Zaloguj się, zanim złożysz wniosek',
  'signed-out.again-heading': 'Zaloguj się ponownie, aby kontynuować',
  'signed-out.how': 'Zaloguj się na tej stronie w innej karcie, a potem wróć tutaj.',
  'signed-out.kept': 'Wpisane odpowiedzi pozostają na tej stronie.',
  'signed-out.again': 'Jestem już po zalogowaniu',
  'signed-out.still': 'Nadal brak zalogowania.',

  'introduction.heading': 'Złóż wniosek o finansowanie firmy',
  'introduction.time': 'Zajmie to około 5 minut',
  'introduction.need': 'Przygotuj te informacje',
  'introduction.need.number': 'numer rejestracyjny firmy',
  'introduction.need.dates': 'daty założenia firmy i rozpoczęcia działalności',
  'introduction.need.addresses': (years) =>
    years >= 1 ? `adresy zamieszkania ${lastYears(Math.ceil(years))}` : 'adres domowy',
  'introduction.need.figures': 'kwota pożyczki i miesięczny przychód',
  'introduction.need.documents': 'aktualny wyciąg z konta firmowego, jeśli go masz',
  'introduction.score': 'Sprawdzenie ofert nie wpływa na Twoją ocenę kredytową',
  'introduction.who'() {
    return `Ten formularz udostępnia ${partner(this, 'ta strona')}. Twój wniosek trafia do pożyczkodawców, a pośrednikiem jest ${broker(this, 'serwis pożyczkowy')}.`;
  },
  'introduction.start': 'Rozpocznij',

  'query.label': 'Znajdź swoją firmę',
  'query.hint'() {
    return `Wpisz nazwę lub numer rejestracyjny. ${partner(this, 'Ta strona')} szuka podczas pisania.`;
  },
  'query.unchosen': 'Wybierz swoją firmę z wyników lub wpisz dane samodzielnie',
  'address.query.label': 'Znajdź swój adres',
  'address.query.hint'() {
    return `Wpisz kod pocztowy lub ulicę. ${partner(this, 'Ta strona')} szuka podczas pisania.`;
  },
  'address.query.unchosen': 'Wybierz swój adres z wyników lub wpisz go samodzielnie',
  'previous.query.label': 'Znajdź ten adres',
  'previous.query.hint'() {
    return `Wpisz kod pocztowy lub ulicę. ${partner(this, 'Ta strona')} szuka podczas pisania.`;
  },
  'previous.query.unchosen': 'Wybierz swój poprzedni adres z wyników lub wpisz go samodzielnie',
  'lookup.who'() {
    return `${partner(this, 'Ta strona')} szuka podczas pisania.`;
  },
  'lookup.list': 'Wyniki',
  'lookup.clear': 'Wyczyść wyszukiwanie',
  'lookup.searching': 'Wyszukiwanie…',
  'lookup.slow': 'To trochę trwa. Możesz też wpisać dane samodzielnie.',
  'lookup.results': (number) =>
    count(number, {
      one: '# wynik. Wybierz go z listy.',
      few: '# wyniki. Wybierz jeden z listy.',
      many: '# wyników. Wybierz jeden z listy.',
      other: '# wyniku. Wybierz jeden z listy.',
    }),
  'lookup.none': 'Brak wyników. Sprawdź pisownię lub wpisz dane samodzielnie.',
  'lookup.failed': 'Wyszukiwanie nie działa. Wpisz dane samodzielnie.',
  'lookup.company.own': 'Wpisz dane samodzielnie',
  'lookup.address.own': 'Wpisz adres samodzielnie',
  'lookup.company.search': 'Wyszukaj swoją firmę',
  'lookup.address.search': 'Wyszukaj adres',
  'lookup.change': 'Zmień',
  'lookup.company.name': 'Twoja firma',
  'lookup.address.name': 'adres',
  'lookup.number': (number) => `Numer rejestracyjny ${number}`,
  'lookup.formed': (day) => `Data założenia: ${day}`,
  'lookup.inactive': 'Nieaktywna',
  'lookup.inactive.card': 'W rejestrze ta firma nie jest wykazana jako aktywna. Sprawdź, czy to właściwa firma.',
  'lookup.unoffered': 'Inny rodzaj firmy',
  'lookup.unoffered.card'() {
    return `Ten formularz nie jest przeznaczony dla tego rodzaju firmy. Jeśli to właściwa firma, skontaktuj się z ${helper(this, 'właścicielem tej strony')}, aby dowiedzieć się, jak złożyć wniosek.`;
  },
};
