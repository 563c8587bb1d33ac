/**
 * Points that are made of other points. Invariant: slaves exist in the same project, none repeats, none is a master, a
 * master's are of its family, and no composite reads itself by way of others. Pure but for the reading of what is there.
 */

import { elementAt } from '@plumbline/contract/kernel/elements';
import { type FamilyCode, fieldAt, fieldsOf } from '@plumbline/contract/points/families';
import type { MasterConfig, Slave } from '@plumbline/contract/points/points.point';
import { shortestSegmentMm } from '@plumbline/science/sensors/chain';
import { sql } from 'kysely';
import type { Context, Db } from '../../../kernel/context.ts';
import { sqlRows, typed } from '../../../kernel/rows.ts';
import { kinds, wrong } from './points.config.api.ts';

interface Owner {
  /** null = it does not exist yet, so nothing reads it. */
  readonly id: number | null;
  readonly type: number;
  readonly family: FamilyCode;
}

/** The slaves as they are kept: a composite's with variable and field, a master's in order alone. Throws badInput. */
export function checkSlaves(
  owner: Owner,
  slaves: readonly Slave[],
  known: ReadonlyMap<number, Readable>,
  links: ReadonlyMap<number, readonly number[]>,
): Slave[] {
  const visited = new Set<string>();
  return slaves.map((slave, i) => {
    const { pointId } = slave;
    const path = `slaves.${i}`;
    const other = known.get(pointId);
    if (pointId === owner.id) throw wrong(`${path}.pointId`, 'slaveItself');
    if (!other) throw wrong(`${path}.pointId`, 'slaveUnknown');
    if (other.type === kinds.master) throw wrong(`${path}.pointId`, 'slaveIsMaster');
    // A master joins its slaves to one line: what measures something else is no part of it.
    if (owner.type === kinds.master && other.family !== owner.family)
      throw wrong(`${path}.pointId`, 'slaveFamilyDiffers');
    const field = slave.field ?? fieldAt(other.family, other.mainIndex)?.key ?? '';
    const name = owner.type === kinds.composite ? `${pointId} ${field}` : `${pointId}`;
    if (visited.has(name)) throw wrong(`${path}.pointId`, 'slavesRepeat');
    visited.add(name);
    if (owner.type !== kinds.composite) return { pointId };
    if (!fieldsOf(other.family, other.nodeCount).some(({ key }) => key === field))
      throw wrong(`${path}.field`, 'fieldUnknown');
    if (owner.id !== null && reaches(pointId, owner.id, links)) throw wrong(`${path}.pointId`, 'slaveCycle');
    return { pointId, field, ...(slave.variable !== undefined && { variable: slave.variable }) };
  });
}

/** Returns whether a point is made of another, by whatever way. */
function reaches(from: number, to: number, links: ReadonlyMap<number, readonly number[]>): boolean {
  const visited = new Set<number>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (at === to) return true;
    if (visited.has(at)) continue;
    visited.add(at);
    open.push(...(links.get(at) ?? []));
  }
  return false;
}

/** Throws badInput where a master's settings do not fit its slaves. */
export function checkMaster(master: MasterConfig | null, slaves: readonly Slave[], family: FamilyCode): void {
  if (master === null) return;
  const { fixedPointId, lengthsMm, chainagesM, turningPointIds, chords } = master;
  checkLengths(lengthsMm, family);
  checkClosing(master, slaves);
  const isSlave = (id: number): boolean => slaves.some(({ pointId }) => pointId === id);
  if (fixedPointId !== null && !isSlave(fixedPointId)) throw wrong('master.fixedPointId', 'slaveUnknown');
  if (lengthsMm.length > 0 && lengthsMm.length !== slaves.length) throw wrong('master.lengthsMm', 'lengthsOfSlaves');
  if (chainagesM.length > 0 && chainagesM.length !== slaves.length) throw wrong('master.chainagesM', 'lengthsOfSlaves');
  if (chainagesM.some((metres, i) => i > 0 && metres <= (chainagesM[i - 1] ?? metres)))
    throw wrong('master.chainagesM', 'chainagesAscend');
  for (const [i, id] of turningPointIds.entries())
    if (!isSlave(id) || slaves[0]?.pointId === id || turningPointIds.indexOf(id) !== i)
      throw wrong(`master.turningPointIds.${i}`, 'slaveUnknown');
  for (const [i, { from, to }] of (chords ?? []).entries()) checkChord(chords ?? [], i, isSlave(from) && isSlave(to));
}

/** What a beam settles is its length times its turn, and a segment is at least 500 mm long (specification 5). */
function checkLengths(lengthsMm: readonly number[], family: FamilyCode): void {
  if (family !== 'tilt') return;
  if (lengthsMm.length === 0) throw wrong('master.lengthsMm', 'beamLengthsNeeded');
  if (lengthsMm.some((mm) => mm < shortestSegmentMm)) throw wrong('master.lengthsMm', 'segmentTooShort');
}

/** What is closed runs from a place that is held firm to the other end. */
function checkClosing({ closing, fixedPointId }: MasterConfig, slaves: readonly Slave[]): void {
  if (closing === null) return;
  const isEnd = [slaves[0], slaves.at(-1)].some((slave) => slave?.pointId === fixedPointId);
  if (fixedPointId !== null && !isEnd) throw wrong('master.closing', 'closingNeedsEnd');
}

/** A chord lies between two slaves, and no two are the same in either direction. */
function checkChord(chords: readonly { from: number; to: number }[], i: number, isKnown: boolean): void {
  const path = `master.chords.${i}`;
  const { from, to } = elementAt(chords, i);
  if (!isKnown) throw wrong(path, 'slaveUnknown');
  const isSame = (other: { from: number; to: number }): boolean =>
    (other.from === from && other.to === to) || (other.from === to && other.to === from);
  if (from === to || chords.findIndex(isSame) !== i) throw wrong(path, 'chordsRepeat');
}

/** The same, asked of the project; one at a time in a project, so that two changes make no circle together. */
export async function querySlaves(
  { db }: Pick<Context, 'db'>,
  projectId: number,
  owner: Owner,
  slaves: readonly Slave[],
): Promise<Slave[]> {
  if (slaves.length === 0) return [];
  await oneAtATime(db, projectId);
  const ids = slaves.map(({ pointId }) => pointId);
  const [known, linksOfProject] = await Promise.all([readable(db, projectId, ids), links(db, projectId)]);
  return checkSlaves(owner, slaves, known, linksOfProject);
}

/** Facts needed to read a point. */
export interface Readable {
  readonly type: number;
  readonly family: FamilyCode;
  readonly nodeCount: number;
  readonly mainIndex: number;
}

const slavesLock = 7304;

/** Waits for other changes of who is made of whom in the project, until the transaction ends. */
export const oneAtATime = (db: Db, projectId: number) =>
  sql`SELECT pg_advisory_xact_lock(${slavesLock}, ${projectId})`.execute(db);

/** Points of the project that may be read by others: those that are not deprecated. */
export async function readable(db: Db, projectId: number, ids: readonly number[]): Promise<Map<number, Readable>> {
  const rows = await db
    .selectFrom('point')
    .select(['id', 'type', 'family', 'node_count', 'main_index'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .where('deprecated_at', 'is', null)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { type: row.type, family: row.family, nodeCount: row.node_count, mainIndex: row.main_index },
    ]),
  );
}

/** Returns the slaves of each composite and master of the project. */
export async function links(db: Db, projectId: number): Promise<Map<number, number[]>> {
  const { rows } = await sqlRows({ id: 'number', slaves: typed<{ pointId: number }[]>() })`
    SELECT id, slaves FROM point WHERE project_id = ${projectId} AND slaves <> '[]'`.execute(db);
  return new Map(rows.map((row) => [row.id, row.slaves.map(({ pointId }) => pointId)]));
}

/** Writes of what many points are made. */
export async function setAll(
  db: Db,
  rows: readonly { readonly pointId: number; readonly slaves: readonly Slave[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    UPDATE point p SET slaves = r.slaves
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r("pointId" int, slaves jsonb) WHERE p.id = r."pointId"`.execute(
    db,
  );
}
