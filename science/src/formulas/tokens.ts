/**
 * The words of a formula: numbers, names, operators. A formula that cannot be read ends in a FormulaError, which is
 * the only thing that reading a formula can throw.
 */

export type FormulaReason =
  | 'empty'
  | 'tooLong'
  | 'tooDeep'
  | 'tooManyParts'
  | 'unexpectedCharacter'
  | 'unexpectedWord'
  | 'unexpectedEnd'
  | 'badNumber'
  | 'unknownName'
  | 'unknownFunction'
  | 'argumentCount'
  | 'chainedComparison';

/** Why a formula cannot be read: `reason` is a code for the language packs, `at` the character index (from 0). */
export class FormulaError extends Error {
  readonly at: number;
  readonly reason: FormulaReason;

  constructor(reason: FormulaReason, at: number) {
    super(`${reason} at ${at}`);
    this.name = 'FormulaError';
    this.reason = reason;
    this.at = at;
  }
}

export interface Token {
  readonly kind: 'number' | 'name' | 'sign' | 'end';
  readonly text: string;
  readonly at: number;
}

// Chinese input methods write full-width digits and signs, and text that is pasted has typographic ones and odd spaces.
const number =
  /(?:[0-9\uFF10-\uFF19]+[.\uFF0E]?[0-9\uFF10-\uFF19]*|[.\uFF0E][0-9\uFF10-\uFF19]+)(?:[eE\uFF25\uFF45][-+\uFF0B\uFF0D\u2212]?[0-9\uFF10-\uFF19]+)?/y;
const name = /[\p{L}_][\p{L}\p{N}\p{M}_]*/uy;
const sign =
  /[<>=!\uFF1C\uFF1E\uFF1D\uFF01][=\uFF1D]|[-+*/^(),<>\uFF0B\uFF0D\uFF0A\uFF0F\uFF3E\uFF08\uFF09\uFF0C\uFF1C\uFF1E\u2212\u00D7\u00F7\u2264\u2265\u2260]/y;
const space = /[ \t\r\n\u00A0\u2007\u202F\u3000]+/y;

const typographic: ReadonlyMap<string, string> = new Map([
  ['\u2212', '-'],
  ['\u00D7', '*'],
  ['\u00F7', '/'],
  ['\u2264', '<='],
  ['\u2265', '>='],
  ['\u2260', '!='],
]);

/** Digits and signs in the one way that the language knows; full-width ones lie a constant away from ASCII. */
const plain = (text: string): string =>
  [...text]
    .map((each) => {
      const code = each.charCodeAt(0);
      return typographic.get(each) ?? (code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : each);
    })
    .join('');

function match(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? null;
}

/** The tokens of `source`, the last one being of kind 'end'. Throws FormulaError at the first foreign character. */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const blank = match(space, source, at);
    if (blank !== null) {
      at += blank.length;
      continue;
    }
    const digits = match(number, source, at);
    const word = digits === null ? match(name, source, at) : null;
    const text = digits ?? word ?? match(sign, source, at);
    if (text === null) throw new FormulaError('unexpectedCharacter', at);
    const kind = digits !== null ? 'number' : word !== null ? 'name' : 'sign';
    tokens.push({ kind, text: kind === 'name' ? text : plain(text), at });
    at += text.length;
    // `2x` and `1.2.3` are slips of the pen, never a product or two numbers.
    if (kind === 'number' && /[\p{L}\p{N}_.\uFF0E]/u.test(source.charAt(at))) throw new FormulaError('badNumber', at);
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}
