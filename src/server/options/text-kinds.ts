/** The place of the value of a setting in a sentence, and what to do. Neither contains the value. */
export interface TextProblem {
  /** The rest of a sentence that begins with the name of the setting. */
  message: string;
  remedy: string;
}

/** Values that nobody meant: how to recognise them, the rest of the sentence, and the remedy. The first one that matches counts. */
const NOBODY_MEANT: [pattern: RegExp, message: string, remedy: string][] = [
  [/^(["'`]).*\1$/s, 'is in quotes', 'Remove the quotes: nothing in front of this process has removed them.'],
  [
    /^(undefined|null|NaN|\[object \w+\])$/,
    'is a word that a program writes for a missing value',
    'Write the value itself.',
  ],
  [
    /^(\$\{[^{}]*\}|\$\([^()]*\)|\{\{[^{}]*\}\}|%\w+%|<[\w -]+>|\$[A-Z_]\w*)$/,
    'is the name of a variable that nothing has replaced',
    'Write the value itself, or let your shell or your platform insert it.',
  ],
];

/** Returns why a string is not the value of any setting; `undefined` if it may be one. */
export function textProblem(text: string): TextProblem | undefined {
  const [, message, remedy] = NOBODY_MEANT.find(([pattern]) => pattern.test(text)) ?? [];
  return message && remedy ? { message, remedy } : undefined;
}

/** The kinds of values that settings of the widget and of files can have. */
const KINDS = {
  HTML: /^\s*<[!a-z]/i,
  JSON: /^\s*(\{\s*["}]|\[)/,
  'a URL': /^\s*(https?:)?\/\/\S+\s*$/i,
  'the path of a file': /^\s*(~|\.{1,2}|[a-z]:)?[\w .\\/@-]*\.(html?|[cm]?js|json|txt)\s*$/i,
};
export type TextKind = keyof typeof KINDS;

/** Recognises the value of another setting by its beginning. `undefined` if it could be anything. */
export const kindOf = (text: string): TextKind | undefined =>
  (Object.keys(KINDS) as TextKind[]).find((kind) => KINDS[kind].test(text));

const INSTEAD: Record<Exclude<TextKind, 'HTML'>, string> = {
  JSON: 'Pass the object itself as the settings of the widget.',
  'a URL': 'Set scriptUrl to the URL of the widget’s script.',
  'the path of a file': 'Read the file, and pass its content.',
};

/** Describes embed code that is something else; `undefined` for HTML and for text that could be a script. */
export function codeOfOtherKind(embedCode = ''): { found: string; remedy: string } | undefined {
  const kind = kindOf(embedCode);
  if (kind === undefined || kind === 'HTML') return undefined;
  return { found: `${kind} instead of the embed code`, remedy: INSTEAD[kind] };
}
