/**
 * Upgrades of devices, as people ask for them. Invariants: of many all begin or none; firmware goes only to a host of its
 * type; a retry is an upgrade of its own, so that the history keeps the failure.
 */
import { randomUUID } from 'node:crypto';
import { type ErrorName, Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { firmware } from '@plumbline/contract/telemetry/firmware';
import type { Upgrade } from '@plumbline/contract/telemetry/firmware.upgrades';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { wakeDevices } from '../commands/commands.api.ts';
import { one, ofDevice as runningOf } from './firmware.table.ts';
import * as table from './firmware.upgrades.table.ts';

type Input<K extends keyof typeof firmware> = OutputOf<(typeof firmware)[K]['input']>;

export const upgrades = ({ db, now }: Context, { corporationId, state, type, keyword, ...page }: Input<'upgrades'>) =>
  table.list(db, now(), corporationId, {
    ...(state && { state }),
    ...(type && { type }),
    ...(keyword && { keyword }),
    ...page,
  });

export async function ofDevice({ db, now }: Context, { deviceId }: Input<'ofDevice'>) {
  const device = requireRow(await runningOf(db, deviceId), { deviceId });
  const { version, upgradable, choices } = device;
  return { version, upgradable, choices, upgrades: await table.ofDevice(db, now(), deviceId) };
}

/** What one device is asked to do. */
interface Wanted {
  readonly deviceId: number;
  readonly firmwareId: number;
  readonly type: string;
  readonly attempt: number;
}

/** Begins all of these, or reports the faults by row. `said` = faults found before the devices were read. */
async function begin(
  context: Context,
  requests: readonly (Wanted | Failure)[],
  { corporationId, dryRun }: { corporationId: number | null; dryRun: boolean },
): Promise<{ problems: RowProblem[]; count: number; ids: number[] }> {
  const { db, now, caller, emit } = context;
  const sound = requests.filter((each) => !(each instanceof Failure)) as Wanted[];
  const hosts = new Map((await table.hosts(db, sound)).map((host) => [host.id, host]));
  const problems: RowProblem[] = [];
  const begun: (table.Begun & { sncode: string })[] = [];
  const used = new Set<number>();
  for (const [row, each] of requests.entries()) {
    const against = (error: ErrorName, detail?: unknown) => problems.push({ row, path: '', error, detail });
    if (each instanceof Failure) {
      against(each.name, each.detail);
      continue;
    }
    const { deviceId, firmwareId, type, attempt } = each;
    const host = hosts.get(deviceId);
    if (!host || (corporationId !== null && host.corporationId !== corporationId)) against('notFound', { deviceId });
    else if (!host.fits) against('firmwareHostMismatch', { type, model: host.model, sncode: host.sncode });
    else if (host.upgrading || used.has(deviceId)) against('upgradeOpen', { sncode: host.sncode });
    else {
      used.add(deviceId);
      const { version: fromVersion, sncode } = host;
      begun.push({ deviceId, firmwareId, fromVersion, attempt, commandId: randomUUID(), sncode });
    }
  }
  if (dryRun || problems.length > 0) return { problems, count: 0, ids: [] };
  // Of two who begin at once, one comes too late.
  const ids = await onUniqueViolation(
    table.insert(db, now(), caller.displayName, begun),
    'firmware_upgrade_open',
    new Failure('upgradeOpen', { fault: 'meanwhile' }),
  );
  await emit('upgradesMoved', { deviceIds: begun.map(({ deviceId }) => deviceId) });
  await wakeDevices(
    db,
    begun.map(({ sncode }) => sncode),
  );
  return { problems, count: ids.length, ids };
}

/** All, or rowsRefused with what is wrong in which row. */
function orRefused<T extends { problems: RowProblem[] }>(answer: T): T {
  if (answer.problems.length > 0) throw new Failure('rowsRefused', { problems: answer.problems });
  return answer;
}
/** Of a single one, as itself. */
function orThrown<T extends { problems: RowProblem[] }>(answer: T): T {
  const [first] = answer.problems;
  if (first) throw new Failure(first.error, first.detail);
  return answer;
}

export async function upgrade(
  context: Context,
  { corporationId, firmwareId, deviceIds, dryRun }: Input<'upgrade'>,
): Promise<{ problems: RowProblem[]; count: number }> {
  // Shared with others who begin upgrades; whoever deletes it waits.
  const firmware = requireRow(await one(context.db, corporationId, firmwareId, 'SHARE'), { firmwareId });
  const { type } = firmware.firmware;
  const requests = deviceIds.map((deviceId) => ({ deviceId, firmwareId, type, attempt: 1 }));
  const answer = await begin(context, requests, { corporationId, dryRun });
  return dryRun ? answer : orRefused(answer);
}

async function theOne({ db, now }: Context, deviceId: number, ids: readonly number[]) {
  const upgrade = requireRow(
    (await table.ofDevice(db, now(), deviceId)).find(({ id }) => ids.includes(id)),
    { deviceId },
  );
  return { upgrade };
}

export async function upgradeDevice(context: Context, { deviceId, firmwareId }: Input<'upgradeDevice'>) {
  const device = await runningOf(context.db, deviceId);
  const firmware = requireRow(device && (await one(context.db, device.corporationId, firmwareId, 'SHARE')), {
    firmwareId,
  });
  const requests = [{ deviceId, firmwareId, type: firmware.firmware.type, attempt: 1 }];
  const { ids } = orThrown(await begin(context, requests, { corporationId: null, dryRun: false }));
  return await theOne(context, deviceId, ids);
}

/** The upgrade to begin after one that is over, or why there is none. */
function nextOf(upgradeId: number, before: Upgrade | undefined): Wanted | Failure {
  if (!before) return new Failure('notFound', { upgradeId });
  const { deviceId, firmwareId, sncode, state, last, type, attempt } = before;
  if (state === 'inProgress') return new Failure('upgradeOpen', { sncode });
  if (!last || state === 'success') return new Failure('upgradeOver', { state });
  if (firmwareId === null) return new Failure('firmwareGone', { type, version: before.version });
  return { deviceId, firmwareId, type, attempt: attempt + 1 };
}

type Of = { readonly corporationId: number } | { readonly deviceId: number };
async function again(context: Context, of: Of, ids: readonly number[]) {
  const upgrades = new Map((await table.locked(context.db, context.now(), of, ids)).map((each) => [each.id, each]));
  const requests = ids.map((upgradeId) => nextOf(upgradeId, upgrades.get(upgradeId)));
  return await begin(context, requests, { corporationId: null, dryRun: false });
}

export const retryMany = async (context: Context, { corporationId, upgradeIds }: Input<'retryMany'>) =>
  orRefused(await again(context, { corporationId }, upgradeIds));

export async function retry(context: Context, { deviceId, upgradeId }: Input<'retry'>) {
  const { ids } = orThrown(await again(context, { deviceId }, [upgradeId]));
  return await theOne(context, deviceId, ids);
}

async function stop({ db, now, emit }: Context, of: Of, ids: readonly number[]) {
  const upgrades = new Map((await table.locked(db, now(), of, ids)).map((each) => [each.id, each]));
  const problems: RowProblem[] = [];
  for (const [row, upgradeId] of ids.entries()) {
    const one = upgrades.get(upgradeId);
    const against = (error: ErrorName, detail: unknown) => problems.push({ row, path: '', error, detail });
    if (!one) against('notFound', { upgradeId });
    else if (one.state !== 'inProgress') against('upgradeOver', { state: one.state });
    else if (one.beganAt !== null) against('upgradeBegan', { sncode: one.sncode, phase: one.phase });
  }
  if (problems.length > 0) return { problems, count: 0 };
  await table.cancel(db, now(), [...upgrades.keys()]);
  await emit('upgradesMoved', { deviceIds: [...upgrades.values()].map(({ deviceId }) => deviceId) });
  return { problems, count: upgrades.size };
}

export const cancelMany = async (context: Context, { corporationId, upgradeIds }: Input<'cancelMany'>) =>
  orRefused(await stop(context, { corporationId }, upgradeIds));

export async function cancel(context: Context, { deviceId, upgradeId }: Input<'cancel'>) {
  orThrown(await stop(context, { deviceId }, [upgradeId]));
  return await theOne(context, deviceId, [upgradeId]);
}
