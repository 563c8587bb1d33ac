/** The measurements as sheets of a workbook: one for each family, its numbers with the decimals of their fields, its curves below. */
import { type FamilyCode, families } from '@plumbline/contract/points/families';
import type { ReportContent } from '../../blocks/blocks.api.ts';
import { wordsOf } from '../../words/words.api.ts';
import { curveTable } from './shape-sheets.ts';
import { type ChosenColumns, measurementTable, type SheetTable } from './sheet-rows.ts';

/** Curves of one chart. */
const perChart = 8;

/** The measurements as one table, for files that have one, with the sheets that a workbook has in its place. */
export function measurementSheets(
  content: ReportContent,
  chosen: ChosenColumns | undefined,
  hasCurves: boolean,
): SheetTable {
  const words = wordsOf(content.language);
  const groups = Map.groupBy(content.lines, ({ point }) => point.family);
  const byFamily = (Object.keys(families) as FamilyCode[]).flatMap((family): SheetTable[] => {
    const lines = groups.get(family);
    if (!lines) return [];
    const { columns, rows, decimals } = measurementTable({ ...content, lines }, chosen);
    const drawn = hasCurves ? curveTable(lines, perChart, content) : undefined;
    return [
      {
        name: words.families[family],
        // Its name is that of the sheet.
        columns: columns.filter(({ header }) => header !== words.family),
        rows: rows.map((row) => row.filter((_, i) => columns[i]?.header !== words.family)),
        ...(decimals && { decimals }),
        ...(drawn && drawn.rows.length > 0 && { drawn }),
      },
    ];
  });
  return { ...measurementTable(content, chosen), byFamily };
}
