import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusMark } from '../../Status.tsx';
import type { InputProps } from '../input.ts';

interface PicturePlace {
  readonly x: number;
  readonly y: number;
}
const within = (share: number): number => Math.min(1, Math.max(0, Math.round(share * 10_000) / 10_000));
const step = 0.005;
const wideStep = 0.05;

/**
 * IMG_LOCATION: a marker over a picture, set by a click, dragged, or moved by the arrow keys (Shift: tenfold).
 * The value is a share of the picture's width and height, so it outlives another size of the same picture.
 */
export default function ImgLocationInput({
  id,
  value,
  onChange,
  label,
  disabled,
  extras,
  traits,
}: InputProps<PicturePlace>) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  if (!extras.picture) return <p className="pl-notice pl-2">{t('forms:picture.none')}</p>;

  const placeOf = (event: PointerEvent): PicturePlace | null => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return null;
    return { x: within((event.clientX - box.x) / box.width), y: within((event.clientY - box.y) / box.height) };
  };
  const move = (event: PointerEvent): void => {
    const at = placeOf(event);
    if (at) onChange(at);
  };
  const key = (event: KeyboardEvent): void => {
    const by = event.shiftKey ? wideStep : step;
    const moves: Record<string, readonly [number, number]> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    };
    const way = moves[event.key];
    if (!way || disabled) return;
    event.preventDefault();
    const from = value ?? { x: 0.5, y: 0.5 };
    onChange({ x: within(from.x + way[0]), y: within(from.y + way[1]) });
  };
  return (
    <div className="pl-img-location">
      <div
        ref={frame}
        className={`frame${disabled ? ' off' : ''}`}
        onPointerDown={(event) => {
          if (disabled || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
          move(event);
          event.currentTarget.querySelector<HTMLElement>('.marker')?.focus();
        }}
        onPointerMove={(event) => dragging && move(event)}
        onPointerUp={() => setDragging(false)}
        onPointerCancel={() => setDragging(false)}
      >
        <img src={extras.picture} alt={label} draggable={false} />
        {(extras.pictureMarks ?? []).map((mark) => (
          <span key={mark.id} className="other" style={at(mark)} title={mark.name}>
            {mark.status && <StatusMark status={mark.status} size={13} label={false} />}
          </span>
        ))}
        <button
          {...(id === undefined ? {} : { id })}
          type="button"
          role="slider"
          className={`marker${value ? '' : ' unset'}`}
          style={at(value ?? { x: 0.5, y: 0.5 })}
          disabled={disabled}
          aria-label={label}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round((value?.x ?? 0.5) * 100)}
          aria-valuetext={value ? shares(value) : t('forms:picture.unset')}
          onKeyDown={key}
        />
      </div>
      <div className="pl-row pl-sm pl-3">
        <span>{value ? shares(value) : t('forms:picture.place')}</span>
        <span className="pl-gap" />
        {value && !disabled && !traits.required && (
          <button type="button" className="pl-link" onClick={() => onChange(traits.empty)}>
            {t('forms:removePlace')}
          </button>
        )}
      </div>
    </div>
  );
}

const at = ({ x, y }: PicturePlace) => ({ left: `${x * 100}%`, top: `${y * 100}%` });
const shares = ({ x, y }: PicturePlace): string => `${(x * 100).toFixed(1)} %, ${(y * 100).toFixed(1)} %`;
