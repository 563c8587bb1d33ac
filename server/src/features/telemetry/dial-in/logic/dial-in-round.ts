/**
 * One round: every row of a register map is read once, unit by unit. Invariant: a round ends, however many instruments are silent:
 * after two reads of a unit without an answer the rest of it is skipped, and says so.
 */
import type { DialInSetup, Round, RoundRead } from '@plumbline/contract/telemetry/dial-in';
import { bitsOf, type RegisterRow } from '@plumbline/contract/telemetry/dial-in.rows';
import { type MapRead, numbersOf, type RowNumber, readsOf, samplesOf } from '@plumbline/science/modbus/register-map';
import { Plausibility } from '@plumbline/science/quality/plausible';
import { type Line, type LineAnswer, LineClosed, type LineTiming } from './rtu-line.ts';

const maxSilentReads = 2;
/** Exceptions after which the instrument asks to be asked again: acknowledge, busy. */
const laterExceptions = [5, 6];

export interface RoundResult {
  readonly reads: RoundRead[];
  /** By channel; empty when nothing was answered. */
  readonly samples: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
  /** The connection ended before the round did. */
  readonly isBroken: boolean;
}

/** A number that an answer holds, and is not taken. */
interface Rejected {
  readonly row: RowNumber['row'];
  readonly number: number;
}

export async function runRound(
  line: Line,
  setup: DialInSetup,
  rows: readonly RegisterRow[],
  plausibility: Plausibility = new Plausibility(),
): Promise<RoundResult> {
  const timing = { timeoutMs: setup.answerWithinMs, heartbeat: Buffer.from(setup.heartbeat, 'hex') };
  const reads: RoundRead[] = [];
  const numbers: RowNumber[] = [];
  const silent = new Map<number, number>();
  let isBroken = false;
  const map = rows.map((row) => ({ ...row, bits: bitsOf(row) }));
  for (const read of readsOf(map, setup.readLength)) {
    const { unit } = read.request;
    const misses = silent.get(unit) ?? 0;
    if (isBroken || misses >= maxSilentReads) {
      reads.push(readReport(read, null, 0));
      continue;
    }
    try {
      const { answer, tries } = await readAgain(line, read, timing, setup.retries);
      silent.set(unit, answer.outcome === 'timeout' ? misses + 1 : 0);
      const found = answer.data ? numbersOf(read, answer.data) : [];
      const rejected = found.filter((each): each is Rejected => !isAccepted(each, rows, plausibility));
      numbers.push(...found.filter((each) => !rejected.includes(each as Rejected)));
      reads.push(readReport(read, answer, tries, { found, rejected }));
    } catch (error) {
      if (!(error instanceof LineClosed)) throw error;
      isBroken = true;
      reads.push(readReport(read, null, 0));
    }
  }
  return { reads, samples: samplesOf(map, numbers), isBroken };
}

/** Returns whether the bounds of its row let a number be true; of rows of before there were bounds it is. */
function isAccepted({ row, number }: RowNumber, rows: readonly RegisterRow[], plausibility: Plausibility): boolean {
  const { channel, quantity } = row;
  const bounds = rows.find((each) => each.channel === channel && each.quantity === quantity);
  if (typeof number !== 'number' || !bounds) return true;
  const { minimum = null, maximum = null, jump = null } = bounds as Partial<RegisterRow>;
  return plausibility.isPlausible(`${channel} ${quantity}`, number, { minimum, maximum, jump });
}

async function readAgain(
  line: Line,
  { request }: MapRead,
  timing: LineTiming,
  retries: number,
): Promise<{ answer: LineAnswer; tries: number }> {
  for (let tries = 1; ; tries++) {
    const answer = await line.request(request, timing);
    const isOver = answer.data !== null || (answer.exception !== null && !laterExceptions.includes(answer.exception));
    if (isOver || tries > retries) return { answer, tries };
  }
}

const readReport = (
  { request: { unit, function: code, address, count }, rows }: MapRead & { request: { count: number } },
  answer: LineAnswer | null,
  tries: number,
  { found, rejected }: { readonly found: readonly RowNumber[]; readonly rejected: readonly Rejected[] } = {
    found: [],
    rejected: [],
  },
): RoundRead => ({
  unit,
  function: code,
  address,
  count,
  outcome: answer?.outcome ?? 'skipped',
  exception: answer?.exception ?? null,
  tries,
  latencyMs: answer?.latencyMs ?? null,
  numbers: rows.map((row) => {
    const number = found.find((each) => each.row === row)?.number;
    const { channel, quantity } = row;
    const beyond = rejected.find((each) => each.row === row)?.number ?? null;
    if (beyond !== null) return { channel, quantity, value: null, missing: 'implausible' as const, rejected: beyond };
    return {
      channel,
      quantity,
      rejected: null,
      value: typeof number === 'number' ? number : null,
      missing: typeof number === 'string' ? number : null,
    };
  }),
});

/** Returns the answer to a command to collect, for people. */
export function roundInWords({ reads }: Pick<Round, 'reads'>): string {
  const answered = reads.filter(({ outcome }) => outcome === 'answer' || outcome === 'late').length;
  const others = Map.groupBy(
    reads.filter(({ outcome }) => outcome !== 'answer' && outcome !== 'late'),
    ({ outcome }) => outcome,
  );
  const otherWords = [...others].map(([outcome, list]) => `${outcome} ${list.length}`);
  return [`${answered} of ${reads.length} reads answered`, ...otherWords].join(', ');
}
