import type { Point } from '@plumbline/contract/points/points';
import {
  type Import,
  type ImportCounts,
  imports,
  type LineResult,
  lineResults,
  linesNamed,
} from '@plumbline/contract/readings/imports';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable } from '../../../design/DataTable.tsx';
import { StatStrip } from '../../../design/Pane.tsx';
import { Empty, SkeletonRows } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { failureNamed, wordsOf } from '../../../kernel/failures.ts';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { TaskBar } from '../../platform/tasks/tasks.parts.tsx';
import { LineValues } from './LineValues.tsx';
import { Warning, ZoneWarning } from './Warning.tsx';

type Line = Reply<typeof imports.lines>['lines'][number];

/** What costs most comes first. */
const byWeight = ['overwritten', 'refused', 'repeated', 'added', 'unchanged'] as const satisfies readonly LineResult[];

/**
 * Shows the result of the dry run: how many lines have each result, and the lines of one of them, first of all what
 * would be overwritten. Nothing is written by then.
 */
export function CheckStep({ found, points }: { found: Import; points: ReadonlyMap<number, Point> }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<LineResult | null>(null);
  const { counts } = found;
  const holding = lineResults.filter((each) => (counts?.[each] ?? 0) > 0);
  const result =
    (chosen && holding.includes(chosen) ? chosen : byWeight.find((each) => holding.includes(each))) ?? 'added';
  const lines = useRead(
    imports.lines,
    { projectId: found.projectId, importId: found.id, result },
    {
      enabled: counts !== null && found.state !== 'checking',
      placeholderData: keepPreviousData,
    },
  );
  const columns = useLineColumns(result, points);
  if (found.state === 'checking' && found.taskId !== null) return <TaskBar taskId={found.taskId} />;
  if (!counts) return <SkeletonRows rows={4} />;
  return (
    <div className="imp-check">
      <CheckCounts counts={counts} points={found.points} />
      {counts.withoutValue > 0 && <Warning>{t('imports:withoutValue', { count: counts.withoutValue })}</Warning>}
      <ZoneWarning layout={found.layout} timeZone={found.mapping?.values.time.timeZone ?? null} />
      {found.unknown.length > 0 && <UnknownNames unknown={found.unknown} />}
      <Segmented
        label={t('imports:lines')}
        value={result}
        options={(holding.length > 0 ? holding : lineResults).map((each) => ({
          value: each,
          label: `${t(`imports:counts.${each}`)} ${formatCount(counts[each])}`,
        }))}
        onChange={setChosen}
      />
      <div className="imp-lines">
        <DataTable
          dense
          rows={lines.data?.lines}
          columns={columns}
          widthPx={764}
          rowKey={(row) => `${row.line} ${row.at} ${row.error} ${row.pointId}`}
          loading={lines.isPending}
          error={lines.data ? undefined : lines.error}
          onRetry={() => void lines.refetch()}
          empty={<Empty title={t('imports:noLines')} />}
        />
      </div>
      {(lines.data?.total ?? 0) > linesNamed && (
        <p className="pl-sm pl-3">{t('imports:firstLines', { shown: linesNamed })}</p>
      )}
    </div>
  );
}

/** The columns of lines with one result: of those refused why, of the others what they bring. */
function useLineColumns(result: LineResult, points: ReadonlyMap<number, Point>): Columns<Line> {
  const { t } = useTranslation();
  const { project } = useProject();
  return [
    { title: t('imports:lineHead'), key: 'line', width: 64, align: 'right', render: (_, row) => formatCount(row.line) },
    {
      title: t(
        result === 'refused' ? 'imports:reason' : result === 'overwritten' ? 'imports:oldNew' : 'imports:values',
      ),
      key: 'what',
      width: 360,
      render: (_, row) =>
        row.error ? (
          wordsOf(failureNamed(row.error, row.detail), t).words
        ) : (
          <LineValues line={row} point={points.get(row.pointId ?? 0)} />
        ),
    },
    {
      title: t('imports:point'),
      key: 'point',
      width: 160,
      ellipsis: true,
      render: (_, row) => points.get(row.pointId ?? 0)?.name ?? '',
    },
    {
      title: t('imports:time'),
      key: 'at',
      width: 180,
      render: (_, row) => (row.at ? formatTime(row.at, project.timeZone) : ''),
    },
  ];
}

const ofLines = ['lines', 'acceptedLines', 'partLines', 'refusedLines', 'empty', 'skipped'] as const;
const ofRecords = ['added', 'overwritten', 'unchanged', 'repeated', 'noValue'] as const;
type CountName = (typeof ofLines)[number] | (typeof ofRecords)[number];
const alwaysShown: readonly CountName[] = [
  'lines',
  'acceptedLines',
  'refusedLines',
  'added',
  'overwritten',
  'unchanged',
];

/** What becomes of the lines of the file, each counted once, and of the records that come of them. */
function CheckCounts({ counts, points }: { counts: ImportCounts; points: number }) {
  const { t } = useTranslation();
  const statsOf = (names: readonly CountName[]) =>
    names
      .filter((each) => alwaysShown.includes(each) || (counts[each] ?? 0) > 0)
      .map((each) => ({ label: t(`imports:counts.${each}`), value: formatCount(counts[each] ?? 0), note: ' ' }));
  return (
    <div className="imp-counts">
      <h4>{t('imports:ofLines')}</h4>
      <StatStrip small stats={statsOf(ofLines)} />
      <h4>{t('imports:ofRecords')}</h4>
      <StatStrip
        small
        stats={[...statsOf(ofRecords), { label: t('imports:counts.points'), value: formatCount(points), note: ' ' }]}
      />
    </div>
  );
}

/** Names in the file that the mapping does not know. */
function UnknownNames({ unknown }: { unknown: Import['unknown'] }) {
  const { t } = useTranslation();
  return (
    <p>
      {t('imports:unknown')}{' '}
      {unknown
        .slice(0, 12)
        .map(({ point, field }) => [point, field].filter(Boolean).join(' / '))
        .join(', ')}
    </p>
  );
}
