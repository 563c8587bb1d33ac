/** A file of a waveform, read: what it holds or what is wrong with it, and what there is to store. Pure. */
import { Failure } from '@plumbline/contract/kernel/errors';
import type { OutputOf } from '@plumbline/contract/kernel/route';
import { waveformAxes, waveformLimits, type waveforms } from '@plumbline/contract/views/waveforms';
import { detectEncoding } from '@plumbline/science/files/encoding';
import type { WaveformFile } from '@plumbline/science/waveforms/faults';
import { figuresOf } from '@plumbline/science/waveforms/figures';
import { readWaveformFile } from '@plumbline/science/waveforms/file';
import { check } from './decode-frame.ts';
import { type Packed, pack, type Recorded } from './recorded.ts';

type Answer = Pick<OutputOf<typeof waveforms.upload.reply>, 'faults' | 'missing' | 'preview'>;

export interface FileQuestion {
  readonly bytes: Uint8Array;
  /** Epoch ms of the first sample, and the unit, where the file does not say; null = not given. */
  readonly startMs: number | null;
  readonly unit: Recorded['unit'] | null;
  readonly nowMs: number;
  readonly isDry: boolean;
}

/** What the file says and what was given beside it. */
interface Found extends Pick<Recorded, 'rateHz' | 'axes'>, Pick<WaveformFile, 'isLengthStated'> {
  readonly startMs: number | null;
  readonly unit: Recorded['unit'] | null;
}

/** `packed` is null where nothing is to be stored. Throws encodingWrong, timeInFuture, waveformInvalid. */
export function readFile({ bytes, nowMs, isDry, ...options }: FileQuestion): Answer & { packed: Packed | null } {
  const { file, faults } = readWaveformFile(textOf(bytes), waveformLimits.samples);
  if (!file) return { faults: faults.map((each) => ({ ...each })), missing: [], preview: null, packed: null };
  const startMs = file.startMs ?? options.startMs;
  const unit = file.unit ?? options.unit;
  const missing = [...(startMs === null ? (['startAt'] as const) : []), ...(unit === null ? (['unit'] as const) : [])];
  const { rateHz, trigger } = file;
  const axes = namedAxes(file);
  const recorded = startMs === null || unit === null ? null : checked({ startMs, rateHz, unit, trigger, axes }, nowMs);
  const packed = recorded && !isDry ? pack(recorded) : null;
  const preview = previewOf({ startMs, rateHz, unit, axes, isLengthStated: file.isLengthStated }, packed);
  return { faults: [], missing, preview, packed };
}

/** Throws encodingWrong for what is no text. */
function textOf(bytes: Uint8Array): string {
  const encoding = detectEncoding(bytes);
  if (bytes.includes(0) && !encoding.startsWith('utf-16')) throw new Failure('encodingWrong', { encoding });
  return new TextDecoder(encoding).decode(bytes);
}

/** In the order of x, y, z. */
const namedAxes = ({ axes }: WaveformFile): Recorded['axes'] =>
  waveformAxes.flatMap((axis) => {
    const axisData = axes.find((each) => each.axis === axis);
    return axisData ? [{ axis, samples: axisData.samples }] : [];
  });

function previewOf({ startMs, rateHz, unit, axes, isLengthStated }: Found, packed: Packed | null): Answer['preview'] {
  const samples = axes.map((each) => each.samples);
  return {
    startAt: startMs === null ? null : new Date(startMs).toISOString(),
    rateHz,
    unit,
    samples: samples[0]?.length ?? 0,
    axes: axes.map(({ axis }) => axis),
    isLengthStated,
    vectorSumMmS: packed?.vectorSumMmS ?? (unit === null ? null : figuresOf(samples, { rateHz, unit }).vectorSumMmS),
  };
}

/** Values of a person are not of the future, whatever devices may be ahead by. */
function checked(recorded: Recorded, nowMs: number): Recorded {
  if (recorded.startMs > nowMs) throw new Failure('timeInFuture', { at: new Date(recorded.startMs).toISOString() });
  check(recorded, nowMs);
  return recorded;
}
