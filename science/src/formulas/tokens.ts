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
  | 'argumentCount';

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

const number = /(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
const sign = /<=|>=|==|!=|[-+*/^(),<>]/y;
const space = /[ \t\r\n]+/y;

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
    tokens.push({ kind, text, at });
    at += text.length;
    // `2x` and `1.2.3` are slips of the pen, never a product or two numbers.
    if (kind === 'number' && /[\p{L}\p{N}_.]/u.test(source.charAt(at))) throw new FormulaError('badNumber', at);
  }
  tokens.push({ kind: 'end', text: '', at });
  return tokens;
}
