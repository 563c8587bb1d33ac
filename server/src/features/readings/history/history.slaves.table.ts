/** Of what a composite or a master is made, with the names of its points. */
import type { Db } from '../../../kernel/context.ts';

export interface NamedSlave {
  readonly pointId: number;
  readonly name: string;
  readonly variable: string | null;
  readonly field: string | null;
}

/** In the order of a point of one of the types; none of any other point. */
export async function slavesOf(db: Db, pointId: number, type: 1 | 3): Promise<NamedSlave[]> {
  const point = await db.selectFrom('point').select(['type', 'slaves']).where('id', '=', pointId).executeTakeFirst();
  if (point?.type !== type || point.slaves.length === 0) return [];
  const named = await db
    .selectFrom('point')
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      point.slaves.map((slave) => slave.pointId),
    )
    .execute();
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return point.slaves.flatMap(({ pointId: id, variable, field }) => {
    const name = names.get(id);
    return name === undefined ? [] : [{ pointId: id, name, variable: variable ?? null, field: field ?? null }];
  });
}
