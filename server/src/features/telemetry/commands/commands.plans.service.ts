/**
 * Collect plans: when a point is read. Invariant: what people set is kept apart from what the device confirmed; the
 * point's own interval, and with it what health expects, follows the device.
 */
import { randomUUID } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { CollectConfig, planRoutes } from '@plumbline/contract/telemetry/commands.plans';
import {
  type AccelerationEvent,
  intervalInForce,
  nextAcceleration,
  returnsAtMs,
} from '@plumbline/science/collect/acceleration';
import { type CollectPlan, planFaults } from '@plumbline/science/collect/plan';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { wakeDevices } from './commands.api.ts';
import * as table from './commands.plans.table.ts';

type Input<K extends keyof typeof planRoutes> = OutputOf<(typeof planRoutes)[K]['input']>;
type PlanPatch = Omit<Input<'setPlan'>, 'pointId'>;

const iso = (at: Date | null) => at?.toISOString() ?? null;
const instantOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** The plan in force where nobody has set one: the point's own interval. */
const planOf = (row: table.PlanRow): CollectPlan =>
  row.wanted ?? {
    mode: row.collectMode,
    intervalSeconds: row.collectMode === 'NoCollect' ? null : row.intervalSeconds,
    startAt: null,
    endAt: null,
    timer: [],
    acceleration: 'none',
  };

function configOf(row: table.PlanRow): CollectConfig {
  const plan = planOf(row);
  return {
    id: row.pointId,
    pointId: row.pointId,
    pointName: row.pointName,
    deviceId: row.deviceId,
    channel: row.channel,
    mode: plan.mode,
    interval: plan.intervalSeconds,
    start: instantOf(plan.startAt),
    end: instantOf(plan.endAt),
    timer: [...plan.timer],
    acceleration: plan.acceleration,
    beforeOff: row.beforeOff && {
      interval: row.beforeOff.intervalSeconds,
      timer: [...row.beforeOff.timer],
      acceleration: row.beforeOff.acceleration,
    },
    state: row.state ?? 'none',
    setAt: iso(row.setAt),
    deliveredAt: iso(row.deliveredAt),
    answeredAt: iso(row.answeredAt),
    refusal: row.refusal ?? '',
    inForceInterval: row.inForce?.intervalSeconds ?? null,
    acceleratedInterval: row.acceleration?.intervalSeconds ?? null,
    acceleratedSince: instantOf(row.acceleration?.sinceMs ?? null),
    returnsAt: instantOf(returnsAtMs(row.acceleration)),
    nextCommandAt: iso(row.nextAt),
  };
}

export async function plan({ db }: Context, { pointId }: Input<'plan'>) {
  const row = requireRow(await table.one(db, pointId), { pointId });
  return { collectConfig: configOf(row) };
}

export const devicePlans = async ({ db, caller }: Context, { deviceId }: Input<'devicePlans'>) => ({
  collectConfigs: (await table.ofDevice(db, caller, deviceId)).map(configOf),
});

/** The plan after the given changes. Throws kindUnsuitable, archived, pointNotBound, collectPlanInvalid, autoIncreaseRefused. */
function changed(row: table.PlanRow, patch: PlanPatch): CollectPlan {
  if (row.type !== 0) throw new Failure('kindUnsuitable', { name: row.pointName, type: row.type });
  if (row.archived) throw new Failure('archived', { pointId: row.pointId });
  if (row.deviceId === null) throw new Failure('pointNotBound', { name: row.pointName });
  const inForce = planOf(row);
  const mode = patch.mode ?? inForce.mode;
  const time = (text: string | null | undefined, or: number | null) =>
    text === undefined ? or : text === null ? null : Date.parse(text);
  // Switching a point off takes its times with it; switching it on brings them back.
  const off = mode === 'NoCollect';
  const before = {
    ...(inForce.mode === 'NoCollect' && !off && row.beforeOff ? row.beforeOff : inForce),
    startAt: inForce.startAt,
    endAt: inForce.endAt,
  };
  const after: CollectPlan = {
    mode,
    intervalSeconds: patch.interval !== undefined ? patch.interval : off ? null : before.intervalSeconds,
    startAt: time(patch.start, before.startAt),
    endAt: time(patch.end, before.endAt),
    timer: patch.timer ? patch.timer.toSorted() : off ? [] : before.timer,
    acceleration: patch.acceleration ?? (off ? 'none' : before.acceleration),
  };
  const faults = planFaults(after);
  if (faults.includes('accelerationIntervalTooShort'))
    throw new Failure('autoIncreaseRefused', { interval: after.intervalSeconds });
  if (faults[0]) throw new Failure('collectPlanInvalid', { fault: faults[0] });
  // Where nobody has set a plan the device has a rhythm of its own: it gets another only when somebody says which.
  const isOpen = row.wanted === null && patch.interval === undefined && after.timer.length === 0 && !off;
  if (isOpen && !isEmpty(patch)) throw new Failure('collectPlanInvalid', { fault: 'intervalMissing' });
  return after;
}

const setOf = (row: table.PlanRow, plan: CollectPlan): table.Set => ({
  pointId: row.pointId,
  commandId: randomUUID(),
  wanted: plan,
  beforeOff: plan.mode !== 'NoCollect' ? null : planOf(row).mode === 'NoCollect' ? row.beforeOff : planOf(row),
  // Another plan begins at its own interval.
  acceleration: null,
  sent: { ...plan, intervalSeconds: intervalInForce(plan, null) },
});

/** Asks the gateways that hold these devices to deliver. */
export async function wakeGateways(
  db: Context['db'],
  rows: readonly { readonly sncode: string | null }[],
): Promise<void> {
  await wakeDevices(db, [...new Set(rows.flatMap(({ sncode }) => sncode ?? []))]);
}

export async function setPlan(context: Context, { pointId, ...patch }: Input<'setPlan'>) {
  const { db, now } = context;
  const row = requireRow(await table.one(db, pointId, true), { pointId });
  const wanted = changed(row, patch);
  if (!isEmpty(patch)) {
    await table.set(db, now(), [setOf(row, wanted)]);
    await wakeGateways(db, [row]);
  }
  return await plan(context, { pointId });
}

/** Returns whether nothing is given: then nothing is changed, and nothing is sent to the device. */
const isEmpty = (patch: PlanPatch): boolean => Object.values(patch).every((value) => value === undefined);

/** One minute now, or the interval again. What an alert does, a person does: it ends as an acceleration ends. */
export async function setFast(context: Context, { pointId, on }: Input<'setFast'>) {
  const { db, now } = context;
  const row = requireRow(await table.one(db, pointId, true), { pointId });
  const wanted = changed(row, {});
  if (wanted.acceleration === 'none') throw new Failure('collectPlanInvalid', { fault: 'accelerationOff' });
  await move(db, now(), row, { kind: on ? 'fast' : 'end', atMs: now().getTime() });
  return await plan(context, { pointId });
}

/** Saves the acceleration state of a plan after an event, and sends the device its new interval. */
export async function move(db: Context['db'], now: Date, row: table.PlanRow, event: AccelerationEvent): Promise<void> {
  const { wanted, sent } = row;
  if (!wanted || !sent) return;
  const acceleration = nextAcceleration(wanted, row.acceleration, event);
  const intervalSeconds = intervalInForce(wanted, acceleration);
  if (intervalSeconds === sent.intervalSeconds) {
    if (JSON.stringify(acceleration) !== JSON.stringify(row.acceleration))
      await table.setAcceleration(db, row.pointId, acceleration);
    return;
  }
  const commandId = randomUUID();
  const next = {
    pointId: row.pointId,
    commandId,
    wanted,
    beforeOff: row.beforeOff,
    acceleration,
    sent: { ...wanted, intervalSeconds },
  };
  await table.set(db, now, [next]);
  await wakeGateways(db, [row]);
}

/** Throws rowsRefused with what is wrong in which row. */
export async function setPlans({ db, now }: Context, { projectId, rows, dryRun }: Input<'setPlans'>) {
  const ids = rows.map(({ pointId }) => pointId);
  const rowOf = new Map((await table.some(db, projectId, ids)).map((row) => [row.pointId, row]));
  const sets = new Map<number, table.Set>();
  const used = new Set<number>();
  const problems: RowProblem[] = [];
  for (const [index, { pointId, ...patch }] of rows.entries()) {
    try {
      const row = requireRow(rowOf.get(pointId), { pointId });
      if (used.has(pointId)) throw new Failure('badInput', [{ path: 'pointId', message: 'rowsRepeat' }]);
      const plan = changed(row, patch);
      used.add(pointId);
      if (!isEmpty(patch)) sets.set(pointId, setOf(row, plan));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      problems.push(
        error.name === 'badInput'
          ? { row: index, path: 'pointId', error: 'badInput', message: 'rowsRepeat' }
          : { row: index, path: '', error: error.name, detail: error.detail },
      );
    }
  }
  if (dryRun) return { problems, changed: 0 };
  if (problems.length > 0) throw new Failure('rowsRefused', { problems });
  await table.set(db, now(), [...sets.values()]);
  await wakeGateways(db, [...rowOf.values()]);
  return { problems, changed: sets.size };
}
