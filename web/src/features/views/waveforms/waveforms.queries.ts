import type { OutputOf } from '@plumbline/contract/kernel/route';
import { type Waveform, waveforms } from '@plumbline/contract/views/waveforms';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Range } from '../../../charts/frame/range.ts';
import { call, download, saveAs } from '../../../kernel/call.ts';
import { keyOf } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import type { WaveformState } from './waveform-state.ts';

export type Samples = OutputOf<typeof waveforms.samples.reply>;
export type Spectrum = OutputOf<typeof waveforms.spectrum.reply>;
type ListReply = OutputOf<typeof waveforms.list.reply>;

/** As many as one request gives. */
const pieceRows = 50;

/** The events of a point, newest first, piece by piece. */
export function useEvents(pointId: number, minVectorSumMmS: number | null) {
  const filter = { pointId, ...(minVectorSumMmS === null ? {} : { minVectorSumMmS }), pageSize: pieceRows };
  const query = useInfiniteQuery({
    // Its own word in the key: a list of pieces is not kept like one answer of the same input.
    queryKey: [...keyOf(waveforms.list), filter, 'pieces'],
    queryFn: ({ pageParam, signal }): Promise<ListReply> =>
      call(waveforms.list, { ...filter, ...(pageParam === null ? {} : { before: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.more ? (last.waveforms.at(-1)?.startAt ?? undefined) : undefined),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const events = useMemo(() => {
    if (!data) return undefined;
    // One that arrived between two answers is shown once.
    const byId = new Map<number, Waveform>();
    for (const piece of data.pages) for (const each of piece.waveforms) byId.set(each.id, each);
    return [...byId.values()];
  }, [data]);
  return { ...query, events, total: data?.pages[0]?.total ?? 0 };
}

export type Magnitudes = OutputOf<typeof waveforms.magnitudes.reply>;

/** How strong the events of a range were. */
export const useMagnitudes = (pointId: number, { from, to }: Range, minVectorSumMmS: number | null) =>
  useRead(
    waveforms.magnitudes,
    {
      pointId,
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      ...(minVectorSumMmS === null ? {} : { minVectorSumMmS }),
    },
    { placeholderData: keepPreviousData },
  );

/** One event, whether the list has come to it or not; null = none is asked for. */
export const useEvent = (pointId: number, waveformId: number | null, listed: readonly Waveform[]) => {
  const listedWaveform = listed.find(({ id }) => id === waveformId);
  const { data, error } = useRead(
    waveforms.get,
    { pointId, waveformId: waveformId ?? 0 },
    { enabled: waveformId !== null && listedWaveform === undefined, retry: false },
  );
  return { event: listedWaveform ?? (waveformId === null ? undefined : data?.waveform), error };
};

export type Processing = Pick<WaveformState, 'quantity' | 'highPassHz' | 'lowPassHz'>;
const queryOf = ({ quantity, highPassHz, lowPassHz }: Processing) => ({
  quantity,
  ...(highPassHz === null ? {} : { highPassHz }),
  ...(lowPassHz === null ? {} : { lowPassHz }),
});

/** A part of a waveform for so many pixels; until it comes, what was shown before stays. */
export const useSamples = (
  event: Pick<Waveform, 'id' | 'pointId'> | undefined,
  state: Processing & Pick<WaveformState, 'part'>,
  widthPx: number,
) =>
  useRead(
    waveforms.samples,
    {
      pointId: event?.pointId ?? 0,
      waveformId: event?.id ?? 0,
      ...(state.part ?? {}),
      // Steps of a hundred: a window that is being resized asks now and then.
      width: Math.min(4000, Math.max(100, Math.ceil(widthPx / 100) * 100)),
      ...queryOf(state),
    },
    {
      enabled: event !== undefined && widthPx > 0,
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );

export const useSpectrum = (
  event: Pick<Waveform, 'id' | 'pointId'> | undefined,
  state: Processing & Pick<WaveformState, 'part' | 'kind' | 'window'>,
) =>
  useRead(
    waveforms.spectrum,
    {
      pointId: event?.pointId ?? 0,
      waveformId: event?.id ?? 0,
      ...(state.part ?? {}),
      kind: state.kind,
      window: state.window,
      ...queryOf(state),
    },
    { enabled: event !== undefined, placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
  );

/** The events within a waveform; nothing is asked while no ratio is chosen. */
export const useDetected = (
  event: Pick<Waveform, 'id' | 'pointId'>,
  state: Processing & Pick<WaveformState, 'ratio'> & { readonly axis: NonNullable<WaveformState['axis']> },
) =>
  useRead(
    waveforms.detected,
    {
      pointId: event.pointId,
      waveformId: event.id,
      axis: state.axis,
      ...(state.ratio === null ? {} : { ratio: state.ratio }),
      ...queryOf(state),
    },
    { enabled: state.ratio !== null, placeholderData: keepPreviousData, staleTime: Number.POSITIVE_INFINITY },
  );

/** Query of spectra over time; the axis is known by then. */
export type SpectraState = Processing &
  Pick<WaveformState, 'measure' | 'bandFromHz' | 'bandToHz' | 'segmentSeconds' | 'movingSeconds' | 'part'> & {
    readonly axis: NonNullable<WaveformState['axis']>;
  };
export type OverTime = OutputOf<typeof waveforms.overTime.reply>;
export type ShortTime = OutputOf<typeof waveforms.shortTime.reply>;
export type FileFormat = 'csv' | 'xlsx';

const spectraInput = ({ axis, measure, bandFromHz, bandToHz, ...state }: SpectraState) => ({
  axis,
  measure,
  ...(bandFromHz === null ? {} : { fromHz: bandFromHz }),
  ...(bandToHz === null ? {} : { toHz: bandToHz }),
  ...queryOf(state),
});
const overTimeInput = (pointId: number, { from, to }: Range, state: SpectraState) => ({
  pointId,
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  ...spectraInput(state),
  ...(state.segmentSeconds === null ? {} : { windowSeconds: state.segmentSeconds }),
});
const shortTimeInput = ({ pointId, id }: Pick<Waveform, 'id' | 'pointId'>, state: SpectraState) => ({
  pointId,
  waveformId: id,
  ...(state.part ?? {}),
  ...spectraInput(state),
  ...(state.movingSeconds === null ? {} : { windowSeconds: state.movingSeconds }),
});

/** The spectra of all waveforms of a range side by side. */
export const useOverTime = (pointId: number, range: Range, state: SpectraState) =>
  useRead(waveforms.overTime, overTimeInput(pointId, range, state), {
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The spectra of a window that moves through the part of an event that is shown. */
export const useShortTime = (event: Pick<Waveform, 'id' | 'pointId'>, state: SpectraState) =>
  useRead(waveforms.shortTime, shortTimeInput(event, state), {
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The numbers of the picture, as a table. */
export async function saveOverTime(pointId: number, range: Range, state: SpectraState, format: FileFormat) {
  const { blob, fileName } = await download(waveforms.overTimeFile, {
    ...overTimeInput(pointId, range, state),
    format,
  });
  saveAs(blob, fileName ?? `spectra.${format}`);
}
export async function saveShortTime(event: Pick<Waveform, 'id' | 'pointId'>, state: SpectraState, format: FileFormat) {
  const { blob, fileName } = await download(waveforms.shortTimeFile, { ...shortTimeInput(event, state), format });
  saveAs(blob, fileName ?? `spectra.${format}`);
}

/** All samples, processed as they are shown. */
export async function saveSamples({ pointId, id }: Waveform, state: Processing): Promise<void> {
  const { blob, fileName } = await download(waveforms.download, { pointId, waveformId: id, ...queryOf(state) });
  saveAs(blob, fileName ?? 'waveform.csv');
}
