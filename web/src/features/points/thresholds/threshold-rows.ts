import { elementAt } from '@plumbline/contract/kernel/elements';
import { type Family, type FamilyCode, families } from '@plumbline/contract/points/families';
import { Threshold } from '@plumbline/contract/points/points';
import type { PointRow } from '@plumbline/contract/points/points.lists';
import { sameValue } from '../../../design/form/judge.ts';

/** Limits as rows of a table: one row for each limit of a point, an empty one for a point that has none. */
export interface RuleCells {
  readonly name?: unknown;
  readonly place?: unknown;
  readonly field?: unknown;
  readonly kind?: unknown;
  readonly method?: unknown;
  readonly level1?: unknown;
  readonly level2?: unknown;
  readonly level3?: unknown;
  readonly level4?: unknown;
  /** The limit that it was: what the table does not show (release, rate levels) stays with its row. */
  readonly rule?: Threshold;
}
export interface NamedPoint extends Pick<PointRow, 'id' | 'name' | 'family' | 'mainField'> {
  readonly place: string;
}
/** A word of commissioning.json, or of forms.json for what the contract has against a limit. */
export interface RuleIssue {
  readonly row: number;
  readonly prop: string;
  readonly message: string;
}
export interface ReadRules {
  readonly rows: readonly { pointId: number; thresholds: Threshold[] }[];
  /** For each of them, the rows of the table that its limits stand in. */
  readonly from: readonly (readonly number[])[];
  readonly issues: readonly RuleIssue[];
}

export const levelProps = ['level1', 'level2', 'level3', 'level4'] as const;

export function cellsOf(point: NamedPoint, rules: readonly Threshold[]): RuleCells[] {
  const { name, place } = point;
  if (rules.length === 0) return [{ name, place }];
  return rules.map((rule) => ({
    name,
    place,
    field: rule.field,
    kind: rule.kind,
    method: rule.method,
    ...Object.fromEntries(levelProps.map((prop, i) => [prop, rule.levels[i] ?? null])),
    rule,
  }));
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';
const textOf = (value: unknown): string => (isPresent(value) ? String(value).trim() : '');

/** Returns whether a row asks for a limit: a name and a place alone do not. */
const hasRule = (cells: RuleCells): boolean =>
  levelProps.some((prop) => isPresent(cells[prop])) || isPresent(cells.field);

/** Reads the table. Rows of the same point come together, in their order. */
export function readRules(table: readonly RuleCells[], points: readonly NamedPoint[]): ReadRules {
  const byName = new Map<string, NamedPoint[]>();
  for (const point of points) {
    const key = point.name.toLowerCase();
    byName.set(key, [...(byName.get(key) ?? []), point]);
  }
  const issues: RuleIssue[] = [];
  const byPoint = new Map<number, { thresholds: Threshold[]; from: number[] }>();
  for (const [row, cells] of table.entries()) {
    const name = textOf(cells.name);
    if (name === '' && !hasRule(cells)) continue;
    const named = byName.get(name.toLowerCase()) ?? [];
    const place = textOf(cells.place).toLowerCase();
    const [point, ...others] = named.length > 1 ? named.filter((each) => each.place.toLowerCase() === place) : named;
    if (!point || others.length > 0) {
      issues.push({ row, prop: 'name', message: named.length > 1 ? 'severalPoints' : 'unknownPoint' });
      continue;
    }
    const of = byPoint.get(point.id) ?? { thresholds: [], from: [] };
    byPoint.set(point.id, of);
    if (!hasRule(cells)) continue;
    const rule = ruleOf(cells, point);
    const parsed = Threshold.safeParse(rule);
    if (parsed.success) {
      of.thresholds.push(parsed.data);
      of.from.push(row);
    } else issues.push(issueOf(row, rule.levels, elementAt(parsed.error.issues, 0)));
  }
  const entries = [...byPoint];
  return {
    rows: entries.map(([pointId, { thresholds }]) => ({ pointId, thresholds })),
    from: entries.map(([, { from }]) => from),
    issues,
  };
}

function ruleOf(cells: RuleCells, point: NamedPoint) {
  const family = families[point.family as FamilyCode] as Family;
  const { rule } = cells;
  const kind = textOf(cells.kind) || 'value';
  return {
    // What is not in the table is kept as long as the row still speaks of the same.
    ...(rule && rule.kind === kind ? rule : {}),
    field: textOf(cells.field) || point.mainField,
    kind,
    method: textOf(cells.method) || family.watch,
    levels: levelProps.map((prop) => (isPresent(cells[prop]) ? (cells[prop] as number) : null)),
  };
}

/** The cell that a limit is wrong in: of levels, the first that is not above those before it. */
function issueOf(
  row: number,
  levels: readonly unknown[],
  issue: { readonly path: readonly PropertyKey[]; readonly message: string },
): RuleIssue {
  const [head, at] = issue.path;
  if (head !== 'levels') return { row, prop: head === 'rateLevels' ? 'kind' : String(head), message: issue.message };
  if (typeof at === 'number') return { row, prop: levelProps[at] ?? 'level1', message: issue.message };
  return { row, prop: elementAt(levelProps, descentIn(levels)?.at ?? 0), message: issue.message };
}

/** The first level that is not above what stands before it, and that one's place; null = above 0. */
export function descentIn(levels: readonly unknown[]): { readonly at: number; readonly below: number | null } | null {
  let min = 0;
  let below: number | null = null;
  for (const [at, level] of levels.entries()) {
    if (typeof level !== 'number') continue;
    if (level <= min) return { at, below };
    [min, below] = [level, at];
  }
  return null;
}

/** A limit for every row's point: it takes the place of the same field, kind and side, or of an empty row. */
export function withRule(table: readonly RuleCells[], points: readonly NamedPoint[], rule: Threshold): RuleCells[] {
  const pointOf = new Map(points.map((point) => [`${point.name}\n${point.place}`, point]));
  const otherRows = table.filter((cells) => {
    if (!pointOf.has(`${textOf(cells.name)}\n${textOf(cells.place)}`)) return true;
    const isSame = cells.field === rule.field && cells.kind === rule.kind && cells.method === rule.method;
    return hasRule(cells) && !isSame;
  });
  return [...points.flatMap((point) => cellsOf(point, [rule])), ...otherRows].sort((a, b) =>
    textOf(a.name).localeCompare(textOf(b.name), undefined, { numeric: true }),
  );
}

/** Change that saving a table would make of the limits of one point. */
export interface LimitChange {
  readonly pointId: number;
  readonly before: readonly Threshold[];
  readonly after: readonly Threshold[];
}
const nameOf = ({ field, kind, method }: Threshold): string => `${field} ${kind} ${method}`;
const sameRules = (a: readonly Threshold[], b: readonly Threshold[]): boolean => {
  const byName = (rules: readonly Threshold[]) => Object.fromEntries(rules.map((rule) => [nameOf(rule), rule]));
  return a.length === b.length && sameValue(byName(a), byName(b));
};

/**
 * The points whose limits would become others, and how. `add` keeps what the table does not name; `replace` takes it
 * away.
 */
export function limitChanges(
  rows: ReadRules['rows'],
  stored: ReadonlyMap<number, readonly Threshold[]>,
  mode: 'add' | 'replace',
): LimitChange[] {
  return rows.flatMap(({ pointId, thresholds }) => {
    const before = stored.get(pointId) ?? [];
    const named = new Set(thresholds.map(nameOf));
    const after = mode === 'add' ? [...before.filter((rule) => !named.has(nameOf(rule))), ...thresholds] : thresholds;
    return sameRules(before, after) ? [] : [{ pointId, before, after }];
  });
}
/** Returns whether the limits of these points are still what a change made of them. */
export const isStill = (changes: readonly LimitChange[], stored: ReadonlyMap<number, readonly Threshold[]>): boolean =>
  changes.every(({ pointId, after }) => sameRules(stored.get(pointId) ?? [], after));
