import { Button } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../design/theme.tsx';
import { formatNumber, formatTime } from '../kernel/format.ts';
import { curveColour } from './curve-style.ts';
import { nearest } from './gaps.ts';
import type { ChartCurve } from './shapes.ts';

/**
 * Time at the line, then swatch, name, value, unit of each curve; without a crosshair the last values. It is the legend too:
 * a press on a curve hides or shows it.
 */
export function Readout({
  curves,
  hidden,
  onHide,
  at,
  zone,
  aside,
  onTrace,
}: {
  /** All of them, with their colours. */
  curves: readonly ChartCurve[];
  hidden: ReadonlySet<string>;
  /** undefined = there is but one. */
  onHide: ((id: string) => void) | undefined;
  at: number | null;
  zone: string | undefined;
  aside: ReactNode;
  /** Offered as a button beside the values. */
  onTrace: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const tokens = useTokens();
  return (
    <div className="pl-readout" aria-live="off">
      <span className="pl-b">{at === null ? t('common:chart.last') : formatTime(at, zone)}</span>
      {curves.map((curve) => {
        const hanging = curve.kind === 'hanging';
        const place = curve.colour ?? 0;
        const index = at === null ? curve.values.findLastIndex((value) => value !== null) : nearest(curve.times, at);
        const style: CSSProperties = hanging
          ? { background: tokens.s5 }
          : { borderColor: curveColour(tokens, place), borderStyle: place > 3 ? 'dashed' : 'solid' };
        const entry = (
          <>
            <i className={`key${hanging ? ' box' : ''}`} style={style} />
            <span className="pl-2 name">{curve.name}</span>
            <b className="pl-bb">{formatNumber(curve.values[index], curve.precision)}</b>
            <span className="pl-3">{curve.unit}</span>
          </>
        );
        return onHide ? (
          <button
            key={curve.id}
            type="button"
            className="pl-bare entry"
            aria-pressed={!hidden.has(curve.id)}
            title={t('common:chart.hide')}
            onClick={() => onHide(curve.id)}
          >
            {entry}
          </button>
        ) : (
          <span key={curve.id}>{entry}</span>
        );
      })}
      {onTrace && (
        <Button size="small" onClick={onTrace}>
          {t('common:chart.trace')}
        </Button>
      )}
      <span className="pl-gap" />
      {aside}
    </div>
  );
}
