/** The ids of the mandatory points of a consent notice. Source: specification, "Consent requirement". */
export const NOTICE_POINTS = [
  'selected-providers',
  'shared-with-providers',
  'credit-reference-soft-check',
  'fraud-prevention',
] as const;

/** Returns the mandatory points that a notice lacks. */
export const missingPoints = ({ points }: { points: readonly { id: string }[] }) =>
  NOTICE_POINTS.filter((id) => !points.some((point) => point.id === id));
