import { projects } from '@plumbline/contract/site/projects';
import type { Feed, FeedState } from '@plumbline/contract/telemetry/feeds';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { Facts } from '../../../design/Pane.tsx';
import { formatCount, formatNumber, formatTime, missing } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';

/** How the process at a site is started that delivers by an edge. */
export function EdgeReach({ feed, url }: { feed: Feed; url: string }) {
  const { t } = useTranslation();
  const { data } = useRead(projects.list, {});
  const project = data?.projects.find(({ id }) => id === feed.siteProjectId);
  const settings = [
    `ROLES=gateway`,
    `EDGE_CENTRE=${url}`,
    `EDGE_KEY=${feed.key}`,
    `EDGE_SECRET=${t('feeds:edgeSecretHere')}`,
  ].join('\n');
  const facts: readonly (readonly [ReactNode, ReactNode])[] = [
    [t('feeds:project'), project?.name ?? (data ? t('feeds:projectGone') : missing)],
    [
      t('feeds:siren'),
      feed.sirenLevel === null ? t('feeds:sirenNever') : t(`feeds:sirenFrom.${feed.sirenLevel as 1 | 2 | 3 | 4}`),
    ],
    [
      t('feeds:edgeSettings'),
      <span key="s" className="pl-row tight">
        <code className="fd-settings pl-gap">{settings}</code>
        <CopyButton text={settings} />
      </span>,
    ],
  ];
  return <Facts facts={facts} />;
}

/** Shows the last report of an edge. A number of one that is silent is of then, and says so. */
export function EdgeState({ state }: { state: FeedState | undefined }) {
  const { t } = useTranslation();
  const edge = state?.edge;
  return (
    <section className="fd-section" data-state={edge ? (state.connected ? 'connected' : 'silent') : 'never'}>
      <h3 className="pl-h3">{t('feeds:edge')}</h3>
      {!edge && <p className="pl-3 pl-sm">{t('feeds:edgeNever')}</p>}
      {edge && !state.connected && <p className="pl-wrong">{t('feeds:edgeSilent', { at: formatTime(edge.at) })}</p>}
      {edge && (
        <Facts
          facts={[
            [t('feeds:edgeAt'), formatTime(edge.at)],
            [t('feeds:edgeDevices'), formatCount(edge.connected)],
            [t('feeds:edgePorts'), portWords(edge.ports, t)],
            [t('feeds:edgeLoggers'), t(edge.callsLoggers ? 'feeds:edgeLoggersYes' : 'feeds:edgeLoggersNo')],
            [t('feeds:waiting'), formatCount(edge.waiting)],
            [t('feeds:waitingSince'), edge.waitingSince ? formatTime(edge.waitingSince) : missing],
            [t('feeds:disk'), t('feeds:diskOf', { used: megabytes(edge.bytes), max: megabytes(edge.maxBytes) })],
            [t('feeds:dropped'), <Wrong key="d" count={edge.dropped} />],
            [t('feeds:refusedFull'), <Wrong key="r" count={edge.refusedFull} />],
            [t('feeds:damaged'), <Wrong key="b" count={edge.damaged} />],
            [
              t('feeds:sirenNow'),
              <span key="n" className={edge.siren === 'on' || edge.siren === 'unreached' ? 'pl-wrong' : ''}>
                {t(`feeds:sirens.${edge.siren}`)} {edge.sirenSince && formatTime(edge.sirenSince)}
              </span>,
            ],
            [t('feeds:version'), edge.version],
            ...(edge.unknown.length > 0
              ? [[t('feeds:edgeUnknown'), <UnknownThere key="u" unknown={edge.unknown} />] as const]
              : []),
          ]}
        />
      )}
    </section>
  );
}

type EdgeReport = NonNullable<FeedState['edge']>;

function portWords({ dialIn, dialInUdp }: EdgeReport['ports'], t: TFunction): string {
  const ports = [
    ...(dialIn === null ? [] : [t('feeds:edgePortTcp', { port: dialIn })]),
    ...(dialInUdp === null ? [] : [t('feeds:edgePortUdp', { port: dialInUdp })]),
  ];
  return ports.length > 0 ? ports.join(', ') : t('feeds:edgeNoPorts');
}

/** Who dialled in there and is none of its devices, the newest first. */
function UnknownThere({ unknown }: { unknown: EdgeReport['unknown'] }) {
  const { t } = useTranslation();
  return (
    <ul className="fd-plain pl-sm">
      {unknown.toReversed().map(({ register, bytes, address, at }) => (
        <li key={bytes}>{t('feeds:edgeUnknownLine', { register: register ?? bytes, address, at: formatTime(at) })}</li>
      ))}
    </ul>
  );
}

const megabytes = (bytes: number): string => formatNumber(bytes / 1024 / 1024, 1);

const Wrong = ({ count }: { count: number }) => (
  <span className={count > 0 ? 'pl-wrong' : ''}>{formatCount(count)}</span>
);
