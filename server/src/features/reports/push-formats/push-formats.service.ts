/** Formats of data push as people build them: data alone, previewed with what a project has measured. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { customPushTypes } from '@plumbline/contract/reports/push-formats';
import { pushFormatLimits } from '@plumbline/contract/reports/push-formats.shapes';
import { mediaTypes, writeBody } from '@plumbline/science/push/body';
import { alertRow, metaEntries, rowsOf } from '@plumbline/science/push/rows';
import type { Context } from '../../../kernel/context.ts';
import { requireRow } from '../../../kernel/rows.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { openAlerts } from '../../alerts/alerts/alerts.api.ts';
import { namedProject } from '../../site/projects/projects.named.api.ts';
import { pushedAlert, readingsIn } from './push-formats.content.api.ts';
import * as newest from './push-formats.newest.api.ts';
import * as table from './push-formats.table.ts';

type Input<K extends keyof typeof customPushTypes> = OutputOf<(typeof customPushTypes)[K]['input']>;

export const list = async ({ db }: Context, { projectId }: Input<'list'>) => ({
  customPushTypes: await table.ofProject(db, projectId),
});

export async function create({ db }: Context, { projectId, name, ...layout }: Input<'create'>) {
  const there = await table.ofProject(db, projectId);
  if (there.length >= pushFormatLimits.formats) throw new Failure('listFull', { most: pushFormatLimits.formats });
  return { customPushType: await onNameTaken(table.insert(db, projectId, name, layout), { name }) };
}

export async function update({ db }: Context, input: Input<'update'>) {
  const { projectId, customPushTypeId, name, ...layout } = input;
  const updated = await onNameTaken(table.update(db, { projectId, id: customPushTypeId }, name, layout), { name });
  return { customPushType: requireRow(updated, { customPushTypeId }) };
}

/** Throws pushParameter while a rule uses it. */
export async function remove({ db }: Context, { projectId, customPushTypeId }: Input<'remove'>) {
  const removed = await table.remove(db, projectId, customPushTypeId).catch((error: { code?: string }) => {
    throw error.code === '23503' ? new Failure('pushParameter', { fault: 'formatUsed' }) : error;
  });
  if (!removed) throw new Failure('notFound', { customPushTypeId });
  return {};
}

export async function preview({ db, now, services }: Context, { projectId, ...layout }: Input<'preview'>) {
  const contentType = mediaTypes[layout.body];
  const project = requireRow(await namedProject(db, projectId), { projectId });
  const of = { project: project.name, projectId, sentAt: now().getTime(), timeZone: project.timeZone };
  const rows = [];
  if (layout.alertKeys.length > 0) {
    const [first] = (await openAlerts(db, { projectId }, 1)).alerts;
    const alert = first && (await pushedAlert(db, projectId, first.id));
    if (alert) rows.push(alertRow(layout.alertKeys, alert, of));
  } else {
    const latest = await newest.newestReading(db, projectId, null);
    if (latest) {
      const span = { pointIds: [latest.pointId], fromMs: latest.atMs, toMs: latest.atMs, limit: 1 };
      const inSpan = await readingsIn(db, services.pool, { projectId, raw: false, fields: [] }, span);
      for (const reading of inSpan.get(latest.pointId)?.readings ?? []) rows.push(...rowsOf(layout, reading, of));
    }
  }
  if (rows.length === 0) return { body: null, contentType };
  const auth = layout.authKeys
    .filter(({ place }) => place === 'body')
    .map(({ path, method }) => ({ path, value: `<${method}>` }));
  const meta = [...metaEntries(layout.metaKeys, of, rows.length), ...auth];
  return { body: writeBody(layout, layout.layout === 'single' ? rows.slice(0, 1) : rows, meta), contentType };
}
