import '../../features/points/points/points-style.parts.ts';
import { FileExcelOutlined, PlusOutlined } from '@ant-design/icons';
import { batches } from '@plumbline/contract/points/batches';
import { commissioning } from '@plumbline/contract/points/commissioning';
import { points } from '@plumbline/contract/points/points';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PageReads } from '../../app/page.ts';
import { to } from '../../app/paths.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Page } from '../../design/Pane.tsx';
import { Empty } from '../../design/States.tsx';
import { type Places, usePlaces } from '../../features/points/points/place-names.queries.ts';
import { PointSheetDialog } from '../../features/points/sheets/sheets.parts.tsx';
import { Allowed } from '../../kernel/allowed.tsx';
import { firstQuery, screenful, useFirstThenAll } from '../../kernel/first-rows.ts';
import { formatCount, formatZone } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { queryFor } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { BatchBar } from './BatchBar.tsx';
import { PointList } from './PointList.tsx';
import { PointListBar } from './PointListBar.tsx';
import { type ListedPoint, listed, type PointFilter, usePointFilter } from './point-filter.ts';

const rowsOf = (projectId: number, deprecated: boolean, first?: number) =>
  queryFor(points.rows, { projectId, deprecated: deprecated ? 'true' : 'false', ...(first && { first }) });
export const reads: PageReads = ({ projectId, search }) => [
  firstQuery(
    search.size > 0 ? null : rowsOf(projectId, false, screenful),
    rowsOf(projectId, search.get('deprecated') === 'yes'),
  ),
];

/** The points of a project as a list: found, sorted, chosen, and changed many at once. Quick at 10,000. */
export default function ProjectPointsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const navigate = useNavigate();
  const filter = usePointFilter();
  const places = usePlaces(project.id);
  const { query, isWhole, all, refetch } = useListedPoints(project.id, filter, places);
  const [isSheet, setSheet] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const total = query.data?.total ?? 0;
  const rows = useMemo(() => all && listed(all, filter), [all, filter]);
  const picked = useMemo(() => (all ?? []).filter((row) => chosen.has(row.id)), [all, chosen]);
  const isEmpty = query.data?.rows.length === 0 && !filter.isNarrowed;
  return (
    <Page
      flush
      title={t('points:menu')}
      note={
        rows &&
        all &&
        (rows.length === all.length
          ? t('points:list.count', { count: total, total: formatCount(total) })
          : t('points:list.some', { shown: formatCount(rows.length), total: formatCount(total) }))
      }
      actions={<PageActs onSheet={isEmpty ? null : () => setSheet(true)} />}
    >
      <div className="pt-list">
        {!isEmpty && (
          <PointListBar
            filter={filter}
            places={places}
            families={[...new Set(all?.map(({ family }) => family))]}
            busy={query.isFetching}
            onReload={refetch}
          />
        )}
        <PointList
          rows={rows}
          isWhole={isWhole}
          filter={filter}
          loading={query.isPending}
          error={query.data ? undefined : query.error}
          onRetry={() => void query.refetch()}
          chosen={chosen}
          onChosen={setChosen}
          onOpen={(row) =>
            void navigate(to('MPConsole', { projectId: project.id, structureId: row.structureId, mpId: row.id }))
          }
          empty={isEmpty ? <NoPoints /> : <NoMatches onClear={filter.clear} />}
        />
        <BatchBar
          picked={picked}
          onClear={() => setChosen(new Set())}
          zone={t('common:zone', { zone: formatZone(project.timeZone) })}
        />
      </div>
      {isSheet && <PointSheetDialog onClose={() => setSheet(false)} />}
    </Page>
  );
}

/** Every point of the project with its place and what it misses; the first of them at once, the rest after. */
function useListedPoints(projectId: number, filter: PointFilter, places: Places) {
  const { query, isWhole } = useFirstThenAll(
    filter.isNarrowed || filter.sort !== '' ? null : rowsOf(projectId, false, screenful),
    rowsOf(projectId, filter.deprecated),
    { loadedCount: ({ rows }) => rows.length },
  );
  // The rows come first: what they miss is added to them.
  const checklist = useRead(
    commissioning.checklist,
    { projectId },
    {
      structuralSharing: false,
      enabled: query.isFetched && isWhole,
    },
  );
  const missing = checklist.data?.missing;
  const all = useMemo<readonly ListedPoint[] | undefined>(() => {
    const gaps = missing && new Map(missing.map((each) => [each.pointId, each.gaps]));
    return query.data?.rows.map((row) => ({
      ...row,
      place: places.nameOf(row.structureId),
      gaps: gaps ? (gaps.get(row.id) ?? []) : null,
    }));
  }, [query.data, missing, places]);
  const refetch = (): void => void Promise.all([query.refetch(), checklist.refetch()]);
  return { query, isWhole, all, refetch };
}

/** The spreadsheet of all points, the guide, and a point more. `onSheet` = null while there is nothing to put on one. */
function PageActs({ onSheet }: { onSheet: (() => void) | null }) {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <>
      {onSheet && (
        <Allowed to={batches.batchEdit}>
          <span className="pl-wide-only">
            <Button icon={<FileExcelOutlined />} onClick={onSheet}>
              {t('sheets:edit.menu')}
            </Button>
          </span>
        </Allowed>
      )}
      <Allowed to={batches.batchCreate}>
        <LinkButton to={to('Commissioning', { projectId: project.id })} className="pl-wide-only">
          {t('commissioning:guide.menu')}
        </LinkButton>
        <LinkButton to={to('PointsAdd', { projectId: project.id })} type="primary" icon={<PlusOutlined />}>
          {t('points:add.menu')}
        </LinkButton>
      </Allowed>
    </>
  );
}

function NoPoints() {
  const { t } = useTranslation();
  const { project } = useProject();
  return (
    <Empty title={t('points:list.none')} why={t('points:list.noneWhy')}>
      <Allowed to={batches.batchCreate}>
        <LinkButton to={to('PointsAdd', { projectId: project.id })} type="primary" icon={<PlusOutlined />}>
          {t('points:add.menu')}
        </LinkButton>
        <LinkButton to={to('Commissioning', { projectId: project.id })}>{t('commissioning:guide.menu')}</LinkButton>
      </Allowed>
    </Empty>
  );
}

function NoMatches({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <Empty title={t('points:list.noneFound')}>
      <Button onClick={onClear}>{t('points:list.clear')}</Button>
    </Empty>
  );
}
