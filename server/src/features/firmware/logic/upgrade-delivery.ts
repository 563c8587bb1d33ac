/**
 * Brings upgrades to devices and takes what they say of them. Runs where the device is connected, or asks. Invariants:
 * what is open is sent again whenever the device comes and while it is quiet; what a device says is written before it is
 * acknowledged, counts once, and only its own word that it runs the version makes a success.
 */
import { firmwareLimits } from '@plumbline/contract/firmware';
import { isVersion, plainVersion } from '@plumbline/contract/firmware.name';
import { UpgradeAnswer } from '@plumbline/contract/firmware.upgrades';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db, Logger } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/events.ts';
import { setFirmwareVersion } from '../../devices/devices.api.ts';
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

/** `base` = where devices reach this installation, read at each command: ports are known only once something listens. */
export function openUpgrades({ db, clock, log }: { db: Db; clock: Clock; log: Logger }, base: () => string) {
  const noted = new Map<string, { at: number; phase: string }>();

  function commandOf(open: table.Open, now: Date): UpgradeCommand {
    const { commandId, sncode, firmwareId, type, version, name, size, sha256 } = open;
    const path = `/api/devices/${sncode}/firmware/${firmwareId}`;
    const firmware = { type, version, name, size, sha256, url: base() + path, path };
    return { commandId, text: 'firmware-upgrade', at: now.toISOString(), firmware };
  }
  const moved = (on: Db, deviceIds: readonly number[]) =>
    deviceIds.length === 0 ? undefined : emit(on, clock.now(), 'upgradesMoved', { deviceIds });
  const sent = (opens: readonly table.Open[], now: Date, anew: boolean) =>
    db.transaction().execute(async (transaction) => {
      const ids = opens.map(({ id }) => id);
      await moved(transaction, await table.sent(transaction, now, ids, anew));
    });
  const quietSince = (now: Date) => new Date(now.getTime() - firmwareLimits.againSeconds * 1000);

  async function bring(
    sncodes: readonly string[],
    send: (sncode: string, payload: string) => boolean,
    again: boolean,
  ): Promise<void> {
    if (sncodes.length === 0) return;
    const now = clock.now();
    const opens = await table.open(db, sncodes, again ? quietSince(now) : null);
    const gone = opens.filter((open) => send(open.sncode, JSON.stringify(commandOf(open, now))));
    if (gone.length > 0) await sent(gone, now, !again);
  }

  /** One that says nothing new is not written again and again. */
  function isTooSoon(commandId: string, phase: string, now: Date): boolean {
    const before = noted.get(commandId);
    if (before && before.phase === phase && now.getTime() - before.at < progressMs) return true;
    if (noted.size >= maxNoted) noted.clear();
    noted.set(commandId, { at: now.getTime(), phase });
    return false;
  }

  async function take(sncode: string, answer: UpgradeAnswer): Promise<boolean> {
    const now = clock.now();
    const { commandId } = answer;
    if (
      commandId !== undefined &&
      'state' in answer &&
      answer.percent !== 100 &&
      isTooSoon(commandId, answer.state, now)
    )
      return true;
    return await db.transaction().execute(async (transaction) => {
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
      if (open && end) {
        await table.end(transaction, now, open.id, end.reason, end.answer);
        if (end.reason !== null) await warn(transaction, now, [open.id]);
      } else if (open && 'state' in answer)
        await table.saveProgress(transaction, now, open.id, answer.state, percentOf(answer.percent));
      // It agrees, and says what it runs when it has started anew.
      else if (open && 'ok' in answer) await table.saveProgress(transaction, now, open.id, 'installing', null);
      if (open && (end || commandId !== undefined)) changed.add(open.deviceId);
      if (end && commandId !== undefined) noted.delete(commandId);
      await moved(transaction, [...changed]);
      return open !== undefined;
    });
  }

  return {
    /** These devices listen; with `again` they have for a while, and only what is quiet is repeated. */
    async deliver(sncodes: readonly string[], send: (sncode: string, payload: string) => boolean, again: boolean) {
      await bring(sncodes, send, again).catch((error) => log.warn({ err: error }, 'firmware upgrades'));
    },
    /** What a device that asks is to do. */
    async fetch(sncode: string): Promise<UpgradeCommand[]> {
      const now = clock.now();
      const opens = await table.open(db, [sncode], quietSince(now));
      if (opens.length > 0) await sent(opens, now, false);
      return opens.map((open) => commandOf(open, now));
    },
    /** What a device says. True = of an upgrade in progress. Throws where it could not be written: it must say it again. */
    async answer(sncode: string, text: string): Promise<boolean> {
      if (!text.startsWith('{')) return false;
      let json: unknown;
      try {
        json = JSON.parse(text);
      } catch {
        return false;
      }
      const parsed = UpgradeAnswer.safeParse(json);
      return parsed.success && (await take(sncode, parsed.data));
    },
  };
}

const percentOf = (percent: number | undefined) => (percent === undefined ? null : Math.round(percent));

/** What ends an upgrade: the device's word that it runs the version, that it does not, or that it will not. */
function verdict(
  answer: UpgradeAnswer,
  open: table.Open | undefined,
): { reason: Reason | null; answer: string } | null {
  if (!open || 'state' in answer) return null;
  if ('ok' in answer && !answer.ok)
    return {
      reason: answer.reason === 'hash' ? 'hashMismatch' : 'refused',
      answer: (answer.text ?? '').replace(/\p{Cc}/gu, ' '),
    };
  if (answer.version === undefined) return null;
  if (isVersion(answer.version, open.version)) return { reason: null, answer: '' };
  // Said by itself before it installs, another version is only what it runs until then.
  if (answer.commandId === undefined && open.phase !== 'installing') return null;
  return { reason: 'otherVersion', answer: answer.version };
}
