/**
 * Many devices in one go: by a table or by a sheet. Invariant: either every row that is to be added is in the warehouse
 * afterwards or none, and secrets are answered in the same breath and nowhere else.
 */

import { bulkLimits, type ImportLine, type intake } from '@plumbline/contract/devices/intake';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { RowProblem } from '@plumbline/contract/points/points.rows';
import type { Context, Db } from '../../../kernel/context.ts';
import type { Download } from '../../../kernel/downloads.ts';
import type { Upload } from '../../../kernel/serve.ts';
import { namesLike } from '../../../kernel/sheet-cells.ts';
import { type Cell, readSheet, sheetTypes, writeSheet, writeTemplate } from '../../../kernel/sheets.ts';
import { insertAll } from '../devices/devices.bulk.api.ts';
import { countForeignNumbers, refusingDuplicates } from '../devices/devices.secrets.api.ts';
import { allModels, modelsOf } from '../models/models.api.ts';
import { existingKeys, piece, sncodesOf } from './intake.table.ts';
import { channelsMade, judgeBulk, newDevice } from './logic/bulk-devices.ts';
import { devicesOf, rowOf, sheetColumns } from './logic/device-sheet.ts';
import { devicesBeside } from './logic/sheet-template.ts';

type Input<K extends keyof typeof intake> = OutputOf<(typeof intake)[K]['input']>;
type Sound = Awaited<ReturnType<typeof judgeBulk>>['sound'];

/** Inserts what was judged sound. Throws sncodeExists or registerExists where another request was quicker. */
async function add({ now }: Context, db: Db, corporationId: number, sound: Sound) {
  const drafts = sound.map(newDevice);
  const ids = await refusingDuplicates(
    insertAll(
      db,
      drafts.map(({ device }) => device),
      { corporationId, createdAt: now() },
    ),
  );
  return drafts.map(({ device, secret }, i) => ({ deviceId: elementAt(ids, i), sncode: device.sncode, secret }));
}

/** What is sound and what is not. Throws tooMany to whoever was told too often that others have a serial number. */
async function judged(
  context: Context,
  db: Db,
  corporationId: number,
  rows: readonly unknown[],
  skip?: ReadonlySet<number>,
) {
  await countForeignNumbers(context);
  const answer = await judgeBulk(db, corporationId, rows, skip);
  const isOthers = ({ error, detail }: RowProblem) =>
    (error === 'sncodeExists' && Object.keys(detail ?? {}).join() === 'sncode') ||
    (error === 'registerExists' && Object.keys(detail ?? {}).join() === 'register');
  await countForeignNumbers(context, answer.problems.filter(isOthers).length);
  return answer;
}

/** Throws rowsRefused with the problems where one row is wrong. */
export async function bulkCreate(context: Context, { corporationId, devices, dryRun }: Input<'bulkCreate'>) {
  const { problems, sound } = await judged(context, context.db, corporationId, devices);
  if (dryRun) return { problems: [...problems], secrets: [] };
  if (problems.length > 0) throw new Failure('rowsRefused', { problems });
  return { problems: [], secrets: await add(context, context.db, corporationId, sound) };
}

/** The sheet is read first; what it says is judged and written in one transaction. Throws what the route names. */
export async function importSheet(
  context: Context,
  { corporationId, dryRun, existing }: Input<'importSheet'>,
  upload: Upload,
) {
  const { rows: sheet } = await readSheet(upload.stream, {
    maxBytes: bulkLimits.maxBytes,
    maxRows: bulkLimits.rows + 1,
    accountId: context.caller.accountId,
  });
  const { rows, problems: unread, unknown } = devicesOf(sheet);
  return await context.db.transaction().execute(async (db) => {
    const prepared = await withModes(
      db,
      rows.map((row) => row.values),
    );
    const skipped = existing === 'skip' ? await inWarehouse(db, corporationId, prepared) : new Set<number>();
    const { sound, problems: rowProblems } = await judged(context, db, corporationId, prepared, skipped);
    const problems = [
      ...unread.filter(({ row }) => !skipped.has(row)),
      ...rowProblems.map((problem) => withTwin(problem, rows)),
    ];
    const byRow = new Map(sound.map((each) => [each.row, each]));
    const wrong = new Set(problems.map(({ row }) => row));
    const modelCodes = sound.some(({ model }) => !model) ? (await allModels(db)).map(({ code }) => code) : [];
    const lines = rows.map(
      ({ line, values: each }, row): ImportLine => ({
        line,
        row,
        sncode: textOrNull(each['sncode']),
        name: textOrNull(each['name']),
        model: textOrNull(each['model']),
        ...whatComes(byRow.get(row)),
        modelsLike: modelsLike(byRow.get(row), modelCodes),
        action: skipped.has(row) ? 'skip' : wrong.has(row) ? 'refuse' : 'add',
      }),
    );
    const counted = (action: ImportLine['action']) => lines.filter((line) => line.action === action).length;
    const answer = {
      lines,
      problems: problems.sort((a, b) => a.row - b.row),
      counts: { add: counted('add'), skip: counted('skip'), refuse: counted('refuse') },
      columns: { unknown: [...unknown] },
    };
    if (dryRun) return { ...answer, secrets: [] };
    if (problems.length > 0) throw new Failure('rowsRefused', { problems: withLines(problems, lines) });
    return { ...answer, secrets: await add(context, db, corporationId, sound) };
  });
}

/** What a row makes that it does not say itself. Null of one that is not taken. */
const whatComes = (sound: Sound[number] | undefined): Pick<ImportLine, 'channels' | 'modelKnown'> =>
  sound
    ? {
        modelKnown: sound.model !== undefined,
        channels: [...Map.groupBy(channelsMade(sound), ({ mode }) => mode)].map(([mode, { length }]) => ({
          mode,
          count: length,
        })),
      }
    : { modelKnown: null, channels: null };

/** A model that is not in the catalogue may be a slip of the hand: which one was meant. */
const modelsLike = (sound: Sound[number] | undefined, modelCodes: readonly string[]): string[] =>
  sound && !sound.model ? namesLike(sound.device.model, modelCodes) : [];

/** A row that says what another of the sheet has said: which line that is. */
function withTwin(problem: RowProblem, rows: readonly { readonly line: number }[]): RowProblem {
  const detail = problem.detail as { row?: number } | undefined;
  const line = detail?.row === undefined ? undefined : rows[detail.row]?.line;
  return line === undefined ? problem : { ...problem, detail: { ...detail, line } };
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);
const withLines = (problems: readonly RowProblem[], lines: readonly ImportLine[]) =>
  problems.map((problem) => ({ ...problem, line: lines[problem.row]?.line }));

/** A channel of the sheet without a mode has that of its model. */
async function withModes(db: Db, rows: readonly Record<string, unknown>[]): Promise<Record<string, unknown>[]> {
  const models = await modelsOf(
    db,
    rows.map(({ model }) => String(model ?? '')),
  );
  return rows.map((row) => {
    const model = models.get(String(row['model'] ?? '').toLowerCase());
    const mode = model?.channels[0]?.mode ?? model?.sensorModes[0] ?? 4;
    const channels = row['channels'] as { mode?: number }[] | undefined;
    return channels ? { ...row, channels: channels.map((channel) => ({ mode, ...channel })) } : row;
  });
}

/** Rows whose serial number the corporation has in its warehouse already. */
async function inWarehouse(db: Db, corporationId: number, rows: readonly Record<string, unknown>[]) {
  const sncodes = rows.map(({ sncode }) => String(sncode ?? ''));
  const { devices: there } = await existingKeys(db, sncodes, []);
  return new Set(sncodes.flatMap((sncode, row) => (there.get(sncode)?.corporationId === corporationId ? [row] : [])));
}

/** The sheet to fill in, without a row; a workbook lists the models and words behind it. */
export async function importTemplate(
  { db }: Context,
  { format, language }: Input<'importTemplate'>,
): Promise<Download> {
  const beside = devicesBeside(await allModels(db), language);
  const stream = await writeTemplate({ format, name: 'Devices', columns: sheetColumns(language, true), beside });
  return { type: sheetTypes[format], fileName: `devices-template.${format}`, stream };
}

const pieceRows = 500;

/** Every device, pulled from the database in pieces as the file is read. */
export async function exportSheet(
  { db, caller, now }: Context,
  { corporationId, format, language }: Input<'exportSheet'>,
): Promise<Download> {
  async function* rows(): AsyncGenerator<Cell[]> {
    for (let after = 0; ; ) {
      const found = await piece(db, caller, now(), corporationId, after, pieceRows);
      if (found.length === 0) return;
      const via = found.flatMap(({ collectorId, dtuId }) => [collectorId, dtuId]).filter((id) => id !== null);
      const sncodes = await sncodesOf(db, via);
      for (const device of found) yield rowOf(device, sncodes);
      after = elementAt(found, -1).id;
    }
  }
  const stream = writeSheet(rows(), { format, name: 'Devices', columns: sheetColumns(language, false) });
  return { type: sheetTypes[format], fileName: `devices.${format}`, stream };
}
