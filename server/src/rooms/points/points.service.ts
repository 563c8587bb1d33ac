/**
 * Measuring points: where something is measured, how its samples become values, and which channel feeds it.
 * Invariant: what a point is set up as can be converted, a channel feeds one point, and readings are deleted by nobody
 * who does not know the password of the project's creator.
 */
import { Failure } from '@plumbline/contract/errors';
import type { Point, points } from '@plumbline/contract/points';
import type { OutputOf } from '@plumbline/contract/route';
import type { Context } from '../../kernel/context.ts';
import { dropSeries, hasReadings } from '../../kernel/series.ts';
import { refuseTwice } from '../../kernel/taken.ts';
import { confirmCreator } from '../projects/projects.creator.reads.ts';
import { checkConfig, checkMainField } from './points.config.ts';
import * as table from './points.table.ts';
import * as thresholds from './points.thresholds.table.ts';

type Input<K extends keyof typeof points> = OutputOf<(typeof points)[K]['input']>;

async function found({ db, now }: Context, pointId: number): Promise<Point> {
  const point = await table.one(db, now(), pointId);
  if (!point) throw new Failure('notFound', { pointId });
  return point;
}

async function locked({ db, now }: Context, pointId: number): Promise<Point> {
  const point = await table.lock(db, pointId, now());
  if (!point) throw new Failure('notFound', { pointId });
  return point;
}

const unlessTaken = <T>(write: Promise<T>, name: string | undefined) =>
  refuseTwice(write, 'point_name', new Failure('nameTaken', { name }));

/** Says that a point reads differently from now on, and so does the device that feeds it. */
export async function announce({ changed }: Context, { id, deviceGroup }: Point): Promise<void> {
  await changed({ kind: 'point', id });
  if (deviceGroup) await changed({ kind: 'device', id: deviceGroup.measuringDeviceId, sncode: deviceGroup.sncode });
}

async function holdStructure({ db }: Context, projectId: number, structureId: number): Promise<void> {
  if (!(await table.holdStructure(db, projectId, structureId))) throw new Failure('notFound', { structureId });
}

export async function list({ db, now }: Context, { projectId, ...filter }: Input<'list'>) {
  return await table.ofProject(db, now(), projectId, filter);
}

export async function create(context: Context, input: Input<'create'>) {
  await holdStructure(context, input.projectId, input.structureId);
  checkConfig(input);
  if (input.mainField !== undefined) checkMainField(input, input.mainField);
  const id = await unlessTaken(table.insert(context.db, input, context.now()), input.name);
  const measuringPoint = await found(context, id);
  await announce(context, measuringPoint);
  return { measuringPoint };
}

export async function get(context: Context, { pointId }: Input<'get'>) {
  const [measuringPoint, rules] = await Promise.all([found(context, pointId), thresholds.ofPoint(context.db, pointId)]);
  return { measuringPoint, thresholds: rules.map(({ threshold }) => threshold) };
}

export async function update(context: Context, { pointId, ...said }: Input<'update'>) {
  const before = await locked(context, pointId);
  if (said.structureId !== undefined) await holdStructure(context, before.projectId, said.structureId);
  const { mode, formulaType, parameters, customFormula, initialValues } = said;
  if (said.mainField !== undefined) checkMainField(before, said.mainField);
  const converts = [mode, formulaType, parameters, customFormula, initialValues].some((each) => each !== undefined);
  if (converts)
    checkConfig({
      ...before,
      ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    });
  await unlessTaken(table.update(context.db, before, said), said.name ?? before.name);
  await announce(context, before);
  return { measuringPoint: await found(context, pointId) };
}

/** Throws notFound for a device of elsewhere, channelUnknown, and channelOccupied with the point that has the channel. */
export async function bind(context: Context, { pointId, measuringDeviceId, channel }: Input<'bind'>) {
  const { db, caller } = context;
  const before = await locked(context, pointId);
  if (measuringDeviceId !== null) {
    const device = await table.lockDevice(db, before.projectId, measuringDeviceId);
    if (!device) throw new Failure('notFound', { measuringDeviceId });
    const detail = { channelNo: channel, sncode: device.sncode };
    if (!device.channels.some(({ number }) => number === channel)) throw new Failure('channelUnknown', detail);
    const other = await table.fedBy(db, caller, measuringDeviceId, channel);
    if (other && other.id !== pointId) throw new Failure('channelOccupied', { ...detail, pointName: other.name });
  }
  await table.bind(db, pointId, measuringDeviceId === null ? null : { deviceId: measuringDeviceId, channel });
  const measuringPoint = await found(context, pointId);
  await announce(context, before);
  if (measuringPoint.deviceGroup) await announce(context, measuringPoint);
  return { measuringPoint };
}

/** Throws passwordNeeded, wrongPassword or tooMany where the point has readings. */
export async function remove(context: Context, { pointId, password }: Input<'remove'>) {
  const point = await locked(context, pointId);
  if (await hasReadings(context.db, [pointId])) await confirmCreator(context, point.projectId, password);
  await dropSeries(context.db, [pointId]);
  await table.remove(context.db, pointId);
  await announce(context, point);
  return {};
}
