/** The sheet of points as it goes out: its columns and cells, for the sheet itself and for exports of points. */
import type { Language } from '@plumbline/contract/kernel/constants';
import type { PointTableRow } from '@plumbline/contract/points/points.lists';
import { type KeyedGroup, keyedColumns, pointSheet, pointWords } from '@plumbline/contract/points/sheets.points';
import { sheetColumnsOf } from '../../../kernel/sheet-cells.ts';
import type { Cell, SheetColumn } from '../../../kernel/sheets.ts';

const texts = new Set<string>(['name', 'structure', 'item', 'sncode', 'channel']);
const groups: readonly KeyedGroup[] = keyedColumns.map(({ group }) => group);

/** Every point with the same columns: those of all parameters and fields that one of them has. */
export function pointTable(
  rows: readonly PointTableRow[],
  language: Language,
): { readonly columns: SheetColumn[]; readonly cells: () => Generator<Cell[]> } {
  const keyed = groups.flatMap((group) =>
    [...new Set(rows.flatMap((row) => Object.keys(row[group])))].sort().map((key) => ({ group, key })),
  );
  return {
    columns: [
      ...sheetColumnsOf(pointSheet, texts, language, false),
      ...keyed.map(({ group, key }) => ({ header: `${group}.${key}`, width: 14, text: group === 'customFormula' })),
    ],
    *cells() {
      for (const row of rows)
        yield [
          ...pointSheet.map((column) => cellOf(row, column)),
          ...keyed.map(({ group, key }) => row[group][key] ?? null),
        ];
    },
  };
}

/** A field of a point as the sheet shows it. */
function cellOf(row: PointTableRow, { key, cell }: (typeof pointSheet)[number]): Cell {
  switch (key) {
    case 'structure':
      return row.structurePath[0] ?? null;
    case 'item':
      return row.structurePath[1] ?? null;
    case 'longitude':
    case 'latitude':
      return rounded(row.coordinates?.[key]);
    case 'pictureX':
      return rounded(row.imageLocation?.x);
    case 'pictureY':
      return rounded(row.imageLocation?.y);
    case 'mode':
      return row.mode === 0 ? null : row.mode;
    default:
      return cell === 'type' || cell === 'formulaType' || cell === 'yesNo' ? firstWord(cell, row[key]) : row[key];
  }
}

const firstWord = (cell: 'type' | 'formulaType' | 'yesNo', value: Cell): Cell =>
  pointWords[cell].find((word) => word.value === value)?.names[0] ?? value;

/** Places to a tenth of a millimetre: more digits than a spreadsheet keeps would all come back changed. */
const rounded = (value: number | undefined) => (value === undefined ? null : Number(value.toFixed(9)));
