/** A file of a probe as it is imported: the question to the server, and the initial angles that it may become. Pure. */
import { type ProbeRun, readProbeRun } from '@plumbline/science/profiles/probe-file';
import { chainSampleOf } from '@plumbline/science/sensors/probe-sample';

export type { ProbeRun };
export { readProbeRun };

const two = (number: number): string => String(number).padStart(2, '0');

/** The time of a run as the clock of the project shows it: `YYYY-MM-DD HH:mm:ss`; empty = the file does not say. */
export function timeWords({ measuredAt }: ProbeRun): string {
  if (measuredAt === null) return '';
  const { year, month, day, time } = measuredAt;
  const [hour = '', ...minutes] = time.split(':');
  return `${year}-${two(month)}-${two(day)} ${[hour.padStart(2, '0'), ...minutes].join(':')}`;
}

/** Returns the question to the server; null = the file does not say what counts mean, and nobody has yet. */
export function questionOf({ depthsM, a0, a180, b0, b180, constant }: ProbeRun, constantCounts: number | null) {
  const counts = constant ?? constantCounts;
  return counts === null
    ? null
    : {
        depthsM: [...depthsM],
        a0: [...a0],
        a180: [...a180],
        b0: b0 && [...b0],
        b180: b180 && [...b180],
        constant: counts,
      };
}

/** Parameters of a point whose movements count from a run: the angle of every interval then, degrees. */
export function withInitial(
  parameters: Readonly<Record<string, number>>,
  question: NonNullable<ReturnType<typeof questionOf>>,
): Record<string, number> {
  const { a0, a180, b0, b180, constant } = question;
  const { x, y } = chainSampleOf({ a0, a180, ...(b0 && b180 && { b0, b180 }), constant });
  const others = Object.entries(parameters).filter(([key]) => !/^i[xy]\d+$/.test(key));
  const angles = [
    ['ix', x],
    ['iy', y],
  ] as const;
  return Object.fromEntries([
    ...others,
    ...angles.flatMap(([name, list]) =>
      (Array.isArray(list) ? (list as (number | null)[]) : []).flatMap((angle, i) =>
        angle === null ? [] : [[`${name}${i + 1}`, angle] as const],
      ),
    ),
  ]);
}

/** A line of the table: an interval from the top. */
export interface ProbeRow {
  readonly depthM: number;
  readonly a0: number;
  readonly a180: number;
  readonly sumA: number;
  readonly b0: number | null;
  readonly b180: number | null;
  readonly sumB: number | null;
}
export const probeRows = ({ depthsM, a0, a180, b0, b180 }: ProbeRun): ProbeRow[] =>
  depthsM.map((depthM, i) => {
    const [a, turned] = [a0[i] ?? Number.NaN, a180[i] ?? Number.NaN];
    const [b, turnedB] = [b0?.[i] ?? null, b180?.[i] ?? null];
    return {
      depthM,
      a0: a,
      a180: turned,
      sumA: a + turned,
      b0: b,
      b180: turnedB,
      sumB: b === null || turnedB === null ? null : b + turnedB,
    };
  });
