/**
 * The health of the channel of one point: what is known of it, and the samples that came since it was last looked at,
 * make what is known next. Pure; the rules are science/health.
 */

import { createHash } from 'node:crypto';
import { type Family, type FamilyCode, families } from '@plumbline/contract/points/families';
import { type CollectPlan, expectedAfter } from '@plumbline/science/collect/plan';
import {
  countRepeats,
  type HealthStatus,
  type HealthThresholds,
  healthOf,
  type Repeats,
} from '@plumbline/science/health/health';
import { frequencyRangeHz } from '@plumbline/science/sensors/vibrating-wire';

type Sample = Readonly<Record<string, number | null | readonly (number | null)[]>>;

/** State of a channel between two looks. Times are epoch ms. */
export interface ChannelState {
  readonly status: HealthStatus;
  readonly since: number;
  readonly missed: number;
  readonly overdueAt: number | null;
  readonly expectedAt: number | null;
  readonly brokenNodes: readonly number[];
  readonly repeats: number;
  readonly repeatKey: string;
  readonly countedAt: number | null;
}
export interface ScanResult {
  readonly thresholds: HealthThresholds;
  readonly plan: CollectPlan | null;
  readonly timeZone: string;
  readonly family: FamilyCode;
  readonly mode: number;
  readonly nodeCount: number;
  /** Measuring time of the newest reading, and since when the channel feeds the point. */
  readonly lastAt: number | null;
  readonly boundAt: number;
  /** Samples measured after `countedAt`, oldest first. */
  readonly samples: readonly { readonly at: number; readonly raw: Sample }[];
  /** Since when the gateway has been taking readings; null = it takes none. */
  readonly takingSince: number | null;
}

const repeatLimit = 4;

export function judge(before: ChannelState | null, scan: ScanResult, now: number): ChannelState {
  const { samples, plan, timeZone, takingSince } = scan;
  let repeats: Repeats = { key: before?.repeatKey ?? '', count: before?.repeats ?? 0 };
  for (const { raw } of samples) {
    const next = countRepeats(null, raw);
    // A sample without a number counts nothing and breaks nothing.
    if (next.count === 0) continue;
    const key = createHash('sha1').update(next.key).digest('base64');
    repeats = { key, count: key === repeats.key ? repeats.count + 1 : 1 };
  }
  const newest = samples.at(-1);
  const broken = newest ? null : (before?.brokenNodes ?? []);
  const health = healthOf({
    nowMs: now,
    thresholds: scan.thresholds,
    // The voltage is the device's, not the channel's.
    voltage: null,
    plan,
    timeZone,
    lastAtMs: scan.lastAt === null ? null : Math.max(scan.lastAt, scan.boundAt),
    expectedSinceMs: scan.boundAt,
    nodes: newest ? nodesOf(newest.raw, scan) : null,
    sane: scan.mode === 1 ? [frequencyRangeHz.min, frequencyRangeHz.max] : null,
    repeats: repeats.count,
    repeatLimit: (families[scan.family] as Family).mayRepeat ? null : repeatLimit,
  });
  const brokenNodes = broken ?? health.brokenNodes;
  // While we ourselves were away nothing could come; we wait until one collection after it is missing too.
  const away =
    plan !== null &&
    health.missed > 0 &&
    (takingSince === null || expectedAfter(plan, timeZone, takingSince, now).missed === 0);
  const lost = health.dataLost && !(away && before?.status !== 'dataLost');
  const overdue = health.overdue && !(away && (before?.overdueAt ?? null) === null);
  const status: HealthStatus = lost
    ? 'dataLost'
    : brokenNodes.length > 0
      ? 'nodeBroken'
      : health.dataRepeat
        ? 'dataRepeat'
        : 'normal';
  return {
    status,
    since: before?.status === status ? before.since : now,
    missed: health.missed,
    overdueAt: overdue ? (before?.overdueAt ?? now) : null,
    expectedAt: health.expectedAtMs,
    brokenNodes,
    repeats: repeats.count,
    repeatKey: repeats.key,
    countedAt: newest?.at ?? before?.countedAt ?? null,
  };
}

/** What must all be there: the wire's frequency, every node of a chain, or else one number. */
function nodesOf(raw: Sample, { mode, nodeCount }: ScanResult): (number | null)[] {
  const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
  // An anchor has several wires in one.
  if (mode === 1 && 'frequency' in raw) return [raw['frequency']].flat().map(numberOf);
  const chains = Object.values(raw).filter((value): value is readonly (number | null)[] => Array.isArray(value));
  if (chains.length > 0) {
    const length = Math.max(nodeCount, ...chains.map((chain) => chain.length));
    return Array.from({ length }, (_, i) => (chains.some((chain) => numberOf(chain[i]) === null) ? null : 0));
  }
  return [
    Object.values(raw)
      .map(numberOf)
      .find((value) => value !== null) ?? null,
  ];
}

/** In order of severity. */
const severity: readonly HealthStatus[] = ['normal', 'lowVoltage', 'dataRepeat', 'nodeBroken', 'dataLost'];
export const worst = (statuses: readonly HealthStatus[]): HealthStatus =>
  statuses.reduce<HealthStatus>((all, each) => (severity.indexOf(each) > severity.indexOf(all) ? each : all), 'normal');
