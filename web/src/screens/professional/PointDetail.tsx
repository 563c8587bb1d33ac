import { fieldsOf } from '@plumbline/contract/points/families';
import { type Point, points } from '@plumbline/contract/points/points';
import { readings } from '@plumbline/contract/readings/readings';
import { formatSpan } from '@plumbline/science/display/span';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { historyMs } from '../../charts/range/ranges.ts';
import { Facts } from '../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { formatTime } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { serverNow } from '../../kernel/server-clock.ts';
import { CopyLine } from './CopyLine.tsx';

type Row = Reply<typeof readings.pagination>['rows'][number];
const newestRows = 10;

/** The stored data of a point: its ids and addresses, and of its newest readings the sample, the quality of each field and the way. */
export function PointDetail({ pointId }: { pointId: number }) {
  const query = useRead(points.get, { pointId });
  return (
    <Answer query={query} loading={<SkeletonRows rows={8} />}>
      {({ measuringPoint }) => (
        <>
          <Ids point={measuringPoint} />
          <Newest point={measuringPoint} />
        </>
      )}
    </Answer>
  );
}

function Ids({ point }: { point: Point }) {
  const { t } = useTranslation();
  const { deviceGroup } = point;
  return (
    <Facts
      facts={[
        [t('shell:professional.ids.point'), <CopyLine key="point" text={String(point.id)} />],
        [t('shell:professional.ids.structure'), <CopyLine key="structure" text={String(point.structureId)} />],
        [t('shell:professional.ids.project'), <CopyLine key="project" text={String(point.projectId)} />],
        ...(deviceGroup
          ? ([
              [
                t('shell:professional.ids.device'),
                <CopyLine key="device" text={String(deviceGroup.measuringDeviceId)} />,
              ],
              [
                t('shell:professional.ids.channel'),
                <CopyLine key="channel" text={`${deviceGroup.sncode} / ${deviceGroup.channel}`} />,
              ],
            ] as const)
          : []),
        [
          t('shell:professional.ids.api'),
          <CopyLine key="api" text={`${location.origin}/api/measuring-points/${point.id}`} />,
        ],
      ]}
    />
  );
}

function Newest({ point }: { point: Point }) {
  const { t } = useTranslation();
  const span = useMemo(() => {
    const to = serverNow();
    return { from: new Date(to - historyMs / 2).toISOString(), to: new Date(to).toISOString() };
  }, []);
  const query = useRead(readings.pagination, { pointId: point.id, ...span, page: 1, pageSize: newestRows });
  return (
    <>
      <h3 className="pl-h3 pro-head">{t('shell:professional.newest')}</h3>
      <p className="pl-2 pl-sm">{t('shell:professional.newestHelp')}</p>
      <Answer query={query} loading={<SkeletonRows rows={4} />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="pl-2">{t('common:chart.noData')}</p>
          ) : (
            <ul className="pro-list">
              {rows.map((row) => (
                <Reading key={row.at} point={point} row={row} />
              ))}
            </ul>
          )
        }
      </Answer>
    </>
  );
}

/** One reading: hops of its way, each value beside its quality code and what is stored, the sample as it came. */
function Reading({ point, row }: { point: Point; row: Row }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const fields = fieldsOf(point.family, point.nodeCount);
  const way = Math.max(0, Date.parse(row.receivedAt) - Date.parse(row.at)) / 1000;
  return (
    <li>
      <span className="pl-num">
        {t('shell:professional.measured', { time: formatTime(row.at, 'UTC') })} →{' '}
        {t('shell:professional.received', {
          time: formatTime(row.receivedAt, 'UTC'),
          span: way < 1 ? '< 1 s' : formatSpan(Math.round(way), language),
        })}
      </span>
      <table className="pro-values">
        <tbody>
          {fields.map(({ key, unit }, i) => {
            const flag = row.flags?.[i];
            return (
              <tr key={key}>
                <td>
                  <code className="pl-mono">{key}</code>
                </td>
                <td className="pl-num">{row.values[i] ?? 'null'}</td>
                <td>{unit}</td>
                <td className="pl-num pl-3">
                  {row.stored ? t('shell:professional.stored', { value: String(row.stored[i] ?? 'null') }) : ''}
                </td>
                <td>
                  <code className="pl-mono">{flag ? `${flag.quality} ${flag.tests.join(' ')}` : 'good'}</code>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {row.raw !== null && <CopyLine text={JSON.stringify(row.raw)} />}
    </li>
  );
}
