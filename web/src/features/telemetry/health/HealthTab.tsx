import './health.css';
import { points } from '@plumbline/contract/points/points';
import type { health } from '@plumbline/contract/telemetry/health';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Pages } from '../../../design/Pages.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatAge, formatShort, formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { Health } from '../../devices/devices/devices.parts.tsx';
import { useDeviceHealth, useHealthChanges } from './health.queries.ts';

type Channel = Reply<typeof health.device>['channels'][number];
const pageSize = 20;

/**
 * How a device stands: since when, channel by channel, and how that came about. `limits` = by what it is judged, and
 * `projectOf` the project of a point that a channel feeds, for the link to it.
 */
export function HealthTab({
  deviceId,
  zone,
  limits,
  projectOf,
}: {
  deviceId: number;
  zone: string | undefined;
  limits: ReactNode;
  projectOf: (channel: string) => number | null;
}) {
  const { t } = useTranslation();
  const language = useLanguage();
  const query = useDeviceHealth(deviceId);
  return (
    <>
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ status, since, channels }) => (
          <>
            <section className="hl-section">
              <div className="pl-row">
                <Health health={status} />
                {since !== null && (
                  <span className="pl-3 pl-sm" title={formatAge(since, language)}>
                    {t('health:since', { time: formatTime(since, zone) })}
                  </span>
                )}
              </div>
            </section>
            <section className="hl-section">
              <h3>{t('health:channels')}</h3>
              {channels.length === 0 ? (
                <Empty title={t('health:noChannels')} why={t('health:noChannelsWhy')} />
              ) : (
                <ul className="hl-channels">
                  {channels.map((channel) => (
                    <ChannelRow
                      key={channel.pointId}
                      channel={channel}
                      projectId={projectOf(channel.channel)}
                      zone={zone}
                    />
                  ))}
                </ul>
              )}
            </section>
          </>
        )}
      </Answer>
      {limits}
      <Changes deviceId={deviceId} zone={zone} />
    </>
  );
}

function ChannelRow({
  channel: each,
  projectId,
  zone,
}: {
  channel: Channel;
  projectId: number | null;
  zone: string | undefined;
}) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const name = each.pointName ?? t('devices:hiddenPoint');
  const language = useLanguage();
  const time = (at: string) => formatShort(at, zone, language);
  const lines = [
    each.lastAt === null ? t('health:never') : t('health:last', { time: time(each.lastAt) }),
    ...(each.missed > 0
      ? [t('health:missed', { count: each.missed })]
      : each.expectedAt === null
        ? [t('health:notExpected')]
        : []),
    ...(each.expectedAt === null ? [] : [t('health:expected', { time: time(each.expectedAt) })]),
    ...(each.overdueAt === null ? [] : [t('health:overdue', { time: time(each.overdueAt) })]),
    ...(each.brokenNodes.length === 0 ? [] : [t('health:broken', { nodes: each.brokenNodes.join(', ') })]),
    ...(each.repeats > 1 ? [t('health:repeats', { count: each.repeats })] : []),
  ];
  return (
    <li>
      <span className="pl-3">{each.channel}</span>
      <div className="what">
        <div className="pl-row">
          <span className="pl-gap pl-ell">
            {projectId !== null && each.pointName !== null && allowed(points.get) ? (
              <Link to={to('DataView', { projectId }, { point: each.pointId })}>{name}</Link>
            ) : (
              <span className={each.pointName === null ? 'pl-3' : ''}>{name}</span>
            )}
          </span>
          <span title={t('health:since', { time: formatTime(each.since, zone) })}>
            <Health health={each.status} />
          </span>
        </div>
        <p className="pl-2 pl-sm">{lines.join(' · ')}</p>
      </div>
    </li>
  );
}

/** The log: from what to what, and which channels made it. */
function Changes({ deviceId, zone }: { deviceId: number; zone: string | undefined }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useHealthChanges(deviceId, page, pageSize);
  return (
    <section className="hl-section">
      <h3>{t('health:log')}</h3>
      <Answer
        query={query}
        loading={<SkeletonRows rows={3} />}
        isEmpty={({ total }) => total === 0}
        empty={<p className="pl-3 pl-sm">{t('health:noChanges')}</p>}
      >
        {({ changes, total }) => (
          <>
            <ol className="hl-log">
              {changes.map(({ id, at, before, status, channels }) => (
                <li key={id}>
                  <time className="pl-3 pl-num" dateTime={at}>
                    {formatTime(at, zone)}
                  </time>
                  <span>
                    <span className="pl-3">{t(`common:health.${before}`)} → </span>
                    <span className={status === 'normal' ? 'pl-2' : 'pl-b'}>{t(`common:health.${status}`)}</span>
                    {channels.length > 0 && (
                      <span className="pl-2"> · {t('health:ofChannels', { channels: channels.join(', ') })}</span>
                    )}
                  </span>
                </li>
              ))}
            </ol>
            <Pages at={page} pageSize={pageSize} total={total} onChange={setPage} />
          </>
        )}
      </Answer>
    </section>
  );
}
