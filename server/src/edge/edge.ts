/**
 * An edge: a gateway at a site, without a database of its own. It takes what devices deliver onto its disk, acknowledges,
 * hands it on to the centre when there is a link, and judges limits for a siren that needs none.
 *
 * Invariants: nothing is acknowledged that is not on disk; nothing is removed from disk that the centre has not taken,
 * but for what its bound lets go, which is counted (docs/decisions/0190).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import { type EdgeSign, type edgeKinds, edgeLimits } from '@plumbline/contract/telemetry/edges';
import { FrameRecorder } from '../features/devices/frames/frames.port.api.ts';
import type { DialInPort } from '../features/telemetry/dial-in/dial-in.port.api.ts';
import type { Clock } from '../kernel/clock.ts';
import type { EdgeConfig } from '../kernel/config.edge.ts';
import type { Config } from '../kernel/config.ts';
import type { Logger } from '../kernel/context.ts';
import { asFailure } from '../kernel/failures.ts';
import { version } from '../kernel/version.ts';
import type { BoundDevice } from '../pipeline/directory.ts';
import { Centre } from './centre.ts';
import { DeliveredCommands } from './delivered-commands.ts';
import { Forwarder, type LoggedMessage, readMessage } from './forwarder.ts';
import { replaceDurably } from './replace-durably.ts';
import { longestFrame, SegmentLog } from './segment-log.ts';
import { Siren } from './siren.ts';
import { SiteDevices } from './site-devices.ts';
import { openSiteDialIn } from './site-dial-in.ts';
import { SiteJudge } from './site-judge.ts';
import { openSiteLinks, type SiteLinks } from './site-links.ts';
import { SiteReports } from './site-reports.ts';
import { Unsent, type UnsentFile } from './unsent.ts';

export interface EdgeParts {
  readonly config: Pick<Config, 'dataDir' | 'host' | 'port' | 'mqttPort' | 'mqttTls' | 'dialInPort' | 'dialInUdpPort'>;
  readonly edge: EdgeConfig;
  readonly clock: Clock;
  readonly log: Logger;
}

const signMs = 2_000;
const saveMs = 500;

export async function openEdge(parts: EdgeParts): Promise<Edge> {
  const edge = new Edge(parts);
  await edge.open();
  return edge;
}

export class Edge {
  readonly #parts: EdgeParts;
  readonly #folder: string;
  readonly #log: SegmentLog;
  readonly #unsent: Unsent;
  readonly #devices: SiteDevices;
  readonly #judge: SiteJudge;
  readonly #siren: Siren;
  readonly #centre: Centre;
  readonly #reports: SiteReports;
  readonly #frames: FrameRecorder;
  readonly #stop = new AbortController();
  #forwarder: Forwarder | null = null;
  #links: SiteLinks | null = null;
  #dialIn: DialInPort | null = null;
  #signing: Promise<void> = Promise.resolve();
  #savedMs = 0;
  #saving: NodeJS.Timeout | undefined;
  readonly #delivered: DeliveredCommands;

  constructor(parts: EdgeParts) {
    const { config, edge, log } = parts;
    this.#parts = parts;
    this.#folder = join(config.dataDir, 'edge');
    this.#log = new SegmentLog(join(this.#folder, 'messages'), edge);
    this.#unsent = new Unsent(readUnsent(this.#file, log), this.#log);
    this.#devices = new SiteDevices(this.#folder, log);
    this.#judge = new SiteJudge(this.#folder, log);
    this.#delivered = new DeliveredCommands(this.#folder);
    this.#siren = new Siren(edge.siren, log);
    this.#centre = new Centre(edge);
    const { clock } = parts;
    this.#reports = new SiteReports({ centre: this.#centre, clock, log });
    this.#frames = new FrameRecorder({ source: this.#reports, clock, log });
    this.#log.onDrop = async (before) => {
      this.#unsent.drop(before);
      this.#save(true);
    };
    this.#sound();
  }

  async open(): Promise<void> {
    const { config, clock, log } = this.#parts;
    this.#forwarder = new Forwarder({
      log: this.#log,
      unsent: this.#unsent,
      centre: this.#centre,
      logger: log,
      now: () => clock.now().getTime(),
      save: () => this.#save(false),
    });
    this.#links = await openSiteLinks({
      config,
      log,
      deviceOf: (sncode) => this.#deviceOf(sncode),
      take: (device, kind, content) => this.#take(device, kind, content),
      frames: this.#frames,
      state: () => this.state(),
    });
    const { host, dialInPort: port, dialInUdpPort: udpPort } = config;
    const { loggers } = this.#parts.edge;
    if (port !== null || udpPort !== null || loggers.length > 0)
      this.#dialIn = await openSiteDialIn({
        host,
        port,
        udpPort,
        clock,
        log,
        loggers,
        devices: () => this.#devices.dialIns(),
        diary: this.#reports,
        frames: this.#frames,
        take: async (sncode, kind, content) => {
          const device = this.#devices.get(sncode);
          if (device) await this.#take(device, kind, content);
        },
      });
    this.#signing = this.#signOn();
  }

  /** 0 = no logger can dial in. */
  get dialInPort(): number {
    return this.#dialIn?.port ?? 0;
  }

  /** The same over UDP. */
  get dialInUdpPort(): number {
    return this.#dialIn?.udpPort ?? 0;
  }

  get mqttPort(): number | null {
    return this.#links?.mqttPort ?? null;
  }

  get httpPort(): number {
    return this.#links?.httpPort ?? 0;
  }

  /** For a probe at the site: `centre` null = it has not been asked for anything yet. */
  state() {
    const { dropped, refusedFull, damaged } = this.#unsent;
    const waiting = this.#unsent.waiting(this.#log.next);
    return {
      centre: this.#forwarder?.isUp ?? null,
      waiting,
      dropped,
      refusedFull,
      damaged,
      connections: this.#connections,
      siren: this.#siren.state().siren,
    };
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#centre.close();
    await this.#dialIn?.close();
    await this.#dialIn?.closeNews();
    await this.#links?.close();
    await this.#reports.close();
    await this.#frames.settled();
    await this.#forwarder?.close();
    await this.#signing;
    await this.#siren.close();
    await this.#log.close();
    this.#save(true);
    this.#judge.save();
  }

  get #connections(): number {
    return (this.#links?.connections ?? 0) + (this.#dialIn?.connections ?? 0);
  }

  get #file(): string {
    return join(this.#folder, 'unsent.json');
  }

  #deviceOf(sncode: string): BoundDevice | undefined {
    // Before the centre has told who there is, nobody is a stranger: they come back.
    if (!this.#devices.isKnown) throw new Failure('unavailable');
    return this.#devices.get(sncode);
  }

  async #take(device: BoundDevice, kind: (typeof edgeKinds)[number], content: string): Promise<void> {
    const at = this.#parts.clock.now().getTime();
    // First: a disk that is full must not keep a siren silent.
    if (kind === 'readings') {
      this.#judge.take(device, content, at);
      this.#sound();
    }
    const message: LoggedMessage = { sncode: device.sncode, kind, at, content };
    const bytes = Buffer.from(JSON.stringify(message));
    // Full of control characters, which no JSON has: the centre could never store it, and it would come for ever.
    if (bytes.length > longestFrame)
      return this.#parts.log.warn({ sncode: device.sncode }, 'a message that is no text was let go');
    try {
      await this.#log.append(bytes);
    } catch (error) {
      if (asFailure(error)?.name === 'storageFull') this.#unsent.refusedFull++;
      throw error;
    }
  }

  #sound(): void {
    const { sirenLevel } = this.#devices;
    const risen = sirenLevel === null ? null : this.#judge.highest(this.#devices.all());
    this.#siren.set(risen && risen.level >= (sirenLevel ?? 0) ? risen : null, this.#parts.clock.now());
  }

  /** Files of which everything was taken are removed only once that is on disk. */
  #save(isDurable: boolean): void {
    const now = performance.now();
    if (!isDurable && now - this.#savedMs < saveMs) {
      // Else what was taken last would be sent again after a crash that comes hours later.
      this.#saving ??= setTimeout(() => this.#save(true), saveMs);
      return;
    }
    clearTimeout(this.#saving);
    this.#saving = undefined;
    this.#savedMs = now;
    replaceDurably(this.#file, JSON.stringify(this.#unsent));
    this.#log.removeWhere((first, end) => !this.#unsent.needs(first, end));
  }

  async #signOn(): Promise<void> {
    const { log } = this.#parts;
    const { signal } = this.#stop;
    let problem = '';
    while (!signal.aborted) {
      try {
        await this.#signOnce();
        problem = '';
      } catch (error) {
        const { message } = error as Error;
        if (!signal.aborted && message !== problem)
          log.warn({ problem: message }, 'the centre is not told how the edge is');
        problem = message;
      }
      await pause(signMs, undefined, { signal }).catch(() => undefined);
    }
  }

  async #signOnce(): Promise<void> {
    const dialIns = this.#dialIn?.connectedHere() ?? [];
    const { plan, commands, recorded } = await this.#centre.sign({
      sign: await this.#sign(),
      plan: this.#devices.hash,
      listening: oneOfEach([...(this.#links?.listening() ?? []), ...dialIns]),
      online: oneOfEach([...(this.#links?.online() ?? []), ...dialIns]),
    });
    this.#reports.setRecorded(recorded);
    await this.#frames.load();
    if (plan) {
      this.#devices.set(plan);
      this.#links?.keep((sncode) => this.#devices.get(sncode));
      await this.#dialIn?.changed(null);
      this.#sound();
    }
    for (const { sncode, command } of commands) this.#command(sncode, command);
  }

  /**
   * A device gets a command once, however often the centre gives it. Plans, upgrades and processors say how something is to be,
   * and are repeated until they are answered.
   */
  #command(sncode: string, command: DeviceCommand): void {
    const { commandId, text, part } = command;
    const isRepeated = text === 'collect-plan' || text === 'firmware-upgrade' || part === 'processor';
    if (!isRepeated && !this.#delivered.add(commandId)) return;
    if (!this.#dialIn?.command(sncode, JSON.stringify(command))) this.#links?.command(sncode, command);
  }

  async #sign(): Promise<EdgeSign> {
    const { dropped, refusedFull, damaged } = this.#unsent;
    const { next, bytes } = this.#log;
    const oldest = this.#unsent.oldest(next);
    const waitingSince = oldest === null ? null : await this.#arrivedAt(oldest);
    return {
      version,
      waiting: this.#unsent.waiting(next),
      waitingSince,
      bytes,
      maxBytes: this.#parts.edge.maxBytes,
      dropped,
      refusedFull,
      damaged,
      connected: this.#connections,
      ...this.#siren.state(),
      ports: { dialIn: this.dialInPort || null, dialInUdp: this.dialInUdpPort || null },
      callsLoggers: this.#parts.edge.loggers.length > 0,
      unknown: this.#unknown(),
    };
  }

  /** A device that dialled in before the centre had told of it is nobody unknown any more. */
  #unknown(): EdgeSign['unknown'] {
    const known = new Set(this.#devices.dialIns().map(({ register }) => register));
    return this.#reports.unknownHere.filter(({ register }) => register === null || !known.has(register));
  }

  async #arrivedAt(number: number): Promise<string | null> {
    const { entries } = await this.#log.read(number, number + 1, { count: 1, bytes: 1 });
    const [entry] = entries;
    return entry ? new Date(readMessage(entry).at).toISOString() : null;
  }
}

const oneOfEach = (sncodes: readonly string[]): string[] => [...new Set(sncodes)].slice(0, edgeLimits.devices);

function readUnsent(path: string, log: Logger): UnsentFile | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as UnsentFile;
  } catch (error) {
    // Without it everything that is there is sent again, and counts once.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.error({ err: error }, 'what the centre has taken cannot be read; it is sent again');
    return null;
  }
}
