import { isRentOrOwn } from '../src/base/text/locales/rent-or-own.js';
import type { Settings } from '../src/schema/settings.js';
import type { Pack } from '../src/languages/en.js';
import {
  broker as brokerOf,
  helper as helperOf,
  partner as partnerOf,
  withoutStop,
  wordsOf,
  yearsAgo,
} from './words.js';

// Every noun is masculine, so that one sentence fits all of them.
const { and, count, kinds, number } = wordsOf('ar');

/** Keeps numbers, names and addresses in Latin letters in their own order in the sentence. */
const ltr = (text: string | number) => `\u2066${text}\u2069`;
/** Keeps a name, which can be in any script, in its own order in the sentence. */
const isolated = (text: unknown) => `\u2068${String(text)}\u2069`;
const name = (text: unknown) => `«${isolated(text)}»`;
const partner = (settings: Settings, otherwise: string) => isolated(partnerOf(settings, otherwise));
const broker = (settings: Settings, otherwise: string) => isolated(brokerOf(settings, otherwise));
const helper = (settings: Settings, otherwise: string) => isolated(helperOf(settings, otherwise));
const example = (day: string, years: number) => `مثلًا ${day} ${yearsAgo(years)}.`;
const files = (number: number) =>
  count(number, { one: 'ملف واحد', two: 'ملفين', few: '# ملفات', many: '# ملفًا', other: '# ملف' });
/** The same in brackets. */
const attached = (number: number) =>
  count(number, { one: 'ملف واحد', two: 'ملفان', few: '# ملفات', many: '# ملفًا', other: '# ملف' });
const seconds = { one: 'ثانية واحدة', two: 'ثانيتين', few: '# ثوانٍ', many: '# ثانية', other: '# ثانية' };
const minutes = { one: 'دقيقة واحدة', two: 'دقيقتين', few: '# دقائق', many: '# دقيقة', other: '# دقيقة' };
const hours = { one: 'ساعة واحدة', two: 'ساعتين', few: '# ساعات', many: '# ساعة', other: '# ساعة' };
const duration = (number: number) => {
  if (number < 100) return count(number, seconds);
  return number <= 7200 ? count(Math.ceil(number / 60), minutes) : count(Math.ceil(number / 3600), hours);
};
const wait = (seconds?: number) => `انتظر ${seconds ? duration(seconds) : 'بضع دقائق'} ثم حاول مرة أخرى.`;
const lastYears = (years: number) =>
  count(years, {
    one: 'في السنة الأخيرة',
    two: 'في السنتين الأخيرتين',
    few: 'في آخر # سنوات',
    many: 'في آخر # سنة',
    other: 'في آخر # سنة',
  });
const NO_FAULT = 'لا توجد مشكلة في إجاباتك.';
const UNSURE = 'ربما لم يُنشأ طلبك';
const [NOT_SENT, NOT_REQUESTED] = ['لم تُرسل أرقامك', 'لم تُطلب العروض'];
const OFFLINE = 'ربما لا يوجد اتصال بالإنترنت. تحقق من اتصالك ثم حاول مرة أخرى.';
const SHARED = 'لا يمكن استرجاع البيانات التي سبقت مشاركتها، لذلك قد يتواصل معك المقرضون رغم ذلك.';
const currencies: Record<string, string> = { '£': 'بالجنيه الإسترليني', '€': 'باليورو', $: 'بالدولار' };
const money = (amount: string | number, sign: string) => ltr(`${sign}${amount}`);
const address = (index: number) => (index ? `عنوانك السابق${index > 1 ? ` ${index}` : ''}` : 'عنوانك الحالي');
const the = (what: string) => (index: number) => `${what} في ${address(index)}`;

/** The sentences in Arabic. */
export const sentences: Pack = {
  continue: 'متابعة',
  back: 'رجوع',
  'try-again': 'حاول مرة أخرى',
  reload: 'أعد تحميل هذه الصفحة',
  loading: 'جارٍ التحميل…',
  sending: 'جارٍ الإرسال…',
  optional: '(اختياري)',
  fixed() {
    return `ملأ ${partner(this, 'هذا الموقع')} هذه الخانة. لا يمكنك تغييرها هنا.`;
  },
  error: 'خطأ:',
  day: 'اليوم',
  month: 'الشهر',
  year: 'السنة',
  select: 'اختر…',

  support: (name) => (name ? `للتواصل مع ${isolated(name)}:` : 'للمساعدة، تواصل عبر:'),
  'support.or': 'أو',
  'new-tab': '(يُفتح في علامة تبويب جديدة)',

  'summary.heading': (number) =>
    count(number, {
      one: 'جواب واحد يحتاج إلى مراجعة',
      two: 'جوابان يحتاجان إلى مراجعة',
      few: '# إجابات تحتاج إلى مراجعة',
      many: '# جوابًا يحتاج إلى مراجعة',
      other: '# جواب يحتاج إلى مراجعة',
    }),
  'summary.done': 'لم يبق شيء يحتاج إلى تصحيح',
  'failure.heading': 'حدث خطأ ما',
  'failure.step': 'لم تُفتح هذه الخطوة',
  'failure.start': 'لا يمكنك تقديم طلب في الوقت الحالي',
  'failure.kept': 'كل ما أدخلته ما زال موجودًا هنا.',
  failure() {
    return `توجد مشكلة في ${partner(this, 'هذا الموقع')}.`;
  },
  'failure.adapter-offline': OFFLINE,
  'failure.adapter-timeout': 'استغرق هذا وقتًا طويلًا. تحقق من اتصالك ثم حاول مرة أخرى.',
  'failure.adapter-unreachable'() {
    return `لا يستجيب ${partner(this, 'هذا الموقع')}. تحقق من اتصالك ثم حاول مرة أخرى.`;
  },
  'failure.script-outdated': 'جرى تحديث هذه الصفحة. أعد تحميلها للمتابعة.',
  'failure.adapter-redirected':
    'ربما سُجّل خروجك، أو انتقل هذا الموقع إلى عنوان آخر. سجّل الدخول في علامة تبويب أخرى، ثم عُد إلى هنا وحاول مرة أخرى.',
  'failure.handler-signed-out': 'لم تسجّل الدخول. سجّل الدخول في علامة تبويب أخرى، ثم عُد إلى هنا وحاول مرة أخرى.',

  'field.noun': 'جواب هذا السؤال',
  'problem.empty': (noun) => `أدخل ${noun}`,
  'problem.too-long': (noun, { maximum }) =>
    `يجب ألا يزيد ${noun} على ${count(Number(maximum), { one: 'حرف واحد', two: 'حرفين', few: '# أحرف', many: '# حرفًا', other: '# حرف' })}`,
  'problem.date-missing': (noun, { parts }) => {
    const words: Record<string, string> = { day: 'اليوم', month: 'الشهر', year: 'السنة' };
    return `يجب أن يتضمن ${noun} ${and(
      String(parts)
        .split(' ')
        .map((part) => words[part]!),
    )}`;
  },
  'problem.date-year': (noun) => `يجب أن يتضمن ${noun} سنة من 4 أرقام، مثل ${yearsAgo(10)}`,
  'problem.date-words': (noun) => `اكتب ${noun} بالأرقام، مثل 10 7 2020`,
  'problem.not-real': (noun) => `يجب أن يكون ${noun} صحيحًا`,
  'problem.date-early': (noun, { minimum }) => `يجب أن يكون ${noun} في سنة ${minimum} أو بعدها`,
  'problem.not-past': (noun) => `يجب أن يكون ${noun} في الماضي`,
  'problem.future': (noun) => `يجب أن يكون ${noun} اليوم أو في الماضي`,
  'problem.format': (noun) => `تحقق من ${noun}. الصيغة غير صحيحة`,

  'journey.steps': 'الخطوات',
  'journey.step': (step, count) => `الخطوة ${step} من ${count}`,
  'screen.company.dates': 'متى بدأت شركتك؟',
  'screen.company.country': 'في أي بلد تقع شركتك؟',
  'screen.company.address': 'أين تقع شركتك؟',
  'screen.company.next': 'التالي: معلومات عنك',
  'screen.applicant.contact': 'ما بيانات التواصل معك؟',
  'screen.applicant.country': 'في أي بلد تسكن؟',
  'screen.applicant.home': 'أين تسكن؟',
  'screen.applicant.stay': 'منذ متى تسكن هناك؟',
  'screen.applicant.previous-country': 'في أي بلد كنت تسكن قبل ذلك؟',
  'screen.applicant.previous-home': 'أين كنت تسكن قبل ذلك؟',
  'screen.applicant.previous-stay': 'كم من الوقت سكنت هناك؟',
  'screen.applicant.next': 'التالي: مراجعة إجاباتك',
  'step.company': 'الشركة',
  'step.applicant': 'معلومات عنك',
  'step.review': 'المراجعة',
  'step.documents': 'المستندات',
  'step.prequalification': 'التمويل',
  'step.consent': 'العروض',
  'step.done': '(تم)',

  'widget.heading': 'عروضك',

  'company.heading': 'شركتك',
  'registered_name.label': 'الاسم المسجّل للشركة',
  'registered_name.noun': 'الاسم المسجّل للشركة',
  'registered_number.label': 'رقم التسجيل',
  'registered_number.hint': `8 خانات، مثل ${ltr('01234567')} أو ${ltr('SC123456')}. تجده في شهادة التأسيس ${ltr('(certificate of incorporation)')}.`,
  'registered_number.format': `اكتب رقم التسجيل بأرقامه، مثل ${ltr('01234567')}`,
  'registered_number.without'(type) {
    return `ليس لديك رقم؟ هذا النموذج مخصص لهذا النوع من الشركات فقط: ${isolated(type)}. لمعرفة طريقة تقديم الطلب، تواصل مع ${helper(this, 'هذا الموقع')}.`;
  },
  'registered_number.noun': 'رقم التسجيل',
  'type.label': 'نوع الشركة',
  'type.noun': 'نوع الشركة',
  'type.empty': 'اختر نوع الشركة',
  'formation_date.label': 'متى تأسست الشركة؟',
  'formation_date.hint': () => example('27 3', 10),
  'formation_date.noun': 'تاريخ تأسيس الشركة',
  'trading_from_date.label': 'متى بدأت الشركة نشاطها؟',
  'trading_from_date.hint': () => `تاريخ أول عملية بيع أو أول عمل مدفوع. ${example('1 6', 10)}`,
  'trading_from_date.noun': 'تاريخ بدء نشاط الشركة',
  'address.label': 'عنوان الشركة',
  'address.part': 'يكفي أن تكتب رقم المبنى والشارع.',
  'address.house_number.label': 'اسم المبنى أو رقمه',
  'address.house_number.hint': `مثلًا ${ltr('12')} أو ${ltr('Flat 3')} أو ${ltr('Rose Cottage')}.`,
  'address.house_number.noun': 'اسم مبنى الشركة أو رقمه',
  'address.line_1.label': 'الشارع',
  'address.line_1.hint': 'إذا لم يكن هناك شارع، فأدخل اسم القرية.',
  'address.line_1.noun': 'اسم شارع الشركة',
  'address.city.label': 'المدينة أو البلدة',
  'address.city.noun': 'اسم مدينة الشركة أو بلدتها',
  'address.county.label': `المقاطعة ${ltr('(county)')}`,
  'address.county.noun': 'اسم مقاطعة الشركة',
  'address.postcode.label': `الرمز البريدي ${ltr('(postcode)')}`,
  'address.postcode.noun': 'الرمز البريدي للشركة',

  given: (business) => `هذا الطلب مخصص لما يلي: ${business}.`,
  'given.ltd': `للشركات البريطانية الخاصة المحدودة المسؤولية ${ltr('(private limited company, Ltd)')}.`,
  'given.other': 'هل شركتك من نوع آخر؟',
  'country_of_residence.label': 'البلد الذي تقيم فيه',
  'choice.United Kingdom': 'المملكة المتحدة',
  'report-error': 'هل هذا غير صحيح؟',
  'report-error.text'() {
    return `إذا لم ينطبق هذا عليك، فلا ترسل هذا الطلب. لمعرفة طريقة تقديم الطلب، تواصل مع ${helper(this, 'هذا الموقع')}.`;
  },
  'report-error.sent'() {
    return `إذا لم يكن هذا صحيحًا، فتواصل مع ${helper(this, 'هذا الموقع')}.`;
  },
  'report-error.link': 'ما العمل إذا لم يكن هذا صحيحًا',

  'choice.ltd': `شركة خاصة محدودة المسؤولية ${ltr('(private limited company, Ltd)')}`,

  change: 'تغيير',
  'not-given': 'لم يُذكر',
  slow: 'ما زالت العملية جارية. لا تُعد تحميل هذه الصفحة ولا تغلقها.',
  yes: 'نعم',
  no: 'لا',
  money,

  'applicant.heading': 'معلومات عنك',
  'first_name.label': 'الاسم الأول',
  'first_name.noun': 'اسمك الأول',
  'last_name.label': 'اسم العائلة',
  'one-name': 'لدي اسم واحد فقط',
  'last_name.noun': 'اسم عائلتك',
  'date_of_birth.label': 'ما تاريخ ميلادك؟',
  'date_of_birth.hint': () => example('27 3', 40),
  'date_of_birth.noun': 'تاريخ ميلادك',
  'date_of_birth.date-year': () => `يجب أن يتضمن تاريخ ميلادك سنة من 4 أرقام، مثل ${yearsAgo(40)}`,
  'email.label': 'البريد الإلكتروني',
  'email.noun': 'بريدك الإلكتروني',
  'email.format': `أدخل عنوان بريد إلكتروني بالصيغة الصحيحة، مثل ${ltr('name@example.com')}`,
  'email.letters': `أدخل عنوان بريد إلكتروني بأحرف لاتينية بلا علامات، مثل ${ltr('name@example.com')}`,
  'phone_number.label': 'رقم الهاتف',
  'phone_number.hint': 'للأرقام الدولية، أضف رمز البلد.',
  'phone_number.noun': 'رقم هاتفك',
  'phone_number.format': `اكتب رقم هاتف بالأرقام، مثل ${ltr('01632 960 001')} أو ${ltr('07700 900 982')} أو ${ltr('+44 808 157 0192')}`,
  'phone_number.extension': `أدخل رقم هاتفك بلا رقم داخلي، مثل ${ltr('01632 960 001')}`,
  'country_of_residence.noun': 'البلد الذي تقيم فيه',
  'country_of_residence.empty': 'اختر البلد الذي تقيم فيه',
  'addresses.label': 'عنوان منزلك',
  'addresses.same': 'نفس عنوان الشركة',
  'addresses.same-street': 'نفس رقم المبنى والشارع للشركة',
  'addresses.house_number.noun': 'اسم المبنى الذي تسكنه أو رقمه',
  'addresses.line_1.noun': 'اسم الشارع الذي تسكن فيه',
  'addresses.city.noun': 'اسم مدينتك أو بلدتك',
  'addresses.county.noun': 'اسم مقاطعتك',
  'addresses.postcode.noun': 'رمزك البريدي',
  'addresses.start_date.label': 'متى انتقلت إلى هذا المنزل؟',
  'addresses.start_date.hint': () => `يكفي أقرب تقدير. ${example('14 9', 5)}`,
  'addresses.start_date.noun': 'تاريخ انتقالك إلى هذا المنزل',
  'addresses.status.label'() {
    return isRentOrOwn(this) ? 'هل تستأجر منزلك أم تملكه؟' : 'أي من هذه ينطبق على منزلك؟';
  },
  'addresses.status.noun': 'نوع سكنك',
  'addresses.status.empty'() {
    return isRentOrOwn(this) ? 'اختر هل تستأجر منزلك أم تملكه' : 'اختر ما ينطبق على منزلك';
  },
  'previous.status.label'() {
    return isRentOrOwn(this) ? 'هل كنت تستأجر هذا المنزل أم تملكه؟' : 'أي من هذه كان ينطبق على هذا المنزل؟';
  },

  'review.heading': 'راجع إجاباتك',
  'review.intro'() {
    return `عندما تنشئ طلبك، سيرسل ${partner(this, 'هذا الموقع')} هذه البيانات إلى ${broker(this, 'خدمة الإقراض')}. لن تتمكن من تغييرها بعد ذلك.`;
  },
  'review.submit': 'إنشاء الطلب',
  'review.failed': 'لم يُنشأ طلبك',
  'review.sending': 'جارٍ إنشاء طلبك…',
  'review.created.heading': 'إجاباتك',
  'review.created': 'أُنشئ طلبك بهذه الإجابات. لا يمكنك تغييرها الآن.',
  'review.sent': 'أُنشئ طلبك. لحماية بياناتك، لا تُعرض إجاباتك مرة أخرى.',
  'review.other.heading': 'سبق إنشاء طلبك',
  'review.other':
    'أُنشئ الطلب بإجابات أخرى، في علامة تبويب أخرى أو على جهاز آخر. لم تُرسل الإجابات الموجودة في هذه الصفحة. لحماية بياناتك، لا تُعرض إجاباتك مرة أخرى.',
  'review.business-address': 'العنوان',
  'review.funding_amount': 'المبلغ الذي تريد اقتراضه',
  'review.monthly_revenue': 'الإيراد الشهري',
  'review.any_ccj': `أحكام قضائية بسداد ديون ${ltr('(CCJs)')}`,
  'review.name': 'الاسم',
  'review.home-address': 'عنوان المنزل',
  'review.earlier-address': 'العنوان السابق',
  'review.country': 'بلد الشركة',
  'review.region': 'المنطقة',
  'review.application-region': 'منطقة الطلب',
  'review.formation_date': 'تاريخ التأسيس',
  'review.trading_from_date': 'تاريخ بدء النشاط',
  'review.date_of_birth': 'تاريخ الميلاد',
  'review.start_date': 'تاريخ الانتقال إلى المنزل',
  'review.status': 'نوع السكن (إيجار أو ملك)',
  'company.noun': 'قسم شركتك',
  'company.empty': 'ارجع وأجب عن كل الأسئلة المتعلقة بشركتك',
  'applicant.noun': 'قسم معلوماتك',
  'applicant.empty': 'ارجع وأجب عن كل الأسئلة المتعلقة بك',

  'documents.heading': 'إضافة مستندات',
  'documents.intro': 'كشف حساب مصرفي حديث للشركة يساعد المقرضين على اتخاذ القرار. يمكنك تخطي هذه الخطوة.',
  'documents.skip': 'التخطي في الوقت الحالي',
  'documents.photo': 'التقاط صورة',
  'file.label': 'اختر ملفات',
  'file.more': 'إضافة ملف آخر',
  'file.hint': (endings, limit) =>
    `${kinds(endings)}، وحجم كل ملف حتى ${ltr(limit)}. يمكنك أيضًا سحب الملفات أو لصقها هنا.`,

  'prequalification.heading': 'التمويل الذي تحتاجه',
  'prequalification.failed': 'ربما لم تُرسل أرقامك',
  'prequalification.source'() {
    return `من حسابك في ${partner(this, 'هذا الموقع')}.`;
  },
  'funding_amount.label': 'كم تريد أن تقترض؟',
  'funding_amount.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}، مثل ${ltr('25,000')}.`;
  },
  'funding_amount.noun': 'المبلغ الذي تريد اقتراضه',
  'problem.too-small'(noun) {
    return `يجب أن يكون ${noun} أكثر من ${money(0, this.currencySign)}`;
  },
  'problem.too-large'(noun, { maximum }) {
    return `يجب ألا يزيد ${noun} على ${money(number(Number(maximum)), this.currencySign)}`;
  },
  'problem.not-money': (noun) => `اكتب ${noun} بالأرقام، مثل ${ltr('25,000')}`,
  'problem.currency'(noun) {
    return `اكتب ${noun} كمبلغ واحد بعملة ${ltr(this.currencySign)}، وليس بعملة أخرى`;
  },
  'problem.range'(noun) {
    return `اكتب ${noun} كمبلغ واحد بعملة ${ltr(this.currencySign)}، وليس كنطاق بين مبلغين`;
  },
  'problem.about'(noun) {
    return `اكتب ${noun} كمبلغ واحد بعملة ${ltr(this.currencySign)}، مثل ${ltr('25,000')}، من دون «حوالي» أو كلمات أو علامات أخرى`;
  },
  'problem.decimals': (noun) =>
    `يجب ألا يتضمن ${noun} أكثر من رقمين بعد العلامة العشرية. للآلاف استخدم الفاصلة، مثل ${ltr('25,000')}`,
  'monthly_revenue.label': 'ما الإيراد الشهري للشركة؟',
  'monthly_revenue.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}. يكفي متوسط حديث.`;
  },
  'monthly_revenue.noun': 'الإيراد الشهري للشركة',
  'monthly_revenue.too-small'() {
    return `يجب أن يكون الإيراد الشهري للشركة ${money(0, this.currencySign)} أو أكثر`;
  },
  'any_ccj.label': `هل توجد ضد الشركة أي أحكام قضائية بسداد ديون ${ltr('(county court judgments, CCJs)')}؟`,
  'any_ccj.hint': `${ltr('CCJ')} هو أمر من محكمة بدفع دين.`,
  'any_ccj.noun': `الجواب عن الأحكام القضائية بسداد ديون ${ltr('(CCJs)')}`,
  'any_ccj.empty': `اختر «نعم» إذا وُجدت ضد الشركة أي أحكام قضائية بسداد ديون ${ltr('(CCJs)')}`,

  'consent.translated': 'تُعرض هذه الموافقة بلغتها الأصلية. هذه هي الكلمات التي توافق عليها.',
  'consent.language': (name) => `لغة هذه الموافقة: ${name}. هذه هي الكلمات التي توافق عليها.`,
  'consent.submit': 'أوافق وأطلب العروض',
  'consent.sending': 'جارٍ طلب العروض…',
  'consent.failed': 'ربما لم تُطلب العروض',
  'consent.only.failed': 'ربما لم يُسجّل جوابك',
  'consent.only.submit': 'أوافق',
  'consent.only.sending': 'جارٍ حفظ جوابك…',
  'consent.decline': 'لا أوافق',
  'consent.after': 'يحصل المقرضون على بياناتك ويمكنهم تقديم عروض لك.',
  'consent.only.after': 'تُسجّل موافقتك مع الوقت وهذا النص.',
  'consent.after-decline': 'لا يحصل المقرضون على بياناتك. طلبك محفوظ.',
  'consent.after-decline.again': 'لا يفحص أحد سجلك الائتماني مرة أخرى. طلبك محفوظ.',
  'consent.see': 'اعرض ما وافقت عليه',
  'agree.noun': 'جوابك',
  'agree.empty': 'ضع علامة في المربع إذا كنت توافق، أو اختر «لا أوافق»',

  'journey.offline': 'لا يوجد اتصال بالإنترنت. تبقى إجاباتك في هذه الصفحة.',
  'figures.heading': 'أرقامك',
  'figures.amount': (amount) => `طلبت ${amount}`,
  'figures.revenue': (amount) => `إيراد ${amount} في الشهر`,
  'figures.judgments': (hasAny) => `${hasAny ? 'توجد' : 'لا توجد'} أحكام قضائية بسداد ديون ${ltr('(CCJs)')}`,
  'figures.change': 'تغيير الأرقام',
  'figures.notice': 'ما توافق عليه',
  'end.documents': (number) =>
    number
      ? count(number, {
          one: 'أُرسل مستند واحد',
          two: 'أُرسل مستندان',
          few: 'أُرسلت # مستندات',
          many: 'أُرسل # مستندًا',
          other: 'أُرسل # مستند',
        })
      : 'أُرسلت المستندات',

  'widget.loading': 'جارٍ تحميل عروضك…',
  'widget.close': 'إغلاق',
  'widget.failed.heading': 'تعذّر عرض عروضك',
  'widget.failed': 'إذا لم تنجح المحاولة مرة أخرى، فأعد تحميل الصفحة أو عُد لاحقًا.',
  'widget.reload': 'لرؤية عروضك مرة أخرى، أعد تحميل الصفحة. طلبك محفوظ.',
  'failure.script-offline': OFFLINE,
  'failure.script': 'لم يُحمّل جزء من هذه الصفحة. ربما أوقفه مانع إعلانات أو مرشّح شبكة.',

  'problem.unanswered': (_noun, { question }) => `أجب عن ${name(question)}`,

  'choice.tenant': `أستأجره ${ltr('(tenant)')}`,
  'choice.question': (label) => `هل ينطبق ${name(label)} على منزلك؟`,
  'choice.tenant.question': 'هل تستأجر منزلك؟',
  'choice.tenant.label': 'سكن مستأجر',
  'choice.tenant.past-label': 'سكن سابق مستأجر',
  'choice.past': (label) => `هل كان ${name(label)} ينطبق على هذا المنزل؟`,
  'choice.tenant.past': 'هل كنت تستأجر منزلك هناك؟',
  'choice.bank-statement': 'كشف حساب مصرفي',

  'failure.handler-not-created': 'لم يُنشأ طلبك بعد. ارجع أولًا إلى «راجع إجاباتك».',
  'failure.handler-other-applicant':
    'سجّل شخص آخر الدخول منذ أن فتحت هذه الصفحة، أو اختيرت شركة أخرى. لم يُرسل شيء. للمتابعة، أعد تحميل هذه الصفحة.',
  'failure.handler-closed':
    'بدأ طلب جديد في علامة تبويب أخرى أو على جهاز آخر، لذلك أُغلق هذا الطلب. لم يُرسل شيء. للمتابعة في الطلب الجديد، أعد تحميل هذه الصفحة.',
  'failure.handler-other-company'() {
    return `لدى ${partner(this, 'هذا الموقع')} طلب منك لشركة أخرى، لذلك لم يُرسل شيء. للمتابعة في ذلك الطلب، أعد تحميل هذه الصفحة.`;
  },
  'failure.handler-too-large': 'هذا أكبر من أن يُرسل.',
  'failure.adapter-too-large': 'هذا أكبر مما يقبله هذا الموقع.',
  'failure.adapter-too-many'(seconds) {
    return `يوجد ضغط كبير على ${partner(this, 'هذا الموقع')}. ${wait(seconds)}`;
  },
  'failure.adapter-unavailable'(seconds) {
    return `لا يمكن الوصول إلى ${partner(this, 'هذا الموقع')} في الوقت الحالي. ${wait(seconds)}`;
  },
  'failure.adapter-blocked': 'أوقف فحص أمني لهذا الموقع هذا الطلب، ولم يُرسل شيء. لاجتياز الفحص، أعد تحميل هذه الصفحة.',
  'failure.handler-in-flight': 'الإرسال جارٍ بالفعل، ربما من علامة تبويب أخرى. انتظر لحظة ثم حاول مرة أخرى.',
  'failure.handler-too-many': (seconds) => `حاولت مرات كثيرة جدًا. ${wait(seconds)}`,
  'failure.not-asked'() {
    return `توجد مشكلة في ${partner(this, 'هذا الموقع')}. ${NO_FAULT}`;
  },
  'failure.upstream'() {
    return `لا يوجد رد من ${broker(this, 'خدمة الإقراض')}. حاول مرة أخرى بعد بضع دقائق.`;
  },
  'failure.upstream-busy'(seconds) {
    return `يوجد ضغط كبير على ${broker(this, 'خدمة الإقراض')}. ${wait(seconds)}`;
  },
  'failure.upstream-unavailable'(seconds) {
    return `لا يمكن الوصول إلى ${broker(this, 'خدمة الإقراض')} في الوقت الحالي. ${wait(seconds)}`;
  },
  'failure.upstream-denied'() {
    return `توجد مشكلة في الاتصال بين ${partner(this, 'هذا الموقع')} وبين ${broker(this, 'خدمة الإقراض')}. ${NO_FAULT}`;
  },
  'failure.upstream-redirect'() {
    return `توجد مشكلة في الاتصال بين ${partner(this, 'هذا الموقع')} وبين ${broker(this, 'خدمة الإقراض')}. ${NO_FAULT}`;
  },
  'failure.upstream-rejected'() {
    return `جاء رفض من ${broker(this, 'خدمة الإقراض')} بدون ذكر السبب. راجع إجاباتك ثم حاول مرة أخرى.`;
  },
  'review.upstream-rejected'() {
    return `جاء رفض لطلبك من ${broker(this, 'خدمة الإقراض')} بدون ذكر السبب. راجع إجاباتك ثم حاول مرة أخرى.`;
  },
  'consent.upstream-rejected'() {
    return `جاء رفض لطلب العروض من ${broker(this, 'خدمة الإقراض')} بدون ذكر السبب. يمكنك المحاولة مرة أخرى لاحقًا.`;
  },
  'failure.outcome-unknown'() {
    return `لم يصل تأكيد من ${broker(this, 'خدمة الإقراض')}، لذلك لا نعرف هل تم الإرسال أم لا.`;
  },
  'review.outcome-unknown'() {
    return `لم يصل تأكيد لطلبك من ${broker(this, 'خدمة الإقراض')}، لذلك لا نعرف هل أُنشئ أم لا.`;
  },
  'review.failed.outcome-unknown': UNSURE,
  'review.failed.adapter-timeout': UNSURE,
  'review.failed.adapter-unreachable': UNSURE,
  'review.failed.adapter-offline': UNSURE,
  'review.failed.adapter-unexpected-response': UNSURE,
  'review.failed.adapter-redirected': UNSURE,
  'review.failed.adapter-unavailable': UNSURE,
  'review.failed.handler-failed': UNSURE,
  'review.failed.handler-in-flight': 'يجري إنشاء طلبك الآن',
  'failure.check'(seconds) {
    return `${seconds ? `تحقق مرة أخرى بعد ${duration(seconds)}` : 'يمكنك التحقق مرة أخرى'}. سيبحث ${partner(this, 'هذا الموقع')} عن طلبك أولًا حتى لا يُرسل مرتين.`;
  },
  'failure.no-check'() {
    return `لا تقدّم الطلب مرة أخرى، فربما يكون موجودًا بالفعل. لن يرسله ${partner(this, 'هذا الموقع')} مرتين.`;
  },
  'check-again': 'تحقق مرة أخرى',
  'review.checking': 'جارٍ البحث عن طلبك…',
  'prequalification.failed.config-invalid': 'لا يمكن إرسال أرقامك',
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
    return `لم يصل من ${broker(this, 'خدمة الإقراض')} تأكيد باستلام أرقامك. يمكنك إرسالها مرة أخرى.`;
  },
  'consent.unsure'() {
    return `لم يصل من ${broker(this, 'خدمة الإقراض')} تأكيد باستلام طلب العروض. يمكنك إرساله مرة أخرى.`;
  },
  'failure.reference': (reference) => `رقمك المرجعي هو ${ltr(reference)}.`,
  'failure.contact'() {
    return `إذا احتجت إلى مساعدة، فتواصل مع ${helper(this, 'هذا الموقع')}.`;
  },
  'problem.rejected'(noun) {
    return `تحقق من ${noun}. جاء رفض لهذا الجواب من ${broker(this, 'خدمة الإقراض')}`;
  },
  'problem.needed'(noun) {
    return `أدخل ${noun}. لا يُقبل الطلب لدى ${broker(this, 'خدمة الإقراض')} من دونه`;
  },
  'registered_number.needed'() {
    return `أدخل رقم التسجيل. لا يُقبل الطلب لدى ${broker(this, 'خدمة الإقراض')} من دونه`;
  },
  'address.country_code.noun': 'بلد عنوان الشركة',
  'addresses.country_code.noun': 'بلد إقامتك',
  'previous.country_code.noun': 'بلد عنوانك السابق',
  'widget.failed.handler-signed-out': 'سجّل الدخول لرؤية عروضك',
  'widget.handler-signed-out'() {
    return `سجّل الدخول إلى ${partner(this, 'هذا الموقع')} في علامة تبويب أخرى، ثم عُد إلى هنا وحاول مرة أخرى.`;
  },
  'widget.failed.handler-not-created'() {
    return `ليس لدى ${partner(this, 'هذا الموقع')} طلب منك حتى الآن`;
  },
  'widget.handler-not-created': 'يمكنك رؤية عروضك هنا بعد أن تطلب تمويلًا.',
  'failure.widget': 'لم يعمل الجزء الذي يعرض عروضك في هذه الصفحة.',

  'consent.declined.heading': 'لم تطلب العروض',
  'consent.declined'() {
    return `ما لم توافق، لن يعطي ${partner(this, 'هذا الموقع')} بياناتك للمقرضين، ولن يفحص أحد سجلك الائتماني. طلبك محفوظ.`;
  },
  'consent.declined.again.heading': 'لم تطلب المزيد من العروض',
  'consent.declined.again': `ما لم توافق، لن يفحص أحد سجلك الائتماني مرة أخرى. ${SHARED}`,
  'consent.reconsider': 'اقرأ الموافقة مرة أخرى',
  'consent.without': 'المتابعة بدون عروض',
  'consent.back': 'العودة إلى عروضك',
  'consent.config-invalid'() {
    return `لا يستطيع ${partner(this, 'هذا الموقع')} تسجيل موافقتك، لذلك لم يُرسل شيء.`;
  },
  'consent.handler-consent-not-stored': 'تعذّر تسجيل جوابك، لذلك لم يُرسل شيء. حاول مرة أخرى بعد بضع دقائق.',
  'agree.changed': 'تغيّر النص أعلاه، مثلًا بسبب ترجمته. للموافقة، اعرض الصفحة بلغتها الأصلية',
  'agree.handler-no-consent': 'اقرأ الموافقة مرة أخرى، وضع علامة في المربع إذا كنت توافق',
  'agree.handler-consent-stale': 'كانت هذه الموافقة قديمة. اقرأها مرة أخرى، وضع علامة في المربع إذا كنت توافق',
  'agree.handler-consent-withdrawn': 'لقد سحبت موافقتك. اقرأ النص مرة أخرى، وضع علامة في المربع إذا كنت توافق',

  'figures.unknown': 'ربما تغيّرت أرقامك منذ آخر مرة رأيتها. راجعها قبل أن توافق.',
  'figures.other': 'أُرسلت هذه الأرقام من علامة تبويب أخرى أو من جهاز آخر. راجعها قبل أن توافق.',
  'figures.check': 'مراجعة الأرقام',

  'receipt.heading': 'ما وافقت عليه',
  'receipt.when': 'وقت الموافقة',
  'receipt.applicant': 'مقدم الطلب',
  'receipt.business': 'الشركة',
  'receipt.broker': 'وسيط الائتمان',
  'receipt.parties': 'شوركت مع',
  'receipt.number': 'رقم الإيصال',
  'receipt.ask': 'اطلب العروض',
  'receipt.print': 'طباعة',
  'receipt.download': 'تنزيل',
  'receipt.withdraw': 'سحب موافقتي',
  'receipt.confirm.heading': 'هل تريد سحب موافقتك؟',
  'receipt.confirm'() {
    return `سيسجّل ${partner(this, 'هذا الموقع')} ذلك ولن يطلب المزيد من العروض. ${SHARED}`;
  },
  'receipt.confirm.yes': 'نعم، اسحب موافقتي',
  'receipt.confirm.no': 'أبقِ موافقتي',
  'receipt.failed': 'ربما لم يُسجّل سحب موافقتك',
  'receipt.withdrawing': 'جارٍ السحب…',
  'receipt.withdrawn.heading': 'لقد سحبت موافقتك',
  'receipt.withdrawn'(when) {
    return `وقت السحب: ${when}. لن يطلب ${partner(this, 'هذا الموقع')} المزيد من العروض. ${SHARED}`;
  },
  'receipt.ended': 'وقت السحب',
  'withdrawn.offers': 'ما زال بإمكانك رؤية العروض التي قدّمها المقرضون من قبل.',
  'withdrawn.again': 'للحصول على المزيد من العروض، اقرأ الموافقة مرة أخرى ووافق عليها.',
  'withdrawn.note': (when) => `سحبت موافقتك في ${when}. للحصول على المزيد من العروض، وافق مرة أخرى.`,
  'failure.handler-no-consent': 'لم تعد موافقتك مسجّلة. أعد تحميل الصفحة.',

  'only.end': 'لم يُرسل شيء.',
  'problem.only': (_noun, { sentence }) => String(sentence),
  'choice.only': (question, years) =>
    `لا يمكنك تقديم طلب هنا إلا إذا كان جوابك «نعم» عن ${name(question)}${years ? ` لكل منزل سكنته ${lastYears(years)}` : ''}`,
  'choice.tenant.only': (years) =>
    `لا يمكنك تقديم طلب هنا إلا إذا كنت تستأجر منزلك${years ? `، وكنت مستأجرًا طوال الوقت ${lastYears(years)}` : ''}`,
  'choice.tenant.only-past': 'لا يمكنك تقديم طلب هنا إلا إذا كنت تستأجر منزلك هناك',

  'newer-browser': 'تحتاج هذه الصفحة إلى متصفح أحدث. حدّث متصفحك، أو افتح هذه الصفحة في متصفح آخر.',

  'none.building': 'لا يوجد اسم أو رقم للمبنى',
  'none.street': 'لا يوجد شارع',
  'first_name.asked': 'أدخل اسمك الأول، أو ضع علامة على «لدي اسم واحد فقط»',
  'last_name.asked': 'أدخل اسم عائلتك، أو ضع علامة على «لدي اسم واحد فقط»',
  'problem.asked': (noun) => `أدخل ${noun}، أو ضع علامة في المربع إذا لم يوجد`,

  'not-loaded': 'لم يُحمّل هذا الجزء من الصفحة. تحقق من اتصالك بالإنترنت. وربما أوقفه مانع إعلانات أو مرشّح شبكة.',

  'address.pasted': 'العنوان الذي لصقته موزّع الآن على خانات منفصلة. راجع كل خانة.',

  'problem.moved': (noun) => `تحقق من ${noun}. نُقل إلى هنا من «الشارع»`,

  'previous.label': (index) => `عنوانك السابق${index > 1 ? ` ${index}` : ''}`,
  'previous.hint': (day) => `أين كنت تسكن قبل ${day ?? 'ذلك'}.`,
  'previous.asked': (day) => `توجد أسئلة أخرى أدناه عن المكان الذي كنت تسكن فيه قبل ${day}.`,
  'previous.remove': 'إزالة هذا العنوان',
  'previous.removed': 'أُزيل العنوان.',
  'previous.add': 'إضافة عنوان آخر',
  'previous.house_number.label': 'اسم المبنى أو رقمه',
  'previous.house_number.noun': the('اسم المبنى أو رقمه'),
  'previous.line_1.label': 'الشارع',
  'previous.line_1.hint': 'إذا لم يكن هناك شارع، فأدخل اسم القرية.',
  'previous.line_1.noun': the('اسم الشارع'),
  'previous.city.label': 'المدينة أو البلدة',
  'previous.city.noun': the('اسم المدينة أو البلدة'),
  'previous.county.label': `المقاطعة ${ltr('(county)')}`,
  'previous.county.noun': the('اسم المقاطعة'),
  'previous.postcode.label': `الرمز البريدي ${ltr('(postcode)')}`,
  'previous.postcode.hint': 'إذا كان العنوان في الخارج وليس له رمز بريدي، فاترك هذه الخانة فارغة.',
  'previous.postcode.noun': the('الرمز البريدي'),
  'previous.start_date.label': 'متى انتقلت إلى هذا المنزل؟',
  'previous.start_date.hint': () => `يكفي أقرب تقدير. ${example('3 2', 10)}`,
  'previous.start_date.noun': (index) => `تاريخ انتقالك إلى ${address(index)}`,
  'previous.status.noun': the('نوع السكن'),
  'previous.status.empty'() {
    return isRentOrOwn(this) ? 'اختر هل كنت تستأجر هذا المنزل أم تملكه' : 'اختر ما كان ينطبق على هذا المنزل';
  },
  'country.question': (country) => `هل هذا العنوان في ${country}؟`,
  'country.other': 'بلد آخر',
  'address.country.label': 'البلد',
  'address.country.empty': 'اختر بلد عنوان الشركة',
  'addresses.country.empty': 'اختر البلد الذي تقيم فيه',
  'previous.country.label': 'البلد',
  'previous.country.empty': 'اختر بلد عنوانك السابق',
  'problem.gap': (_noun, { day }) => `أضف المكان الذي كنت تسكن فيه قبل ${day}`,
  'problem.overlap': (noun, { day, newer }) =>
    `يجب أن يكون ${noun} قبل ${day}، وهو تاريخ انتقالك إلى ${address(Number(newer))}`,
  'problem.same-day': (noun, { day, newer }) =>
    `يجب أن يكون ${noun} قبل ${day}. لقد أدخلت التاريخ نفسه مع ${address(Number(newer))}`,

  remove: 'إزالة',
  'documents.send': (number, bad) => `إرسال ${files(number)}${bad ? '' : ' والمتابعة'}`,
  'documents.without': (bad) => `المتابعة من دون ${files(bad)}`,
  'documents.sending': (done, count, share) =>
    `جارٍ إرسال المستند ${Math.min(done + 1, count)} من ${count}، اكتمل ${ltr(share)}…`,
  'documents.added': (good, bad, doubles) =>
    [
      good &&
        count(good, {
          one: 'أُضيف ملف واحد.',
          two: 'أُضيف ملفان.',
          few: 'أُضيفت # ملفات.',
          many: 'أُضيف # ملفًا.',
          other: 'أُضيف # ملف.',
        }),
      bad && `لا يمكن إرسال ${files(bad)}. السبب مذكور أدناه.`,
      doubles &&
        count(doubles, {
          one: 'يوجد ملف واحد في القائمة بالفعل.',
          two: 'يوجد ملفان في القائمة بالفعل.',
          few: 'توجد # ملفات في القائمة بالفعل.',
          many: 'يوجد # ملفًا في القائمة بالفعل.',
          other: 'يوجد # ملف في القائمة بالفعل.',
        }),
    ]
      .filter(Boolean)
      .join(' '),
  'documents.added-one': (file) => `أُضيف ${name(file)}.`,
  'documents.removed': (file) => `أُزيل ${name(file)}.`,
  'documents.wait': 'يمكنك إضافة ملفات أخرى بعد إرسال هذه الملفات.',
  'documents.file-waiting': 'في الانتظار',
  'documents.file-sent': 'أُرسل',
  'documents.cancel': 'إلغاء',
  'documents.choose-again': 'اختر مرة أخرى',
  'documents.attach'(labels, amount) {
    return `إرفاق كشوف الحساب الموجودة لدى ${partner(this, 'هذا الموقع')}: ${isolated(labels)} (${attached(amount)})`;
  },
  'documents.lost': (file) => `اختر ${name(file)} مرة أخرى. لم تستطع هذه الصفحة الاحتفاظ بالملف عند إعادة تحميلها.`,
  'problem.file-lost': (_noun, params) => `اختر ${name(params.name)} مرة أخرى، أو أزله`,
  'documents.stopped': (file) => `لم يُرسل ${name(file)}.`,
  'problem.file-type': (_noun, params) => `يجب أن يكون ${name(params.name)} من نوع ${kinds(params.endings)}`,
  'problem.file-heic': (_noun, params) =>
    `${name(params.name)} صورة هاتف بصيغة ${ltr('HEIC')}. افتحها واحفظها بصيغة ${ltr('JPG')}. تغيير اسمها لا يكفي. أو افتح الإعدادات على الآيفون، ثم الكاميرا، ثم التنسيقات، واختر «الأكثر توافقًا»، ثم التقط الصورة مرة أخرى`,
  'problem.file-content': (_noun, params) =>
    `ليس ${name(params.name)} ملفًا حقيقيًا من نوع ${kinds(params.endings)}. افتحه واحفظه مرة أخرى بصيغة ${/pdf/.test(String(params.endings)) ? ltr('PDF') : kinds(params.endings)}`,
  'problem.file-large': (_noun, params) => `يجب ألا يزيد حجم ${name(params.name)} على ${ltr(params.maximum!)}`,
  'problem.file-empty': (_noun, params) => `الملف ${name(params.name)} فارغ. أزله، أو اختر ملفًا آخر`,
  'problem.file-locked': (_noun, params) =>
    `ربما يحتاج ${name(params.name)} إلى كلمة مرور. إذا طُلبت منك عند فتحه، فاطبعه في ملف ${ltr('PDF')} جديد واختر ذلك الملف`,
  'problem.file-gone': (_noun, params) => `نُقل ${name(params.name)} أو تغيّر، لذلك لا يمكن قراءته. أزله واختره مرة أخرى`,
  'problem.file-kind': (_noun, params) => `اختر نوع ${name(params.name)}`,
  'problem.file-stopped': (_noun, params) => `لم يُرسل ${name(params.name)}. حاول مرة أخرى، أو أزله`,
  'problem.file-failed': (_noun, params) => `لم يُرسل ${name(params.name)}. ${withoutStop(params.why)}`,
  'problem.file-unsure': (_noun, params) => `ربما لم يُرسل ${name(params.name)}. ${withoutStop(params.why)}`,
  'problem.file-rejected': (_noun, params) => `لم يقبل المقرض ${name(params.name)}. أزله واختر ملفًا آخر`,
  'document_type.label': (file) => `ما نوع ${name(file)}؟`,

  'number.unusual': `تحقق من رقم التسجيل. معظم الأرقام من 8 خانات، مثل ${ltr('01234567')}`,
  'phone.unusual': 'تحقق من رقم هاتفك. ربما يكون أقصر أو أطول من اللازم',
  'abroad.unusual': 'تحقق من رقم هاتفك. إذا كان من بلد آخر، فأضف رمز البلد',
  'email.unusual': (meant) =>
    `تحقق من بريدك الإلكتروني. ${meant ? `هل تقصد ${ltr(meant)}؟` : `الجزء الذي بعد ${ltr('@')} يبدو غير معتاد`}`,
  'postcode.unusual': (country) => `تحقق من هذا الرمز البريدي. لا يبدو أنه من ${country}`,
  'age.unusual': (years) =>
    `تحقق من تاريخ ميلادك. بحسب هذا التاريخ يكون عمرك ${years ? count(years, { one: 'سنة واحدة', two: 'سنتين', few: '# سنوات', many: '# سنة', other: '# سنة' }) : 'أقل من سنة'}`,
  'early-trade.unusual': 'تحقق من تاريخ بدء نشاط الشركة. هذا التاريخ قبل تأسيسها',
  'unborn.unusual': 'تحقق من تاريخ انتقالك. هذا التاريخ قبل ميلادك',
  'unlikely.use': (suggestion) => `استخدم ${ltr(suggestion)}`,
  'unlikely.used': (noun, suggestion) => `${noun} الآن: ${ltr(suggestion)}.`,
  'authority.empty': 'ضع علامة في المربع إذا كانت لديك صلاحية تقديم طلب باسم هذه الشركة',
  'authority.changed': 'تغيّر هذا الإقرار. أعد تحميل الصفحة واقرأه مرة أخرى',
  'unlikely.count': (number) =>
    count(number, {
      one: 'يبدو جواب واحد غير معتاد. راجعه. إذا كان صحيحًا، فيمكنك إنشاء طلبك.',
      two: 'يبدو جوابان غير معتادين. راجع كلًا منهما. إذا كانا صحيحين، فيمكنك إنشاء طلبك.',
      few: 'تبدو # إجابات غير معتادة. راجع كلًا منها. إذا كانت صحيحة، فيمكنك إنشاء طلبك.',
      many: 'يبدو # جوابًا غير معتاد. راجع كلًا منها. إذا كانت صحيحة، فيمكنك إنشاء طلبك.',
      other: 'يبدو # جواب غير معتاد. راجع كلًا منها. إذا كانت صحيحة، فيمكنك إنشاء طلبك.',
    }),

  'saved.will': (days) =>
    `تُحفظ إجاباتك لمدة ${count(days, { one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' })} حتى تتمكن من المتابعة لاحقًا.`,
  'saved.page': 'إجاباتك في هذه الصفحة فقط إلى أن ترسلها. إعادة تحميل الصفحة تمحوها.',
  'saved.saving': 'جارٍ الحفظ…',
  'saved.saved': 'تم الحفظ',
  'saved.taken': 'أُدخلت إجاباتك المحفوظة',
  'saved.failed': 'لم تُحفظ آخر إجاباتك بعد. هي في هذه الصفحة فقط.',
  'saved.off': 'حُذفت النسخة المحفوظة. إجاباتك في هذه الصفحة فقط.',
  'saved.ended': 'لم تعد إجاباتك تُحفظ. حُذفت النسخة المحفوظة، أو أُنشئ الطلب، في علامة تبويب أخرى أو على جهاز آخر.',
  'saved.deleting': 'جارٍ الحذف…',
  'saved.kept': 'ربما لم تُحذف النسخة المحفوظة. حاول مرة أخرى.',
  'saved.conflict': 'لم يتم الحفظ. اختر في الأعلى الإجابات التي تريد الاحتفاظ بها.',
  'saved.stranger': 'سجّل شخص آخر الدخول منذ أن فتحت هذه الصفحة، أو اختيرت شركة أخرى، لذلك لا تُحفظ إجاباتك.',
  'saved.closed': 'بدأ طلب جديد في علامة تبويب أخرى أو على جهاز آخر، لذلك لا تُحفظ إجاباتك.',
  'saved.details': 'التفاصيل',
  'saved.how': (days) =>
    `للمتابعة على جهاز آخر، سجّل الدخول عليه. تُحذف النسخة المحفوظة عندما تنشئ الطلب، أو بعد ${count(days, { one: 'يوم واحد', two: 'يومين', few: '# أيام', many: '# يومًا', other: '# يوم' })} من آخر تغيير. إذا حذفتها الآن، تبقى إجاباتك في هذه الصفحة.`,
  'saved.delete': 'حذف النسخة المحفوظة',
  'saved.save': 'حفظ لجهاز آخر',
  'saved.conflict.heading': 'أدخلت إجابات أخرى في علامة تبويب أخرى أو على جهاز آخر',
  'saved.conflict.body': (when) =>
    `وقت الحفظ: ${when}. الإجابات المحفوظة تختلف عن الإجابات في هذه الصفحة. اختر ما تريد الاحتفاظ به. ستُحذف الإجابات الأخرى.`,
  'saved.theirs': 'استخدم الإجابات المحفوظة',
  'saved.mine': 'احتفظ بالإجابات في هذه الصفحة',

  'end.heading': (hasAsked) => (hasAsked ? 'يدرس المقرضون طلبك' : 'أُنشئ طلبك'),
  'end.next': 'لا يلزمك فعل أي شيء آخر.',
  'end.sent': 'لقد أرسلت طلبك.',
  'end.offers': (isHere) => (isHere ? 'تظهر العروض أدناه.' : 'يقرر المقرضون ما إذا كانوا سيقدمون لك عرضًا.'),
  'end.time': 'قد يستغرق ذلك بعض الوقت.',
  'end.choose': 'أنت من يختار. لا شيء ملزم قبل أن تقبل عرضًا.',

  'again.apply': 'تقديم طلب جديد',
  'again.how'() {
    return `يبدأ بهذا طلب جديد. يحتفظ ${partner(this, 'هذا الموقع')} بالطلب السابق.`;
  },
  'again.heading': 'هل تريد بدء طلب جديد؟',
  'again.confirm': 'سيُغلق الطلب السابق. لن تتمكن من إرسال أي شيء آخر له، ولن ترى عروضه هنا بعد ذلك.',
  'again.yes': 'نعم، ابدأ طلبًا جديدًا',
  'again.no': 'أبقِ هذا الطلب',
  'again.sending': 'جارٍ البدء…',
  'again.failed': 'ربما لم يبدأ الطلب الجديد',

  'signed-out.heading': 'سجّل الدخول قبل تقديم الطلب',
  'signed-out.again-heading': 'سجّل الدخول مرة أخرى للمتابعة',
  'signed-out.how': 'سجّل الدخول إلى هذا الموقع في علامة تبويب أخرى، ثم عُد إلى هنا.',
  'signed-out.kept': 'يبقى ما أدخلته في هذه الصفحة.',
  'signed-out.again': 'سجّلت الدخول',
  'signed-out.still': 'لم تسجّل الدخول بعد.',

  'introduction.heading': 'طلب تمويل لشركتك',
  'introduction.time': 'يستغرق ذلك نحو 5 دقائق',
  'introduction.need': 'جهّز ما يلي',
  'introduction.need.number': 'رقم تسجيل الشركة',
  'introduction.need.dates': 'تاريخ تأسيسها وتاريخ بدء نشاطها',
  'introduction.need.addresses': (years) => (years >= 1 ? `عناوين سكنك ${lastYears(Math.ceil(years))}` : 'عنوان منزلك'),
  'introduction.need.figures': 'المبلغ الذي تريد اقتراضه والإيراد الشهري',
  'introduction.need.documents': 'كشف حساب مصرفي حديث للشركة، إن وُجد',
  'introduction.score': 'البحث عن العروض لا يؤثر في درجتك الائتمانية',
  'introduction.who'() {
    return `يعرض ${partner(this, 'هذا الموقع')} هذا النموذج عليك. ويصل طلبك إلى المقرضين من خلال ${broker(this, 'خدمة الإقراض')}.`;
  },
  'introduction.start': 'ابدأ',

  'query.label': 'ابحث عن شركتك',
  'query.hint'() {
    return `اكتب اسمها أو رقم تسجيلها. يبحث ${partner(this, 'هذا الموقع')} عنها أثناء الكتابة.`;
  },
  'query.unchosen': 'اختر شركتك من النتائج، أو أدخل البيانات بنفسك',
  'address.query.label': 'ابحث عن عنوانك',
  'address.query.hint'() {
    return `اكتب الرمز البريدي أو اسم الشارع. يبحث ${partner(this, 'هذا الموقع')} عنه أثناء الكتابة.`;
  },
  'address.query.unchosen': 'اختر عنوانك من النتائج، أو أدخله بنفسك',
  'previous.query.label': 'ابحث عن هذا العنوان',
  'previous.query.hint'() {
    return `اكتب الرمز البريدي أو اسم الشارع. يبحث ${partner(this, 'هذا الموقع')} عنه أثناء الكتابة.`;
  },
  'previous.query.unchosen': 'اختر عنوانك السابق من النتائج، أو أدخله بنفسك',
  'lookup.who'() {
    return `يبحث ${partner(this, 'هذا الموقع')} أثناء الكتابة.`;
  },
  'lookup.list': 'النتائج',
  'lookup.clear': 'مسح البحث',
  'lookup.searching': 'جارٍ البحث…',
  'lookup.slow': 'يستغرق هذا بعض الوقت. يمكنك أيضًا إدخال البيانات بنفسك.',
  'lookup.results': (number) =>
    count(number, {
      one: 'نتيجة واحدة. اخترها من القائمة.',
      two: 'نتيجتان. اختر واحدة من القائمة.',
      few: '# نتائج. اختر واحدة من القائمة.',
      many: '# نتيجة. اختر واحدة من القائمة.',
      other: '# نتيجة. اختر واحدة من القائمة.',
    }),
  'lookup.none': 'لا توجد نتائج. تحقق من الكتابة، أو أدخل البيانات بنفسك.',
  'lookup.failed': 'البحث لا يعمل. أدخل البيانات بنفسك.',
  'lookup.company.own': 'أدخل البيانات بنفسك',
  'lookup.address.own': 'أدخل العنوان بنفسك',
  'lookup.company.search': 'ابحث عن شركتك',
  'lookup.address.search': 'ابحث عن العنوان',
  'lookup.change': 'تغيير',
  'lookup.company.name': 'شركتك',
  'lookup.address.name': 'العنوان',
  'lookup.number': (number) => `رقم التسجيل ${ltr(number)}`,
  'lookup.formed': (day) => `تأسست في ${day}`,
  'lookup.inactive': 'غير نشطة',
  'lookup.inactive.card': 'لا يُظهر السجل أن هذه الشركة نشطة. تأكد من أنك اخترت الشركة الصحيحة.',
  'lookup.unoffered': 'نوع آخر من الشركات',
  'lookup.unoffered.card'() {
    return `هذا النموذج غير مخصص لهذا النوع من الشركات. إذا كنت قد اخترت الشركة الصحيحة، فتواصل مع ${helper(this, 'هذا الموقع')} لمعرفة طريقة تقديم الطلب.`;
  },
};
