import '../points-style.parts.ts';
import { FileExcelOutlined, PlusOutlined } from '@ant-design/icons';
import { batches } from '@plumbline/contract/batches';
import { commissioning } from '@plumbline/contract/commissioning';
import { points } from '@plumbline/contract/points';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PageReads } from '../../../app/page.ts';
import { to } from '../../../app/paths.ts';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { firstQuery, screenful, useFirstThenAll } from '../../../kernel/first-rows.ts';
import { formatCount, formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { queryFor } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { BatchBar } from '../../batches/batches.parts.tsx';
import { PointSheetDialog } from '../../sheets/sheets.parts.tsx';
import { usePlaces } from '../place-names.queries.ts';
import { PointList } from './PointList.tsx';
import { PointListBar } from './PointListBar.tsx';
import { type ListedPoint, listed, usePointFilter } from './point-filter.ts';

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
  const { query, isWhole } = useFirstThenAll(
    filter.isNarrowed || filter.sort !== '' ? null : rowsOf(project.id, false, screenful),
    rowsOf(project.id, filter.deprecated),
    { loadedCount: ({ rows }) => rows.length },
  );
  // The rows come first: what they miss is added to them.
  const checklist = useRead(
    commissioning.checklist,
    { projectId: project.id },
    {
      structuralSharing: false,
      enabled: query.isFetched && isWhole,
    },
  );
  const [isSheet, setSheet] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const all = useMemo<readonly ListedPoint[] | undefined>(() => {
    const gaps = new Map(checklist.data?.missing.map((each) => [each.pointId, each.gaps]));
    return query.data?.rows.map((row) => ({
      ...row,
      place: places.nameOf(row.structureId),
      gaps: gaps.get(row.id) ?? [],
    }));
  }, [query.data, checklist.data, places]);
  const total = query.data?.total ?? 0;
  const rows = useMemo(() => all && listed(all, filter), [all, filter]);
  const picked = useMemo(() => (all ?? []).filter((row) => chosen.has(row.id)), [all, chosen]);
  const nothing = query.data?.rows.length === 0 && !filter.isNarrowed;
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
      actions={
        <>
          {!nothing && (
            <Allowed to={batches.batchEdit}>
              <span className="pl-wide-only">
                <Button icon={<FileExcelOutlined />} onClick={() => setSheet(true)}>
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
      }
    >
      <div className="pt-list">
        {!nothing && (
          <PointListBar
            filter={filter}
            places={places}
            families={[...new Set(all?.map(({ family }) => family))]}
            busy={query.isFetching}
            onReload={() => void Promise.all([query.refetch(), checklist.refetch()])}
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
          empty={
            nothing ? (
              <Empty title={t('points:list.none')} why={t('points:list.noneWhy')}>
                <Allowed to={batches.batchCreate}>
                  <LinkButton to={to('PointsAdd', { projectId: project.id })} type="primary" icon={<PlusOutlined />}>
                    {t('points:add.menu')}
                  </LinkButton>
                  <LinkButton to={to('Commissioning', { projectId: project.id })}>
                    {t('commissioning:guide.menu')}
                  </LinkButton>
                </Allowed>
              </Empty>
            ) : (
              <Empty title={t('points:list.noneFound')}>
                <Button onClick={filter.clear}>{t('points:list.clear')}</Button>
              </Empty>
            )
          }
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
