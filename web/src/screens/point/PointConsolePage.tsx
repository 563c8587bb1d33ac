import { wordKey } from '../../kernel/words.ts';
import '../../features/points/points/points-style.parts.ts';
import { LineChartOutlined } from '@ant-design/icons';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type Point, points } from '@plumbline/contract/points/points';
import { pointTypes } from '@plumbline/contract/points/points.point';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useParams } from 'react-router';
import { NotFoundPage } from '../../app/NotFoundPage.tsx';
import { to } from '../../app/paths.ts';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Page } from '../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { StatusTag } from '../../design/Status.tsx';
import { Tabs } from '../../design/Tabs.tsx';
import { SilenceNote } from '../../features/alerts/silences/silences.parts.tsx';
import { ChartTab } from '../../features/points/charts/charts.parts.tsx';
import { PointActs } from '../../features/points/lifecycle/PointActs.parts.tsx';
import { type Places, usePlaces } from '../../features/points/points/place-names.queries.ts';
import type { TabProps } from '../../features/points/points/point-tab.parts.ts';
import { SlavesTab } from '../../features/points/slaves/slaves.parts.tsx';
import { StrataTab } from '../../features/points/strata/StrataTab.parts.tsx';
import { ThresholdsTab } from '../../features/points/thresholds/ThresholdsTab.parts.tsx';
import { FormulaTab } from '../../features/readings/formulas/FormulaTab.parts.tsx';
import { RecomputeBanner } from '../../features/readings/history/RecomputeBanner.parts.tsx';
import { CollectPlanTab } from '../../features/telemetry/commands/commands.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatTime } from '../../kernel/format.ts';
import { useProject, useStoredProject } from '../../kernel/project.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import { DeviceTab } from './DeviceTab.tsx';
import { OfflineTab } from './OfflineTab.tsx';
import { PointConfigTab } from './PointConfigTab.tsx';
import { ProcessingTab } from './ProcessingTab.tsx';
import { aboveOf, pointAddress } from './point-address.ts';
import { TasksTab } from './TasksTab.tsx';

type Loaded = Reply<typeof points.get>;

const tabs: readonly {
  readonly key: string;
  readonly of: (point: Point) => boolean;
  readonly draw: (data: Loaded, props: TabProps) => ReactElement;
}[] = [
  { key: 'config', of: () => true, draw: (_, props) => <PointConfigTab {...props} /> },
  { key: 'device', of: ({ type }) => type === 0, draw: (_, props) => <DeviceTab {...props} /> },
  {
    key: 'plan',
    of: ({ type }) => type === 0,
    draw: (_, { point, readOnly }) => <PlanTab pointId={point.id} readOnly={readOnly} />,
  },
  { key: 'slaves', of: ({ type }) => type === 1 || type === 3, draw: (_, props) => <SlavesTab {...props} /> },
  { key: 'formula', of: ({ type }) => type !== 3, draw: (_, props) => <FormulaTab {...props} /> },
  {
    key: 'strata',
    // A casing alone hangs down beside soil; a line, a slab or a ring does not.
    of: ({ family, nodeCount, parameters }) =>
      family === 'deepDisplacement' && nodeCount > 0 && (parameters['form'] ?? 0) === 0,
    draw: (_, props) => <StrataTab {...props} />,
  },
  { key: 'processing', of: ({ type }) => type !== 3, draw: (_, props) => <ProcessingTab {...props} /> },
  {
    key: 'thresholds',
    of: ({ type }) => type !== 3,
    draw: ({ thresholds }, props) => <ThresholdsTab {...props} thresholds={thresholds} />,
  },
  { key: 'chart', of: () => true, draw: (_, props) => <ChartTab {...props} /> },
  { key: 'offline', of: ({ type }) => type === 0, draw: (_, props) => <OfflineTab {...props} /> },
  { key: 'tasks', of: () => true, draw: (_, props) => <TasksTab {...props} /> },
];

/** Everything that can be set at one point, tab by tab; what can be done with it in the menu at the right. */
export default function PointConsolePage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const pointId = Number(useParams().mpId);
  const query = useRead(points.get, { pointId });
  const places = usePlaces(project.id);
  const point = query.data?.measuringPoint;
  const here = useLocation();
  if (query.error instanceof Failure && query.error.name === 'notFound') return <NotFoundPage />;
  // A point of another project is set in its own, with the people and the time zone of that.
  if (point && point.projectId !== project.id) {
    const { projectId, structureId, id: mpId } = point;
    return <Navigate to={`${to('MPConsole', { projectId, structureId, mpId })}${here.search}`} replace />;
  }
  // Whatever address led here (a point may have been moved), it stands under its own structure and item.
  const address = point && places.options ? pointAddress(project.id, point, places) : here.pathname;
  if (address !== here.pathname) return <Navigate to={`${address}${here.search}`} replace />;
  return (
    <Page
      flush
      title={
        <>
          <Link className="pl-3" to={to('ProjectPoints', { projectId: project.id })}>
            {t('points:menu')}
          </Link>
          {point && <Above point={point} places={places} />}
          {point && ` / ${point.name}`}
        </>
      }
      note={
        point && `${t(`families:family.${point.family}`)} · ${t(`points:type.${elementAt(pointTypes, point.type)}`)}`
      }
      actions={
        point && (
          <>
            <StatusTag status={point.status} />
            <LinkButton
              className="pl-wide-only"
              to={to('DataView', { projectId: project.id }, { point: point.id })}
              icon={<LineChartOutlined />}
            >
              {t('points:toData')}
            </LinkButton>
            <PointActs point={point} />
          </>
        )
      }
    >
      <Answer query={query} loading={<SkeletonRows rows={10} />}>
        {(data) => <Body key={data.measuringPoint.id} data={data} />}
      </Answer>
    </Page>
  );
}

/** The structure and item of a point, each leading to its console. */
function Above({ point, places }: { point: Point; places: Places }) {
  const { project } = useProject();
  return aboveOf(point, places).map((place, i, all) => (
    <span key={place.id} className="pl-wide-only">
      {' / '}
      <Link
        className="pl-3"
        to={
          i === 0
            ? to('StructureConsole', { projectId: project.id, structureId: place.id })
            : to('ItemConsole', { projectId: project.id, structureId: elementAt(all, 0).id, itemId: place.id })
        }
      >
        {place.name}
      </Link>
    </span>
  ));
}

function PlanTab(props: { pointId: number; readOnly: TabProps['readOnly'] }) {
  const { project } = useStoredProject();
  return <CollectPlanTab {...props} zone={project.timeZone} />;
}

function Body({ data }: { data: Loaded }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const point = data.measuringPoint;
  const offeredTabs = tabs.filter((tab) => tab.of(point));
  const [chosen, setTab] = useUrlState('tab', 'config');
  const tab = offeredTabs.find(({ key }) => key === chosen) ?? elementAt(offeredTabs, 0);
  const readOnly = point.archivedAt
    ? t('points:snapshotted', { time: formatTime(point.archivedAt, project.timeZone) })
    : point.deprecatedAt
      ? t('points:isDeprecated', { time: formatTime(point.deprecatedAt, project.timeZone) })
      : project.archivedAt
        ? t('points:projectArchived')
        : allowed(points.update)
          ? undefined
          : true;
  return (
    <div className="pt-console">
      <RecomputeBanner point={point} />
      <SilenceNote
        projectId={project.id}
        timeZone={project.timeZone}
        structureId={point.structureId}
        pointId={point.id}
      />
      <Tabs
        activeKey={tab.key}
        onChange={setTab}
        items={offeredTabs.map(({ key }) => ({ key, label: t(wordKey(`points:tab.${key}`)) }))}
      />
      {tab.draw(data, { point, readOnly })}
    </div>
  );
}
