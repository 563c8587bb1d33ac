import './drawn-curve.css';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

export interface DrawnSpan {
  /** Columns from and to, fractions of one allowed. */
  readonly from: number;
  readonly to: number;
  readonly level: number;
}

interface Props {
  /** A value for each column of time; null = nothing is measured there. */
  readonly values: readonly (number | null)[];
  readonly low: number;
  readonly high: number;
  /** Drawn as lines. */
  readonly limits: readonly { readonly value: number; readonly level: number }[];
  readonly spans: readonly DrawnSpan[];
  readonly label: string;
  /** What is at a column, in words. */
  readonly words: (column: number) => string;
  readonly onChange: (values: (number | null)[]) => void;
}
const [width, height] = [600, 130];

/**
 * A curve that a person draws: with the mouse or a finger across it, or by keys: left and right choose a column, up and
 * down move its value, Delete takes it away. What is passed quickly is filled in on a line.
 */
export function DrawnCurve({ values, low, high, limits, spans, label, words, onChange }: Props) {
  const last = useRef<{ readonly column: number; readonly value: number } | null>(null);
  const [column, setColumn] = useState(0);
  const x = (at: number): number => (at / (values.length - 1)) * width;
  const y = (value: number): number => height - ((value - low) / (high - low)) * height;
  const drawTo = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>): void => {
    const box = currentTarget.getBoundingClientRect();
    const at = clamp(Math.round(((clientX - box.left) / box.width) * (values.length - 1)), 0, values.length - 1);
    const value = low + (1 - clamp((clientY - box.top) / box.height, 0, 1)) * (high - low);
    const from = last.current ?? { column: at, value };
    last.current = { column: at, value };
    setColumn(at);
    onChange(withLine(values, from, { column: at, value }));
  };
  const press = (event: KeyboardEvent): void => {
    const change = keyed(event.key, values[column] ?? null, low, high);
    if (event.key === 'ArrowLeft') setColumn(Math.max(0, column - 1));
    else if (event.key === 'ArrowRight') setColumn(Math.min(values.length - 1, column + 1));
    else if (change !== undefined) onChange(values.map((value, i) => (i === column ? change : value)));
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="dc"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={values[column] ?? low}
      aria-valuetext={words(column)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = null;
        drawTo(event);
      }}
      onPointerMove={(event) => event.buttons > 0 && drawTo(event)}
      onKeyDown={press}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {spans.map(({ from, to, level }) => (
          <rect
            key={from}
            className={`dc-span lv-${level}`}
            x={x(from)}
            y={0}
            width={Math.max(2, x(to) - x(from))}
            height={height}
          />
        ))}
        {limits.map(({ value, level }) => (
          <line key={value} className={`dc-limit lv-${level}`} x1={0} x2={width} y1={y(value)} y2={y(value)} />
        ))}
        <path className="dc-line" d={pathOf(values, x, y)} />
        <line className="dc-cursor" x1={x(column)} x2={x(column)} y1={0} y2={height} />
      </svg>
    </div>
  );
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** What a key makes of a value; undefined = nothing. */
function keyed(key: string, value: number | null, low: number, high: number): number | null | undefined {
  if (key === 'Delete' || key === 'Backspace') return null;
  const step = key === 'ArrowUp' ? 1 : key === 'ArrowDown' ? -1 : 0;
  return step === 0 ? undefined : clamp((value ?? low) + (step * (high - low)) / 25, low, high);
}

interface Place {
  readonly column: number;
  readonly value: number;
}
/** The values with a straight line between two places. */
function withLine(values: readonly (number | null)[], from: Place, to: Place): (number | null)[] {
  const [first, end] = from.column <= to.column ? [from, to] : [to, from];
  return values.map((value, i) => {
    if (i < first.column || i > end.column) return value;
    if (first.column === end.column) return to.value;
    return first.value + ((end.value - first.value) * (i - first.column)) / (end.column - first.column);
  });
}

function pathOf(values: readonly (number | null)[], x: (at: number) => number, y: (value: number) => number): string {
  let path = '';
  let isDown = false;
  for (const [i, value] of values.entries()) {
    if (value !== null) path += `${isDown ? 'L' : 'M'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`;
    isDown = value !== null;
  }
  return path;
}
