/** What is wrong with an installation, from what is known of it. Pure: what is not known is no problem unless it says so. */
import { dayMs } from '@plumbline/contract/kernel/durations';
import {
  type InstallationHealth,
  type InstallationProblem,
  processRoles,
} from '@plumbline/contract/platform/installation';
import type { ProcessRow } from '../installation.table.ts';

export type Problem = InstallationHealth['problems'][number];

interface Known {
  readonly nowMs: number;
  readonly processes: readonly (ProcessRow & { readonly isSilent: boolean })[];
  readonly queues: readonly { lane: string; stuck: number; oldestSeconds: number | null }[];
  readonly backup: InstallationHealth['backup'];
  /** Less than this is too little. */
  readonly diskAlarmBytes: number;
  /** The operation log holds; null = not verified yet. */
  readonly chainHolds: boolean | null;
  /** Of the licence in force; null = there is none, or it does not end. */
  readonly licenceEndsAt: string | null;
  /** Held readings that are ahead of the clock, and of how many devices. */
  readonly ahead: { readonly devices: number; readonly readings: number };
}

const lateSeconds = 300;
const backupOldDays = 2;
const certificateDays = 21;
const licenceDays = 30;

const problem = (
  severity: Problem['severity'],
  name: InstallationProblem,
  detail: Problem['detail'] = {},
): Problem => ({ name, severity, detail });

export function findProblems(facts: Known): Problem[] {
  const problems = [
    ...processProblems(facts),
    ...queueProblems(facts),
    ...diskProblems(facts),
    ...backupProblems(facts),
    ...certificateProblems(facts),
    ...obstacles(facts),
    ...(facts.chainHolds === false ? [problem('failing', 'operationsBroken')] : []),
    ...licenceProblems(facts),
    ...clockProblems(facts),
  ];
  return problems.sort((a, b) => Number(b.severity === 'failing') - Number(a.severity === 'failing'));
}

/** A silent process is no problem where another of the same roles has started since: it took its place. */
function processProblems({ processes, nowMs }: Known): Problem[] {
  const live = processes.filter(({ isSilent }) => !isSilent);
  const isReplaced = ({ roles, silentFor }: ProcessRow) =>
    live.some(
      (other) =>
        other.startedAt.getTime() >= nowMs - silentFor * 1000 && roles.every((role) => other.roles.includes(role)),
    );
  const silent = processes.filter((each) => each.isSilent && !isReplaced(each));
  const missing = processRoles.filter((role) => !live.some(({ roles }) => roles.includes(role)));
  const versions = [...new Set(live.map(({ version }) => version))].sort();
  return [
    ...silent.map(({ host, roles, silentFor }) =>
      problem('failing', 'processSilent', { host, roles: roles.join(', '), seconds: silentFor }),
    ),
    ...missing.map((role) => problem('failing', 'roleMissing', { role })),
    ...(versions.length > 1 ? [problem('warning', 'versionsDiffer', { versions: versions.join(', ') })] : []),
  ];
}

const queueProblems = ({ queues }: Known): Problem[] =>
  queues.flatMap(({ lane, stuck, oldestSeconds }) => [
    ...(stuck > 0 ? [problem('warning', 'workStuck', { lane, count: stuck })] : []),
    ...((oldestSeconds ?? 0) > lateSeconds
      ? [problem('warning', 'workLate', { lane, seconds: oldestSeconds ?? 0 })]
      : []),
  ]);

const liveFacts = ({ processes }: Known) =>
  processes.filter(({ isSilent }) => !isSilent).map(({ host, facts }) => ({ host, facts }));

function diskProblems(known: Known): Problem[] {
  const disks = liveFacts(known).flatMap(({ host, facts }) => facts.disks.map((disk) => ({ host, ...disk })));
  const each = disks.flatMap(({ host, path, freeBytes }) => {
    if (freeBytes === null) return [problem('warning', 'diskUnknown', { host, path })];
    return freeBytes < known.diskAlarmBytes ? [problem('failing', 'diskLow', { host, path, freeBytes })] : [];
  });
  return once(each);
}

/** Of an installation that is backed up by other programs nothing is known, and nothing is claimed. */
function backupProblems({ backup: { by, lastAt, ageSeconds, failedAt } }: Known): Problem[] {
  if (by === 'elsewhere') return [];
  const days = Math.floor((ageSeconds ?? 0) / 86_400);
  return [
    ...(failedAt === null ? [] : [problem('warning', 'backupFailed', { at: failedAt })]),
    ...(lastAt === null ? [problem('warning', 'backupNone')] : []),
    ...(lastAt !== null && days >= backupOldDays ? [problem('warning', 'backupOld', { days })] : []),
  ];
}

function certificateProblems(known: Known): Problem[] {
  const each = liveFacts(known).flatMap(({ facts }) => facts.certificates);
  return once(
    each.flatMap(({ use, state, endsAt }) => {
      if (state === 'unreadable') return [problem('failing', 'certificateUnreadable', { use })];
      if (endsAt === null) return [];
      const days = Math.floor((Date.parse(endsAt) - known.nowMs) / dayMs);
      if (days < 0) return [problem('failing', 'certificateEnded', { use, endsAt })];
      return days < certificateDays ? [problem('warning', 'certificateEnds', { use, endsAt, days })] : [];
    }),
  );
}

/** Nothing stops with it: somebody has to renew it all the same. */
function licenceProblems({ licenceEndsAt, nowMs }: Known): Problem[] {
  if (licenceEndsAt === null) return [];
  const days = Math.floor((Date.parse(licenceEndsAt) - nowMs) / dayMs);
  if (days < 0) return [problem('warning', 'licenceEnded', { endsAt: licenceEndsAt })];
  return days < licenceDays ? [problem('warning', 'licenceEnds', { days })] : [];
}

/** So many devices are not all wrong about the time. */
const manyDevices = 3;
/** What a clock may be set by and is not told of: NTP after a start. */
const noticeableJumpSeconds = 60;

/** A clock that is not believed, one that was set within a day, and one that many devices are ahead of. */
function clockProblems(known: Known): Problem[] {
  const clocks = liveFacts(known).flatMap(({ host, facts }) => (facts.clock ? [{ host, ...facts.clock }] : []));
  const ahead = clocks.filter(({ aheadSeconds }) => aheadSeconds > 0);
  const jumps = clocks.flatMap(({ host, jumps }) => jumps.map((jump) => ({ host, ...jump })));
  const notable = jumps.filter(({ seconds }) => Math.abs(seconds) >= noticeableJumpSeconds);
  const { devices, readings } = known.ahead;
  return once([
    ...ahead.map(({ host, aheadSeconds: seconds }) => problem('failing', 'clockAhead', { host, seconds })),
    ...notable
      .slice(-1)
      .map(({ host, at, seconds }) => problem('warning', 'clockJumped', { host, at, seconds: Math.abs(seconds) })),
    ...(devices >= manyDevices ? [problem('failing', 'devicesAhead', { devices, count: readings })] : []),
  ]);
}

const obstacleNames = [
  'databaseAway',
  'databaseReadOnly',
  'notDurable',
  'storageFull',
  'ingestStalled',
  'pagesAway',
] as const;

/** What the processes say that keeps them from being ready. */
function obstacles(known: Known): Problem[] {
  const named = new Set(liveFacts(known).flatMap(({ facts }) => facts.obstacles));
  return obstacleNames.filter((name) => named.has(name)).map((name) => problem('failing', name));
}

/** Several processes of one machine say the same of its disks and files. */
const once = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((each) => [JSON.stringify([each.name, each.detail]), each])).values(),
];

export const statusOf = (problems: readonly Problem[]): InstallationHealth['status'] =>
  problems.some(({ severity }) => severity === 'failing') ? 'failing' : problems.length > 0 ? 'warning' : 'ok';
