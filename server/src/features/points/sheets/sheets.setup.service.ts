/**
 * New points from a sheet: structures, channels, parameters, initial values and thresholds in one go. Invariant: every
 * row is judged before one is written, and either all points are made with all their thresholds or none.
 */
import { elementAt, getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Family, type FamilyCode, families, fieldsOf } from '@plumbline/contract/points/families';
import { type RowProblem, rowLimits } from '@plumbline/contract/points/points.rows';
import { sheetLimits, type sheets } from '@plumbline/contract/points/sheets';
import { pointSheet, pointWords, type SetUpColumn, setUpSheet } from '@plumbline/contract/points/sheets.points';
import { Threshold } from '@plumbline/contract/points/thresholds';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import type { Download } from '../../../kernel/downloads.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { sheetColumnsOf } from '../../../kernel/sheet-cells.ts';
import { headed, readSheet, sheetTypes, writeTemplate } from '../../../kernel/sheets.ts';
import { channelModes } from '../../devices/devices/devices.api.ts';
import { places } from '../../site/projects/projects.api.ts';
import { batchCreate } from '../batches/batches.create.api.ts';
import { bindableSncodes } from '../bindings/bindings.bindable.api.ts';
import { batchThresholds } from '../thresholds/thresholds.batch.api.ts';
import { cellOfPath, type ReadRow, readRow } from './logic/cells.ts';
import { pointColumns, refuseMissing } from './logic/columns.ts';
import { pointsBeside } from './logic/template.ts';

type Input<K extends keyof typeof sheets> = OutputOf<(typeof sheets)[K]['input']>;
interface Row {
  readonly values: Record<string, unknown>;
  readonly threshold: Record<string, unknown> | null;
}

const texts = new Set<string>(['name', 'structure', 'item', 'sncode', 'channel']);
const levels = ['level1', 'level2', 'level3', 'level4'] as const;

export async function pointTemplate(_: Context, { format, language }: Input<'pointTemplate'>): Promise<Download> {
  const columns = [
    ...sheetColumnsOf(setUpSheet, texts, language, true),
    ...['parameters.K', 'parameters.f0', 'initialValues.level'].map((header) => ({ header, width: 18 })),
  ];
  return {
    type: sheetTypes[format],
    fileName: `points-setup.${format}`,
    stream: await writeTemplate({ format, name: 'Points', columns, beside: pointsBeside(language) }),
  };
}

/** Throws what reading a sheet throws, sheetColumnsMissing, rowsRefused, and notAllowed where structures may not be made. */
export async function setUpPoints(
  context: Context,
  { projectId, dryRun, createStructures, language }: Input<'setUpPoints'>,
  upload: Upload,
) {
  const limits = {
    maxBytes: sheetLimits.setUpBytes,
    maxRows: rowLimits.create + 1,
    accountId: context.caller.accountId,
  };
  const { heading, data } = headed((await readSheet(upload.stream, limits)).rows);
  const columns = pointColumns<SetUpColumn>(heading, setUpSheet);
  // The sheet of existing points: its rows are there already.
  if (columns.unknown.some((heading) => isId(heading))) throw new Failure('sheetOther', { is: 'points' });
  refuseMissing(columns, setUpSheet, language);
  const inCells: RowProblem[] = [];
  const read = data.map((row, i) => rowOf(readRow(row, columns, i, inCells)));
  return await inTransaction(context, async (inside) => {
    const rows = await withModes(inside, projectId, read);
    const request = { projectId, rows: rows.map(({ values }) => values), createStructures };
    const judged = await batchCreate(inside, { ...request, dryRun: true });
    const problems = firstOfEach([...inCells, ...judged.problems, ...rows.flatMap(thresholdProblems)]).map(
      (problem) => {
        const cell = cellOfPath(columns, problem.path, elementAt(data, problem.row).line);
        return { ...withTwin(problem, data), ...(cell !== undefined && { cell }) };
      },
    );
    if (!dryRun && problems.length > 0)
      throw new Failure('rowsRefused', {
        problems: problems.slice(0, 2000).map((problem) => ({ ...problem, line: data[problem.row]?.line })),
      });
    const pointIds = dryRun ? [] : (await batchCreate(inside, { ...request, dryRun: false })).pointIds;
    if (!dryRun) await setThresholds(inside, projectId, pointIds, rows);
    const wrong = new Set(problems.map(({ row }) => row));
    return {
      lines: data.map(({ line }, row) => lineOf(elementAt(rows, row), line, row, wrong.has(row))),
      problems: problems.slice(0, 2000),
      counts: {
        add: data.length - wrong.size,
        refuse: wrong.size,
        thresholds: rows.filter(({ threshold }) => threshold !== null).length,
      },
      structures: judged.structures,
      columns: { unknown: [...columns.unknown] },
      pointIds,
    };
  });
}

/** What a line of the sheet would make, as the preview shows it. */
const lineOf = ({ values }: Row, line: number, row: number, isWrong: boolean) => ({
  line,
  row,
  name: textOrNull(values['name']),
  place: Array.isArray(values['structurePath']) ? values['structurePath'].join(' / ') : null,
  sncode: textOrNull(values['sncode']),
  channel: textOrNull(values['channel']),
  family: textOrNull(values['family']),
  mode: typeof values['mode'] === 'number' ? values['mode'] : null,
  action: isWrong ? ('refuse' as const) : ('add' as const),
});

/** Gives the new points the thresholds that their rows ask for. */
async function setThresholds(
  context: Context,
  projectId: number,
  pointIds: readonly number[],
  rows: readonly Row[],
): Promise<void> {
  const limited = rows.flatMap(({ threshold }, row) =>
    threshold ? [{ pointId: elementAt(pointIds, row), thresholds: [Threshold.parse(threshold)] }] : [],
  );
  if (limited.length > 0)
    await batchThresholds(context, { projectId, rows: limited, mode: 'replace', reason: '', dryRun: false });
}

/** A row that collides with another of the sheet: which line that is. */
function withTwin(problem: RowProblem, data: readonly { readonly line: number }[]): RowProblem {
  const detail = problem.detail as { row?: number } | undefined;
  const line = detail?.row === undefined ? undefined : data[detail.row]?.line;
  return line === undefined ? problem : { ...problem, detail: { ...detail, line } };
}

const idHeadings = pointSheet.filter(({ key }) => key === 'id').flatMap(({ en, zh }) => [en, zh]);
const isId = (heading: string): boolean => idHeadings.includes(heading.trim());
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/** One problem for each field of a row: what the cells say already need not be said again by the batch. */
function firstOfEach(problems: readonly RowProblem[]): RowProblem[] {
  const first = new Map<string, RowProblem>();
  for (const problem of problems) {
    const key = `${problem.row} ${problem.path}`;
    if (!first.has(key)) first.set(key, problem);
  }
  return [...first.values()].sort((a, b) => a.row - b.row);
}

/** A row without what it leaves empty, and the threshold that it asks for. */
function rowOf({ values, keyed, reader }: ReadRow): Row {
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
  for (const group of ['parameters', 'initialValues', 'customFormula'] as const) {
    const given = Object.entries(keyed[group]).filter(([, value]) => value !== null);
    if (given.length > 0) filled[group] = Object.fromEntries(given);
  }
  if (filled['customFormula'] && filled['formulaType'] === undefined) filled['formulaType'] = 'CUSTOM_FORMULA';
  for (const key of ['structure', 'name', 'family'] as const)
    if (reader.text(key) === null) reader.wrong(key, 'required');
  const limits = levels.map((key) => reader.number(key));
  if (limits.every((limit) => limit === null)) return { values: filled, threshold: null };
  const family = filled['family'] as FamilyCode | undefined;
  const watch = family ? (families[family] as Family).watch : 'twoSided';
  return {
    values: filled,
    threshold: {
      field: reader.text('thresholdField') ?? mainField(filled),
      kind: reader.word('thresholdKind', pointWords.thresholdKind) ?? 'value',
      method: reader.word('thresholdMethod', pointWords.thresholdMethod) ?? watch,
      levels: limits,
    },
  };
}

function mainField(values: Record<string, unknown>): string {
  const family = values['family'] as FamilyCode | undefined;
  return textOrNull(values['mainField']) ?? (family ? (fieldsOf(family)[0]?.key ?? '') : '');
}

/** What the schema of a threshold has against a row, and a field that the point would not have. */
function thresholdProblems({ values, threshold }: Row, row: number): RowProblem[] {
  if (!threshold) return [];
  const parsed = Threshold.safeParse(threshold);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message, code }) => ({
      row,
      path: ['thresholds', 0, ...path, ...(message === 'thresholdsNotAscending' ? [firstLow(threshold)] : [])].join(
        '.',
      ),
      error: 'badInput',
      message,
      code,
    }));
  const family = values['family'] as FamilyCode | undefined;
  const nodes = typeof values['nodeCount'] === 'number' ? values['nodeCount'] : 0;
  const known = !family || fieldsOf(family, nodes).some(({ key }) => key === parsed.data.field);
  return known ? [] : [{ row, path: 'thresholds.0.field', error: 'badInput', message: 'fieldUnknown', code: 'custom' }];
}

/** The first level that is not above the one before it: the cell that is wrong. */
function firstLow({ levels: given }: Record<string, unknown>): number {
  let below = 0;
  for (const [i, level] of (given as (number | null)[]).entries()) {
    if (level === null) continue;
    if (level <= below) return i;
    below = level;
  }
  return 0;
}

/** A row without a sensor mode has that of its channel where its family can be measured so, else the only one of its family. */
async function withModes({ db, caller }: Context, projectId: number, rows: readonly Row[]): Promise<Row[]> {
  const sncodes = rows.flatMap(({ values }) => textOrNull(values['sncode']) ?? []);
  const { corporationId } = getOrThrow(await places(db, [projectId]), projectId);
  const mine = await bindableSncodes(db, caller, projectId, [...new Set(sncodes)]);
  const modes = await channelModes(db, corporationId, mine);
  return rows.map(({ values, threshold }) => {
    const family = values['family'] as FamilyCode | undefined;
    if (values['mode'] !== undefined || !family || (values['type'] ?? 0) !== 0) return { values, threshold };
    const able = (families[family] as Family).modes as readonly number[];
    const ofChannel = modes.get(`${values['sncode']} ${values['channel'] ?? '1'}`);
    const mode =
      ofChannel !== undefined && able.includes(ofChannel) ? ofChannel : able.length === 1 ? able[0] : undefined;
    return { values: mode === undefined ? values : { ...values, mode }, threshold };
  });
}
