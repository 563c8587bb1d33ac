/**
 * The sign of life of this process: it says every few seconds that it lives, and what it knows of its machine. Invariant: a
 * sign that cannot be written does no harm to the work of the process; one that stops cleanly leaves none behind.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type ProcessRole, processRoles } from '@plumbline/contract/platform/installation';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import type { ProcessFacts } from '../../../../kernel/tables.installation.ts';
import { version } from '../../../../kernel/version.ts';
import * as table from '../installation.table.ts';

const beatMs = 15_000;

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly roles: ReadonlySet<ProcessRole>;
  readonly facts: () => Promise<ProcessFacts>;
}

export function openProcessSign({ db, clock, log, roles, facts }: Parts) {
  const about = {
    id: randomUUID() as string,
    host: hostname().slice(0, 100),
    pid: process.pid,
    roles: processRoles.filter((role) => roles.has(role)),
    version,
    node: process.versions.node,
    startedAt: clock.now(),
  };
  let beating: Promise<void> | null = null;
  const beatOnce = async (): Promise<void> => {
    try {
      await table.beat(db, { ...about, facts: await facts() });
    } catch (error) {
      log.warn({ err: error }, 'the sign of life of this process could not be written');
    }
  };
  /** Writes a sign now. */
  const beat = (): Promise<void> => {
    beating ??= beatOnce().finally(() => {
      beating = null;
    });
    return beating;
  };
  const timer = setInterval(() => void beat(), beatMs);
  timer.unref();
  return {
    id: about.id,
    beat,
    async close(): Promise<void> {
      clearInterval(timer);
      await beating;
      await table.end(db, about.id).catch((error) => log.warn({ err: error }, 'the sign of life stays behind'));
    },
  };
}
