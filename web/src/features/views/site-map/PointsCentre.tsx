import { EnvironmentOutlined, PictureOutlined, ProfileOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { lastReadAt, urgencyOf } from '@plumbline/contract/kernel/status';
import type { points } from '@plumbline/contract/points/points';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Columns, DataTable, numeric } from '../../../design/DataTable.tsx';
import { Answer, Empty } from '../../../design/States.tsx';
import { StatusTag } from '../../../design/Status.tsx';
import { presentLevel } from '../../../design/status-words.ts';
import { Segmented } from '../../../design/Toolbar.tsx';
import { Time, Value } from '../../../design/Value.tsx';
import { useProject } from '../../../kernel/project.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import type { MapMark } from '../../../maps/LevelMap.tsx';
import { LayersButton } from '../../site/layers/layers.parts.tsx';
import { HeadlineValue, useHeadlines, useHeadlineWords } from '../masters/headline.parts.tsx';
import { PointMap } from './PointMap.tsx';
import type { PointNow } from './points-now.queries.ts';

type PointsQuery = UseQueryResult<Reply<typeof points.list>>;

interface PointsCentreProps {
  readonly query: PointsQuery;
  readonly now: readonly PointNow[];
  readonly chosen: number | null;
  readonly onChoose: (pointId: number) => void;
  /** Marks of what has no points of its own here: structures. */
  readonly extraMarks?: readonly MapMark[];
  readonly onExtra?: (id: string) => void;
  readonly actions?: ReactNode;
  /** In place of the map while there is neither a point nor anything else to show on it. */
  readonly nothing?: ReactNode;
  /** The points on a picture: what draws it, and whether the screen begins with it. */
  readonly picture?: Other | undefined;
  /** The points on a drawing, likewise. */
  readonly drawing?: Other | undefined;
  /** Under the map. */
  readonly below?: ReactNode;
  /** Whose screen it is; absent = the project's. */
  readonly structureId?: number | null;
}

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
  drawing,
  below,
  structureId = null,
}: PointsCentreProps) {
  const others = { picture, drawing };
  const [mode, setMode] = useMode(others);
  return (
    <div className="centre">
      <div className="over">
        <ModeChoice mode={mode} onChange={setMode} others={others} />
        <span className="pl-gap" />
        {mode === 'map' && <LayersButton structureId={structureId} />}
        {actions}
      </div>
      {mode === 'picture' || mode === 'drawing' ? (
        others[mode]?.draw()
      ) : mode === 'list' ? (
        <PointRows query={query} now={now} chosen={chosen} onChoose={onChoose} />
      ) : (
        <>
          <div className="map-part">
            <Answer
              query={query}
              loading={null}
              isEmpty={() => nothing !== undefined && now.length === 0 && extraMarks.length === 0}
              empty={nothing}
            >
              {() => <PointMap {...{ now, chosen, onChoose, extraMarks, onExtra, structureId }} />}
            </Answer>
          </div>
          {below}
        </>
      )}
    </div>
  );
}

type Mode = 'map' | 'list' | 'picture' | 'drawing';

/** The points on something else than the map: what draws it, and whether the screen begins with it. */
interface Other {
  readonly draw: () => ReactNode;
  readonly first: boolean;
}
type Others = Readonly<Record<'picture' | 'drawing', Other | undefined>>;

/** How the points are shown: as the address says, or as the screen begins; on the map where there is nothing else. */
function useMode(others: Others) {
  const { picture, drawing } = others;
  const first = drawing?.first ? 'drawing' : picture?.first ? 'picture' : 'map';
  const [mode, setMode] = useUrlState<Mode>('mode', first);
  return [(mode === 'picture' || mode === 'drawing') && !others[mode] ? 'map' : mode, setMode] as const;
}

function ModeChoice({
  mode,
  onChange,
  others: { picture, drawing },
}: {
  mode: Mode;
  onChange: (mode: Mode) => void;
  others: Others;
}) {
  const { t } = useTranslation();
  const option = (value: Mode, icon: ReactNode, word: string) => ({
    value,
    label: (
      <>
        {icon}
        {word}
      </>
    ),
  });
  return (
    <Segmented
      label={t('projects:map')}
      value={mode}
      onChange={onChange}
      options={[
        ...(drawing ? [option('drawing', <ProfileOutlined />, t('drawings:menu'))] : []),
        ...(picture ? [option('picture', <PictureOutlined />, t('projects:onPicture'))] : []),
        option('map', <EnvironmentOutlined />, t('projects:map')),
        option('list', <UnorderedListOutlined />, t('projects:list')),
      ]}
    />
  );
}

function PointRows({
  query,
  now,
  chosen,
  onChoose,
}: {
  query: PointsQuery;
  now: readonly PointNow[];
  chosen: number | null;
  onChoose: (pointId: number) => void;
}) {
  const { t } = useTranslation();
  const columns = useColumns(chosen !== null);
  return (
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
  );
}

/** Without the family where the panel beside the list takes its room. */
function useColumns(isNarrow: boolean): Columns<PointNow> {
  const { t } = useTranslation();
  const { project } = useProject();
  const family: Columns<PointNow>[number] = {
    title: t('projects:family'),
    key: 'family',
    width: 170,
    render: (_, row) => t(`families:family.${row.point.family}`),
    responsive: ['lg'],
  };
  return [
    {
      title: t('projects:level'),
      key: 'level',
      width: isNarrow ? 150 : 190,
      render: (_, row) => <StatusTag status={row.status} words="short" />,
      sorter: (a, b) => urgencyOf(a.status) - urgencyOf(b.status),
      defaultSortOrder: 'descend',
    },
    {
      title: t('projects:name'),
      key: 'name',
      render: (_, row) => <NameOf now={row} />,
      sorter: (a, b) => a.point.name.localeCompare(b.point.name),
    },
    ...(isNarrow ? [] : [family]),
    {
      ...numeric(t('projects:value')),
      key: 'value',
      width: 140,
      render: (_, row) => <NewestValue now={row} zone={project.timeZone} />,
    },
    {
      ...numeric(t('projects:latest')),
      key: 'at',
      width: 180,
      render: (_, row) => <NewestTime now={row} zone={project.timeZone} />,
      responsive: ['md'],
    },
  ];
}

const useHeadlineOf = ({ point }: PointNow) => useHeadlines(point.projectId, point.type === 3).get(point.id);

/** The name of a point; of a master with whose number its own is. */
function NameOf({ now }: { now: PointNow }) {
  const headline = useHeadlineOf(now);
  const headlineWords = useHeadlineWords();
  return (
    <>
      <span className="pl-b">{now.point.name}</span>
      {headline && <div className="pl-micro pl-3">{headlineWords(headline)}</div>}
    </>
  );
}

function NewestTime({ now, zone }: { now: PointNow; zone: string }) {
  const headline = useHeadlineOf(now);
  return <Time at={lastReadAt((headline ?? now).status)} zone={zone} />;
}

/** The newest value of a point; of a master its headline. */
function NewestValue({ now, zone }: { now: PointNow; zone: string }) {
  const headline = useHeadlineOf(now);
  if (headline) return <HeadlineValue headline={headline} zone={zone} unit />;
  return (
    <Value
      value={now.value}
      unit={now.unit}
      precision={now.precision}
      state={now.status.state === 'stale' ? 'stale' : 'fresh'}
      at={lastReadAt(now.status)}
      zone={zone}
      strong
    />
  );
}
