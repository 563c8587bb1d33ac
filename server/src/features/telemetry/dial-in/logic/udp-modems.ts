/**
 * Modems that dial in over UDP. A datagram that says a register id binds the device to the address and port that it came from, until
 * that falls silent or a newer one takes its place; what comes from there after that are the bytes of its line.
 *
 * Invariants: who is not bound is answered nothing. An address can be forged, so one that is bound is sent at most 16 datagrams for
 * each that comes from it: the port is no amplifier. Modems, and look-ups of who somebody is, are bounded in number.
 */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { EventEmitter } from 'node:events';
import { isIPv6 } from 'node:net';
import { endOfRegistration, registrationBytes } from '@plumbline/science/dial-in/registration';
import { hasCrc } from '@plumbline/science/modbus/crc';
import type { Logger } from '../../../../kernel/context.ts';
import { listenProblem } from '../../../../kernel/listen-problem.ts';
import type { Carrier } from './carrier.ts';

const maxPeers = 20_000;
/** Look-ups on their way: in all, and of one address. A modem that is not looked up says it again. */
const maxLookups = { inAll: 200, ofAddress: 20 } as const;
/** Datagrams that may go to an address for each that comes from it. */
const sentForEach = 16;
/** A shorter registration is not looked for before other bytes: an answer may begin with it. */
const minPrefix = 3;

interface Parts {
  readonly log: Logger;
  readonly host: string;
  readonly port: number;
  /** `isBound`: it came from an address that is another modem's, so that it may be no registration at all. */
  readonly introduce: (
    registration: Buffer,
    from: { readonly address: string; readonly isBound: boolean },
  ) => Promise<((carrier: Carrier) => void) | null>;
}

export async function openUdpModems(parts: Parts): Promise<UdpModems> {
  const { host, port } = parts;
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  await new Promise<void>((resolve, reject) => {
    const inUse = ': something else listens there. Set DIAL_IN_UDP_PORT to a free port, or to 0 for any.';
    socket.once('error', (error) => reject(listenProblem(error, { host, port, setting: 'DIAL_IN_UDP_PORT', inUse })));
    socket.bind(port, host, () => resolve());
  });
  return new UdpModems(parts, socket);
}

export class UdpModems {
  readonly port: number;
  readonly #parts: Parts;
  readonly #socket: Socket;
  readonly #peers = new Map<string, Peer>();
  /** Who is looked up, with how many of its address. */
  readonly #lookups = new Set<string>();
  readonly #ofAddress = new Map<string, number>();

  constructor(parts: Parts, socket: Socket) {
    this.#parts = parts;
    this.#socket = socket;
    this.port = socket.address().port;
    socket.on('error', (error) => parts.log.warn({ err: error }, 'the UDP port of devices that dial in'));
    socket.on('message', (bytes, from) => this.#receive(bytes, from));
  }

  /** Those that are being looked up. */
  get unregistered(): number {
    return this.#lookups.size;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#socket.close(() => resolve()));
  }

  #receive(bytes: Buffer, from: RemoteInfo): void {
    const peer = this.#peers.get(keyOf(from));
    if (!peer) return void this.#ask(bytes, from, false);
    const more = peer.take(bytes);
    // A modem behind the same NAT may have got the address and port of one that is gone: its instruments are others.
    if (more.length > 0 && more.length <= registrationBytes && !hasCrc(more)) void this.#ask(more, from, true);
  }

  async #ask(bytes: Buffer, from: RemoteInfo, isBound: boolean): Promise<void> {
    const key = keyOf(from);
    const ofAddress = this.#ofAddress.get(from.address) ?? 0;
    if (this.#lookups.has(key) || this.#lookups.size >= maxLookups.inAll || ofAddress >= maxLookups.ofAddress) return;
    if (!isBound && this.#peers.size >= maxPeers) return;
    this.#lookups.add(key);
    this.#ofAddress.set(from.address, ofAddress + 1);
    try {
      const registration = bytes.subarray(
        0,
        endOfRegistration(bytes.subarray(0, registrationBytes)) ?? registrationBytes,
      );
      const address = from.address.replace(/^::ffff:(?=\d+\.)/, '');
      const connect = await this.#parts.introduce(registration, { address, isBound });
      if (connect) this.#bind(connect, registration, from);
    } catch (error) {
      // The modem says it again.
      this.#parts.log.warn({ err: error }, 'who sent a datagram could not be looked up');
    } finally {
      this.#lookups.delete(key);
      const left = (this.#ofAddress.get(from.address) ?? 1) - 1;
      if (left > 0) this.#ofAddress.set(from.address, left);
      else this.#ofAddress.delete(from.address);
    }
  }

  #bind(connect: (carrier: Carrier) => void, registration: Buffer, from: RemoteInfo): void {
    const key = keyOf(from);
    this.#peers.get(key)?.destroy();
    const send = (bytes: Uint8Array): void =>
      this.#socket.send(bytes, from.port, from.address, (error) => {
        if (error) this.#parts.log.debug({ err: error }, 'a datagram could not be sent');
      });
    const peer: Peer = new Peer(registration, send, () => {
      if (this.#peers.get(key) === peer) this.#peers.delete(key);
    });
    this.#peers.set(key, peer);
    connect(peer);
  }
}

const keyOf = ({ address, port }: RemoteInfo): string => `${address} ${port}`;

/** The line to one modem. */
class Peer extends EventEmitter implements Carrier {
  readonly #registration: Buffer;
  readonly #send: (bytes: Uint8Array) => void;
  readonly #onEnd: () => void;
  #mayBeSent: number = sentForEach;
  destroyed = false;

  constructor(registration: Buffer, send: (bytes: Uint8Array) => void, onEnd: () => void) {
    super();
    this.#registration = registration;
    this.#send = send;
    this.#onEnd = onEnd;
  }

  /** Hands on what came, without the registration that modems may send again, alone or before each datagram; gives what that was. */
  take(bytes: Buffer): Buffer {
    this.#mayBeSent = sentForEach;
    const { length } = this.#registration;
    const isRepeated =
      bytes.subarray(0, length).equals(this.#registration) &&
      (bytes.length === length || (length >= minPrefix && !hasCrc(bytes)));
    const more = isRepeated ? withoutLineEnd(bytes.subarray(length)) : bytes;
    this.emit('data', more);
    return more;
  }

  /** What is beyond the bound is not sent: nobody answers there. */
  write(bytes: Uint8Array): void {
    if (this.destroyed || this.#mayBeSent === 0) return;
    this.#mayBeSent--;
    this.#send(bytes);
  }

  resume(): void {
    // Nothing comes before it is bound.
  }

  destroy(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#onEnd();
    this.emit('close');
  }
}

function withoutLineEnd(bytes: Buffer): Buffer {
  const begin = bytes.findIndex((byte) => byte !== 10 && byte !== 13);
  return begin < 0 ? bytes.subarray(0, 0) : bytes.subarray(begin);
}
