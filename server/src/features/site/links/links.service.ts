/**
 * Short links to views of the data view. Invariant: a code opens nothing by itself; whoever uses it must be allowed to see the data
 * of the project, and a code of another project is answered like one that does not exist.
 */
import { randomInt } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type links, maxLinks } from '@plumbline/contract/site/links';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { places } from '../projects/projects.api.ts';
import * as table from './links.table.ts';

type Input<K extends keyof typeof links> = OutputOf<(typeof links)[K]['input']>;

const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const newCode = (): string => Array.from({ length: 8 }, () => letters.charAt(randomInt(letters.length))).join('');

export async function create({ db, now, caller }: Context, { projectId, query }: Input<'create'>) {
  const storedCode = await table.codeOf(db, projectId, query);
  if (storedCode !== undefined) return { code: storedCode };
  if ((await table.count(db, projectId)) >= maxLinks) throw new Failure('linksFull', { most: maxLinks });
  const link = { code: newCode(), projectId, query, byName: caller.displayName, createdAt: now() };
  return { code: await table.insert(db, link) };
}

export async function open({ db, caller }: Context, { code }: Input<'open'>) {
  const link = await table.one(db, code);
  const place = link && (await places(db, [link.projectId])).get(link.projectId);
  const needs = 'Retrieve:Data';
  const answer = place ? permissionAt(caller, needs, place) : 'foreign';
  if (!link || answer === 'foreign') throw new Failure('notFound', { code });
  if (answer === 'no') throw new Failure('notAllowed', { needs });
  return { projectId: link.projectId, query: link.query };
}
