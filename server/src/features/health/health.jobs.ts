/**
 * The look at every channel, once a minute: also, and above all, when nothing arrives. Invariant: a device stands as the
 * worst of its channels; each change is in its history once; people are told once an episode, of a device as a whole.
 */
import type { CollectMode, CollectPlan } from '@plumbline/science/collect/plan';
import { isVoltageLow } from '@plumbline/science/health/health';
import type { Db } from '../../kernel/context.ts';
import { emitMany } from '../../kernel/events.ts';
import type { Schedule } from '../../kernel/jobs.ts';
import { sqlOver } from '../../kernel/sql.ts';
import { addWarningsOnceADay } from '../devices/devices.warnings.api.ts';
import { takingSince } from '../gateway/gateway.api.ts';
import { saveHealth, saveLowVoltage } from '../gateway/gateway.health.api.ts';
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

function stateOf(known: NonNullable<table.Channel['known']>): ChannelState & { seenAt: number | null } {
  return {
    ...known,
    since: Date.parse(known.since),
    overdueAt: ms(known.overdueAt),
    expectedAt: ms(known.expectedAt),
    countedAt: ms(known.countedAt),
    seenAt: ms(known.seenAt),
  };
}

const same = (a: table.ChannelRow | null, b: table.ChannelRow) => a !== null && JSON.stringify(a) === JSON.stringify(b);

/** Looks at every channel and device as of `now`, in one transaction. Gives how many channels were written. */
export const scanHealth = (db: Db, now: Date): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    await table.lockScan(transaction);
    return await scan(transaction, now);
  });

async function scan(db: Db, now: Date): Promise<number> {
  const at = now.getTime();
  const since = (await takingSince(db))?.getTime() ?? null;
  const devices = new Map((await table.devices(db)).map((device) => [device.id, device]));
  const channels = await table.channels(db);
  const fresh = channels.filter(({ known, receivedAt }) => receivedAt && ms(known?.seenAt) !== receivedAt.getTime());
  const samples = Map.groupBy(
    await table.samplesAfter(
      db,
      fresh.map(({ pointId, known, boundAt }) => ({
        pointId,
        after: known?.countedAt ? new Date(known.countedAt) : boundAt,
      })),
      maxSamples,
    ),
    ({ pointId }) => pointId,
  );
  const rows: table.ChannelRow[] = [];
  const judged: { channel: table.Channel; state: ChannelState }[] = [];
  const byDevice = new Map<number, { channel: string; state: ChannelState }[]>();
  for (const channel of channels) {
    const device = devices.get(channel.deviceId);
    if (!device) continue;
    const known = channel.known && stateOf(channel.known);
    const state = judge(
      known,
      {
        ...channel,
        thresholds: device.thresholds,
        plan: planOf(channel),
        lastAt: channel.lastAt?.getTime() ?? null,
        boundAt: channel.boundAt.getTime(),
        samples: (samples.get(channel.pointId) ?? []).map((each) => ({ at: each.at.getTime(), raw: each.raw })),
        takingSince: since,
      },
      at,
    );
    const { pointId, deviceId } = channel;
    const whose = { pointId, deviceId, channel: channel.channel };
    const row = { ...whose, ...state, seenAt: channel.receivedAt?.getTime() ?? null };
    if (!same(known && { ...whose, ...pick(known), seenAt: known.seenAt }, row)) rows.push(row);
    if (state.overdueAt !== null && (known?.overdueAt ?? null) === null) judged.push({ channel, state });
    byDevice.set(deviceId, [...(byDevice.get(deviceId) ?? []), { channel: channel.channel, state }]);
  }
  await table.saveChannels(db, rows);
  await table.forgetOthers(db);
  const isLow = ({ voltage, thresholds, wasLow }: table.DeviceRow) =>
    isVoltageLow(voltage, thresholds.voltageThreshold, wasLow);
  const turned = [...devices.values()].filter((each) => isLow(each) !== each.wasLow);
  await saveLowVoltage(
    db,
    turned.map(({ id, wasLow }) => ({ id, low: !wasLow })),
  );
  const changes = changesOf(devices, byDevice, isLow);
  // A low voltage is warned of while a worse finding stands, too: the battery is often why data is lost.
  const fellLow = turned.filter(({ wasLow }) => !wasLow).map(({ id }) => id);
  const lowToo = fellLow.filter((id) => !changes.some((each) => each.deviceId === id && each.status === 'lowVoltage'));
  await saveHealth(db, now, changes);
  await table.insertChanges(db, now, changes);
  await addWarningsOnceADay(db, now, [
    ...changes
      .filter(({ status }) => status !== 'normal')
      .map(({ deviceId, status, channels: of }) => ({
        deviceId,
        kind: status,
        detail: status === 'lowVoltage' ? { voltage: devices.get(deviceId)!.voltage } : { channels: of },
      })),
    ...lowToo.map((deviceId) => ({
      deviceId,
      kind: 'lowVoltage' as const,
      detail: { voltage: devices.get(deviceId)!.voltage },
    })),
    ...[...Map.groupBy(judged, ({ channel }) => channel.deviceId)].map(([deviceId, of]) => ({
      deviceId,
      kind: 'overdue',
      detail: { channels: of.map(({ channel }) => channel.channel) },
    })),
  ]);
  // One event for what one device owes one project, however many channels: a logger that is down is one message.
  const owed = Map.groupBy(judged, ({ channel }) => `${channel.deviceId} ${channel.projectId}`);
  await emitMany(
    sqlOver(db),
    now,
    'deviceOverdue',
    [...owed.values()].map((of) => ({
      deviceId: of[0]!.channel.deviceId,
      projectId: of[0]!.channel.projectId,
      pointIds: of.map(({ channel }) => channel.pointId),
      channels: of.map(({ channel }) => channel.channel),
      sinceMs: of.reduce<number | null>(
        (first, { channel }) => earlier(first, channel.lastAt?.getTime() ?? null),
        null,
      ),
    })),
  );
  return rows.length;
}

const earlier = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));

/** The fields of a standing in the order in which `judge` gives them. */
const pick = (known: ChannelState): ChannelState => ({
  status: known.status,
  since: known.since,
  missed: known.missed,
  overdueAt: known.overdueAt,
  expectedAt: known.expectedAt,
  brokenNodes: known.brokenNodes,
  repeats: known.repeats,
  repeatKey: known.repeatKey,
  countedAt: known.countedAt,
});

function changesOf(
  devices: ReadonlyMap<number, table.DeviceRow>,
  byDevice: ReadonlyMap<number, readonly { channel: string; state: ChannelState }[]>,
  isLow: (device: table.DeviceRow) => boolean,
): table.Changed[] {
  const changes: table.Changed[] = [];
  for (const device of devices.values()) {
    const { id, health } = device;
    const of = byDevice.get(id) ?? [];
    const status = worst([isLow(device) ? 'lowVoltage' : 'normal', ...of.map(({ state }) => state.status)]);
    if (status === health) continue;
    const channels = of.filter(({ state }) => state.status === status).map(({ channel }) => channel);
    changes.push({ deviceId: id, before: health, status, channels: status === 'normal' ? [] : channels });
  }
  return changes;
}

export const watchHealth: Schedule = {
  name: 'watch-health',
  cron: '* * * * *',
  atStart: true,
  async run({ db, now }) {
    await scanHealth(db, now());
  },
};
