/**
 * The expressions of `$filter` and `$orderby` as a tree: a Pratt parser over the tokens. It knows operators and their
 * order, not what a name means; that is said by binding.ts. Pure; every fault is an OptionFault.
 *
 *   a or b                          loosest
 *   a and b
 *   not a                           of the whole comparison behind it
 *   a eq b, ne gt ge lt le, a in (b, c)
 *   a add b, a sub b
 *   a mul b, a div b, a mod b
 *   -a                              tightest
 */
import { OptionFault, type Token, tokensOf } from './tokens.ts';

export type Comparison = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le';
export type Arithmetic = 'add' | 'sub' | 'mul' | 'div' | 'mod';

export type Expression =
  | { readonly kind: 'literal'; readonly token: Token; readonly at: number }
  | { readonly kind: 'path'; readonly names: readonly string[]; readonly at: number }
  | { readonly kind: 'call'; readonly name: string; readonly of: readonly Expression[]; readonly at: number }
  | { readonly kind: 'not' | 'minus'; readonly of: Expression; readonly at: number }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression; readonly at: number }
  | {
      readonly kind: 'compare';
      readonly op: Comparison;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | {
      readonly kind: 'arithmetic';
      readonly op: Arithmetic;
      readonly left: Expression;
      readonly right: Expression;
      readonly at: number;
    }
  | { readonly kind: 'in'; readonly of: Expression; readonly among: readonly Expression[]; readonly at: number }
  | {
      readonly kind: 'any';
      readonly names: readonly string[];
      readonly variable: string;
      readonly of: Expression;
      readonly at: number;
    };

const powers: Readonly<Record<string, number>> = {
  or: 1,
  and: 2,
  eq: 4,
  ne: 4,
  gt: 4,
  ge: 4,
  lt: 4,
  le: 4,
  in: 4,
  add: 5,
  sub: 5,
  mul: 6,
  div: 6,
  mod: 6,
};
const ofNot = 3;
const ofMinus = 7;
const deepest = 40;
const constants = new Set(['true', 'false', 'null']);

/** The tree of a filter. */
export function expressionOf(text: string): Expression {
  const parser = new Parser(tokensOf(text));
  const expression = parser.expression(0);
  parser.expect('end');
  return expression;
}

export interface Order {
  readonly of: Expression;
  readonly descending: boolean;
}

/** The parts of an `$orderby`, in their order. */
export function ordersOf(text: string): Order[] {
  const parser = new Parser(tokensOf(text));
  const orders: Order[] = [];
  do {
    const of = parser.expression(0);
    const descending = parser.skip('name', 'desc');
    if (!descending) parser.skip('name', 'asc');
    orders.push({ of, descending });
  } while (parser.skip('sign', ','));
  parser.expect('end');
  return orders;
}

/** Goes through the tokens once; `at` is the next of them, and the last of them is always `end`. */
class Parser {
  readonly tokens: readonly Token[];
  at = 0;
  depth = 0;

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens;
  }

  get token(): Token {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Error('the parser has gone past the end');
    return token;
  }

  /** Goes past the token if it is this one. */
  skip(kind: Token['kind'], text: string): boolean {
    const is = this.token.kind === kind && this.token.text === text;
    if (is) this.at++;
    return is;
  }

  expect(kind: Token['kind'], text = ''): Token {
    const { token } = this;
    if (token.kind !== kind || (text !== '' && token.text !== text)) {
      const expectedWords = kind === 'end' ? 'the end' : kind === 'name' ? 'a name' : `"${text}"`;
      throw new OptionFault(`${expectedWords} was expected, not ${textOf(token)}`, token.at);
    }
    if (kind !== 'end') this.at++;
    return token;
  }

  expression(power: number): Expression {
    if (++this.depth > deepest) throw new OptionFault(`More than ${deepest} levels of nesting`, this.token.at);
    let left = this.operand();
    for (;;) {
      const { token } = this;
      const binds = token.kind === 'name' ? powers[token.text] : undefined;
      if (binds === undefined || binds <= power) break;
      this.at++;
      left = this.joined(left, token, binds);
    }
    this.depth--;
    return left;
  }

  joined(left: Expression, { text, at }: Token, binds: number): Expression {
    if (text === 'in') return { kind: 'in', of: left, among: this.list(), at };
    const right = this.expression(binds);
    if (text === 'and' || text === 'or') return { kind: text, left, right, at };
    if (binds === powers['eq']) return { kind: 'compare', op: text as Comparison, left, right, at };
    return { kind: 'arithmetic', op: text as Arithmetic, left, right, at };
  }

  operand(): Expression {
    const { token } = this;
    this.at++;
    if (token.kind === 'sign') {
      if (token.text === '-') return { kind: 'minus', of: this.expression(ofMinus), at: token.at };
      if (token.text !== '(') throw new OptionFault(`A value was expected, not "${token.text}"`, token.at);
      const inside = this.expression(0);
      this.expect('sign', ')');
      return inside;
    }
    if (token.kind === 'end') throw new OptionFault('A value was expected, not the end', token.at);
    if (token.kind !== 'name' || constants.has(token.text)) {
      if (token.kind === 'time' && this.token.text === '/')
        throw new OptionFault('An interval of time cannot be compared; use ge and lt', token.at);
      return { kind: 'literal', token, at: token.at };
    }
    if (token.text === 'not') return { kind: 'not', of: this.expression(ofNot), at: token.at };
    if (this.token.text === '(') return { kind: 'call', name: token.text, of: this.list(), at: token.at };
    return this.path(token);
  }

  list(): Expression[] {
    this.expect('sign', '(');
    const items: Expression[] = [];
    if (this.skip('sign', ')')) return items;
    do items.push(this.expression(0));
    while (this.skip('sign', ','));
    this.expect('sign', ')');
    return items;
  }

  path(first: Token): Expression {
    const names = [first.text];
    while (this.skip('sign', '/')) {
      const { token } = this;
      if (token.kind !== 'number') this.expect('name');
      else this.at++;
      if (token.text === 'any' && this.token.text === '(') return this.any(names, first.at);
      names.push(token.text);
    }
    return { kind: 'path', names, at: first.at };
  }

  any(names: readonly string[], at: number): Expression {
    this.expect('sign', '(');
    const variable = this.expect('name').text;
    this.expect('sign', ':');
    const of = this.expression(0);
    this.expect('sign', ')');
    return { kind: 'any', names, variable, of, at };
  }
}

const textOf = (token: Token) => (token.kind === 'end' ? 'the end' : `"${token.text}"`);
