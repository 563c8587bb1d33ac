/**
 * Loggers that dial in at a site: the port of the centre (features/telemetry/dial-in), with what the centre has told of them instead of a
 * database. What is read goes the way of every reading of the site: onto the disk, then to the centre.
 *
 * Invariant: a round that is not on disk is tried again in its order; where too many wait the oldest is let go, and that is said.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Frames } from '../features/devices/frames/frames.port.api.ts';
import type { DialInBook, DialInDiary, TcpPlan } from '../features/telemetry/dial-in/dial-in.api.ts';
import {
  type DialInPort,
  openDialIn,
  type ReadRound,
  type Rounds,
} from '../features/telemetry/dial-in/dial-in.port.api.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/context.ts';
import { openOutbound } from '../kernel/outbound.ts';
import type { SiteDialIn } from './site-devices.ts';

interface Parts {
  readonly host: string;
  /** null = nobody dials in over TCP. */
  readonly port: number | null;
  readonly udpPort: number | null;
  readonly clock: Clock;
  readonly log: Logger;
  readonly devices: () => readonly SiteDialIn[];
  readonly diary: DialInDiary;
  readonly frames: Frames;
  /** Where loggers may be connected to: the centre names them, the site says which networks are open for that. */
  readonly loggers: readonly string[];
  /** Resolves once it is on disk; rejects where it is to be tried again. */
  readonly take: (sncode: string, kind: 'readings' | 'responses', content: string) => Promise<void>;
}

/** Rounds of a device that wait for the disk. */
const maxWaiting = 100;
const againMs = 2_000;

export const openSiteDialIn = (parts: Parts): Promise<DialInPort> =>
  openDialIn({
    host: parts.host,
    port: parts.port,
    udpPort: parts.udpPort,
    clock: parts.clock,
    log: parts.log,
    book: bookOf(parts.devices),
    diary: parts.diary,
    frames: parts.frames,
    calls: { outbound: openOutbound(parts.loggers, undefined, () => false), pool: null },
    store: new SiteRounds(parts),
    onConnection: () => undefined,
    onAnswer: (sncode, text) => {
      parts.take(sncode, 'responses', text).catch((error) => parts.log.warn({ err: error, sncode }, 'an answer'));
    },
  });

function bookOf(devices: Parts['devices']): DialInBook {
  const ofRegister = async (register: string) => devices().find((each) => each.register === register) ?? null;
  return {
    ofRegister,
    async ofDevice(deviceId, register) {
      if (register === null) return devices().find((each) => each.deviceId === deviceId && isCalled(each)) ?? null;
      const found = await ofRegister(register);
      return found?.deviceId === deviceId ? found : null;
    },
    tcp: async () => devices().filter(isCalled),
  };
}

const isCalled = (device: SiteDialIn): device is SiteDialIn & TcpPlan => Boolean(device.setup?.tcp);

class SiteRounds implements Rounds {
  readonly #parts: Parts;
  readonly #waiting = new Map<string, ReadRound[]>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  put(sncode: string, round: ReadRound): void {
    const list = this.#waiting.get(sncode);
    if (list) {
      list.push(round);
      // The first is on its way.
      if (list.length > maxWaiting) list.splice(1, 1)[0]?.onLost();
      return;
    }
    this.#waiting.set(sncode, [round]);
    void this.#store(sncode);
  }

  waiting(sncode: string): number {
    return this.#waiting.get(sncode)?.length ?? 0;
  }

  async #store(sncode: string): Promise<void> {
    const { take, log } = this.#parts;
    for (let list = this.#waiting.get(sncode); list?.[0]; ) {
      try {
        await take(sncode, 'readings', list[0].text);
        // What becomes of each value is known at the centre.
        list.shift()?.onStored(0);
      } catch (error) {
        log.warn({ err: error, sncode }, 'a round could not be put on disk');
        await pause(againMs, undefined, { ref: false });
      }
    }
    this.#waiting.delete(sncode);
  }
}
