/** What instruments keep in themselves: what they said last, and what was asked of them last. */

import { limits } from '@plumbline/contract/kernel/constants';
import {
  type Instrument,
  type InstrumentPart,
  instrumentValues,
} from '@plumbline/contract/telemetry/commands.settings';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../../kernel/context.ts';
import { type Columns, type SqlRow, sqlRows, typed } from '../../../kernel/rows.ts';

export interface Asking {
  readonly deviceId: number;
  readonly part: InstrumentPart | 'history';
  readonly act: string;
  readonly wanted: object | null;
  readonly byName: string;
  readonly commandId: string;
}

/** Notes what was asked; what the device said before stays. */
export async function noteRequest(db: Db, now: Date, request: Asking): Promise<void> {
  const wanted = request.wanted === null ? null : JSON.stringify(request.wanted);
  await sql`INSERT INTO instrument_part (device_id, part, act, wanted, by_name, command_id, requested_at)
    VALUES (${request.deviceId}, ${request.part}, ${request.act}, ${wanted}::jsonb, ${request.byName}, ${request.commandId}::uuid, ${now})
    ON CONFLICT (device_id, part) DO UPDATE SET act = excluded.act, wanted = excluded.wanted, by_name = excluded.by_name,
      command_id = excluded.command_id, requested_at = excluded.requested_at, sent_at = NULL, answered_at = NULL, ok = NULL,
      answer = ''`.execute(db);
}

const Answer = z.looseObject({
  ok: z.boolean().optional(),
  text: z.string().optional(),
  value: z.unknown().optional(),
});

/**
 * Notes what a device answered to what was asked last; an answer to something before it is none. A value of another form than its
 * part has is not taken: what was known stays.
 */
export async function noteAnswer(db: Db, now: Date, deviceId: number, commandId: string, text: string): Promise<void> {
  const { rows } = await sqlRows({ part: typed<InstrumentPart | 'history'>() })`SELECT part FROM instrument_part
    WHERE device_id = ${deviceId} AND command_id = ${commandId}::uuid`.execute(db);
  const [row] = rows;
  if (!row) return;
  const { ok, answer, value } = judge(row.part, text);
  // At once: who sees that there is an answer sees what it says.
  await sql`UPDATE instrument_part SET answered_at = ${now}, ok = ${ok}, answer = ${answer},
      value = coalesce(${value}::jsonb, value), reported_at = CASE WHEN ${value}::jsonb IS NULL THEN reported_at ELSE ${now}::timestamptz END
    WHERE device_id = ${deviceId} AND command_id = ${commandId}::uuid`.execute(db);
}

/** What an answer comes to: whether it was done, in which words, and the value that it brings as JSON, null = none. */
function judge(part: InstrumentPart | 'history', text: string): { ok: boolean; answer: string; value: string | null } {
  const { ok = true, text: words = '', value } = read(text);
  const answer = words.slice(0, 500);
  if (part === 'history' || value === undefined || !ok) return { ok, answer, value: null };
  const parsed = instrumentValues[part].safeParse(value);
  return parsed.success
    ? { ok, answer, value: JSON.stringify(parsed.data) }
    : { ok: false, answer: 'unreadable', value: null };
}

function read(text: string): z.output<typeof Answer> {
  try {
    const parsed = Answer.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : { ok: false, text };
  } catch {
    return { text };
  }
}

const rowColumns = {
  part: typed<InstrumentPart | 'history'>(),
  value: 'json',
  reportedAt: 'instant?',
  act: typed<NonNullable<Instrument['ports']['request']>['act']>(),
  wanted: 'json',
  byName: 'text',
  requestedAt: 'instant',
  answeredAt: 'instant?',
  ok: 'flag?',
  answer: 'text',
  isSent: 'flag',
} as const satisfies Columns;
type Row = SqlRow<typeof rowColumns>;

export async function partsOf(db: Db, now: Date, deviceId: number): Promise<Instrument> {
  const { rows } = await sqlRows(
    rowColumns,
  )`SELECT i.part, i.value, i.reported_at AS "reportedAt", i.act, i.wanted, i.by_name AS "byName",
      i.requested_at AS "requestedAt", i.answered_at AS "answeredAt", i.ok, i.answer, coalesce(c.sent_at, i.sent_at) IS NOT NULL AS "isSent"
    FROM instrument_part i LEFT JOIN device_command c ON c.id = i.command_id WHERE i.device_id = ${deviceId}`.execute(
    db,
  );
  const byPart = new Map(rows.map((row) => [row.part, row]));
  const request = (part: Row['part']) => {
    const row = byPart.get(part);
    return row ? requestOf(row, now) : null;
  };
  const one = <P extends InstrumentPart>(part: P) => {
    const value = instrumentValues[part].safeParse(byPart.get(part)?.value);
    return {
      value: value.success ? value.data : null,
      reportedAt: byPart.get(part)?.reportedAt?.toISOString() ?? null,
      request: request(part),
    };
  };
  return {
    deviceId,
    ports: one('ports') as Instrument['ports'],
    server: one('server') as Instrument['server'],
    calibrations: one('calibrations') as Instrument['calibrations'],
    clock: one('clock') as Instrument['clock'],
    processor: one('processor') as Instrument['processor'],
    history: { request: request('history') },
  };
}

function requestOf({ part, act, wanted, byName, requestedAt, answeredAt, ok, answer, isSent }: Row, now: Date) {
  // What is sent again until there is an answer is never given up.
  const isOver = part !== 'processor' && now.getTime() - requestedAt.getTime() > limits.commandStateCacheMs;
  const open = isOver ? ('unanswered' as const) : isSent ? ('sent' as const) : ('waiting' as const);
  return {
    act,
    wanted: wanted ?? null,
    byName,
    at: requestedAt.toISOString(),
    text: answer,
    answeredAt: answeredAt?.toISOString() ?? null,
    state: answeredAt === null ? open : ok === false ? ('refused' as const) : ('done' as const),
  };
}
