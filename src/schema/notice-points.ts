/** What the consent message must convey. Source: What the service does, "Consent requirement". */
export const NOTICE_POINTS = [
  'selected-providers',
  'shared-with-providers',
  'credit-reference-soft-check',
  'fraud-prevention',
] as const;

/** Which of the mandatory points a notice leaves out. */
export const missingPoints = ({ points }: { points: readonly { id: string }[] }) =>
  NOTICE_POINTS.filter((id) => !points.some((point) => point.id === id));
