/**
 * Pages of entities, counts of them, and those that a page of others leads to: one statement each. Rows carry the leaves
 * of the model under their names, and the columns by which relations are followed under `@column`.
 */
import { elementAt } from '@plumbline/contract/kernel/elements';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { sqlRows, type Typed, typed } from '../../../kernel/rows.ts';
import type { Sql } from '../../../kernel/sql.ts';
import { type SetName, type Step, sets } from './logic/model.ts';
import type { Expand, Query } from './logic/options.ts';
import { leafColumn, spanColumns } from './sensorthings.columns.table.ts';
import { Compiler, keyIs, linked } from './sensorthings.filter.table.ts';
import { type Fragment, keyOrder, keys, linkColumns, linkOf, type Views } from './sensorthings.sets.table.ts';

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

/** The condition that the way to a step puts on `alias`, the entities of that step. */
export function scopeOf(views: Views, { set, nav, key, above }: Step, alias = 'e', depth = 1): Fragment {
  const conditions = key ? [keyIs(alias, set, key)] : [];
  if (nav !== null && above !== null) {
    const from = `s${depth}`;
    conditions.push(
      sql`EXISTS (SELECT 1 FROM ${views[above.set as EntityName]} AS ${sql.id(from)}
        WHERE ${linked(from, alias, linkOf(above.set, nav))} AND ${scopeOf(views, above, from, depth + 1)})`,
    );
  }
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

interface Output {
  readonly selected: Fragment;
  /** By the names that `selected` gives them. */
  readonly columns: Readonly<Record<string, Typed<unknown>>>;
}
/** Returns what is read of an entity. The span of a datastream is looked up for those of the page alone. */
function outputOf(set: EntityName, { select }: Pick<Query, 'select'>): Output {
  const { leaves, properties } = sets[set];
  const wanted = new Set(select === null ? properties : properties.filter((name) => select.has(name)));
  const read = new Map<string, Fragment>();
  for (const [name, type] of Object.entries(leaves))
    if (wanted.has(name.replace(/\/.*$/, '')) && !['id', 'place', 'span', 'null'].includes(type))
      read.set(name, leafColumn('e', { set, name, type }));
  const byColumn = new Set([
    ...keys[set].map(([column]) => column),
    ...linkColumns(set),
    // A feature leads to observations by its point.
    ...(set === 'FeaturesOfInterest' ? ['id'] : []),
  ]);
  for (const column of byColumn) read.set(`@${column}`, sql.ref(`e.${column}`));
  if (set === 'Datastreams' && wanted.has('phenomenonTime')) {
    const [start, end] = spanColumns('e');
    read.set('@start', start).set('@end', end);
  }
  return {
    selected: sql.join(Array.from(read, ([name, value]) => sql`${value} AS ${sql.id(name)}`)),
    columns: Object.fromEntries(Array.from(read.keys(), (name) => [name, typed<unknown>()])),
  };
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
  const output = outputOf(set, query);
  const { rows } = await sqlRows(output.columns)`SELECT ${output.selected} FROM (
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
  const { rows } = await sqlRows({ count: 'number' })`SELECT count(*) AS count FROM ${views[set]} AS e
    ${sql.join(compiler.joins, sql` `)} WHERE ${scope} AND ${condition}`.execute(db);
  return elementAt(rows, 0).count;
}

/** Returns whether there is one. */
export async function exists({ db, views }: VisibleScope, set: EntityName, scope: Fragment): Promise<boolean> {
  const { rows } = await sqlRows({ there: 'flag' })`SELECT EXISTS (
    SELECT 1 FROM ${views[set]} AS e WHERE ${scope}) AS there`.execute(db);
  return elementAt(rows, 0).there;
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
 * query, one more than its page where there is one. At most `max` in all, and one more. Parents are rows with the
 * relation's `@columns`, no two alike.
 */
export async function children(
  { db, views, nowMs }: VisibleScope,
  from: SetName,
  { nav, set: to, many, query }: Expand,
  parents: readonly Row[],
  max: number,
): Promise<Child[]> {
  const set = to as EntityName;
  const compiler = new Compiler(views, set, nowMs);
  const filter = query.filter ? compiler.condition(query.filter) : sql`true`;
  const orders = ordersOf(compiler, set, query);
  const parentKeys = linkOf(from, nav).map(([own, other], i) => {
    const values = parents.map((parent) => parent[`@${own}`]);
    const name = sql.id(`p${i}`);
    return {
      name,
      array: sql`${values}::${sql.raw(typeof values[0] === 'string' ? 'text' : 'int')}[]`,
      matches: sql`${sql.ref(`e.${other}`)} = parent.${name}`,
    };
  });
  const listed = (part: 'name' | 'array') => sql.join(parentKeys.map((key) => key[part]));
  const matches = parentKeys.map((key) => key.matches);
  const [first, last] = many ? [query.skip, query.skip + query.top + 1] : [0, 1];
  // A page behind the last entity has a total too: the first of each parent carries it.
  const forTotal = many && query.count ? sql`OR e."@rank" = 1` : sql``;
  const output = outputOf(set, query);
  const { rows } = await sqlRows({ ...output.columns, '@parent': 'number', '@total': 'number', '@rank': 'number' })`
    SELECT ${output.selected}, e."@parent", e."@total", e."@rank" FROM (
      SELECT e.*, parent.ord::int - 1 AS "@parent",
        row_number() OVER (PARTITION BY parent.ord ORDER BY ${sql.join(orders)}) AS "@rank",
        ${many && query.count ? sql`count(*) OVER (PARTITION BY parent.ord)` : sql`0`} AS "@total"
      FROM unnest(${listed('array')}) WITH ORDINALITY AS parent(${listed('name')}, ord)
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
