/**
 * Pages of entities, counts of them, and those that a page of others leads to: one statement each. Rows carry the leaves
 * of the model under their names, and the columns by which relations are followed under `@column`.
 */
import { sql } from 'kysely';
import type { Db } from '../../kernel/context.ts';
import type { Sql } from '../../kernel/sql.ts';
import { type SetName, sets } from './logic/model.ts';
import type { Query } from './logic/options.ts';
import type { Step } from './logic/path.ts';
import { leafColumn, spanColumns } from './sensorthings.columns.table.ts';
import { Compiler, keyIs, linked } from './sensorthings.filter.table.ts';
import { type Fragment, keyOrder, keys, links, type Views } from './sensorthings.sets.table.ts';

export type Row = Readonly<Record<string, unknown>>;
export type EntityName = Exclude<SetName, 'Observations'>;

/** The database as one caller sees it at one time. */
export interface VisibleScope {
  readonly db: Db;
  /** The same connection, as the store takes it. */
  readonly sql: Sql;
  readonly views: Views;
  readonly nowMs: number;
}

/** The condition that a path puts on `e`, the entities of its last step. */
export function scopeOf(views: Views, steps: readonly Step[], alias = 'e'): Fragment {
  const at = (index: number, of: string): Fragment => {
    const { set, nav, key } = steps[index]!;
    const conditions = key ? [keyIs(of, set, key)] : [];
    if (nav !== null) {
      const before = steps[index - 1]!;
      const above = `s${index}`;
      const link = links[before.set][nav]!;
      conditions.push(
        sql`EXISTS (SELECT 1 FROM ${views[before.set as EntityName]} AS ${sql.id(above)}
          WHERE ${linked(above, of, link)} AND ${at(index - 1, above)})`,
      );
    }
    return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
  };
  return at(steps.length - 1, alias);
}

/** What is read of an entity. The span of a datastream is looked up for those of the page alone. */
function outputOf(set: EntityName, { select }: Pick<Query, 'select'>): Fragment {
  const { leaves, properties } = sets[set];
  const wanted = new Set(select === null ? properties : properties.filter((name) => select.has(name)));
  const columns = Object.entries(leaves)
    .filter(([name, type]) => wanted.has(name.split('/')[0]!) && !['id', 'place', 'span', 'null'].includes(type))
    .map(([name, type]) => sql`${leafColumn('e', { set, name, type })} AS ${sql.id(name)}`);
  const byColumn = new Set([
    ...keys[set].map(([column]) => column),
    ...Object.values(links[set]).flatMap(({ from }) => from),
    // A feature leads to observations by its point.
    ...(set === 'FeaturesOfInterest' ? ['id'] : []),
  ]);
  for (const column of byColumn) columns.push(sql`${sql.ref(`e.${column}`)} AS ${sql.id(`@${column}`)}`);
  if (set === 'Datastreams' && wanted.has('phenomenonTime')) {
    const [start, end] = spanColumns('e');
    columns.push(sql`${start} AS "@start"`, sql`${end} AS "@end"`);
  }
  return sql.join(columns);
}

function ordersOf(compiler: Compiler, set: EntityName, query: Query, descending = false): Fragment[] {
  return [
    ...query.order.map(({ of, descending: down }) => compiler.order(of, down !== descending)),
    ...keyOrder[set].map((column) => sql.ref(`e.${column}`)),
  ];
}

/** `query.top` entities and one more, where there is one, in the order asked for. */
export async function page(
  { db, views, nowMs }: VisibleScope,
  set: EntityName,
  scope: Fragment,
  query: Query,
  take: number,
): Promise<Row[]> {
  const compiler = new Compiler(views, set, nowMs);
  const filter = query.filter ? compiler.condition(query.filter) : sql`true`;
  const orders = ordersOf(compiler, set, query);
  // First which, by their keys alone; then what is shown of them.
  const columns = keys[set].map(([column]) => column);
  const own = sql.join(columns.map((column) => sql.ref(`e.${column}`)));
  const same = columns.map((column) => sql`${sql.ref(`e.${column}`)} = ${sql.ref(`k.${column}`)}`);
  const { rows } = await sql<Row>`SELECT ${outputOf(set, query)} FROM (
      SELECT k.*, row_number() OVER () AS rank FROM (
        SELECT ${own} FROM ${views[set]} AS e ${sql.join(compiler.joins, sql` `)} WHERE ${scope} AND ${filter}
        ORDER BY ${sql.join(orders)} OFFSET ${query.skip} LIMIT ${take}) AS k) AS k
    JOIN ${views[set]} AS e ON ${sql.join(same, sql` AND `)} ORDER BY k.rank`.execute(db);
  return rows;
}

/** How many there are. */
export async function count(
  { db, views, nowMs }: VisibleScope,
  set: EntityName,
  scope: Fragment,
  { filter }: Pick<Query, 'filter'>,
): Promise<number> {
  const compiler = new Compiler(views, set, nowMs);
  const condition = filter ? compiler.condition(filter) : sql`true`;
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${views[set]} AS e
    ${sql.join(compiler.joins, sql` `)} WHERE ${scope} AND ${condition}`.execute(db);
  return rows[0]!.count;
}

/** Whether there is one. */
export async function exists({ db, views }: VisibleScope, set: EntityName, scope: Fragment): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`SELECT EXISTS (
    SELECT 1 FROM ${views[set]} AS e WHERE ${scope}) AS there`.execute(db);
  return rows[0]!.there;
}

export interface Child {
  readonly row: Row;
  /** Which of the parents, from 0. */
  readonly parent: number;
  /** How many that parent has in all, where that was asked for. */
  readonly total: number;
  /** Of the page; false for one that came for the total alone. */
  readonly shown: boolean;
}

/**
 * The entities that a relation leads to from each of the parents, those of each parent in the order and page of the
 * query, one more than its page where there is one. At most `most` in all, and one more. Parents are rows with the
 * relation's `@columns`, no two alike.
 */
export async function children(
  { db, views, nowMs }: VisibleScope,
  from: EntityName | 'Observations',
  nav: string,
  parents: readonly Row[],
  query: Query,
  max: number,
): Promise<Child[]> {
  const set = sets[from].navs[nav]!.to as EntityName;
  const link = links[from][nav]!;
  const compiler = new Compiler(views, set, nowMs);
  const filter = query.filter ? compiler.condition(query.filter) : sql`true`;
  const orders = ordersOf(compiler, set, query);
  const arrays = link.from.map((column) => {
    const values = parents.map((parent) => parent[`@${column}`]);
    return sql`${values}::${sql.raw(typeof values[0] === 'string' ? 'text' : 'int')}[]`;
  });
  const names = link.from.map((_, i) => sql.id(`p${i}`));
  const matches = link.to.map((column, i) => sql`${sql.ref(`e.${column}`)} = parent.${names[i]!}`);
  const many = sets[from].navs[nav]!.many;
  const [first, last] = many ? [query.skip, query.skip + query.top + 1] : [0, 1];
  // A page behind the last entity has a total too: the first of each parent carries it.
  const forTotal = many && query.count ? sql`OR e."@rank" = 1` : sql``;
  const { rows } = await sql<Row & { '@parent': number; '@total': number; '@rank': number }>`
    SELECT ${outputOf(set, query)}, e."@parent", e."@total", e."@rank" FROM (
      SELECT e.*, parent.ord::int - 1 AS "@parent",
        row_number() OVER (PARTITION BY parent.ord ORDER BY ${sql.join(orders)}) AS "@rank",
        ${many && query.count ? sql`count(*) OVER (PARTITION BY parent.ord)` : sql`0`} AS "@total"
      FROM unnest(${sql.join(arrays)}) WITH ORDINALITY AS parent(${sql.join(names)}, ord)
        JOIN ${views[set]} AS e ON ${sql.join(matches, sql` AND `)} ${sql.join(compiler.joins, sql` `)}
      WHERE ${filter}) AS e
    WHERE e."@rank" > ${first} AND e."@rank" <= ${last} ${forTotal} ORDER BY e."@parent", e."@rank" LIMIT ${max + 1}`.execute(
    db,
  );
  return rows.map((row) => ({
    row,
    parent: row['@parent'],
    total: row['@total'],
    shown: row['@rank'] > first && row['@rank'] <= last,
  }));
}
