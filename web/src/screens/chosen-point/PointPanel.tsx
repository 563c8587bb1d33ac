import { CloseOutlined, LineChartOutlined } from '@ant-design/icons';
import { alerts } from '@plumbline/contract/alerts/alerts';
import { isWhole, lastReadAt } from '@plumbline/contract/kernel/status';
import type { Field } from '@plumbline/contract/points/families';
import type { Point } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import type { TreeNode } from '@plumbline/contract/site/projects';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { to } from '../../app/paths.ts';
import { Sparkline } from '../../charts/Sparkline.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { StatusMark, StatusTag } from '../../design/Status.tsx';
import { statusNow } from '../../design/status-words.ts';
import { Reading, Value } from '../../design/Value.tsx';
import { SilenceNote } from '../../features/alerts/silences/silences.parts.tsx';
import { MadeOfWords } from '../../features/views/masters/made-of.parts.tsx';
import type { PointNow } from '../../features/views/site-map/points-now.queries.ts';
import { Allowed, useAllowed } from '../../kernel/allowed.tsx';
import { useStateWord } from '../../kernel/field-words.ts';
import { mainFieldOf, mainValueOf } from '../../kernel/main-field.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { useServerNow } from '../../kernel/server-clock.ts';
import { usePanelPoint, useRowCurves } from './chosen-point.queries.ts';
import { PointPanelBody } from './PointPanelBody.tsx';

/** One point beside the map: its reading, four days of curve against its limits, what feeds it, and its neighbours. */
export function PointPanel({
  pointId,
  now,
  path,
  neighbours,
  members,
  onChoose,
  onClose,
}: {
  pointId: number;
  now: readonly PointNow[];
  path: string;
  /** Other points of the same place. */
  neighbours: readonly TreeNode[];
  /** Of a master, in order. */
  members: readonly TreeNode[];
  onChoose: (pointId: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = usePanelPoint(pointId);
  return (
    <aside className="ppanel">
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {({ measuringPoint: point, thresholds }) => {
          const field = mainFieldOf(point)?.field;
          return (
            <>
              <Head point={point} field={field} path={path} onClose={onClose} />
              <div className="body">
                <SilenceNote
                  projectId={project.id}
                  timeZone={project.timeZone}
                  structureId={point.structureId}
                  pointId={point.id}
                />
                {isWhole(point.status) ? (
                  <PointRows title={t('panel:joins')} nodes={members} now={now} onChoose={onChoose} />
                ) : (
                  field && <PointPanelBody point={point} field={field} thresholds={thresholds} />
                )}
                {neighbours.length > 0 && (
                  <PointRows title={t('panel:same')} nodes={neighbours.slice(0, 8)} now={now} onChoose={onChoose} />
                )}
              </div>
              <Foot pointId={pointId} />
            </>
          );
        }}
      </Answer>
    </aside>
  );
}

function Head({
  point,
  field,
  path,
  onClose,
}: {
  point: Point;
  field: Field | undefined;
  path: string;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const stateWord = useStateWord();
  const { project } = useProject();
  const status = statusNow(point.status, useServerNow());
  return (
    <div className="head">
      <div className="pl-row">
        <span className="pl-sm pl-3 pl-ell pl-gap">{path}</span>
        <Button type="text" size="small" icon={<CloseOutlined />} aria-label={t('common:close')} onClick={onClose} />
      </div>
      <div className="pl-row" style={{ marginBottom: 8 }}>
        <h1 className="pl-ell">{point.name}</h1>
        <StatusTag status={status} words="short" />
      </div>
      {isWhole(status) ? (
        <p className="pl-2">
          <MadeOfWords status={status} />
        </p>
      ) : (
        field && (
          <Reading
            value={mainValueOf(point)}
            word={stateWord(field.key, mainValueOf(point))}
            unit={field.unit}
            precision={field.precision}
            stale={status.state === 'stale'}
            at={point.latest?.at ?? null}
            zone={project.timeZone}
          />
        )
      )}
    </div>
  );
}

const noCurve = { times: [], values: [] };

/** Points beside the one that is shown, with their last days, each to be chosen. */
function PointRows({
  title,
  nodes,
  now,
  onChoose,
}: {
  title: string;
  nodes: readonly TreeNode[];
  now: readonly PointNow[];
  onChoose: (pointId: number) => void;
}) {
  const { project } = useProject();
  const curves = useRowCurves(nodes, now);
  return (
    <div>
      <div className="pl-sm pl-3" style={{ marginBottom: 4 }}>
        {title}
      </div>
      {nodes.map((node) => (
        <button key={node.id} type="button" className="pl-bare mini" onClick={() => onChoose(node.ref)}>
          <StatusMark status={node.status} />
          <span className="pl-ell">{node.name}</span>
          <Sparkline {...(curves.get(node.ref) ?? noCurve)} width={84} height={22} />
          <span className="pl-num">
            <Value
              value={node.value}
              unit={node.unit}
              state={node.status.state === 'stale' ? 'stale' : 'fresh'}
              at={lastReadAt(node.status)}
              zone={project.timeZone}
              strong
            />
          </span>
        </button>
      ))}
    </div>
  );
}

/** The way to the curve and to the alerts of the point, with how many are open. */
function Foot({ pointId }: { pointId: number }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const projectId = useProject().project.id;
  const open = useRead(
    alerts.ofProject,
    { projectId, pointId, status: 'Open', pageSize: 1 },
    { enabled: allowed(alerts.ofProject) },
  );
  return (
    <div className="foot">
      <Allowed to={readings.query}>
        <LinkButton
          to={to('DataView', { projectId }, { point: pointId })}
          type="primary"
          block
          icon={<LineChartOutlined />}
        >
          {t('panel:openDataView')}
        </LinkButton>
      </Allowed>
      <Allowed to={alerts.ofProject}>
        <LinkButton to={to('Alerts', { projectId }, { point: pointId })}>
          {t('panel:alerts', { count: open.data?.total ?? 0 })}
        </LinkButton>
      </Allowed>
    </div>
  );
}
