/**
 * The look at every channel, once a minute: also, and above all, when nothing arrives. Invariant: a device has the status of the
 * worst of its channels; each change is in its history once; people are notified once an episode, of a device as a whole.
 */
import type { Events } from '@plumbline/contract/kernel/events';
import type { CollectMode, CollectPlan } from '@plumbline/science/collect/plan';
import { isVoltageLow } from '@plumbline/science/health/health';
import type { Db } from '../../../kernel/context.ts';
import { emit, emitMany } from '../../../kernel/events.ts';
import { everyMinutes, type Schedule } from '../../../kernel/schedules.ts';
import { sqlOver } from '../../../kernel/sql.ts';
import { saveHealth, saveLowVoltage } from '../../devices/devices/devices.states.api.ts';
import { addWarningsOnceADay, type DeviceWarning } from '../../devices/devices/devices.warnings.api.ts';
import { takingSince } from '../gateway/gateway.api.ts';
import * as table from './health.scan.table.ts';
import { type ChannelState, judge, worst } from './logic/judge-health.ts';

/** Samples of a point that one look counts; what came between is passed over. */
const maxSamples = 8;

/** The plan in force: the one that the device confirmed, or else the interval that the point says. */
function planOf({ plan, intervalSeconds, collectMode }: table.Channel): CollectPlan | null {
  if (plan) return plan.mode === 'NoCollect' ? null : plan;
  if (collectMode === 'NoCollect') return null;
  return {
    mode: collectMode as CollectMode,
    // What comes more often than a plan may say is still missed by the minute.
    intervalSeconds: Math.max(60, intervalSeconds),
    startAt: null,
    endAt: null,
    timer: [],
    acceleration: 'none',
  };
}

const ms = (text: string | null | undefined) => (text ? Date.parse(text) : null);

function stateOf(state: NonNullable<table.Channel['known']>): ChannelState & { examinedAt: number | null } {
  return {
    ...state,
    since: Date.parse(state.since),
    overdueAt: ms(state.overdueAt),
    expectedAt: ms(state.expectedAt),
    countedAt: ms(state.countedAt),
    examinedAt: ms(state.examinedAt),
  };
}

const same = (a: table.ChannelRow | null, b: table.ChannelRow) => a !== null && JSON.stringify(a) === JSON.stringify(b);

/** Looks at every channel and device as of `now`, in one transaction. Gives how many channels were written. */
export const scanHealth = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    await table.lockScan(transaction);
    return await scan(transaction, now);
  });

/** A channel with what it was found to be. */
interface JudgedChannel {
  readonly channel: table.Channel;
  readonly known: ReturnType<typeof stateOf> | null;
  readonly state: ChannelState;
}

async function scan(db: Db, now: Date): Promise<number> {
  const devices = new Map((await table.devices(db)).map((device) => [device.id, device]));
  const judged = await judgeChannels(db, now, devices);
  const rows = judged.flatMap((each) => changedRow(each) ?? []);
  await table.saveChannels(db, rows);
  await table.forgetOthers(db);
  const turned = [...devices.values()].filter((device) => isLow(device) !== device.wasLow);
  await saveLowVoltage(
    db,
    turned.map(({ id, wasLow }) => ({ id, low: !wasLow })),
  );
  const changes = changesOf(devices, judged);
  await saveHealth(db, now, changes);
  await table.insertChanges(db, now, changes);
  if (changes.length > 0)
    await emit(db, now, 'deviceHealthChanged', {
      deviceIds: changes.map(({ deviceId }) => deviceId),
      atMs: now.getTime(),
    });
  const overdue = judged.filter(({ known, state }) => state.overdueAt !== null && (known?.overdueAt ?? null) === null);
  await addWarningsOnceADay(db, now, [
    ...changeWarnings(changes, devices),
    ...lowVoltageWarnings(turned, changes),
    ...overdueWarnings(overdue),
  ]);
  await emitMany(sqlOver(db), now, 'deviceOverdue', overdueEvents(overdue));
  return rows.length;
}

/** Judges every channel of the devices as of `now`, by the samples that came since the last scan. */
async function judgeChannels(
  db: Db,
  now: Date,
  devices: ReadonlyMap<number, table.DeviceRow>,
): Promise<JudgedChannel[]> {
  const since = (await takingSince(db))?.getTime() ?? null;
  const channels = await table.channels(db);
  const fresh = channels.filter(
    ({ known, receivedAt }) => receivedAt && ms(known?.examinedAt) !== receivedAt.getTime(),
  );
  const queries = fresh.map(({ pointId, known, boundAt }) => ({
    pointId,
    after: known?.countedAt ? new Date(known.countedAt) : boundAt,
  }));
  const samples = Map.groupBy(await table.samplesAfter(db, queries, maxSamples), ({ pointId }) => pointId);
  return channels.flatMap((channel) => {
    const device = devices.get(channel.deviceId);
    if (!device) return [];
    const state = channel.known && stateOf(channel.known);
    const facts = {
      ...channel,
      thresholds: device.thresholds,
      plan: planOf(channel),
      lastAt: channel.lastAt?.getTime() ?? null,
      boundAt: channel.boundAt.getTime(),
      samples: (samples.get(channel.pointId) ?? []).map((each) => ({ at: each.at.getTime(), raw: each.raw })),
      takingSince: since,
    };
    return [{ channel, known: state, state: judge(state, facts, now.getTime()) }];
  });
}

/** The row of a channel, or null where it says what is stored. */
function changedRow({ channel, known, state }: JudgedChannel): table.ChannelRow | null {
  const whose = { pointId: channel.pointId, deviceId: channel.deviceId, channel: channel.channel };
  const row = { ...whose, ...state, examinedAt: channel.receivedAt?.getTime() ?? null };
  return same(known && { ...whose, ...pick(known), examinedAt: known.examinedAt }, row) ? null : row;
}

const isLow = ({ voltage, thresholds, wasLow }: table.DeviceRow) =>
  isVoltageLow(voltage, thresholds.voltageThreshold, wasLow);

/** Warnings of devices whose health is another than normal from now on. */
function changeWarnings(
  changes: readonly table.Changed[],
  devices: ReadonlyMap<number, table.DeviceRow>,
): DeviceWarning[] {
  return changes
    .filter(({ status }) => status !== 'normal')
    .map(({ deviceId, status, channels }) => ({
      deviceId,
      kind: status,
      detail: status === 'lowVoltage' ? { voltage: devices.get(deviceId)?.voltage ?? null } : { channels },
    }));
}

/** A low voltage is warned of beside a worse finding, too: the battery is often why data is lost. */
function lowVoltageWarnings(turned: readonly table.DeviceRow[], changes: readonly table.Changed[]): DeviceWarning[] {
  const warned = new Set(changes.filter(({ status }) => status === 'lowVoltage').map(({ deviceId }) => deviceId));
  return turned
    .filter(({ id, wasLow }) => !wasLow && !warned.has(id))
    .map(({ id, voltage }) => ({ deviceId: id, kind: 'lowVoltage', detail: { voltage } }));
}

/** A warning of each device, with its channels that are overdue from now on. */
function overdueWarnings(overdue: readonly JudgedChannel[]): DeviceWarning[] {
  return [...Map.groupBy(overdue, ({ channel }) => channel.deviceId)].map(([deviceId, of]) => ({
    deviceId,
    kind: 'overdue',
    detail: { channels: of.map(({ channel }) => channel.channel) },
  }));
}

/** One event for what one device owes one project, however many channels: a logger that is down is one message. */
function overdueEvents(overdue: readonly JudgedChannel[]): Events['deviceOverdue'][] {
  const groups = Map.groupBy(overdue, ({ channel }) => `${channel.deviceId} ${channel.projectId}`);
  return [...groups.values()].flatMap((of) => {
    const [first] = of;
    if (!first) return [];
    const { deviceId, projectId } = first.channel;
    const pointIds = of.map(({ channel }) => channel.pointId);
    const channels = of.map(({ channel }) => channel.channel);
    const sinceMs = of.reduce<number | null>(
      (earliest, { channel }) => earlier(earliest, channel.lastAt?.getTime() ?? null),
      null,
    );
    return [{ deviceId, projectId, pointIds, channels, sinceMs }];
  });
}

const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));

/** The fields of a standing in the order in which `judge` gives them. */
const pick = (state: ChannelState): ChannelState => ({
  status: state.status,
  since: state.since,
  missed: state.missed,
  overdueAt: state.overdueAt,
  expectedAt: state.expectedAt,
  brokenNodes: state.brokenNodes,
  repeats: state.repeats,
  repeatKey: state.repeatKey,
  countedAt: state.countedAt,
});

/** Devices whose health is another than stored: each is as bad as the worst of its channels and its voltage. */
function changesOf(devices: ReadonlyMap<number, table.DeviceRow>, judged: readonly JudgedChannel[]): table.Changed[] {
  const byDevice = Map.groupBy(judged, ({ channel }) => channel.deviceId);
  const changes: table.Changed[] = [];
  for (const device of devices.values()) {
    const { id, health } = device;
    const of = byDevice.get(id) ?? [];
    const status = worst([isLow(device) ? 'lowVoltage' : 'normal', ...of.map(({ state }) => state.status)]);
    if (status === health) continue;
    const channels = of.filter(({ state }) => state.status === status).map(({ channel }) => channel.channel);
    changes.push({ deviceId: id, before: health, status, channels: status === 'normal' ? [] : channels });
  }
  return changes;
}

export const watchHealth: Schedule = {
  name: 'watch-health',
  times: everyMinutes(1),
  atStart: true,
  async run({ db, now }) {
    await scanHealth(db, now());
  },
};
