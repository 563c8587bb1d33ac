/** The place at which a JSON text breaks: agreed with JSON.parse on every text, exact where a person looks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonFault, jsonText } from '../src/kernel/json-text.ts';

test('line and column of the first character that does not belong', () => {
  const cases: readonly [string, number, number, 'end' | 'character'][] = [
    ['', 1, 1, 'end'],
    ['{', 1, 2, 'end'],
    ['{"a": 1,}', 1, 9, 'character'],
    ['[1, 2\n 3]', 2, 2, 'character'],
    ['{\n  "a": tru\n}', 2, 11, 'character'],
    ['{a: 1}', 1, 2, 'character'],
    ["{'a': 1}", 1, 2, 'character'],
    ['{"a" 1}', 1, 6, 'character'],
    ['[01]', 1, 3, 'character'],
    ['[1.]', 1, 3, 'character'],
    ['[-]', 1, 3, 'character'],
    ['"a\nb"', 1, 3, 'character'],
    ['"\\x"', 1, 3, 'character'],
    ['"abc', 1, 5, 'end'],
    ['1 2', 1, 3, 'character'],
    ['[NaN]', 1, 2, 'character'],
    ['[]]', 1, 3, 'character'],
  ];
  for (const [text, line, column, found] of cases)
    assert.deepEqual(jsonFault(text), { line, column, found }, JSON.stringify(text));
});

test('it finds legal what JSON.parse finds legal, on texts changed at random', () => {
  const seeds = [
    '{"a":[1,-2.5e+3,true,false,null,"x\\u00e9\\n"],"b":{"c":{}},"d":""}',
    '[[[]],{"k":"v"},0,-0,1E5]',
    '"text with \\" and \\\\"',
    ' \t\r\n{ "folders" : [ "drawings" , "reports" ] } ',
  ];
  const signs = ['{', '}', '[', ']', ',', ':', '"', '\\', '0', '1', '-', '.', 'e', 't', 'n', ' ', '\n', '\u0001', 'é'];
  let random = 42;
  const next = (below: number): number => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return random % below;
  };
  const legal = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  for (let i = 0; i < 20_000; i++) {
    let text = seeds[i % seeds.length]!;
    for (let edits = next(3); edits >= 0; edits--) {
      const at = next(text.length + 1);
      const sign = signs[next(signs.length)]!;
      text = text.slice(0, at) + (next(2) ? sign : '') + text.slice(at + next(2));
    }
    assert.equal(jsonFault(text) === null, legal(text), JSON.stringify(text));
  }
});

test('a text that nests without end is refused and does not fell the server', () => {
  assert.notEqual(jsonFault('['.repeat(10_000)), null);
  assert.equal(jsonFault('['.repeat(150) + ']'.repeat(150)), null);
  const [issue] = jsonText.safeParse('{"a":}').error!.issues;
  assert.equal(issue?.message, 'jsonIllegal');
  assert.deepEqual((issue as { params?: unknown }).params, { line: 1, column: 6, found: 'character' });
});
