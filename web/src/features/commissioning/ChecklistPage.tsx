import { wordKey } from '../../kernel/words.ts';
import '../points/points-style.parts.ts';
import './commissioning.css';
import { DownloadOutlined } from '@ant-design/icons';
import { batches } from '@plumbline/contract/batches';
import { commissioning, type Gap, gaps } from '@plumbline/contract/commissioning';
import { Button, Grid } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { PageReads } from '../../app/page.ts';
import { type ProjectPageName, to } from '../../app/paths.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { type LongColumn, LongTable } from '../../design/LongTable.tsx';
import { Page, StatStrip } from '../../design/Pane.tsx';
import { Empty } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { queryFor } from '../../kernel/queries.ts';
import { saveCsv } from '../../kernel/save-csv.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { usePlaces } from '../points/place-names.queries.ts';
import { useChecklist } from './commissioning.queries.ts';

interface Line {
  readonly pointId: number;
  readonly structureId: number;
  readonly name: string;
  readonly sncode: string | null;
  readonly gap: Gap;
}
/** The tab on which each is put right. */
const tabOf: Readonly<Record<Gap, string>> = {
  pointNotBound: 'device',
  noSlaves: 'slaves',
  parametersMissing: 'formula',
  noReading: 'device',
  noInitialValue: 'formula',
  noThresholds: 'thresholds',
  noLocation: 'config',
};

/** Where many of a kind are put right at once; the points go along. */
const mendAt: Partial<
  Readonly<Record<Gap, { readonly page: ProjectPageName; readonly step?: string; readonly show?: string }>>
> = {
  pointNotBound: { page: 'Commissioning', step: 'bind' },
  parametersMissing: { page: 'PointsEdit', show: 'parameters' },
  noReading: { page: 'Commissioning', step: 'reading' },
  noInitialValue: { page: 'BatchInit' },
  noThresholds: { page: 'PointsThresholds' },
  noLocation: { page: 'PointsEdit', show: 'place' },
};

export const reads: PageReads = ({ projectId }) => [queryFor(commissioning.checklist, { projectId })];

/** What each point still misses before it is in service, in the specification's words, each with the way to put it right. */
export default function ChecklistPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const navigate = useNavigate();
  const places = usePlaces(project.id);
  const query = useChecklist(project.id);
  const [gap, setGap] = useUrlState<Gap | 'all'>('gap', 'all');
  const data = query.data;
  const lines = useMemo(
    () =>
      data?.missing.flatMap(({ gaps: found, ...point }) =>
        found.filter((each) => gap === 'all' || each === gap).map((each): Line => ({ ...point, gap: each })),
      ),
    [data, gap],
  );
  /** The specification's own sentence where it has one. */
  const messageOf = ({ gap: what, name, sncode }: Line): string => {
    if (what === 'pointNotBound' || what === 'noReading') return t(`errors:${what}`, { name });
    if (what === 'noInitialValue' && sncode !== null) return t('errors:noInitialValue', { sncode });
    return t(`commissioning:checklist.say.${what}`, { name });
  };
  const isWide = Grid.useBreakpoint().md ?? true;
  const wideOnly: readonly LongColumn<Line>[] = [
    { key: 'name', title: t('points:name'), widthPx: 160, render: (line) => line.name },
    {
      key: 'structure',
      title: t('points:structure'),
      widthPx: 200,
      render: (line) => <span className="pl-2">{places.nameOf(line.structureId)}</span>,
    },
  ];
  const columns: readonly LongColumn<Line>[] = [
    {
      key: 'say',
      title: t('points:list.missing'),
      widthPx: isWide ? 360 : 210,
      render: (line) => <span title={messageOf(line)}>{messageOf(line)}</span>,
    },
    ...(isWide ? wideOnly : []),
    {
      key: 'right',
      title: '',
      widthPx: 130,
      right: true,
      render: (line) => (
        <Link
          to={to(
            'MPConsole',
            { projectId: project.id, structureId: line.structureId, mpId: line.pointId },
            { tab: tabOf[line.gap] },
          )}
        >
          {t('commissioning:checklist.putRight')}
        </Link>
      ),
    },
  ];
  const ofGap = data?.missing.filter((each) => gap !== 'all' && each.gaps.includes(gap)).map((each) => each.pointId);
  const where = gap === 'all' ? undefined : mendAt[gap];
  const mend = where && to(where.page, { projectId: project.id }, where.step ? { step: where.step } : {});
  const save = (): void =>
    saveCsv(
      'checklist.csv',
      [
        t('points:structure'),
        t('points:name'),
        t('bindings:device.sncode'),
        t('commissioning:missing'),
        t('points:list.missing'),
      ],
      (lines ?? []).map((line) => [
        places.nameOf(line.structureId),
        line.name,
        line.sncode ?? '',
        t(`points:gap.${line.gap}`),
        messageOf(line),
      ]),
    );
  return (
    <Page
      flush
      title={t('commissioning:checklist.menu')}
      actions={
        <Allowed to={batches.batchCreate}>
          <LinkButton to={to('Commissioning', { projectId: project.id })}>{t('commissioning:guide.menu')}</LinkButton>
        </Allowed>
      }
    >
      <div className="pt-list">
        {data && (
          <StatStrip
            small
            stats={[
              { label: t('commissioning:checklist.points'), value: formatCount(data.points) },
              { label: t('commissioning:checklist.complete'), value: formatCount(data.complete) },
              { label: t('commissioning:checklist.open'), value: formatCount(data.points - data.complete) },
            ]}
          />
        )}
        {data && data.missing.length > 0 && (
          <div className="pl-toolbar">
            <Segmented
              label={t('points:list.missing')}
              value={gap}
              options={[
                { value: 'all' as const, label: t('points:list.anyGap') },
                ...gaps
                  .filter((each) => (data.counts[each] ?? 0) > 0)
                  .map((each) => ({
                    value: each,
                    label: `${t(`points:gap.${each}`)} ${formatCount(data.counts[each] ?? 0)}`,
                  })),
              ]}
              onChange={(next) => setGap(next === 'all' ? null : next)}
            />
            <span className="pl-gap" />
            {mend && gap !== 'all' && (
              <Allowed to={batches.batchEdit}>
                <Button
                  size="small"
                  onClick={() => void navigate(mend, { state: { points: ofGap, show: where?.show } })}
                >
                  {t(wordKey(`commissioning:mend.${gap}`))}
                </Button>
              </Allowed>
            )}
            <Button size="small" icon={<DownloadOutlined />} onClick={save}>
              {t('commissioning:save')}
            </Button>
          </div>
        )}
        <div className="pt-list-rows">
          <LongTable
            label={t('commissioning:checklist.menu')}
            rows={lines}
            columns={columns}
            rowKey={(line) => `${line.pointId} ${line.gap}`}
            loading={query.isPending}
            error={data ? undefined : query.error}
            onRetry={() => void query.refetch()}
            empty={
              data?.points === 0 ? (
                <Empty title={t('points:list.none')} why={t('points:list.noneWhy')}>
                  <LinkButton to={to('PointsAdd', { projectId: project.id })} type="primary">
                    {t('points:add.menu')}
                  </LinkButton>
                </Empty>
              ) : (
                <Empty title={t('commissioning:checklist.none')} why={t('commissioning:checklist.noneWhy')} />
              )
            }
          />
        </div>
      </div>
    </Page>
  );
}
