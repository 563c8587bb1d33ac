/** The row types of kernel/tables.*.ts against a migrated database: each table, column, kind, NULL and default. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { parseSync, Visitor } from 'rolldown/utils';
import { freshDatabase } from './database.ts';

/** What a column is, as far as both sides can say it. */
interface Column {
  readonly kind: 'number' | 'string' | 'boolean' | 'date' | 'bytes' | 'json' | 'list' | 'other';
  readonly nullable: boolean;
  /** True when an INSERT may leave it out. */
  readonly optional: boolean;
}
type Columns = Map<string, Column>;

const kernel = join(import.meta.dirname, '../src/kernel');

/** The wrappers of tables.columns.ts and of Kysely: what they say beside the type inside. */
const wrappers: Readonly<Record<string, Partial<Column>>> = {
  Id: { kind: 'number', optional: true },
  Generated: { optional: true },
  GeneratedAlways: { optional: true },
  Json: { kind: 'json' },
  JsonOr: { kind: 'json', optional: true },
  Defaulted: { nullable: true, optional: true },
  NullableJson: { kind: 'json', nullable: true, optional: true },
};

/** `T | null`, and not a list of such. */
const isNullable = (text: string): boolean => /\|\s*null\s*$/.test(text);

/** The kind of the inner type, from its text: `string`, `Date | null`, `number[]`. */
function kindOf(text: string): Column['kind'] {
  const plain = text.replace(/\s*\|\s*null\s*$/, '').trim();
  if (plain.endsWith('[]')) return 'list';
  const kinds: Readonly<Record<string, Column['kind']>> = {
    number: 'number',
    string: 'string',
    boolean: 'boolean',
    Date: 'date',
    Buffer: 'bytes',
  };
  return kinds[plain] ?? 'other';
}

function columnOf(text: string): Column {
  const [, wrapper = '', inner = ''] = /^(\w+)(?:<(.*)>)?$/s.exec(text) ?? [];
  const known = wrappers[wrapper];
  if (known) return { kind: kindOf(inner), nullable: isNullable(inner), optional: false, ...known };
  // What may be inserted stands second: `ColumnType<unknown, string | null, string | null>`.
  const inserted = wrapper === 'ColumnType' ? (inner.split(',').at(-1) ?? '').trim() : text;
  return { kind: wrapper === 'ColumnType' ? 'other' : kindOf(text), nullable: isNullable(inserted), optional: false };
}

type InterfaceNode = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['TSInterfaceDeclaration']>>[0];
type Member = InterfaceNode['body']['body'][number];
type TypeNode = NonNullable<Extract<Member, { type: 'TSPropertySignature' }>['typeAnnotation']>['typeAnnotation'];

/** Every table that the types declare. */
function declaredTables(): Map<string, Columns> {
  const tables = new Map<string, Columns>();
  for (const file of readdirSync(kernel).filter((name) => /^tables\.[\w-]+\.ts$/.test(name))) {
    const text = readFileSync(join(kernel, file), 'utf8');
    const shared = new Map<string, readonly Member[]>();
    /** Columns of a type literal, of an interface that stands before it in the file, and of an intersection of such. */
    const columnsOf = (type: TypeNode): Columns => {
      if (type.type === 'TSIntersectionType') return new Map(type.types.flatMap((part) => [...columnsOf(part)]));
      const named = type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : '';
      const members = type.type === 'TSTypeLiteral' ? type.members : (shared.get(named) ?? []);
      return new Map(
        members.flatMap((member) => {
          if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier' || !member.typeAnnotation)
            return [];
          const { start, end } = member.typeAnnotation.typeAnnotation;
          return [[member.key.name, columnOf(text.slice(start, end))] as const];
        }),
      );
    };
    new Visitor({
      TSInterfaceDeclaration: (node) => {
        shared.set(node.id.name, node.body.body);
        if (!node.id.name.endsWith('Tables')) return;
        for (const table of node.body.body)
          if (table.type === 'TSPropertySignature' && table.key.type === 'Identifier' && table.typeAnnotation)
            tables.set(table.key.name, columnsOf(table.typeAnnotation.typeAnnotation));
      },
    }).visit(parseSync(file, text).program);
  }
  return tables;
}

const sqlKinds: Readonly<Record<string, Column['kind']>> = {
  integer: 'number',
  smallint: 'number',
  bigint: 'number',
  'double precision': 'number',
  real: 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  boolean: 'boolean',
  'timestamp with time zone': 'date',
  bytea: 'bytes',
  json: 'json',
  jsonb: 'json',
  ARRAY: 'list',
};

const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url, max: 1 });
after(async () => {
  await pool.end();
  await database.drop();
});

async function migratedTables(): Promise<Map<string, Columns>> {
  const { rows } = await pool.query<
    Record<'table' | 'column' | 'type', string> & Record<'nullable' | 'optional', boolean>
  >(
    `SELECT c.table_name AS "table", column_name AS "column", data_type AS type, is_nullable = 'YES' AS nullable,
       is_nullable = 'YES' OR column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS' AS optional
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
       AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = format('%I.%I', table_schema, table_name)::regclass)`,
  );
  const tables = new Map<string, Columns>();
  for (const { table, column, type, nullable, optional } of rows) {
    const columns: Columns = tables.get(table) ?? new Map();
    tables.set(table, columns.set(column, { kind: sqlKinds[type] ?? 'other', nullable, optional }));
  }
  return tables;
}

/** Tables that no query of ours is typed by: the migrations' own, and the relay's of Socket.IO. */
const untyped = new Set(['migration', 'socket_io_attachments']);

test('the row types are those of the migrated database', async () => {
  const [declared, migrated] = [declaredTables(), await migratedTables()];
  assert.ok(declared.size > 40, `${declared.size} tables are declared`);
  const differences: string[] = [];
  for (const [table, columns] of migrated) {
    if (untyped.has(table)) continue;
    const types = declared.get(table);
    if (!types) differences.push(`${table} is not declared`);
    for (const [name, column] of types ? columns : []) {
      const type = types?.get(name);
      if (!type) differences.push(`${table}.${name} is not declared`);
      else if (type.nullable !== column.nullable)
        differences.push(`${table}.${name} ${column.nullable ? 'may' : 'may not'} be NULL`);
      else if (type.optional && !column.optional) differences.push(`${table}.${name} has no default`);
      else if (type.kind !== 'other' && column.kind !== 'other' && type.kind !== column.kind)
        differences.push(`${table}.${name} is ${column.kind}, not ${type.kind}`);
    }
    for (const name of types?.keys() ?? []) if (!columns.has(name)) differences.push(`${table}.${name} does not exist`);
  }
  for (const table of declared.keys()) if (!migrated.has(table)) differences.push(`${table} does not exist`);
  assert.deepEqual(differences, []);
});
