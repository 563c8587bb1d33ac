/**
 * Many points at once, from a table: with their structures, devices and slaves by name. Invariant: every row is judged
 * before any is written, and either all are written or none.
 */

import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { batches } from '@plumbline/contract/points/batches';
import { BatchPoint } from '@plumbline/contract/points/batches';
import type { FamilyCode } from '@plumbline/contract/points/families';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { Slave } from '@plumbline/contract/points/points.point';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import { permissionsAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { maxProblems, problemsOf, problemsOfIssues, refuseProblems } from '../../../kernel/row-problems.ts';
import { places } from '../../site/projects/projects.api.ts';
import { insertStructures } from '../../site/structures/structures.api.ts';
import type { Target } from '../bindings/bindings.api.ts';
import * as groups from '../bindings/bindings.groups.api.ts';
import { announceMany } from '../points/points.announce.api.ts';
import * as table from '../points/points.batch.api.ts';
import { newPoint, refuseBackups, refusingDuplicates } from '../points/points.change.api.ts';
import type { Readable } from '../points/points.composites.api.ts';
import * as slavesTable from '../points/points.composites.api.ts';
import { checkMaster, checkSlaves } from '../points/points.composites.api.ts';
import { checkConfig, checkMainField, kinds, wrong } from '../points/points.config.api.ts';
import * as pointTable from '../points/points.rows.api.ts';
import { type Channels, channelsOf } from './logic/channel-targets.ts';
import { isThere, madeKey, namesBySite, type Site, type Sites, sitesOf } from './logic/point-sites.ts';

type Input = OutputOf<typeof batches.batchCreate.input>;

/** A row that is right: what will be written. Slaves that are rows before are named by `-1 - row`. */
interface Planned {
  readonly row: ReturnType<typeof newPoint<BatchPoint>>;
  readonly site: Site;
  readonly slaves: readonly Slave[];
  readonly target: Target | null;
}
const placeOf = (row: number) => -1 - row;

interface Batch {
  readonly sites: Sites;
  readonly names: ReturnType<typeof namesBySite>;
  readonly channels: Channels;
  readonly readable: Map<number, Readable>;
  readonly idsByName: Map<string, number[]>;
  /** Points of the project, with their families. */
  readonly families: ReadonlyMap<number, FamilyCode>;
}

/** Throws rowsRefused, and notAllowed where structures would be made by someone who may not make them. */
export async function batchCreate(context: Context, input: Input) {
  const { db, caller } = context;
  const { projectId, createStructures, dryRun } = input;
  const place = getOrThrow(await places(db, [projectId]), projectId);
  if (createStructures && !permissionsAt(caller, place).includes('Create:Structure'))
    throw new Failure('notAllowed', { needs: 'Create:Structure' });

  const problems: RowProblem[] = [];
  const rows = input.rows.map((input, row) => {
    const parsed = BatchPoint.safeParse(input);
    if (parsed.success) return newPoint(parsed.data);
    problems.push(...problemsOfIssues(row, parsed.error.issues, 'fieldUnknown'));
    return null;
  });
  await slavesTable.oneAtATime(db, projectId);
  const batch = await batchOf(context, projectId, rows, createStructures);
  const planned = rows.map((row, i): Planned | null => {
    if (!row) return null;
    const faults: RowProblem[] = [];
    const planned = plan(batch, row, i, input.rows[i]?.mode !== undefined, faults);
    problems.push(...faults);
    return faults.length > 0 ? null : planned;
  });
  problems.sort((a, b) => a.row - b.row);
  refuseProblems(problems, dryRun);
  const structures = batch.sites.planned.map((path) => path.join(' / '));
  const pointIds = dryRun ? [] : await write(context, projectId, batch.sites, planned as Planned[]);
  return { problems: problems.slice(0, maxProblems), pointIds, structures };
}

async function batchOf(
  { db, caller }: Context,
  projectId: number,
  rows: readonly (ReturnType<typeof newPoint<BatchPoint>> | null)[],
  mayMake: boolean,
): Promise<Batch> {
  const sncodes = [...new Set(rows.flatMap((row) => row?.sncode ?? []))];
  const sites = sitesOf(await table.lockStructures(db, projectId), mayMake);
  const known = await pointTable.named(db, projectId);
  const sources = await groups.lockDevices(db, caller, projectId, { sncodes });
  const feeds = await groups.fedBy(
    db,
    caller,
    sources.map(({ id }) => id),
  );
  const names = namesBySite();
  const readable = new Map<number, Readable>();
  const idsByName = new Map<string, number[]>();
  for (const point of known) {
    names.take({ id: point.structure_id }, point.name);
    readable.set(point.id, {
      type: point.type,
      family: point.family,
      nodeCount: point.node_count,
      mainIndex: point.main_index,
    });
    remember(idsByName, point.name, point.id);
  }
  return {
    sites,
    names,
    channels: channelsOf(sources, feeds),
    readable,
    idsByName,
    families: new Map(known.map(({ id, family }) => [id, family])),
  };
}

function remember(ids: Map<string, number[]>, name: string, id: number): void {
  const key = name.toLowerCase();
  ids.set(key, [...(ids.get(key) ?? []), id]);
}

/** What a row would make, with every fault of it; faults that only follow from another are left out. */
function plan(batch: Batch, row: Planned['row'], i: number, modeGiven: boolean, faults: RowProblem[]): Planned | null {
  const attempt = <T>(step: () => T): T | null => {
    try {
      return step();
    } catch (error) {
      faults.push(...problemsOf(i, error));
      return null;
    }
  };
  const site = attempt(() => siteOf(batch, row));
  const target = attempt(() => ({ of: targetOf(batch, row, i) }));
  const point = {
    ...row,
    parameters: row.parameters ?? {},
    customFormula: row.customFormula ?? {},
    initialValues: row.initialValues ?? {},
    slaves: row.slaves ?? [],
    deviceParameters: target?.of?.deviceParameters,
  };
  // Without its channel nobody knows how the point is read: its parameters may well be right.
  if (target !== null || modeGiven) attempt(() => checkConfig(point));
  const slaves = attempt(() => slavesOf(batch, point));
  if (faults.length > 0 || !site || !slaves || !target) return null;
  batch.names.take(site, row.name, i);
  const fields = fieldsOf(row.family, row.nodeCount);
  batch.readable.set(placeOf(i), {
    type: row.type,
    family: row.family,
    nodeCount: row.nodeCount,
    mainIndex: row.mainField === undefined ? 0 : fields.findIndex(({ key }) => key === row.mainField),
  });
  remember(batch.idsByName, row.name, placeOf(i));
  return { row, site, slaves, target: target.of };
}

function siteOf(batch: Batch, row: Planned['row']): Planned['site'] {
  const site = batch.sites.find(row);
  if (!batch.names.has(site, row.name)) return site;
  const twin = batch.names.rowOf(site, row.name);
  throw new Failure('nameTaken', { name: row.name, ...(twin !== null && { row: twin }) });
}

function targetOf({ channels }: Batch, row: Planned['row'], i: number): Target | null {
  if (row.channel !== undefined && row.sncode === undefined) throw wrong('sncode', 'required');
  if (row.sncode === undefined) return null;
  if (row.type !== kinds.automated) throw new Failure('kindUnsuitable', { name: row.name, type: row.type });
  const target = channels.find(row.sncode, row.channel ?? '1');
  channels.take(target, row.name, i);
  return target;
}

function slavesOf(batch: Batch, row: Planned['row'] & { slaves: NonNullable<BatchPoint['slaves']> }): Slave[] {
  if (row.mainField !== undefined) checkMainField(row, row.mainField);
  if (row.backupNodes) refuseBackups({ id: null, family: row.family }, row.backupNodes, batch.families);
  if (row.type !== kinds.master && row.master) throw wrong('master', 'slavesOfKind');
  const named = row.slaves.map((slave, at) => bySlaveName(batch, slave, at));
  const slaves = checkSlaves({ id: null, type: row.type, family: row.family }, named, batch.readable, new Map());
  checkMaster(row.master ?? null, slaves, row.family);
  return slaves;
}

/** A slave by its id, or by a name that one point of the project or one row before has. */
function bySlaveName(
  { idsByName }: Batch,
  { pointId, pointName, ...slave }: NonNullable<BatchPoint['slaves']>[number],
  at: number,
): Slave {
  if (pointId !== undefined) return { ...slave, pointId };
  if (pointName === undefined) throw wrong(`slaves.${at}.pointName`, 'required');
  const found = idsByName.get(pointName.toLowerCase()) ?? [];
  if (found.length === 0) throw wrong(`slaves.${at}.pointName`, 'slaveUnknown');
  if (found.length > 1) throw wrong(`slaves.${at}.pointName`, 'slaveAmbiguous');
  return { ...slave, pointId: elementAt(found, 0) };
}

async function write(
  context: Context,
  projectId: number,
  sites: Sites,
  planned: readonly Planned[],
): Promise<number[]> {
  const { db, now } = context;
  const idOf = await makeSites(context, projectId, sites);
  const points = planned.map(({ row, site }) => {
    const { sncode, channel, structurePath, structureId: _, slaves, ...values } = row;
    return { ...values, structureId: isThere(site) ? site.id : idOf(site.path) };
  });
  const ids = await refusingDuplicates(pointTable.insertAll(db, projectId, points, now()), undefined);
  const made = (slave: Slave): Slave => ({
    ...slave,
    pointId: slave.pointId < 0 ? elementAt(ids, -1 - slave.pointId) : slave.pointId,
  });
  await slavesTable.setAll(
    db,
    planned.flatMap(({ slaves }, i) =>
      slaves.length > 0 ? [{ pointId: elementAt(ids, i), slaves: slaves.map(made) }] : [],
    ),
  );
  const bound = planned.flatMap(({ target }, i) => (target ? [{ pointId: elementAt(ids, i), target }] : []));
  await groups.begin(
    db,
    bound.map(({ pointId, target }) => ({
      pointId,
      ...target,
      fromAt: now(),
      migration: 'none',
      byName: context.caller.displayName,
      reason: '',
    })),
  );
  await pointTable.feed(
    db,
    bound.map(({ pointId, target: { deviceId, channel, deviceParameters } }) => ({
      pointId,
      deviceId,
      channel,
      deviceParameters,
    })),
  );
  const devices = new Map(bound.map(({ target }) => [target.deviceId, { id: target.deviceId, sncode: target.sncode }]));
  await announceMany(context, projectId, devices.values());
  return ids;
}

/** Makes the structures that were named and missing; gives where a path leads. */
async function makeSites({ db }: Context, projectId: number, sites: Sites) {
  const made = new Map(sites.byPath);
  for (const length of [1, 2]) {
    const paths = sites.planned.filter((path) => path.length === length);
    const ids = await insertStructures(
      db,
      projectId,
      paths.map((path) => ({
        parentId: length === 1 ? null : getOrThrow(made, madeKey(path.slice(0, 1))),
        name: elementAt(path, -1),
      })),
    );
    for (const [i, path] of paths.entries()) made.set(madeKey(path), elementAt(ids, i));
  }
  return (path: readonly string[]) => getOrThrow(made, madeKey(path));
}
