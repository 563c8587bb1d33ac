/**
 * The signs of a `$filter` or `$orderby` text: names, literals and punctuation, each with its place. Pure and bounded:
 * what is no sign of the grammar is an OptionFault, never another error.
 */

export type TokenKind =
  | 'name'
  | 'text'
  | 'number'
  | 'time'
  | 'date'
  | 'clock'
  | 'duration'
  | 'geography'
  | 'sign'
  | 'end';

export interface Token {
  readonly kind: TokenKind;
  /** Without quotes and prefixes. */
  readonly text: string;
  /** Its first character, from 0. */
  readonly at: number;
}

/** Fault in a query option, in a sentence for the person who wrote it. `at` = the character, from 0. */
export class OptionFault extends Error {
  readonly at: number | undefined;
  constructor(message: string, at?: number) {
    super(message);
    this.at = at;
  }
}

const max = 500;

/** A blank before an offset is a plus sign that was not encoded in the address. */
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+\- ]\d\d:?\d\d)?/iy;
const datePattern = /\d{4}-\d\d-\d\d(?![\w:])/y;
const clockPattern = /\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?/y;
const numberPattern = /\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?![\w.])/y;
const namePattern = /[A-Za-z_@$][\w.@]*/y;
const textPattern = /'(?:[^']|'')*'/y;

/** Tried in this order: a time begins like a number. */
const literals: readonly (readonly [TokenKind, RegExp])[] = [
  ['time', timePattern],
  ['date', datePattern],
  ['clock', clockPattern],
  ['number', numberPattern],
];

/** Every token of the text, an `end` last. Throws OptionFault. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  for (;;) {
    while (/\s/.test(text.charAt(at))) at++;
    if (at >= text.length) break;
    if (tokens.length >= max) throw new OptionFault(`More than ${max} parts`, at);
    const { token, end } = tokenAt(text, at);
    tokens.push(token);
    at = end;
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}

/** What the pattern finds at this very place; null where it does not begin there. */
function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

/** The token that begins here, and where it ends. */
function tokenAt(text: string, at: number): { token: Token; end: number } {
  const char = text.charAt(at);
  if (/\d/.test(char))
    for (const [kind, pattern] of literals) {
      const match = matchAt(pattern, text, at);
      if (match !== null) return { token: { kind, text: match, at }, end: at + match.length };
    }
  if (char === "'") return quotedAt(text, 'text', at, at);
  const name = matchAt(namePattern, text, at);
  if (name !== null) {
    const end = at + name.length;
    if (text[end] === "'" && (name === 'geography' || name === 'duration')) return quotedAt(text, name, at, end);
    return { token: { kind: 'name', text: name, at }, end };
  }
  if ('(),/:-'.includes(char)) return { token: { kind: 'sign', text: char, at }, end: at + 1 };
  throw new OptionFault(`"${char}" has no meaning here`, at);
}

/** A literal in quotes, which begin at `quote`; the token begins at `at`, with its prefix. */
function quotedAt(text: string, kind: TokenKind, at: number, quote: number): { token: Token; end: number } {
  const match = matchAt(textPattern, text, quote);
  if (match === null) throw new OptionFault('A quote is not closed', at);
  return { token: { kind, text: match.slice(1, -1).replaceAll("''", "'"), at }, end: quote + match.length };
}
