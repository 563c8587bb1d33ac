import { limits } from '@plumbline/contract/constants';
import { type ErrorName, errors, Failure } from '@plumbline/contract/errors';
import type { CommandClientEvents, CommandServerEvents } from '@plumbline/contract/events';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Socket } from 'socket.io-client';
import * as session from '../../kernel/session.ts';

/** A live talk with one device over /command. Invariant: identity is the token; the device is named in the query and checked by the server. */
export interface Line {
  readonly key: number;
  readonly kind: 'sent' | 'answer';
  readonly text: string;
  readonly at: number;
  readonly commandId: string | null;
}
export type DeviceConnection = 'notConnected' | 'connecting' | 'connected';
type Channel = Socket<CommandServerEvents, CommandClientEvents>;

const linesKept = 200;
let nextKey = 1;

export function useCommandSocket(deviceId: number) {
  const [connection, setConnection] = useState<DeviceConnection | null>(null);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const [failure, setFailure] = useState<Error | null>(null);
  const channel = useRef<Channel | null>(null);
  const say = useCallback((line: Omit<Line, 'key'>) => setLines((old) => [...old, { ...line, key: nextKey++ }].slice(-linesKept)), []);

  useEffect(() => {
    let wanted = true;
    setLines([]);
    setConnection(null);
    void import('socket.io-client').then(({ io }) => {
      if (!wanted) return;
      const made: Channel = io('/command', {
        path: `${new URL('./', location.href).pathname}socket.io`,
        transports: ['websocket'],
        forceNew: true,
        auth: (give) => give({ token: session.token() }),
        query: { device: String(deviceId) },
        reconnectionDelay: limits.socketReconnectDelayMs,
        reconnectionDelayMax: limits.socketReconnectDelayMaxMs,
      });
      made.on('connect', () => setFailure(null));
      made.on('CONNECTION', (state) => setConnection(state.connection));
      made.on('RESPONSE', ({ text, at, commandId }) => say({ kind: 'answer', text, at: Date.parse(at), commandId }));
      made.on('connect_error', (error: Error & { data?: { error?: string } }) => {
        const name = error.data?.error;
        setFailure(name !== undefined && name in errors ? new Failure(name as ErrorName) : error);
      });
      made.on('disconnect', () => setConnection(null));
      channel.current = made;
    });
    return () => {
      wanted = false;
      channel.current?.close();
      channel.current = null;
    };
  }, [deviceId, say]);

  /** Resolves when the command is on its way; throws the server's Failure. */
  const send = useCallback(
    async (text: string): Promise<void> => {
      const open = channel.current;
      if (!open?.connected) throw new Failure('deviceNotNetworked');
      const result = await open.timeout(limits.requestTimeoutMs).emitWithAck('COMMAND', { text });
      if ('error' in result) throw new Failure(result.error in errors ? (result.error as ErrorName) : 'unknown');
      say({ kind: 'sent', text, at: Date.now(), commandId: result.commandId });
    },
    [say],
  );
  return { connection, lines, failure, send };
}
