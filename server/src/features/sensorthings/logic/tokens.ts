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

/** What is wrong with a query option, in a sentence for the person who wrote it. `at` = the character, from 0. */
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
const textPattern = /'((?:[^']|'')*)'/y;

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
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    const char = text[at]!;
    if (/\s/.test(char)) {
      at++;
      continue;
    }
    if (tokens.length >= max) throw new OptionFault(`More than ${max} parts`, at);
    const literal = /\d/.test(char) && literals.find(([, pattern]) => match(pattern));
    const name = match(namePattern);
    if (literal) {
      const found = match(literal[1])![0];
      tokens.push({ kind: literal[0], text: found, at });
      at += found.length;
    } else if (char === "'") {
      at = pushText(tokens, 'text', match(textPattern), at, at);
    } else if (name && text[at + name[0].length] === "'" && /^(?:geography|duration)$/.test(name[0])) {
      const start = at;
      at += name[0].length;
      at = pushText(tokens, name[0] as 'geography' | 'duration', match(textPattern), start, at);
    } else if (name) {
      tokens.push({ kind: 'name', text: name[0], at });
      at += name[0].length;
    } else if ('(),/:-'.includes(char)) {
      tokens.push({ kind: 'sign', text: char, at });
      at++;
    } else throw new OptionFault(`"${char}" has no meaning here`, at);
  }
  tokens.push({ kind: 'end', text: '', at: text.length });
  return tokens;
}

function pushText(tokens: Token[], kind: TokenKind, found: RegExpExecArray | null, start: number, at: number): number {
  if (!found) throw new OptionFault('A quote is not closed', start);
  tokens.push({ kind, text: found[1]!.replaceAll("''", "'"), at: start });
  return at + found[0].length;
}
