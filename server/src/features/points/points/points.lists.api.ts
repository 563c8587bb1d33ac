/**
 * All points of a project in one query: for the console's list, and for tables and files of every editable field. Built
 * for ten thousand points; names are put in order here, because a collator would take longer than the rest.
 */
import { type FamilyCode, fieldAt } from '@plumbline/contract/points/families';
import type { PointRow, PointTableRow } from '@plumbline/contract/points/points.lists';
import { sql } from 'kysely';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, type Typed, typed } from '../../../kernel/rows.ts';
import { nameKey } from '../../../kernel/sort-by-name.ts';
import type { RowOf } from '../../../kernel/tables.ts';
import { mainValue } from '../../platform/store/store.shown.api.ts';
import { type PointTableColumn, setupColumns, setupOf } from './logic/point-columns.ts';
import { statusColumns, statusKinds, statusOf } from './points.api.ts';
import { hasInitialValue } from './points.config.api.ts';

const placedColumns = {
  structure_name: 'text',
  parent_name: 'text?',
  only_sort: 'number?',
  name: 'text',
} as const satisfies Columns;
type Placed = SqlRow<typeof placedColumns>;

const pathOf = ({ parent_name, structure_name }: Pick<Placed, 'parent_name' | 'structure_name'>) =>
  parent_name === null ? structure_name : `${parent_name}\u0000${structure_name}`;

/** By structure, its items' points before its own, then by their own place or name. */
function inOrder<T extends Placed>(rows: readonly T[]): T[] {
  const structures = new Map<string, string>();
  const structureKey = (row: T) => {
    const path = pathOf(row);
    const known = structures.get(path) ?? nameKey(path);
    structures.set(path, known);
    return known;
  };
  const keyed = rows.map((row) => ({
    row,
    key: `${structureKey(row)}\u0001${row.only_sort === null ? '~' : String(row.only_sort).padStart(8, '0')}\u0001${nameKey(row.name)}`,
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  return keyed.map(({ row }) => row);
}

/** How many points there are, and the structures that hold at least the first `count` of them in their order. */
async function firstOf(
  db: Db,
  count: number,
  { projectId, structureId, deprecated }: { projectId: number; structureId?: number | undefined; deprecated: boolean },
): Promise<{ total: number; structureIds: number[] }> {
  const { rows: counts } = await sqlRows({ id: 'number', structure_name: 'text', parent_name: 'text?', n: 'number' })`
    SELECT t.id, t.name AS structure_name, u.name AS parent_name, count(*)::int AS n
    FROM point p JOIN structure t ON t.id = p.structure_id LEFT JOIN structure u ON u.id = t.parent_id
    WHERE p.project_id = ${projectId} ${deprecated ? sql`` : sql`AND p.deprecated_at IS NULL`} ${within(structureId)}
    GROUP BY t.id, u.name`.execute(db);
  const keyed = counts.map((row) => ({ ...row, key: `${nameKey(pathOf(row))}\u0001` }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const structureIds: number[] = [];
  let [total, reached] = [0, ''];
  for (const { id, n, key } of keyed) {
    // Structures of one name are not told apart here: all of them, or none.
    if (total < count || key === reached) {
      structureIds.push(id);
      reached = key;
    }
    total += n;
  }
  return { total, structureIds };
}

const within = (structureId: number | undefined) =>
  structureId === undefined ? sql`` : sql`AND (t.id = ${structureId} OR t.parent_id = ${structureId})`;
/** The rows themselves, or the first of them: a page fills its screen with those while it waits for the rest. */
const among = (part: { structureIds: readonly number[] } | null, point = sql.ref('p')) =>
  part === null ? sql`` : sql`AND ${point}.structure_id = ANY(${part.structureIds}::int[])`;

const listColumns = {
  ...placedColumns,
  ...statusKinds,
  id: 'number',
  structure_id: 'number',
  type: 'number',
  family: typed<FamilyCode>(),
  mode: 'number',
  main_index: 'number',
  interval_seconds: 'number',
  collect_mode: 'text',
  device_id: 'number?',
  sncode: 'text?',
  channel: 'text?',
  located: 'flag',
  initial_values: typed<Record<string, number>>(),
  node_count: 'number',
  formula_type: 'text',
  custom_formula: typed<Record<string, string>>(),
  parameters: typed<Record<string, number>>(),
  thresholds: 'number',
  value: 'number?',
  archived: 'flag',
  deprecated: 'flag',
} as const satisfies Columns;
type ListRow = SqlRow<typeof listColumns>;

function asListed(row: ListRow, now: Date): PointRow {
  const main = fieldAt(row.family, row.main_index);
  return {
    id: row.id,
    structureId: row.structure_id,
    name: row.name,
    type: row.type,
    family: row.family,
    mode: row.mode,
    mainField: main?.key ?? '',
    unit: main?.unit ?? '',
    intervalSeconds: row.interval_seconds,
    collectMode: row.collect_mode,
    deviceId: row.device_id,
    sncode: row.sncode,
    channel: row.channel,
    located: row.located,
    initial: main !== undefined && hasInitialValue(row, main.key),
    thresholds: row.thresholds,
    value: row.value,
    status: statusOf(row, now),
    archived: row.archived,
    deprecated: row.deprecated,
    onlySort: row.only_sort,
  };
}

/** Every point of a project as the console lists it, or the first of them; deprecated ones if asked for. */
export async function rows(
  db: Db,
  now: Date,
  { projectId, deprecated, first }: { projectId: number; deprecated: boolean; first?: number | undefined },
): Promise<{ rows: PointRow[]; total: number }> {
  const part = first === undefined ? null : await firstOf(db, first, { projectId, deprecated });
  const found = await sqlRows(listColumns)`
    SELECT p.id, p.structure_id, p.name, p.type, p.family, p.mode, p.main_index, p.interval_seconds, p.collect_mode,
      p.only_sort, t.name AS structure_name, u.name AS parent_name, p.device_id, d.sncode, p.channel,
      (p.longitude IS NOT NULL OR p.image_x IS NOT NULL) AS located, p.initial_values,
      p.node_count, p.formula_type, p.custom_formula, p.parameters,
      coalesce(r.n, 0) AS thresholds, ${mainValue} AS value, ${statusColumns(now)},
      p.archived_at IS NOT NULL AS archived, p.deprecated_at IS NOT NULL AS deprecated
    FROM point p JOIN structure t ON t.id = p.structure_id LEFT JOIN structure u ON u.id = t.parent_id
      LEFT JOIN device d ON d.id = p.device_id
      LEFT JOIN point_state s ON s.point_id = p.id
      LEFT JOIN (SELECT h.point_id, count(*)::int AS n FROM threshold h JOIN point q ON q.id = h.point_id
        WHERE q.project_id = ${projectId} ${among(part, sql.ref('q'))} GROUP BY h.point_id) r ON r.point_id = p.id
    WHERE p.project_id = ${projectId} ${deprecated ? sql`` : sql`AND p.deprecated_at IS NULL`}
      ${among(part)}`.execute(db);
  const listed = inOrder(found.rows)
    .slice(0, first)
    .map((row) => asListed(row, now));
  return { rows: listed, total: part?.total ?? listed.length };
}

const setupSelected = sql.join([...setupColumns.keys()].map((column) => sql.ref(`p.${column}`)));
/** The columns behind `setupOf`: their names are values, so that of each its presence is checked. */
const setupKinds = Object.fromEntries(Array.from(setupColumns.keys(), (column) => [column, typed()])) as {
  readonly [column in PointTableColumn]: Typed<RowOf<'point'>[column]>;
};
const tableColumns = {
  ...setupKinds,
  ...placedColumns,
  id: 'number',
  channel: 'text?',
  archived_at: 'instant?',
  deprecated_at: 'instant?',
  sncode: 'text?',
} as const satisfies Columns;

/**
 * Every editable field of the points of a project, or of one structure and its items, or of the first of them; deprecated
 * ones are left out.
 */
export async function tableRows(
  db: Db,
  {
    projectId,
    structureId,
    first,
  }: { projectId: number; structureId?: number | undefined; first?: number | undefined },
): Promise<{ rows: PointTableRow[]; total: number }> {
  const part = first === undefined ? null : await firstOf(db, first, { projectId, structureId, deprecated: false });
  const found = await sqlRows(tableColumns)`
    SELECT p.id, p.channel, p.archived_at, p.deprecated_at, ${setupSelected},
      t.name AS structure_name, u.name AS parent_name, d.sncode
    FROM point p JOIN structure t ON t.id = p.structure_id LEFT JOIN structure u ON u.id = t.parent_id
      LEFT JOIN device d ON d.id = p.device_id
    WHERE p.project_id = ${projectId} AND p.deprecated_at IS NULL ${within(structureId)}
      ${among(part)}`.execute(db);
  const listed = inOrder(found.rows)
    .slice(0, first)
    .map((row) => ({
      id: row.id,
      structurePath: row.parent_name === null ? [row.structure_name] : [row.parent_name, row.structure_name],
      ...setupOf(row),
      archivedAt: row.archived_at?.toISOString() ?? null,
      deprecatedAt: row.deprecated_at?.toISOString() ?? null,
      sncode: row.sncode,
      channel: row.channel,
    }));
  return { rows: listed, total: part?.total ?? listed.length };
}
