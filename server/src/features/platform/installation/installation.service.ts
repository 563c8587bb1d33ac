/**
 * How the installation itself is: what its processes last said of themselves, what waits, what is stored, and what is wrong.
 * Invariant: who runs one corporation learns nothing of the machines, nor of sums over the corporations.
 */
import type { InstallationHealth } from '@plumbline/contract/platform/installation';
import { workLanes } from '@plumbline/contract/platform/work';
import { callClockRight as callRight } from '../../../kernel/clock-watch.ts';
import type { Context } from '../../../kernel/context.ts';
import { readLicence } from '../../../kernel/licence.ts';
import { readVerdict } from '../../../kernel/operation.chain.ts';
import { version } from '../../../kernel/version.ts';
import { countWork, type WorkCount } from '../../../kernel/work.rows.ts';
import * as table from './installation.table.ts';
import { findProblems, statusOf } from './logic/problems.ts';

export async function health(context: Context): Promise<{ health: InstallationHealth }> {
  const { caller } = context;
  const whole = await wholeHealth(context);
  return { health: caller.type === 'System' ? whole : withoutOthers(whole) };
}

async function wholeHealth({ db, now, services: { config } }: Context): Promise<InstallationHealth> {
  const [rows, counts, stores, ahead, database, verdict, licence] = await Promise.all([
    table.processes(db),
    countWork(db, now()),
    table.stores(db),
    table.readingsAhead(db, now()),
    table.databaseVersion(db),
    readVerdict<{ holds: boolean }>(db),
    readLicence(db, config.licenceKey),
  ]);
  const nowMs = now().getTime();
  const processes = rows.map((row) => ({ ...row, isSilent: row.silentFor > table.silentSeconds }));
  const live = processes.filter(({ isSilent }) => !isSilent);
  const queues = queuesOf(counts, nowMs);
  const backup = backupOf(live, nowMs);
  const { diskAlarmBytes } = config;
  const chainHolds = verdict?.holds ?? null;
  const licenceEndsAt = licence?.endsAt ?? null;
  const problems = findProblems({ nowMs, processes, queues, backup, diskAlarmBytes, chainHolds, licenceEndsAt, ahead });
  return {
    at: now().toISOString(),
    status: statusOf(problems),
    problems,
    processes: processes.map(({ facts: _, silentFor, startedAt, ...process }) => ({
      ...process,
      roles: [...process.roles],
      startedAt: startedAt.toISOString(),
      lastSignSeconds: silentFor,
    })),
    queues,
    stores,
    disks: unique(live.flatMap(({ host, facts }) => facts.disks.map((disk) => ({ host, ...disk })))),
    backup,
    certificates: unique(live.flatMap(({ facts }) => facts.certificates)),
    versions: { product: version, database, node: process.versions.node },
  };
}

/** Takes the word of whoever runs the installation that its clock is right. */
export async function callClockRight({ db, now }: Context) {
  await callRight(db, now());
  return {};
}

const queuesOf = (counts: readonly WorkCount[], nowMs: number): NonNullable<InstallationHealth['queues']> =>
  workLanes.map((lane) => {
    const count = counts.find((each) => each.lane === lane);
    const oldestSeconds = count?.oldestAt ? Math.max(0, Math.round((nowMs - count.oldestAt.getTime()) / 1000)) : null;
    return { lane, due: count?.due ?? 0, stuck: count?.stuck ?? 0, oldestSeconds };
  });

/** Of the process with the embedded database; where there is none, other programs back it up, and nothing is known here. */
function backupOf(live: readonly table.ProcessRow[], nowMs: number): InstallationHealth['backup'] {
  const backups = live.flatMap(({ facts }) => facts.backup ?? []);
  const [done] = backups.flatMap((each) => each.done ?? []).sort((a, b) => b.at.localeCompare(a.at));
  const [failed] = backups.flatMap((each) => each.failed ?? []).sort((a, b) => b.at.localeCompare(a.at));
  return {
    by: backups.length > 0 ? 'plumbline' : 'elsewhere',
    lastAt: done?.at ?? null,
    ageSeconds: done ? Math.max(0, Math.round((nowMs - Date.parse(done.at)) / 1000)) : null,
    isTried: done?.isTried ?? null,
    failedAt: failed && (!done || failed.at > done.at) ? failed.at : null,
  };
}

/** Several processes of one machine say the same of it. */
const unique = <T>(each: readonly T[]): T[] => [...new Map(each.map((one) => [JSON.stringify(one), one])).values()];

const ownDetails = new Set([
  'roles',
  'seconds',
  'role',
  'days',
  'use',
  'endsAt',
  'at',
  'freeBytes',
  'versions',
  'lane',
  'count',
]);

/** What somebody may know who runs one corporation of several: whether it is well, and what of it is not. */
function withoutOthers(health: InstallationHealth): InstallationHealth {
  return {
    ...health,
    queues: null,
    stores: null,
    processes: health.processes.map((each) => ({ ...each, host: null, pid: null })),
    disks: unique(health.disks.map((each) => ({ ...each, host: null, path: null }))),
    certificates: health.certificates.map((each) => ({ ...each, subject: null })),
    problems: health.problems.map((each) => ({
      ...each,
      detail: Object.fromEntries(Object.entries(each.detail).filter(([name]) => ownDetails.has(name))),
    })),
  };
}
