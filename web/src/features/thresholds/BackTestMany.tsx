import { DownloadOutlined, ExperimentOutlined, WarningOutlined } from '@ant-design/icons';
import type { BackTestedPoint } from '@plumbline/contract/alerts.backtest';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../app/paths.ts';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { sameValue } from '../../design/form/judge.ts';
import { LevelMark } from '../../design/Level.tsx';
import { Bar } from '../../design/Pane.tsx';
import { Empty } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { Time } from '../../design/Value.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { formatCount, formatSpan, formatTime } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { levelName } from '../../kernel/levels.ts';
import { useProject } from '../../kernel/project.tsx';
import { saveCsv } from '../../kernel/save-csv.ts';
import { AlertStrip } from './AlertStrip.tsx';
import type { NamedPoint } from './threshold-rows.ts';
import { type TestRow, useBackTest } from './use-back-test.ts';

const totalOf = ({ raised }: Pick<BackTestedPoint, 'raised'>): number => raised.reduce((sum, each) => sum + each, 0);
const none: readonly BackTestedPoint[] = [];
const spans = [30, 183, 365] as const;

/** Limits of many points over the past: how many alerts of each level, and when; those with most come first. */
export function BackTestMany({
  rows,
  named,
}: {
  rows: readonly TestRow[];
  named: ReadonlyMap<number, NamedPoint & { readonly structureId?: number }>;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { project } = useProject();
  const [days, setDays] = useState<(typeof spans)[number]>(30);
  const test = useBackTest();
  const [begun, setBegun] = useState<{ rows: readonly TestRow[]; days: (typeof spans)[number] } | null>(null);
  /** Results stand under the limits and the span that they are of, and under no others. */
  const isOther = begun !== null && (begun.days !== days || !sameValue(begun.rows, rows));
  const { total, span } = test;
  const state = isOther && test.state !== 'running' ? 'idle' : test.state;
  const tested = isOther ? none : test.tested;
  const sorted = useMemo(
    () => [...tested].sort((a, b) => totalOf(b) - totalOf(a) || b.secondsAt - a.secondsAt),
    [tested],
  );
  const spanWord = (value: number): string =>
    t(`common:preset.${value === 30 ? 'past30Days' : value === 183 ? 'pastHalfYear' : 'past1Year'}`);
  const alerts = tested.reduce((sum, each) => sum + totalOf(each), 0);
  const nameOf = (pointId: number): string => named.get(pointId)?.name ?? String(pointId);
  const columns: Columns<BackTestedPoint> = [
    {
      title: t('points:name'),
      key: 'name',
      width: 170,
      ellipsis: true,
      render: (_, { pointId }) => {
        const structureId = named.get(pointId)?.structureId;
        if (structureId === undefined) return <b>{nameOf(pointId)}</b>;
        const point = { projectId: project.id, structureId, mpId: pointId };
        return <Link to={to('MPConsole', point, { tab: 'thresholds' })}>{nameOf(pointId)}</Link>;
      },
    },
    {
      ...numeric(t('thresholds:backTestMany.alerts')),
      key: 'alerts',
      width: 76,
      render: (_, each) => <b>{formatCount(totalOf(each))}</b>,
    },
    ...([1, 2, 3, 4] as const).map((level) => ({
      title: <LevelMark level={level} size={14} />,
      key: `level${level}`,
      width: 58,
      align: 'right' as const,
      responsive: ['sm' as const],
      render: (_: unknown, { raised }: BackTestedPoint) => {
        const count = raised[level - 1] ?? 0;
        return <span className={count === 0 ? 'pl-3' : ''}>{formatCount(count)}</span>;
      },
    })),
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
  const save = (): void =>
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
      sorted.map((each) => [
        nameOf(each.pointId),
        named.get(each.pointId)?.place ?? '',
        totalOf(each),
        ...each.raised,
        each.lastAt === null ? '' : formatTime(each.lastAt, project.timeZone),
        Math.round(each.secondsAt),
        each.readings,
      ]),
    );
  return (
    <div className="pt-grid-page">
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Segmented
          label={t('thresholds:backTest.span')}
          value={days}
          options={spans.map((value) => ({
            value,
            label: spanWord(value),
          }))}
          onChange={setDays}
        />
        {state === 'running' ? (
          <Button onClick={test.stop}>{t('thresholds:backTestMany.cancel')}</Button>
        ) : (
          <Button
            type="primary"
            icon={<ExperimentOutlined />}
            disabled={rows.length === 0}
            onClick={() => {
              setBegun({ rows, days });
              test.begin(project.id, rows, days);
            }}
          >
            {t('thresholds:backTestMany.begin', { points: formatCount(rows.length) })}
          </Button>
        )}
        {state === 'stopped' && tested.length < total && (
          <Button onClick={test.goOn}>{t('thresholds:backTestMany.again')}</Button>
        )}
        <span className="pl-gap" />
        {tested.length > 0 && (
          <Button size="small" icon={<DownloadOutlined />} onClick={save}>
            CSV
          </Button>
        )}
      </div>
      {isOther && (
        <p className="pl-notice" role="status">
          {t('thresholds:backTestMany.other', { span: spanWord(begun.days), points: formatCount(begun.rows.length) })}
        </p>
      )}
      {!isOther && begun && state !== 'idle' && (
        <p className="pl-2 pl-sm">
          {t('thresholds:backTestMany.tested', { span: spanWord(begun.days), points: formatCount(begun.rows.length) })}
        </p>
      )}
      {state !== 'idle' && !isOther && (
        <div className="pl-row" role="status" style={{ flexWrap: 'wrap' }}>
          <span>
            {t('thresholds:backTestMany.progress', { done: formatCount(tested.length), total: formatCount(total) })}
          </span>
          {state === 'running' && <Bar share={total === 0 ? 0 : tested.length / total} />}
          <b>{t('thresholds:backTestMany.total', { count: alerts, total: formatCount(alerts) })}</b>
          {state === 'stopped' && test.failure === null && (
            <span className="pl-2">{t('thresholds:backTestMany.stopped')}</span>
          )}
        </div>
      )}
      {test.failure !== null && (
        <p role="alert" className="pl-row pl-wrong">
          <WarningOutlined />
          {wordsOf(test.failure, t).words}
        </p>
      )}
      {state !== 'idle' && !isOther && (
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
