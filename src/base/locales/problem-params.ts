export type ProblemParams = Readonly<Record<string, string | number>>;
