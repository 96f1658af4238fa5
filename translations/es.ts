import { isRentOrOwn } from '../src/base/text/locales/rent-or-own.js';
import type { Pack } from '../src/languages/en.js';
import { broker, capital, helper, partner, withoutStop, wordsOf, yearsAgo } from './words.js';

const { and, count, kinds, number } = wordsOf('es');

const example = (day: string, years: number) => `Por ejemplo, ${day} ${yearsAgo(years)}.`;
const files = (number: number) => count(number, { one: '# archivo', other: '# archivos' });
const duration = (seconds: number) => {
  if (seconds < 100) return count(seconds, { one: '# segundo', other: '# segundos' });
  if (seconds <= 7200) return count(Math.ceil(seconds / 60), { one: '# minuto', other: '# minutos' });
  return count(Math.ceil(seconds / 3600), { one: '# hora', other: '# horas' });
};
const wait = (seconds?: number) => `Espere ${seconds ? duration(seconds) : 'unos minutos'} y vuelva a intentarlo.`;
const lastYears = (years: number) => count(years, { one: 'el último año', other: 'los últimos # años' });
const NO_FAULT = 'No hay ningún problema con sus respuestas.';
const UNSURE = 'Es posible que su solicitud no se haya creado';
const [NOT_SENT, NOT_REQUESTED] = ['Sus cifras no se han enviado', 'No se han solicitado sus ofertas'];
const OFFLINE = 'Es posible que no tenga conexión. Compruebe su conexión y vuelva a intentarlo.';
const SHARED =
  'Los datos que ya se han compartido no se pueden retirar, así que es posible que algunos prestamistas aún se pongan en contacto con usted.';
const currencies: Record<string, string> = { '£': 'En libras', '€': 'En euros', $: 'En dólares' };
const address = (index: number) =>
  index ? `su dirección anterior${index > 1 ? ` ${index}` : ''}` : 'su dirección actual';
const the = (what: string) => (index: number) => `${what} de ${address(index)}`;

/** The sentences in Spanish. */
export const sentences: Pack = {
  continue: 'Continuar',
  back: 'Atrás',
  'try-again': 'Volver a intentarlo',
  reload: 'Volver a cargar esta página',
  loading: 'Cargando…',
  sending: 'Enviando…',
  optional: '(opcional)',
  fixed() {
    return `${partner(this, 'Este sitio')} ha rellenado este dato. No puede cambiarlo aquí.`;
  },
  error: 'Error:',
  day: 'Día',
  month: 'Mes',
  year: 'Año',
  select: 'Elija…',

  support: (name) => (name ? `Contacte con ${name}:` : 'Si necesita ayuda, contacte con:'),
  'support.or': 'o',
  'new-tab': '(se abre en una pestaña nueva)',

  'summary.heading': (number) =>
    count(number, { one: 'Hay # respuesta que debe revisar', other: 'Hay # respuestas que debe revisar' }),
  'summary.done': 'No queda nada por corregir',
  'failure.heading': 'Algo ha salido mal',
  'failure.step': 'Este paso no se ha abierto',
  'failure.start': 'Ahora mismo no puede presentar una solicitud',
  'failure.kept': 'Todo lo que ha escrito sigue aquí.',
  failure() {
    return `Hay un problema con ${partner(this, 'este sitio')}.`;
  },
  'failure.adapter-offline': OFFLINE,
  'failure.adapter-timeout': 'Ha tardado demasiado. Compruebe su conexión y vuelva a intentarlo.',
  'failure.adapter-unreachable'() {
    return `${partner(this, 'Este sitio')} no responde. Compruebe su conexión y vuelva a intentarlo.`;
  },
  'failure.script-outdated': 'Esta página se ha actualizado. Vuelva a cargarla para continuar.',
  'failure.adapter-redirected':
    'Es posible que se haya cerrado su sesión o que este sitio haya cambiado de dirección. Inicie sesión en otra pestaña, vuelva aquí e inténtelo de nuevo.',
  'failure.handler-signed-out':
    'No ha iniciado sesión. Inicie sesión en otra pestaña, vuelva aquí e inténtelo de nuevo.',

  'field.noun': 'esta respuesta',
  'problem.empty': (noun) => `Indique ${noun}`,
  'problem.too-long': (noun, { maximum }) => `${capital(noun)} debe tener ${maximum} caracteres como máximo`,
  'problem.date-missing': (noun, { parts }) => {
    const words: Record<string, string> = { day: 'un día', month: 'un mes', year: 'un año' };
    return `${capital(noun)} debe incluir ${and(
      String(parts)
        .split(' ')
        .map((part) => words[part]!),
    )}`;
  },
  'problem.date-year': (noun) => `${capital(noun)} debe incluir un año de 4 cifras, como ${yearsAgo(10)}`,
  'problem.date-words': (noun) => `Escriba ${noun} en cifras, como 10 7 2020`,
  'problem.not-real': (noun) => `${capital(noun)} debe existir en el calendario`,
  'problem.date-early': (noun, { minimum }) => `${capital(noun)} debe ser del año ${minimum} o posterior`,
  'problem.not-past': (noun) => `${capital(noun)} debe estar en el pasado`,
  'problem.future': (noun) => `${capital(noun)} debe ser hoy o estar en el pasado`,
  'problem.format': (noun) => `Compruebe ${noun}. El formato no es correcto`,

  'journey.steps': 'Pasos',
  'journey.step': (step, count) => `Paso ${step} de ${count}`,
  'screen.company.dates': '¿Cuándo empezó su empresa?',
  'screen.company.country': '¿En qué país está su empresa?',
  'screen.company.address': '¿Dónde está su empresa?',
  'screen.company.next': 'A continuación: sobre usted',
  'screen.applicant.contact': '¿Cuáles son sus datos de contacto?',
  'screen.applicant.country': '¿En qué país vive?',
  'screen.applicant.home': '¿Dónde vive?',
  'screen.applicant.stay': '¿Desde cuándo vive allí?',
  'screen.applicant.previous-country': '¿En qué país vivía antes?',
  'screen.applicant.previous-home': '¿Dónde vivía antes?',
  'screen.applicant.previous-stay': '¿Cuánto tiempo vivió allí?',
  'screen.applicant.next': 'A continuación: revise sus respuestas',
  'step.company': 'Empresa',
  'step.applicant': 'Sobre usted',
  'step.review': 'Revisión',
  'step.documents': 'Documentos',
  'step.prequalification': 'Financiación',
  'step.consent': 'Ofertas',
  'step.done': '(completado)',

  'widget.heading': 'Sus ofertas',

  'company.heading': 'Su empresa',
  'registered_name.label': 'Nombre registrado de la empresa',
  'registered_name.noun': 'el nombre registrado de la empresa',
  'registered_number.label': 'Número de registro',
  'registered_number.hint':
    '8 caracteres, como 01234567 o SC123456. Está en su certificado de constitución (certificate of incorporation).',
  'registered_number.format': 'Escriba el número de registro con sus cifras, como 01234567',
  'registered_number.without'(type) {
    return `¿No tiene número? Este formulario es solo para este tipo de empresa: ${type}. Para saber cómo puede presentar su solicitud, contacte con ${helper(this, 'este sitio')}.`;
  },
  'registered_number.noun': 'el número de registro',
  'type.label': 'Tipo de empresa',
  'type.noun': 'el tipo de empresa',
  'type.empty': 'Elija el tipo de empresa',
  'formation_date.label': '¿Cuándo se constituyó la empresa?',
  'formation_date.hint': () => example('27 3', 10),
  'formation_date.noun': 'la fecha en que se constituyó la empresa',
  'trading_from_date.label': '¿Cuándo empezó la empresa su actividad?',
  'trading_from_date.hint': () => `La fecha de su primera venta o de su primer trabajo pagado. ${example('1 6', 10)}`,
  'trading_from_date.noun': 'la fecha en que la empresa empezó su actividad',
  'address.label': 'Dirección de la empresa',
  'address.part': 'Solo tiene que indicar el número y la calle.',
  'address.house_number.label': 'Número o nombre de la casa',
  'address.house_number.hint': 'Por ejemplo, 12, Flat 3 o Rose Cottage.',
  'address.house_number.noun': 'el número o nombre de la casa de la dirección de la empresa',
  'address.line_1.label': 'Calle',
  'address.line_1.hint': 'Si no hay calle, indique el pueblo.',
  'address.line_1.noun': 'la calle de la dirección de la empresa',
  'address.city.label': 'Localidad',
  'address.city.noun': 'la localidad de la dirección de la empresa',
  'address.county.label': 'Condado (county)',
  'address.county.noun': 'el condado de la dirección de la empresa',
  'address.postcode.label': 'Código postal (postcode)',
  'address.postcode.noun': 'el código postal de la dirección de la empresa',

  given: (business) => `Para: ${business}.`,
  'given.ltd': 'Para sociedades británicas de responsabilidad limitada (private limited company, Ltd).',
  'given.other': '¿Su empresa es distinta?',
  'country_of_residence.label': 'País en el que vive',
  'choice.United Kingdom': 'Reino Unido',
  'report-error': '¿No es correcto?',
  'report-error.text'() {
    return `Si no es su caso, no envíe esta solicitud. Para saber cómo puede presentarla, contacte con ${helper(this, 'este sitio')}.`;
  },
  'report-error.sent'() {
    return `Si esto no es cierto, contacte con ${helper(this, 'este sitio')}.`;
  },
  'report-error.link': 'Qué hacer si esto no es correcto',

  'choice.ltd': 'Sociedad de responsabilidad limitada (private limited company, Ltd)',

  change: 'Cambiar',
  'not-given': 'Sin indicar',
  slow: 'Aún en curso. No vuelva a cargar ni cierre esta página.',
  yes: 'Sí',
  no: 'No',
  money: (amount, sign) => `${amount} ${sign}`,

  'applicant.heading': 'Sobre usted',
  'first_name.label': 'Nombre',
  'first_name.noun': 'su nombre',
  'last_name.label': 'Apellidos',
  'one-name': 'Solo tengo un nombre',
  'last_name.noun': 'sus apellidos',
  'date_of_birth.label': '¿Cuál es su fecha de nacimiento?',
  'date_of_birth.hint': () => example('27 3', 40),
  'date_of_birth.noun': 'su fecha de nacimiento',
  'date_of_birth.date-year': () => `Su fecha de nacimiento debe incluir un año de 4 cifras, como ${yearsAgo(40)}`,
  'email.label': 'Correo electrónico',
  'email.noun': 'su correo electrónico',
  'email.format': 'Indique un correo electrónico con el formato correcto, como name@example.com',
  'email.letters': 'Indique un correo electrónico sin tildes ni letras especiales, como name@example.com',
  'phone_number.label': 'Número de teléfono',
  'phone_number.hint': 'Si el número es de otro país, incluya el prefijo internacional.',
  'phone_number.noun': 'su número de teléfono',
  'phone_number.format':
    'Escriba un número de teléfono en cifras, como 01632 960 001, 07700 900 982 o +44 808 157 0192',
  'phone_number.extension': 'Indique su número de teléfono sin la extensión, como 01632 960 001',
  'country_of_residence.noun': 'el país en el que vive',
  'country_of_residence.empty': 'Elija el país en el que vive',
  'addresses.label': 'La dirección de su casa',
  'addresses.same': 'La misma que la de la empresa',
  'addresses.same-street': 'El mismo número y la misma calle que la empresa',
  'addresses.house_number.noun': 'el número o nombre de su casa',
  'addresses.line_1.noun': 'la calle en la que vive',
  'addresses.city.noun': 'la localidad en la que vive',
  'addresses.county.noun': 'el condado en el que vive',
  'addresses.postcode.noun': 'su código postal',
  'addresses.start_date.label': '¿Cuándo se mudó a esta casa?',
  'addresses.start_date.hint': () => `Basta con una fecha aproximada. ${example('14 9', 5)}`,
  'addresses.start_date.noun': 'la fecha en que se mudó',
  'addresses.status.label'() {
    return isRentOrOwn(this)
      ? '¿Vive en una casa alquilada o en propiedad?'
      : '¿Cuál de estas situaciones se aplica a su casa?';
  },
  'addresses.status.noun': 'la situación de su casa',
  'addresses.status.empty'() {
    return isRentOrOwn(this)
      ? 'Elija si su casa es alquilada o en propiedad'
      : 'Elija la situación que se aplica a su casa';
  },
  'previous.status.label'() {
    return isRentOrOwn(this)
      ? '¿Esta casa era alquilada o en propiedad?'
      : '¿Cuál de estas situaciones se aplicaba a esta casa?';
  },

  'review.heading': 'Revise sus respuestas',
  'review.intro'() {
    return `Cuando cree su solicitud, ${partner(this, 'este sitio')} enviará estos datos ${this.partner.broker?.name ? `a ${this.partner.broker?.name}` : 'al servicio de financiación'}. Después no podrá cambiarlos.`;
  },
  'review.submit': 'Crear la solicitud',
  'review.failed': 'Su solicitud no se ha creado',
  'review.sending': 'Creando su solicitud…',
  'review.created.heading': 'Sus respuestas',
  'review.created': 'Su solicitud se ha creado con estas respuestas. Ya no puede cambiarlas.',
  'review.sent': 'Su solicitud se ha creado. Para proteger sus datos, sus respuestas no se vuelven a mostrar.',
  'review.other.heading': 'Su solicitud ya se había creado',
  'review.other':
    'Se creó con otras respuestas, en otra pestaña o en otro dispositivo. Las respuestas de esta página no se han enviado. Para proteger sus datos, sus respuestas no se vuelven a mostrar.',
  'review.business-address': 'Dirección',
  'review.funding_amount': 'Cantidad que quiere pedir prestada',
  'review.monthly_revenue': 'Ingresos mensuales',
  'review.any_ccj': 'Sentencias judiciales por deudas (CCJ)',
  'review.name': 'Nombre',
  'review.home-address': 'Dirección de su casa',
  'review.earlier-address': 'Dirección anterior',
  'review.country': 'País de la empresa',
  'review.region': 'Región',
  'review.application-region': 'Región de la solicitud',
  'review.formation_date': 'Fecha de constitución',
  'review.trading_from_date': 'Fecha de inicio de actividad',
  'review.date_of_birth': 'Fecha de nacimiento',
  'review.start_date': 'Fecha de mudanza',
  'review.status': 'Situación de la casa',
  'company.noun': 'los datos de su empresa',
  'company.empty': 'Vuelva atrás y responda a todas las preguntas sobre su empresa',
  'applicant.noun': 'los datos sobre usted',
  'applicant.empty': 'Vuelva atrás y responda a todas las preguntas sobre usted',

  'documents.heading': 'Añadir documentos',
  'documents.intro':
    'Un extracto bancario reciente de la empresa ayuda a los prestamistas a decidir. Puede saltarse este paso.',
  'documents.skip': 'Omitir por ahora',
  'documents.photo': 'Hacer una foto',
  'file.label': 'Elegir archivos',
  'file.more': 'Añadir otro archivo',
  'file.hint': (endings, limit) =>
    `${kinds(endings)}, hasta ${limit} cada uno. También puede arrastrar o pegar archivos aquí.`,

  'prequalification.heading': 'La financiación que necesita',
  'prequalification.failed': 'Es posible que sus cifras no se hayan enviado',
  'prequalification.source'() {
    return `De su cuenta de ${partner(this, 'este sitio')}.`;
  },
  'funding_amount.label': '¿Cuánto dinero quiere pedir prestado?',
  'funding_amount.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}, como 25000.`;
  },
  'funding_amount.noun': 'la cantidad que quiere pedir prestada',
  'problem.too-small'(noun) {
    return `${capital(noun)} debe ser mayor que 0 ${this.currencySign}`;
  },
  'problem.too-large'(noun, { maximum }) {
    return `${capital(noun)} debe ser ${number(Number(maximum))} ${this.currencySign} como máximo`;
  },
  'problem.not-money': (noun) => `Escriba ${noun} en cifras, como 25000`,
  'problem.currency'(noun) {
    return `Escriba ${noun} como una sola cantidad en ${this.currencySign}, no en otra moneda`;
  },
  'problem.range'(noun) {
    return `Escriba ${noun} como una sola cantidad en ${this.currencySign}, no como un intervalo`;
  },
  'problem.about'(noun) {
    return `Escriba ${noun} como una sola cantidad en ${this.currencySign}, como 25000, sin «unos» ni otras palabras o signos`;
  },
  'problem.decimals': (noun) =>
    `${capital(noun)} debe tener 2 decimales como máximo. Escriba los miles sin punto, como 25000`,
  'monthly_revenue.label': '¿Cuáles son los ingresos mensuales de la empresa?',
  'monthly_revenue.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}. Basta con una media reciente.`;
  },
  'monthly_revenue.noun': 'el importe de los ingresos mensuales de la empresa',
  'monthly_revenue.too-small'() {
    return `El importe de los ingresos mensuales de la empresa debe ser 0 ${this.currencySign} o más`;
  },
  'any_ccj.label': '¿Hay alguna sentencia judicial por deudas (county court judgment, CCJ) contra la empresa?',
  'any_ccj.hint': 'Una CCJ es una orden de un tribunal para pagar una deuda.',
  'any_ccj.noun': 'si hay alguna sentencia judicial por deudas (CCJ) contra la empresa',
  'any_ccj.empty': 'Elija «Sí» si hay alguna sentencia judicial por deudas (CCJ) contra la empresa',

  'consent.translated': 'Este acuerdo se muestra en su idioma original. Esas son las palabras que usted acepta.',
  'consent.language': (name) => `El idioma de este acuerdo es el ${name}. Esas son las palabras que usted acepta.`,
  'consent.submit': 'Aceptar y recibir ofertas',
  'consent.sending': 'Solicitando ofertas…',
  'consent.failed': 'Es posible que sus ofertas no se hayan solicitado',
  'consent.only.failed': 'Es posible que su respuesta no se haya registrado',
  'consent.only.submit': 'Acepto',
  'consent.only.sending': 'Guardando su respuesta…',
  'consent.decline': 'No acepto',
  'consent.after': 'Los prestamistas reciben sus datos y pueden hacerle ofertas.',
  'consent.only.after': 'Su consentimiento se registra con la hora y este texto.',
  'consent.after-decline': 'Los prestamistas no reciben sus datos. Su solicitud está guardada.',
  'consent.after-decline.again': 'Nadie vuelve a consultar su historial de crédito. Su solicitud está guardada.',
  'consent.see': 'Ver lo que ha aceptado',
  'agree.noun': 'su respuesta',
  'agree.empty': 'Marque la casilla si acepta, o elija «No acepto»',

  'journey.offline': 'No tiene conexión. Sus respuestas se quedan en esta página.',
  'figures.heading': 'Sus cifras',
  'figures.amount': (amount) => `Ha pedido ${amount}`,
  'figures.revenue': (amount) => `${amount} de ingresos al mes`,
  'figures.judgments': (hasAny) => `${hasAny ? 'con' : 'sin'} sentencias judiciales por deudas (CCJ)`,
  'figures.change': 'Cambiar las cifras',
  'figures.notice': 'Lo que acepta',
  'end.documents': (number) =>
    number ? count(number, { one: '# documento enviado', other: '# documentos enviados' }) : 'documentos enviados',

  'widget.loading': 'Cargando sus ofertas…',
  'widget.close': 'Cerrar',
  'widget.failed.heading': 'No se han podido mostrar sus ofertas',
  'widget.failed': 'Si lo intenta de nuevo y no funciona, vuelva a cargar la página o regrese más tarde.',
  'widget.reload': 'Para volver a ver sus ofertas, vuelva a cargar la página. Su solicitud está guardada.',
  'failure.script-offline': OFFLINE,
  'failure.script':
    'Una parte de esta página no se ha cargado. Puede que la haya detenido un bloqueador de anuncios o un filtro de red.',

  'problem.unanswered': (_noun, { question }) => `Responda a «${question}»`,

  'choice.tenant': 'Vivo de alquiler (tenant)',
  'choice.question': (label) => `¿Se aplica «${label}» a su casa?`,
  'choice.tenant.question': '¿Vive de alquiler?',
  'choice.tenant.label': 'Vivienda alquilada',
  'choice.tenant.past-label': 'Vivienda anterior alquilada',
  'choice.past': (label) => `¿Se aplicaba «${label}» a esta casa?`,
  'choice.tenant.past': '¿Vivía allí de alquiler?',
  'choice.bank-statement': 'Extracto bancario',

  'failure.handler-not-created': 'Su solicitud aún no se ha creado. Vuelva primero a «Revise sus respuestas».',
  'failure.handler-other-applicant':
    'Otra persona ha iniciado sesión desde que abrió esta página, o se ha elegido otra empresa. No se ha enviado nada. Para continuar, vuelva a cargar esta página.',
  'failure.handler-closed':
    'Se ha empezado una solicitud nueva en otra pestaña o en otro dispositivo, así que esta está cerrada. No se ha enviado nada. Para continuar con la nueva, vuelva a cargar esta página.',
  'failure.handler-other-company'() {
    return `${partner(this, 'Este sitio')} ya tiene una solicitud suya para otra empresa, así que no se ha enviado nada. Para continuar con esa solicitud, vuelva a cargar esta página.`;
  },
  'failure.handler-too-large': 'Es demasiado grande para enviarlo.',
  'failure.adapter-too-large': 'Es demasiado grande para este sitio.',
  'failure.adapter-too-many'(seconds) {
    return `${partner(this, 'Este sitio')} está saturado en este momento. ${wait(seconds)}`;
  },
  'failure.adapter-unavailable'(seconds) {
    return `${partner(this, 'Este sitio')} no está disponible ahora mismo. ${wait(seconds)}`;
  },
  'failure.adapter-blocked':
    'Un control de seguridad de este sitio lo ha impedido y no se ha enviado nada. Para pasar el control, vuelva a cargar esta página.',
  'failure.handler-in-flight':
    'Ya se está enviando, quizá desde otra pestaña. Espere un momento y vuelva a intentarlo.',
  'failure.handler-too-many': (seconds) => `Lo ha intentado demasiadas veces. ${wait(seconds)}`,
  'failure.not-asked'() {
    return `Hay un problema con ${partner(this, 'este sitio')}. ${NO_FAULT}`;
  },
  'failure.upstream'() {
    return `${broker(this, 'El servicio de financiación')} no responde. Vuelva a intentarlo en unos minutos.`;
  },
  'failure.upstream-busy'(seconds) {
    return `${broker(this, 'El servicio de financiación')} está saturado en este momento. ${wait(seconds)}`;
  },
  'failure.upstream-unavailable'(seconds) {
    return `${broker(this, 'El servicio de financiación')} no está disponible ahora mismo. ${wait(seconds)}`;
  },
  'failure.upstream-denied'() {
    return `Hay un problema con la conexión entre ${partner(this, 'este sitio')} y ${broker(this, 'el servicio de financiación')}. ${NO_FAULT}`;
  },
  'failure.upstream-redirect'() {
    return `Hay un problema con la conexión entre ${partner(this, 'este sitio')} y ${broker(this, 'el servicio de financiación')}. ${NO_FAULT}`;
  },
  'failure.upstream-rejected'() {
    return `${broker(this, 'El servicio de financiación')} no lo ha aceptado y no ha dicho por qué. Revise sus respuestas y vuelva a intentarlo.`;
  },
  'review.upstream-rejected'() {
    return `${broker(this, 'El servicio de financiación')} no ha aceptado su solicitud y no ha dicho por qué. Revise sus respuestas y vuelva a intentarlo.`;
  },
  'consent.upstream-rejected'() {
    return `${broker(this, 'El servicio de financiación')} no ha aceptado su petición de ofertas y no ha dicho por qué. Puede volver a intentarlo más tarde.`;
  },
  'failure.outcome-unknown'() {
    return `${broker(this, 'El servicio de financiación')} no lo ha confirmado, así que no se sabe si ha llegado.`;
  },
  'review.outcome-unknown'() {
    return `${broker(this, 'El servicio de financiación')} no ha confirmado su solicitud, así que no se sabe si se ha creado.`;
  },
  'review.failed.outcome-unknown': UNSURE,
  'review.failed.adapter-timeout': UNSURE,
  'review.failed.adapter-unreachable': UNSURE,
  'review.failed.adapter-offline': UNSURE,
  'review.failed.adapter-unexpected-response': UNSURE,
  'review.failed.adapter-redirected': UNSURE,
  'review.failed.adapter-unavailable': UNSURE,
  'review.failed.handler-failed': UNSURE,
  'review.failed.handler-in-flight': 'Su solicitud se está creando',
  'failure.check'(seconds) {
    return `${seconds ? `Vuelva a comprobarlo en ${duration(seconds)}` : 'Puede volver a comprobarlo'}. ${partner(this, 'Este sitio')} busca primero su solicitud para no enviarla dos veces.`;
  },
  'failure.no-check'() {
    return `No vuelva a presentar la solicitud, porque es posible que ya exista. ${partner(this, 'Este sitio')} no la enviará dos veces.`;
  },
  'check-again': 'Volver a comprobar',
  'review.checking': 'Buscando su solicitud…',
  'prequalification.failed.config-invalid': 'Sus cifras no se pueden enviar',
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
    return `${broker(this, 'El servicio de financiación')} no ha confirmado que tiene sus cifras. Puede volver a enviarlas.`;
  },
  'consent.unsure'() {
    return `${broker(this, 'El servicio de financiación')} no ha confirmado que tiene su petición de ofertas. Puede volver a enviarla.`;
  },
  'failure.reference': (reference) => `Su número de referencia es ${reference}.`,
  'failure.contact'() {
    return `Si necesita ayuda, contacte con ${helper(this, 'este sitio')}.`;
  },
  'problem.rejected'(noun) {
    return `Compruebe ${noun}. ${broker(this, 'El servicio de financiación')} no ha aceptado este dato`;
  },
  'problem.needed'(noun) {
    return `Indique ${noun}. ${broker(this, 'El servicio de financiación')} necesita este dato`;
  },
  'registered_number.needed'() {
    return `${broker(this, 'El servicio de financiación')} necesita un número de registro`;
  },
  'address.country_code.noun': 'el país de la dirección de la empresa',
  'addresses.country_code.noun': 'el país en el que vive',
  'previous.country_code.noun': 'el país de su dirección anterior',
  'widget.failed.handler-signed-out': 'Inicie sesión para ver sus ofertas',
  'widget.handler-signed-out'() {
    return `Inicie sesión en ${partner(this, 'este sitio')} en otra pestaña, vuelva aquí e inténtelo de nuevo.`;
  },
  'widget.failed.handler-not-created'() {
    return `${partner(this, 'Este sitio')} aún no tiene ninguna solicitud suya`;
  },
  'widget.handler-not-created': 'Podrá ver aquí sus ofertas después de solicitar financiación.',
  'failure.widget': 'La parte de esta página que muestra sus ofertas no se ha iniciado.',

  'consent.declined.heading': 'No ha solicitado ofertas',
  'consent.declined'() {
    return `Si usted no acepta, ${partner(this, 'este sitio')} no dará sus datos a los prestamistas y nadie consultará su historial de crédito. Su solicitud está guardada.`;
  },
  'consent.declined.again.heading': 'No ha solicitado más ofertas',
  'consent.declined.again': `Si usted no acepta, nadie volverá a consultar su historial de crédito. ${SHARED}`,
  'consent.reconsider': 'Volver a leer el acuerdo',
  'consent.without': 'Continuar sin ofertas',
  'consent.back': 'Volver a sus ofertas',
  'consent.config-invalid'() {
    return `${partner(this, 'Este sitio')} no puede registrar su consentimiento, así que no se ha enviado nada.`;
  },
  'consent.handler-consent-not-stored':
    'No se ha podido registrar su respuesta, así que no se ha enviado nada. Vuelva a intentarlo en unos minutos.',
  'agree.changed':
    'El texto de arriba ha cambiado, por ejemplo porque se ha traducido. Para aceptar, muestre la página en su idioma original',
  'agree.handler-no-consent': 'Vuelva a leer el acuerdo y marque la casilla si acepta',
  'agree.handler-consent-stale': 'Este acuerdo no estaba actualizado. Vuelva a leerlo y marque la casilla si acepta',
  'agree.handler-consent-withdrawn':
    'Ha retirado su consentimiento. Vuelva a leer el texto y marque la casilla si acepta',

  'figures.unknown':
    'Es posible que sus cifras hayan cambiado desde la última vez que las vio. Revíselas antes de aceptar.',
  'figures.other': 'Estas cifras se enviaron en otra pestaña o en otro dispositivo. Revíselas antes de aceptar.',
  'figures.check': 'Revisar las cifras',

  'receipt.heading': 'Lo que ha aceptado',
  'receipt.when': 'Aceptado',
  'receipt.applicant': 'Solicitante',
  'receipt.business': 'Empresa',
  'receipt.broker': 'Intermediario de crédito',
  'receipt.parties': 'Compartido con',
  'receipt.number': 'Número de recibo',
  'receipt.ask': 'Recibir ofertas',
  'receipt.print': 'Imprimir',
  'receipt.download': 'Descargar',
  'receipt.withdraw': 'Retirar mi consentimiento',
  'receipt.confirm.heading': '¿Retirar su consentimiento?',
  'receipt.confirm'() {
    return `${partner(this, 'Este sitio')} lo registrará y no solicitará más ofertas. ${SHARED}`;
  },
  'receipt.confirm.yes': 'Sí, retirar mi consentimiento',
  'receipt.confirm.no': 'Mantener mi consentimiento',
  'receipt.failed': 'Es posible que no se haya registrado la retirada de su consentimiento',
  'receipt.withdrawing': 'Retirando…',
  'receipt.withdrawn.heading': 'Ha retirado su consentimiento',
  'receipt.withdrawn'(when) {
    return `Lo retiró el ${when}. ${partner(this, 'Este sitio')} no solicitará más ofertas. ${SHARED}`;
  },
  'receipt.ended': 'Retirado',
  'withdrawn.offers': 'Aún puede ver las ofertas que los prestamistas ya hayan hecho.',
  'withdrawn.again': 'Para recibir más ofertas, vuelva a leer el acuerdo y acéptelo.',
  'withdrawn.note': (when) => `Retiró su consentimiento el ${when}. Para recibir más ofertas, vuelva a aceptar.`,
  'failure.handler-no-consent': 'Su consentimiento ya no está registrado. Vuelva a cargar la página.',

  'only.end': 'No se ha enviado nada.',
  'problem.only': (_noun, { sentence }) => String(sentence),
  'choice.only': (question, years) =>
    `Solo puede presentar su solicitud aquí si responde que sí a «${question}»${years ? ` para cada casa en la que ha vivido durante ${lastYears(years)}` : ''}`,
  'choice.tenant.only': (years) =>
    `Solo puede presentar su solicitud aquí si vive de alquiler${years ? ` y ha vivido de alquiler durante ${lastYears(years)}` : ''}`,
  'choice.tenant.only-past': 'Solo puede presentar su solicitud aquí si vivía allí de alquiler',

  'newer-browser':
    'Esta página necesita un navegador más reciente. Actualice su navegador, o abra esta página en otro.',

  'none.building': 'La casa no tiene número ni nombre',
  'none.street': 'No hay calle',
  'first_name.asked': 'Indique su nombre, o marque «Solo tengo un nombre»',
  'last_name.asked': 'Indique sus apellidos, o marque «Solo tengo un nombre»',
  'problem.asked': (noun) => `Indique ${noun}, o marque la casilla si no existe`,

  'not-loaded':
    'Esta parte de la página no se ha cargado. Compruebe su conexión a internet. También puede que la haya detenido un bloqueador de anuncios o un filtro de red.',

  'address.pasted': 'La dirección que ha pegado está ahora en casillas separadas. Revise cada una.',

  'problem.moved': (noun) => `Compruebe ${noun}. Este dato estaba en «Calle»`,

  'previous.label': (index) => `Su dirección anterior${index > 1 ? ` ${index}` : ''}`,
  'previous.hint': (day) => `Dónde vivía antes${day ? ` del ${day}` : ''}.`,
  'previous.asked': (day) => `Hay más preguntas abajo sobre dónde vivía antes del ${day}.`,
  'previous.remove': 'Quitar esta dirección',
  'previous.removed': 'Dirección quitada.',
  'previous.add': 'Añadir otra dirección',
  'previous.house_number.label': 'Número o nombre de la casa',
  'previous.house_number.noun': the('el número o nombre de la casa'),
  'previous.line_1.label': 'Calle',
  'previous.line_1.hint': 'Si no hay calle, indique el pueblo.',
  'previous.line_1.noun': the('la calle'),
  'previous.city.label': 'Localidad',
  'previous.city.noun': the('la localidad'),
  'previous.county.label': 'Condado (county)',
  'previous.county.noun': the('el condado'),
  'previous.postcode.label': 'Código postal (postcode)',
  'previous.postcode.hint':
    'Si la dirección está en el extranjero y no tiene código postal, deje este campo en blanco.',
  'previous.postcode.noun': the('el código postal'),
  'previous.start_date.label': '¿Cuándo se mudó a esta casa?',
  'previous.start_date.hint': () => `Basta con una fecha aproximada. ${example('3 2', 10)}`,
  'previous.start_date.noun': (index) => `la fecha en que se mudó a ${address(index)}`,
  'previous.status.noun': the('la situación'),
  'previous.status.empty'() {
    return isRentOrOwn(this)
      ? 'Elija si esta casa era alquilada o en propiedad'
      : 'Elija la situación que se aplicaba a esta casa';
  },
  'country.question': (country) => `¿Está esta dirección en este país: ${country}?`,
  'country.other': 'Otro país',
  'address.country.label': 'País',
  'address.country.empty': 'Elija el país de la dirección de la empresa',
  'addresses.country.empty': 'Elija el país en el que vive',
  'previous.country.label': 'País',
  'previous.country.empty': 'Elija el país de su dirección anterior',
  'problem.gap': (_noun, { day }) => `Añada dónde vivía antes del ${day}`,
  'problem.overlap': (noun, { day, newer }) =>
    `${capital(noun)} debe ser antes del ${day}, cuando se mudó a ${address(Number(newer))}`,
  'problem.same-day': (noun, { day, newer }) =>
    `${capital(noun)} debe ser antes del ${day}. Ha indicado la misma fecha para ${address(Number(newer))}`,

  remove: 'Quitar',
  'documents.send': (number, bad) => `Enviar ${files(number)}${bad ? '' : ' y continuar'}`,
  'documents.without': (bad) => `Continuar sin ${files(bad)}`,
  'documents.sending': (done, count, share) =>
    `Enviando el documento ${Math.min(done + 1, count)} de ${count}, ${share} completado…`,
  'documents.added': (good, bad, doubles) =>
    [
      good && count(good, { one: '# archivo añadido.', other: '# archivos añadidos.' }),
      bad &&
        `${count(bad, { one: '# archivo no se puede enviar.', other: '# archivos no se pueden enviar.' })} Vea el motivo abajo.`,
      doubles && count(doubles, { one: '# archivo ya está en la lista.', other: '# archivos ya están en la lista.' }),
    ]
      .filter(Boolean)
      .join(' '),
  'documents.added-one': (name) => `«${name}» se ha añadido.`,
  'documents.removed': (name) => `«${name}» se ha quitado.`,
  'documents.wait': 'Podrá añadir más archivos cuando estos se hayan enviado.',
  'documents.file-waiting': 'En espera',
  'documents.file-sent': 'Enviado',
  'documents.cancel': 'Cancelar',
  'documents.choose-again': 'Volver a elegir',
  'documents.attach'(labels, amount) {
    return `Adjuntar los extractos que tiene ${partner(this, 'este sitio')}: ${labels} (${files(amount)})`;
  },
  'documents.lost': (name) =>
    `Vuelva a elegir «${name}». Esta página no pudo conservar el archivo al volver a cargarse.`,
  'problem.file-lost': (_noun, { name }) => `Vuelva a elegir «${name}», o quítelo`,
  'documents.stopped': (name) => `«${name}» no se ha enviado.`,
  'problem.file-type': (_noun, { name, endings }) => `«${name}» debe ser un archivo ${kinds(endings)}`,
  'problem.file-heic': (_noun, { name }) =>
    `«${name}» es una foto de móvil en formato HEIC. Ábrala y guárdela como JPG. No basta con cambiar el nombre. O elija «El más compatible» en un iPhone, en Ajustes, Cámara, Formatos, y vuelva a hacer la foto`,
  'problem.file-content': (_noun, { name, endings }) =>
    `«${name}» no es un archivo ${kinds(endings)} real. Ábralo y vuelva a guardarlo como ${/pdf/.test(String(endings)) ? 'PDF' : kinds(endings)}`,
  'problem.file-large': (_noun, { name, maximum }) => `«${name}» debe ocupar ${maximum} como máximo`,
  'problem.file-empty': (_noun, { name }) => `«${name}» está vacío. Quítelo, o elija otro archivo`,
  'problem.file-locked': (_noun, { name }) =>
    `Es posible que «${name}» necesite una contraseña. Si se la pide al abrirlo, imprímalo en un PDF nuevo y elija ese archivo`,
  'problem.file-gone': (_noun, { name }) =>
    `«${name}» se ha movido o ha cambiado, así que no se puede leer. Quítelo y vuelva a elegirlo`,
  'problem.file-kind': (_noun, { name }) => `Elija qué es «${name}»`,
  'problem.file-stopped': (_noun, { name }) => `«${name}» no se ha enviado. Vuelva a intentarlo, o quítelo`,
  'problem.file-failed': (_noun, { name, why }) => `«${name}» no se ha enviado. ${withoutStop(why)}`,
  'problem.file-unsure': (_noun, { name, why }) => `Es posible que «${name}» no se haya enviado. ${withoutStop(why)}`,
  'problem.file-rejected': (_noun, { name }) => `El prestamista no ha aceptado «${name}». Quítelo y elija otro archivo`,
  'document_type.label': (name) => `¿Qué es «${name}»?`,

  'number.unusual': 'Compruebe el número de registro. La mayoría tiene 8 caracteres, como 01234567',
  'phone.unusual': 'Compruebe su número de teléfono. Puede que sea demasiado corto o demasiado largo',
  'abroad.unusual': 'Compruebe su número de teléfono. Si es de otro país, incluya el prefijo del país',
  'email.unusual': (meant) =>
    `Compruebe su correo electrónico. ${meant ? `¿Quería decir ${meant}?` : 'La parte después de la @ parece poco habitual'}`,
  'postcode.unusual': (country) => `Compruebe este código postal. No parece de este país: ${country}`,
  'age.unusual': (years) =>
    `Compruebe su fecha de nacimiento. Según ella, usted tiene ${years ? count(years, { one: '# año', other: '# años' }) : 'menos de un año'}`,
  'early-trade.unusual': 'Compruebe cuándo empezó la empresa su actividad. La fecha es anterior a su constitución',
  'unborn.unusual': 'Compruebe cuándo se mudó. La fecha es anterior a su nacimiento',
  'unlikely.use': (suggestion) => `Usar ${suggestion}`,
  'unlikely.used': (noun, suggestion) => `${capital(noun)} es ahora ${suggestion}.`,
  'authority.empty': 'Marque la casilla si tiene permiso para hacer una solicitud por esta empresa',
  'authority.changed': 'Esta declaración ha cambiado. Vuelva a cargar la página y léala otra vez',
  'unlikely.count': (number) =>
    count(number, {
      one: 'Una respuesta parece poco habitual. Revísela. Si es correcta, puede crear su solicitud.',
      other: '# respuestas parecen poco habituales. Revise cada una. Si son correctas, puede crear su solicitud.',
    }),

  'saved.will': (days) =>
    `Sus respuestas se guardan durante ${count(days, { one: '# día', other: '# días' })} para que pueda continuar más tarde.`,
  'saved.page':
    'Sus respuestas están solo en esta página hasta que las envíe. Si vuelve a cargar la página, se pierden.',
  'saved.saving': 'Guardando…',
  'saved.saved': 'Guardado',
  'saved.taken': 'Se han rellenado sus respuestas guardadas',
  'saved.failed': 'Sus últimas respuestas aún no se han guardado. Están solo en esta página.',
  'saved.off': 'Se ha borrado la copia guardada. Sus respuestas están solo en esta página.',
  'saved.ended':
    'Sus respuestas ya no se guardan. La copia guardada se borró, o la solicitud se creó, en otra pestaña o en otro dispositivo.',
  'saved.deleting': 'Borrando…',
  'saved.kept': 'Es posible que la copia guardada no se haya borrado. Vuelva a intentarlo.',
  'saved.conflict': 'No se ha guardado. Elija arriba qué respuestas quiere conservar.',
  'saved.stranger':
    'Otra persona ha iniciado sesión desde que abrió esta página, o se ha elegido otra empresa, así que sus respuestas no se guardan.',
  'saved.closed':
    'Se ha empezado una solicitud nueva en otra pestaña o en otro dispositivo, así que sus respuestas no se guardan.',
  'saved.details': 'Detalles',
  'saved.how': (days) =>
    `Para continuar en otro dispositivo, inicie sesión en él. La copia guardada se borra cuando crea la solicitud, o ${count(days, { one: '# día', other: '# días' })} después de su último cambio. Si la borra ahora, sus respuestas se quedan en esta página.`,
  'saved.delete': 'Borrar la copia guardada',
  'saved.save': 'Guardar para otro dispositivo',
  'saved.conflict.heading': 'Ha escrito otras respuestas en otra pestaña o en otro dispositivo',
  'saved.conflict.body': (when) =>
    `Se guardaron el ${when} y son distintas de las respuestas de esta página. Elija cuáles quiere conservar. Las otras se borrarán.`,
  'saved.theirs': 'Usar las respuestas guardadas',
  'saved.mine': 'Conservar las respuestas de esta página',

  'end.heading': (hasAsked) =>
    hasAsked ? 'Los prestamistas están estudiando su solicitud' : 'Su solicitud se ha creado',
  'end.next': 'No tiene que hacer nada más.',
  'end.sent': 'Ha enviado su solicitud.',
  'end.offers': (isHere) =>
    isHere ? 'Las ofertas aparecen más abajo.' : 'Los prestamistas deciden si le hacen una oferta.',
  'end.time': 'Puede tardar un poco.',
  'end.choose': 'Usted elige. Nada es vinculante hasta que acepte una oferta.',

  'again.apply': 'Presentar otra solicitud',
  'again.how'() {
    return `Esto empieza una solicitud nueva. ${partner(this, 'Este sitio')} conserva la anterior.`;
  },
  'again.heading': '¿Empezar una solicitud nueva?',
  'again.confirm': 'La solicitud anterior se cerrará. No podrá enviar nada más para ella, ni verá aquí sus ofertas.',
  'again.yes': 'Sí, empezar una solicitud nueva',
  'again.no': 'Conservar esta solicitud',
  'again.sending': 'Empezando…',
  'again.failed': 'Es posible que la solicitud nueva no se haya empezado',

  'signed-out.heading': 'Inicie sesión antes de presentar la solicitud',
  'signed-out.again-heading': 'Vuelva a iniciar sesión para continuar',
  'signed-out.how': 'Inicie sesión en este sitio en otra pestaña y vuelva aquí.',
  'signed-out.kept': 'Lo que ha escrito se queda en esta página.',
  'signed-out.again': 'Ya he iniciado sesión',
  'signed-out.still': 'Aún no ha iniciado sesión.',

  'introduction.heading': 'Solicitar financiación para su empresa',
  'introduction.time': 'Se tarda unos 5 minutos',
  'introduction.need': 'Tenga esto a mano',
  'introduction.need.number': 'el número de registro de la empresa',
  'introduction.need.dates': 'las fechas de su constitución y del inicio de su actividad',
  'introduction.need.addresses': (years) =>
    years >= 1 ? `dónde ha vivido durante ${lastYears(Math.ceil(years))}` : 'la dirección de su casa',
  'introduction.need.figures': 'cuánto quiere pedir prestado y sus ingresos mensuales',
  'introduction.need.documents': 'un extracto bancario reciente de la empresa, si lo tiene',
  'introduction.score': 'La búsqueda de ofertas no afecta a su puntuación de crédito',
  'introduction.who'() {
    return `${partner(this, 'Este sitio')} le muestra este formulario. Su solicitud llega a los prestamistas a través ${this.partner.broker?.name ? `de ${this.partner.broker?.name}` : 'del servicio de financiación'}.`;
  },
  'introduction.start': 'Empezar',

  'query.label': 'Busque su empresa',
  'query.hint'() {
    return `Escriba su nombre o su número de registro. ${partner(this, 'Este sitio')} busca mientras escribe.`;
  },
  'query.unchosen': 'Elija su empresa entre los resultados, o escriba usted los datos',
  'address.query.label': 'Busque su dirección',
  'address.query.hint'() {
    return `Escriba el código postal o la calle. ${partner(this, 'Este sitio')} busca mientras escribe.`;
  },
  'address.query.unchosen': 'Elija su dirección entre los resultados, o escríbala usted',
  'previous.query.label': 'Busque esta dirección',
  'previous.query.hint'() {
    return `Escriba el código postal o la calle. ${partner(this, 'Este sitio')} busca mientras escribe.`;
  },
  'previous.query.unchosen': 'Elija su dirección anterior entre los resultados, o escríbala usted',
  'lookup.who'() {
    return `${partner(this, 'Este sitio')} busca mientras escribe.`;
  },
  'lookup.list': 'Resultados',
  'lookup.clear': 'Borrar la búsqueda',
  'lookup.searching': 'Buscando…',
  'lookup.slow': 'Está tardando un poco. También puede escribir usted los datos.',
  'lookup.results': (number) =>
    count(number, { one: '# resultado. Elíjalo en la lista.', other: '# resultados. Elija uno en la lista.' }),
  'lookup.none': 'No hay resultados. Compruebe la ortografía, o escriba usted los datos.',
  'lookup.failed': 'La búsqueda no funciona. Escriba usted los datos.',
  'lookup.company.own': 'Escribir los datos',
  'lookup.address.own': 'Escribir la dirección',
  'lookup.company.search': 'Buscar su empresa',
  'lookup.address.search': 'Buscar la dirección',
  'lookup.change': 'Cambiar',
  'lookup.company.name': 'su empresa',
  'lookup.address.name': 'la dirección',
  'lookup.number': (number) => `Número de registro ${number}`,
  'lookup.formed': (day) => `Constituida el ${day}`,
  'lookup.inactive': 'No activa',
  'lookup.inactive.card': 'En el registro, esta empresa no figura como activa. Compruebe que ha elegido la correcta.',
  'lookup.unoffered': 'Otro tipo de empresa',
  'lookup.unoffered.card'() {
    return `Este formulario no es para este tipo de empresa. Si ha elegido la correcta, contacte con ${helper(this, 'este sitio')} para saber cómo puede presentar una solicitud.`;
  },
};
