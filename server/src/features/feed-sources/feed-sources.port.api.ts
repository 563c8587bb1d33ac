/** Feeds that are fetched by the clock, for the gateway, which opens them. */
export { openFtpSource } from './logic/ftp-source.ts';
export { openImapSource } from './logic/imap-source.ts';
export type { PolledSource } from './logic/polled-source.ts';
