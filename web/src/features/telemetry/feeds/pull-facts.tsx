import type { Feed } from '@plumbline/contract/telemetry/feeds';
import { sqlPorts } from '@plumbline/contract/telemetry/feeds.pulls';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';

/** Returns the query of a feed, and how often. */
export function pullFacts(feed: Feed, t: TFunction): (readonly [ReactNode, ReactNode])[] {
  const every = [t('feeds:pollSeconds'), `${feed.pollSeconds} s`] as const;
  if (feed.kind === 'http')
    return [
      [
        t('feedPulls:url'),
        <code key="u" className="fd-wrap">
          {feed.pullUrl}
        </code>,
      ],
      every,
    ];
  if (feed.kind !== 'sql') return [];
  return [
    [t('feedPulls:dialect'), t(`feedPulls:dialects.${feed.dialect}`)],
    [t('feeds:address'), `${feed.host}:${feed.port ?? sqlPorts[feed.dialect]}/${feed.database}`],
    [t('feedPulls:table'), `${feed.table} · ${feed.cursorColumn}`],
    every,
  ];
}
