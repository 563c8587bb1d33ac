import { dialIn, type UnknownLink } from '@plumbline/contract/telemetry/dial-in';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';

export type DialInReply = Reply<typeof dialIn.get>;

/** A device that dials in, read again while one looks at it: a round may be over, a modem may have come. */
export const useDialIn = (deviceId: number, enabled: boolean) =>
  useRead(dialIn.get, { deviceId }, { enabled, refetchInterval: 3_000, staleTime: 0 });

/** Returns the unknown devices that came by a link; undefined = by any. */
export const useUnknown = (link: UnknownLink | undefined) =>
  useRead(dialIn.unknown, link ? { link } : {}, { refetchInterval: 10_000 });
