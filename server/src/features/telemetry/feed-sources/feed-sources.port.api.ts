/** Feeds that are fetched by the clock, for the gateway, which opens them. */
import type { FeedKind } from '@plumbline/contract/telemetry/feeds';
import { openFtpSource } from './logic/ftp-source.ts';
import { openHttpSource } from './logic/http-source.ts';
import { openImapSource } from './logic/imap-source.ts';
import type { PolledSource, SourceParts } from './logic/polled-source.ts';
import { openSqlSource } from './logic/sql-source.ts';

const openers = new Map<FeedKind, (parts: SourceParts) => PolledSource>([
  ['ftp', openFtpSource],
  ['mailbox', openImapSource],
  ['http', openHttpSource],
  ['sql', openSqlSource],
]);

/** null = feeds of this kind are not looked into by the clock. */
export const openerOf = (kind: FeedKind) => openers.get(kind) ?? null;
export type { PolledSource } from './logic/polled-source.ts';
