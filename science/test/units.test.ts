import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitSlot } from '../src/files/slots.ts';
import { stepped, unitStep } from '../src/files/units.ts';
import { near } from './vectors.ts';

test('a sine, and an offset over a length, become the angle; by arcsine and not by a factor', () => {
  const degrees = (unit: string, cell: number) => {
    const step = unitStep(unit, '°');
    assert.ok(step, unit);
    return stepped(step, cell);
  };
  near(degrees('sin', 0.5), 30, 1e-12);
  near(degrees('SIN_Angle', -0.5), -30, 1e-12);
  near(degrees('mm/m', 500), 30, 1e-12);
  near(degrees('in/ft', 6), 30, 1e-12);
  assert.ok(Number.isNaN(degrees('sin', 1.2)), 'what is no sine has no angle');
  near(degrees('mrad', 100), 18 / Math.PI, 1e-9);
});

test('a sine fits an angle alone', () => {
  for (const other of ['mm', 'm', 'kPa', '']) assert.equal(unitStep('sin', other), null, other);
  assert.equal(unitStep('mm/m', 'mm'), null);
  assert.deepEqual(fitSlot([{ name: 'x', unit: '°' }], null, 'x', 'mm/m'), {
    name: 'x',
    factor: 0.001,
    offset: 0,
    sine: true,
  });
});
