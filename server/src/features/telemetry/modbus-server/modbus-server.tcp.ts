/**
 * The port where control systems read over Modbus TCP. A unit address stands for a project, and is answered to the addresses alone
 * that its map names.
 *
 * Invariants: nothing is written; whoever may read nothing is not connected, and a unit that is not theirs is answered as one
 * that there is not; connections, time without a request and requests that wait are bounded; where the database does not
 * answer, nothing old is given.
 */
import { createServer, type Server, type Socket } from 'node:net';
import { answerOf, exceptionOf, exceptions, type RegisterImage } from '@plumbline/science/modbus/served';
import { type TcpFrame, TcpFrameReader, tcpFrameOf } from '@plumbline/science/modbus/tcp';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db, Logger } from '../../../kernel/context.ts';
import { listenProblem } from '../../../kernel/listen-problem.ts';
import { addressOf, isInside } from '../../../kernel/networks.ts';
import { registersOf, rowsNow } from './logic/served-rows.ts';
import { mapOfUnit, openNetworks, pointsNow } from './modbus-server.table.ts';

export const modbusPortLimits = { connections: 200, ofAddress: 20, idleMs: 300_000, waiting: 32 } as const;
/** What was read for one request answers those that come within this. */
const freshMs = 1_000;
const maxUnsentBytes = 65_536;

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly host: string;
  readonly port: number;
  readonly idleMs?: number;
}
interface Unit {
  readonly networks: readonly string[];
  readonly image: RegisterImage;
}

export async function openModbusServer(parts: Parts): Promise<ModbusServer> {
  const server = createServer({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 });
  server.maxConnections = modbusPortLimits.connections;
  const { host, port } = parts;
  await new Promise<void>((resolve, reject) => {
    const inUse = ': something else listens there. Set MODBUS_PORT to a free port, or to 0 for any.';
    server.once('error', (error) => reject(listenProblem(error, { host, port, setting: 'MODBUS_PORT', inUse })));
    server.listen(port, host, () => resolve());
  });
  return new ModbusServer(parts, server);
}

export class ModbusServer {
  readonly port: number;
  readonly #parts: Parts;
  readonly #server: Server;
  readonly #sockets = new Map<Socket, string>();
  readonly #units = new Map<number, { readonly until: number; readonly unit: Promise<Unit | null> }>();
  #networks: { readonly until: number; readonly list: Promise<string[]> } | null = null;

  constructor(parts: Parts, server: Server) {
    this.#parts = parts;
    this.#server = server;
    this.port = (server.address() as { port: number }).port;
    server.on('connection', (socket) => this.#admit(socket));
    server.on('error', (error) => parts.log.warn({ err: error }, 'the port of the Modbus server'));
  }

  get connections(): number {
    return this.#sockets.size;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    for (const socket of this.#sockets.keys()) socket.destroy();
    await closed;
  }

  #admit(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const address = addressOf(socket);
    const same = [...this.#sockets.values()].filter((each) => each === address).length;
    if (same >= modbusPortLimits.ofAddress) return void socket.destroy();
    this.#sockets.set(socket, address);
    socket.once('close', () => this.#sockets.delete(socket));
    socket.setTimeout(this.#parts.idleMs ?? modbusPortLimits.idleMs, () => socket.destroy());
    this.#openNetworks().then(
      (networks) => (isInside(address, networks) ? this.#serve(socket, address) : socket.destroy()),
      (error) => {
        this.#parts.log.warn({ err: error }, 'who may read over Modbus could not be read');
        socket.destroy();
      },
    );
  }

  #serve(socket: Socket, address: string): void {
    const reader = new TcpFrameReader();
    const waiting: TcpFrame[] = [];
    let isAnswering = false;
    const answerAll = async () => {
      isAnswering = true;
      for (let frame = waiting.shift(); frame && !socket.destroyed; frame = waiting.shift()) {
        const { transaction, unit } = frame;
        socket.write(tcpFrameOf({ transaction, unit, pdu: await this.#answer(frame, address) }));
        // Whoever asks and does not listen.
        if (socket.writableLength > maxUnsentBytes) socket.destroy();
      }
      isAnswering = false;
    };
    socket.on('data', (bytes: Buffer) => {
      const frames = reader.take(bytes);
      if (!frames || waiting.length + frames.length > modbusPortLimits.waiting) return void socket.destroy();
      waiting.push(...frames);
      if (!isAnswering) void answerAll();
    });
  }

  async #answer({ unit: address, pdu }: TcpFrame, from: string): Promise<Uint8Array> {
    const code = pdu[0] ?? 0;
    try {
      const unit = await this.#unit(address);
      return unit && isInside(from, unit.networks) ? answerOf(pdu, unit.image) : exceptionOf(code, exceptions.path);
    } catch (error) {
      this.#parts.log.warn({ err: error, unit: address }, 'what is read over Modbus could not be read');
      return exceptionOf(code, exceptions.failure);
    }
  }

  #unit(address: number): Promise<Unit | null> {
    const cached = this.#units.get(address);
    if (cached && performance.now() < cached.until) return cached.unit;
    const unit = this.#read(address);
    this.#units.set(address, { until: performance.now() + freshMs, unit });
    // One that failed answers nobody else.
    unit.catch(() => this.#units.delete(address));
    return unit;
  }

  async #read(address: number): Promise<Unit | null> {
    const { db, clock } = this.#parts;
    const map = await mapOfUnit(db, address);
    if (!map?.map.enabled) return null;
    const ids = [...new Set(map.map.rows.map(({ pointId }) => pointId))];
    const points = await pointsNow(db, map.projectId, ids, clock.now());
    return { networks: map.map.networks, image: registersOf(map.map, rowsNow(map.map, points)) };
  }

  #openNetworks(): Promise<string[]> {
    if (this.#networks && performance.now() < this.#networks.until) return this.#networks.list;
    const list = openNetworks(this.#parts.db);
    this.#networks = { until: performance.now() + freshMs, list };
    list.catch(() => {
      this.#networks = null;
    });
    return list;
  }
}
