/** A register map under the pen, tried on pasted frames by the functions that read instruments. Pure. */
import { bitsOf, RegisterRow } from '@plumbline/contract/telemetry/dial-in.rows';
import { requestsOf, type TriedFrames, tryFrames } from '@plumbline/science/modbus/try-frames';

export interface TriedMap {
  /** The rows that are whole, with what they read. */
  readonly rows: readonly { readonly row: RegisterRow; readonly number: TriedFrames['numbers'][number] }[];
  readonly faults: TriedFrames['faults'];
  /** What a round sends, in hexadecimal. */
  readonly requests: readonly string[];
}

export function tryRegisters(draft: readonly Partial<RegisterRow>[], text: string): TriedMap {
  const completeRows = draft.flatMap((each) => RegisterRow.safeParse(each).data ?? []);
  const map = completeRows.map((row) => ({ ...row, bits: bitsOf(row) }));
  const { numbers, faults } = tryFrames(map, text);
  return {
    rows: completeRows.map((row, at) => ({ row, number: numbers[at] ?? null })),
    faults,
    requests: requestsOf(map),
  };
}
