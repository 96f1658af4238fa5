import { spoken } from './text.js';

/**
 * Words for "none" as a whole answer, such as `N/A`, `none yet` or `I don't have one`: its letters alone, without accents. A house, a street or a
 * county may have the name of any other word.
 */
const NONE = new RegExp(
  `^(?:${[
    'x{2,3}|n[ak]|nil|null|nope|blank|empty|missing|nothing|idk|(?:coming)?(?:soon|later)|tb[acd]|tofollow|notyet|noidea|appliedfor',
    'none?(?:yet|given|assigned|issued|atpresent|atthemoment|currently|asyet|atall)?|in(?:progress|process)|beingregistered',
    'no(?:company|house|building|reg|registration|street)?(?:name|number|num|no|street|road|postcode|county)?(?:yet)?',
    '(?:not(?:yet)?|no|non|un)(?:applicable|available|known|sure|registered|allocated|assigned|issued|given|provided|specified)(?:yet)?',
    'tobe(?:confirmed|announced|advised|determined|decided)|(?:still)?(?:pending|await(?:ed|ing)|waiting)(?:registration|number|confirmation)?',
    '(?:i|we)?(?:do|does|have|has)(?:not|nt)(?:know|apply|(?:have|got)?a?(?:company|house|registration)?(?:one|any|it|number|name)?)(?:yet)?|(?:i|we)havenone(?:yet)?',
    // German, French, Spanish, Polish, Welsh and Arabic.
    '(?:noch)?keine?[rs]?(?:angaben?|hausnummer|nummer|stra(?:ss|ß)e)?|ka|nein|(?:noch)?nicht(?:vorhanden|bekannt|zutreffend|eingetragen)?',
    'ohne(?:hausnummer|nummer)?|unbekannt|entfallt|ausstehend|beantragt|ingrundung|folgt(?:noch)?',
    'non|aucune?|neant|sans(?:objet|numero|nom)?|pas(?:encore|de(?:numero|nom|rue))|inconnue?|enattente|encours(?:dimmatriculation)?',
    'ningun[oa]?|sn|sin(?:numero|nombre|calle)|no(?:tengo|tiene|aplica|procede|hay)|desconocid[oa]|pendiente|(?:aun|todavia)no|entramite',
    'brak(?:numeru|nazwy|ulicy|danych)?|nie(?:ma|mam|dotyczy|znan[ya]|wiem)?|nd|jeszczenie|wtrakcie(?:rejestracji)?',
    'dim(?:eto|argael|byd|rhif|enw)?|ddimynberthnasol|amherthnasol|anhysbys|nacoes',
    'لا(?:يوجد|توجد|ينطبق|شيء|اعرف)?|ليس(?:بعد|لدي)?|بدون(?:رقم)?|غير(?:معروف|متوفر|متاح|موجود|مسجل)|قيد(?:الانتظار|التسجيل)',
  ].join('|')})$`,
);

/** Returns true if an answer says that there is none, by such words or by punctuation alone. */
export const isNone = (line: string): boolean =>
  /^[\p{P}\p{Sm}\p{Sk}\s]+$/u.test(line) ||
  (!/\d/.test(line) && NONE.test(line.toLowerCase().normalize('NFD').replace(/\P{L}/gu, '')));

/** Full stops and commas at the end of a line of an address, as somebody dictates them. */
const DICTATED = /(?<![\s.,;\u2026]|\s(?:full stop|comma))(?:[\s.,;\u2026]|(?<=\s)(?:full stop|comma)(?!\p{L}))+$/iu;
/** An abbreviation of single letters, such as `D.C.` or `N.W.`. */
const INITIALS = /(?:^|[\s.])\p{L}\.\p{L}\.$/u;
/** A dictated full stop after a name: after a word of three letters or more that nobody abbreviates. */
const AFTER_NAME =
  /(?<![\p{L}\p{M}])(?!(?:snr|jun|jnr|sen|esqr?|bart|hon|rev|prof|dipl|ing|mag|mgr|dott|thos|chas|geo|jas|robt|[fhm]n?dez|gp?lez|rguez|fco)\P{L})((?:\p{L}\p{M}*){3,})(?: ?[.\u2026]+| full stop\.?)$/iu;

/** Reads a line as dictated, or as copied from a spreadsheet, which makes `12.0` of 12. A word for "none" is blank. */
function line(text: string, name?: 'person' | 'town'): string {
  if (name === 'person') return text.replace(AFTER_NAME, '$1');
  if (!name && isNone(text)) return '';
  return INITIALS.test(text) ? text : text.replace(DICTATED, '').replace(/^(\d+)\.0$/, '$1');
}

/** Other answers than one amount. The form’s own currency and the commas have been removed from it. */
const CURRENCY =
  /\p{Sc}|(?<!\p{L})(?:usd|aud|cad|nzd|chf|pln|zł|czk|huf|ron|nok|sek|dkk|jpy|cny|inr|aed|sar|try|zar|hkd|sgd|kr|rs)(?!\p{L})/iu;
const RANGE =
  /\d ?(?:k|mn?|million|thousand|grand)? *(?:[-~/\u2010-\u2015]|(?<!\p{L})(?:to|and|or|up to|bis|und|oder|à|et|ou|a|y|o|do|i|lub|neu|إلى|أو|و)(?!\p{L})) *\d/iu;
/** One number, among words or signs: `about 25000`, `25000+`, `ca. 25k`. */
const ABOUT = /^(?:\D*(?:[^\d.,]|\p{L}\.))?\d{1,300}(?:\.\d+)?[^\d.,]*\.?$/u;

const notMoney = (text: string) =>
  CURRENCY.test(text) ? 'currency' : RANGE.test(text) ? 'range' : ABOUT.test(text) ? 'about' : 'not-money';

/** Makes the forms read spoken answers. */
export const addSpoken = () => void Object.assign(spoken, { line, notMoney });
