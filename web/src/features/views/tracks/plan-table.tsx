import type { TFunction } from 'i18next';
import { type Columns, numeric } from '../../../design/DataTable.tsx';
import { missing } from '../../../kernel/format.ts';
import { numberColumn } from '../surveys/survey-rows.parts.tsx';

/** Row of a table of plans: a movement, where it goes, how it changed, its level. */
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
  style: Parameters<typeof numberColumn<Row>>[4] = {},
): Columns<Row>[number] => numberColumn(title, 'mm', key, read, style);

/** North, east, size and direction of a movement. */
export const movementColumns = <Row extends MovedRow>(t: TFunction): Columns<Row> => [
  mmColumn<Row>(t('tracks:horizontal'), 'horizontal', (row) => row.horizontal, { isMain: true, widthPx: 104 }),
  {
    ...numeric(t('tracks:azimuth'), '°'),
    key: 'azimuth',
    width: 92,
    render: (_, { azimuthDeg }) => (azimuthDeg === null ? missing : azimuthDeg.toFixed(1)),
  },
  mmColumn<Row>(t('common:chart.north'), 'north', (row) => row.north),
  mmColumn<Row>(t('common:chart.east'), 'east', (row) => row.east),
];
