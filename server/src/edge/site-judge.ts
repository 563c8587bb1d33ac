/**
 * Judges what devices of a site deliver by the limits that the centre set, by the same functions as the centre: so that a
 * siren needs no network. Only what is newest of a point counts; rates of change and composites are judged at the centre.
 *
 * Invariant: a rule that has risen stays so until readings release it, across restarts and where its device is silent.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { QualityState } from '@plumbline/science/quality/judge-quality';
import { keyOf, type RuleState } from '../features/alerts/alerts/alerts.ingest.table.ts';
import type { Logger } from '../kernel/context.ts';
import type { BoundDevice } from '../pipeline/directory.ts';
import { correctedValues, testedValues, trustedValues } from '../pipeline/effective-values.ts';
import { judgeAll } from '../pipeline/judge.ts';
import { readMessage } from '../pipeline/message.ts';
import { testAll } from '../pipeline/quality.ts';
import { byTime, type PendingReading } from '../pipeline/row.ts';
import { replaceDurably } from './replace-durably.ts';

interface Saved {
  readonly rules: readonly RuleState[];
  readonly newest: readonly (readonly [pointId: number, atMs: number])[];
}

/** The rule that stands highest. */
export interface Risen {
  readonly pointId: number;
  readonly thresholdId: number;
  readonly level: number;
}

const saveEveryMs = 5_000;

export class SiteJudge {
  readonly #path: string;
  readonly #log: Logger;
  readonly #rules = new Map<string, RuleState>();
  readonly #newest = new Map<number, number>();
  readonly #quality = new Map<number, QualityState>();
  #savedMs = Number.NEGATIVE_INFINITY;
  #isUnsaved = false;

  constructor(folder: string, log: Logger) {
    this.#path = join(folder, 'judge.json');
    this.#log = log;
    const { rules, newest } = this.#read();
    for (const rule of rules) this.#rules.set(keyOf(rule.pointId, rule.thresholdId), rule);
    for (const [pointId, at] of newest) this.#newest.set(pointId, at);
  }

  /** Takes a message of a device in. Never throws: it is delivered whatever comes of it here. */
  take(device: BoundDevice, text: string, nowMs: number): void {
    try {
      const { rows } = readMessage(device, text, nowMs);
      this.#judge(rows.filter(({ point, at }) => at > (this.#newest.get(point.pointId) ?? Number.NEGATIVE_INFINITY)));
    } catch (error) {
      this.#log.error({ err: error, sncode: device.sncode }, 'a message could not be judged at the site');
    }
  }

  /** The rule that stands highest of the devices; null = none has risen. */
  highest(devices: Iterable<BoundDevice>): Risen | null {
    let found: Risen | null = null;
    for (const device of devices)
      for (const { pointId, rules } of device.points.values())
        for (const { thresholdId } of rules) {
          const level = this.#rules.get(keyOf(pointId, thresholdId))?.level ?? 0;
          if (level > (found?.level ?? 0)) found = { pointId, thresholdId, level };
        }
    return found;
  }

  save(): void {
    if (!this.#isUnsaved) return;
    this.#isUnsaved = false;
    this.#savedMs = performance.now();
    const saved: Saved = { rules: [...this.#rules.values()], newest: [...this.#newest] };
    replaceDurably(this.#path, JSON.stringify(saved));
  }

  #judge(rows: readonly PendingReading[]): void {
    if (rows.length === 0) return;
    const ordered = [...rows].sort(byTime);
    const tested = ordered.map(({ point, at, receivedAt, values }) => {
      return { point, at, receivedAt, values: testedValues(point, at, values) };
    });
    const { flags, moved } = testAll(tested, this.#quality, (pointId) => this.#newest.get(pointId) ?? null);
    for (const [pointId, state] of moved) this.#quality.set(pointId, state);
    const judged = ordered.map(({ point, at, receivedAt, values }, i) => {
      const effective = trustedValues(correctedValues(point, at, values), flags[i] ?? null);
      return { point, at, receivedAt, values: effective };
    });
    const { ruleStates, raised, falls } = judgeAll(judged, this.#rules);
    for (const [key, state] of ruleStates) this.#rules.set(key, state);
    for (const { point, at } of ordered) this.#newest.set(point.pointId, at);
    this.#isUnsaved = true;
    if (raised.length + falls.length > 0 || performance.now() - this.#savedMs > saveEveryMs) this.save();
  }

  #read(): Saved {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as Saved;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#log.error({ err: error }, 'how limits stood at the site cannot be read');
      return { rules: [], newest: [] };
    }
  }
}
