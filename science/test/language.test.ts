import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { compile, FormulaError } from '../src/formulas/language.ts';

const value = (source: string, given: Record<string, number> = {}) =>
  compile(source, Object.keys(given)).evaluate(Float64Array.from(Object.values(given)));
const refusal = (source: string, names: string[] = []) => {
  try {
    compile(source, names);
  } catch (error) {
    assert.ok(error instanceof FormulaError);
    return `${error.reason}@${error.at}`;
  }
  return 'accepted';
};

test('precedence, grouping and functions', () => {
  const table: [string, number | null][] = [
    ['1+2*3', 7],
    ['(1+2)*3', 9],
    ['2^3^2', 512],
    ['-2^2', -4],
    ['2^-1', 0.5],
    ['2*-3', -6],
    ['10-4-3', 3],
    ['100/10/5', 2],
    ['1.5e3 + .5', 1500.5],
    ['sind(30)', 0.5],
    ['atan2(1, 1) * 4 - pi', 0],
    ['min(3, 1, 2) + max(4, 9) + avg(1, 2, 3, 6)', 13],
    ['if(2 > 1, 5, 1/0)', 5],
    ['if(1 == 2, 1/0, 7)', 7],
    ['round(2.345, 2)', 2.35],
    ['round(-2.5)', -3],
    ['log10(1000) + ln(e) + exp(0)', 5],
    ['pow(2, 10) + floor(1.9) + ceil(1.1) + abs(-4) + sqrt(9)', 1034],
    ['1/0', null],
    ['1/(1/0)', null],
    ['sqrt(-1)', null],
    ['(0/0)^0', null],
    ['if(0/0, 1, 2)', null],
    ['9^999', null],
    ['ln(0)', null],
  ];
  for (const [source, expected] of table) {
    const actual = value(source);
    if (expected === null || actual === null) assert.equal(actual, expected, source);
    else assert.ok(Math.abs(actual - expected) < 1e-12, `${source} = ${actual}`);
  }
});

test('a missing value makes the result null where it is needed: not in the branch not taken, nor unused', () => {
  assert.equal(value('a + b', { a: 1, b: Number.NaN }), null);
  assert.equal(value('if(a > 0, 1, b)', { a: 1, b: Number.NaN }), 1, 'a fallback to a second sensor can be written');
  assert.equal(value('if(a > 0, 1, b)', { a: -1, b: Number.NaN }), null);
  assert.equal(value('if(b > 0, 1, 2)', { b: Number.NaN }), null);
  for (const each of ['b^0', 'pow(b, 0)', 'max(1, b)', 'min(1, 2, b)', 'b == b', '0 * b', 'atan2(b, 1)', 'round(1, b)'])
    assert.equal(value(each, { b: Number.NaN }), null, each);
  assert.equal(value('a * 2', { a: 1, b: Number.NaN }), 2);
  assert.equal(value('a', { a: Number.POSITIVE_INFINITY }), null);
  assert.equal(compile('a', ['a']).evaluate(new Float64Array(0)), null);
  assert.deepEqual(compile('c + a', ['a', 'b', 'c']).uses, ['a', 'c']);
});

test('a bound name goes before a constant, and names may be in any script', () => {
  assert.equal(value('e + 1', { e: 4 }), 5);
  assert.equal(value('水位 * 2', { 水位: 3 }), 6);
  const [composed, decomposed] = ['\u00e9', 'e\u0301'];
  assert.equal(value(`${decomposed} + 1`, { [composed]: 4 }), 5);
  assert.equal(value(`${composed} + 1`, { [decomposed]: 4 }), 5);
});

test('full-width and typographic digits and signs read as plain ones', () => {
  assert.equal(value('１．５＋（３ × 水位）', { 水位: 2 }), 7.5);
  assert.equal(value('max（１，２）＊２−1', {}), 3);
  assert.equal(value('8\u00a0÷\u30002', {}), 4);
  assert.equal(value('if(x ≥ 2, if(x ≠ 3, 1, 2), if(x ＜＝ 0, 3, 4))', { x: 3 }), 2);
  assert.equal(value('１ｅ－２ * 100', {}), 1);
  assert.equal(refusal('１ ＋ ＄'), 'unexpectedCharacter@4', 'places are those of the text as it was typed');
});

test('a comparison of a comparison is refused: it would not mean what it says', () => {
  assert.equal(refusal('0 < x < 10', ['x']), 'chainedComparison@6');
  assert.equal(refusal('a == b == c', ['a', 'b', 'c']), 'chainedComparison@7');
  assert.equal(value('(0 < x) * (x < 10)', { x: 20 }), 0);
  assert.equal(value('(1 < 2) == (2 < 3)'), 1);
});

test('what cannot be read says why and where', () => {
  assert.equal(refusal(''), 'empty@0');
  assert.equal(refusal('   '), 'empty@0');
  assert.equal(refusal('1 +'), 'unexpectedEnd@3');
  assert.equal(refusal('(1'), 'unexpectedEnd@2');
  assert.equal(refusal('1 2'), 'unexpectedWord@2');
  assert.equal(refusal('a', ['b']), 'unknownName@0');
  assert.equal(refusal('1 + foo(2)'), 'unknownFunction@4');
  assert.equal(refusal('sin()'), 'argumentCount@0');
  assert.equal(refusal('if(1, 2)'), 'argumentCount@0');
  assert.equal(refusal('1.2.3'), 'badNumber@3');
  assert.equal(refusal('2x', ['x']), 'badNumber@1');
  assert.equal(refusal('1e999'), 'badNumber@0');
  assert.equal(refusal('a.b', ['a']), 'unexpectedCharacter@1');
  assert.equal(refusal('1 + $'), 'unexpectedCharacter@4');
  assert.match(refusal('1'.repeat(2001)), /^tooLong/);
  assert.match(refusal(`${'('.repeat(70)}1${')'.repeat(70)}`), /^tooDeep/);
  assert.match(refusal('-'.repeat(80).concat('1')), /^tooDeep/);
  assert.match(refusal(Array(300).fill('1').join('+')), /^tooManyParts/);
});

test('nothing reaches out of the language', () => {
  const escapes = [
    'constructor',
    '__proto__',
    'constructor("return 1")()',
    'constructor(1)',
    'toString()',
    'valueOf(1)',
    'hasOwnProperty(1)',
    'a.constructor',
    'a["constructor"]',
    'this',
    'globalThis',
    'process',
    'require(1)',
    'eval(1)',
    'Function(1)',
    'import(1)',
    'a = 1',
    'a; 1',
    '`1`',
    "'1'",
    '() => 1',
    '[1]',
    '{}',
    '/x/',
    'a++',
    'new Date()',
    '// 1',
    '\\u0061',
  ];
  for (const source of escapes) assert.notEqual(refusal(source, ['a']), 'accepted', source);
});

test('property: any text gives a formula or a FormulaError, and any formula a finite number or null', () => {
  const soup = fc
    .array(
      fc.constantFrom('a', 'b', '1', '2.5', '+', '-', '*', '/', '^', '(', ')', ',', 'if', 'min', 'sqrt', '<', ' '),
      {
        maxLength: 24,
      },
    )
    .map((words) => words.join(''));
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), soup),
      fc.double(),
      fc.double(),
      (source, a, b) => {
        try {
          const result = compile(source, ['a', 'b']).evaluate(Float64Array.of(a, b));
          assert.ok(result === null || Number.isFinite(result));
        } catch (error) {
          assert.ok(error instanceof FormulaError, String(error));
          assert.ok(error.at >= 0 && error.at <= source.length);
        }
      },
    ),
    { numRuns: 2000 },
  );
});

interface Tree {
  readonly text: string;
  readonly js: (a: number, b: number) => number;
}
const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6 },
    fc.nat({ max: 999 }).map((n): Tree => ({ text: `${n / 8}`, js: () => n / 8 })),
    fc.constantFrom<Tree>({ text: 'a', js: (a) => a }, { text: 'b', js: (_, b) => b }),
    fc.tuple(tie('tree'), fc.constantFrom('+', '-', '*', '/', '<', '>='), tie('tree')).map(
      ([l, operator, r]): Tree => ({
        text: `(${l.text} ${operator} ${r.text})`,
        js: (a, b) => {
          const [x, y] = [l.js(a, b), r.js(a, b)];
          if (!Number.isFinite(x) || !Number.isFinite(y)) return Number.NaN;
          if (operator === '<') return x < y ? 1 : 0;
          if (operator === '>=') return x >= y ? 1 : 0;
          return operator === '+' ? x + y : operator === '-' ? x - y : operator === '*' ? x * y : x / y;
        },
      }),
    ),
    tie('tree').map((t): Tree => ({ text: `-${t.text}`, js: (a, b) => -t.js(a, b) })),
  ),
})).tree;

test('property: agrees with JavaScript arithmetic', () => {
  const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 });
  fc.assert(
    fc.property(tree, number, number, (generated, a, b) => {
      fc.pre(generated.text.length < 1500 && generated.text.split(/[^\d.ab]+/).length < 200);
      const expected = generated.js(a, b);
      const actual = compile(generated.text, ['a', 'b']).evaluate(Float64Array.of(a, b));
      if (Number.isFinite(expected)) assert.ok(actual === expected, `${generated.text}: ${actual} ${expected}`);
      else assert.equal(actual, null);
    }),
    { numRuns: 1000 },
  );
});
