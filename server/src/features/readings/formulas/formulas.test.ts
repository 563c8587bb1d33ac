import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@plumbline/contract/points/families';
import { formulas } from '@plumbline/contract/readings/formulas';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['North']);

test('every family and mode of the catalogue has a system formula', async () => {
  for (const { code, modes } of Object.values(families))
    for (const mode of modes) {
      const { status, body } = await server.call(formulas.system, { family: code, mode }, world.normal.token);
      assert.equal(status, 200, `${code} ${mode}`);
      assert.ok(body.quantities.length > 0);
    }
  const wire = await server.call(formulas.system, { family: 'soilPressure', mode: 1 }, world.normal.token);
  assert.deepEqual(
    wire.body.parameters.filter(({ required }) => required),
    [
      { key: 'K', unit: 'kPa/digit', default: null, required: true },
      { key: 'f0', unit: 'Hz', default: null, required: true },
    ],
  );
  const wrong = await server.call(formulas.system, { family: 'tilt', mode: 1 }, world.normal.token);
  assert.deepEqual([wrong.status, wrong.body.error], [400, 'badInput']);
});

test('a formula is worked out, or said to be illegal, or not calculable', async () => {
  const check = (source: string, values: Record<string, number>) =>
    server.call(formulas.check, { source, values }, world.normal.token);
  const good = await check('K*(f0^2-frequency^2)/1000', { K: 0.1, f0: 2900, frequency: 2700, spare: 1 });
  assert.deepEqual(good.body, { value: 112, uses: ['K', 'f0', 'frequency'] });
  const illegal = await check('K*(f0', { K: 1, f0: 2 });
  assert.deepEqual([illegal.body.error, illegal.body.detail], ['formulaIllegal', { at: 5, reason: 'unexpectedEnd' }]);
  assert.equal((await check('constructor(1)', {})).body.error, 'formulaIllegal');
  assert.equal((await check('1/zero', { zero: 0 })).body.error, 'formulaCannotCalculate');
  assert.equal((await check('', {})).status, 400);
});
