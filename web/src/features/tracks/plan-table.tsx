import type { TFunction } from 'i18next';
import { type Columns, numeric } from '../../design/DataTable.tsx';
import { LevelWith } from '../../design/Level.tsx';
import { formatChange, formatNumber, missing } from '../../kernel/format.ts';
import { levelName } from '../../kernel/levels.ts';

/** What rows of plans have in common: a movement, where it goes, how it changed, its level. */
export interface MovedRow {
  readonly north: number | null;
  readonly east: number | null;
  readonly horizontal: number | null;
  readonly azimuthDeg: number | null;
  /** null = not judged. */
  readonly level: number | null;
}

/** A column of millimetres. */
export const mmColumn = <Row extends object>(
  title: string,
  key: string,
  read: (row: Row) => number | null,
  style: { readonly isMain?: boolean; readonly isChange?: boolean; readonly width?: number } = {},
): Columns<Row>[number] => ({
  ...numeric(title, 'mm'),
  key,
  width: style.width ?? 88,
  render: (_, row) => {
    const words = style.isChange ? formatChange(read(row)) : formatNumber(read(row));
    return style.isMain ? <span className="pl-b">{words}</span> : words;
  },
});

/** North, east, size and direction of a movement. */
export const movementColumns = <Row extends MovedRow>(t: TFunction): Columns<Row> => [
  mmColumn<Row>(t('tracks:horizontal'), 'horizontal', (row) => row.horizontal, { isMain: true, width: 104 }),
  {
    ...numeric(t('tracks:azimuth'), '°'),
    key: 'azimuth',
    width: 92,
    render: (_, { azimuthDeg }) => (azimuthDeg === null ? missing : azimuthDeg.toFixed(1)),
  },
  mmColumn<Row>(t('common:chart.north'), 'north', (row) => row.north),
  mmColumn<Row>(t('common:chart.east'), 'east', (row) => row.east),
];

export const levelColumn = <Row extends MovedRow>(t: TFunction): Columns<Row>[number] => ({
  title: t('readings:level'),
  key: 'level',
  width: 92,
  render: (_, { level }) =>
    level === null ? (
      missing
    ) : (
      <LevelWith level={level} size={14}>
        {t(`common:level.${levelName(level)}`)}
      </LevelWith>
    ),
});

/** The level column where any row is judged. */
export const levelColumns = <Row extends MovedRow>(rows: readonly Row[], t: TFunction): Columns<Row> =>
  rows.some(({ level }) => level !== null) ? [levelColumn<Row>(t)] : [];
