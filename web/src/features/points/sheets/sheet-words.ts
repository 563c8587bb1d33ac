import { Failure } from '@plumbline/contract/kernel/errors';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import { keyedColumns, pointSheet, pointWords, thresholdSheet } from '@plumbline/contract/points/sheets.points';
import type { TFunction } from 'i18next';
import { missing } from '../../../kernel/format.ts';
import { wordKey } from '../../../kernel/words.ts';

/** What a path of a problem or of a change is called in a heading of the sheet. */
const columnsOf: Readonly<Record<string, string>> = {
  pointId: 'id',
  structurePath: 'structure',
  structureId: 'structure',
  coordinates: 'longitude',
  'coordinates.longitude': 'longitude',
  'coordinates.latitude': 'latitude',
  imageLocation: 'pictureX',
  'imageLocation.x': 'pictureX',
  'imageLocation.y': 'pictureY',
  'thresholds.0.field': 'thresholdField',
  'thresholds.0.kind': 'thresholdKind',
  'thresholds.0.method': 'thresholdMethod',
  'thresholds.0.levels': 'level1',
  'thresholds.0.levels.0': 'level1',
  'thresholds.0.levels.1': 'level2',
  'thresholds.0.levels.2': 'level3',
  'thresholds.0.levels.3': 'level4',
};
const headings = [...pointSheet, ...thresholdSheet];

/** The heading of the column that a path is about, in the language of the sheet; '' for the whole row. */
export function columnWord(path: string, language: string): string {
  const key = columnsOf[path] ?? path.split('.')[0] ?? '';
  if (keyedColumns.some(({ group }) => group === key)) return path;
  const column = headings.find((each) => each.key === key);
  if (!column) return path;
  return language === 'en' ? column.en : column.zh;
}

/** A cell of the sheet as people read it. */
export function cellWords(field: string, value: string | number | boolean | null, t: TFunction): string {
  if (value === null || value === '') return missing;
  if (typeof value === 'boolean') return t(value ? 'sheets:yes' : 'sheets:no');
  if (field === 'collectMode' && pointWords.collectMode.some((word) => word.value === value))
    return t(wordKey(`points:collectMode.${value}`));
  if (field === 'formulaType' && pointWords.formulaType.some((word) => word.value === value))
    return t(wordKey(`points:formulaType.${value}`));
  return String(value);
}

/** The problems that a refusal carries; null where it is another failure. */
export const problemsIn = (error: unknown): readonly RowProblem[] | null =>
  error instanceof Failure && error.name === 'rowsRefused'
    ? ((error.detail as { problems?: RowProblem[] } | undefined)?.problems ?? null)
    : null;
