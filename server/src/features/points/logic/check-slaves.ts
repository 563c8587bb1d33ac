/**
 * Points that are made of other points. Invariant: slaves exist in the same project, none repeats, none is a master, and
 * no composite reads itself by way of others. Pure but for the reading of what is there.
 */
import { fieldAt, fieldsOf } from '@plumbline/contract/families';
import type { MasterConfig, Slave } from '@plumbline/contract/points.point';
import type { Context } from '../../../kernel/context.ts';
import * as table from '../points.slaves.table.ts';
import { kinds, wrong } from './point-config.ts';
import type { Readable } from './readable-point.ts';

interface Owner {
  /** null = it does not exist yet, so nothing reads it. */
  readonly id: number | null;
  readonly type: number;
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

/** Whether a point is made of another, by whatever way. */
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
export function checkMaster(master: MasterConfig | null, slaves: readonly Slave[]): void {
  if (master === null) return;
  const { fixedPointId, lengthsMm } = master;
  if (fixedPointId !== null && !slaves.some(({ pointId }) => pointId === fixedPointId))
    throw wrong('master.fixedPointId', 'slaveUnknown');
  if (lengthsMm.length > 0 && lengthsMm.length !== slaves.length) throw wrong('master.lengthsMm', 'lengthsOfSlaves');
}

/** The same, asked of the project; one at a time in a project, so that two changes make no circle together. */
export async function querySlaves(
  { db }: Pick<Context, 'db'>,
  projectId: number,
  owner: Owner,
  slaves: readonly Slave[],
): Promise<Slave[]> {
  if (slaves.length === 0) return [];
  await table.oneAtATime(db, projectId);
  const ids = slaves.map(({ pointId }) => pointId);
  const [known, links] = await Promise.all([table.readable(db, projectId, ids), table.links(db, projectId)]);
  return checkSlaves(owner, slaves, known, links);
}
