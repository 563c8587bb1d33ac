import type { PhotoMark, RoundPhoto } from '@plumbline/contract/points/inspections.photos';
import { type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProject } from '../../../kernel/project.tsx';
import { useRoundPhoto } from './inspections.queries.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** An arrow with its head, or the ellipse in its box, in pixels of the picture. */
function Mark({ mark: { kind, x1, y1, x2, y2 }, size: { width, height } }: { mark: PhotoMark; size: Size }) {
  const [ax, ay, bx, by] = [x1 * width, y1 * height, x2 * width, y2 * height];
  if (kind === 'circle')
    return <ellipse cx={(ax + bx) / 2} cy={(ay + by) / 2} rx={Math.abs(bx - ax) / 2} ry={Math.abs(by - ay) / 2} />;
  const angle = Math.atan2(by - ay, bx - ax);
  const head = Math.max(width, height) * 0.04;
  const wing = (turn: number): string =>
    `${(bx - head * Math.cos(angle + turn)).toFixed(1)} ${(by - head * Math.sin(angle + turn)).toFixed(1)}`;
  return <path d={`M${ax} ${ay}L${bx} ${by}M${wing(0.5)}L${bx} ${by}L${wing(-0.5)}`} />;
}

/** A photo as it was taken, with what was drawn on it. `on` = where a pen may draw. What cannot be fetched says so. */
export function MarkedPhoto({
  photo,
  alt,
  marks = photo.marks,
  on = {},
}: {
  photo: RoundPhoto;
  alt: string;
  marks?: readonly PhotoMark[];
  on?: Partial<Record<'onPointerDown' | 'onPointerMove' | 'onPointerUp', (event: PointerEvent) => void>>;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { address, isFailed } = useRoundPhoto(project.id, photo.roundId, photo.id);
  const [size, setSize] = useState<Size | null>(null);
  if (!address)
    return (
      <span className="in-photo waiting" {...(isFailed ? { role: 'alert' } : { 'aria-busy': true })}>
        {isFailed ? t('inspections:photo.failed') : null}
      </span>
    );
  return (
    <span className="in-photo" {...on}>
      <img
        src={address}
        alt={alt}
        draggable={false}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth || 1, height: naturalHeight || 1 })
        }
      />
      {size && (
        <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
          {marks.map((mark, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: marks are added and taken away at the end
            <Mark key={i} mark={mark} size={size} />
          ))}
        </svg>
      )}
    </span>
  );
}
