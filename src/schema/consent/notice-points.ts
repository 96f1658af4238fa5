/** The ids of the mandatory points of a consent notice. Source: specification, "Consent requirement". */
export const NOTICE_POINTS = [
  'selected-providers',
  'shared-with-providers',
  'credit-reference-soft-check',
  'fraud-prevention',
] as const;

/** Returns true if a notice must have this point. */
export const isMandatory = ({ id }: { id: string }) => (NOTICE_POINTS as readonly string[]).includes(id);

/** Returns true if the names of the lenders follow this point, on the page and in the record. */
export const listsProviders = ({ id }: { id: string }) => id === NOTICE_POINTS[0];

/** Returns the mandatory points that a notice lacks. */
export const missingPoints = ({ points }: { points: readonly { id: string }[] }) =>
  NOTICE_POINTS.filter((id) => !points.some((point) => point.id === id));
