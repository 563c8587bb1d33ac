import { type ReactNode, type Ref, useImperativeHandle, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../../design/theme.tsx';
import { useLanguage } from '../../kernel/language.ts';
import { downloadCsv, downloadPng } from './exports.ts';
import type { ChartKind } from './kind.ts';
import { Readout } from './Readout.tsx';
import type { ChartBox, Range } from './range.ts';
import { Stage } from './Stage.tsx';
import { useCrosshair } from './use-crosshair.ts';
import { useHidden } from './use-hidden.ts';
import { useSameFields } from './use-same-fields.ts';
import { useView } from './use-view.ts';

/** What can be taken along of a chart. */
export interface ChartHandle {
  /** In the white theme, with title, range and zone; 800 x 300 unless the kind has a size of its own. */
  readonly png: (title: string) => Promise<void>;
  /** Exactly the values shown. */
  readonly csv: (title: string) => void;
}
export interface FrameProps<Content> {
  /** Drawn again when one of its fields is another one. */
  readonly content: Content;
  /** The range that is asked for; moves the view when it changes. */
  readonly range: Range;
  /** The person moved to another range: ask again for it (called 200 ms after the last move). */
  readonly onRange?: (range: Range) => void;
  readonly heightPx?: number;
  /** Shown at the right of the readout row. */
  readonly aside?: ReactNode;
  /** False hides the readout row (small charts in panels). */
  readonly readout?: boolean;
  /** While given, dragging draws a box instead of moving the view; told when it is let go. */
  readonly onBox?: ((box: ChartBox) => void) | undefined;
  /** A press on the plot: the nearest stop of the crosshair. */
  readonly onPick?: ((at: number) => void) | undefined;
  /** The crosshair's position, or null: lets a table follow. */
  readonly onCross?: (at: number | null) => void;
  readonly handle?: Ref<ChartHandle>;
}

/**
 * What charts of all kinds have in common: legend and readout, plot, gestures, crosshair, files. Wheel, drag and pinch move
 * the view at once over what is already there, and then ask for that range by `onRange`; until the answer comes the old
 * curve stays. Invariant: never an empty frame.
 */
export function ChartFrame<Content extends object>({
  kind,
  content: given,
  range,
  onRange,
  heightPx = 336,
  aside,
  readout = true,
  onCross,
  onBox,
  onPick,
  handle,
}: FrameProps<Content> & { readonly kind: ChartKind<Content> }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const tokens = useTokens();
  const whole = useSameFields(given);
  const moving = useView(range, onRange);
  const crosshair = useCrosshair(onCross, onPick);
  const { at, isTouched } = crosshair;
  const read = at ?? kind.restsAt?.(whole) ?? null;
  const entries = useMemo(() => kind.entriesOf(whole, read, tokens), [kind, whole, read, tokens]);
  const { hidden, toggle } = useHidden(entries.map(({ id }) => id));
  const content = useMemo(() => kind.without(whole, hidden), [kind, whole, hidden]);
  useImperativeHandle(handle, () => {
    const shown = { kind, content, view: moving.view, language, t };
    return { png: (title) => downloadPng(shown, title), csv: (title) => downloadCsv(shown, title) };
  });
  const names = entries.flatMap(({ id, name }) => (hidden.has(id) ? [] : [name]));
  return (
    <div>
      {readout && (
        <Readout
          entries={entries}
          hidden={hidden}
          onHide={entries.length > 1 ? toggle : undefined}
          words={read === null ? t('common:chart.last') : kind.positionWords(content, read).whole}
          aside={aside}
          onTrace={isTouched && at !== null && onPick ? () => onPick(at) : undefined}
        />
      )}
      <Stage
        kind={kind}
        content={content}
        heightPx={heightPx}
        label={t('common:chart.label', { names: names.join(', ') })}
        moving={moving}
        crosshair={crosshair}
        onBox={onBox}
      />
    </div>
  );
}
