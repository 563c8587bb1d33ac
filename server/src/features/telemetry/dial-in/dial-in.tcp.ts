/**
 * Where modems dial in: TCP connections, and addresses of UDP, that say a register id first and are read over Modbus RTU then,
 * or send sentences of NMEA 0183. A register id is no secret: only answers to what was asked and sentences of NMEA where the
 * set-up expects them are taken from such a device, bytes by command go to it only where its set-up allows them, and the
 * networks that it may come from can be named.
 *
 * Invariants: one connection lives for each device, the newest; those that have not said who they are are bounded in number, time
 * and bytes.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import {
  dialInLimits,
  type EndReason,
  type ReadOutcome,
  type Round,
  type UnknownLink,
} from '@plumbline/contract/telemetry/dial-in';
import { registerOf } from '@plumbline/science/dial-in/registration';
import { Plausibility } from '@plumbline/science/quality/plausible';
import { admissionLimits, openAdmission } from '../../../kernel/admission.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Change, Logger } from '../../../kernel/context.ts';
import { listenProblem } from '../../../kernel/listen-problem.ts';
import { addressOf } from '../../../kernel/networks.ts';
import type { Outbound } from '../../../kernel/outbound.ts';
import { WorkLocks } from '../../../kernel/work.locks.ts';
import type { Frames } from '../../devices/frames/frames.port.api.ts';
import type { DialInBook, DialInDiary, DialInPlan, TcpPlan } from './dial-in.api.ts';
import type { Carrier } from './logic/carrier.ts';
import { hostOf, isAsBefore, refusalOf } from './logic/dial-in-addresses.ts';
import { type Answered, DialInLink, type LinkParts, type Rounds } from './logic/dial-in-link.ts';
import { DialInNewsDesk } from './logic/dial-in-news.ts';
import { RegisterBook } from './logic/register-book.ts';
import { readRegistration } from './logic/registration-reader.ts';
import { type CallLocks, TcpCalls } from './logic/tcp-calls.ts';
import { openUdpModems, type UdpModems } from './logic/udp-modems.ts';

/** The locks of loggers that are connected to, by device. */
const callSpace = 7303;
/** Of the whole port. A modem holds one. */
const maxConnections = 20_000;

/** Where no other process could connect. */
const free: CallLocks = {
  take: () => Promise.resolve(true),
  release: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

interface DialInParts {
  readonly book: DialInBook;
  readonly diary: DialInDiary;
  readonly clock: Clock;
  readonly log: Logger;
  readonly store: Rounds;
  readonly frames: Frames;
  readonly host: string;
  /** null = nobody dials in: loggers are connected to all the same. */
  readonly port: number | null;
  /** null = nobody dials in over UDP. */
  readonly udpPort: number | null;
  /** Loggers that are connected to; null = none is. `pool` null = by this process alone. */
  readonly calls: {
    readonly outbound: Outbound;
    readonly pool: ConstructorParameters<typeof WorkLocks>[0] | null;
  } | null;
  readonly onConnection: (device: { readonly id: number; readonly sncode: string }, connected: boolean) => void;
  /** What a command came to, as the device would say it. */
  readonly onAnswer: (sncode: string, text: string) => void;
}

/** Device that is unknown here. */
export interface UnknownDevice {
  readonly link: Exclude<UnknownLink, 'tcp' | 'udp'>;
  /** The serial number that was given. */
  readonly name: string;
  readonly address: string;
  /** What was sent with it. */
  readonly content: string;
}

export async function openDialIn(parts: DialInParts): Promise<DialInPort> {
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
  server.maxConnections = maxConnections;
  const { host, port, udpPort } = parts;
  if (port !== null)
    await new Promise<void>((resolve, reject) => {
      const inUse = ': something else listens there. Set DIAL_IN_PORT to a free port, or to 0 for any.';
      server.once('error', (error) => reject(listenProblem(error, { host, port, setting: 'DIAL_IN_PORT', inUse })));
      server.listen(port, host, () => resolve());
    });
  const opened = new DialInPort(parts, server);
  if (udpPort !== null) await opened.openUdp(udpPort);
  return opened;
}

export class DialInPort {
  /** 0 = nobody can dial in. */
  readonly port: number;
  readonly #parts: DialInParts;
  readonly #server: Server;
  readonly #news: DialInNewsDesk;
  readonly #admission = openAdmission(admissionLimits);
  readonly #links = new Map<string, DialInLink>();
  readonly #outcomes = new Map<ReadOutcome, number>();
  /** When each device was last read, over Modbus or from its sentences, so that a line that comes and goes is not read at each coming. */
  readonly #roundAt = new Map<string, number>();
  readonly #plausible = new Map<number, Plausibility>();
  readonly #calls: TcpCalls | null;
  readonly #registers: RegisterBook;
  #udp: UdpModems | null = null;

  constructor(parts: DialInParts, server: Server) {
    this.#parts = parts;
    this.#server = server;
    this.#news = new DialInNewsDesk(parts.diary, parts.log);
    this.#registers = new RegisterBook(parts.book);
    this.port = (server.address() as { port: number } | null)?.port ?? 0;
    server.on('connection', (socket) => this.#admit(socket));
    server.on('error', (error) => parts.log.warn({ err: error }, 'the port of devices that dial in'));
    const { calls } = parts;
    this.#calls =
      calls &&
      new TcpCalls({
        outbound: calls.outbound,
        log: parts.log,
        locks: calls.pool ? new WorkLocks(calls.pool, callSpace) : free,
        plans: () => parts.book.tcp(),
        serve: (plan, socket) => this.#serve(plan, socket),
        failed: (plan, reason) => this.#refused(plan, hostOf(plan), reason),
      });
    void this.#calls?.changed();
  }

  async openUdp(port: number): Promise<void> {
    const { host, log } = this.#parts;
    this.#udp = await openUdpModems({
      host,
      port,
      log,
      introduce: async (bytes, { address, isBound }) => {
        const who = await this.#introduce(bytes, address, isBound ? 'udpBound' : 'udp');
        return who && ((carrier) => this.#connect(carrier, who.plan, { register: who.register, address }));
      },
    });
  }

  /** 0 = nobody can dial in over UDP. */
  get udpPort(): number {
    return this.#udp?.port ?? 0;
  }

  get connections(): number {
    return this.#links.size;
  }

  /** Those that have not said who they are. */
  get unregistered(): number {
    return this.#admission.size + (this.#udp?.unregistered ?? 0);
  }

  get outcomes(): ReadonlyMap<ReadOutcome, number> {
    return this.#outcomes;
  }

  connectedHere(): string[] {
    return [...this.#links.keys()];
  }

  holds(sncode: string): boolean {
    return this.#links.has(sncode);
  }

  /** Takes a command for a device that is connected here; false = it is not. */
  command(sncode: string, payload: string): boolean {
    const link = this.#links.get(sncode);
    if (!link) return false;
    this.#obey(link, payload).catch((error) => this.#parts.log.warn({ err: error, sncode }, 'a command'));
    return true;
  }

  /** Somebody came by another link, in the name of a device that there is not. */
  noteUnknown({ link, name, address, content }: UnknownDevice): void {
    const bytes = Buffer.from(name.slice(0, 64)).toString('hex').toUpperCase();
    const frame = Buffer.from(content.slice(0, dialInLimits.unknownBytes)).toString('hex').toUpperCase();
    this.#news.unknown({ bytes, register: name, address, at: this.#parts.clock.now(), link, frame });
  }

  /** Nothing of a change is remembered when this resolves. */
  async changed(change: Change | null): Promise<void> {
    if (change && change.kind !== 'device' && change.kind !== 'model') return;
    this.#registers.forget();
    const concerned = change?.kind === 'device' ? [this.#links.get(change.sncode)] : [...this.#links.values()];
    for (const link of concerned) if (link) await this.#lookAgain(link);
    void this.#calls?.changed();
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    const calls = this.#calls?.close();
    const links = [...this.#links.values()];
    for (const link of links) link.end('stopped');
    this.#admission.endAll();
    await Promise.all(links.map((link) => link.settled()));
    await Promise.all([closed, calls, this.#udp?.close()]);
  }

  /** The last of it, once the rounds are stored. */
  closeNews(): Promise<void> {
    return this.#news.close();
  }

  #admit(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const address = addressOf(socket);
    const leave = this.#admission.enter(address, () => socket.destroy());
    this.#register(socket, address)
      .catch((error) => {
        // The modem dials in again.
        this.#parts.log.warn({ err: error }, 'who dialled in could not be looked up');
        socket.destroy();
      })
      .finally(leave);
  }

  async #register(socket: Socket, address: string): Promise<void> {
    const registration = await readRegistration(socket);
    if (!registration || socket.destroyed) return void socket.destroy();
    const who = await this.#introduce(registration.bytes, address, 'tcp', registration.rest);
    if (!who || socket.destroyed) return void socket.destroy();
    this.#connect(socket, who.plan, { register: who.register, address });
  }

  /** Whose modem says this; null = nobody's that may come in from there, which is noted. */
  async #introduce(bytes: Buffer, address: string, by: 'tcp' | 'udp' | 'udpBound', unread: Buffer = Buffer.alloc(0)) {
    const register = registerOf(bytes);
    const plan = register === null ? null : await this.#registers.planOf(register);
    if (register === null || !plan) {
      const hexadecimal = bytes.toString('hex').toUpperCase();
      // What comes from a modem that is known need not be a registration.
      const frame = hexadecimal + unread.toString('hex').toUpperCase();
      if (by !== 'udpBound')
        this.#news.unknown({ bytes: hexadecimal, register, address, at: this.#parts.clock.now(), link: by, frame });
      return null;
    }
    this.#parts.frames.device(plan.sncode, () => ({
      direction: 'in',
      link: 'dialIn',
      kind: 'registration',
      topic: address,
      content: bytes,
    }));
    const reason = refusalOf(plan.setup, address, by === 'tcp' ? 'tcp' : 'udp');
    if (reason) this.#refused(plan, address, reason);
    return reason || !plan.setup ? null : { register, plan: { ...plan, setup: plan.setup } };
  }

  /** It was not let in, or could not be connected to. */
  #refused({ deviceId, sncode }: Pick<DialInPlan, 'deviceId' | 'sncode'>, address: string, endReason: EndReason): void {
    this.#parts.frames.device(sncode, () => ({
      direction: 'none',
      link: 'dialIn',
      kind: 'refused',
      topic: address,
      error: endReason,
    }));
    const endedAt = this.#parts.clock.now();
    const noState = { connectedAt: null, lastByteAt: null, round: null, waiting: 0, lost: 0, refused: 0 };
    this.#news.add({ ...noState, deviceId, address, endedAt, endReason });
  }

  /** Reads a logger that was connected to; resolves when its connection has ended. */
  #serve(plan: TcpPlan, socket: Socket): Promise<void> {
    socket.on('error', () => socket.destroy());
    const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    this.#connect(socket, plan, { register: null, address: hostOf(plan) });
    return ended;
  }

  #connect(
    socket: Carrier,
    { deviceId, sncode, setup }: DialInPlan & { setup: NonNullable<DialInPlan['setup']> },
    { register, address }: { register: string | null; address: string },
  ): void {
    const { clock, log, store, frames, onConnection } = this.#parts;
    const before = this.#links.get(sncode);
    const readAs = `${deviceId} ${setup.nmea ? 'nmea' : 'modbus'}`;
    const parts: LinkParts = {
      clock,
      log,
      store,
      news: this.#news,
      frames,
      onRound: (reads) => this.#count(readAs, reads),
      plausibility: this.#plausibilityOf(deviceId),
    };
    const link = new DialInLink(
      parts,
      { deviceId, sncode, register, address },
      {
        socket,
        setup,
        onEnd: () => {
          if (this.#links.get(sncode) !== link) return;
          this.#links.delete(sncode);
          onConnection({ id: deviceId, sncode }, false);
        },
      },
    );
    this.#links.set(sncode, link);
    before?.end(null);
    const sinceMs = clock.now().getTime() - (this.#roundAt.get(readAs) ?? Number.NEGATIVE_INFINITY);
    link.start({ isFresh: sinceMs < setup.intervalSeconds * 500 });
    if (!before) onConnection({ id: deviceId, sncode }, true);
  }

  /** What was taken last of its numbers is known over the end of a connection, until this process ends. */
  #plausibilityOf(deviceId: number): Plausibility {
    const plausibility = this.#plausible.get(deviceId) ?? new Plausibility();
    this.#plausible.set(deviceId, plausibility);
    const [oldest] = this.#plausible.keys();
    if (this.#plausible.size > maxConnections && oldest !== undefined) this.#plausible.delete(oldest);
    return plausibility;
  }

  #count(readAs: string, reads: Round['reads']): void {
    this.#roundAt.set(readAs, this.#parts.clock.now().getTime());
    for (const { outcome } of reads) this.#outcomes.set(outcome, (this.#outcomes.get(outcome) ?? 0) + 1);
  }

  async #lookAgain(link: DialInLink): Promise<void> {
    const { deviceId, register, address } = link.of;
    try {
      const plan = await this.#parts.book.ofDevice(deviceId, register);
      const { setup } = plan ?? {};
      if (setup && isAsBefore(link, setup, address)) link.update(setup);
      else link.end('changed');
    } catch (error) {
      // It may be nobody's any more: it dials in again and is looked up then.
      this.#parts.log.warn({ err: error, sncode: link.of.sncode }, 'a changed device could not be read');
      link.end('changed');
    }
  }

  async #obey(link: DialInLink, payload: string): Promise<void> {
    const { onAnswer, log } = this.#parts;
    const { commandId, text, hex, channels } = DeviceCommand.parse(JSON.parse(payload));
    const answer = (answered: Answered) => onAnswer(link.of.sncode, JSON.stringify({ commandId, ...answered }));
    try {
      if (hex) answer(await link.raw(Buffer.from(hex, 'hex')));
      else if (text === 'collect') answer(await link.collect(channels ?? null));
      else answer({ ok: false, text: 'a device that dials in takes "collect", and bytes in hexadecimal' });
    } catch (error) {
      log.debug({ err: error, sncode: link.of.sncode }, 'a command met the end of a connection');
      answer({ ok: false, text: 'the connection ended' });
    }
  }
}
