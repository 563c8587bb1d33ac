/**
 * Any field of many points at once, from a table or a file. Invariant: every row is judged against what will be there when
 * all are written (names and channels may be exchanged), and either all are written or none.
 */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { batches } from '@plumbline/contract/points/batches';
import { PointEdit } from '@plumbline/contract/points/batches';
import type { FamilyCode } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { Context } from '../../../kernel/context.ts';
import { maxProblems, problemsOf, problemsOfIssues, refuseProblems } from '../../../kernel/row-problems.ts';
import {
  applyBindings,
  type Binding,
  checkBindable,
  checkTarget,
  type Target,
  takingFrom,
} from '../bindings/bindings.api.ts';
import * as groups from '../bindings/bindings.groups.api.ts';
import { announceMany, canonical, emitConversionChanges } from '../points/points.announce.api.ts';
import * as table from '../points/points.batch.api.ts';
import {
  checkChange,
  moved,
  movesCollecting,
  refuseBackups,
  refusePlanned,
  refusingDuplicates,
} from '../points/points.change.api.ts';
import { given, wrong } from '../points/points.config.api.ts';
import { refuseArchived } from '../points/points.require.api.ts';
import type { PointPatch } from '../points/points.rows.api.ts';
import * as pointTable from '../points/points.rows.api.ts';
import { type Channels, channelsOf } from './logic/channel-targets.ts';
import { isThere, namesBySite, type Sites, sitesOf } from './logic/point-sites.ts';

type Input = OutputOf<typeof batches.batchEdit.input>;

interface Planned {
  readonly row: number;
  readonly point: Point;
  /** What is not as it was before. */
  readonly patch: PointPatch;
  /** undefined = its channel stays. */
  readonly to: Target | null | undefined;
}

/** Throws rowsRefused with what each row lacks; a dry run gives it. */
export async function batchEdit(context: Context, { projectId, rows, reason, dryRun }: Input) {
  const { db, now, caller } = context;
  const ids = rows.map(({ pointId }) => pointId);
  const targets = new Map((await pointTable.lockSome(db, projectId, ids, now())).map((point) => [point.id, point]));
  const problems: RowProblem[] = [];
  const edits = rows.map(({ set }, row) => {
    const parsed = PointEdit.safeParse(set);
    if (parsed.success) return given(parsed.data);
    problems.push(...problemsOfIssues(row, parsed.error.issues, 'fieldUnknown'));
    return null;
  });
  const sites = sitesOf(await table.lockStructures(db, projectId), false);
  const sncodes = [...new Set(edits.flatMap((edit) => edit?.sncode ?? []))];
  const own = [...targets.values()].flatMap(({ deviceGroup }) => deviceGroup?.measuringDeviceId ?? []);
  const rebinds = edits.some((edit, row) => edit && rebound(edit, targets.get(elementAt(rows, row).pointId)));
  const sources = rebinds ? await groups.lockDevices(db, caller, projectId, { ids: own, sncodes }) : [];
  const feeds = await groups.fedBy(
    db,
    caller,
    sources.map(({ id }) => id),
  );
  const channels = channelsOf(sources, feeds);
  const known = await pointTable.named(db, projectId);
  const families = new Map(known.map(({ id, family }) => [id, family]));

  const plans = await pointTable.planned(db, ids);
  const visited = new Set<number>();
  const planned = rows.flatMap(({ pointId }, row): Planned[] => {
    const edit = edits[row];
    const point = targets.get(pointId);
    try {
      if (!point) throw new Failure('notFound', { pointId });
      if (visited.has(pointId)) throw wrong('pointId', 'rowsRepeat');
      visited.add(pointId);
      if (!edit) return [];
      const edited = plan(row, point, edit, sites, channels, families);
      // A point that is given another channel leaves its plan behind.
      if (edited.to === undefined && movesCollecting(point, edited.patch)) refusePlanned(point, plans);
      return [edited];
    } catch (error) {
      problems.push(...problemsOf(row, error));
      return [];
    }
  });
  problems.push(...duplicateNames(planned, known), ...duplicateChannels(planned, channels));
  problems.sort((a, b) => a.row - b.row);
  refuseProblems(problems, dryRun);
  const changed = planned
    .map(({ point, patch, to }) => ({
      pointId: point.id,
      fields: [...Object.keys(patch), ...(to === undefined ? [] : ['channel'])],
    }))
    .filter(({ fields }) => fields.length > 0);
  if (!dryRun && changed.length > 0) await write(context, projectId, planned, reason);
  return { problems: problems.slice(0, maxProblems), changed };
}

type Edit = Partial<PointEdit>;

/** Returns whether a row says another channel than the one that feeds the point: a table that is sent back as it came locks no device. */
const rebound = ({ sncode, channel }: Edit, point: Point | undefined): boolean =>
  (sncode !== undefined && sncode !== (point?.deviceGroup?.sncode ?? null)) ||
  (channel !== undefined && channel !== point?.deviceGroup?.channel);

/** What a row changes; throws what is wrong with it alone. */
function plan(
  row: number,
  point: Point,
  { structurePath, structureId, sncode, channel, ...rest }: Edit,
  sites: Sites,
  channels: Channels,
  families: ReadonlyMap<number, FamilyCode>,
): Planned {
  refuseArchived(point);
  const place = structureId !== undefined || structurePath !== undefined;
  const site = place ? sites.find({ structureId, structurePath }) : null;
  const wanted = moved(point, { ...rest, ...(site && isThere(site) && { structureId: site.id }) });
  const patch = Object.fromEntries(
    Object.entries(wanted).filter(([key, value]) => canonical(value) !== canonical(point[key as keyof Point])),
  ) as PointPatch;
  checkChange(point, patch);
  if (patch.backupNodes) refuseBackups(point, patch.backupNodes, families);
  return { row, point, patch, to: targetOf(point, sncode, channel, channels) };
}

/** undefined where the channel stays. Throws badInput, channelUnknown, kindUnsuitable and pointDeprecated. */
function targetOf(
  point: Point,
  sncode: string | null | undefined,
  channel: string | undefined,
  channels: Channels,
): Target | null | undefined {
  const { deviceGroup } = point;
  if (sncode === null) return deviceGroup ? null : undefined;
  const device = sncode ?? deviceGroup?.sncode;
  if (sncode === undefined && channel === undefined) return undefined;
  if (device === undefined) throw wrong('sncode', 'required');
  const number = channel ?? (device === deviceGroup?.sncode ? deviceGroup.channel : '1');
  if (deviceGroup && device === deviceGroup.sncode && number === deviceGroup.channel) return undefined;
  checkBindable(point);
  const target = channels.find(device, number);
  checkTarget(point, target);
  // Another channel of the same logger hangs at the same collector and DTU.
  const stays = target.deviceId === deviceGroup?.measuringDeviceId;
  return stays && deviceGroup ? { ...target, collectorId: deviceGroup.collectorId, dtuId: deviceGroup.dtuId } : target;
}

/** Names that two points of one structure would have. */
function duplicateNames(planned: readonly Planned[], known: readonly pointTable.Named[]): RowProblem[] {
  const moving = planned.filter(({ patch }) => patch.name !== undefined || patch.structureId !== undefined);
  if (moving.length === 0) return [];
  const names = namesBySite();
  for (const { structure_id, name } of known) names.take({ id: structure_id }, name);
  for (const { point } of moving) names.letGo({ id: point.structureId }, point.name);
  return moving.flatMap(({ row, point, patch }): RowProblem[] => {
    const [site, name] = [{ id: patch.structureId ?? point.structureId }, patch.name ?? point.name];
    if (names.has(site, name)) return [{ row, path: 'name', error: 'nameTaken', detail: { name } }];
    names.take(site, name);
    return [];
  });
}

/** Channels that would feed two points: all that change let go first. */
function duplicateChannels(planned: readonly Planned[], channels: Channels): RowProblem[] {
  const moving = planned.filter(({ to }) => to !== undefined);
  for (const { point } of moving)
    if (point.deviceGroup) channels.letGo(point.deviceGroup.measuringDeviceId, point.deviceGroup.channel);
  return moving.flatMap(({ row, point, patch, to }) => {
    try {
      if (to) channels.take(to, patch.name ?? point.name);
      return [];
    } catch (error) {
      return problemsOf(row, error);
    }
  });
}

async function write(context: Context, projectId: number, planned: readonly Planned[], reason: string): Promise<void> {
  const { db, now } = context;
  const bound = planned.filter((each): each is Planned & { to: Target | null } => each.to !== undefined);
  const ids = bound.map(({ point }) => point.id);
  await groups.ensure(db, ids);
  const newest = await groups.newest(db, ids);
  await applyBindings(
    context,
    bound.map(({ point, to }): Binding => ({ point, last: newest.get(point.id), to, at: now() })),
    { reason },
  );
  await refusingDuplicates(table.updateAll(context, planned), undefined);
  await emitConversionChanges(
    context,
    planned.map(({ point, patch, to }) => ({
      before: point,
      after: { ...(to ? takingFrom(point, to.deviceParameters) : point), ...given(patch) },
    })),
    reason,
  );
  const devices = new Map<number, string>();
  for (const { point, to } of planned) {
    if (point.deviceGroup) devices.set(point.deviceGroup.measuringDeviceId, point.deviceGroup.sncode);
    if (to) devices.set(to.deviceId, to.sncode);
  }
  await announceMany(
    context,
    projectId,
    [...devices].map(([id, sncode]) => ({ id, sncode })),
  );
}
