import { feedPulls } from '@plumbline/contract/telemetry/feed-pulls';
import { feedWaiting } from '@plumbline/contract/telemetry/feed-waiting';
import { feeds } from '@plumbline/contract/telemetry/feeds';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';

export type FeedsReply = Reply<typeof feeds.list>;

/** Read again while one looks at them: something may have come, somebody may be unknown. */
export const useFeeds = (corporationId: number) => useRead(feeds.list, { corporationId }, { refetchInterval: 5_000 });
export const useUnknownSources = (corporationId: number, feedId: number) =>
  useRead(feeds.unknown, { corporationId, feedId }, { refetchInterval: 5_000 });

/** Messages that wait for their codec; they become fewer by themselves. */
export const useWaiting = (corporationId: number, feedId: number) =>
  useRead(feedWaiting.list, { corporationId, feedId }, { refetchInterval: 10_000 });

/** Read again while one looks: a round may have ended. */
export const useRounds = (corporationId: number, feedId: number) =>
  useRead(feedPulls.rounds, { corporationId, feedId }, { refetchInterval: 5_000 });
