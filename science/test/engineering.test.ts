/** The functions of monitoring that formulas call: each against a worked example, and all of them described in the guide. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formulaFunctions } from '../src/formulas/functions.ts';
import { compile } from '../src/formulas/language.ts';
import { near } from './vectors.ts';

const resultOf = (source: string, given: Readonly<Record<string, number>> = {}) =>
  compile(source, Object.keys(given)).evaluate(Float64Array.from(Object.values(given)));

/** From the sources of the functions themselves, and by hand. */
const examples: readonly (readonly [source: string, result: number])[] = [
  ['cableForce(60, 100, 1.2)', 3456],
  ['cableForce(60, 100, 2.4, 2)', 3456],
  ['cableForce(60, 100, 1.2, 1, 1e6)', 3456 - Math.PI ** 2 / 10],
  ['fundamental(1.2, 2.4, 3.6)', 1.2],
  ['fundamental(1, 2.2)', 5.4 / 5],
  ['cableSlenderness(100, 1e6, 3456)', 100 * Math.sqrt(3.456)],
  ['cant(2)', 52.349245],
  ['cant(30, 1000)', 500],
  ['twist(10, 16, 3)', 2],
  ['versine(0, 12.4, 1)', 11.9],
  ['digits(2900)', 8410],
  ['wireStrain(3.304, 0.97, 800, 900)', 3.304 * 0.97 * 170],
  ['loadStrain(100, 10)', 118],
  ['loadStrain(100, 10, 12, 10)', 120],
  ['totalStrain(100, 10)', 222],
  ['anchorLoss(250, 235.789)', 5.6844],
  ['withoutBarometer(50, 101.3, 100.1)', 48.8],
  ['levelOfPressure(9.80665)', 1000],
  ['levelOfPressure(9.80665, 800)', 1250],
  ['levelAtReference(1002.1, 30, 20)', 1000],
  ['polarNorth(100, 50, 60, 90)', 125],
  ['polarEast(200, 100, 90, 90)', 300],
  ['polarHeight(50, 100, 90, 1.6, 1.5)', 50.1 + (0.87 * 100 * 100) / (2 * 6_371_000)],
  ['polarHeight(50, 100, 90, 1.6, 1.5, 1)', 50.1],
  ['transformX(10, 20, 30, 1, 2, 3, 0, 0, 0, 0)', 11],
  ['transformY(10, 20, 30, 1, 2, 3, 0, 0, 0, 0)', 22],
  ['transformZ(1000, 20, 3000, 1, 2, 3, 0, 0, 0, 1000)', 3006],
  // A turn of one arc second about Z in the coordinate frame moves X by rz Y.
  ['transformX(0, 206264.806247, 0, 0, 0, 0, 0, 0, 1, 0)', 1],
  ['latitudeOf(6378137, 0, 0)', 0],
  ['longitudeOf(0, 6378147, 0)', 90],
  ['heightOf(0, 6378147, 0)', 10],
];

test('every function of monitoring gives its worked example', () => {
  for (const [source, result] of examples) near(resultOf(source), result, 1e-5);
});

test('what is missing stays missing, and what cannot be is missing', () => {
  const a = Number.NaN;
  for (const source of [
    'cableForce(60, 100, a)',
    'fundamental(1.2, a)',
    'cant(a)',
    'withoutBarometer(50, a, 100)',
    'transformX(1, 2, a, 0, 0, 0, 0, 0, 0, 0)',
    'latitudeOf(a, 1, 2)',
  ])
    assert.equal(resultOf(source, { a }), null, source);
  for (const source of [
    'cableForce(60, 100, 1.2, 0)',
    'twist(1, 2, 0)',
    'anchorLoss(0, 1)',
    'digits(300)',
    'cableSlenderness(1, 0, 1)',
    // A receiver without a fix that sends zeros: the middle of the earth is no place.
    'heightOf(0, 0, 0)',
  ])
    assert.equal(resultOf(source), null, source);
});

test('the guide describes every function in every language, by the same calls, and none that does not exist', () => {
  const callsIn = (path: string): string[] => {
    const text = readFileSync(join(import.meta.dirname, '../../docs/guide', path), 'utf8');
    return [...text.matchAll(/`(\w+)\(([^`]*)\)`/g)].map(([, name, given]) => `${name}(${given})`).sort();
  };
  const english = callsIn('readings/formulas.md');
  const named = new Set(english.map((call) => call.slice(0, call.indexOf('('))));
  assert.deepEqual([...named].sort(), [...formulaFunctions.keys(), 'if'].sort());
  for (const language of ['zh-CN', 'zh-TW'])
    assert.deepEqual(callsIn(`${language}/readings/formulas.md`), english, language);
});
