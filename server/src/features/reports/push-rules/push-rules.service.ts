/**
 * Push rules as people set them. Invariant: a secret goes in and never comes out; it is forgotten where the address changes to
 * which it is sent.
 */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { CustomPushType } from '@plumbline/contract/reports/push-formats';
import { secretMethods } from '@plumbline/contract/reports/push-formats.shapes';
import {
  newPushRule,
  type PushRule,
  type PushSettings,
  pushLimits,
  type pushRules,
} from '@plumbline/contract/reports/push-rules';
import { transportProblems } from '@plumbline/contract/reports/push-transports';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import type { PushSecrets } from '../../../kernel/tables.push.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { namedPoints } from '../../points/points/points.api.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { formatOf } from '../push-formats/push-formats.api.ts';
import { nextTime } from './logic/next-time.ts';
import { isElsewhere, requireAgain, sealSecrets } from './logic/secrets.ts';
import * as queue from './push-rules.queue.api.ts';
import * as table from './push-rules.table.ts';

type Input<K extends keyof typeof pushRules> = OutputOf<(typeof pushRules)[K]['input']>;

export async function list({ db }: Context, { projectId }: Input<'list'>) {
  const rows = await table.ofProject(db, projectId);
  return { pushRules: await shapesOf(db, rows) };
}

async function shapesOf(db: Context['db'], rows: readonly table.RuleRow[]): Promise<PushRule[]> {
  const waiting = await queue.waitingOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const { waiting: count, since, refused } = waiting.get(row.id) ?? { waiting: 0, since: null, refused: 0 };
    return {
      id: row.id,
      projectId: row.project_id,
      name: row.name,
      formatId: row.format_id,
      formatName: row.format_name,
      enabled: row.enabled,
      paused: row.paused,
      ...row.settings,
      secretsGiven: Object.keys(row.secrets as PushSecrets),
      state: table.stateOf(row, { waiting: count, refused }),
      waiting: count,
      waitingSince: since?.toISOString() ?? null,
      nextAt: row.next_at.toISOString(),
      lastSentAt: row.last_sent_at?.toISOString() ?? null,
      fault: row.fault,
      faultDetail: row.fault_detail,
      failingSince: row.failing_since?.toISOString() ?? null,
      lost:
        row.lost_count > 0 && row.lost_from && row.lost_to
          ? { count: row.lost_count, from: row.lost_from.toISOString(), to: row.lost_to.toISOString() }
          : null,
      refused,
      byName: row.by_name,
      createdAt: row.created_at.toISOString(),
    };
  });
}

async function shapeOf({ db }: Context, projectId: number, id: number) {
  const row = requireRow(await table.one(db, projectId, id), { pushRuleId: id });
  const [pushRule] = await shapesOf(db, [row]);
  return { pushRule: requireRow(pushRule, { pushRuleId: id }) };
}

/** Throws listFull, nameTaken, notFound for what is of elsewhere, and pushParameter for what does not go together. */
export async function create(context: Context, input: Input<'create'>) {
  const { db, now, caller } = context;
  const { projectId, formatId, secrets = {}, ...settingsGiven } = input;
  if ((await table.ofProject(db, projectId)).length >= pushLimits.rules)
    throw new Failure('listFull', { most: pushLimits.rules });
  const project = requireRow(await namedProject(db, projectId), { projectId });
  const rule: PushSettings = {
    ...newPushRule,
    selection: copyOf(newPushRule.selection),
    fields: [],
    times: [],
    headers: [],
    timeZone: project.timeZone,
    ...defined(settingsGiven),
    name: settingsGiven.name,
    url: settingsGiven.url,
    formatId,
  };
  const format = requireRow(await formatOf(db, projectId, formatId), { formatId });
  await check(context, projectId, rule);
  requireFit(rule, format);
  const sealed = sealSecrets(context, { format, url: rule.url }, secrets, {});
  requireSecrets(format, sealed);
  const { name, enabled, paused, formatId: _format, ...settings } = rule;
  const id = await onNameTaken(
    table.insert(db, {
      project_id: projectId,
      format_id: formatId,
      name,
      enabled,
      paused,
      settings,
      secrets: JSON.stringify(sealed),
      by_name: caller.displayName,
      created_at: now(),
      next_at: nextTime(settings, now()),
    }),
    { name },
  );
  if (enabled) await table.waitForStoring(db, projectId);
  return await shapeOf(context, projectId, id);
}

const copyOf = ({ structureIds, families, pointIds }: typeof newPushRule.selection) => ({
  structureIds: [...structureIds],
  families: [...families],
  pointIds: [...pointIds],
});

export async function update(context: Context, input: Input<'update'>) {
  const { db, now } = context;
  const { projectId, pushRuleId, secrets = {}, ...settingsGiven } = input;
  const row = requireRow(await table.lock(db, projectId, pushRuleId), { pushRuleId });
  const before: PushSettings = {
    ...row.settings,
    name: row.name,
    formatId: row.format_id,
    enabled: row.enabled,
    paused: row.paused,
  };
  const rule: PushSettings = { ...before, ...defined(settingsGiven) };
  const format = requireRow(await formatOf(db, projectId, rule.formatId), { formatId: rule.formatId });
  await check(context, projectId, rule, before.selection);
  requireFit(rule, format);
  const sealedBefore = row.secrets as PushSecrets;
  const sealed = sealSecrets(
    context,
    { format, url: rule.url },
    secrets,
    isElsewhere(before, rule) ? {} : sealedBefore,
  );
  requireSecrets(format, sealed);
  requireAgain(rule, sealedBefore, { ...sealed, ...secrets });
  const { name, enabled, paused, formatId, ...settings } = rule;
  const isRhythmSame =
    (['mode', 'intervalMinutes', 'timeZone'] as const).every((key) => before[key] === rule[key]) &&
    before.times.join() === rule.times.join();
  await onNameTaken(
    table.update(db, pushRuleId, {
      name,
      enabled,
      paused,
      format_id: formatId,
      settings: JSON.stringify(settings),
      secrets: JSON.stringify(sealed),
      // What went wrong went wrong by the settings before: it is tried anew.
      failures: 0,
      refusals: 0,
      fault: null,
      fault_detail: '',
      failing_since: null,
      ...(!isRhythmSame || row.failures > 0 ? { next_at: nextTime(settings, now()) } : {}),
    }),
    { name },
  );
  if (enabled && !before.enabled) await table.waitForStoring(db, projectId);
  return await shapeOf(context, projectId, pushRuleId);
}

export async function remove(context: Context, { projectId, pushRuleId }: Input<'remove'>) {
  requireRow(await table.lock(context.db, projectId, pushRuleId), { pushRuleId });
  await table.remove(context.db, pushRuleId);
  return {};
}

/**
 * Points and structures of elsewhere are not there. What the rule named before and is deleted meanwhile stays named: it takes
 * nothing, where a selection without it could come to be of everything.
 */
async function check(
  { db }: Context,
  projectId: number,
  { selection, mode, times }: PushSettings,
  before: PushSettings['selection'] = copyOf(newPushRule.selection),
): Promise<void> {
  if (mode === 1 && times.length === 0) throw new Failure('pushParameter', { fault: 'timesMissing' });
  const { pointIds, structureIds } = selection;
  const points = new Set([...before.pointIds, ...(await namedPoints(db, projectId, pointIds)).map(({ id }) => id)]);
  const pointId = pointIds.find((id) => !points.has(id));
  if (pointId !== undefined) throw new Failure('notFound', { pointId });
  const rows = await db.selectFrom('structure').select('id').where('project_id', '=', projectId).execute();
  const structures = new Set([...before.structureIds, ...rows.map(({ id }) => id)]);
  const structureId = structureIds.find((id) => !structures.has(id));
  if (structureId !== undefined) throw new Failure('notFound', { structureId });
}

/** Throws badInput with the field of what a transport cannot do, or lacks. */
function requireFit(rule: PushSettings, format: CustomPushType): void {
  const problems = transportProblems(rule, format);
  if (problems.length > 0) throw new Failure('badInput', problems);
}

/** Specification 5: a hash needs its secret; so does what is fixed, and a token. */
function requireSecrets(format: CustomPushType, secrets: PushSecrets): void {
  const missing = format.authKeys.find(({ path, method }) => secretMethods.includes(method) && !secrets[path]);
  if (missing) throw new Failure('pushParameter', { fault: 'secretMissing', key: missing.path });
}

const defined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
