/** Files as loggers of the field really write them, with numbers of our own: server/test/cases. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Mapping } from '@plumbline/contract/imports.mapping';
import { makeImportsFixture } from '../../../test/imports.fixtures.ts';
import { makePoint } from '../../../test/series.ts';
import { openWorlds } from '../../../test/worlds.ts';

const [server, world] = await openWorlds(['Cases']);
const fixture = makeImportsFixture(server, world);
const manual = { type: 2, mode: 0, family: 'waterLevel' as const };

test('the offset of a heading is stated, suggested and reckoned with; a heading of doubt leaves the zone of the project', async () => {
  const headings: readonly (readonly [string, string | null])[] = [
    ['"Date Time, GMT+08:00"', '+08:00'],
    ['Time UTC+8', '+08:00'],
    ['DateTime GMT-4', '-04:00'],
    ['Timestamp GMT+0800', '+08:00'],
    ['Time (UTC+8)', '+08:00'],
    ['时间（UTC+8）', '+08:00'],
    ['Time (UTC)', 'UTC'],
    ['Time utc offset', null],
    ['Time GMT/BST', null],
  ];
  await makePoint(server, world, 'H-1', manual);
  for (const [heading, zone] of headings) {
    const { import: sent } = await fixture.upload(`${heading},H-1 level (m)\n2024-05-01 08:00:00,3.21\n`);
    assert.equal(sent.layout.stated?.timeZone ?? null, zone, heading);
    const suggested = sent.layout.suggested as Mapping;
    assert.equal(suggested.values.time.timeZone, zone ?? 'Asia/Shanghai', heading);
    const checked = await fixture.check(sent.id, suggested);
    const hours = zone === 'UTC' ? 8 : zone === '-04:00' ? 12 : 0;
    assert.equal(checked.from, new Date(Date.UTC(2024, 4, 1, hours)).toISOString(), heading);
  }
});
