import { Button } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../design/theme.tsx';
import { formatNumber, formatTime } from '../kernel/format.ts';
import { curveColour } from './curve-look.ts';
import { nearest } from './gaps.ts';
import type { ChartCurve } from './shapes.ts';

/** Time at the line, then swatch, name, value, unit of each curve; without a crosshair the last values. */
export function Readout({
  curves,
  at,
  zone,
  aside,
  onTrace,
}: {
  curves: readonly ChartCurve[];
  at: number | null;
  zone: string | undefined;
  aside: ReactNode;
  /** Offered as a button beside the values. */
  onTrace: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const tokens = useTokens();
  let line = -1;
  return (
    <div className="pl-readout" aria-live="off">
      <span className="pl-b">{at === null ? t('common:chart.last') : formatTime(at, zone)}</span>
      {curves.map((curve) => {
        const hanging = curve.kind === 'hanging';
        if (!hanging) line++;
        const index = at === null ? curve.values.findLastIndex((value) => value !== null) : nearest(curve.times, at);
        const style: CSSProperties = hanging
          ? { background: tokens.s5 }
          : { borderColor: curveColour(tokens, curve.colour ?? line), borderStyle: line > 3 ? 'dashed' : 'solid' };
        return (
          <span key={curve.id}>
            <i className={`key${hanging ? ' box' : ''}`} style={style} />
            <span className="pl-2">{curve.name}</span>
            <b className="pl-bb">{formatNumber(curve.values[index], curve.precision)}</b>
            <span className="pl-3">{curve.unit}</span>
          </span>
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
