/** Taking changes back, in their order and out of it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs, minuteMs } from '@plumbline/contract/kernel/durations';
import { makeRewriteFixture, same, simple, startMs, undo } from '../../../../test/rewrite.fixtures.ts';
import { dice, sealAll, take } from '../../../../test/store.ts';
import type { StoredRecord } from '../../readings/readings/readings.api.ts';
import * as reads from '../../readings/readings/readings.api.ts';
import { rewrite } from './store.rewrite.api.ts';

const fixture = await makeRewriteFixture();

test('what an import brought goes again, what it replaced comes back', async () => {
  const pointId = await fixture.pointOf(2_000);
  const before = await fixture.all(pointId);
  const changeId = await fixture.store.transact(async (client) => {
    const id = await fixture.log(client, pointId, {
      kind: 'import',
      fromMs: startMs - dayMs,
      toMs: startMs + 2 * dayMs,
    });
    const mine = { changeId: id, deviceId: null };
    const records = [
      ...Array.from({ length: 50 }, (_, i) => simple(startMs - dayMs + i * minuteMs, -i - 1, mine)),
      ...Array.from({ length: 40 }, (_, i) => simple(startMs + i * 30_000, -1_000 - i, mine)),
      simple(startMs + 1_990 * minuteMs, -5, mine),
    ];
    const results = await take(client, pointId, records, startMs);
    assert.deepEqual(
      ['stored', 'overwritten'].map((result) => results.filter((each) => each === result).length),
      [70, 21],
    );
    // The same file a second time within the import.
    await take(client, pointId, [simple(startMs, -9, mine)], startMs);
    return id;
  });
  assert.equal((await fixture.all(pointId)).length, 2_070);
  await sealAll(fixture.store.pool, pointId, startMs + 60 * dayMs);
  assert.equal((await reads.at(fixture.store.pool, pointId, startMs))?.values[0], -9);
  assert.equal(await fixture.store.transact((client) => undo(client, changeId, pointId)), 91);
  same(await fixture.all(pointId), before);
});

test('two changes of the same records, taken back in either order, leave what was there before both', async () => {
  for (const order of [
    [0, 1],
    [1, 0],
  ]) {
    const pointId = await fixture.pointOf(1_000, 200);
    const before = await fixture.all(pointId);
    const ids: number[] = [];
    for (const factor of [2, 3])
      ids.push(
        await fixture.store.transact(async (client) => {
          const id = await fixture.log(client, pointId);
          await rewrite(client, id, pointId, 0, startMs + dayMs, (record) =>
            record.values[0]! % 5 === 0 ? record : { ...record, values: [record.values[0]! * factor, 1] },
          );
          return id;
        }),
      );
    for (const place of order) await fixture.store.transact((client) => undo(client, ids[place]!, pointId));
    same(await fixture.all(pointId), before);
  }
  // Deleted, then brought again by an import; the deletion is taken back first.
  const pointId = await fixture.pointOf(500, 100);
  const before = await fixture.all(pointId);
  const gone = await fixture.store.transact(async (client) => {
    const id = await fixture.log(client, pointId, { kind: 'delete' });
    await rewrite(client, id, pointId, startMs, startMs + 450 * minuteMs, () => null);
    return id;
  });
  const brought = await fixture.store.transact(async (client) => {
    const id = await fixture.log(client, pointId, { kind: 'import' });
    await take(client, pointId, [simple(startMs + 10 * minuteMs, -7, { changeId: id })], startMs);
    return id;
  });
  await fixture.store.transact((client) => undo(client, gone, pointId));
  assert.equal((await reads.at(fixture.store.pool, pointId, startMs + 10 * minuteMs))?.changeId, brought);
  await fixture.store.transact((client) => undo(client, brought, pointId));
  same(await fixture.all(pointId), before);
});

test('a random mix of rewriting, late readings and sealing reads as a map, and back again', async () => {
  const random = dice(Number(process.env['STORE_SEED'] ?? 11));
  const pointId = await fixture.pointOf(7_000, 500);
  const model = new Map((await fixture.all(pointId)).map((record) => [record.at, record]));
  const steps: { id: number; before: Map<number, StoredRecord> }[] = [];
  for (let step = 0; step < 12; step++) {
    const from = startMs + Math.floor(random() * 6_000) * minuteMs;
    const to = from + Math.floor(random() * 2_000) * minuteMs;
    const [every, remove] = [1 + Math.floor(random() * 5), random() < 0.3];
    const before = new Map(model);
    const id = await fixture.store.transact(async (client) => {
      const id = await fixture.log(client, pointId);
      await rewrite(client, id, pointId, from, to, (record) => {
        if ((record.at / minuteMs) % every !== 0) return record;
        return remove ? null : { ...record, values: [step, null, record.values[0]!] };
      });
      return id;
    });
    for (const [at, record] of [...model]) {
      if (at < from || at > to || (at / minuteMs) % every !== 0) continue;
      if (remove) model.delete(at);
      else model.set(at, { ...record, values: [step, null, record.values[0]!], changeId: id });
    }
    steps.push({ id, before });
    if (random() < 0.5) await sealAll(fixture.store.pool, pointId, startMs + (random() < 0.5 ? 4 : 60) * dayMs);
    const found = await fixture.all(pointId);
    compareWidths(found, model);
  }
  for (const { id, before } of steps.reverse()) {
    await fixture.store.transact((client) => undo(client, id, pointId));
    compareWidths(await fixture.all(pointId), before);
    if (random() < 0.3) await sealAll(fixture.store.pool, pointId, startMs + 60 * dayMs);
  }
});

/** Segments pad the values of shorter records with null. */
function compareWidths(found: readonly StoredRecord[], model: ReadonlyMap<number, StoredRecord>) {
  const wide = (record: StoredRecord | undefined) =>
    record && { ...record, values: [0, 1, 2].map((i) => record.values[i] ?? null) };
  const wanted = [...model.values()].sort((a, b) => a.at - b.at);
  for (let i = 0; i < Math.max(found.length, wanted.length); i++)
    assert.deepEqual(wide(found[i]), wide(wanted[i]), `at ${i}`);
}
