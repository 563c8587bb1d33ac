import { wordKey } from '../../kernel/words.ts';
import '../../features/points/points/points-style.parts.ts';
import './commissioning.css';
import { DownloadOutlined } from '@ant-design/icons';
import { batches } from '@plumbline/contract/points/batches';
import { commissioning, type Gap, gaps } from '@plumbline/contract/points/commissioning';
import { Button, Grid } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { PageReads } from '../../app/page.ts';
import { type ProjectPageName, to } from '../../app/paths.ts';
import { ActsHeading } from '../../design/Headings.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { type LongColumn, LongTable } from '../../design/LongTable.tsx';
import { Page, StatStrip } from '../../design/Pane.tsx';
import { Empty } from '../../design/States.tsx';
import { Segmented } from '../../design/Toolbar.tsx';
import { usePlaces } from '../../features/points/points/place-names.queries.ts';
import { Allowed } from '../../kernel/allowed.tsx';
import { formatCount } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { queryFor, type Reply } from '../../kernel/queries.ts';
import { saveCsv } from '../../kernel/save-csv.ts';
import { useUrlState } from '../../kernel/url-state.ts';
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

type Checklist = Reply<typeof commissioning.checklist>;

/** Lists what each point still misses before it is in service, in the specification's words, each with the way to put it right. */
export default function ChecklistPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useChecklist(project.id);
  const [gap, setGap] = useUrlState<Gap | 'all'>('gap', 'all');
  const { data } = query;
  const lines = useMemo(() => data && linesOf(data, gap), [data, gap]);
  const columns = useColumns();
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
        {data && lines && data.missing.length > 0 && (
          <ChecklistBar list={data} lines={lines} gap={gap} onGap={setGap} />
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
            empty={<AllComplete points={data?.points} />}
          />
        </div>
      </div>
    </Page>
  );
}

const linesOf = ({ missing }: Checklist, gap: Gap | 'all'): Line[] =>
  missing.flatMap(({ gaps: pointGaps, ...point }) =>
    pointGaps.filter((each) => gap === 'all' || each === gap).map((each): Line => ({ ...point, gap: each })),
  );

/** The specification's own sentence where it has one. */
function messageOf({ gap, name, sncode }: Line, t: TFunction): string {
  if (gap === 'pointNotBound' || gap === 'noReading') return t(`errors:${gap}`, { name });
  if (gap === 'noInitialValue' && sncode !== null) return t('errors:noInitialValue', { sncode });
  return t(`commissioning:checklist.say.${gap}`, { name });
}

function useColumns(): readonly LongColumn<Line>[] {
  const { t } = useTranslation();
  const { project } = useProject();
  const places = usePlaces(project.id);
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
  return [
    {
      key: 'say',
      title: t('points:list.missing'),
      widthPx: isWide ? 360 : 210,
      render: (line) => <span title={messageOf(line, t)}>{messageOf(line, t)}</span>,
    },
    ...(isWide ? wideOnly : []),
    {
      key: 'right',
      title: <ActsHeading />,
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
}

/** Narrows the list to what is missing; leads to where all of a kind are put right; saves the list as a file. */
function ChecklistBar({
  list,
  lines,
  gap,
  onGap,
}: {
  list: Checklist;
  lines: readonly Line[];
  gap: Gap | 'all';
  onGap: (gap: Gap | null) => void;
}) {
  const { t } = useTranslation();
  const save = useChecklistFile(lines);
  return (
    <div className="pl-toolbar">
      <Segmented
        label={t('points:list.missing')}
        value={gap}
        options={[
          { value: 'all' as const, label: t('points:list.anyGap') },
          ...gaps
            .map((each) => ({ value: each, count: list.counts[each] ?? 0 }))
            .filter(({ count }) => count > 0)
            .map(({ value, count }) => ({ value, label: `${t(`points:gap.${value}`)} ${formatCount(count)}` })),
        ]}
        onChange={(next) => onGap(next === 'all' ? null : next)}
      />
      <span className="pl-gap" />
      {gap !== 'all' && (
        <MendButton
          gap={gap}
          points={list.missing.filter((each) => each.gaps.includes(gap)).map((each) => each.pointId)}
        />
      )}
      <Button size="small" icon={<DownloadOutlined />} onClick={save}>
        {t('commissioning:save')}
      </Button>
    </div>
  );
}

function MendButton({ gap, points }: { gap: Gap; points: readonly number[] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const navigate = useNavigate();
  const where = mendAt[gap];
  if (!where) return null;
  const address = to(where.page, { projectId: project.id }, where.step ? { step: where.step } : {});
  return (
    <Allowed to={batches.batchEdit}>
      <Button size="small" onClick={() => void navigate(address, { state: { points, show: where.show } })}>
        {t(wordKey(`commissioning:mend.${gap}`))}
      </Button>
    </Allowed>
  );
}

/** Saves the lines as a table. */
function useChecklistFile(lines: readonly Line[]): () => void {
  const { t } = useTranslation();
  const { project } = useProject();
  const places = usePlaces(project.id);
  return () =>
    saveCsv(
      'checklist.csv',
      [
        t('points:structure'),
        t('points:name'),
        t('bindings:device.sncode'),
        t('commissioning:missing'),
        t('points:list.missing'),
      ],
      lines.map((line) => [
        places.nameOf(line.structureId),
        line.name,
        line.sncode ?? '',
        t(`points:gap.${line.gap}`),
        messageOf(line, t),
      ]),
    );
}

/** That nothing is missing, or that there is no point at all. */
function AllComplete({ points }: { points: number | undefined }) {
  const { t } = useTranslation();
  const { project } = useProject();
  if (points !== 0)
    return <Empty title={t('commissioning:checklist.none')} why={t('commissioning:checklist.noneWhy')} />;
  return (
    <Empty title={t('points:list.none')} why={t('points:list.noneWhy')}>
      <LinkButton to={to('PointsAdd', { projectId: project.id })} type="primary">
        {t('points:add.menu')}
      </LinkButton>
    </Empty>
  );
}
