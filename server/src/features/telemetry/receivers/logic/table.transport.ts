/**
 * Messages as rows of a table of the receiver's PostgreSQL or MySQL. Invariants: all rows of a message are written or none; names are
 * quoted, values are parameters; with key columns a row that comes again leaves the table as it is.
 */
import { transportOf } from '@plumbline/contract/reports/push-transports';
import type { PushEntry } from '@plumbline/science/push/rows';
import { openWriting, quotedIn, type SqlSession } from '../../feed-sources/feed-sources.databases.api.ts';
import { type Delivered, type Delivery, onTimeOver, PushRefused, targetOf } from './transport.ts';

type Dialect = 'postgres' | 'mysql';
type Row = readonly (string | number | null)[];
type Table = Delivery['settings']['table'];
/** Parameters of one statement; both protocols count them with 16 bits. */
const maxParameters = 30_000;
const ports = { postgres: 5432, mysql: 3306 } as const;

export async function sendToTable(delivery: Delivery): Promise<Delivered> {
  const { settings, login, outbound, signal, rows, meta } = delivery;
  const dialect: Dialect = transportOf(settings.url) === 'mysql' ? 'mysql' : 'postgres';
  const { table } = settings;
  const values = withoutRepeats(
    table,
    rows.map(({ entries }) => rowOf(table, [...meta, ...entries])),
  );
  const text = (row: Row) => JSON.stringify(Object.fromEntries(table.columns.map(({ column }, i) => [column, row[i]])));
  delivery.show({
    method: 'INSERT',
    url: settings.url,
    headers: [
      ['table', table.table],
      ['key', table.keyColumns.join(', ')],
    ],
    body: values.slice(0, 200).map(text).join('\n').slice(0, 20_000),
  });
  const { host, port } = targetOf(settings.url, ports[dialect]);
  let drop: () => void = () => undefined;
  const isOver = onTimeOver(signal, () => drop());
  try {
    const session = await openWriting(dialect, {
      host,
      port,
      tls: table.tls,
      user: login.userName,
      password: login.password,
      database: new URL(settings.url).pathname.slice(1),
      connect: async () => {
        const socket = await outbound.connect(host, port, []);
        drop = () => void socket.destroy();
        if (signal.aborted) drop();
        return socket;
      },
    });
    try {
      await write(session, dialect, table, values, delivery.written);
    } finally {
      await session.close();
    }
    return { status: null, answer: `${values.length} rows` };
  } catch (error) {
    throw refusalOf(error);
  } finally {
    isOver();
  }
}

/** The value of each column. Throws where the format no longer has its key. */
function rowOf({ columns }: Table, entries: readonly PushEntry[]): Row {
  const values = new Map(entries.map(({ path, value }) => [path, value]));
  return columns.map(({ key }) => {
    const value = values.get(key);
    if (value === undefined) throw new PushRefused('formatFailed', key);
    return value;
  });
}

/** Of rows with the same key the last one: a statement may not write a row twice. */
function withoutRepeats({ columns, keyColumns }: Table, rows: readonly Row[]): Row[] {
  if (keyColumns.length === 0) return [...rows];
  const places = keyColumns.map((name) => columns.findIndex(({ column }) => column === name));
  return [...new Map(rows.map((row) => [JSON.stringify(places.map((place) => row[place])), row])).values()];
}

async function write(session: SqlSession, dialect: Dialect, table: Table, rows: readonly Row[], written: () => void) {
  // In MySQL the transaction has begun with the connection.
  if (dialect === 'postgres') await session.query('BEGIN', []);
  else await requireUniqueIndex(session, table);
  const atOnce = Math.max(1, Math.floor(maxParameters / table.columns.length));
  for (let i = 0; i < rows.length; i += atOnce) {
    const part = rows.slice(i, i + atOnce);
    await session.query(insertion(dialect, table, part.length), part.flat());
  }
  written();
  await session.query('COMMIT', []);
}

function insertion(dialect: Dialect, { table, columns, keyColumns }: Table, count: number): string {
  const quoted = (name: string) => quotedIn(dialect, name);
  const names = columns.map(({ column }) => quoted(column));
  let place = 0;
  const row = () => `(${columns.map(() => (dialect === 'postgres' ? `$${++place}` : '?')).join(', ')})`;
  const into = `INSERT INTO ${table.split('.').map(quoted).join('.')} (${names.join(', ')}) VALUES ${Array.from({ length: count }, row).join(', ')}`;
  if (keyColumns.length === 0) return into;
  const others = columns.filter(({ column }) => !keyColumns.includes(column)).map(({ column }) => quoted(column));
  if (dialect === 'postgres') {
    const key = `ON CONFLICT (${keyColumns.map(quoted).join(', ')})`;
    return others.length === 0
      ? `${into} ${key} DO NOTHING`
      : `${into} ${key} DO UPDATE SET ${others.map((name) => `${name} = EXCLUDED.${name}`).join(', ')}`;
  }
  const sets =
    others.length === 0 ? names.map((name) => `${name} = ${name}`) : others.map((name) => `${name} = VALUES(${name})`);
  return `${into} ON DUPLICATE KEY UPDATE ${sets.join(', ')}`;
}

/** MySQL takes any unique index for the key, and none without a word: rows would be doubled that were to be known. */
async function requireUniqueIndex(session: SqlSession, { table, keyColumns }: Table): Promise<void> {
  if (keyColumns.length === 0) return;
  const [name = '', schema = null] = table.split('.').toReversed();
  const rows = await session.query(
    `SELECT INDEX_NAME AS name, GROUP_CONCAT(COLUMN_NAME SEPARATOR '\\n') AS columns_of FROM information_schema.STATISTICS
     WHERE TABLE_SCHEMA = COALESCE(?, DATABASE()) AND TABLE_NAME = ? AND NON_UNIQUE = 0 GROUP BY INDEX_NAME`,
    [schema, name],
  );
  const keyNames = keyColumns
    .map((column) => column.toLowerCase())
    .toSorted()
    .join('\n');
  const isThere = rows.some(
    (row) => String(row['columns_of']).toLowerCase().split('\n').toSorted().join('\n') === keyNames,
  );
  if (!isThere) throw new PushRefused('tableWrong', `no unique index (${keyColumns.join(', ')})`);
}

/** Of MySQL: no such database, column, table. */
const missing = new Set([1049, 1054, 1146]);
/** Of MySQL: values that do not fit or break a rule of the table. */
const unfit = new Set([1048, 1062, 1216, 1264, 1292, 1364, 1366, 1406, 1452, 3819, 4025]);

/** What a database says, as a fault: SQLSTATE of PostgreSQL (Appendix A), numbers of MySQL's errors. */
function refusalOf(error: unknown): unknown {
  if (error instanceof PushRefused) return error;
  const { code, errno, message } = error as {
    readonly code?: unknown;
    readonly errno?: unknown;
    readonly message: string;
  };
  const isNetwork = 'syscall' in (error as object);
  const state = !isNetwork && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : '';
  const number = typeof errno === 'number' && errno > 0 ? errno : 0;
  if (state.startsWith('28') || number === 1045 || number === 1698) return new PushRefused('loginRefused', message);
  if (state === '42501' || [1044, 1142, 1143, 1370].includes(number)) return new PushRefused('notPermitted', message);
  if (['3D000', '42P01', '42703', '42P10', '3F000'].includes(state) || missing.has(number))
    return new PushRefused('tableWrong', message);
  if (/^2[23]/.test(state) || unfit.has(number)) return new PushRefused('status', message, { isFinal: true });
  return state === '' && number === 0 ? error : new PushRefused('status', message);
}
