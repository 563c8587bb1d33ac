/**
 * The newest values of points as people see them: one column that every list reads, kept beside what is stored.
 *
 * Invariant: `point_state.shown` is null where it would be the same as `values`, and otherwise what corrections, the
 * temperature compensation, initial values and formulas of the point make of `values`. Whoever changes one of these calls `keepShown` in the same
 * transaction; the pipeline writes it with each batch.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import { type FamilyCode, fieldsOf } from '@plumbline/contract/points/families';
import type { TemperatureCompensation } from '@plumbline/contract/points/points.settings';
import {
  type Correction,
  type CorrectionRecord,
  correctionFrom,
  temperatureFrom,
} from '@plumbline/science/series/correction';
import { correctRecord } from '@plumbline/science/series/corrections';
import { followsOf } from '@plumbline/science/series/followers';
import { sql as fragment } from 'kysely';
import type pg from 'pg';
import type { Sql } from '../../../kernel/sql.ts';
import { transact } from '../../../kernel/transact.ts';
import { arrayText } from './logic/copy-format.ts';
import { epochMs } from './store.segments.api.ts';

type Values = readonly (number | null)[];

/** The newest values of s (point_state), corrected, by field from 1; empty while they are not known (migration 0042). */
export const shownValues = fragment<(number | null)[] | null>`coalesce(s.shown, s.values)`;
/** The newest value of the main field of p (point). */
export const mainValue = fragment<number | null>`(${shownValues})[p.main_index + 1]`;

/** Returns the `shown` column of a reading: nothing where the corrected values are the stored ones. */
export const shownBeside = (values: Values, corrected: Values): Values | null =>
  corrected === values || corrected.every((value, i) => value === (values[i] ?? null)) ? null : corrected;

/** The columns of `point` on which it depends, corrections aside. */
const settings: ReadonlySet<string> = new Set(['initial_values', 'formula_type', 'custom_formula', 'parameters']);
export const changesShown = (columns: readonly string[]): boolean => columns.some((column) => settings.has(column));

/** Computes the newest values of points again. Two statements, one where no point of them is corrected. */
export async function keepShown(sql: Sql, pointIds: readonly number[]): Promise<void> {
  // Locked first and then read: what another transaction was changing meanwhile counts.
  const { rows: concerned } = await sql.query<{ id: number }>({
    name: 'lock-shown',
    text: `SELECT s.point_id AS id FROM point_state s WHERE s.point_id = ANY($1::int[]) AND (s.shown IS NOT NULL OR EXISTS (
        SELECT FROM correction c WHERE c.point_id = s.point_id AND c.kind <> 'initshift') OR EXISTS (
        SELECT FROM point p WHERE p.id = s.point_id AND p.tc_config IS NOT NULL))
      ORDER BY s.point_id FOR UPDATE`,
    values: [pointIds],
  });
  if (concerned.length === 0) return;
  const rows = await latestWithCorrections(
    sql,
    concerned.map(({ id }) => id),
  );
  await sql.query({
    name: 'keep-shown',
    text: `UPDATE point_state s SET shown = t.shown::float8[] FROM unnest($1::int[], $2::text[]) AS t(id, shown)
      WHERE s.point_id = t.id AND s.shown IS DISTINCT FROM t.shown::float8[]`,
    values: [
      rows.map(({ id }) => id),
      rows.map((row) => {
        const shown = shownOf(row);
        return shown && arrayText(shown);
      }),
    ],
  });
}

interface Latest {
  readonly id: number;
  readonly at: number;
  readonly values: Values;
  readonly family: FamilyCode;
  readonly nodes: number;
  readonly initials: Readonly<Record<string, number>>;
  readonly own: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, number>>;
  readonly tc: TemperatureCompensation | null;
  readonly corrections: readonly (CorrectionRecord & { readonly id: number })[];
}

async function latestWithCorrections(sql: Sql, pointIds: readonly number[]): Promise<Latest[]> {
  const { rows } = await sql.query<Latest>({
    name: 'latest-with-corrections',
    text: `SELECT p.id, ${epochMs('s.at')} AS at, s.values, p.family, p.node_count AS nodes, p.initial_values AS initials, p.tc_config AS tc, p.parameters,
        CASE WHEN p.formula_type = 'CUSTOM_FORMULA' THEN p.custom_formula ELSE '{}' END AS own,
        coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'kind', c.kind, 'node', c.node, 'amounts', c.amounts,
            'startAt', ${epochMs('c.start_at')}, 'endAt', ${epochMs('c.end_at')}) ORDER BY c.start_at, c.id)
          FROM correction c WHERE c.point_id = p.id AND c.kind <> 'initshift'), '[]') AS corrections
      FROM point_state s JOIN point p ON p.id = s.point_id WHERE s.point_id = ANY($1::int[])`,
    values: [pointIds],
  });
  return rows;
}

/** Throws shiftParseFailed. */
function shownOf({ at, values, family, nodes, initials, own, parameters, tc, corrections }: Latest): Values | null {
  const keys = fieldsOf(family, nodes).map(({ key }) => key);
  const applied = corrections.map((record): Correction => {
    const found = correctionFrom(record);
    if (found === null) throw new Failure('shiftParseFailed', { correctionId: record.id });
    return found;
  });
  const temperature = temperatureFrom(tc);
  if (temperature) applied.push(temperature);
  return shownBeside(values, correctRecord(at, values, keys, applied, { initials, ...followsOf(own, parameters) }));
}

/** Finds out the newest values of points that were corrected before there was a column for it (migration 0042). */
export async function learnShown(pool: pg.Pool, failed: (pointId: number, error: unknown) => void): Promise<void> {
  const { rows } = await pool.query<{ id: number }>("SELECT point_id AS id FROM point_state WHERE shown = '{}'");
  for (const { id } of rows)
    await transact(pool, (client) => keepShown(client, [id])).catch((error: unknown) => failed(id, error));
}
