/** The direction of a name does not change that of the sentence around it. */
const isolated = (name: string) => `\u2068${name}\u2069`;

/** In English. The registration number, which may be missing, is written after the name. */
const en = {
  number: (number: string) => ` (registration number ${number})`,
  statement: (name: string, number: string) => `${name}${number} is a credit broker, not a lender.`,
  one: (name: string) => `${name} works with one lender.`,
  panel: (name: string, count: number) => `${name} works with a panel of ${count} lenders.`,
  market: (name: string) => `${name} chooses from lenders across the whole market.`,
  authority: 'I have permission to apply for this business, and to share its directors’ details.',
};

/** The library's own texts about a broker, by language. The handler sends and records them, so they are not among the sentences of the page. */
export const OWN_TEXTS: Readonly<Record<string, typeof en>> = {
  en,
  ar: {
    number: (number) => ` (رقم التسجيل ${isolated(number)})`,
    statement: (name, number) => `إن ${isolated(name)}${number} وسيط ائتمان وليس مقرضًا.`,
    one: (name) => `يتعامل ${isolated(name)} مع مقرض واحد.`,
    panel: (name, count) => `يتعامل ${isolated(name)} مع مجموعة من المقرضين عددهم ${count}.`,
    market: (name) => `يختار ${isolated(name)} من بين المقرضين في السوق كله.`,
    authority: 'لدي صلاحية تقديم طلب باسم هذه الشركة ومشاركة بيانات مديريها.',
  },
  cy: {
    number: (number) => ` (rhif cofrestru ${number})`,
    statement: (name, number) => `Brocer credyd yw ${name}${number}, nid rhoddwr benthyciadau.`,
    one: (name) => `Mae ${name} yn gweithio gydag un rhoddwr benthyciadau.`,
    panel: (name, count) => `Mae ${name} yn gweithio gyda phanel o ${count} o roddwyr benthyciadau.`,
    market: (name) => `Mae ${name} yn dewis o blith rhoddwyr benthyciadau ar draws y farchnad gyfan.`,
    authority: 'Mae gennyf ganiatâd i wneud cais dros y busnes hwn, ac i rannu manylion ei gyfarwyddwyr.',
  },
  de: {
    number: (number) => ` (Registernummer ${number})`,
    statement: (name, number) => `${name}${number} ist Kreditvermittler, kein Kreditgeber.`,
    one: (name) => `${name} arbeitet mit einem einzigen Kreditgeber zusammen.`,
    panel: (name, count) => `${name} arbeitet mit einer Auswahl von ${count} Kreditgebern zusammen.`,
    market: (name) => `${name} wählt unter den Kreditgebern des gesamten Marktes.`,
    authority:
      'Ich darf für dieses Unternehmen einen Antrag stellen und die Daten seiner Geschäftsführung weitergeben.',
  },
  es: {
    number: (number) => ` (número de registro ${number})`,
    statement: (name, number) => `${name}${number} es un intermediario de crédito, no un prestamista.`,
    one: (name) => `${name} trabaja con un solo prestamista.`,
    panel: (name, count) => `${name} trabaja con un grupo de ${count} prestamistas.`,
    market: (name) => `${name} elige entre los prestamistas de todo el mercado.`,
    authority: 'Tengo permiso para hacer una solicitud por esta empresa y para compartir los datos de sus directivos.',
  },
  fr: {
    number: (number) => ` (numéro d’immatriculation ${number})`,
    statement: (name, number) => `${name}${number} est un intermédiaire de crédit, et non un prêteur.`,
    one: (name) => `${name} travaille avec un seul prêteur.`,
    panel: (name, count) => `${name} travaille avec un groupe de ${count} prêteurs.`,
    market: (name) => `${name} choisit parmi les prêteurs de l’ensemble du marché.`,
    authority:
      'J’ai l’autorisation de faire une demande pour cette entreprise et de communiquer les informations sur ses dirigeants.',
  },
  pl: {
    number: (number) => ` (numer w rejestrze: ${number})`,
    statement: (name, number) => `${name}${number} to pośrednik kredytowy, a nie pożyczkodawca.`,
    one: (name) => `${name} współpracuje z jednym pożyczkodawcą.`,
    panel: (name, count) => `${name} współpracuje z grupą ${count} pożyczkodawców.`,
    market: (name) => `${name} wybiera spośród pożyczkodawców z całego rynku.`,
    authority: 'Mam prawo złożyć wniosek w imieniu tej firmy i udostępnić dane członków jej zarządu.',
  },
};
