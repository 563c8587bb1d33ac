/**
 * Readers of databases of others by their drivers: PostgreSQL by pg, MySQL and MariaDB by mysql2, SQL Server by tedious. Each is handed
 * a connection that the one way out has made (kernel/outbound.ts), reads one table (data push writes one), and gives times as texts: a time
 * without a zone is one of the feed's zone, which only the format of a device knows to read.
 *
 * Invariant: names are quoted by the rules of their database, values are parameters; nothing else is put into a statement.
 */
import type { Socket } from 'node:net';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type SqlDialect, sqlPorts } from '@plumbline/contract/telemetry/feeds.pulls';
import type { SourceQuery } from './logic/polled-source.ts';

export interface SqlRow {
  /** Of the column that grows, as its database writes it. */
  readonly cursor: string;
  readonly values: Readonly<Record<string, unknown>>;
}
export interface SqlPage {
  /** Inclusive. */
  readonly from: string | null;
  readonly until: string | null;
  readonly limit: number;
  readonly newestFirst: boolean;
}
export interface SqlReader {
  page(page: SqlPage): Promise<SqlRow[]>;
  close(): Promise<void>;
}
export interface SqlLogin {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly connect: () => Promise<Socket>;
  /** False = the session may only read. */
  readonly writes?: boolean;
}
type SqlValue = string | number | null;
type Query = (text: string, values: readonly SqlValue[]) => Promise<readonly Readonly<Record<string, unknown>>[]>;
export interface SqlSession {
  readonly query: Query;
  readonly close: () => Promise<void>;
}

const answerMs = 30_000;
const cursorName = 'plumbline_cursor';

interface Dialect {
  readonly quoted: (name: string) => string;
  readonly place: (nth: number) => string;
  /** The column as a text that the database reads again as the same value. */
  readonly text: (column: string) => string;
  readonly select: (what: string, rest: string, limit: number) => string;
  readonly open: (login: SqlLogin) => Promise<SqlSession>;
}

const dialects: Readonly<Record<SqlDialect, Dialect>> = {
  postgres: {
    quoted: (name) => `"${name.replaceAll('"', '""')}"`,
    place: (nth) => `$${nth}`,
    text: (column) => `${column}::text`,
    select: (what, clauses, limit) => `SELECT ${what} ${clauses} LIMIT ${limit}`,
    open: openPostgres,
  },
  mysql: {
    quoted: (name) => `\`${name.replaceAll('`', '``')}\``,
    place: () => '?',
    text: (column) => `CAST(${column} AS CHAR)`,
    select: (what, clauses, limit) => `SELECT ${what} ${clauses} LIMIT ${limit}`,
    open: openMySql,
  },
  sqlServer: {
    quoted: (name) => `[${name.replaceAll(']', ']]')}]`,
    place: (nth) => `@p${nth}`,
    text: (column) => `CONVERT(varchar(40), ${column}, 126)`,
    select: (what, clauses, limit) => `SELECT TOP (${limit}) ${what} ${clauses}`,
    open: openSqlServer,
  },
};

/** A connection that may write, to a database of one of the two that data push knows. In MySQL a transaction has begun with it. */
export const openWriting = (dialect: 'postgres' | 'mysql', login: Omit<SqlLogin, 'writes'>): Promise<SqlSession> =>
  dialects[dialect].open({ ...login, writes: true });
export const quotedIn = (dialect: 'postgres' | 'mysql', name: string): string => dialects[dialect].quoted(name);

/** Throws what the driver says, where there is no connection or it is not let in. */
export async function openSql({ feed, password, outbound }: SourceQuery): Promise<SqlReader> {
  const { settings } = feed;
  const name = settings.dialect ?? 'postgres';
  const [dialect, host, port] = [dialects[name], settings.host ?? '', settings.port ?? sqlPorts[name]];
  const session = await dialect.open({
    host,
    port,
    tls: settings.tls,
    user: settings.userName ?? '',
    password: password ?? '',
    database: settings.database ?? '',
    connect: () => outbound.connect(host, port, []),
  });
  const column = dialect.quoted(settings.cursorColumn ?? '');
  const table = (settings.table ?? '').split('.').map(dialect.quoted).join('.');
  return {
    async page({ from, until, limit, newestFirst }) {
      const values = [from, until].filter((value) => value !== null);
      const conditions = [
        `t.${column} IS NOT NULL`,
        ...(from === null ? [] : [`t.${column} >= ${dialect.place(1)}`]),
        ...(until === null ? [] : [`t.${column} <= ${dialect.place(values.length)}`]),
      ];
      const clauses = `FROM ${table} t WHERE ${conditions.join(' AND ')} ORDER BY t.${column} ${newestFirst ? 'DESC' : 'ASC'}`;
      const what = `t.*, ${dialect.text(`t.${column}`)} AS ${dialect.quoted(cursorName)}`;
      const rows = await session.query(dialect.select(what, clauses, limit), values);
      return rows.map(({ [cursorName]: cursor, ...row }) => ({ cursor: String(cursor), values: row }));
    },
    close: session.close,
  };
}

async function openPostgres(login: SqlLogin): Promise<SqlSession> {
  const { default: pg } = await import('pg');
  const socket = await login.connect();
  // It is connected already; the driver waits for that.
  socket.connect = () => {
    queueMicrotask(() => socket.emit('connect'));
    return socket;
  };
  const { host, user, password, database } = login;
  const client = new pg.Client({
    host,
    user,
    password,
    database,
    stream: () => socket,
    statement_timeout: answerMs,
    query_timeout: answerMs,
    options: `-c default_transaction_read_only=${login.writes ? 'off' : 'on'}`,
    application_name: 'plumbline',
    connectionTimeoutMillis: answerMs,
    ssl: login.tls ? { servername: host } : false,
    types: { getTypeParser: postgresParser as never },
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return {
    query: async (text, values) => (await client.query(text, [...values])).rows,
    close: () => client.end().catch(() => undefined),
  };
}

/** Numbers of every size, instants in ISO 8601, JSON as it is; everything else is the text that the database writes. */
function postgresParser(type: number): (text: string) => unknown {
  if ([20, 21, 23, 26, 700, 701, 1700].includes(type)) return Number;
  if (type === 16) return (text) => text === 't';
  if (type === 1184) return (text) => instantText(text);
  return type === 114 || type === 3802 ? (text) => JSON.parse(text) as unknown : (text) => text;
}

/** `2026-11-27 04:17:12.5+00` as an instant; what is none (infinity) stays. */
function instantText(text: string): string {
  const at = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  return Number.isNaN(at.getTime()) ? text : at.toISOString();
}

async function openMySql(login: SqlLogin): Promise<SqlSession> {
  const { createConnection } = await import('mysql2/promise');
  const { host, user, password, database } = login;
  const socket = await login.connect();
  try {
    const connection = await createConnection({
      host,
      user,
      password,
      database,
      stream: () => socket,
      connectTimeout: answerMs,
      dateStrings: true,
      decimalNumbers: true,
      supportBigNumbers: true,
      multipleStatements: false,
      disableEval: true,
      ...(login.tls ? { ssl: { minVersion: 'TLSv1.2' } } : {}),
    });
    connection.on('error', () => undefined);
    if (login.writes) {
      // What does not fit into a column is an error, and not cut; what is written counts at COMMIT.
      await connection.query("SET SESSION sql_mode = CONCAT_WS(',', NULLIF(@@sql_mode, ''), 'STRICT_ALL_TABLES')");
      await connection.query('SET SESSION autocommit = 0');
    } else await connection.query('SET SESSION TRANSACTION READ ONLY');
    return {
      query: async (sql, values) => {
        const [rows] = await connection.execute({ sql, timeout: answerMs }, [...values]);
        return rows as Record<string, unknown>[];
      },
      close: async () => connection.destroy(),
    };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** An extra of the installation, for its libraries are a tenth of all. Throws sqlServerClientMissing. */
async function sqlServerClient() {
  try {
    return await import('tedious');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Failure('sqlServerClientMissing');
  }
}

async function openSqlServer(login: SqlLogin): Promise<SqlSession> {
  const { Connection, Request, TYPES } = await sqlServerClient();
  const connection = new Connection({
    server: login.host,
    authentication: { type: 'default', options: { userName: login.user, password: login.password } },
    options: {
      database: login.database,
      encrypt: login.tls,
      trustServerCertificate: false,
      readOnlyIntent: true,
      connectTimeout: answerMs,
      requestTimeout: answerMs,
      useUTC: true,
      connector: login.connect,
    },
  });
  connection.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => connection.connect((error) => (error ? reject(error) : resolve())));
  const query: Query = (text, values) =>
    new Promise((resolve, reject) => {
      const rows: Record<string, unknown>[] = [];
      const request = new Request(text, (error) => (error ? reject(error) : resolve(rows)));
      for (const [at, value] of values.entries()) request.addParameter(`p${at + 1}`, TYPES.NVarChar, value);
      request.on(
        'row',
        (columns: readonly { value: unknown; metadata: { colName: string; type: { name: string } } }[]) => {
          rows.push(
            Object.fromEntries(
              columns.map(({ value, metadata }) => [metadata.colName, plainOf(value, metadata.type.name)]),
            ),
          );
        },
      );
      connection.execSql(request);
    });
  return { query, close: async () => connection.close() };
}

/** A time without a zone as a text without one. */
function plainOf(value: unknown, type: string): unknown {
  if (!(value instanceof Date)) return value;
  const text = value.toISOString();
  return type === 'DateTimeOffset' ? text : text.replace('Z', '');
}
