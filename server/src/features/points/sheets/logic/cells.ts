/**
 * A row of a sheet of points as what a batch takes. A column that is not in the sheet says nothing; an empty cell says
 * nothing where a value must stand, and takes the value away where it need not.
 */
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import { type KeyedGroup, pointSheet, pointWords, type SetUpColumn } from '@plumbline/contract/points/sheets.points';
import { CellReader } from '../../../../kernel/sheet-cells.ts';
import { numberOf, textOf } from '../../../../kernel/sheet-columns.ts';
import type { SheetRow } from '../../../../kernel/sheets.ts';
import { columnLetters, type PointColumns } from './columns.ts';

type Values = Record<string, unknown>;
export interface ReadRow {
  /** By field of the contract. */
  readonly values: Values;
  /** By group and key; null = an empty cell. */
  readonly keyed: Readonly<Record<KeyedGroup, Readonly<Record<string, number | string | null>>>>;
  readonly reader: CellReader<SetUpColumn>;
}

const paths: Partial<Record<SetUpColumn, string>> = {
  id: 'pointId',
  structure: 'structurePath',
  item: 'structurePath',
  longitude: 'coordinates.longitude',
  latitude: 'coordinates.latitude',
  pictureX: 'imageLocation.x',
  pictureY: 'imageLocation.y',
  thresholdField: 'thresholds.0.field',
  thresholdKind: 'thresholds.0.kind',
  thresholdMethod: 'thresholds.0.method',
  level1: 'thresholds.0.levels.0',
  level2: 'thresholds.0.levels.1',
  level3: 'thresholds.0.levels.2',
  level4: 'thresholds.0.levels.3',
};
const seconds: Readonly<Record<string, number>> = {
  s: 1,
  sec: 1,
  second: 1,
  seconds: 1,
  秒: 1,
  m: 60,
  min: 60,
  minute: 60,
  minutes: 60,
  分: 60,
  分钟: 60,
  h: 3600,
  hour: 3600,
  hours: 3600,
  小时: 3600,
  时: 3600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
  天: 86_400,
  日: 86_400,
};

/** Where the cell of a problem's path lies in a line of the sheet; undefined where no column of it says that. */
export function cellOfPath(columns: PointColumns<SetUpColumn>, path: string, line: number): string | undefined {
  const at =
    columns.keyed.find(({ group, key }) => path === `${group}.${key}`)?.at ??
    ([...columns.at].find(([key]) => (paths[key] ?? key) === path) ??
      [...columns.at].find(([key]) => isWithin(key, path)))?.[1] ??
    columns.keyed.find(({ group }) => path === group)?.at;
  return at === undefined ? undefined : `${columnLetters(at)}${line}`;
}
/** A path that says more than a column does, or less: `parameters.K`, `coordinates`. */
const isWithin = (key: SetUpColumn, path: string): boolean => {
  const own = paths[key] ?? key;
  return (
    path.startsWith(`${own}.`) ||
    (path !== '' && own.startsWith(`${path}.`)) ||
    (path === 'structureId' && own === 'structurePath')
  );
};

export function readRow(
  { cells }: SheetRow,
  columns: PointColumns<SetUpColumn>,
  row: number,
  problems: RowProblem[],
): ReadRow {
  const reader = new CellReader<SetUpColumn>(
    (key) => cells[columns.at.get(key) ?? -1],
    row,
    problems,
    (key) => paths[key] ?? key,
  );
  const values: Values = {};
  const there = (key: SetUpColumn) => columns.at.has(key);
  for (const column of pointSheet) {
    if (!there(column.key)) continue;
    const value = cellValue(reader, column);
    if (value !== undefined && (value !== null || column.clears)) values[column.key] = value;
  }
  if (there('structure')) {
    const path = [reader.text('structure'), reader.text('item')].filter((name) => name !== null);
    if (path.length > 0) values['structurePath'] = path;
  }
  place(reader, there, values, 'coordinates', ['longitude', 'latitude'], ['longitude', 'latitude']);
  place(reader, there, values, 'imageLocation', ['pictureX', 'pictureY'], ['x', 'y']);
  return { values, keyed: keyedCells(cells, columns, row, problems), reader };
}

/** What a cell says; null where it is empty or wrong, undefined where the value is read otherwise. */
function cellValue(reader: CellReader<SetUpColumn>, { key, cell }: (typeof pointSheet)[number]) {
  switch (cell) {
    case 'id':
    case 'part':
      return undefined;
    case 'text':
      return reader.text(key);
    case 'number':
      return reader.number(key);
    case 'duration':
      return duration(reader, key);
    default:
      return reader.word<string | number | boolean>(key, pointWords[cell]);
  }
}

/** Two columns that are one value: both, or neither. */
function place(
  reader: CellReader<SetUpColumn>,
  there: (key: SetUpColumn) => boolean,
  values: Values,
  field: string,
  [first, second]: readonly [SetUpColumn, SetUpColumn],
  [a, b]: readonly [string, string],
): void {
  if (!there(first) || !there(second)) return;
  const [one, other] = [reader.number(first), reader.number(second)];
  if (one === null && other === null) values[field] = null;
  else if (one === null || other === null) reader.wrong(one === null ? first : second, 'required');
  else values[field] = { [a]: one, [b]: other };
}

/** Seconds; `10 min` and `1 h` too. */
function duration(reader: CellReader<SetUpColumn>, key: SetUpColumn): number | null {
  const text = reader.text(key);
  if (text === null) return null;
  const [, amount, unit] = /^([\d.,]+)\s*([^\d.,]*)$/u.exec(text) ?? [];
  const value = numberOf(amount);
  const factor = unit ? seconds[unit.toLowerCase()] : 1;
  if (typeof value === 'number' && factor !== undefined) return value * factor;
  reader.wrong(key, 'notNumber', 'badInput', text);
  return null;
}

function keyedCells(
  cells: SheetRow['cells'],
  { keyed }: PointColumns<SetUpColumn>,
  row: number,
  problems: RowProblem[],
): ReadRow['keyed'] {
  const found: Record<KeyedGroup, Record<string, number | string | null>> = {
    parameters: {},
    initialValues: {},
    customFormula: {},
  };
  for (const { group, key, at } of keyed) {
    if (group === 'customFormula') {
      found[group][key] = textOf(cells[at]);
      continue;
    }
    const value = numberOf(cells[at]);
    if (value === undefined)
      problems.push({ row, path: `${group}.${key}`, error: 'badInput', message: 'notNumber', code: 'custom' });
    else found[group][key] = value;
  }
  return found;
}
