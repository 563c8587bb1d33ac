import { devices } from '@plumbline/contract/devices/devices';
import { readings } from '@plumbline/contract/readings/readings';
import { dialIn } from '@plumbline/contract/telemetry/dial-in';
import { health } from '@plumbline/contract/telemetry/health';
import { formatSpan } from '@plumbline/science/display/span';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { historyMs } from '../../charts/range/ranges.ts';
import { Facts } from '../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../design/States.tsx';
import type { TabProps } from '../../features/points/points/point-tab.parts.ts';
import { useAllowed } from '../../kernel/allowed.tsx';
import { formatTime, missing } from '../../kernel/format.ts';
import { useLanguage } from '../../kernel/language.ts';
import { useProject } from '../../kernel/project.tsx';
import { useRead } from '../../kernel/reads.ts';
import { serverNow } from '../../kernel/server-clock.ts';
import { type Delays, delaysOf } from './arrival-delays.ts';

/** Tab "offline config": what the instrument of the point does without a network, and what it has done. */
export function OfflineTab({ point }: TabProps) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const deviceId = point.deviceGroup?.measuringDeviceId;
  if (deviceId === undefined)
    return <Empty title={t('points:offline.notConfigured')} why={t('points:offline.bindFirst')} />;
  // Whoever may not see devices sees what is stored of the point.
  const seesDevice = allowed(devices.get);
  return (
    <div className="pt-tab pt-offline">
      {seesDevice && <Link deviceId={deviceId} />}
      <Arrivals point={point} />
      {seesDevice && <Silence deviceId={deviceId} point={point} />}
    </div>
  );
}

/** By what way readings come, and who keeps them while that way is closed. */
function Link({ deviceId }: { deviceId: number }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useRead(devices.get, { deviceId });
  // Until it has answered nobody knows whether there is an edge.
  const line = useRead(dialIn.get, { deviceId });
  return (
    <>
      <section className="pt-section">
        <h3>{t('points:offline.way')}</h3>
        <Answer query={query} loading={<SkeletonRows rows={3} />}>
          {({ device }) => (
            <Facts
              facts={[
                [t('points:offline.device'), `${device.name} · ${device.sncode}`],
                [t('points:offline.network'), device.register ?? t('points:offline.noNetwork')],
                [t('points:offline.connection'), t(`devices:connection.${device.connection}`)],
                [
                  t('points:offline.lastSeen'),
                  device.lastSeenAt === null ? missing : formatTime(device.lastSeenAt, project.timeZone),
                ],
              ]}
            />
          )}
        </Answer>
      </section>
      <section className="pt-section">
        <h3>{t('points:offline.keeps')}</h3>
        <Answer query={line} loading={<SkeletonRows rows={3} />}>
          {({ state: { edge } }) => (
            <Facts
              facts={[
                [
                  t('points:offline.readings'),
                  t(edge === null ? 'points:offline.keepsDevice' : 'points:offline.keepsEdge'),
                ],
                [t('points:offline.retry'), t('points:offline.retryWords')],
                [
                  t('points:offline.limits'),
                  edge === null
                    ? t('points:offline.limitsNone')
                    : t(edge.isThere ? 'points:offline.limitsEdge' : 'points:offline.limitsAway'),
                ],
              ]}
            />
          )}
        </Answer>
      </section>
    </>
  );
}

/** How late its last hundred readings came: whether anything was kept on the way. */
function Arrivals({ point }: { point: TabProps['point'] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const language = useLanguage();
  const span = useMemo(() => {
    const to = serverNow();
    return { from: new Date(to - historyMs / 2).toISOString(), to: new Date(to).toISOString() };
  }, []);
  const query = useRead(readings.pagination, { pointId: point.id, ...span, page: 1, pageSize: 100 });
  const words = (seconds: number): string => formatSpan(Math.round(seconds), language);
  const factsOf = ({ count, medianSeconds, longestSeconds, bufferedCount, bufferedAt }: Delays) =>
    [
      [t('points:offline.median'), words(medianSeconds)],
      [t('points:offline.longest'), words(longestSeconds)],
      [
        t('points:offline.kept'),
        bufferedAt === null
          ? t('points:offline.keptNone', { count })
          : t('points:offline.keptSome', {
              buffered: bufferedCount,
              count,
              time: formatTime(bufferedAt, project.timeZone),
            }),
      ],
    ] as const;
  return (
    <section className="pt-section">
      <h3>{t('points:offline.seen')}</h3>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ rows }) => {
          const delays = delaysOf(rows, point.intervalSeconds);
          return delays === null ? (
            <p className="pl-2">{t('points:offline.noReadings')}</p>
          ) : (
            <Facts facts={factsOf(delays)} />
          );
        }}
      </Answer>
    </section>
  );
}

/** When silence is told: the next reading that is awaited, and since when it is overdue. */
function Silence({ deviceId, point }: { deviceId: number; point: TabProps['point'] }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useRead(health.device, { deviceId });
  const time = (at: string | null): string => (at === null ? missing : formatTime(at, project.timeZone));
  return (
    <section className="pt-section">
      <h3>{t('points:offline.silence')}</h3>
      <Answer query={query} loading={<SkeletonRows rows={3} />}>
        {({ channels }) => {
          const channel = channels.find(({ pointId }) => pointId === point.id);
          return channel === undefined ? (
            <p className="pl-2">{t('points:offline.notJudged')}</p>
          ) : (
            <Facts
              facts={[
                [t('points:offline.expected'), time(channel.expectedAt)],
                [t('points:offline.missed'), String(channel.missed)],
                [
                  t('points:offline.overdue'),
                  channel.overdueAt === null ? t('points:offline.no') : time(channel.overdueAt),
                ],
              ]}
            />
          );
        }}
      </Answer>
    </section>
  );
}
