/**
 * Brings upgrades to devices and takes what they say of them. Runs where the device is connected, or asks. Invariants:
 * what is open is sent again whenever the device comes and while it is quiet; what a device says is written before it is
 * acknowledged, counts once, and only its own word that it runs the version makes a success.
 */
import { firmwareLimits } from '@plumbline/contract/telemetry/firmware';
import { isVersion, plainVersion } from '@plumbline/contract/telemetry/firmware.name';
import { UpgradeAnswer } from '@plumbline/contract/telemetry/firmware.upgrades';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import { emit } from '../../../../kernel/events.ts';
import { objectIn } from '../../../../kernel/json-objects.ts';
import { setFirmwareVersion } from '../../../devices/devices/devices.api.ts';
import * as table from '../firmware.delivery.table.ts';
import { type Reason, warn } from '../firmware.upgrades.table.ts';

/** Progress that comes faster than this is not written: only the newest is of any use. */
const progressMs = 1_000;
const maxNoted = 10_000;

interface UpgradeCommand {
  readonly [more: string]: unknown;
  readonly commandId: string;
  readonly text: string;
  readonly at: string;
}

/** Whether a device is there to take it. */
type Send = (sncode: string, payload: string) => boolean;

interface DeliveryParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** `base` = where devices reach this installation, read at each command: ports are known only once something listens. */
export const openUpgrades = (parts: DeliveryParts, base: () => string): UpgradeDelivery =>
  new UpgradeDelivery(parts, base);

const quietSince = (now: Date) => new Date(now.getTime() - firmwareLimits.againSeconds * 1000);

class UpgradeDelivery {
  readonly #parts: DeliveryParts;
  readonly #base: () => string;
  /** By command: the progress that was written last, and when. */
  readonly #noted = new Map<string, { readonly at: number; readonly phase: string }>();
  /** What is being sent to devices that have just come. */
  readonly #arriving = new Set<Promise<void>>();

  constructor(parts: DeliveryParts, base: () => string) {
    this.#parts = parts;
    this.#base = base;
  }

  /** These devices listen; with `again` they have for a while, and only what is quiet is repeated. */
  async deliver(sncodes: readonly string[], send: Send, again: boolean): Promise<void> {
    if (sncodes.length === 0) return;
    // What is on its way to one that has just come is not written as sent yet, and would go out twice.
    if (again) await Promise.all(this.#arriving);
    const sending = this.#send(sncodes, send, again);
    if (!again) this.#arriving.add(sending);
    await sending;
    this.#arriving.delete(sending);
  }

  async #send(sncodes: readonly string[], send: Send, again: boolean): Promise<void> {
    const { db, clock, log } = this.#parts;
    try {
      const now = clock.now();
      const opens = await table.open(db, sncodes, again ? quietSince(now) : null);
      const gone = opens.filter((open) => send(open.sncode, JSON.stringify(this.#commandOf(open, now))));
      if (gone.length > 0) await this.#markSent(gone, now, !again);
    } catch (error) {
      log.warn({ err: error }, 'firmware upgrades');
    }
  }

  /** What a device that asks is to do. */
  async fetch(sncode: string): Promise<UpgradeCommand[]> {
    const { db, clock } = this.#parts;
    const now = clock.now();
    const opens = await table.open(db, [sncode], quietSince(now));
    if (opens.length > 0) await this.#markSent(opens, now, false);
    return opens.map((open) => this.#commandOf(open, now));
  }

  /** What a device says. True = of an upgrade in progress. Throws where it could not be written: it must say it again. */
  async answer(sncode: string, text: string): Promise<boolean> {
    const answer = objectIn(UpgradeAnswer, text);
    if (!answer) return false;
    if (this.#isTooSoon(answer)) return true;
    return await this.#parts.db.transaction().execute((transaction) => this.#write(transaction, sncode, answer));
  }

  #commandOf(open: table.Open, now: Date): UpgradeCommand {
    const { commandId, sncode, firmwareId, type, version, name, size, sha256 } = open;
    const path = `/api/devices/${sncode}/firmware/${firmwareId}`;
    const firmware = { type, version, name, size, sha256, url: this.#base() + path, path };
    return { commandId, text: 'firmware-upgrade', at: now.toISOString(), firmware };
  }

  async #markSent(opens: readonly table.Open[], now: Date, anew: boolean): Promise<void> {
    const ids = opens.map(({ id }) => id);
    await this.#parts.db.transaction().execute(async (transaction) => {
      await this.#announce(transaction, await table.sent(transaction, now, ids, anew));
    });
  }

  async #announce(on: Db, deviceIds: readonly number[]): Promise<void> {
    if (deviceIds.length > 0) await emit(on, this.#parts.clock.now(), 'upgradesMoved', { deviceIds });
  }

  /** Progress that says nothing new is not written again and again. */
  #isTooSoon(answer: UpgradeAnswer): boolean {
    const { commandId } = answer;
    if (commandId === undefined || !('state' in answer) || answer.percent === 100) return false;
    const at = this.#parts.clock.now().getTime();
    const phase = answer.state;
    const before = this.#noted.get(commandId);
    if (before && before.phase === phase && at - before.at < progressMs) return true;
    if (this.#noted.size >= maxNoted) this.#noted.clear();
    this.#noted.set(commandId, { at, phase });
    return false;
  }

  async #write(transaction: Db, sncode: string, answer: UpgradeAnswer): Promise<boolean> {
    const now = this.#parts.clock.now();
    const { commandId } = answer;
    await table.lockDevice(transaction, sncode);
    const open = await table.lockOpenUpgrade(transaction, sncode, commandId);
    // An answer to what is over, or to another's command: it counted already, or counts nothing.
    if (commandId !== undefined && !open) return false;
    const changed = new Set<number>();
    const version = 'version' in answer ? answer.version : undefined;
    if (version !== undefined) {
      const device = await table.versionedDevice(transaction, sncode);
      if (device !== null && (await setFirmwareVersion(transaction, device, plainVersion(version) ?? version)))
        changed.add(device);
    }
    const end = verdict(answer, open);
    if (open) await writeStep(transaction, now, open.id, answer, end);
    if (open && (end || commandId !== undefined)) changed.add(open.deviceId);
    if (end && commandId !== undefined) this.#noted.delete(commandId);
    await this.#announce(transaction, [...changed]);
    return open !== undefined;
  }
}

/** Writes the end of an upgrade, or how far it is. */
async function writeStep(db: Db, now: Date, id: number, answer: UpgradeAnswer, end: End | null): Promise<void> {
  if (end) {
    await table.end(db, now, id, end.reason, end.answer);
    if (end.reason !== null) await warn(db, now, [id]);
  } else if ('state' in answer) await table.saveProgress(db, now, id, answer.state, percentOf(answer.percent));
  // It agrees, and says what it runs when it has started anew.
  else if ('ok' in answer) await table.saveProgress(db, now, id, 'installing', null);
}

interface End {
  /** null = success. */
  readonly reason: Reason | null;
  readonly answer: string;
}

const percentOf = (percent: number | undefined) => (percent === undefined ? null : Math.round(percent));

/** What ends an upgrade: the device's word that it runs the version, that it does not, or that it will not. */
function verdict(answer: UpgradeAnswer, open: table.Open | undefined): End | null {
  if (!open || 'state' in answer) return null;
  if ('ok' in answer && !answer.ok)
    return {
      reason: answer.reason === 'hash' ? 'hashMismatch' : 'refused',
      answer: (answer.text ?? '').replace(/\p{Cc}/gu, ' '),
    };
  if (answer.version === undefined) return null;
  if (isVersion(answer.version, open.version)) return { reason: null, answer: '' };
  // Reported before it installs, another version is only what it runs until then.
  if (answer.commandId === undefined && open.phase !== 'installing') return null;
  return { reason: 'otherVersion', answer: answer.version };
}
