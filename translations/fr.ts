import { isRentOrOwn } from '../src/base/text/locales/rent-or-own.js';
import type { Pack } from '../src/languages/en.js';
import { broker, capital, helper, partner, withoutStop, wordsOf, yearsAgo } from './words.js';

const { and, count, kinds, number } = wordsOf('fr');

const example = (day: string, years: number) => `Par exemple, ${day} ${yearsAgo(years)}.`;
const files = (number: number) => count(number, { one: '# fichier', other: '# fichiers' });
const duration = (seconds: number) => {
  if (seconds < 100) return count(seconds, { one: '# seconde', other: '# secondes' });
  if (seconds <= 7200) return count(Math.ceil(seconds / 60), { one: '# minute', other: '# minutes' });
  return count(Math.ceil(seconds / 3600), { one: '# heure', other: '# heures' });
};
const wait = (seconds?: number) => `Attendez ${seconds ? duration(seconds) : 'quelques minutes'}, puis réessayez.`;
const lastYears = (years: number) => count(years, { one: 'la dernière année', other: 'les # dernières années' });
const NO_FAULT = 'Vos réponses ne sont pas en cause.';
const UNSURE = 'Votre demande n’a peut-être pas été créée';
const [NOT_SENT, NOT_REQUESTED] = ['Vos chiffres n’ont pas été envoyés', 'Vos offres n’ont pas été demandées'];
const OFFLINE = 'Vous êtes peut-être hors ligne. Vérifiez votre connexion et réessayez.';
const SHARED =
  'Les informations déjà transmises ne peuvent plus être récupérées. Des prêteurs peuvent donc encore vous contacter.';
const currencies: Record<string, string> = { '£': 'En livres sterling', '€': 'En euros', $: 'En dollars' };
const ofAddress = (index: number) =>
  index ? `de votre adresse précédente${index > 1 ? ` ${index}` : ''}` : 'de votre adresse actuelle';
const the = (what: string) => (index: number) => `${what} ${ofAddress(index)}`;

/** The sentences in French. */
export const sentences: Pack = {
  continue: 'Continuer',
  back: 'Retour',
  'try-again': 'Réessayer',
  reload: 'Recharger cette page',
  loading: 'Chargement…',
  sending: 'Envoi en cours…',
  optional: '(facultatif)',
  fixed() {
    return `${partner(this, 'Ce site')} a rempli ce champ. Vous ne pouvez pas le modifier ici.`;
  },
  error: 'Erreur :',
  day: 'Jour',
  month: 'Mois',
  year: 'Année',
  select: 'Choisir…',

  support: (name) => (name ? `Contacter ${name} :` : 'Pour obtenir de l’aide :'),
  'support.or': 'ou',
  'new-tab': '(s’ouvre dans un nouvel onglet)',

  'summary.heading': (number) => count(number, { one: '# réponse est à revoir', other: '# réponses sont à revoir' }),
  'summary.done': 'Il n’y a plus rien à corriger',
  'failure.heading': 'Un problème est survenu',
  'failure.step': 'Cette étape ne s’est pas ouverte',
  'failure.start': 'Vous ne pouvez pas faire de demande pour le moment',
  'failure.kept': 'Tout ce que vous avez saisi est toujours là.',
  failure() {
    return `${partner(this, 'Ce site')} rencontre un problème.`;
  },
  'failure.adapter-offline': OFFLINE,
  'failure.adapter-timeout': 'L’opération a pris trop de temps. Vérifiez votre connexion et réessayez.',
  'failure.adapter-unreachable'() {
    return `${partner(this, 'Ce site')} ne répond pas. Vérifiez votre connexion et réessayez.`;
  },
  'failure.script-outdated': 'Cette page a été mise à jour. Rechargez-la pour continuer.',
  'failure.adapter-redirected':
    'Vous avez peut-être été déconnecté de votre compte, ou ce site a changé d’adresse. Connectez-vous dans un autre onglet, puis revenez ici et réessayez.',
  'failure.handler-signed-out':
    'Vous n’êtes pas connecté à votre compte. Connectez-vous dans un autre onglet, puis revenez ici et réessayez.',

  'field.noun': 'cette réponse',
  'problem.empty': (noun) => `Saisissez ${noun}`,
  'problem.too-long': (noun, { maximum }) => `${capital(noun)} doit compter ${maximum} caractères au maximum`,
  'problem.date-missing': (noun, { parts }) => {
    const words: Record<string, string> = { day: 'un jour', month: 'un mois', year: 'une année' };
    return `${capital(noun)} doit comporter ${and(
      String(parts)
        .split(' ')
        .map((part) => words[part]!),
    )}`;
  },
  'problem.date-year': (noun) => `${capital(noun)} doit comporter une année à 4 chiffres, comme ${yearsAgo(10)}`,
  'problem.date-words': (noun) => `Écrivez ${noun} en chiffres, comme 10 7 2020`,
  'problem.not-real': (noun) => `${capital(noun)} doit exister dans le calendrier`,
  'problem.date-early': (noun, { minimum }) => `${capital(noun)} ne doit pas être antérieure à ${minimum}`,
  'problem.not-past': (noun) => `${capital(noun)} doit être dans le passé`,
  'problem.future': (noun) => `${capital(noun)} doit être aujourd’hui ou dans le passé`,
  'problem.format': (noun) => `Vérifiez ${noun}. Le format n’est pas correct`,

  'journey.steps': 'Étapes',
  'journey.step': (step, count) => `Étape ${step} sur ${count}`,
  'screen.company.dates': 'Quand votre entreprise a-t-elle commencé ?',
  'screen.company.country': 'Dans quel pays se trouve votre entreprise ?',
  'screen.company.address': 'Où se trouve votre entreprise ?',
  'screen.company.next': 'Étape suivante : vous',
  'screen.applicant.contact': 'Quelles sont vos coordonnées ?',
  'screen.applicant.country': 'Dans quel pays habitez-vous ?',
  'screen.applicant.home': 'Où habitez-vous ?',
  'screen.applicant.stay': 'Depuis quand y habitez-vous ?',
  'screen.applicant.previous-country': 'Dans quel pays habitiez-vous avant ?',
  'screen.applicant.previous-home': 'Où habitiez-vous avant ?',
  'screen.applicant.previous-stay': 'Combien de temps y avez-vous habité ?',
  'screen.applicant.next': 'Étape suivante : vérifier vos réponses',
  'step.company': 'Entreprise',
  'step.applicant': 'À propos de vous',
  'step.review': 'Vérification',
  'step.documents': 'Documents',
  'step.prequalification': 'Financement',
  'step.consent': 'Offres',
  'step.done': '(terminé)',

  'widget.heading': 'Vos offres',

  'company.heading': 'Votre entreprise',
  'registered_name.label': 'Nom officiel de l’entreprise',
  'registered_name.noun': 'le nom officiel de l’entreprise',
  'registered_number.label': 'Numéro d’immatriculation',
  'registered_number.hint':
    '8 caractères, comme 01234567 ou SC123456. Il figure sur votre certificat de constitution (certificate of incorporation).',
  'registered_number.format': 'Écrivez le numéro d’immatriculation avec ses chiffres, comme 01234567',
  'registered_number.without'(type) {
    return `Pas de numéro ? Ce formulaire est réservé à ce type d’entreprise : ${type}. Pour savoir comment faire votre demande, contactez ${helper(this, 'ce site')}.`;
  },
  'registered_number.noun': 'le numéro d’immatriculation',
  'type.label': 'Type d’entreprise',
  'type.noun': 'le type d’entreprise',
  'type.empty': 'Choisissez le type d’entreprise',
  'formation_date.label': 'Quand l’entreprise a-t-elle été créée ?',
  'formation_date.hint': () => example('27 3', 10),
  'formation_date.noun': 'la date de création de l’entreprise',
  'trading_from_date.label': 'Quand l’entreprise a-t-elle commencé son activité ?',
  'trading_from_date.hint': () => `La date de sa première vente ou de son premier travail payé. ${example('1 6', 10)}`,
  'trading_from_date.noun': 'la date de début d’activité de l’entreprise',
  'address.label': 'Adresse de l’entreprise',
  'address.part': 'Il suffit d’indiquer le numéro et la rue.',
  'address.house_number.label': 'Numéro ou nom de la maison',
  'address.house_number.hint': 'Par exemple, 12, Flat 3 ou Rose Cottage.',
  'address.house_number.noun': 'le numéro ou le nom de la maison de l’adresse de l’entreprise',
  'address.line_1.label': 'Rue',
  'address.line_1.hint': 'S’il n’y a pas de rue, indiquez le village.',
  'address.line_1.noun': 'la rue de l’adresse de l’entreprise',
  'address.city.label': 'Ville',
  'address.city.noun': 'la ville de l’adresse de l’entreprise',
  'address.county.label': 'Comté (county)',
  'address.county.noun': 'le comté de l’adresse de l’entreprise',
  'address.postcode.label': 'Code postal (postcode)',
  'address.postcode.noun': 'le code postal de l’adresse de l’entreprise',

  given: (business) => `Pour : ${business}.`,
  'given.ltd': 'Pour les sociétés britanniques à responsabilité limitée (private limited company, Ltd).',
  'given.other': 'Votre entreprise est différente ?',
  'country_of_residence.label': 'Pays où vous habitez',
  'choice.United Kingdom': 'Royaume-Uni',
  'report-error': 'Ce n’est pas exact ?',
  'report-error.text'() {
    return `Si ce n’est pas votre cas, n’envoyez pas cette demande. Pour savoir comment faire votre demande, contactez ${helper(this, 'ce site')}.`;
  },
  'report-error.sent'() {
    return `Si ce n’est pas exact, contactez ${helper(this, 'ce site')}.`;
  },
  'report-error.link': 'Que faire si ce n’est pas exact',

  'choice.ltd': 'Société à responsabilité limitée (private limited company, Ltd)',

  change: 'Modifier',
  'not-given': 'Non indiqué',
  slow: 'Toujours en cours. Ne rechargez pas et ne fermez pas cette page.',
  yes: 'Oui',
  no: 'Non',
  money: (amount, sign) => `${amount} ${sign}`,

  'applicant.heading': 'À propos de vous',
  'first_name.label': 'Prénom',
  'first_name.noun': 'votre prénom',
  'last_name.label': 'Nom de famille',
  'one-name': 'Je n’ai qu’un seul nom',
  'last_name.noun': 'votre nom de famille',
  'date_of_birth.label': 'Quelle est votre date de naissance ?',
  'date_of_birth.hint': () => example('27 3', 40),
  'date_of_birth.noun': 'votre date de naissance',
  'date_of_birth.date-year': () =>
    `Votre date de naissance doit comporter une année à 4 chiffres, comme ${yearsAgo(40)}`,
  'email.label': 'Adresse e-mail',
  'email.noun': 'votre adresse e-mail',
  'email.format': 'Saisissez une adresse e-mail au bon format, comme name@example.com',
  'email.letters': 'Saisissez une adresse e-mail sans accents ni lettres spéciales, comme name@example.com',
  'phone_number.label': 'Numéro de téléphone',
  'phone_number.hint': 'Pour un numéro étranger, ajoutez l’indicatif du pays.',
  'phone_number.noun': 'votre numéro de téléphone',
  'phone_number.format':
    'Saisissez un numéro de téléphone en chiffres, comme 01632 960 001, 07700 900 982 ou +44 808 157 0192',
  'phone_number.extension': 'Saisissez votre numéro de téléphone sans celui du poste, comme 01632 960 001',
  'country_of_residence.noun': 'le pays où vous habitez',
  'country_of_residence.empty': 'Choisissez le pays où vous habitez',
  'addresses.label': 'Adresse de votre domicile',
  'addresses.same': 'La même que celle de l’entreprise',
  'addresses.same-street': 'Même numéro et même rue que l’entreprise',
  'addresses.house_number.noun': 'le numéro ou le nom de votre maison',
  'addresses.line_1.noun': 'la rue où vous habitez',
  'addresses.city.noun': 'la ville où vous habitez',
  'addresses.county.noun': 'le comté où vous habitez',
  'addresses.postcode.noun': 'votre code postal',
  'addresses.start_date.label': 'Quand avez-vous emménagé ?',
  'addresses.start_date.hint': () => `Une estimation suffit. ${example('14 9', 5)}`,
  'addresses.start_date.noun': 'la date de votre emménagement',
  'addresses.status.label'() {
    return isRentOrOwn(this)
      ? 'Êtes-vous locataire ou propriétaire de votre logement ?'
      : 'Quelle situation correspond à votre logement ?';
  },
  'addresses.status.noun': 'la situation de votre logement',
  'addresses.status.empty'() {
    return isRentOrOwn(this)
      ? 'Indiquez si vous êtes locataire ou propriétaire de votre logement'
      : 'Choisissez la situation qui correspond à votre logement';
  },
  'previous.status.label'() {
    return isRentOrOwn(this)
      ? 'Étiez-vous locataire ou propriétaire de ce logement ?'
      : 'Quelle situation correspondait à ce logement ?';
  },

  'review.heading': 'Vérifiez vos réponses',
  'review.intro'() {
    return `Lorsque vous créerez votre demande, ${partner(this, 'ce site')} enverra ces informations ${this.partner.broker?.name ? `à ${this.partner.broker?.name}` : 'au service de financement'}. Vous ne pourrez plus les modifier ensuite.`;
  },
  'review.submit': 'Créer la demande',
  'review.failed': 'Votre demande n’a pas été créée',
  'review.sending': 'Création de votre demande…',
  'review.created.heading': 'Vos réponses',
  'review.created': 'Votre demande a été créée avec ces réponses. Vous ne pouvez plus les modifier.',
  'review.sent': 'Votre demande a été créée. Pour protéger vos informations, vos réponses ne sont plus affichées.',
  'review.other.heading': 'Votre demande a déjà été créée',
  'review.other':
    'Elle a été créée avec d’autres réponses, dans un autre onglet ou sur un autre appareil. Les réponses de cette page n’ont pas été envoyées. Pour protéger vos informations, vos réponses ne sont plus affichées.',
  'review.business-address': 'Adresse',
  'review.funding_amount': 'Montant à emprunter',
  'review.monthly_revenue': 'Chiffre d’affaires mensuel',
  'review.any_ccj': 'Jugements pour dette (CCJ)',
  'review.name': 'Nom',
  'review.home-address': 'Adresse du domicile',
  'review.earlier-address': 'Adresse précédente',
  'review.country': 'Pays de l’entreprise',
  'review.region': 'Région',
  'review.application-region': 'Région de la demande',
  'review.formation_date': 'Date de création',
  'review.trading_from_date': 'Date de début d’activité',
  'review.date_of_birth': 'Date de naissance',
  'review.start_date': 'Date d’emménagement',
  'review.status': 'Situation du logement',
  'company.noun': 'les informations sur votre entreprise',
  'company.empty': 'Revenez en arrière et répondez à toutes les questions sur votre entreprise',
  'applicant.noun': 'les informations sur vous',
  'applicant.empty': 'Revenez en arrière et répondez à toutes les questions sur vous',

  'documents.heading': 'Ajouter des documents',
  'documents.intro':
    'Un relevé récent du compte bancaire de l’entreprise aide les prêteurs à se décider. Vous pouvez passer cette étape.',
  'documents.skip': 'Passer pour l’instant',
  'documents.photo': 'Prendre une photo',
  'file.label': 'Choisir des fichiers',
  'file.more': 'Ajouter un autre fichier',
  'file.hint': (endings, limit) =>
    `${kinds(endings)}, ${limit} au maximum chacun. Vous pouvez aussi déposer ou coller des fichiers ici.`,

  'prequalification.heading': 'Le financement dont vous avez besoin',
  'prequalification.failed': 'Vos chiffres n’ont peut-être pas été envoyés',
  'prequalification.source'() {
    return `Provient de votre compte ${this.partner.name ?? 'sur ce site'}.`;
  },
  'funding_amount.label': 'Combien voulez-vous emprunter ?',
  'funding_amount.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}, comme 25000.`;
  },
  'funding_amount.noun': 'le montant à emprunter',
  'problem.too-small'(noun) {
    return `${capital(noun)} doit être supérieur à 0 ${this.currencySign}`;
  },
  'problem.too-large'(noun, { maximum }) {
    return `${capital(noun)} ne doit pas dépasser ${number(Number(maximum))} ${this.currencySign}`;
  },
  'problem.not-money': (noun) => `Écrivez ${noun} sous forme de nombre, comme 25000`,
  'problem.currency'(noun) {
    return `Écrivez ${noun} en un seul montant en ${this.currencySign}, pas dans une autre monnaie`;
  },
  'problem.range'(noun) {
    return `Écrivez ${noun} en un seul montant en ${this.currencySign}, pas sous forme de fourchette`;
  },
  'problem.about'(noun) {
    return `Écrivez ${noun} en un seul montant en ${this.currencySign}, comme 25000, sans « environ » ni autres mots ou signes`;
  },
  'problem.decimals': (noun) =>
    `${capital(noun)} doit avoir au plus 2 décimales. Écrivez les milliers sans point, comme 25000`,
  'monthly_revenue.label': 'Quel est le chiffre d’affaires mensuel de l’entreprise ?',
  'monthly_revenue.hint'() {
    return `${currencies[this.currencySign] ?? this.currencySign}. Une moyenne récente suffit.`;
  },
  'monthly_revenue.noun': 'le chiffre d’affaires mensuel de l’entreprise',
  'monthly_revenue.too-small'() {
    return `Le chiffre d’affaires mensuel de l’entreprise doit être d’au moins 0 ${this.currencySign}`;
  },
  'any_ccj.label': 'L’entreprise fait-elle l’objet de jugements pour dette (county court judgments, CCJ) ?',
  'any_ccj.hint': 'Un CCJ est une décision d’un tribunal qui ordonne de payer une dette.',
  'any_ccj.noun': 'si l’entreprise fait l’objet de jugements pour dette (CCJ)',
  'any_ccj.empty': 'Choisissez « Oui » si l’entreprise fait l’objet de jugements pour dette (CCJ)',

  'consent.translated': 'Cet accord est affiché dans sa langue d’origine. Ce sont ces mots que vous acceptez.',
  'consent.language': (name) => `Langue de cet accord : ${name}. Ce sont ces mots que vous acceptez.`,
  'consent.submit': 'Accepter et recevoir des offres',
  'consent.sending': 'Demande d’offres en cours…',
  'consent.failed': 'Vos offres n’ont peut-être pas été demandées',
  'consent.only.failed': 'Votre réponse n’a peut-être pas été enregistrée',
  'consent.only.submit': 'J’accepte',
  'consent.only.sending': 'Enregistrement de votre réponse…',
  'consent.decline': 'Je n’accepte pas',
  'consent.after': 'Les prêteurs reçoivent vos informations et peuvent vous faire des offres.',
  'consent.only.after': 'Votre accord est enregistré avec l’heure et ce texte.',
  'consent.after-decline': 'Les prêteurs ne reçoivent pas vos informations. Votre demande est enregistrée.',
  'consent.after-decline.again': 'Personne ne vérifie à nouveau votre solvabilité. Votre demande est enregistrée.',
  'consent.see': 'Voir ce que vous avez accepté',
  'agree.noun': 'votre réponse',
  'agree.empty': 'Cochez la case si vous acceptez, ou choisissez « Je n’accepte pas »',

  'journey.offline': 'Vous êtes hors ligne. Vos réponses restent sur cette page.',
  'figures.heading': 'Vos chiffres',
  'figures.amount': (amount) => `Vous avez demandé ${amount}`,
  'figures.revenue': (amount) => `${amount} de chiffre d’affaires par mois`,
  'figures.judgments': (hasAny) => `${hasAny ? 'avec des jugements' : 'aucun jugement'} pour dette (CCJ)`,
  'figures.change': 'Modifier les chiffres',
  'figures.notice': 'Ce que vous acceptez',
  'end.documents': (number) =>
    number ? count(number, { one: '# document envoyé', other: '# documents envoyés' }) : 'documents envoyés',

  'widget.loading': 'Chargement de vos offres…',
  'widget.close': 'Fermer',
  'widget.failed.heading': 'Vos offres n’ont pas pu être affichées',
  'widget.failed': 'Si un nouvel essai échoue, rechargez la page ou revenez plus tard.',
  'widget.reload': 'Pour revoir vos offres, rechargez la page. Votre demande est enregistrée.',
  'failure.script-offline': OFFLINE,
  'failure.script':
    'Une partie de cette page ne s’est pas chargée. Un bloqueur de publicité ou un filtre réseau l’a peut-être arrêtée.',

  'problem.unanswered': (_noun, { question }) => `Répondez à « ${question} »`,

  'choice.tenant': 'Je suis locataire (tenant)',
  'choice.question': (label) => `Est-ce que « ${label} » correspond à votre logement ?`,
  'choice.tenant.question': 'Êtes-vous locataire de votre logement ?',
  'choice.tenant.label': 'Logement loué',
  'choice.tenant.past-label': 'Logement précédent loué',
  'choice.past': (label) => `Est-ce que « ${label} » correspondait à ce logement ?`,
  'choice.tenant.past': 'Étiez-vous locataire de ce logement ?',
  'choice.bank-statement': 'Relevé bancaire',

  'failure.handler-not-created': 'Votre demande n’a pas encore été créée. Revenez d’abord à « Vérifiez vos réponses ».',
  'failure.handler-other-applicant':
    'Une autre personne s’est connectée depuis que vous avez ouvert cette page, ou une autre entreprise a été choisie. Rien n’a été envoyé. Pour continuer, rechargez cette page.',
  'failure.handler-closed':
    'Une nouvelle demande a été commencée dans un autre onglet ou sur un autre appareil, donc celle-ci est fermée. Rien n’a été envoyé. Pour continuer avec la nouvelle, rechargez cette page.',
  'failure.handler-other-company'() {
    return `${partner(this, 'Ce site')} a déjà une demande de votre part pour une autre entreprise, donc rien n’a été envoyé. Pour continuer avec cette demande, rechargez cette page.`;
  },
  'failure.handler-too-large': 'C’est trop volumineux pour être envoyé.',
  'failure.adapter-too-large': 'C’est trop volumineux pour ce site.',
  'failure.adapter-too-many'(seconds) {
    return `${partner(this, 'Ce site')} est très sollicité en ce moment. ${wait(seconds)}`;
  },
  'failure.adapter-unavailable'(seconds) {
    return `${partner(this, 'Ce site')} n’est pas disponible pour le moment. ${wait(seconds)}`;
  },
  'failure.adapter-blocked':
    'Un contrôle de sécurité de ce site a bloqué l’opération, et rien n’a été envoyé. Pour passer ce contrôle, rechargez cette page.',
  'failure.handler-in-flight':
    'L’envoi est déjà en cours, peut-être depuis un autre onglet. Attendez un instant et réessayez.',
  'failure.handler-too-many': (seconds) => `Vous avez essayé trop de fois. ${wait(seconds)}`,
  'failure.not-asked'() {
    return `${partner(this, 'Ce site')} rencontre un problème. ${NO_FAULT}`;
  },
  'failure.upstream'() {
    return `${broker(this, 'Le service de financement')} ne répond pas. Réessayez dans quelques minutes.`;
  },
  'failure.upstream-busy'(seconds) {
    return `${broker(this, 'Le service de financement')} est très sollicité en ce moment. ${wait(seconds)}`;
  },
  'failure.upstream-unavailable'(seconds) {
    return `${broker(this, 'Le service de financement')} n’est pas disponible pour le moment. ${wait(seconds)}`;
  },
  'failure.upstream-denied'() {
    return `Il y a un problème de connexion entre ${partner(this, 'ce site')} et ${broker(this, 'le service de financement')}. ${NO_FAULT}`;
  },
  'failure.upstream-redirect'() {
    return `Il y a un problème de connexion entre ${partner(this, 'ce site')} et ${broker(this, 'le service de financement')}. ${NO_FAULT}`;
  },
  'failure.upstream-rejected'() {
    return `${broker(this, 'Le service de financement')} n’a pas accepté cet envoi et n’a pas dit pourquoi. Vérifiez vos réponses et réessayez.`;
  },
  'review.upstream-rejected'() {
    return `${broker(this, 'Le service de financement')} n’a pas accepté votre demande et n’a pas dit pourquoi. Vérifiez vos réponses et réessayez.`;
  },
  'consent.upstream-rejected'() {
    return `${broker(this, 'Le service de financement')} n’a pas accepté votre demande d’offres et n’a pas dit pourquoi. Vous pouvez réessayer plus tard.`;
  },
  'failure.outcome-unknown'() {
    return `${broker(this, 'Le service de financement')} n’a pas confirmé. On ne sait donc pas si l’envoi a abouti.`;
  },
  'review.outcome-unknown'() {
    return `${broker(this, 'Le service de financement')} n’a pas confirmé votre demande. On ne sait donc pas si elle a été créée.`;
  },
  'review.failed.outcome-unknown': UNSURE,
  'review.failed.adapter-timeout': UNSURE,
  'review.failed.adapter-unreachable': UNSURE,
  'review.failed.adapter-offline': UNSURE,
  'review.failed.adapter-unexpected-response': UNSURE,
  'review.failed.adapter-redirected': UNSURE,
  'review.failed.adapter-unavailable': UNSURE,
  'review.failed.handler-failed': UNSURE,
  'review.failed.handler-in-flight': 'Votre demande est en cours de création',
  'failure.check'(seconds) {
    return `${seconds ? `Vérifiez à nouveau dans ${duration(seconds)}` : 'Vous pouvez vérifier à nouveau'}. ${partner(this, 'Ce site')} cherche d’abord votre demande, pour qu’elle ne soit pas envoyée deux fois.`;
  },
  'failure.no-check'() {
    return `Ne refaites pas la demande, car elle existe peut-être déjà. ${partner(this, 'Ce site')} ne l’enverra pas deux fois.`;
  },
  'check-again': 'Vérifier à nouveau',
  'review.checking': 'Recherche de votre demande…',
  'prequalification.failed.config-invalid': 'Vos chiffres ne peuvent pas être envoyés',
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
    return `${broker(this, 'Le service de financement')} n’a pas confirmé la réception de vos chiffres. Vous pouvez les renvoyer.`;
  },
  'consent.unsure'() {
    return `${broker(this, 'Le service de financement')} n’a pas confirmé la réception de votre demande d’offres. Vous pouvez la renvoyer.`;
  },
  'failure.reference': (reference) => `Votre numéro de référence est ${reference}.`,
  'failure.contact'() {
    return `Si vous avez besoin d’aide, contactez ${helper(this, 'ce site')}.`;
  },
  'problem.rejected'(noun) {
    return `Vérifiez ${noun}. ${broker(this, 'Le service de financement')} n’a pas accepté cette réponse`;
  },
  'problem.needed'(noun) {
    return `Indiquez ${noun}. ${broker(this, 'Le service de financement')} a besoin de cette réponse`;
  },
  'registered_number.needed'() {
    return `${broker(this, 'Le service de financement')} a besoin d’un numéro d’immatriculation`;
  },
  'address.country_code.noun': 'le pays de l’adresse de l’entreprise',
  'addresses.country_code.noun': 'le pays où vous habitez',
  'previous.country_code.noun': 'le pays de votre adresse précédente',
  'widget.failed.handler-signed-out': 'Connectez-vous pour voir vos offres',
  'widget.handler-signed-out'() {
    return `Connectez-vous à ${partner(this, 'ce site')} dans un autre onglet, puis revenez ici et réessayez.`;
  },
  'widget.failed.handler-not-created'() {
    return `${partner(this, 'Ce site')} n’a encore aucune demande de votre part`;
  },
  'widget.handler-not-created': 'Vous verrez vos offres ici après avoir demandé un financement.',
  'failure.widget': 'La partie de cette page qui affiche vos offres n’a pas démarré.',

  'consent.declined.heading': 'Vous n’avez pas demandé d’offres',
  'consent.declined'() {
    return `Tant que vous n’acceptez pas, ${partner(this, 'ce site')} ne transmet pas vos informations aux prêteurs et personne ne vérifie votre solvabilité. Votre demande est enregistrée.`;
  },
  'consent.declined.again.heading': 'Vous n’avez pas demandé d’autres offres',
  'consent.declined.again': `Personne ne vérifiera à nouveau votre solvabilité sans votre accord. ${SHARED}`,
  'consent.reconsider': 'Relire l’accord',
  'consent.without': 'Continuer sans offres',
  'consent.back': 'Revenir à vos offres',
  'consent.config-invalid'() {
    return `${partner(this, 'Ce site')} ne peut pas enregistrer votre accord, donc rien n’a été envoyé.`;
  },
  'consent.handler-consent-not-stored':
    'Votre réponse n’a pas pu être enregistrée, donc rien n’a été envoyé. Réessayez dans quelques minutes.',
  'agree.changed':
    'Le texte ci-dessus a changé, par exemple parce qu’il a été traduit. Pour accepter, affichez la page dans sa langue d’origine',
  'agree.handler-no-consent': 'Relisez l’accord, et cochez la case si vous acceptez',
  'agree.handler-consent-stale': 'Cet accord n’était plus à jour. Relisez-le, et cochez la case si vous acceptez',
  'agree.handler-consent-withdrawn':
    'Vous avez retiré votre accord. Relisez le texte, et cochez la case si vous acceptez',

  'figures.unknown':
    'Vos chiffres ont peut-être changé depuis la dernière fois que vous les avez vus. Vérifiez-les avant d’accepter.',
  'figures.other':
    'Ces chiffres ont été envoyés dans un autre onglet ou sur un autre appareil. Vérifiez-les avant d’accepter.',
  'figures.check': 'Vérifier les chiffres',

  'receipt.heading': 'Ce que vous avez accepté',
  'receipt.when': 'Accepté le',
  'receipt.applicant': 'Demandeur',
  'receipt.business': 'Entreprise',
  'receipt.broker': 'Courtier en crédit',
  'receipt.parties': 'Transmis à',
  'receipt.number': 'Numéro du reçu',
  'receipt.ask': 'Recevoir des offres',
  'receipt.print': 'Imprimer',
  'receipt.download': 'Télécharger',
  'receipt.withdraw': 'Retirer mon accord',
  'receipt.confirm.heading': 'Retirer votre accord ?',
  'receipt.confirm'() {
    return `${partner(this, 'Ce site')} enregistrera votre retrait et ne demandera plus d’offres. ${SHARED}`;
  },
  'receipt.confirm.yes': 'Oui, retirer mon accord',
  'receipt.confirm.no': 'Garder mon accord',
  'receipt.failed': 'Votre retrait n’a peut-être pas été enregistré',
  'receipt.withdrawing': 'Retrait en cours…',
  'receipt.withdrawn.heading': 'Vous avez retiré votre accord',
  'receipt.withdrawn'(when) {
    return `Vous l’avez retiré le ${when}. ${partner(this, 'Ce site')} ne demandera plus d’offres. ${SHARED}`;
  },
  'receipt.ended': 'Retiré le',
  'withdrawn.offers': 'Vous pouvez toujours voir les éventuelles offres que des prêteurs ont déjà faites.',
  'withdrawn.again': 'Pour recevoir d’autres offres, relisez l’accord et acceptez-le.',
  'withdrawn.note': (when) =>
    `Vous avez retiré votre accord le ${when}. Pour recevoir d’autres offres, acceptez à nouveau.`,
  'failure.handler-no-consent': 'Votre accord n’est plus enregistré. Rechargez la page.',

  'only.end': 'Rien n’a été envoyé.',
  'problem.only': (_noun, { sentence }) => String(sentence),
  'choice.only': (question, years) =>
    `Vous pouvez faire une demande ici seulement si vous répondez oui à « ${question} »${years ? ` pour chaque logement occupé pendant ${lastYears(years)}` : ''}`,
  'choice.tenant.only': (years) =>
    `Vous pouvez faire une demande ici seulement si vous êtes locataire de votre logement${years ? `, et si vous l’avez été pendant ${lastYears(years)}` : ''}`,
  'choice.tenant.only-past': 'Vous pouvez faire une demande ici seulement si vous étiez locataire de ce logement',

  'newer-browser':
    'Cette page a besoin d’un navigateur plus récent. Mettez votre navigateur à jour, ou ouvrez cette page dans un autre.',

  'none.building': 'La maison n’a ni numéro ni nom',
  'none.street': 'Il n’y a pas de rue',
  'first_name.asked': 'Saisissez votre prénom, ou cochez « Je n’ai qu’un seul nom »',
  'last_name.asked': 'Saisissez votre nom de famille, ou cochez « Je n’ai qu’un seul nom »',
  'problem.asked': (noun) => `Saisissez ${noun}, ou cochez la case s’il n’y en a pas`,

  'not-loaded':
    'Cette partie de la page ne s’est pas chargée. Vérifiez votre connexion internet. Un bloqueur de publicité ou un filtre réseau l’a peut-être aussi arrêtée.',

  'address.pasted': 'L’adresse que vous avez collée est maintenant répartie dans plusieurs champs. Vérifiez-les tous.',

  'problem.moved': (noun) => `Vérifiez ${noun}. Cette réponse vient du champ « Rue »`,

  'previous.label': (index) => `Votre adresse précédente${index > 1 ? ` ${index}` : ''}`,
  'previous.hint': (day) => `Où vous habitiez avant ${day ? `le ${day}` : 'cela'}.`,
  'previous.asked': (day) => `D’autres questions suivent sur l’endroit où vous habitiez avant le ${day}.`,
  'previous.remove': 'Supprimer cette adresse',
  'previous.removed': 'Adresse supprimée.',
  'previous.add': 'Ajouter une autre adresse',
  'previous.house_number.label': 'Numéro ou nom de la maison',
  'previous.house_number.noun': the('le numéro ou le nom de la maison'),
  'previous.line_1.label': 'Rue',
  'previous.line_1.hint': 'S’il n’y a pas de rue, indiquez le village.',
  'previous.line_1.noun': the('la rue'),
  'previous.city.label': 'Ville',
  'previous.city.noun': the('la ville'),
  'previous.county.label': 'Comté (county)',
  'previous.county.noun': the('le comté'),
  'previous.postcode.label': 'Code postal (postcode)',
  'previous.postcode.hint': 'Si l’adresse est à l’étranger et n’a pas de code postal, laissez ce champ vide.',
  'previous.postcode.noun': the('le code postal'),
  'previous.start_date.label': 'Quand avez-vous emménagé ?',
  'previous.start_date.hint': () => `Une estimation suffit. ${example('3 2', 10)}`,
  'previous.start_date.noun': (index) =>
    `la date d’emménagement ${index ? `à votre adresse précédente${index > 1 ? ` ${index}` : ''}` : 'à votre adresse actuelle'}`,
  'previous.status.noun': the('la situation du logement'),
  'previous.status.empty'() {
    return isRentOrOwn(this)
      ? 'Indiquez si vous étiez locataire ou propriétaire de ce logement'
      : 'Choisissez la situation qui correspondait à ce logement';
  },
  'country.question': (country) => `Cette adresse se trouve-t-elle dans ce pays : ${country} ?`,
  'country.other': 'Un autre pays',
  'address.country.label': 'Pays',
  'address.country.empty': 'Choisissez le pays de l’adresse de l’entreprise',
  'addresses.country.empty': 'Choisissez le pays où vous habitez',
  'previous.country.label': 'Pays',
  'previous.country.empty': 'Choisissez le pays de votre adresse précédente',
  'problem.gap': (_noun, { day }) => `Ajoutez où vous habitiez avant le ${day}`,
  'problem.overlap': (noun, { day, newer }) =>
    `${capital(noun)} doit être avant le ${day}, quand vous avez emménagé ${ofAddress(Number(newer)).replace(/^de /, 'à ')}`,
  'problem.same-day': (noun, { day, newer }) =>
    `${capital(noun)} doit être avant le ${day}. Vous avez donné la même date pour l’emménagement ${ofAddress(Number(newer)).replace(/^de /, 'à ')}`,

  remove: 'Supprimer',
  'documents.send': (number, bad) => `Envoyer ${files(number)}${bad ? '' : ' et continuer'}`,
  'documents.without': (bad) => `Continuer sans ${files(bad)}`,
  'documents.sending': (done, count, share) =>
    `Envoi du document ${Math.min(done + 1, count)} sur ${count}, ${share} effectué…`,
  'documents.added': (good, bad, doubles) =>
    [
      good && count(good, { one: '# fichier ajouté.', other: '# fichiers ajoutés.' }),
      bad &&
        `${count(bad, { one: '# fichier ne peut pas être envoyé.', other: '# fichiers ne peuvent pas être envoyés.' })} Voir ci-dessous.`,
      doubles &&
        count(doubles, {
          one: '# fichier est déjà dans la liste.',
          other: '# fichiers sont déjà dans la liste.',
        }),
    ]
      .filter(Boolean)
      .join(' '),
  'documents.added-one': (name) => `« ${name} » ajouté.`,
  'documents.removed': (name) => `« ${name} » supprimé.`,
  'documents.wait': 'Vous pourrez ajouter d’autres fichiers quand ceux-ci auront été envoyés.',
  'documents.file-waiting': 'En attente',
  'documents.file-sent': 'Envoyé',
  'documents.cancel': 'Annuler',
  'documents.choose-again': 'Choisir à nouveau',
  'documents.attach'(labels, amount) {
    return `Joindre les relevés dont ${partner(this, 'ce site')} dispose : ${labels} (${files(amount)})`;
  },
  'documents.lost': (name) =>
    `Choisissez à nouveau « ${name} ». Cette page n’a pas pu garder le fichier lors du rechargement.`,
  'problem.file-lost': (_noun, { name }) => `Choisissez à nouveau « ${name} », ou supprimez-le`,
  'documents.stopped': (name) => `« ${name} » n’a pas été envoyé.`,
  'problem.file-type': (_noun, { name, endings }) => `« ${name} » doit être un fichier ${kinds(endings)}`,
  'problem.file-heic': (_noun, { name }) =>
    `« ${name} » est une photo de téléphone au format HEIC. Ouvrez-la et enregistrez-la en JPG. Changer son nom ne suffit pas. Ou choisissez « Le plus compatible » sur un iPhone, dans Réglages, Appareil photo, Formats, et reprenez la photo`,
  'problem.file-content': (_noun, { name, endings }) =>
    `« ${name} » n’est pas un vrai fichier ${kinds(endings)}. Ouvrez-le et enregistrez-le à nouveau au format ${/pdf/.test(String(endings)) ? 'PDF' : kinds(endings)}`,
  'problem.file-large': (_noun, { name, maximum }) => `« ${name} » ne doit pas dépasser ${maximum}`,
  'problem.file-empty': (_noun, { name }) => `« ${name} » est vide. Supprimez-le, ou choisissez un autre fichier`,
  'problem.file-locked': (_noun, { name }) =>
    `« ${name} » est peut-être protégé par un mot de passe. S’il en demande un à l’ouverture, imprimez-le dans un nouveau PDF et choisissez ce fichier`,
  'problem.file-gone': (_noun, { name }) =>
    `« ${name} » a été déplacé ou modifié, il ne peut donc pas être lu. Supprimez-le et choisissez-le à nouveau`,
  'problem.file-kind': (_noun, { name }) => `Indiquez ce qu’est « ${name} »`,
  'problem.file-stopped': (_noun, { name }) => `« ${name} » n’a pas été envoyé. Réessayez, ou supprimez-le`,
  'problem.file-failed': (_noun, { name, why }) => `« ${name} » n’a pas été envoyé. ${withoutStop(why)}`,
  'problem.file-unsure': (_noun, { name, why }) => `« ${name} » n’a peut-être pas été envoyé. ${withoutStop(why)}`,
  'problem.file-rejected': (_noun, { name }) =>
    `Le prêteur n’a pas accepté « ${name} ». Supprimez-le et choisissez un autre fichier`,
  'document_type.label': (name) => `Qu’est-ce que « ${name} » ?`,

  'number.unusual': 'Vérifiez le numéro d’immatriculation. La plupart ont 8 caractères, comme 01234567',
  'phone.unusual': 'Vérifiez votre numéro de téléphone. Il est peut-être trop court ou trop long',
  'abroad.unusual': 'Vérifiez votre numéro de téléphone. S’il vient d’un autre pays, ajoutez l’indicatif du pays',
  'email.unusual': (meant) =>
    `Vérifiez votre adresse e-mail. ${meant ? `Vouliez-vous dire ${meant} ?` : 'La partie après le @ semble inhabituelle'}`,
  'postcode.unusual': (country) =>
    `Vérifiez ce code postal. Il ne ressemble pas à un code postal de ce pays : ${country}`,
  'age.unusual': (years) =>
    `Vérifiez votre date de naissance. Vous auriez ${years ? count(years, { one: '# an', other: '# ans' }) : 'moins d’un an'}`,
  'early-trade.unusual': 'Vérifiez la date de début d’activité de l’entreprise. Elle est antérieure à sa création',
  'unborn.unusual': 'Vérifiez la date de votre emménagement. Elle est antérieure à votre naissance',
  'unlikely.use': (suggestion) => `Utiliser ${suggestion}`,
  'unlikely.used': (noun, suggestion) => `${capital(noun)} est maintenant ${suggestion}.`,
  'authority.empty': 'Cochez la case si vous avez l’autorisation de faire une demande pour cette entreprise',
  'authority.changed': 'Cette déclaration a changé. Rechargez la page et relisez-la',
  'unlikely.count': (number) =>
    count(number, {
      one: 'Une réponse semble inhabituelle. Vérifiez-la. Si elle est correcte, vous pouvez créer votre demande.',
      other:
        '# réponses semblent inhabituelles. Vérifiez chacune d’elles. Si elles sont correctes, vous pouvez créer votre demande.',
    }),

  'saved.will': (days) =>
    `Vos réponses sont gardées pendant ${count(days, { one: '# jour', other: '# jours' })} pour que vous puissiez continuer plus tard.`,
  'saved.page':
    'Vos réponses sont uniquement sur cette page jusqu’à leur envoi. Si vous rechargez la page, elles sont perdues.',
  'saved.saving': 'Enregistrement…',
  'saved.saved': 'Enregistré',
  'saved.taken': 'Le formulaire est rempli avec vos réponses enregistrées',
  'saved.failed': 'Vos dernières réponses ne sont pas encore enregistrées. Elles sont uniquement sur cette page.',
  'saved.off': 'La copie enregistrée a été supprimée. Vos réponses sont uniquement sur cette page.',
  'saved.ended':
    'Vos réponses ne sont plus enregistrées. La copie enregistrée a été supprimée, ou la demande a été créée, dans un autre onglet ou sur un autre appareil.',
  'saved.deleting': 'Suppression…',
  'saved.kept': 'La copie enregistrée n’a peut-être pas été supprimée. Réessayez.',
  'saved.conflict': 'Non enregistré. Choisissez ci-dessus les réponses à garder.',
  'saved.stranger':
    'Une autre personne s’est connectée depuis que vous avez ouvert cette page, ou une autre entreprise a été choisie, donc vos réponses ne sont pas enregistrées.',
  'saved.closed':
    'Une nouvelle demande a été commencée dans un autre onglet ou sur un autre appareil, donc vos réponses ne sont pas enregistrées.',
  'saved.details': 'Détails',
  'saved.how': (days) =>
    `Pour continuer sur un autre appareil, connectez-vous à votre compte sur cet appareil. La copie enregistrée est supprimée quand vous créez la demande, ou ${count(days, { one: '# jour', other: '# jours' })} après votre dernière modification. Si vous la supprimez maintenant, vos réponses restent sur cette page.`,
  'saved.delete': 'Supprimer la copie enregistrée',
  'saved.save': 'Enregistrer pour un autre appareil',
  'saved.conflict.heading': 'Vous avez saisi d’autres réponses dans un autre onglet ou sur un autre appareil',
  'saved.conflict.body': (when) =>
    `Elles ont été enregistrées le ${when} et sont différentes des réponses de cette page. Choisissez celles à garder. Les autres seront supprimées.`,
  'saved.theirs': 'Utiliser les réponses enregistrées',
  'saved.mine': 'Garder les réponses de cette page',

  'end.heading': (hasAsked) => (hasAsked ? 'Les prêteurs étudient votre demande' : 'Votre demande a été créée'),
  'end.next': 'Vous n’avez rien d’autre à faire.',
  'end.sent': 'Vous avez envoyé votre demande.',
  'end.offers': (isHere) =>
    isHere ? 'Les offres apparaissent ci-dessous.' : 'Les prêteurs décident s’ils vous font une offre.',
  'end.time': 'Cela peut prendre un certain temps.',
  'end.choose': 'Vous choisissez. Rien ne vous engage tant que vous n’avez pas accepté d’offre.',

  'again.apply': 'Faire une nouvelle demande',
  'again.how'() {
    return `Cela commence une nouvelle demande. ${partner(this, 'Ce site')} garde la précédente.`;
  },
  'again.heading': 'Commencer une nouvelle demande ?',
  'again.confirm':
    'La demande précédente sera fermée. Vous ne pourrez plus rien envoyer pour elle, et vous ne verrez plus ses offres ici.',
  'again.yes': 'Oui, commencer une nouvelle demande',
  'again.no': 'Garder cette demande',
  'again.sending': 'Création en cours…',
  'again.failed': 'La nouvelle demande n’a peut-être pas été commencée',

  'signed-out.heading': 'Connectez-vous avant de faire votre demande',
  'signed-out.again-heading': 'Reconnectez-vous pour continuer',
  'signed-out.how': 'Connectez-vous à ce site dans un autre onglet, puis revenez ici.',
  'signed-out.kept': 'Ce que vous avez saisi reste sur cette page.',
  'signed-out.again': 'Je me suis connecté',
  'signed-out.still': 'Vous n’êtes pas encore connecté.',

  'introduction.heading': 'Demander un financement pour votre entreprise',
  'introduction.time': 'Cela prend environ 5 minutes',
  'introduction.need': 'À avoir sous la main',
  'introduction.need.number': 'le numéro d’immatriculation de l’entreprise',
  'introduction.need.dates': 'les dates de sa création et du début de son activité',
  'introduction.need.addresses': (years) =>
    years >= 1 ? `où vous avez habité pendant ${lastYears(Math.ceil(years))}` : 'l’adresse de votre domicile',
  'introduction.need.figures': 'le montant à emprunter et votre chiffre d’affaires mensuel',
  'introduction.need.documents': 'un relevé récent du compte bancaire de l’entreprise, si vous en avez un',
  'introduction.score': 'La recherche d’offres n’a pas d’effet sur votre score de crédit',
  'introduction.who'() {
    return `${partner(this, 'Ce site')} vous présente ce formulaire. Votre demande est transmise aux prêteurs par ${broker(this, 'le service de financement')}.`;
  },
  'introduction.start': 'Commencer',

  'query.label': 'Trouver votre entreprise',
  'query.hint'() {
    return `Saisissez son nom ou son numéro d’immatriculation. ${partner(this, 'Ce site')} cherche pendant que vous écrivez.`;
  },
  'query.unchosen': 'Choisissez votre entreprise dans les résultats, ou saisissez vous-même les informations',
  'address.query.label': 'Trouver votre adresse',
  'address.query.hint'() {
    return `Saisissez le code postal ou la rue. ${partner(this, 'Ce site')} cherche pendant que vous écrivez.`;
  },
  'address.query.unchosen': 'Choisissez votre adresse dans les résultats, ou saisissez-la vous-même',
  'previous.query.label': 'Trouver cette adresse',
  'previous.query.hint'() {
    return `Saisissez le code postal ou la rue. ${partner(this, 'Ce site')} cherche pendant que vous écrivez.`;
  },
  'previous.query.unchosen': 'Choisissez votre adresse précédente dans les résultats, ou saisissez-la vous-même',
  'lookup.who'() {
    return `${partner(this, 'Ce site')} cherche pendant que vous écrivez.`;
  },
  'lookup.list': 'Résultats',
  'lookup.clear': 'Effacer la recherche',
  'lookup.searching': 'Recherche…',
  'lookup.slow': 'Cela prend un peu de temps. Vous pouvez aussi saisir vous-même les informations.',
  'lookup.results': (number) =>
    count(number, {
      one: '# résultat. Choisissez-le dans la liste.',
      other: '# résultats. Choisissez-en un dans la liste.',
    }),
  'lookup.none': 'Aucun résultat. Vérifiez l’orthographe, ou saisissez vous-même les informations.',
  'lookup.failed': 'La recherche ne fonctionne pas. Saisissez vous-même les informations.',
  'lookup.company.own': 'Saisir les informations moi-même',
  'lookup.address.own': 'Saisir l’adresse moi-même',
  'lookup.company.search': 'Rechercher votre entreprise',
  'lookup.address.search': 'Rechercher l’adresse',
  'lookup.change': 'Modifier',
  'lookup.company.name': 'votre entreprise',
  'lookup.address.name': 'l’adresse',
  'lookup.number': (number) => `Numéro d’immatriculation ${number}`,
  'lookup.formed': (day) => `Créée le ${day}`,
  'lookup.inactive': 'Pas en activité',
  'lookup.inactive.card':
    'Selon le registre, cette entreprise n’est pas en activité. Vérifiez que vous avez choisi la bonne.',
  'lookup.unoffered': 'Autre type d’entreprise',
  'lookup.unoffered.card'() {
    return `Ce formulaire n’est pas destiné à ce type d’entreprise. Si vous avez choisi la bonne, contactez ${helper(this, 'ce site')} pour savoir comment faire votre demande.`;
  },
};
