/** A piece of a script: a word, a literal, a mark, or all that is within a pair of brackets. */
interface Piece {
  kind: 'word' | 'literal' | 'mark' | '(' | '[' | '{';
  text: string;
  /** Whether a line ends before it. */
  afterLine: boolean;
  pieces: readonly Piece[];
}

/** A part of a script in which a placeholder is not code: its place and its kind. */
interface Zone {
  start: number;
  end: number;
  kind: 'quoted' | 'template';
}

/** A script, read as far as is needed to know where a placeholder is, and the names that it declares. */
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

/** Words after which an expression has only begun. */
const OPERATOR = /^(await|case|delete|do|else|extends|in|instanceof|new|of|return|throw|typeof|void|yield|default)$/;
/** Words before brackets after which a statement begins. */
const HEAD = /^(if|while|for|with)$/;

/** Reads a script; `undefined` where it is none, or more than is understood here. */
export function readScript(text: string): ScriptText | undefined {
  const zones: Zone[] = [];
  let at = 0;

  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(text) ?? [];
    if (found !== undefined) at += found.length;
    return found;
  };
  const quote = (start: number, kind: Zone['kind']) => zones.push({ start, end: at, kind });

  function template(): void {
    for (;;) {
      const start = at;
      take(CHUNK);
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
    const isQuoted = take(STRING) ?? (text[at] === '/' && !isOver(before, head) ? take(REGULAR) : undefined);
    if (isQuoted !== undefined) quote(start, 'quoted');
    return (isQuoted ?? take(NUMBER)) !== undefined;
  }

  function read(close?: string): Piece[] {
    const pieces: Piece[] = [];
    for (;;) {
      const start = at;
      const gap = take(GAP);
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
      else if (take(WORD)) add('word');
      else {
        const mark = take(MARK)!;
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

/** Whether an expression may be over behind this: a slash divides then, and a line that ends ends the statement. */
function isOver(piece: Piece | undefined, head?: Piece): boolean {
  if (!piece) return false;
  if (piece.kind === 'mark') return piece.text === '++' || piece.text === '--';
  if (piece.kind === 'word') return !OPERATOR.test(piece.text);
  if (piece.kind === '(') return !(head?.kind === 'word' && HEAD.test(head.text));
  // A block, unless it is where a value is wanted.
  if (piece.kind === '{') return head?.kind === 'mark' && !/^(;|=>)$/.test(head.text);
  return true;
}

const is = (piece: Piece | undefined, text: string) => piece?.text === text && piece.kind !== 'literal';

/** Whether this piece on a new line begins a statement, where the one before may be over. */
const begins = (piece: Piece) =>
  piece.kind === 'word'
    ? !/^(in|instanceof|of)$/.test(piece.text)
    : piece.kind === '{' ||
      (piece.kind === 'literal' ? !piece.text.startsWith('`') : /^(\+\+|--|!|~)$/.test(piece.text));

/** Whether a declaration begins here, and no expression goes on. */
function isStatement(pieces: readonly Piece[], at: number): boolean {
  const before = pieces[at - 1];
  if (!before || is(before, ';') || before.kind === '{') return true;
  return pieces[at]!.afterLine && isOver(before);
}

/** Where the value after an equals sign ends: at a comma, or with the statement. */
function endOf(pieces: readonly Piece[], at: number): number {
  for (let next = at; next < pieces.length; next++) {
    const piece = pieces[next]!;
    if (is(piece, ',') || is(piece, ';')) return next;
    const before = next > at ? pieces[next - 1] : undefined;
    if (before && piece.afterLine && (before.kind === '{' || isOver(before)) && begins(piece)) return next;
  }
  return pieces.length;
}

function bind(target: Piece | undefined, names: Set<string>): void {
  if (target?.kind === 'word') names.add(target.text);
  if (target?.kind !== '{' && target?.kind !== '[') return;
  const { pieces } = target;
  for (let at = 0; at < pieces.length; at = endOf(pieces, at) + 1) {
    if (is(pieces[at], '...')) at++;
    if (is(pieces[at + 1], ':')) at += 2;
    bind(pieces[at], names);
  }
}

/** The names that a classic script declares at its top so that no other script of the page may: constants, `let` and classes. */
export function lexicalNames({ pieces }: ScriptText): string[] {
  const names = new Set<string>();
  pieces.forEach((piece, at) => {
    const next = pieces[at + 1];
    if (!next || !isWord(pieces, at)) return;
    if (piece.text === 'const' || (piece.text === 'let' && /^(word|\[|\{)$/.test(next.kind))) {
      for (let target = at + 1; ; target++) {
        bind(pieces[target], names);
        target = is(pieces[target + 1], '=') ? endOf(pieces, target + 2) : target + 1;
        if (!is(pieces[target], ',')) break;
      }
    }
    if (piece.text === 'class' && next.kind === 'word' && isStatement(pieces, at)) names.add(next.text);
  });
  return [...names];
}

/** Those names, and all others that would be the script's own in a block: functions that are strict, asynchronous or generators. */
export function declaredNames(script: ScriptText): string[] {
  const { pieces, isStrict } = script;
  const names = new Set(lexicalNames(script));
  pieces.forEach((piece, at) => {
    const [before, next] = [pieces[at - 1], pieces[at + 1]];
    if (piece.text !== 'function' || !next || !isWord(pieces, at)) return;
    const isAsync = is(before, 'async');
    const isGenerator = is(next, '*');
    const name = isGenerator ? pieces[at + 2] : next;
    const isOwn = isAsync || isGenerator || isStrict;
    if (isOwn && name?.kind === 'word' && isStatement(pieces, isAsync ? at - 1 : at)) names.add(name.text);
  });
  return [...names];
}

/** Whether a piece is a word, and not the name of a property. */
const isWord = (pieces: readonly Piece[], at: number) =>
  pieces[at]!.kind === 'word' && !is(pieces[at - 1], '.') && !is(pieces[at - 1], '?.');
