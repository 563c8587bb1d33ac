/** The other side of the storage bench: readings as plain rows, loaded as quickly as PostgreSQL takes them. */
import type pg from 'pg';
import type { NewReading } from '../server/src/features/platform/store/store.ingest.table.ts';
import { copyIn } from '../server/src/kernel/copy-in.ts';

/** `plain`: time and values alone. `plain_full`: with the sample and the received time, and a table of latest states. */
export async function makePlain(client: pg.ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE plain (point_id int NOT NULL, at timestamptz NOT NULL, values float8[] NOT NULL, PRIMARY KEY (point_id, at));
    CREATE TABLE plain_history (LIKE plain);
    CREATE TABLE plain_full (point_id int NOT NULL, at timestamptz NOT NULL, received_at timestamptz NOT NULL,
      values float8[] NOT NULL, raw jsonb NOT NULL, device_id int, PRIMARY KEY (point_id, at));
    CREATE TABLE plain_state (point_id int PRIMARY KEY, at timestamptz NOT NULL, received_at timestamptz NOT NULL,
      values float8[] NOT NULL, level int NOT NULL DEFAULT 0) WITH (fillfactor = 70)`);
}

export const copyPlain = (client: pg.ClientBase, batch: readonly NewReading[]) =>
  copy(client, 'plain (point_id, at, values)', batch, false);

/** As the store did before it sealed: states locked, rows copied, states moved. */
export async function copyFull(client: pg.ClientBase, batch: readonly NewReading[]): Promise<void> {
  const newest = [...new Map(batch.map((reading) => [reading.pointId, reading])).values()];
  await client.query({
    name: 'plain-lock',
    text: 'SELECT point_id, at, values, level FROM plain_state WHERE point_id = ANY($1) ORDER BY point_id FOR UPDATE',
    values: [newest.map((reading) => reading.pointId)],
  });
  await client.query('SAVEPOINT copy');
  await copy(client, 'plain_full (point_id, at, received_at, values, raw, device_id)', batch, true);
  await client.query({
    name: 'plain-move',
    text: `INSERT INTO plain_state AS state (point_id, at, received_at, values)
      SELECT point_id, to_timestamp(at / 1000.0), to_timestamp(received_at / 1000.0), v::float8[]
      FROM unnest($1::int[], $2::float8[], $3::float8[], $4::text[]) AS t(point_id, at, received_at, v)
      ON CONFLICT (point_id) DO UPDATE SET at = excluded.at, received_at = excluded.received_at, values = excluded.values
      WHERE state.at <= excluded.at`,
    values: [
      newest.map((reading) => reading.pointId),
      newest.map((reading) => reading.at),
      newest.map((reading) => reading.receivedAt),
      newest.map((reading) => `{${reading.values.map((value) => value ?? 'NULL').join(',')}}`),
    ],
  });
}

async function copy(client: pg.ClientBase, into: string, batch: readonly NewReading[], full: boolean): Promise<void> {
  await copyIn(client, `COPY ${into} FROM STDIN BINARY`, encode(batch, full));
}

const epoch2000Ms = 946_684_800_000;

function encode(batch: readonly NewReading[], full: boolean): Buffer {
  let size = 21;
  for (const { values, raw } of batch) size += 50 + values.length * 12 + (full ? 30 + Buffer.byteLength(raw) : 0);
  const buffer = Buffer.allocUnsafe(size);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  let at = buffer.write('PGCOPY\n\xff\r\n\0', 0, 'latin1');
  const int = (value: number) => {
    view.setInt32(at, value);
    at += 4;
  };
  const instant = (ms: number) => {
    const micros = (ms - epoch2000Ms) * 1000;
    const high = Math.floor(micros / 4_294_967_296);
    int(8);
    int(high);
    view.setUint32(at, micros - high * 4_294_967_296);
    at += 4;
  };
  int(0);
  int(0);
  for (const { pointId, at: ms, receivedAt, values, raw, deviceId } of batch) {
    view.setInt16(at, full ? 6 : 3);
    at += 2;
    int(4);
    int(pointId);
    instant(ms);
    if (full) instant(receivedAt);
    for (const head of [20 + values.length * 12, 1, 0, 701, values.length, 1]) int(head);
    for (const value of values) {
      int(8);
      view.setFloat64(at, value!);
      at += 8;
    }
    if (!full) continue;
    int(Buffer.byteLength(raw) + 1);
    at = buffer.writeInt8(1, at);
    at += buffer.write(raw, at, 'utf8');
    int(4);
    int(deviceId!);
  }
  return buffer.subarray(0, buffer.writeInt16BE(-1, at));
}
