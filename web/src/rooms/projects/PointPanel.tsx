import { CloseOutlined, LineChartOutlined } from '@ant-design/icons';
import { alerts } from '@plumbline/contract/alerts';
import { fieldsOf } from '@plumbline/contract/families';
import { points } from '@plumbline/contract/points';
import type { TreeNode } from '@plumbline/contract/projects';
import { readings } from '@plumbline/contract/readings';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../app/paths.ts';
import { hasPage } from '../../app/room-pages.ts';
import { Chart } from '../../charts/Chart.tsx';
import type { ChartThreshold } from '../../charts/shapes.ts';
import { LevelMark, LevelTag } from '../../design/Level.tsx';
import { LinkButton } from '../../design/LinkButton.tsx';
import { Facts } from '../../design/Pane.tsx';
import { Answer, Failed, SkeletonChart, SkeletonRows } from '../../design/States.tsx';
import { Reading, Value } from '../../design/Value.tsx';
import { Allowed, useAllowed } from '../../kernel/allowed.tsx';
import { formatNumber } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { asks } from '../../kernel/queries.ts';

const day = 86_400_000;

/** One point beside the map: its reading, four days of curve against its limits, what feeds it, and its neighbours. */
export function PointPanel({
  pointId,
  path,
  neighbours,
  onChoose,
  onClose,
}: {
  pointId: number;
  path: string;
  neighbours: readonly TreeNode[];
  onChoose: (pointId: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const query = useQuery({ ...asks(points.get, { pointId }), refetchInterval: 30_000 });
  const open = useQuery({
    ...asks(alerts.ofProject, { projectId: project.id, pointId, status: 'Open', pageSize: 1 }),
    enabled: allowed(alerts.ofProject),
  });
  return (
    <aside className="ppanel">
      <Answer query={query} loading={<SkeletonRows rows={8} />}>
        {({ measuringPoint: point, thresholds }) => {
          const field = fieldsOf(point.family, point.nodeCount)[0];
          const limit = thresholds.find((each) => each.field === field?.key && each.kind === 'value' && each.enabled);
          return (
            <>
              <div className="head">
                <div className="pl-row">
                  <span className="pl-sm pl-3 pl-ell pl-gap">{path}</span>
                  <Button
                    type="text"
                    size="small"
                    icon={<CloseOutlined />}
                    aria-label={t('common:close')}
                    onClick={onClose}
                  />
                </div>
                <div className="pl-row" style={{ marginBottom: 8 }}>
                  <h1 className="pl-ell">{point.name}</h1>
                  <LevelTag level={point.level} />
                </div>
                {field && (
                  <Reading
                    value={point.latest?.values[0] ?? null}
                    unit={field.unit}
                    precision={field.precision}
                    stale={point.stale}
                    at={point.latest?.at ?? null}
                    zone={project.timeZone}
                  />
                )}
              </div>
              <div className="body">
                {field && allowed(readings.query) && (
                  <Curve
                    pointId={pointId}
                    name={point.name}
                    unit={field.unit}
                    precision={field.precision}
                    intervalSeconds={point.intervalSeconds}
                    limits={limit ? linesOf(limit.levels, limit.method) : []}
                  />
                )}
                <div>
                  <Facts
                    facts={[
                      [
                        t('panel:quantity'),
                        field ? t(`families:field.${point.family}.${field.key}`) : t(`families:family.${point.family}`),
                      ],
                      ...(limit
                        ? ([
                            [
                              t('panel:threshold'),
                              `${formatNumber(limit.levels.find((each) => each !== null) ?? null, field?.precision)} ${field?.unit ?? ''}, ${t(`panel:method.${limit.method}`)}`,
                            ],
                          ] as const)
                        : []),
                      [t('panel:device'), point.deviceGroup?.sncode ?? t('panel:notBound')],
                      ...(point.deviceGroup ? ([[t('panel:channel'), point.deviceGroup.channel]] as const) : []),
                    ]}
                  />
                </div>
                {neighbours.length > 0 && (
                  <div>
                    <div className="pl-sm pl-3" style={{ marginBottom: 4 }}>
                      {t('panel:same')}
                    </div>
                    {neighbours.slice(0, 8).map((node) => (
                      <button key={node.id} type="button" className="pl-bare mini" onClick={() => onChoose(node.ref)}>
                        <LevelMark level={node.level} />
                        <span className="pl-ell">{node.name}</span>
                        <span className="pl-num">
                          <Value
                            value={node.value}
                            unit={node.unit}
                            state={node.stale ? 'stale' : 'fresh'}
                            at={node.at ?? null}
                            zone={project.timeZone}
                            strong
                          />
                        </span>
                      </button>
                    ))}
                  </div>
                )}
              </div>
              <div className="foot">
                {hasPage('DataView') && (
                  <Allowed to={readings.query}>
                    <LinkButton
                      to={to('DataView', { projectId: project.id }, { point: pointId })}
                      type="primary"
                      block
                      icon={<LineChartOutlined />}
                    >
                      {t('panel:openDataView')}
                    </LinkButton>
                  </Allowed>
                )}
                {hasPage('Alerts') && (
                  <Allowed to={alerts.ofProject}>
                    <LinkButton to={to('Alerts', { projectId: project.id }, { point: pointId })}>
                      {t('panel:alerts', { count: open.data?.total ?? 0 })}
                    </LinkButton>
                  </Allowed>
                )}
              </div>
            </>
          );
        }}
      </Answer>
    </aside>
  );
}

/** A rule's limits as lines: on both sides where it watches both. */
export function linesOf(levels: readonly (number | null)[], method: 'twoSided' | 'upper' | 'lower'): ChartThreshold[] {
  return levels.flatMap((value, i) => {
    if (value === null) return [];
    if (method === 'twoSided')
      return [
        { level: i + 1, value },
        { level: i + 1, value: -value },
      ];
    return [{ level: i + 1, value: method === 'lower' ? -value : value }];
  });
}

function Curve({
  pointId,
  name,
  unit,
  precision,
  intervalSeconds,
  limits,
}: {
  pointId: number;
  name: string;
  unit: string;
  precision: number;
  intervalSeconds: number;
  limits: ChartThreshold[];
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  // Stepped by five minutes, so that the same question is asked again only when it has a new answer.
  const to = Math.ceil(Date.now() / 300_000) * 300_000;
  const range = useMemo(() => ({ from: to - 4 * day, to }), [to]);
  const query = useQuery({
    ...asks(readings.query, {
      pointIds: [pointId],
      from: new Date(range.from).toISOString(),
      to: new Date(range.to).toISOString(),
      width: 300,
    }),
    placeholderData: keepPreviousData,
  });
  const series = query.data?.series[0];
  const curves = useMemo(
    () =>
      series
        ? [
            {
              id: 'value',
              name,
              unit,
              precision,
              times: series.times,
              values: series.values,
              gapSeconds: intervalSeconds * 3,
            },
          ]
        : [],
    [series, name, unit, precision, intervalSeconds],
  );
  if (query.error && !series)
    return <Failed title={t('panel:curveFailed')} error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="chart">
      {series ? (
        <Chart
          curves={curves}
          range={range}
          thresholds={limits}
          zone={project.timeZone}
          heightPx={190}
          readout={false}
        />
      ) : (
        <SkeletonChart height={190} />
      )}
    </div>
  );
}
