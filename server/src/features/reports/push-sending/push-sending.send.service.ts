/**
 * The sender of data push: one for the whole cluster, apart from the intake and from alerts. Invariants: what waits for a rule
 * goes in its order and is ended by the answer of the receiver alone, so it is sent at least once; no rule waits for another.
 */
import type { CustomPushType } from '@plumbline/contract/reports/push-formats';
import { alertRow, type PushRow, rowsOf } from '@plumbline/science/push/rows';
import type { ScheduleContext } from '../../../kernel/schedules.ts';
import type { PushedItem, PushSecrets } from '../../../kernel/tables.push.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { senderLinks } from '../../telemetry/receivers/receivers.api.ts';
import { formatOf } from '../push-formats/push-formats.api.ts';
import { pushedAlert, readingsIn } from '../push-formats/push-formats.content.api.ts';
import { dueRules, nextTime, type RuleRow, ruleById, sendingOf, updateRule } from '../push-rules/push-rules.api.ts';
import * as queue from '../push-rules/push-rules.queue.api.ts';
import { type Posted, post } from './logic/post.ts';

/** Rules that send at the same time. */
const maxRunning = 8;
/** Items that one turn of a rule takes, so that its settings are read again. */
const batchesOfTurn = 50;
/** A message is of readings that lie no further apart: each is one look into the store. */
const windowMs = 3_600_000;
/** Readings of a point that are read for a message: a window of fast points holds more than its memory may. */
const readingsOfWindow = 5_000;
const [shortestWaitMs, longestWaitMs] = [5_000, 15 * 60_000];
/** Refusals in a row after which it is not the message that is wrong: what follows waits. */
const refusalsInRow = 3;

const waitMs = (failures: number): number => Math.min(shortestWaitMs * 2 ** (failures - 1), longestWaitMs);

/** Sends until nothing is due any more. */
export async function sendPushes(context: ScheduleContext): Promise<void> {
  const { db, now, signal, log } = context;
  const running = new Map<number, Promise<void>>();
  signal.addEventListener('abort', () => senderLinks.closeAll(), { once: true });
  await closeEnded(db);
  for (;;) {
    const due = signal.aborted ? [] : await dueRules(db, now(), [...running.keys()], maxRunning - running.size);
    for (const rule of due)
      running.set(
        rule.id,
        runRule(context, rule)
          .catch(async (error) => {
            log.error({ err: error, rule: rule.id }, 'a push rule could not be worked off');
            await failed(context, rule, { fault: 'formatFailed', answer: '' });
          })
          .finally(() => running.delete(rule.id)),
      );
    if (running.size === 0) return;
    await Promise.race([...running.values(), new Promise((resolve) => setTimeout(resolve, 250))]);
  }
}

/** Connections that are kept for rules which send no longer: off, paused or deleted. */
async function endedLinks(db: ScheduleContext['db']): Promise<number[]> {
  const { ruleIds } = senderLinks;
  if (ruleIds.length === 0) return [];
  const sending = new Set(await sendingOf(db, ruleIds));
  return ruleIds.filter((id) => !sending.has(id));
}
export const hasEndedLinks = async (db: ScheduleContext['db']): Promise<boolean> => (await endedLinks(db)).length > 0;
async function closeEnded(db: ScheduleContext['db']): Promise<void> {
  for (const id of await endedLinks(db)) senderLinks.close(id);
}

/** One turn of a rule: what waits when it begins, as far as the receiver takes it. */
async function runRule(context: ScheduleContext, rule: RuleRow): Promise<void> {
  const { db, now, signal } = context;
  const format = await formatOf(db, rule.project_id, rule.format_id);
  const project = await namedProject(db, rule.project_id);
  const upToId = await queue.newestId(db, rule.id);
  if (!format || !project || upToId === null) return;
  for (let i = 0; i < batchesOfTurn && !signal.aborted; i++) {
    const items = await queue.oldest(db, rule.id, upToId, format.layout === 'single' ? 50 : rule.settings.batchSize);
    if (items.length === 0) return await updateRule(db, rule.id, { next_at: nextTime(rule.settings, now()) });
    const batch = await batchOf(context, { rule, format, project: project.name }, items);
    const fresh = await ruleById(db, rule.id);
    if (!fresh?.enabled || fresh.paused || fresh.settings.url !== rule.settings.url) return;
    if (!(await sendBatch(context, { rule: fresh, format, project: project.name }, batch))) return;
  }
}

interface Sending {
  readonly rule: RuleRow;
  readonly format: CustomPushType;
  readonly project: string;
}
/** Rows of one item, and how it ends: from `advanceTo` on the rest of a stretch still waits. */
interface Part {
  readonly item: queue.ItemRow;
  readonly rows: readonly PushRow[];
  readonly advanceTo: number | null;
  /** The last time of its rows. */
  readonly toMs: number;
}

/**
 * The next items with their rows: a stretch alone, alerts, or readings of one window. What is gone has no rows.
 * Long because each kind of item is one case.
 */
async function batchOf(
  { db, services, now }: ScheduleContext,
  { rule, format, project }: Sending,
  items: readonly queue.ItemRow[],
): Promise<Part[]> {
  const of = { project, projectId: rule.project_id, sentAt: now().getTime(), timeZone: rule.settings.timeZone };
  const content = { projectId: rule.project_id, raw: rule.settings.raw, fields: rule.settings.fields };
  const [first] = items;
  if (!first) return [];
  if (first.alert_id !== null) {
    const alert = format.alertKeys.length > 0 ? await pushedAlert(db, rule.project_id, first.alert_id) : null;
    return [
      {
        item: first,
        rows: alert ? [alertRow(format.alertKeys, alert, of)] : [],
        advanceTo: null,
        toMs: first.to_at.getTime(),
      },
    ];
  }
  if (format.dataKeys.length === 0) return [{ item: first, rows: [], advanceTo: null, toMs: first.to_at.getTime() }];
  const fromMs = first.at.getTime();
  if (first.to_at.getTime() > fromMs) {
    const span = { pointIds: [first.point_id], fromMs, toMs: first.to_at.getTime(), limit: rule.settings.batchSize };
    const inSpan = (await readingsIn(db, services.pool, content, span)).get(first.point_id);
    const readings = inSpan?.readings ?? [];
    const last = readings.at(-1);
    return [
      {
        item: first,
        rows: readings.flatMap((reading) => rowsOf(format, reading, of)),
        advanceTo: inSpan?.isCut && last ? last.at + 1 : null,
        toMs: last?.at ?? fromMs,
      },
    ];
  }
  const chosen: queue.ItemRow[] = [];
  let [low, high] = [fromMs, fromMs];
  for (const item of items) {
    const at = item.at.getTime();
    if (item.alert_id !== null || item.to_at.getTime() > at) break;
    const [newLow, newHigh] = [Math.min(low, at), Math.max(high, at)];
    if (newHigh - newLow > windowMs) break;
    [low, high] = [newLow, newHigh];
    chosen.push(item);
  }
  const span = { pointIds: chosen.map(({ point_id }) => point_id), fromMs: low, toMs: high, limit: readingsOfWindow };
  const inSpan = await readingsIn(db, services.pool, content, span);
  const parts: Part[] = [];
  for (const item of chosen) {
    const atMs = item.at.getTime();
    let reading = inSpan.get(item.point_id)?.readings.find(({ at }) => at === atMs);
    if (!reading && inSpan.get(item.point_id)?.isCut) {
      // It lies behind what was read of its point: the message ends before it, or has it alone.
      if (parts.length > 0) break;
      const alone = { pointIds: [item.point_id], fromMs: atMs, toMs: atMs, limit: 1 };
      [reading] = (await readingsIn(db, services.pool, content, alone)).get(item.point_id)?.readings ?? [];
    }
    parts.push({ item, rows: reading ? rowsOf(format, reading, of) : [], advanceTo: null, toMs: atMs });
  }
  return parts;
}

/** True where all of it was taken, or refused for good: what follows may go. */
async function sendBatch(context: ScheduleContext, sending: Sending, parts: readonly Part[]): Promise<boolean> {
  const empty = parts.filter(({ rows }) => rows.length === 0);
  for (const part of empty) await end(context, sending.rule, [part]);
  const full = parts.filter(({ rows }) => rows.length > 0);
  if (full.length === 0) return true;
  if (sending.format.layout === 'batch')
    return await sendMessage(
      context,
      sending,
      full,
      full.flatMap(({ rows }) => rows),
    );
  for (const part of full)
    for (const [i, row] of part.rows.entries())
      if (!(await sendMessage(context, sending, i === part.rows.length - 1 ? [part] : [], [row], part))) return false;
  return true;
}

/** Sends one message and ends what it was the last of. Long because each outcome of a message is written where it is sent. */
async function sendMessage(
  context: ScheduleContext,
  { rule, format, project }: Sending,
  ended: readonly Part[],
  rows: readonly PushRow[],
  of?: Part,
): Promise<boolean> {
  const { db, now, services } = context;
  const message = { project, projectId: rule.project_id, sentAt: now().getTime(), timeZone: rule.settings.timeZone };
  const posted = await post(
    services,
    { rule, settings: rule.settings, secrets: rule.secrets as PushSecrets, format, links: senderLinks },
    rows,
    message,
  );
  const { bytes, ms, status, fault, answer, nextNumber } = posted;
  await queue.insertLog(db, rule.id, now(), { rows: rows.length, bytes, ms, status, fault, answer });
  if (fault === null) {
    await db.transaction().execute(async (transaction) => {
      await end({ ...context, db: transaction }, rule, ended);
      await updateRule(transaction, rule.id, {
        failures: 0,
        refusals: 0,
        fault: null,
        fault_detail: '',
        failing_since: null,
        last_sent_at: now(),
        ...(nextNumber !== null && { next_number: nextNumber }),
      });
    });
    // What follows in this turn is numbered on.
    if (nextNumber !== null) rule.next_number = nextNumber;
    return true;
  }
  const state = await ruleById(db, rule.id);
  if (!state) return false;
  if (!posted.isFinal || state.refusals >= refusalsInRow) {
    await failed(context, state, posted);
    return false;
  }
  const parts = ended.length > 0 ? ended : of ? [of] : [];
  await db.transaction().execute(async (transaction) => {
    const items = parts.map(({ item, toMs }): PushedItem => [item.point_id, item.alert_id, item.at.getTime(), toMs]);
    await queue.insertRefusal(transaction, {
      ruleId: rule.id,
      at: now(),
      items,
      fault,
      detail: detailOf(posted),
    });
    await end({ ...context, db: transaction }, rule, parts);
    await updateRule(transaction, rule.id, {
      refusals: state.refusals + 1,
      fault,
      fault_detail: detailOf(posted),
      failing_since: state.failing_since ?? now(),
    });
  });
  // The other rows of a reading of which one was refused are kept with it: the turn begins anew.
  return ended.length > 0;
}

const detailOf = ({ status, answer }: Pick<Posted, 'status' | 'answer'>): string => `${status ?? ''} ${answer}`.trim();

async function end({ db }: ScheduleContext, rule: RuleRow, parts: readonly Part[]): Promise<void> {
  await queue.endItems(
    db,
    rule.id,
    parts.filter(({ advanceTo }) => advanceTo === null).map(({ item }) => item.id),
  );
  for (const { item, advanceTo } of parts)
    if (advanceTo !== null) await queue.advanceItem(db, rule.id, item.id, new Date(advanceTo));
}

/** Puts the next try off, and says on the rule why. */
async function failed(
  { db, now }: ScheduleContext,
  rule: RuleRow,
  { fault, answer, status = null }: Pick<Posted, 'fault' | 'answer'> & { readonly status?: number | null },
): Promise<void> {
  const failures = rule.failures + 1;
  await updateRule(db, rule.id, {
    failures,
    fault,
    fault_detail: detailOf({ status, answer }),
    failing_since: rule.failing_since ?? now(),
    next_at: new Date(now().getTime() + waitMs(failures)),
  });
}
