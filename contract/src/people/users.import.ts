/** Many accounts by a sheet. Apart from the rest of the users, because the first page does without it. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, name, password } from '../points/fields.ts';
import { RowProblem } from '../points/points.rows.ts';
import {
  type SheetWord,
  sheetColumns,
  sheetFails,
  sheetFormats,
  sheetRequest,
  sheetUploadTypes,
  word,
} from '../points/sheets.ts';
import { username } from './users.ts';

/** Rows of one sheet: each costs a slow hash. */
export const userImportLimits = { rows: 300, maxBytes: 1024 * 1024 } as const;

/** One row of the sheet. */
export const ImportedUser = z.strictObject({
  name: username,
  displayName: name(32),
  type: z.enum(['Admin', 'Manager', 'Normal']),
  password: password.optional(),
});
export type ImportedUser = z.output<typeof ImportedUser>;

export const userSheet = [
  { key: 'name', en: 'Username', zh: '用户名', required: true },
  { key: 'displayName', en: 'Display name', zh: '显示名称', required: true },
  { key: 'type', en: 'Account type', zh: '账号类型', hint: 'Administrator / Manager / Normal' },
  { key: 'password', en: 'Password', zh: '密码' },
] as const satisfies readonly SheetWord[];
export const userTypeWords = [
  word('Admin', 'Administrator', '管理员'),
  word('Manager', 'Manager', '经理'),
  word('Normal', 'Normal', '普通用户'),
] as const;

export const UserImportLine = z
  .object({
    line: z.int().describe('In the sheet, from 1'),
    row: z.int().describe('Index among the rows of data, from 0: what `problems` speak of'),
    name: z.string().nullable(),
    displayName: z.string().nullable(),
    type: z.string().nullable(),
    action: z.enum(['add', 'skip', 'refuse']),
  })
  .meta({ id: 'UserImportLine' });
export type UserImportLine = z.output<typeof UserImportLine>;

const place = { within: 'corporationId', needs: 'Create:User' } as const;

export const userImport = {
  importUsers: route({
    tokens: 'none',
    ...place,
    method: 'POST',
    path: '/users/import',
    makes: { kind: 'users', in: 'userIds' },
    secures: 'rights',
    summary:
      'Opens the accounts of a sheet (XLSX or CSV, at most 300), all or none. Passwords that are not in the sheet are made and returned, only this once. A dry run returns the result of each line.',
    changes: ['user'],
    kind: 'upload',
    upload: { types: sheetUploadTypes, formats: sheetFormats, maxBytes: userImportLimits.maxBytes },
    ownTransaction: true,
    input: z.object({
      corporationId: id,
      dryRun: z.stringbool().default(false),
      existing: z
        .enum(['refuse', 'skip'])
        .default('refuse')
        .describe('What becomes of a username that the corporation has already'),
    }),
    reply: z.object({
      lines: z.array(UserImportLine),
      problems: z.array(RowProblem),
      counts: z.object({ add: z.int(), skip: z.int(), refuse: z.int() }),
      columns: sheetColumns,
      userIds: z.array(z.int()).describe('Accounts that were opened, in the order of the lines; empty after a dry run'),
      passwords: z
        .array(z.object({ name: z.string(), displayName: z.string(), password: z.string() }))
        .describe('Of accounts whose password was made; empty after a dry run'),
    }),
    fails: [...sheetFails, 'notAllowed'],
  }),
  importUsersTemplate: route({
    ...place,
    method: 'GET',
    path: '/users/import-template',
    summary: 'Returns the sheet of users to fill in, with headings in the given language.',
    shows: { nothing: 'The columns of this version' },
    kind: 'download',
    input: z.object({ corporationId: id, ...sheetRequest }),
    reply: z.unknown(),
  }),
};
