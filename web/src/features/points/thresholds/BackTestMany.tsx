import { DownloadOutlined, ExperimentOutlined, WarningOutlined } from '@ant-design/icons';
import type { BackTestedPoint } from '@plumbline/contract/alerts/alerts.backtest';
import { formatSpan } from '@plumbline/science/display/span';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { sameValue } from '../../../design/form/judge.ts';
import { LevelMark } from '../../../design/Level.tsx';
import { Bar } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { Segmented } from '../../../design/Toolbar.tsx';
import { Time } from '../../../design/Value.tsx';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useProject } from '../../../kernel/project.tsx';
import { saveCsv } from '../../../kernel/save-csv.ts';
import { AlertStrip } from './AlertStrip.tsx';
import type { NamedPoint } from './threshold-rows.ts';
import { type TestRow, useBackTest } from './use-back-test.ts';

const totalOf = ({ raised }: Pick<BackTestedPoint, 'raised'>): number => raised.reduce((sum, each) => sum + each, 0);
const noPoints: readonly BackTestedPoint[] = [];
const spans = [30, 183, 365] as const;

const spanKeys = { 30: 'past30Days', 183: 'pastHalfYear', 365: 'past1Year' } as const;
type Days = (typeof spans)[number];
type Named = ReadonlyMap<number, NamedPoint & { readonly structureId?: number }>;

/** Limits of many points over the past: how many alerts of each level, and when; those with most come first. */
export function BackTestMany({ rows, named }: { rows: readonly TestRow[]; named: Named }) {
  const { t } = useTranslation();
  const [days, setDays] = useState<Days>(30);
  const test = useTestOf(rows, days);
  const { state, tested, begun } = test;
  const sorted = useMemo(
    () => [...tested].sort((a, b) => totalOf(b) - totalOf(a) || b.secondsAt - a.secondsAt),
    [tested],
  );
  const save = useResultFile(sorted, named);
  const columns = useColumns(named, test.span);
  return (
    <div className="pt-grid-page">
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Segmented
          label={t('thresholds:backTest.span')}
          value={days}
          options={spans.map((value) => ({ value, label: t(`common:preset.${spanKeys[value]}`) }))}
          onChange={setDays}
        />
        <RunButtons test={test} pointCount={rows.length} />
        <span className="pl-gap" />
        {tested.length > 0 && (
          <Button size="small" icon={<DownloadOutlined />} onClick={save}>
            CSV
          </Button>
        )}
      </div>
      {begun && <TestedSpan days={begun.days} points={begun.rows.length} isOther={test.isOther} state={state} />}
      {state !== 'idle' && !test.isOther && <TestProgress test={test} />}
      {test.failure !== null && (
        <p role="alert" className="pl-row pl-wrong">
          <WarningOutlined />
          {wordsOf(test.failure, t).words}
        </p>
      )}
      {state !== 'idle' && !test.isOther && (
        <div style={{ height: 480, display: 'flex', flexDirection: 'column' }}>
          <DataTable
            dense
            rows={sorted.length === 0 && state === 'running' ? undefined : sorted}
            columns={columns}
            rowKey={({ pointId }) => pointId}
            widthPx={340}
            empty={<Empty title={t('thresholds:backTestMany.noneRaised')} />}
          />
        </div>
      )}
    </div>
  );
}

/** A back-test, and whether it is of other limits or another span than are chosen now: results stand under their own. */
function useTestOf(rows: readonly TestRow[], days: Days) {
  const { project } = useProject();
  const test = useBackTest();
  const [begun, setBegun] = useState<{ rows: readonly TestRow[]; days: Days } | null>(null);
  const isOther = begun !== null && (begun.days !== days || !sameValue(begun.rows, rows));
  return {
    ...test,
    state: isOther && test.state !== 'running' ? ('idle' as const) : test.state,
    tested: isOther ? noPoints : test.tested,
    begun,
    isOther,
    begin: (): void => {
      setBegun({ rows, days });
      test.begin(project.id, rows, days);
    },
  };
}
type Test = ReturnType<typeof useTestOf>;

function RunButtons({ test, pointCount }: { test: Test; pointCount: number }) {
  const { t } = useTranslation();
  return (
    <>
      {test.state === 'running' ? (
        <Button onClick={test.stop}>{t('thresholds:backTestMany.cancel')}</Button>
      ) : (
        <Button type="primary" icon={<ExperimentOutlined />} disabled={pointCount === 0} onClick={test.begin}>
          {t('thresholds:backTestMany.begin', { points: formatCount(pointCount) })}
        </Button>
      )}
      {test.state === 'stopped' && test.tested.length < test.total && (
        <Button onClick={test.goOn}>{t('thresholds:backTestMany.again')}</Button>
      )}
    </>
  );
}

/** The span and the number of points that the results are of, or that other results are of than are asked for now. */
function TestedSpan({
  days,
  points,
  isOther,
  state,
}: {
  days: Days;
  points: number;
  isOther: boolean;
  state: Test['state'];
}) {
  const { t } = useTranslation();
  const words = { span: t(`common:preset.${spanKeys[days]}`), points: formatCount(points) };
  if (isOther)
    return (
      <p className="pl-notice" role="status">
        {t('thresholds:backTestMany.other', words)}
      </p>
    );
  return state === 'idle' ? null : <p className="pl-2 pl-sm">{t('thresholds:backTestMany.tested', words)}</p>;
}

function TestProgress({ test: { tested, total, state, failure } }: { test: Test }) {
  const { t } = useTranslation();
  const alerts = tested.reduce((sum, each) => sum + totalOf(each), 0);
  return (
    <div className="pl-row" role="status" style={{ flexWrap: 'wrap' }}>
      <span>
        {t('thresholds:backTestMany.progress', { done: formatCount(tested.length), total: formatCount(total) })}
      </span>
      {state === 'running' && <Bar share={total === 0 ? 0 : tested.length / total} />}
      <b>{t('thresholds:backTestMany.total', { count: alerts, total: formatCount(alerts) })}</b>
      {state === 'stopped' && failure === null && <span className="pl-2">{t('thresholds:backTestMany.stopped')}</span>}
    </div>
  );
}

const levelColumns: Columns<BackTestedPoint> = ([1, 2, 3, 4] as const).map((level) => ({
  title: <LevelMark level={level} size={14} />,
  key: `level${level}`,
  width: 58,
  align: 'right',
  responsive: ['sm'],
  render: (_, { raised }) => {
    const count = raised[level - 1] ?? 0;
    return <span className={count === 0 ? 'pl-3' : ''}>{formatCount(count)}</span>;
  },
}));

function useColumns(named: Named, span: Test['span']): Columns<BackTestedPoint> {
  const { t } = useTranslation();
  const language = useLanguage();
  const { project } = useProject();
  return [
    {
      title: t('points:name'),
      key: 'name',
      width: 170,
      ellipsis: true,
      render: (_, { pointId }) => <PointName pointId={pointId} named={named} />,
    },
    {
      ...numeric(t('thresholds:backTestMany.alerts')),
      key: 'alerts',
      width: 76,
      render: (_, each) => <b>{formatCount(totalOf(each))}</b>,
    },
    ...levelColumns,
    {
      title: t('thresholds:backTestMany.when'),
      key: 'when',
      width: 260,
      responsive: ['md'],
      render: (_, { strip, skipped }) =>
        skipped ? (
          <span className="pl-3">{t('thresholds:backTestMany.skipped')}</span>
        ) : (
          <AlertStrip levels={strip} from={span?.from ?? 0} to={span?.to ?? 0} />
        ),
    },
    {
      ...numeric(t('thresholds:backTestMany.last')),
      key: 'last',
      width: 130,
      responsive: ['lg'],
      render: (_, { lastAt }) => <Time at={lastAt} zone={project.timeZone} short />,
    },
    {
      ...numeric(t('thresholds:backTestMany.share')),
      key: 'share',
      width: 110,
      responsive: ['lg'],
      render: (_, { secondsAt }) => (secondsAt === 0 ? '—' : formatSpan(secondsAt, language)),
    },
    {
      ...numeric(t('thresholds:backTestMany.readings')),
      key: 'readings',
      width: 96,
      responsive: ['lg'],
      render: (_, { readings }) => <span className="pl-3">{formatCount(readings)}</span>,
    },
  ];
}

const nameOf = (pointId: number, named: Named): string => named.get(pointId)?.name ?? String(pointId);

function PointName({ pointId, named }: { pointId: number; named: Named }) {
  const { project } = useProject();
  const structureId = named.get(pointId)?.structureId;
  if (structureId === undefined) return <b>{nameOf(pointId, named)}</b>;
  const point = { projectId: project.id, structureId, mpId: pointId };
  return <Link to={to('MPConsole', point, { tab: 'thresholds' })}>{nameOf(pointId, named)}</Link>;
}

/** Saves the results as a table. */
function useResultFile(results: readonly BackTestedPoint[], named: Named): () => void {
  const { t } = useTranslation();
  const { project } = useProject();
  return () =>
    saveCsv(
      'back-test.csv',
      [
        t('points:name'),
        t('points:structure'),
        t('thresholds:backTestMany.alerts'),
        ...[1, 2, 3, 4].map((level) => t(`common:level.${levelName(level)}`)),
        t('thresholds:backTestMany.last'),
        `${t('thresholds:backTestMany.share')}, s`,
        t('thresholds:backTestMany.readings'),
      ],
      results.map((each) => [
        nameOf(each.pointId, named),
        named.get(each.pointId)?.place ?? '',
        totalOf(each),
        ...each.raised,
        each.lastAt === null ? '' : formatTime(each.lastAt, project.timeZone),
        Math.round(each.secondsAt),
        each.readings,
      ]),
    );
}
