import { type ReactNode, type Ref, useImperativeHandle, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../../design/theme.tsx';
import { useLanguage } from '../../kernel/language.ts';
import {
  downloadCsv,
  downloadPng,
  downloadSvg,
  downloadXlsx,
  type PictureSize,
  type Shown,
  usualSize,
} from './exports.ts';
import type { ChartKind } from './kind.ts';
import type { PlaneWindow } from './plane-window.ts';
import { Readout } from './Readout.tsx';
import type { ChartBox, Range } from './range.ts';
import { Stage } from './Stage.tsx';
import type { Size } from './spot.ts';
import { useCrosshair } from './use-crosshair.ts';
import { useHidden } from './use-hidden.ts';
import { useSameFields } from './use-same-fields.ts';
import { useStretch, useView } from './use-view.ts';

/** Files that a chart offers. */
export interface ChartHandle {
  /** In the white theme, with title, range and zone; 800 x 300 unless the kind has a size of its own or one is chosen. */
  readonly png: (title: string, size?: PictureSize) => Promise<void>;
  /** The same picture as lines, which stay sharp at any size. */
  readonly svg: (title: string, size?: Size) => Promise<void>;
  /** Exactly the values shown. */
  readonly csv: (title: string) => void;
  /** The same as a workbook. */
  readonly xlsx: (title: string) => Promise<void>;
  /** How large a picture is unless another size is chosen. */
  readonly usualSize: () => Size;
}
export interface FrameProps<Content> {
  /** Drawn again when one of its fields is another one. */
  readonly content: Content;
  /** The range that is asked for; moves the view when it changes. */
  readonly range: Range;
  /** The person moved to another range: ask again for it (called 200 ms after the last move). */
  readonly onRange?: (range: Range) => void;
  /** All that the axis has, where one may return to it. */
  readonly whole?: Range;
  /** Of a kind that draws a plane: which part is shown (null = all), and that the person moved to another one. */
  readonly window?: PlaneWindow | null;
  readonly onWindow?: (window: PlaneWindow | null) => void;
  readonly heightPx?: number;
  /** Shown at the right of the readout row. */
  readonly aside?: ReactNode;
  /**
   * True when what the reader hides in its legend lies in the address: so it is with the one chart that a page is about, which is
   * the one with files unless told.
   */
  readonly hidesInAddress?: boolean;
  /** False hides the readout row (small charts in panels). */
  readonly readout?: boolean;
  /** While given, dragging draws a box instead of moving the view; told when it is let go. */
  readonly onBox?: ((box: ChartBox) => void) | undefined;
  /** A press on the plot: the nearest stop of the crosshair. */
  readonly onPick?: ((at: number) => void) | undefined;
  /** What a press does, for a finger, which gets a button for it; absent = it traces the value. */
  readonly pickWords?: string;
  /** The crosshair's position, or null: lets a table follow. */
  readonly onCross?: (at: number | null) => void;
  readonly handle?: Ref<ChartHandle>;
}

/**
 * Holds the parts that charts of all kinds share: legend and readout, plot, gestures, crosshair, files. Wheel, drag
 * and pinch move the view at once over what is already there, and then ask for that range by `onRange`; until the
 * answer comes the old curve stays. Invariant: never an empty frame.
 */
export function ChartFrame<Content extends object>({
  kind,
  content: latestContent,
  range,
  onRange,
  whole: fullRange,
  window = null,
  onWindow,
  heightPx = 336,
  aside,
  readout = true,
  onCross,
  onBox,
  onPick,
  pickWords,
  handle,
  hidesInAddress = handle !== undefined,
}: FrameProps<Content> & { readonly kind: ChartKind<Content> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const tokens = useTokens();
  const stable = useSameFields(latestContent);
  const moving = useStretch(range, onRange, fullRange);
  const movingPlane = useView(window, onWindow);
  const crosshair = useCrosshair(onCross, onPick);
  const { at, across, isTouched } = crosshair;
  const read = at ?? kind.restsAt?.(stable) ?? null;
  const entries = useMemo(() => kind.entriesOf(stable, read, tokens, across), [kind, stable, read, tokens, across]);
  const { hidden, toggle, isolate } = useHidden(entries, hidesInAddress);
  const content = useMemo(() => kind.without(stable, hidden), [kind, stable, hidden]);
  useFiles(handle, { kind, content, view: moving.view, window: movingPlane.view, language, t });
  const names = entries.flatMap(({ id, name }) => (hidden.has(id) ? [] : [name]));
  return (
    <div>
      {readout && (
        <Readout
          entries={entries}
          hidden={hidden}
          onHide={entries.length > 1 ? toggle : undefined}
          onIsolate={isolate}
          words={read === null ? t('common:chart.last') : kind.positionWords(content, read, language).whole}
          aside={aside}
          onTrace={isTouched && at !== null && onPick ? () => onPick(at) : undefined}
          traceWords={pickWords ?? t('common:chart.trace')}
        />
      )}
      <Stage
        kind={kind}
        content={content}
        heightPx={heightPx}
        label={t('common:chart.label', { names: names.join(', ') })}
        moving={moving}
        movingPlane={movingPlane}
        whole={fullRange}
        crosshair={crosshair}
        onBox={onBox}
      />
    </div>
  );
}

/** What is shown, as files. */
function useFiles<Content>(handle: Ref<ChartHandle> | undefined, view: Shown<Content>): void {
  useImperativeHandle(handle, () => ({
    png: (title, size) => downloadPng(view, title, size),
    svg: (title, size) => downloadSvg(view, title, size),
    csv: (title) => downloadCsv(view, title),
    xlsx: (title) => downloadXlsx(view, title),
    usualSize: () => usualSize(view),
  }));
}
