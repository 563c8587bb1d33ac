import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusMark } from '../../Status.tsx';
import type { InputProps } from '../input.ts';

interface PicturePlace {
  readonly x: number;
  readonly y: number;
}
const within = (share: number): number => Math.min(1, Math.max(0, Math.round(share * 10_000) / 10_000));
const centre: PicturePlace = { x: 0.5, y: 0.5 };
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
    const next = disabled ? null : movedBy(event, value ?? centre);
    if (!next) return;
    event.preventDefault();
    onChange(next);
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
        <Marker {...(id === undefined ? {} : { id })} value={value} label={label} disabled={disabled} onKeyDown={key} />
      </div>
      <PlaceRow value={value} onRemove={!disabled && !traits.required ? () => onChange(traits.empty) : null} />
    </div>
  );
}

/** Where an arrow key moves a marker to; null = another key. */
function movedBy({ key, shiftKey }: KeyboardEvent, from: PicturePlace): PicturePlace | null {
  const by = shiftKey ? wideStep : step;
  const moves: Readonly<Record<string, readonly [right: number, down: number]>> = {
    ArrowLeft: [-by, 0],
    ArrowRight: [by, 0],
    ArrowUp: [0, -by],
    ArrowDown: [0, by],
  };
  const move = moves[key];
  return move ? { x: within(from.x + move[0]), y: within(from.y + move[1]) } : null;
}

function Marker({
  id,
  value,
  label,
  disabled,
  onKeyDown,
}: {
  id?: string;
  value: PicturePlace | null | undefined;
  label: string;
  disabled: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { t } = useTranslation();
  return (
    <button
      {...(id === undefined ? {} : { id })}
      type="button"
      role="slider"
      className={`marker${value ? '' : ' unset'}`}
      style={at(value ?? centre)}
      disabled={disabled}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round((value?.x ?? 0.5) * 100)}
      aria-valuetext={value ? shares(value) : t('forms:picture.unset')}
      onKeyDown={onKeyDown}
    />
  );
}

/** The place in words, and the way to take it away where one may. */
function PlaceRow({ value, onRemove }: { value: PicturePlace | null | undefined; onRemove: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <div className="pl-row pl-sm pl-3">
      <span>{value ? shares(value) : t('forms:picture.place')}</span>
      <span className="pl-gap" />
      {value && onRemove && (
        <button type="button" className="pl-link" onClick={onRemove}>
          {t('forms:removePlace')}
        </button>
      )}
    </div>
  );
}

const at = ({ x, y }: PicturePlace) => ({ left: `${x * 100}%`, top: `${y * 100}%` });
const shares = ({ x, y }: PicturePlace): string => `${(x * 100).toFixed(1)} %, ${(y * 100).toFixed(1)} %`;
