/** The devices of a site as the centre told them last, on disk too: an edge that starts without a link knows them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EdgePlan } from '@plumbline/contract/telemetry/edges';
import type { DialInPlan } from '../features/telemetry/dial-in/dial-in.api.ts';
import type { Logger } from '../kernel/context.ts';
import type { BoundDevice } from '../pipeline/directory.ts';
import { bindSiteDevice } from '../pipeline/site-plan.ts';
import { replaceDurably } from './replace-durably.ts';

export interface SiteDialIn extends DialInPlan {
  readonly register: string;
}

export class SiteDevices {
  readonly #path: string;
  readonly #log: Logger;
  #plan: EdgePlan | null;
  #devices: ReadonlyMap<string, BoundDevice> = new Map();

  constructor(folder: string, log: Logger) {
    this.#path = join(folder, 'plan.json');
    this.#log = log;
    this.#plan = this.#read();
    this.#bind();
  }

  /** Empty = there is none. */
  get hash(): string {
    return this.#plan?.hash ?? '';
  }

  get isKnown(): boolean {
    return this.#plan !== null;
  }

  get sirenLevel(): number | null {
    return this.#plan?.sirenLevel ?? null;
  }

  get(sncode: string): BoundDevice | undefined {
    return this.#devices.get(sncode);
  }

  /** Those that dial in at the site. */
  dialIns(): readonly SiteDialIn[] {
    return (this.#plan?.devices ?? []).flatMap(({ id, sncode, dialIn }) =>
      dialIn
        ? [{ deviceId: id, sncode, register: dialIn.register, setup: dialIn.setup as unknown as SiteDialIn['setup'] }]
        : [],
    );
  }

  all(): Iterable<BoundDevice> {
    return this.#devices.values();
  }

  set(plan: EdgePlan): void {
    replaceDurably(this.#path, JSON.stringify(plan));
    this.#plan = plan;
    this.#bind();
  }

  #bind(): void {
    const bound = (this.#plan?.devices ?? []).map((device) => bindSiteDevice(device, this.#log));
    this.#devices = new Map(bound.map((device) => [device.sncode, device]));
  }

  #read(): EdgePlan | null {
    try {
      return EdgePlan.parse(JSON.parse(readFileSync(this.#path, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#log.error({ err: error }, 'what was known of the devices cannot be read; the centre is asked');
      return null;
    }
  }
}
