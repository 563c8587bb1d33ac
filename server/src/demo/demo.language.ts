/**
 * In which language the demonstration is: its records are put into the words of another one where they stand, in one
 * transaction. Invariant: only texts that are still word for word as the demonstration has them are changed, and only in its
 * corporation; what somebody typed stays. Released reports are sealed and stay in the language of their release.
 */
import { createHash } from 'node:crypto';
import { type Language, languages } from '@plumbline/contract/kernel/constants';
import { type RawBuilder, sql } from 'kysely';
import { archived } from '../features/overview/corporation-archives/corporation-archives.table.ts';
import type { Context, Db } from '../kernel/context.ts';
import { readDemonstrated, writeDemonstrated } from '../kernel/demonstrated.ts';
import { type SqlRow, sqlRows } from '../kernel/rows.ts';
import { fileInWords, jsonInWords, type Words, wordsBetween } from './demo.words.ts';

/** Columns with texts of the demonstration, by table: texts alone, and JSON with texts inside. The log of operations says what was done, as it was. */
const columns: Readonly<Record<string, { readonly texts: readonly string[]; readonly json?: readonly string[] }>> = {
  account: { texts: ['display_name'] },
  alert: { texts: ['settled_by', 'reason'], json: ['plan', 'condition'] },
  alert_cause: { texts: ['name', 'by_name'] },
  alert_change: { texts: ['by_name', 'reason', 'subject'] },
  alert_rule: { texts: ['name', 'by_name'] },
  alert_step: { texts: ['by_name'] },
  annotation: { texts: ['text', 'by_name'] },
  characteristic: { texts: ['name'] },
  condition: { texts: ['updated_by'], json: ['rules'] },
  condition_change: { texts: ['by_name'], json: ['before', 'after'] },
  corporation: { texts: ['title', 'copyright'] },
  correction: { texts: ['reason', 'created_by', 'updated_by'] },
  custom_chart: { texts: ['name', 'created_by'], json: ['axes'] },
  dashboard: { texts: ['name', 'by_name'], json: ['panels'] },
  data_import: { texts: ['by_name'], json: ['layout'] },
  device: { texts: ['name', 'manufacturer'], json: ['channels'] },
  document: { texts: ['by_name'] },
  drawing: { texts: ['name'] },
  drawing_place: { texts: ['by_name'] },
  drawing_version: { texts: ['by_name'] },
  duty_roster: { texts: ['name', 'by_name'] },
  duty_substitution: { texts: ['note', 'by_name'] },
  feed: { texts: ['name', 'by_name'] },
  firmware: { texts: ['notice', 'by_name'] },
  firmware_upgrade: { texts: ['by_name'] },
  import_mapping: { texts: ['name', 'by_name'] },
  inspection_defect: { texts: ['question', 'title', 'note', 'raised_by', 'changed_by'] },
  inspection_defect_change: { texts: ['note', 'by_name'] },
  inspection_log: { texts: ['detail', 'by_name'] },
  inspection_photo: { texts: ['by_name'] },
  inspection_plan: { texts: ['name', 'location'] },
  inspection_round: { texts: ['location', 'reason', 'started_by', 'finished_by'], json: ['answers'] },
  inspection_template: { texts: ['name'] },
  inspection_template_version: { texts: ['by_name'], json: ['questions'] },
  map_layer: { texts: ['name'] },
  map_layer_version: { texts: ['by_name'] },
  notification: { texts: [], json: ['detail'] },
  photo: { texts: ['note', 'by_name'] },
  point: { texts: ['name'] },
  project: { texts: ['name', 'address'] },
  report_link: { texts: ['recipient', 'by_name'] },
  report_recipient: { texts: ['name'] },
  report_schedule: { texts: ['by_name', 'template_name'] },
  report_template: { texts: ['name', 'by_name'] },
  report_template_version: { texts: ['by_name'], json: ['content'] },
  response_plan: { texts: ['text', 'by_name'], json: ['steps'] },
  series_change: { texts: ['reason', 'by_name'], json: ['detail'] },
  silence: { texts: ['reason', 'red_reason', 'by_name'] },
  status_page: { texts: ['title', 'note', 'by_name'] },
  strata_record: { texts: ['reason', 'by_name'], json: ['layers'] },
  structure: { texts: ['name'] },
  task: { texts: ['by_name'], json: ['subject', 'input'] },
  threshold_change: { texts: ['reason'] },
  threshold_template: { texts: ['name', 'note'] },
  user_group: { texts: ['name'] },
  wall: { texts: ['name'] },
  waveform: { texts: ['by_name'] },
};

const ofAccounts = (id: number) => sql`account_id IN (SELECT id FROM account WHERE corporation_id = ${id})`;
const ofProjects = (id: number) => sql`project_id IN (SELECT id FROM project WHERE corporation_id = ${id})`;
const ofCorporation = (id: number) => sql`corporation_id = ${id}`;
/** Tables that no archive of a corporation holds, or none by its rows. */
const unarchived: Readonly<Record<string, (corporationId: number) => RawBuilder<unknown>>> = {
  feed: ofCorporation,
  firmware: ofCorporation,
  task: ofCorporation,
  data_import: ofProjects,
  import_mapping: ofProjects,
  report_link: ofProjects,
  status_page: ofProjects,
  wall: ofAccounts,
  notification: ofAccounts,
  firmware_upgrade: (id) => sql`device_id IN (SELECT id FROM device WHERE corporation_id = ${id})`,
};

function rowsOf(table: string, corporationId: number): RawBuilder<unknown> {
  const where = archived[table] ?? unarchived[table];
  if (!where) throw new Error(`nothing says which rows of ${table} are those of a corporation`);
  return where(corporationId);
}

async function putTexts(db: Db, table: string, corporationId: number, words: string): Promise<void> {
  const { texts } = columns[table] ?? { texts: [] };
  if (texts.length === 0) return;
  const sets = texts.map(
    (column) => sql`${sql.ref(column)} = coalesce(${words}::jsonb ->> ${sql.ref(column)}, ${sql.ref(column)})`,
  );
  const finds = texts.map((column) => sql`jsonb_exists(${words}::jsonb, ${sql.ref(column)})`);
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(sets)}
    WHERE ${rowsOf(table, corporationId)} AND (${sql.join(finds, sql` OR `)})`.execute(db);
}

async function putJson(db: Db, table: string, corporationId: number, words: Words): Promise<void> {
  for (const column of columns[table]?.json ?? []) {
    const { rows } = await sqlRows({ row: 'text', value: 'json' })`SELECT ctid::text AS row, ${sql.ref(column)} AS value
      FROM ${sql.table(table)} WHERE ${sql.ref(column)} IS NOT NULL AND ${rowsOf(table, corporationId)} FOR UPDATE`.execute(
      db,
    );
    const changed = rows.flatMap(({ row, value }) => {
      const [before, after] = [JSON.stringify(value), JSON.stringify(jsonInWords(value, words))];
      return before === after ? [] : [{ row, after }];
    });
    if (changed.length > 0)
      await sql`UPDATE ${sql.table(table)} t SET ${sql.ref(column)} = given.after::jsonb
        FROM (SELECT unnest(${changed.map(({ row }) => row)}::text[])::tid AS at, unnest(${changed.map(({ after }) => after)}::text[]) AS after) given
        WHERE t.ctid = given.at`.execute(db);
  }
}

/** Puts the records of a corporation into other words. */
async function putRecords(db: Db, corporationId: number, words: Words): Promise<void> {
  if (words.size === 0) return;
  const asJson = JSON.stringify(Object.fromEntries(words));
  for (const table of Object.keys(columns)) {
    await putTexts(db, table, corporationId, asJson);
    await putJson(db, table, corporationId, words);
  }
}

/** Puts what was made in other words since into the language: a first start makes its records in English, and furnishes for a while. */
export async function settleLanguage(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const demonstrated = await readDemonstrated(transaction, { locked: true });
    if (!demonstrated) return;
    const { corporationId, language } = demonstrated;
    for (const from of languages) await putRecords(transaction, corporationId, wordsBetween(from, language));
  });
}

/** A file as it is shown, and the drawing or layer that shows it. */
const shownFile = { id: 'number', owner: 'number', file_name: 'text', file_id: 'text', content_id: 'text?' } as const;
type ShownFile = SqlRow<typeof shownFile>;
type FileContext = Pick<Context, 'db' | 'now' | 'regardless' | 'caller' | 'services'>;

/** The bytes of a stored file with its lettering in other words; null where it is gone or has none of them. */
async function bytesInWords({ db, services }: FileContext, fileId: string, type: string, words: Words) {
  const stored = await services.files.get(db, fileId);
  if (!stored) return null;
  const pieces: Buffer[] = [];
  for await (const piece of stored.stream) pieces.push(piece as Buffer);
  const text = Buffer.concat(pieces).toString();
  const other = fileInWords(text, type, words);
  return other === text ? null : { type: stored.type, bytes: Buffer.from(other) };
}

async function store(context: FileContext, corporationId: number, { type, bytes }: { type: string; bytes: Buffer }) {
  async function* inOnePiece() {
    yield bytes;
  }
  const about = { type, maxBytes: bytes.length, corporationId, createdBy: context.caller.accountId };
  return await context.services.files.put(context, inOnePiece(), about);
}

const sheets = [
  { table: 'drawing', versions: 'drawing_version', of: 'drawing_id', content: sql`NULL::text`, type: 'image/svg+xml' },
  {
    table: 'map_layer',
    versions: 'map_layer_version',
    of: 'layer_id',
    content: sql.ref('v.content_id'),
    type: 'application/geo+json',
  },
] as const;

/**
 * Shows each drawing and map layer of the demonstration in other words: as a version of its own, by which pages tell that it
 * has changed; the one that was there is taken again where somebody goes back. A file of another name is somebody's own.
 */
async function putSheets(context: FileContext, corporationId: number, words: Words): Promise<void> {
  for (const sheet of sheets) {
    const { table, versions, of, content } = sheet;
    const { rows } = await sqlRows(shownFile)`
      SELECT v.id, v.file_name, v.file_id, ${content} AS content_id, t.id AS owner
      FROM ${sql.table(versions)} v JOIN ${sql.table(table)} t ON t.version_id = v.id
      WHERE v.${sql.ref(of)} IN (SELECT id FROM ${sql.table(table)} WHERE ${rowsOf(table, corporationId)})`.execute(
      context.db,
    );
    for (const sheetFile of rows) {
      const name = words.get(sheetFile.file_name);
      if (name !== undefined) await putSheet(context, corporationId, { sheet, sheetFile, name, words });
    }
  }
}

/** Puts one of them: by the version that holds the same already, by a new one, or, where it has no lettering, by its name alone. */
async function putSheet(
  context: FileContext,
  corporationId: number,
  {
    sheet: { table, versions, of, type },
    sheetFile,
    name,
    words,
  }: { sheet: (typeof sheets)[number]; sheetFile: ShownFile; name: string; words: Words },
): Promise<void> {
  const { db, now } = context;
  const file = await bytesInWords(context, sheetFile.file_id, type, words);
  if (!file) {
    await sql`UPDATE ${sql.table(versions)} SET file_name = ${name} WHERE id = ${sheetFile.id}`.execute(db);
    return;
  }
  // By what is in it: two languages may call it the same.
  const digest = createHash('sha256').update(file.bytes).digest('hex');
  const { rows: sameVersions } = await sqlRows({ id: 'number' })`SELECT id FROM ${sql.table(versions)}
    WHERE ${sql.ref(of)} = ${sheetFile.owner} AND digest = ${digest}`.execute(db);
  const drawn = sameVersions.length > 0 ? sameVersions : await insertVersion(digest, file);
  for (const { id } of drawn)
    await sql`UPDATE ${sql.table(table)} SET version_id = ${id} WHERE id = ${sheetFile.owner}`.execute(db);

  async function insertVersion(digest: string, file: { type: string; bytes: Buffer }) {
    const content =
      sheetFile.content_id === null ? null : await bytesInWords(context, sheetFile.content_id, type, words);
    const row = {
      file_id: await store(context, corporationId, file),
      file_name: name,
      bytes: file.bytes.length,
      digest,
      created_at: now(),
      ...(content && { content_id: await store(context, corporationId, content), task_id: null }),
    };
    const { rows } = await sqlRows({ id: 'number' })`INSERT INTO ${sql.table(versions)} OVERRIDING USER VALUE
      SELECT (jsonb_populate_record(v, ${JSON.stringify(row)}::jsonb)).* FROM ${sql.table(versions)} v
      WHERE v.id = ${sheetFile.id} RETURNING id`.execute(db);
    return rows;
  }
}

/** Puts the demonstration into another language. Gives whether the corporation is the demonstration. */
export async function setLanguage(context: FileContext, corporationId: number, language: Language): Promise<boolean> {
  const { db } = context;
  const demonstrated = await readDemonstrated(db, { locked: true });
  if (demonstrated?.corporationId !== corporationId) return false;
  const words = wordsBetween(demonstrated.language, language);
  if (words.size === 0) return true;
  await putSheets(context, corporationId, words);
  await putRecords(db, corporationId, words);
  await writeDemonstrated(db, { corporationId, language });
  return true;
}
