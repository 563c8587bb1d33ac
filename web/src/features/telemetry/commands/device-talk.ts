import type { Connection } from '@plumbline/contract/devices/devices.words';
import { limits } from '@plumbline/contract/kernel/constants';
import type { CommandServerEvents } from '@plumbline/contract/kernel/events';
import type { ClientEvents } from '@plumbline/contract/kernel/sockets';
import { type CommandState, commands } from '@plumbline/contract/telemetry/commands';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Socket } from 'socket.io-client';
import { Unreachable } from '../../../kernel/call.ts';
import { failureNamed } from '../../../kernel/failures.ts';
import { read } from '../../../kernel/reads.ts';
import * as session from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';

/**
 * A talk with one device over namespace /command, for as long as the component lives.
 * Invariant: what is listed stands in the order in which it was sent or came; the newest is last, at most `kept` stay.
 */
type Channel = Socket<CommandServerEvents, ClientEvents<'/command'>>;
export interface Line {
  readonly key: number;
  readonly kind: 'sent' | 'answer';
  readonly text: string;
  readonly at: string;
  /** An answer that names a command of this talk belongs to it. */
  readonly commandId: string | null;
}
const maxLines = 200;
const answerWithinMs = 10_000;

type NewLine = Omit<Line, 'key'>;

export function useDeviceTalk(deviceId: number) {
  const { run: debugCommand } = useWrite(commands.debugCommand);
  const { lines, add, recall, clear } = useLines(deviceId);
  const { channel, open, attempt, error, connection, retry } = useChannel(deviceId, { add, recall });

  /** Rejects with the Failure by which the command was refused. */
  const send = useCallback(
    async (text: string): Promise<void> => add(await commandOver(channel.current, text)),
    [add, channel],
  );
  /** Bytes, by the debug command; rejects like `send`. */
  const sendHex = useCallback(
    async (hex: string): Promise<void> => {
      const { commandId } = await debugCommand({ deviceId, hex });
      add({ kind: 'sent', text: hex.toUpperCase(), at: new Date().toISOString(), commandId });
    },
    [add, deviceId, debugCommand],
  );
  return { open, attempt, error, connection, lines, send, sendHex, clear, retry };
}

/** What was sent and came, the newest last. */
function useLines(deviceId: number) {
  const nextKey = useRef(1);
  const [lines, setLines] = useState<readonly Line[]>([]);
  const add = useCallback((line: NewLine): void => {
    const key = nextKey.current++;
    setLines((old) => [...old, { ...line, key }].slice(-maxLines));
  }, []);
  /** What was said before this page was opened, or while its connection was away. */
  const recall = useCallback(async (): Promise<void> => {
    const { commands: recent } = await read(commands.commandStates, { deviceId });
    const recalled = recent.flatMap(linesOf);
    setLines((old) => {
      const isListed = (line: NewLine): boolean =>
        old.some((each) => each.kind === line.kind && each.commandId === line.commandId && each.commandId !== null);
      const more = recalled.filter((line) => !isListed(line)).map((line) => ({ ...line, key: nextKey.current++ }));
      return [...old, ...more].toSorted((a, b) => a.at.localeCompare(b.at) || a.key - b.key).slice(-maxLines);
    });
  }, [deviceId]);
  return { lines, add, recall, clear: () => setLines([]) };
}

function linesOf({ commandId, text, hex, requestedAt, answeredAt, answer }: CommandState): NewLine[] {
  const sent: NewLine = { kind: 'sent', text: hex || text, at: requestedAt, commandId };
  if (answer === null || answeredAt === null) return [sent];
  return [sent, { kind: 'answer', text: answer, at: answeredAt, commandId }];
}

/** The connection of the talk, opened anew as it breaks. */
function useChannel(
  deviceId: number,
  { add, recall }: { readonly add: (line: NewLine) => void; readonly recall: () => Promise<void> },
) {
  const channel = useRef<Channel | null>(null);
  const [open, setOpen] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [connection, setConnection] = useState<Connection | null>(null);
  const [round, setRound] = useState(0);
  /** How often the connection was tried again since it broke. */
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round opens a new socket
  useEffect(() => {
    let left = false;
    setError(null);
    const listen = (channel: Channel): void => {
      channel.on('connect', () => {
        setOpen(true);
        setError(null);
        setAttempt(0);
        // What cannot be recalled is not shown; the talk itself goes on.
        void recall().catch(() => undefined);
      });
      channel.on('disconnect', (reason) => {
        setOpen(false);
        setConnection(null);
        // Put out by the server: asked again, it says why.
        if (reason === 'io server disconnect') channel.connect();
      });
      channel.io.on('reconnect_attempt', setAttempt);
      channel.io.on('reconnect_failed', () => setError(new Unreachable('network')));
      channel.on('connect_error', (failure) => setError(failureOf(failure)));
      channel.on('CONNECTION', (state) => setConnection(state.connection));
      channel.on('RESPONSE', ({ text, at, commandId }) => add({ kind: 'answer', text, at, commandId }));
    };
    void import('socket.io-client').then(
      ({ io }) => {
        if (left) return;
        channel.current = connect(io, deviceId);
        listen(channel.current);
      },
      () => setError(new Unreachable('network')),
    );
    return () => {
      left = true;
      channel.current?.close();
      channel.current = null;
      setOpen(false);
      setConnection(null);
    };
  }, [deviceId, round, add, recall]);
  return { channel, open, attempt, error, connection, retry: () => setRound((each) => each + 1) };
}

const connect = (io: typeof import('socket.io-client').io, deviceId: number): Channel =>
  io('/command', {
    path: `${new URL('./', location.href).pathname}socket.io`,
    transports: ['websocket'],
    // The query belongs to the connection: this one is shared with nothing else.
    forceNew: true,
    query: { device: String(deviceId) },
    auth: (give) => give({ token: session.token() }),
    reconnectionAttempts: limits.socketReconnectTries,
    reconnectionDelay: limits.socketReconnectDelayMs,
    reconnectionDelayMax: limits.socketReconnectDelayMaxMs,
  });

/** Sends a text; rejects with the Failure by which it was refused. */
async function commandOver(socket: Channel | null, text: string): Promise<NewLine> {
  if (!socket?.connected) throw new Unreachable('network');
  const answer = await socket
    .timeout(answerWithinMs)
    .emitWithAck('COMMAND', { text })
    .catch(() => {
      throw new Unreachable('timeout');
    });
  if ('error' in answer) throw failureNamed(answer.error);
  return { kind: 'sent', text, at: new Date().toISOString(), commandId: answer.commandId };
}

function failureOf(error: Error): unknown {
  const errorName = (error as Error & { data?: { error?: string } }).data?.error;
  if (errorName === undefined) return new Unreachable('network');
  if (errorName === 'tokenExpired' || errorName === 'notSignedIn') session.expire('expired');
  return failureNamed(errorName);
}
