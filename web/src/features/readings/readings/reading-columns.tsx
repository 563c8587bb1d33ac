import { type Field, isCounted } from '@plumbline/contract/points/families';
import type { Point, Threshold } from '@plumbline/contract/points/points';
import type { readings } from '@plumbline/contract/readings/readings';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { levelOfRow } from '../../../charts/point-limits.ts';
import { type Columns, numeric } from '../../../design/DataTable.tsx';
import { FlagMark } from '../../../design/data-grid/GridCell.tsx';
import { LevelWith } from '../../../design/Level.tsx';
import { useFieldWord, useStateWord } from '../../../kernel/field-words.ts';
import { formatChange, formatNumber, formatTime, missing } from '../../../kernel/format.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';

type Page = Reply<typeof readings.pagination>;
type Row = Page['rows'][number];
type Column = Columns<Row>[number];
type ListedField = Page['fields'][number];

/** How many other fields the table has space for. */
const maxFields = 4;

/** The columns of the readings table: time, value, change since the initial value, other fields, level; the raw sample on demand. */
export function useReadingColumns(
  point: Point,
  field: Field,
  thresholds: readonly Threshold[],
  fields: readonly ListedField[],
  raw: boolean,
): Columns<Row> {
  const { t } = useTranslation();
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const stateWord = useStateWord();
  return useMemo((): Columns<Row> => {
    const index = fields.findIndex(({ key }) => key === field.key);
    const others = fields
      .map((each, i) => ({ ...each, i }))
      .filter(({ key, i }) => key !== field.key && i < 2 + maxFields)
      .slice(0, maxFields);
    const judged = thresholds.some((rule) => rule.enabled && (rule.kind === 'value' || rule.kind === 'cumulative'));
    return [
      {
        title: t('readings:time'),
        key: 'at',
        width: 168,
        render: (_, row) => <ReadingTime row={row} zone={project.timeZone} />,
      },
      {
        ...numeric(fieldWord(point.family, field.key), field.unit),
        key: 'value',
        width: 128,
        render: (_, row) => (
          <>
            <ReadingFlag flag={row.flags?.[index]} />
            <span className="pl-b">
              {stateWord(field.key, row.values[index]) ?? formatNumber(row.values[index], field.precision)}
            </span>
          </>
        ),
      },
      ...(isCounted(field)
        ? [
            {
              ...numeric(t('readings:quantities.cumulative'), field.unit),
              key: 'cumulative',
              width: 128,
              render: (_: unknown, row: Row) => formatChange(row.cumulative[index], field.precision),
            },
          ]
        : []),
      ...others.map((each) => otherColumn(fieldWord(point.family, each.key), each, each.i, stateWord)),
      ...(judged ? [levelColumn(t('readings:level'), thresholds, fields, index)] : []),
      ...(raw ? [rawColumn(t('readings:raw'))] : []),
    ];
  }, [fields, field, point.family, thresholds, raw, project.timeZone, fieldWord, stateWord, t]);
}

function ReadingTime({ row, zone }: { row: Row; zone: string }) {
  const { t } = useTranslation();
  return (
    <time dateTime={row.at} title={t('readings:receivedAt', { time: formatTime(row.receivedAt, zone) })}>
      {formatTime(row.at, zone)}
    </time>
  );
}

/** A field beside the one that is shown; `index` is its place among the values. */
const otherColumn = (
  title: string,
  { key, unit, precision }: ListedField,
  index: number,
  stateWord: ReturnType<typeof useStateWord>,
): Column => ({
  ...numeric(title, unit),
  key,
  width: 128,
  className: 'wide-cell',
  render: (_, row) => (
    <span className="pl-2">{stateWord(key, row.values[index]) ?? formatNumber(row.values[index], precision)}</span>
  ),
});

/** The level of the value by the limits that a single reading can be compared with. */
const levelColumn = (
  title: string,
  thresholds: readonly Threshold[],
  fields: readonly ListedField[],
  index: number,
): Column => ({
  title,
  key: 'level',
  width: 104,
  render: (_, row) => {
    // What failed was compared with no limit.
    if (row.flags?.[index]?.quality === 'fail') return <span className="pl-3">{missing}</span>;
    const keys = fields.map(({ key }) => key);
    return <RowLevel level={levelOfRow(thresholds, keys, row.values, row.cumulative)} />;
  },
});

function RowLevel({ level }: { level: ReturnType<typeof levelOfRow> }) {
  const { t } = useTranslation();
  return (
    <LevelWith level={level} size={14}>
      <span className={level === 0 ? 'pl-2' : ''}>{t(`common:level.${levelName(level)}`)}</span>
    </LevelWith>
  );
}

const rawColumn = (title: string): Column => ({
  title,
  key: 'raw',
  width: 320,
  render: (_, row) => <code className="pl-mono pl-2">{row.raw === null ? '' : JSON.stringify(row.raw)}</code>,
});

function ReadingFlag({ flag }: { flag: NonNullable<Row['flags']>[number] | undefined }) {
  if (flag?.quality !== 'suspect' && flag?.quality !== 'fail') return null;
  return <FlagMark flag={{ quality: flag.quality, tests: flag.tests }} />;
}
