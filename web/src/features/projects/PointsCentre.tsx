import { EnvironmentOutlined, PictureOutlined, UnorderedListOutlined } from '@ant-design/icons';
import type { points } from '@plumbline/contract/points';
import { urgencyOf } from '@plumbline/contract/status';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../design/DataTable.tsx';
import { Answer, Empty } from '../../design/States.tsx';
import { StatusTag } from '../../design/Status.tsx';
import { presentLevel } from '../../design/status-words.ts';
import { Segmented } from '../../design/Toolbar.tsx';
import { Time, Value } from '../../design/Value.tsx';
import { formatNumber } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { LevelMap, type MapMark } from '../../maps/LevelMap.tsx';
import type { PointNow } from './points-now.queries.ts';

/** More marks than this would cover one another and tire the browser: then only what is not normal, and what is chosen, is drawn. */
const maxMarkers = 400;

/** The points where they lie, or as a list: the same points, the same levels, the same panel on click. */
export function PointsCentre({
  query,
  now,
  chosen,
  onChoose,
  extraMarks = [],
  onExtra,
  actions,
  nothing,
  picture,
}: {
  query: UseQueryResult<Reply<typeof points.list>>;
  now: readonly PointNow[];
  chosen: number | null;
  onChoose: (pointId: number) => void;
  /** Marks of what has no points of its own here: structures. */
  extraMarks?: readonly MapMark[];
  onExtra?: (id: string) => void;
  actions?: ReactNode;
  /** In place of the map while there is neither a point nor anything else to show on it. */
  nothing?: ReactNode;
  /** The points on a picture: what draws it, and whether the screen begins with it. */
  picture?: { readonly draw: () => ReactNode; readonly first: boolean } | undefined;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [wanted, setMode] = useUrlState<'map' | 'list' | 'picture'>('mode', picture?.first ? 'picture' : 'map');
  const mode = wanted === 'picture' && !picture ? 'map' : wanted;
  const placed = useMemo(() => now.filter(({ point }) => point.coordinates !== null), [now]);
  const marks = useMemo<MapMark[]>(() => {
    const shown =
      placed.length > maxMarkers
        ? placed.filter(({ point, status }) => urgencyOf(status) > 0 || point.id === chosen)
        : placed;
    const ofPoints = shown.map(({ point, status, value, unit, precision }) => ({
      id: point.id,
      ...point.coordinates!,
      status,
      name: point.name,
      detail: value === null ? undefined : `${formatNumber(value, precision)} ${unit}`,
    }));
    if (ofPoints.length > 0) return placed.length > maxMarkers ? [...extraMarks, ...ofPoints] : ofPoints;
    if (extraMarks.length > 0) return [...extraMarks];
    return project.coordinates
      ? [{ id: 'project', ...project.coordinates, status: project.summary.status, name: project.name }]
      : [];
  }, [placed, chosen, extraMarks, project]);
  const columns: Columns<PointNow> = [
    {
      title: t('projects:level'),
      key: 'level',
      width: chosen === null ? 190 : 150,
      render: (_, row) => <StatusTag status={row.status} words="short" />,
      sorter: (a, b) => urgencyOf(a.status) - urgencyOf(b.status),
      defaultSortOrder: 'descend',
    },
    {
      title: t('projects:name'),
      key: 'name',
      render: (_, row) => <span className="pl-b">{row.point.name}</span>,
      sorter: (a, b) => a.point.name.localeCompare(b.point.name),
    },
    ...(chosen === null
      ? [
          {
            title: t('projects:family'),
            key: 'family',
            width: 170,
            render: (_: unknown, row: PointNow) => t(`families:family.${row.point.family}`),
            responsive: ['lg' as const],
          },
        ]
      : []),
    {
      ...numeric(t('projects:value')),
      key: 'value',
      width: 140,
      render: (_, row) => (
        <Value
          value={row.value}
          unit={row.unit}
          precision={row.precision}
          state={row.status.state === 'stale' ? 'stale' : 'fresh'}
          at={row.status.at}
          zone={project.timeZone}
          strong
        />
      ),
    },
    {
      ...numeric(t('projects:latest')),
      key: 'at',
      width: 180,
      render: (_, row) => <Time at={row.status.at} zone={project.timeZone} />,
      responsive: ['md'],
    },
  ];
  return (
    <div className="centre">
      <div className="over">
        <Segmented
          label={t('projects:map')}
          value={mode}
          onChange={setMode}
          options={[
            ...(picture
              ? [
                  {
                    value: 'picture' as const,
                    label: (
                      <>
                        <PictureOutlined />
                        {t('projects:onPicture')}
                      </>
                    ),
                  },
                ]
              : []),
            {
              value: 'map',
              label: (
                <>
                  <EnvironmentOutlined />
                  {t('projects:map')}
                </>
              ),
            },
            {
              value: 'list',
              label: (
                <>
                  <UnorderedListOutlined />
                  {t('projects:list')}
                </>
              ),
            },
          ]}
        />
        <span className="pl-gap" />
        {actions}
      </div>
      {mode === 'picture' && picture ? (
        picture.draw()
      ) : mode === 'list' ? (
        <div style={{ flex: 1, minHeight: 0, display: 'flex', marginTop: 56, borderTop: '1px solid var(--pl-line)' }}>
          <DataTable
            rows={query.data ? now : undefined}
            columns={columns}
            rowKey={(row) => row.point.id}
            error={query.data ? undefined : query.error}
            onRetry={() => void query.refetch()}
            empty={<Empty title={t('projects:noPoints')} why={t('projects:noPointsWhy')} />}
            onOpen={(row) => onChoose(row.point.id)}
            isOpen={(row) => row.point.id === chosen}
            needsAttention={(row) => presentLevel(row.status) === 4}
            widthPx={chosen === null ? 720 : 560}
          />
        </div>
      ) : (
        <Answer
          query={query}
          loading={null}
          isEmpty={() => nothing !== undefined && now.length === 0 && extraMarks.length === 0}
          empty={nothing}
        >
          {() => (
            <LevelMap
              marks={marks}
              chosen={chosen}
              onChoose={(id) => (typeof id === 'number' ? onChoose(id) : onExtra?.(id))}
              maxZoom={16}
              legend={
                placed.length < now.length ? (
                  <span className="pl-3">{t('projects:noPlace', { count: now.length - placed.length })}</span>
                ) : undefined
              }
            />
          )}
        </Answer>
      )}
    </div>
  );
}
