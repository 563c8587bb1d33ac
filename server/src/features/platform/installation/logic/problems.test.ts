/** What is wrong with an installation, from what is known of it: age of backups, ends of certificates, disks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstallationHealth } from '@plumbline/contract/platform/installation';
import type { ProcessFacts } from '../../../../kernel/tables.installation.ts';
import { findProblems, statusOf } from './problems.ts';

const nowMs = Date.parse('2026-03-18T06:00:00Z');
const day = 86_400;
const good: InstallationHealth['backup'] = {
  by: 'plumbline',
  lastAt: '2026-03-18T00:00:00Z',
  ageSeconds: 21_600,
  isTried: true,
  failedAt: null,
};
const withFacts = (
  facts: Partial<ProcessFacts>,
  backup: Partial<InstallationHealth['backup']> = {},
  licenceEndsAt: string | null = null,
  ahead = { devices: 0, readings: 0 },
) =>
  findProblems({
    nowMs,
    processes: [
      {
        id: '1',
        host: 'north',
        pid: 1,
        roles: ['web', 'gateway', 'worker'],
        version: '1.0.0',
        node: '24',
        startedAt: new Date(nowMs),
        silentFor: 1,
        isSilent: false,
        facts: { disks: [], certificates: [], backup: null, obstacles: [], ...facts },
      },
    ],
    queues: [],
    backup: { ...good, ...backup },
    diskAlarmBytes: 2e9,
    chainHolds: null,
    licenceEndsAt,
    ahead,
  });
const named = (...given: Parameters<typeof withFacts>) => withFacts(...given).map(({ name }) => name);

test('nothing is wrong where nothing is known to be', () => {
  assert.deepEqual(withFacts({}), []);
  assert.equal(statusOf([]), 'ok');
});

test('a backup that is too old, that failed, or that there is none of', () => {
  assert.deepEqual(named({}, { ageSeconds: 2 * day - 1 }), []);
  assert.deepEqual(named({}, { ageSeconds: 2 * day }), ['backupOld']);
  assert.deepEqual(named({}, { lastAt: null, ageSeconds: null }), ['backupNone']);
  assert.deepEqual(named({}, { failedAt: '2026-03-18T01:00:00Z' }), ['backupFailed']);
  assert.deepEqual(named({}, { by: 'elsewhere', lastAt: null, ageSeconds: null }), []);
});

test('a certificate ends, has ended, or cannot be read', () => {
  const mqtt = (endsInDays: number | null, state: 'known' | 'unreadable' | 'none' = 'known') => ({
    certificates: [
      {
        use: 'mqtt' as const,
        state,
        endsAt: endsInDays === null ? null : new Date(nowMs + endsInDays * day * 1000).toISOString(),
        subject: null,
      },
    ],
  });
  assert.deepEqual(named(mqtt(21)), []);
  assert.deepEqual(named(mqtt(20)), ['certificateEnds']);
  assert.deepEqual(named(mqtt(-0.5)), ['certificateEnded']);
  assert.deepEqual(named(mqtt(null, 'unreadable')), ['certificateUnreadable']);
  assert.deepEqual(named(mqtt(null, 'none')), []);
});

test('a disk with too little left, or of which nothing is known; what is failing comes first', () => {
  const found = withFacts(
    {
      disks: [
        { path: '/gone', freeBytes: null, totalBytes: null },
        { path: '/data', freeBytes: 1e9, totalBytes: 1e12 },
      ],
      obstacles: ['ingestStalled', 'somethingNewer'],
    },
    {},
  );
  assert.deepEqual(
    found.map(({ name, severity }) => [name, severity]),
    [
      ['diskLow', 'failing'],
      ['ingestStalled', 'failing'],
      ['diskUnknown', 'warning'],
    ],
  );
  assert.equal(statusOf(found), 'failing');
});

test('a licence ends within thirty days, or has ended; neither is failing', () => {
  assert.deepEqual(named({}, {}, '2026-04-18T06:00:00Z'), []);
  assert.deepEqual(named({}, {}, '2026-04-16T06:00:00Z'), ['licenceEnds']);
  assert.deepEqual(named({}, {}, '2026-03-17T06:00:00Z'), ['licenceEnded']);
  assert.equal(statusOf(withFacts({}, {}, '2026-03-17T06:00:00Z')), 'warning');
});

test('a clock that is not believed, one that was set, and one that many devices are ahead of are told', () => {
  const jump = (seconds: number) => ({ at: '2026-03-18T05:00:00Z', seconds });
  const clock = (aheadSeconds: number, ...jumps: ReturnType<typeof jump>[]) => ({ clock: { aheadSeconds, jumps } });
  assert.deepEqual(named(clock(0)), []);
  assert.deepEqual(named(clock(0, jump(20))), [], 'NTP sets it by seconds');
  assert.deepEqual(named(clock(0, jump(86_400), jump(-86_400))), ['clockJumped']);
  assert.deepEqual(named(clock(86_400, jump(86_400))), ['clockAhead', 'clockJumped']);
  assert.deepEqual(named({}, {}, null, { devices: 2, readings: 9_000 }), [], 'two devices may be wrong');
  const found = withFacts({}, {}, null, { devices: 3, readings: 30 });
  assert.deepEqual(
    found.map(({ name, severity, detail }) => [name, severity, detail]),
    [['devicesAhead', 'failing', { devices: 3, count: 30 }]],
  );
});
