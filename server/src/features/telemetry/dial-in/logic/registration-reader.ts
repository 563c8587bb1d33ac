/**
 * The first bytes of a connection: who it says it is. Invariant: whoever says nothing, too much or too slowly is gone within
 * ten seconds, having cost 128 bytes.
 */
import type { Socket } from 'node:net';
import { dialInLimits } from '@plumbline/contract/telemetry/dial-in';
import { endOfRegistration, registrationBytes } from '@plumbline/science/dial-in/registration';

/** A registration without an end of line is over when nothing more came for so long: modems send it byte by byte. */
const quietMs = 400;

export interface Registration {
  readonly bytes: Buffer;
  /** What came after it at once. */
  readonly rest: Buffer;
}

/** Null = the connection ended, or its time was over before it said anything. The socket is paused when this resolves. */
export function readRegistration(
  socket: Socket,
  withinMs: number = dialInLimits.registrationMs,
): Promise<Registration | null> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    let quiet: NodeJS.Timeout | undefined;
    const settle = (end: number | null) => {
      clearTimeout(deadline);
      clearTimeout(quiet);
      socket.off('data', take).off('close', onClose);
      socket.pause();
      resolve(end === null || end === 0 ? null : { bytes: bytes.subarray(0, end), rest: bytes.subarray(end) });
    };
    const onClose = () => settle(null);
    const take = (more: Buffer) => {
      bytes = Buffer.concat([bytes, more]);
      const end = endOfRegistration(bytes.subarray(0, registrationBytes));
      if (end !== null) return settle(end);
      if (bytes.length >= registrationBytes) return settle(registrationBytes);
      clearTimeout(quiet);
      quiet = setTimeout(() => settle(bytes.length), quietMs);
    };
    const deadline = setTimeout(() => settle(bytes.length), withinMs);
    socket.on('data', take).on('close', onClose);
  });
}
