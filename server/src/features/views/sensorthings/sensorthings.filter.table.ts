/**
 * A bound filter as SQL. Relations to one become left joins of the query; a filter that goes through relations to many
 * becomes one EXISTS over their left joins, so that all its paths speak of the same related entity, as other services do.
 * Values are parameters, never text of the statement.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import type { Any, Sum } from '@plumbline/science/odata/bound';
import type { Value } from '@plumbline/science/odata/functions';
import type { Comparison } from '@plumbline/science/odata/grammar';
import { type IdParts, type ValueType, walk } from '@plumbline/science/odata/model';
import { OptionFault } from '@plumbline/science/odata/tokens';
import { sql } from 'kysely';
import { type Bound, type Leaf, model, type SetName } from './logic/model.ts';
import { leafColumn, placeColumns, spanColumns } from './sensorthings.columns.table.ts';
import { callSql, placeSql } from './sensorthings.functions.table.ts';
import { type Fragment, keyColumn, keys, type Link, linkOf, type Views } from './sensorthings.sets.table.ts';

/** The columns of one side equal to those of the other. */
export const linked = (a: string, b: string, link: Link): Fragment =>
  sql`(${sql.join(
    link.map(([from, to]) => sql`${sql.ref(`${a}.${from}`)} = ${sql.ref(`${b}.${to}`)}`),
    sql` AND `,
  )})`;

/** Returns whether it is an id that is a number: of a thing, a place, a feature. */
function hasNumberId(bound: Bound): boolean {
  if (bound.kind !== 'leaf') return false;
  const [first, ...further] = keys[bound.set];
  return first?.[1] === 'int' && further.length === 0;
}

/** Makes conditions over one query: hands out the joins that they need. `e` is the entity itself. */
export class Compiler {
  readonly views: Views;
  readonly root: SetName;
  readonly nowMs: number;
  /** Joins of the query, in order: relations to one. */
  readonly joins: Fragment[] = [];
  readonly #aliases = new Map<string, string>();
  readonly #variables = new Map<string, { alias: string; set: SetName }>();
  /** Where joins go at the moment: to the query, or into the EXISTS that is being made. */
  #into: Fragment[] = this.joins;
  #count = 0;

  constructor(views: Views, root: SetName, nowMs: number) {
    this.views = views;
    this.root = root;
    this.nowMs = nowMs;
  }

  /** A condition; with relations to many inside an EXISTS. */
  condition(bound: Bound): Fragment {
    if (!crossesMany(bound, this.root)) return this.value(bound);
    return this.#apart((inner) => {
      const condition = this.value(bound);
      return sql`EXISTS (SELECT 1 FROM (SELECT 1) AS one ${sql.join(inner, sql` `)} WHERE ${condition})`;
    });
  }

  /** A single value of the entity, as what an observation is judged by: times and days as numbers. Throws OptionFault. */
  slot(bound: Bound): Fragment {
    if (bound.type === 'truth') return this.condition(bound);
    if (crossesMany(bound, this.root)) throw new OptionFault('A relation to many has no single value; use any()');
    const value = this.value(bound);
    switch (bound.type) {
      case 'time':
      case 'clock':
      case 'duration':
        return sql`(extract(epoch FROM ${value})::float8 * 1000)`;
      case 'date':
        return sql`(${value} - DATE '1970-01-01')`;
      default:
        return value;
    }
  }

  /** Makes something whose joins are its own. */
  #apart(make: (inner: Fragment[]) => Fragment): Fragment {
    const [outer, known] = [this.#into, new Map(this.#aliases)];
    const inner: Fragment[] = [];
    this.#into = inner;
    const made = make(inner);
    this.#into = outer;
    this.#aliases.clear();
    for (const [path, alias] of known) this.#aliases.set(path, alias);
    return made;
  }

  value(bound: Bound): Fragment {
    switch (bound.kind) {
      case 'constant':
        return constantSql(bound.type, bound.value);
      case 'leaf':
        return leafColumn(this.#aliasOf(bound), bound);
      case 'key':
        return this.#key(bound.leaf, bound.among);
      case 'missing':
        return this.#missing(bound.of);
      case 'not':
        return sql`NOT coalesce(${this.value(bound.of)}, false)`;
      case 'and':
        return sql`(${this.value(bound.left)} AND ${this.value(bound.right)})`;
      case 'or':
        return sql`(${this.value(bound.left)} OR ${this.value(bound.right)})`;
      case 'compare':
        return this.#compare(bound.op, bound.left, bound.right);
      case 'arithmetic':
        return this.#arithmetic(bound);
      case 'call':
        return callSql(
          bound.name,
          bound.of.map((each) => this.value(each)),
          constantSql('time', this.nowMs),
        );
      case 'place':
        return placeSql(bound, placeColumns(this.#aliasOf(bound.leaf)));
      case 'any':
        return this.#any(bound);
      case 'slot':
        throw new Error('a slot is a value of an observation');
    }
  }

  /** What an order goes by. Texts in the order of their characters, as the standard's tests compare them. */
  order(bound: Bound, descending: boolean): Fragment {
    const value =
      bound.kind === 'leaf' && bound.type === 'span' ? spanColumns(this.#aliasOf(bound))[0] : this.value(bound);
    const isText = bound.type === 'text' || (bound.type === 'id' && !hasNumberId(bound));
    const collated = isText ? sql`${value} COLLATE "C"` : value;
    return descending ? sql`${collated} DESC NULLS LAST` : sql`${collated} NULLS FIRST`;
  }

  #aliasOf({ variable, hops }: Pick<Leaf, 'variable' | 'hops'>): string {
    const start = variable === null ? { alias: 'e', set: this.root } : getOrThrow(this.#variables, variable);
    let { alias } = start;
    let path = variable ?? '';
    for (const { name, from, to } of walk(model, hops, start.set)) {
      path += `/${name}`;
      // The datastream of an observation is what stands for it in SQL.
      if (from === 'Observations' && name === 'Datastream') continue;
      let next = this.#aliases.get(path);
      if (next === undefined) {
        next = `n${++this.#count}`;
        this.#aliases.set(path, next);
        const view = this.views[to as keyof Views];
        this.#into.push(sql`LEFT JOIN ${view} AS ${sql.id(next)} ON ${linked(alias, next, linkOf(from, name))}`);
      }
      alias = next;
    }
    return alias;
  }

  #key(leaf: Leaf, among: readonly IdParts[]): Fragment {
    const alias = this.#aliasOf(leaf);
    return sql`(${sql.join(
      among.map((parts) => keyIs(alias, leaf.set, parts)),
      sql` OR `,
    )})`;
  }

  #missing(of: Bound): Fragment {
    if (of.kind !== 'leaf') return sql`(${this.value(of)}) IS NULL`;
    const alias = this.#aliasOf(of);
    if (of.type === 'id') return sql`${sql.ref(`${alias}.${keyColumn(of.set)}`)} IS NULL`;
    if (of.type === 'place') return sql`${placeColumns(alias)[0]} IS NULL`;
    return of.type === 'span' ? sql`${spanColumns(alias)[1]} IS NULL` : sql`${leafColumn(alias, of)} IS NULL`;
  }

  #compare(op: Comparison, left: Bound, right: Bound): Fragment {
    const b = this.value(right);
    if (left.kind === 'leaf' && left.type === 'span') {
      // A span is before a time when all of it is, after it when all of it is.
      const [start, end] = spanColumns(this.#aliasOf(left));
      if (op === 'eq') return sql`(${start} = ${b} AND ${end} = ${b})`;
      if (op === 'ne') return sql`(${start} <> ${b} OR ${end} <> ${b})`;
      return op === 'lt' || op === 'le' ? compared(op, end, b) : compared(op, start, b);
    }
    const a = this.value(left);
    return left.type === 'text' && op !== 'eq' && op !== 'ne'
      ? compared(op, sql`${a} COLLATE "C"`, b)
      : compared(op, a, b);
  }

  #arithmetic({ op, left, right }: Sum<SetName>): Fragment {
    const [a, b] = [this.value(left), this.value(right)];
    switch (op) {
      case 'add':
        return sql`(${a} + ${b})`;
      case 'sub':
        return sql`(${a} - ${b})`;
      case 'mul':
        return sql`(${a} * ${b})`;
      case 'div':
        return sql`(${a}::float8 / nullif(${b}, 0))`;
      case 'mod':
        return sql`(${a} - ${b} * trunc(${a}::float8 / nullif(${b}, 0)))`;
    }
  }

  #any({ from, hops, variable, set, of }: Any<SetName>): Fragment {
    return this.#apart((inner) => {
      const alias = this.#aliasOf({ variable: from, hops });
      this.#variables.set(variable, { alias, set });
      const condition = this.value(of);
      this.#variables.delete(variable);
      const there = sql`${sql.ref(`${alias}.${keyColumn(set)}`)} IS NOT NULL`;
      return sql`EXISTS (SELECT 1 FROM (SELECT 1) AS one ${sql.join(inner, sql` `)} WHERE ${there} AND ${condition})`;
    });
  }
}

/** Returns whether an entity is the one of this id. */
export const keyIs = (alias: string, set: SetName, parts: IdParts): Fragment =>
  sql`(${sql.join(
    keys[set].map(
      ([column, type], i) => sql`${sql.ref(`${alias}.${column}`)} = ${elementAt(parts, i)}::${sql.raw(type)}`,
    ),
    sql` AND `,
  )})`;

function crossesMany(bound: Bound, root: SetName): boolean {
  const many = (hops: readonly string[]) => walk(model, hops, root).some((nav) => nav.many);
  if (bound.kind === 'leaf') return bound.variable === null && many(bound.hops);
  // An any makes an EXISTS of its own; what is inside of it and begins at the entity itself goes along.
  if (bound.kind === 'any') return false;
  if (bound.kind === 'call') return bound.of.some((each) => crossesMany(each, root));
  if (bound.kind === 'place' || bound.kind === 'key') return crossesMany(bound.leaf, root);
  if ('left' in bound) return crossesMany(bound.left, root) || crossesMany(bound.right, root);
  return (bound.kind === 'not' || bound.kind === 'missing') && crossesMany(bound.of, root);
}

const signs: Readonly<Record<Comparison, string>> = {
  eq: '=',
  ne: 'IS DISTINCT FROM',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};
const compared = (op: Comparison, a: Fragment, b: Fragment) => sql`(${a} ${sql.raw(signs[op])} ${b})`;

/** A value that was written out, as a parameter of its type. */
function constantSql(type: ValueType, value: Value): Fragment {
  switch (type) {
    case 'number':
      return sql`${value}::float8`;
    case 'truth':
      return sql`${value}::boolean`;
    case 'time':
      return sql`${new Date(value as number).toISOString()}::timestamptz`;
    case 'date':
      return sql`(DATE '1970-01-01' + ${value}::int)`;
    case 'clock':
      return sql`(TIME '00:00' + make_interval(secs => ${value}::float8 / 1000))`;
    case 'duration':
      return sql`make_interval(secs => ${value}::float8 / 1000)`;
    default:
      return sql`${value}::text`;
  }
}
