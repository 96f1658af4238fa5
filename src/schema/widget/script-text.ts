/** A token of a script: a word, a literal, a mark, or a pair of brackets with its content. */
interface Piece {
  kind: 'word' | 'literal' | 'mark' | '(' | '[' | '{';
  text: string;
  /** Whether there is a line break before it. */
  afterLine: boolean;
  pieces: readonly Piece[];
}

/** A string, template, comment or regular expression in a script, in which a placeholder is not code. */
interface Zone {
  start: number;
  end: number;
  kind: 'quoted' | 'template';
}

/** A script, parsed just enough to find the context of a placeholder and the declared names. */
export interface ScriptText {
  pieces: readonly Piece[];
  zones: readonly Zone[];
  isStrict: boolean;
}

const GAP = /(?:\s+|\/\/.*|\/\*[^]*?\*\/|<!--.*|-->(?<=(?:^|\n)\s*-->).*)+/y;
const WORD = /[\p{L}\p{Nl}$_#\\][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}$\\]*/uy;
const STRING = /'(?:\\[^]|[^'\\\n])*'|"(?:\\[^]|[^"\\\n])*"/y;
const NUMBER = /\.?\d[\w.]*/y;
const REGULAR = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const MARK = /=>|\+\+|--|\?\.|\.\.\.|[^]/y;
const CHUNK = /(?:\\[^]|\$(?!\{)|[^\\`$])*/y;
const CLOSING: Record<string, string> = { '(': ')', '[': ']', '{': '}' };
const DIRECTIVE = /^(?:\s|\/\/.*|\/\*[^]*?\*\/|<!--.*)*(['"])use strict\1/;

/** Words that an expression follows. */
const OPERATOR = /^(await|case|delete|do|else|extends|in|instanceof|new|of|return|throw|typeof|void|yield|default)$/;
/** Words before brackets that a statement follows. */
const HEAD = /^(if|while|for|with)$/;

/** Parses a script; `undefined` if it is invalid, or too complex for this parser. */
export function readScript(text: string): ScriptText | undefined {
  const zones: Zone[] = [];
  let at = 0;

  const consume = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };
  const quote = (start: number, kind: Zone['kind']) => zones.push({ start, end: at, kind });

  function template(): void {
    for (;;) {
      const start = at;
      consume(CHUNK);
      quote(start, 'template');
      const mark = text[at++];
      if (mark === '`') return;
      if (mark !== '$') throw new SyntaxError();
      at++;
      read('}');
    }
  }

  function literal(before: Piece | undefined, head: Piece | undefined): boolean {
    const start = at;
    if (text[at] === '`') {
      at++;
      template();
      return true;
    }
    const isQuoted = consume(STRING) ?? (text[at] === '/' && !isOver(before, head) ? consume(REGULAR) : undefined);
    if (isQuoted !== undefined) quote(start, 'quoted');
    return (isQuoted ?? consume(NUMBER)) !== undefined;
  }

  function read(close?: string): Piece[] {
    const pieces: Piece[] = [];
    for (;;) {
      const start = at;
      const gap = consume(GAP);
      if (gap) quote(start, 'quoted');
      const afterLine = gap?.includes('\n') ?? false;
      const from = at;
      const add = (kind: Piece['kind'], inside: Piece[] = []) =>
        pieces.push({ kind, text: text.slice(from, at), afterLine, pieces: inside });
      if (at >= text.length) {
        if (close) throw new SyntaxError();
        return pieces;
      }
      if (literal(pieces.at(-1), pieces.at(-2))) add('literal');
      else if (consume(WORD)) add('word');
      else {
        const mark = consume(MARK)!;
        if (mark === close) return pieces;
        if (mark in CLOSING) add(mark as Piece['kind'], read(CLOSING[mark]));
        else if (/[)\]}]/.test(mark)) throw new SyntaxError();
        else add('mark');
      }
    }
  }

  try {
    return { pieces: read(), zones, isStrict: DIRECTIVE.test(text) };
  } catch {
    return undefined;
  }
}

/** Whether an expression may end here. If so, a slash is a division, and a line break ends the statement. */
function isOver(piece: Piece | undefined, head?: Piece): boolean {
  if (!piece) return false;
  if (piece.kind === 'mark') return piece.text === '++' || piece.text === '--';
  if (piece.kind === 'word') return !OPERATOR.test(piece.text);
  if (piece.kind === '(') return !(head?.kind === 'word' && HEAD.test(head.text));
  // A block, unless a value is expected.
  if (piece.kind === '{') return head?.kind === 'mark' && !/^(;|=>)$/.test(head.text);
  return true;
}

const hasText = (piece: Piece | undefined, text: string) => piece?.text === text && piece.kind !== 'literal';

/** Whether this piece on a new line begins a statement, if the one before may have ended. */
const beginsStatement = (piece: Piece) =>
  piece.kind === 'word'
    ? !/^(in|instanceof|of)$/.test(piece.text)
    : piece.kind === '{' ||
      (piece.kind === 'literal' ? !piece.text.startsWith('`') : /^(\+\+|--|!|~)$/.test(piece.text));

/** Whether a statement begins here. */
function isStatement(pieces: readonly Piece[], at: number): boolean {
  const before = pieces[at - 1];
  if (!before || hasText(before, ';') || before.kind === '{') return true;
  return pieces[at]!.afterLine && isOver(before);
}

/** The end of the value after an equals sign: a comma, or the end of the statement. */
function endOf(pieces: readonly Piece[], at: number): number {
  for (let next = at; next < pieces.length; next++) {
    const piece = pieces[next]!;
    if (hasText(piece, ',') || hasText(piece, ';')) return next;
    const before = next > at ? pieces[next - 1] : undefined;
    if (before && piece.afterLine && (before.kind === '{' || isOver(before)) && beginsStatement(piece)) return next;
  }
  return pieces.length;
}

function collectNames(target: Piece | undefined, names: Set<string>): void {
  if (target?.kind === 'word') names.add(target.text);
  if (target?.kind !== '{' && target?.kind !== '[') return;
  const { pieces } = target;
  for (let at = 0; at < pieces.length; at = endOf(pieces, at) + 1) {
    if (hasText(pieces[at], '...')) at++;
    if (hasText(pieces[at + 1], ':')) at += 2;
    collectNames(pieces[at], names);
  }
}

/** The top-level `const`, `let` and class names of a classic script. No other script of the page may declare them again. */
export function lexicalNames({ pieces }: ScriptText): string[] {
  const names = new Set<string>();
  pieces.forEach((piece, at) => {
    const next = pieces[at + 1];
    if (!next || !isWord(pieces, at)) return;
    if (piece.text === 'const' || (piece.text === 'let' && /^(word|\[|\{)$/.test(next.kind))) {
      for (let target = at + 1; ; target++) {
        collectNames(pieces[target], names);
        target = hasText(pieces[target + 1], '=') ? endOf(pieces, target + 2) : target + 1;
        if (!hasText(pieces[target], ',')) break;
      }
    }
    if (piece.text === 'class' && next.kind === 'word' && isStatement(pieces, at)) names.add(next.text);
  });
  return [...names];
}

/** All top-level names that a block would hide: the lexical names, and functions that are strict, async or generators. */
export function declaredNames(script: ScriptText): string[] {
  const { pieces, isStrict } = script;
  const names = new Set(lexicalNames(script));
  pieces.forEach((piece, at) => {
    const [before, next] = [pieces[at - 1], pieces[at + 1]];
    if (piece.text !== 'function' || !next || !isWord(pieces, at)) return;
    const isAsync = hasText(before, 'async');
    const isGenerator = hasText(next, '*');
    const name = isGenerator ? pieces[at + 2] : next;
    const isOwn = isAsync || isGenerator || isStrict;
    if (isOwn && name?.kind === 'word' && isStatement(pieces, isAsync ? at - 1 : at)) names.add(name.text);
  });
  return [...names];
}

/** Whether a piece is a word, but not the name of a property. */
const isWord = (pieces: readonly Piece[], at: number) =>
  pieces[at]!.kind === 'word' && !hasText(pieces[at - 1], '.') && !hasText(pieces[at - 1], '?.');
