/**
 * Limits that a corporation uses again and again. Invariant: those that Plumbline brings are the same for all and are
 * changed by nobody; a corporation's own are its own.
 */

import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { fieldsOf } from '@plumbline/contract/points/families';
import type { thresholds } from '@plumbline/contract/points/thresholds';
import type { Context } from '../../../kernel/context.ts';
import { onUniqueViolation } from '../../../kernel/unique-violation.ts';
import { wrong } from '../points/points.config.api.ts';
import * as table from './thresholds.templates.table.ts';

type Input<K extends keyof typeof thresholds> = OutputOf<(typeof thresholds)[K]['input']>;

export async function templates({ db }: Context, { corporationId }: Input<'templates'>) {
  return { templates: await table.ofCorporation(db, corporationId) };
}

const refusingDuplicate = <T>(write: Promise<T>, name: string) =>
  onUniqueViolation(write, 'threshold_template_name', new Failure('nameTaken', { name }));

/** A field belongs to a family, and a control value is no more than itself. Throws badInput. */
function check({ family, field, basis, levels, rateLevels }: Input<'createTemplate'>): void {
  if (field !== null && family === null) throw wrong('family', 'required');
  if (field !== null && family !== null && !fieldsOf(family, 1).some(({ key }) => key === field))
    throw wrong('field', 'fieldUnknown');
  if (basis !== 'ratio') return;
  for (const [path, list] of [
    ['levels', levels],
    ['rateLevels', rateLevels ?? []],
  ] as const)
    if (list.some((each) => each !== null && each > 1000)) throw wrong(path, 'ratioTooLarge');
}

export async function createTemplate({ db }: Context, input: Input<'createTemplate'>) {
  check(input);
  return { template: await refusingDuplicate(table.insert(db, input.corporationId, input), input.name) };
}

/** Throws notFound, and protectedRecord for what Plumbline brings. */
async function own({ db }: Context, corporationId: number, templateId: number): Promise<void> {
  const row = await table.lock(db, templateId);
  if (!row || (row.corporation_id !== null && row.corporation_id !== corporationId))
    throw new Failure('notFound', { templateId });
  if (row.corporation_id === null) throw new Failure('protectedRecord', { templateId });
}

export async function updateTemplate(context: Context, input: Input<'updateTemplate'>) {
  await own(context, input.corporationId, input.templateId);
  check(input);
  return { template: await refusingDuplicate(table.update(context.db, input.templateId, input), input.name) };
}

export async function removeTemplate(context: Context, { corporationId, templateId }: Input<'removeTemplate'>) {
  await own(context, corporationId, templateId);
  await table.remove(context.db, templateId);
  return {};
}
