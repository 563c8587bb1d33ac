import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { LevelWith } from '../../../design/Level.tsx';
import { formatBrief, formatChange, formatNumber, missing } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';

/** A place at one survey: a joint, a node, a station. */
export interface SurveyRow {
  /** Of its main number, since the survey before. */
  readonly change: number | null;
  /** null = not judged. */
  readonly level: number | null;
  /** It holds the others: it has no level of its own. */
  readonly isFixed: boolean;
}

/** A column of numbers of rows of a survey or plan. */
export const numberColumn = <Row extends object>(
  title: string,
  unit: string | undefined,
  key: string,
  read: (row: Row) => number | null,
  style: { readonly isMain?: boolean; readonly isChange?: boolean; readonly widthPx?: number } = {},
): Columns<Row>[number] => ({
  ...numeric(title, unit),
  key,
  width: style.widthPx ?? 88,
  render: (_, row) => {
    const words = style.isChange ? formatChange(read(row)) : formatNumber(read(row));
    return style.isMain ? <span className="pl-b">{words}</span> : words;
  },
});

/** The level column where any row is judged. */
export const levelColumns = <Row extends { readonly level: number | null; readonly isFixed?: boolean }>(
  rows: readonly Row[],
  t: TFunction,
): Columns<Row> =>
  rows.some(({ level }) => level !== null)
    ? [
        {
          title: t('readings:level'),
          key: 'level',
          width: 92,
          render: (_, { level, isFixed }) =>
            level === null || isFixed ? (
              missing
            ) : (
              <LevelWith level={level} size={14}>
                {t(`common:level.${levelName(level)}`)}
              </LevelWith>
            ),
        },
      ]
    : [];

/** The places of the chosen survey; a row chooses the place whose curve stands beside. */
export function SurveyRows<Row extends SurveyRow>({
  rows,
  columns,
  last,
  unit,
  beforeAt,
  placeOf,
  place,
  onPlace,
}: {
  rows: readonly Row[];
  /** Where a place is and what was measured there; its change and its level follow. */
  columns: Columns<Row>;
  /** After the level: where there is room for it. */
  last?: Columns<Row>;
  /** Of the main number, whose change is told. */
  unit: string;
  /** Time of the survey before, epoch ms; null = there is none. */
  beforeAt: number | null;
  placeOf: (row: Row) => number;
  place: number;
  onPlace: (place: number) => void;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { timeZone } = useProject().project;
  const all = useMemo((): Columns<Row> => {
    const since = beforeAt === null ? null : t('surveys:since', { time: formatBrief(beforeAt, timeZone, language) });
    const change = { isChange: true, widthPx: 104 };
    return [
      ...columns,
      ...(since === null ? [] : [numberColumn<Row>(since, unit, 'change', (row) => row.change, change)]),
      ...levelColumns(rows, t),
      ...(last ?? []),
    ];
  }, [t, rows, columns, last, unit, beforeAt, timeZone, language]);
  return (
    <DataTable
      dense
      rows={rows}
      columns={all}
      rowKey={placeOf}
      onOpen={(row) => onPlace(placeOf(row))}
      isOpen={(row) => placeOf(row) === place}
    />
  );
}
