/**
 * Accounts by a sheet. Invariant: either every row that is to be added has its account afterwards or none, nobody gives a
 * type above his own, and passwords are answered in the same breath and nowhere else.
 */
import { randomInt } from 'node:crypto';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import {
  ImportedUser,
  type UserImportLine,
  type userImport,
  userImportLimits,
  userSheet,
  userTypeWords,
} from '@plumbline/contract/people/users.import';
import { password as strongPassword } from '@plumbline/contract/points/fields';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import { countOutcomes } from '../../../kernel/attempts.ts';
import type { Context } from '../../../kernel/context.ts';
import { inTransaction } from '../../../kernel/context-transaction.ts';
import type { Download } from '../../../kernel/downloads.ts';
import { problemsIn, problemsOfIssues } from '../../../kernel/row-problems.ts';
import { hashPassword } from '../../../kernel/secrets.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { CellReader, sheetColumnsOf } from '../../../kernel/sheet-cells.ts';
import { findColumns } from '../../../kernel/sheet-columns.ts';
import { headed, readSheet, type SheetRow, sheetTypes, writeTemplate } from '../../../kernel/sheets.ts';
import { onNameTaken } from '../../../kernel/unique-violation.ts';
import { notAbove } from './users.api.ts';
import * as table from './users.table.ts';

type Input<K extends keyof typeof userImport> = OutputOf<(typeof userImport)[K]['input']>;
type Key = (typeof userSheet)[number]['key'];

/** Usernames of other corporations that a person may be told are in use, within 15 minutes: more is no slip of the pen. */
const maxForeignNames = 60;
const countForeignNames = ({ caller, now, services }: Context, count: number): Promise<void> =>
  countOutcomes(services.pool, now(), `username ${caller.accountId}`, count, maxForeignNames);

/** Throws what the route names; rowsRefused with the problems where one row is wrong. */
export async function importUsers(
  context: Context,
  { corporationId, dryRun, existing }: Input<'importUsers'>,
  upload: Upload,
) {
  const { maxBytes, rows: maxRows } = userImportLimits;
  const accountId = context.caller.accountId;
  const sheet = await readSheet(upload.stream, { maxBytes, maxRows: maxRows + 1, accountId });
  const { rows, problems, unknown } = usersOf(sheet.rows);
  await countForeignNames(context, 0);
  const owners = await table.namesAmong(
    context.db,
    rows.map(({ values }) => values.name ?? ''),
  );
  const ofOwn = (name: string | null) => owners.get((name ?? '').toLowerCase()) === corporationId;
  const skipped = new Set(
    existing === 'skip' ? rows.flatMap(({ values }, row) => (ofOwn(values.name) ? [row] : [])) : [],
  );
  const sound = rows.flatMap(({ values }, row) => {
    if (skipped.has(row)) return [];
    const judged = judge(context, values, row, { owners, corporationId, first: firstLine(rows, row) });
    problems.push(...judged.problems);
    return judged.user ? [judged.user] : [];
  });
  await countForeignNames(context, problems.filter(isOthers).length);
  const visibleProblems = problems.filter(({ row }) => !skipped.has(row)).sort((a, b) => a.row - b.row);
  const answer = { ...answerOf(rows, visibleProblems, skipped), columns: { unknown: [...unknown] } };
  if (dryRun) return { ...answer, userIds: [], passwords: [] };
  if (visibleProblems.length > 0) throw new Failure('rowsRefused', { problems: visibleProblems });
  return { ...answer, ...(await add(context, corporationId, sound)) };
}

interface Row {
  readonly line: number;
  readonly values: Readonly<Record<Key, string | null>>;
}

/** Reads the rows below the heading. Throws sheetEmpty and sheetColumnsMissing. */
function usersOf(sheet: readonly SheetRow[]) {
  const { heading, data } = headed(sheet);
  const columns = userSheet.map((column) => ({
    key: column.key,
    names: [column.en, column.zh],
    required: 'required' in column,
  }));
  const { at, missing, unknown } = findColumns<Key>(heading, columns);
  const missingWords = userSheet.filter(({ key }) => missing.includes(key)).map(({ en }) => en);
  if (missing.length > 0) throw new Failure('sheetColumnsMissing', { columns: missingWords.join(', ') });
  const problems: RowProblem[] = [];
  const rows = data.map(({ line, cells }, row): Row => {
    const read = new CellReader<Key>((key) => cells[at.get(key) ?? -1], row, problems);
    const [name, displayName, password] = [read.text('name'), read.text('displayName'), read.text('password')];
    return { line, values: { name, displayName, password, type: read.word('type', userTypeWords) } };
  });
  return { rows, problems, unknown };
}

/** The line of the sheet above that has the same username; undefined where this is the first. */
function firstLine(rows: readonly Row[], row: number): number | undefined {
  const name = rows[row]?.values.name?.toLowerCase();
  const first = rows.findIndex(({ values }) => name !== undefined && values.name?.toLowerCase() === name);
  return first >= 0 && first < row ? rows[first]?.line : undefined;
}

interface Known {
  /** The corporation of each username that is in use, in lower case. */
  readonly owners: ReadonlyMap<string, number | null>;
  readonly corporationId: number;
  readonly first: number | undefined;
}

/** What is wrong with a row; the account that it makes where nothing is. */
function judge(
  context: Context,
  { name, displayName, type, password }: Row['values'],
  row: number,
  { owners, corporationId, first }: Known,
): { readonly problems: RowProblem[]; readonly user?: ImportedUser } {
  const account = { name: name ?? '', displayName: displayName ?? '', type: type ?? 'Normal' };
  const parsed = ImportedUser.safeParse({ ...account, ...(password !== null && { password }) });
  const problems = parsed.success ? [] : problemsOfIssues(row, parsed.error.issues as never, 'fieldUnknown');
  const owner = name === null ? undefined : owners.get(name.toLowerCase());
  if (owner !== undefined)
    problems.push({ row, path: 'name', error: 'nameTaken', detail: { name, own: owner === corporationId } });
  else if (first !== undefined) problems.push({ row, path: 'name', error: 'nameTaken', detail: { name, line: first } });
  if (parsed.success) problems.push(...problemsIn(row, () => notAbove(context, parsed.data.type)));
  return { problems, ...(parsed.success && problems.length === 0 && { user: parsed.data }) };
}

const isOthers = ({ error, detail }: RowProblem): boolean =>
  error === 'nameTaken' && (detail as { own?: boolean } | undefined)?.own === false;

function answerOf(rows: readonly Row[], problems: readonly RowProblem[], skipped: ReadonlySet<number>) {
  const wrong = new Set(problems.map(({ row }) => row));
  const lines = rows.map(({ line, values: { name, displayName, type } }, row): UserImportLine => {
    const action = skipped.has(row) ? 'skip' : wrong.has(row) ? 'refuse' : 'add';
    return { line, row, name, displayName, type: type ?? 'Normal', action };
  });
  const counted = (action: UserImportLine['action']) => lines.filter((line) => line.action === action).length;
  return {
    lines,
    problems: [...problems],
    counts: { add: counted('add'), skip: counted('skip'), refuse: counted('refuse') },
  };
}

/** Opens the accounts; gives the passwords that were made. One hash after the other, so that sign-ins are not kept waiting. */
async function add(context: Context, corporationId: number, users: readonly ImportedUser[]) {
  const accounts: (ImportedUser & { password: string; isMade: boolean; hash: string })[] = [];
  for (const user of users) {
    const password = user.password ?? newPassword();
    accounts.push({ ...user, password, isMade: user.password === undefined, hash: await hashPassword(password) });
  }
  const userIds = await inTransaction(context, async ({ db, now }) => {
    const ids: number[] = [];
    for (const { name, displayName, type, hash } of accounts) {
      const account = { corporation_id: corporationId, name, display_name: displayName, type, password_hash: hash };
      ids.push((await onNameTaken(table.insert(db, { ...account, created_at: now() }), { name })).id);
    }
    return ids;
  });
  const withNewPassword = accounts.filter(({ isMade }) => isMade);
  return {
    userIds,
    passwords: withNewPassword.map(({ name, displayName, password }) => ({ name, displayName, password })),
  };
}

/** Without what is misread when it is written down: 0 O 1 l I. */
const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-+=!?';

/** 14 random signs that the rule for passwords takes. */
function newPassword(): string {
  for (;;) {
    const text = Array.from({ length: 14 }, () => signs[randomInt(signs.length)]).join('');
    if (strongPassword.safeParse(text).success) return text;
  }
}

/** The sheet to fill in, without a row; a workbook has an example behind it. */
export async function importUsersTemplate(
  _: Context,
  { format, language }: Input<'importUsersTemplate'>,
): Promise<Download> {
  const columns = sheetColumnsOf(userSheet, new Set(['name', 'displayName', 'password']), language, true);
  const en = language === 'en';
  const heading = userSheet.map((column) => (en ? column.en : column.zh));
  const example = en ? ['zhang.wei', 'Zhang Wei', 'Normal', ''] : ['zhang.wei', '张伟', '普通用户', ''];
  const beside = [{ name: en ? 'Example' : '示例', tables: [[heading, example]] }];
  const stream = await writeTemplate({ format, name: 'Users', columns, beside });
  return { type: sheetTypes[format], fileName: `users-template.${format}`, stream };
}
