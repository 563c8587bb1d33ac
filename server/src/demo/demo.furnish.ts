/**
 * Furnishes the demonstration behind the first screen: people, pictures, documents, charts, entries, an import, a
 * correction, firmware. All of it goes through the product's own routes, so that it has the change log it would have.
 *
 * Invariant: a step skips what exists, and is marked only when it is whole; after a crash the next start goes on.
 */
import { projects } from '@plumbline/contract/site/projects';
import { sql } from 'kysely';
import type { Base } from '../app.base.ts';
import type { Db } from '../kernel/context.ts';
import { readDemonstrated } from '../kernel/demonstrated.ts';
import { chartSteps } from './demo.charts.ts';
import { type Client, type Speech, type Step, signIn } from './demo.client.ts';
import { conditionSteps } from './demo.conditions.ts';
import { dashboardSteps } from './demo.dashboards.ts';
import { drawingSteps } from './demo.drawings.ts';
import { dutySteps } from './demo.duty.ts';
import { feedSteps } from './demo.feeds.ts';
import { projectSteps } from './demo.furnish.projects.ts';
import { readingSteps } from './demo.furnish.readings.ts';
import { handlingSteps } from './demo.handling.ts';
import { inspectionSteps } from './demo.inspections.ts';
import { settleLanguage } from './demo.language.ts';
import { probeSteps } from './demo.probe.ts';
import { reportSteps } from './demo.reports.ts';
import { ruleSteps } from './demo.rules.ts';
import { silenceSteps } from './demo.silences.ts';
import { siteSteps } from './demo.sites.ts';
import { statusPageSteps } from './demo.status-pages.ts';
import { readDemonstration } from './demo.ts';
import { watcherSteps } from './demo.watchers.ts';
import { waveformSteps } from './demo.waveforms.ts';

const steps: readonly Step[] = [
  ...siteSteps,
  ...projectSteps,
  ...drawingSteps,
  ...chartSteps,
  ...dashboardSteps,
  ...readingSteps,
  ...probeSteps,
  ...waveformSteps,
  ...inspectionSteps,
  ...dutySteps,
  ...ruleSteps,
  ...silenceSteps,
  ...conditionSteps,
  ...handlingSteps,
  ...watcherSteps,
  ...statusPageSteps,
  ...feedSteps,
  // Last: a report holds what the others made.
  ...reportSteps,
];
/**
 * `progress` is given how many steps are done; `stop` ends it between two requests, and the next start goes on. A step that fails is tried again at the next start; the others go on. A
 * demonstration that has no list of steps was made by an older version: its owner has settled in, it is left alone.
 */
export async function furnish(
  { database: { db }, config, log }: Pick<Base, 'database' | 'config' | 'log'>,
  url: string,
  stop: AbortSignal,
  progress: (done: number, of: number) => void = () => undefined,
): Promise<void> {
  const demonstration = await readDemonstration(db);
  const made = demonstration?.furnished;
  if (!demonstration || !made) return;
  const open = steps.filter(([name]) => !made.includes(name));
  if (open.length === 0) return;
  const speech: Speech = { language: 'en' };
  const listen = async () => {
    speech.language = (await readDemonstrated(db))?.language ?? 'en';
  };
  await listen();
  const client = await signIn(url, config.demoPassword, stop, { speech });
  const projects = await projectsOf(client);
  let done = steps.length - open.length;
  for (const [name, run] of open)
    try {
      await listen();
      await run({ client, madeMs: demonstration.madeMs, projects });
      await mark(db, name);
      done += 1;
      progress(done, steps.length);
    } catch (error) {
      if (stop.aborted) return;
      log.warn({ err: error, step: name }, 'the demonstration could not be furnished with this');
    }
  await client.signOut();
  // Somebody may have chosen another language meanwhile.
  await settleLanguage(db);
}

async function projectsOf(client: Client): Promise<ReadonlyMap<string, number>> {
  const { projects: list } = await client.call(projects.list, {});
  return new Map(list.map(({ name, id }) => [name, id]));
}

/** In the row itself: the process that fills the history writes to it at the same time. */
async function mark(db: Db, name: string): Promise<void> {
  await sql`UPDATE setting SET value = jsonb_set(value, '{furnished}', (value->'furnished') || to_jsonb(${name}::text))
    WHERE key = 'demonstration'`.execute(db);
}
