import { ClearOutlined } from '@ant-design/icons';
import { questionLimits } from '@plumbline/contract/points/inspections.questions';
import { Button } from 'antd';
import { type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Strokes = readonly (readonly number[])[];
const width = 600;
const height = 200;

/** The path of a line of the pen. */
const pathOf = (stroke: readonly number[]): string => {
  const points = Array.from({ length: stroke.length / 2 }, (_, i) => [
    (stroke[2 * i] ?? 0) * width,
    (stroke[2 * i + 1] ?? 0) * height,
  ]);
  // A dot is a line of no length: round ends draw it.
  return `M${points.map((point) => point.map((each) => each.toFixed(1)).join(' ')).join('L')}${points.length === 1 ? 'h0' : ''}`;
};

/** A signature as it was drawn. */
export const Signature = ({ strokes, label }: { strokes: Strokes; label: string }) => (
  <svg className="in-signature" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
    {strokes.map((stroke, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added
      <path key={i} d={pathOf(stroke)} />
    ))}
  </svg>
);

/** Where somebody signs with finger, pen or mouse. */
export function SignaturePad({
  strokes,
  label,
  onChange,
}: {
  strokes: Strokes;
  label: string;
  onChange: (strokes: number[][]) => void;
}) {
  const { t } = useTranslation();
  const pad = useRef<HTMLDivElement>(null);
  const [line, setLine] = useState<number[] | null>(null);
  const placeOf = ({ clientX, clientY }: PointerEvent): [number, number] => {
    const box = pad.current?.getBoundingClientRect();
    const share = (at: number, from: number, size: number) =>
      Math.round(Math.min(1, Math.max(0, (at - from) / (size || 1))) * 10_000) / 10_000;
    return [share(clientX, box?.left ?? 0, box?.width ?? 1), share(clientY, box?.top ?? 0, box?.height ?? 1)];
  };
  const end = (): void => {
    if (line) onChange([...strokes.map((each) => [...each]), line].slice(0, questionLimits.strokes));
    setLine(null);
  };
  return (
    <div className="in-pad">
      <div
        ref={pad}
        className="in-pad-field"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setLine(placeOf(event));
        }}
        onPointerMove={(event) =>
          setLine((old) => (old && old.length < questionLimits.strokeNumbers ? [...old, ...placeOf(event)] : old))
        }
        onPointerUp={end}
        onPointerCancel={end}
      >
        <Signature strokes={line ? [...strokes, line] : strokes} label={label} />
        {strokes.length === 0 && !line && <span className="pl-3">{t('inspections:round.signHere')}</span>}
      </div>
      {strokes.length > 0 && (
        <Button icon={<ClearOutlined />} onClick={() => onChange([])}>
          {t('inspections:round.clearSignature')}
        </Button>
      )}
    </div>
  );
}
