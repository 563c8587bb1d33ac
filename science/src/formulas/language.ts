/**
 * The formula language: arithmetic over named numbers, compiled to closures. It is total (every formula ends, in a
 * number or in null) and safe by construction: no property access, no text, no loops, only the listed functions.
 *
 *   comparison  a < b, <=, >, >=, ==, !=      gives 1 or 0; a < b < c is refused, since it would compare 1 or 0 with c
 *   sum         a + b, a - b
 *   product     a * b, a / b
 *   sign        -a, +a                        looser than ^, so -2^2 = -4
 *   power       a ^ b                         groups to the right: 2^3^2 = 512
 *   if(condition, then, otherwise)            only the chosen branch is calculated, so only its values are needed
 *
 * Names are compared by their Unicode composition (NFC); full-width and typographic digits and signs read as plain ones.
 */
import { type FormulaFunction, formulaConstants, formulaFunctions } from './functions.ts';
import { FormulaError, type Token, tokensOf } from './tokens.ts';

export { FormulaError } from './tokens.ts';

export interface Formula {
  /** The result, or null when it cannot be calculated: a value that is needed is missing (NaN), a division by zero, overflow. */
  evaluate(values: Float64Array): number | null;
  /** The names that the formula reads, in the order of `names`. */
  readonly uses: readonly string[];
}

export const formulaLimits = { characters: 2000, depth: 64, parts: 500 } as const;

type Part = (values: Float64Array) => number;

/** Infinity must not be calculated away again (1/(1/0) is not 0), so it turns into NaN where it arises. */
const finite = (x: number): number => (Number.isFinite(x) ? x : Number.NaN);
const truth = (a: number, b: number, holds: boolean): number =>
  !Number.isNaN(a) && !Number.isNaN(b) ? (holds ? 1 : 0) : Number.NaN;

interface Operator {
  readonly power: number;
  readonly right?: true;
  readonly join: (a: Part, b: Part) => Part;
}

const comparisonPower = 1;
const compare = (holds: (a: number, b: number) => boolean): Operator => ({
  power: comparisonPower,
  join: (left, right) => (v) => {
    const a = left(v);
    const b = right(v);
    return truth(a, b, holds(a, b));
  },
});

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['<', compare((a, b) => a < b)],
  ['<=', compare((a, b) => a <= b)],
  ['>', compare((a, b) => a > b)],
  ['>=', compare((a, b) => a >= b)],
  ['==', compare((a, b) => a === b)],
  ['!=', compare((a, b) => a !== b)],
  ['+', { power: 2, join: (a, b) => (v) => finite(a(v) + b(v)) }],
  ['-', { power: 2, join: (a, b) => (v) => finite(a(v) - b(v)) }],
  ['*', { power: 3, join: (a, b) => (v) => finite(a(v) * b(v)) }],
  ['/', { power: 3, join: (a, b) => (v) => finite(a(v) / b(v)) }],
  ['^', { power: 5, right: true, join: (a, b) => powerOf(a, b) }],
]);
const signPower = 4;

/** JavaScript says NaN ** 0 = 1; here what is missing stays missing. */
function powerOf(a: Part, b: Part): Part {
  return (v) => {
    const base = a(v);
    return !Number.isNaN(base) ? finite(base ** b(v)) : Number.NaN;
  };
}

function call(called: FormulaFunction, operands: readonly Part[]): Part {
  const { apply } = called;
  const [first, second] = operands as [Part, Part];
  if (operands.length === 1) return (v) => finite(apply(first(v)));
  return operands.length === 2
    ? (v) => {
        const a = first(v);
        const b = second(v);
        return !Number.isNaN(a) && !Number.isNaN(b) ? finite(apply(a, b)) : Number.NaN;
      }
    : (v) => finite(apply(...operands.map((part) => part(v))));
}

function choose([condition, then, otherwise]: readonly [Part, Part, Part]): Part {
  return (v) => {
    const c = condition(v);
    return !Number.isNaN(c) ? (c !== 0 ? then(v) : otherwise(v)) : Number.NaN;
  };
}

class Reader {
  readonly used = new Set<number>();
  private readonly tokens: readonly Token[];
  private readonly names: ReadonlyMap<string, number>;
  private next = 0;
  private depth = 0;
  private parts = 0;

  constructor(tokens: readonly Token[], names: ReadonlyMap<string, number>) {
    this.tokens = tokens;
    this.names = names;
  }

  whole(): Part {
    const part = this.expression(0);
    const next = this.peek();
    if (next.kind !== 'end') throw new FormulaError('unexpectedWord', next.at);
    return part;
  }

  private peek(): Token {
    return this.tokens[this.next] as Token;
  }

  private take(): Token {
    const token = this.peek();
    if (token.kind !== 'end') this.next++;
    return token;
  }

  private expect(text: string): void {
    const token = this.take();
    if (token.kind === 'end') throw new FormulaError('unexpectedEnd', token.at);
    if (token.text !== text) throw new FormulaError('unexpectedWord', token.at);
  }

  private made(part: Part, at: number): Part {
    if (++this.parts > formulaLimits.parts) throw new FormulaError('tooManyParts', at);
    return part;
  }

  private expression(power: number): Part {
    if (++this.depth > formulaLimits.depth) throw new FormulaError('tooDeep', this.peek().at);
    let left = this.operand();
    let compared = false;
    for (;;) {
      const token = this.peek();
      const operator = token.kind === 'sign' ? operators.get(token.text) : undefined;
      if (operator === undefined || operator.power <= power) break;
      if (operator.power === comparisonPower && compared) throw new FormulaError('chainedComparison', token.at);
      compared = operator.power === comparisonPower;
      this.next++;
      const right = this.expression(operator.right ? operator.power - 1 : operator.power);
      left = this.made(operator.join(left, right), token.at);
    }
    this.depth--;
    return left;
  }

  private operand(): Part {
    const token = this.take();
    if (token.kind === 'end') throw new FormulaError('unexpectedEnd', token.at);
    if (token.kind === 'number') {
      const value = Number(token.text);
      if (!Number.isFinite(value)) throw new FormulaError('badNumber', token.at);
      return this.made(() => value, token.at);
    }
    if (token.kind === 'name') return this.peek().text === '(' ? this.called(token) : this.named(token);
    if (token.text === '(') {
      const inner = this.expression(0);
      this.expect(')');
      return inner;
    }
    if (token.text === '-' || token.text === '+') {
      const inner = this.expression(signPower);
      return token.text === '+' ? inner : this.made((v) => -inner(v), token.at);
    }
    throw new FormulaError('unexpectedWord', token.at);
  }

  /** A bound name goes before a constant of the same name. */
  private named(token: Token): Part {
    const index = this.names.get(token.text) ?? this.names.get(token.text.normalize('NFC'));
    if (index !== undefined) {
      this.used.add(index);
      return this.made((v) => finite(v[index] as number), token.at);
    }
    const constant = formulaConstants.get(token.text);
    if (constant === undefined) throw new FormulaError('unknownName', token.at);
    return this.made(() => constant, token.at);
  }

  private called(token: Token): Part {
    const definition = formulaFunctions.get(token.text);
    if (definition === undefined && token.text !== 'if') throw new FormulaError('unknownFunction', token.at);
    this.expect('(');
    const operands: Part[] = [];
    if (this.peek().text !== ')') {
      operands.push(this.expression(0));
      while (this.peek().text === ',') {
        this.next++;
        operands.push(this.expression(0));
      }
    }
    this.expect(')');
    const { min, max } = definition ?? { min: 3, max: 3 };
    if (operands.length < min || operands.length > max) throw new FormulaError('argumentCount', token.at);
    return this.made(
      definition === undefined ? choose(operands as [Part, Part, Part]) : call(definition, operands),
      token.at,
    );
  }
}

/**
 * Compiles `source` over the given names: `names[i]` is read from `values[i]` at evaluation.
 * Throws FormulaError, and nothing else, when the source is not a formula.
 */
export function compile(source: string, names: readonly string[]): Formula {
  if (source.length > formulaLimits.characters) throw new FormulaError('tooLong', formulaLimits.characters);
  const tokens = tokensOf(source);
  if (tokens.length === 1) throw new FormulaError('empty', 0);
  const reader = new Reader(
    tokens,
    new Map([
      ...names.map((name, index) => [name.normalize('NFC'), index] as const),
      ...names.map((name, index) => [name, index] as const),
    ]),
  );
  const part = reader.whole();
  const used = [...reader.used].sort((a, b) => a - b);
  return {
    uses: used.map((index) => names[index] as string),
    evaluate(values) {
      const result = part(values);
      return Number.isFinite(result) ? result : null;
    },
  };
}
