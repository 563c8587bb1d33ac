import assert from 'node:assert/strict';
import { test } from 'node:test';
import { configFrom, masterRows, settingsOfFamily, wholeConfigOf } from '../src/features/points/slaves/master-rows.ts';

const master = {
  fixedPointId: 2,
  lengthsMm: [1000, 2000, 3000],
  chainagesM: [],
  turningPointIds: [3],
  chords: [
    { from: 1, to: 2 },
    { from: 2, to: 3 },
  ],
  closing: null,
  referenceLine: null,
};
const point = { slaves: [{ pointId: 1 }, { pointId: 2 }, { pointId: 3 }], master };

test('what is set of a slave follows it when the order changes, and comes back as it was', () => {
  const rows = masterRows(point);
  assert.deepEqual(configFrom(rows, master), master);
  const [a, b, c] = rows;
  assert.ok(a && b && c);
  const turned = configFrom([c, a, b], master);
  assert.deepEqual(
    [turned.lengthsMm, turned.fixedPointId, turned.turningPointIds],
    [[3000, 1000, 2000], 2, []],
    'the first slave begins no circuit of its own',
  );
});

test('a slave that is gone takes its chords along; a length that is missing is left to the server to refuse', () => {
  const [a, b] = masterRows(point);
  assert.ok(a && b);
  assert.deepEqual(configFrom([a, b], master).chords, [{ from: 1, to: 2 }]);
  assert.deepEqual(configFrom([a, { pointId: 9 }], master).lengthsMm, [1000]);
  assert.deepEqual(configFrom([{ pointId: 9 }], wholeConfigOf({ master: null })), wholeConfigOf({ master: null }));
});

test('what the form holds of a master as a whole stays when a row changes', () => {
  const closing = { knownUpMm: 2 };
  const before = { ...master, closing };
  const whole = wholeConfigOf({ master: before });
  assert.deepEqual(wholeConfigOf({ master: { ...before, lengthsMm: [9, 9, 9], fixedPointId: null } }), whole);
  assert.deepEqual([whole.closing, whole.lengthsMm, whole.chords], [closing, [], master.chords]);
});

test('each family is asked for what its line needs', () => {
  assert.deepEqual(settingsOfFamily('tilt').length, true);
  assert.deepEqual(settingsOfFamily('structuralDeformation').turns, true);
  assert.deepEqual(settingsOfFamily('surfaceDisplacement').section, true);
  assert.deepEqual(settingsOfFamily('deepDisplacement').chainage, false);
});
