/** The accounts of a corporation for those who administer many of them: the list, and the same as a file. */
import { Readable } from 'node:stream';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { dormantDays, type Person, type projectPeople } from '@plumbline/contract/site/projects.people';
import { csvLine } from '@plumbline/science/files/csv-writer';
import type { Context } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import * as table from './projects.people.table.ts';

type Input<K extends keyof typeof projectPeople> = OutputOf<(typeof projectPeople)[K]['input']>;

/** What a request asks for as the table takes it. */
function filterOf({ sort, descending, dormant, ...filter }: Input<'peopleFile'>, now: Date) {
  const unusedSince = new Date(now.getTime() - dormantDays * 86_400_000);
  return { filter: { ...filter, ...(dormant && { unusedSince }) }, order: { sort, descending } };
}

export async function people({ db, now }: Context, { page, pageSize, ...input }: Input<'people'>) {
  const at = now();
  const { filter, order } = filterOf(input, at);
  const [rows, total] = await Promise.all([
    table.page(db, filter, order, { now: at, limit: pageSize, offset: (page - 1) * pageSize }),
    table.count(db, filter, at),
  ]);
  return { people: rows, total };
}

const heading = [
  'username',
  'display name',
  'type',
  'status',
  'last sign-in',
  'by',
  'second factor',
  'projects',
  'roles',
  'created',
];

const cellsOf = (person: Person): (string | number | null)[] => [
  person.name,
  person.displayName,
  person.type,
  person.disabled ? 'disabled' : 'enabled',
  person.lastSignIn?.at ?? null,
  person.lastSignIn?.by ?? null,
  person.secondFactors.join(' ') || 'none',
  person.projects,
  person.roles.map(({ name }) => name).join('; '),
  person.createdAt,
];

/** A file is as long as the corporation has accounts: it is read and sent piece by piece. */
export async function peopleFile({ db, now }: Context, input: Input<'peopleFile'>): Promise<Download> {
  const at = now();
  const { filter, order } = filterOf(input, at);
  const linesAtOnce = 1_000;
  async function* lines(): AsyncGenerator<string> {
    yield `\uFEFF${csvLine(heading)}`;
    for (let offset = 0; ; offset += linesAtOnce) {
      const rows = await table.page(db, filter, order, { now: at, limit: linesAtOnce, offset });
      for (const row of rows) yield csvLine(cellsOf(row));
      if (rows.length < linesAtOnce) return;
    }
  }
  return {
    type: 'text/csv; charset=utf-8',
    fileName: `users-${at.toISOString().slice(0, 10)}.csv`,
    stream: Readable.from(lines(), { objectMode: false }),
  };
}
