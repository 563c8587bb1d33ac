/** Which column is which quantity of which point: suggested where it is clear, held to the project, and kept by name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imports } from '@plumbline/contract/readings/imports';
import { makeWorld } from '../../../../test/harness.ts';
import { type MappingInput, makeImportsFixture, wideMapping } from '../../../../test/imports.fixtures.ts';
import { makePoint } from '../../../../test/series.ts';
import { openWorlds } from '../../../../test/worlds.ts';

const [server, world] = await openWorlds(['Imports']);
const token = world.admin.token;
const fixture = makeImportsFixture(server, world);
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };

test('a column is taken for a quantity only where name or unit agree, and never against the unit it states', async () => {
  const parameters = JSON.stringify({ K: 0.01, f0: 2800 });
  const wired = await makePoint(server, world, 'PZ-180-1', { family: 'waterLevel', mode: 1, parameters });
  const manual = await makePoint(server, world, 'PZ-M', { type: 2, mode: 0, family: 'waterLevel' });
  const suggestionFor = async (...heads: string[]) => {
    const file = `Time,${heads.join(',')}\n2024-05-01 08:00:00,${heads.map((_, i) => 97 + i).join(',')}\n`;
    const { suggested, near } = (await fixture.upload(file)).import.layout;
    const values = suggested?.values;
    const columns = values?.layout === 'wide' ? values.columns : [];
    return {
      mapped: columns.map(({ column, pointId, name, factor }) => [column, pointId, name, factor]),
      near: near.map(({ column, pointId }) => [column, pointId]),
    };
  };
  // Metres are no frequency, a bare name says nothing of a raw quantity, and PZ-180-1-2 is another instrument.
  assert.deepEqual(await suggestionFor('PZ-180-1 (m)', 'PZ-180-1-2 (Hz)'), { mapped: [], near: [[1, wired]] });
  assert.deepEqual(await suggestionFor('PZ-180-1'), { mapped: [], near: [[1, wired]] });
  assert.deepEqual(await suggestionFor('PZ-180-1b (Hz)'), { mapped: [], near: [] });
  // Name and unit contradict each other: neither is believed.
  assert.deepEqual(await suggestionFor('PZ-180-1 frequency (m)', 'PZ-M level (kPa)', 'PZ-M temp (m)'), {
    mapped: [],
    near: [
      [1, wired],
      [2, manual],
      [3, manual],
    ],
  });
  assert.deepEqual(await suggestionFor('PZ-180-1 (kHz)', 'PZ-180-1 temperature', 'PZ-M (mm)'), {
    mapped: [
      [1, wired, 'frequency', 1000],
      [2, wired, 'temperature', 1],
      [3, manual, 'level', 0.001],
    ],
    near: [],
  });
  // The unit alone, where one quantity has it.
  assert.deepEqual((await suggestionFor('PZ-M (kPa)')).mapped, [[1, manual, 'pressure', 1]]);
});

test('a mapping is held to the points of the project', async () => {
  const pointId = await makePoint(server, world, 'H-1', manual);
  const composite = await makePoint(server, world, 'H-2', { ...manual, type: 1 } as object);
  const foreign = await makeWorld(server, 'Elsewhere');
  const { import: sent } = await fixture.upload('Time,A\n2024-05-01 08:00:00,1\n');
  const check = async (mapping: MappingInput) =>
    (await server.call(imports.check, { ...fixture.at(sent.id), mapping }, token)).body.error;
  assert.equal(await check(wideMapping([{ column: 1, pointId: foreign.pointId, name: 'level' }])), 'notFound');
  assert.equal(await check(wideMapping([{ column: 1, pointId: 2_000_000_000, name: 'level' }])), 'notFound');
  assert.equal(await check(wideMapping([{ column: 1, pointId: composite, name: 'level' }])), 'kindUnsuitable');
  assert.equal(await check(wideMapping([{ column: 1, pointId, name: 'nonsense' }])), 'badInput');
  assert.equal(
    await check(
      wideMapping([
        { column: 1, pointId, name: 'level' },
        { column: 2, pointId, name: 'level' },
      ]),
    ),
    'badInput',
  );
  assert.equal(await check(wideMapping([{ column: 1, pointId, name: 'level', kind: 'raw' }])), 'templateTypeDiffers');
  assert.equal(
    await check(wideMapping([{ column: 1, pointId, name: 'level' }], { timeZone: 'Mars/Olympus' })),
    'badInput',
  );
  const unchecked = await server.call(imports.apply, fixture.at(sent.id), token);
  assert.equal(unchecked.body.error, 'importUnchecked');
  const other = await server.call(
    imports.get,
    { projectId: foreign.projectId, importId: sent.id },
    foreign.admin.token,
  );
  assert.equal(other.body.error, 'notFound');

  const mapping = wideMapping([{ column: 1, pointId, name: 'level' }]);
  const saved = await server.call(
    imports.saveMapping,
    { projectId: world.projectId, name: 'Weekly', format: 'csv', mapping },
    token,
  );
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  await server.call(imports.saveMapping, { projectId: world.projectId, name: 'weekly', format: 'csv', mapping }, token);
  const { mappings } = (await server.call(imports.mappings, { projectId: world.projectId }, token)).body;
  assert.deepEqual(
    mappings.map(({ name }) => name),
    ['weekly'],
  );
  const foreignly = { projectId: foreign.projectId, mappingId: mappings[0]!.id };
  const refused = await server.call(imports.removeMapping, foreignly, foreign.admin.token);
  assert.equal(refused.body.error, 'notFound', 'a mapping of another project is none');
  const gone = await server.call(
    imports.removeMapping,
    { projectId: world.projectId, mappingId: mappings[0]!.id },
    token,
  );
  assert.equal(gone.status, 200);
  assert.equal((await server.call(imports.discard, fixture.at(sent.id), token)).status, 200);
  assert.equal((await server.call(imports.get, fixture.at(sent.id), token)).body.error, 'notFound');
});
