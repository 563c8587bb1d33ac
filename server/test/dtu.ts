/** A modem in the field with instruments behind it: it dials in, says who it is, and speaks Modbus RTU as a slave does. */
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { withCrc } from '@plumbline/science/modbus/crc';

export interface DtuBehaviour {
  /** Registers of each unit, by address. */
  registers: Record<number, Record<number, number>>;
  /** Sends byte by byte, with this in front and in the middle of each answer. */
  heartbeat: string | null;
  isChopped: boolean;
  /** Breaks the check sum of so many answers. */
  badSums: number;
  /** Answers nothing of these units. */
  deaf: number[];
  answerAfterMs: number;
}

export class Dtu {
  readonly socket: Socket;
  readonly behaviour: DtuBehaviour;
  readonly requests: string[] = [];
  readonly closed: Promise<void>;
  #bytes = Buffer.alloc(0);

  constructor(port: number, register: string, behaviour: Partial<DtuBehaviour> = {}) {
    this.behaviour = {
      registers: {},
      heartbeat: null,
      isChopped: false,
      badSums: 0,
      deaf: [],
      answerAfterMs: 0,
      ...behaviour,
    };
    this.socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.closed = new Promise((resolve) => this.socket.on('close', () => resolve()));
    this.socket.on('error', () => undefined);
    this.socket.on('connect', () => void this.send(Buffer.from(register, 'latin1')));
    this.socket.on('data', (bytes) => this.#take(bytes));
  }

  async send(bytes: Uint8Array): Promise<void> {
    if (!this.behaviour.isChopped) return void this.socket.write(bytes);
    for (const byte of bytes) {
      if (this.socket.destroyed) return;
      this.socket.write(Uint8Array.of(byte));
      await wait(1);
    }
  }

  end(): void {
    this.socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    while (this.#bytes.length >= 8) {
      const request = this.#bytes.subarray(0, 8);
      this.#bytes = this.#bytes.subarray(8);
      this.requests.push(request.toString('hex'));
      void this.#answer(request);
    }
  }

  async #answer(request: Buffer): Promise<void> {
    const { deaf, registers, heartbeat, answerAfterMs } = this.behaviour;
    const [unit = 0, code = 0] = request;
    const [address, count] = [request.readUInt16BE(2), request.readUInt16BE(4)];
    if (deaf.includes(unit)) return;
    if (answerAfterMs > 0) await wait(answerAfterMs);
    const words = Array.from({ length: count }, (_, at) => registers[unit]?.[address + at]);
    const frame = words.includes(undefined)
      ? withCrc([unit, code | 0x80, 2])
      : withCrc([unit, code, count * 2, ...words.flatMap((word = 0) => [word >> 8, word & 255])]);
    if (this.behaviour.badSums > 0) {
      this.behaviour.badSums--;
      frame[frame.length - 1] = (frame.at(-1) ?? 0) ^ 0xff;
    }
    const beat = Buffer.from(heartbeat ?? '', 'hex');
    const middle = Math.floor(frame.length / 2);
    await this.send(Buffer.concat([beat, frame.subarray(0, middle), beat, frame.subarray(middle), beat]));
  }
}
