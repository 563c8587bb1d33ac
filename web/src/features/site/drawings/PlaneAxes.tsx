import type { Drawing } from '@plumbline/contract/site/drawings';
import { axesAt, axesOf, type DrawingScale } from '@plumbline/contract/site/drawings.scale';
import { useTranslation } from 'react-i18next';
import type { PictureSight } from '../../../maps/use-picture-sight.ts';
import { chainageText, ticksBetween } from './plane-ticks.ts';

/** Away from the corners, where the axes say what they are and would meet. */
const isClear = (at: number, length: number, marginPx: number): boolean => at > marginPx && at < length - marginPx;

/** The axes at the left and lower edge of the window, with the metres of what is in view. */
export function PlaneAxes({
  drawing: { plane },
  scale,
  sight: { effective, size, box },
}: {
  drawing: Pick<Drawing, 'plane'>;
  scale: DrawingScale;
  sight: PictureSight;
}) {
  const { t } = useTranslation();
  const axes = axesOf[plane];
  const [width, height] = [size.width * effective.scale, size.height * effective.scale];
  const at = (x: number, y: number) =>
    axesAt(scale, { x: (x - effective.left) / width, y: (y - effective.top) / height });
  const [upperLeft, lowerRight] = [at(0, 0), at(box.width, box.height)];
  const acrossPx = (value: number): number =>
    ((value - upperLeft.across) / (lowerRight.across - upperLeft.across)) * box.width;
  const upPx = (value: number): number => ((value - upperLeft.up) / (lowerRight.up - upperLeft.up)) * box.height;
  const across = ticksBetween(upperLeft.across, lowerRight.across, box.width, 90).filter(({ value }) =>
    isClear(acrossPx(value), box.width, 56),
  );
  const up = ticksBetween(upperLeft.up, lowerRight.up, box.height, 46).filter(({ value }) =>
    isClear(upPx(value), box.height, 30),
  );
  return (
    <div className="dr-axes" aria-hidden="true">
      {up.map(({ value, text }) => (
        <span key={value} className="up" style={{ top: upPx(value) }}>
          {text}
        </span>
      ))}
      {across.map(({ value, text }) => (
        <span key={value} className="across" style={{ left: acrossPx(value) }}>
          {axes.across === 'chainage' && !text.includes('.') ? chainageText(value) : text}
        </span>
      ))}
      <span className="unit upper">{t(`drawings:axis.${axes.up}`)}, m</span>
      <span className="unit lower">{t(`drawings:axis.${axes.across}`)}, m</span>
    </div>
  );
}
