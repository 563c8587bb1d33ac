import { type Axis, readCoordinate, readPlace } from '@plumbline/science/display/coordinates';
import { formatDms } from '@plumbline/science/display/number';
import { Input } from 'antd';
import { NoFormStyle } from 'antd/es/form/context';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../input.ts';

export type Place = { readonly longitude: number; readonly latitude: number };
type Half = { readonly longitude?: number; readonly latitude?: number };
type Given = Half | number;

/**
 * COORDINATE: in decimal degrees or as D:M:S; a pasted "latitude, longitude" fills both. `pair` holds
 * `{ longitude, latitude }`, the others one number. A text that is no coordinate stays, and is refused in words.
 */
export default function CoordinateInput({
  id,
  value,
  onChange,
  definition,
  disabled,
  traits,
  wrong,
}: InputProps<Given>) {
  const { t } = useTranslation();
  const kind = definition.inputType ?? 'pair';
  if (kind === 'latitude' || kind === 'longitude')
    return (
      <AxisInput
        {...(id === undefined ? {} : { id })}
        axis={kind}
        value={value as number | null | undefined}
        onChange={(next) => onChange(next ?? traits.empty)}
        onPlace={(place) => onChange(place[kind])}
        disabled={disabled}
        wrong={wrong}
      />
    );
  const pair = (value ?? {}) as Half;
  const set = (axis: Axis, next: number | undefined): void => {
    const both: Half = { ...pair, [axis]: next };
    // Half a place is kept while the other half is typed; the schema says what is missing.
    onChange(both.latitude === undefined && both.longitude === undefined ? traits.empty : both);
  };
  return (
    // Only the half that is missing or illegible is marked.
    <NoFormStyle status>
      <div className="pl-coordinates">
        {(['latitude', 'longitude'] as const).map((axis, i) => (
          <AxisInput
            key={axis}
            {...(i === 0 && id !== undefined ? { id } : {})}
            axis={axis}
            label={t(`forms:coordinate.${axis}`)}
            value={pair[axis]}
            onChange={(next) => set(axis, next)}
            onPlace={onChange}
            disabled={disabled}
            wrong={wrong && pair[axis] === undefined}
          />
        ))}
      </div>
    </NoFormStyle>
  );
}

interface AxisInputProps {
  id?: string;
  axis: Axis;
  label?: string;
  value: number | null | undefined;
  onChange: (value: number | undefined) => void;
  onPlace: (place: Place) => void;
  disabled: boolean;
  wrong: boolean;
}

function AxisInput({ id, axis, label, value, onChange, onPlace, disabled, wrong }: AxisInputProps) {
  const { t } = useTranslation();
  // What is being typed; null = shows the value.
  const [typed, setTyped] = useState<string | null>(null);
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  const illegible = typed !== null && typed.trim() !== '' && readCoordinate(typed, axis) === null;
  const inputText = typed ?? (isNumber ? String(value) : '');
  return (
    <div>
      <Input
        {...(id === undefined ? {} : { id })}
        {...(label === undefined ? {} : { prefix: <span className="pl-3 pl-sm">{label}</span>, 'aria-label': label })}
        value={inputText}
        disabled={disabled}
        status={wrong || illegible ? 'error' : ''}
        inputMode="text"
        autoComplete="off"
        spellCheck={false}
        placeholder={axis === 'latitude' ? '30.592800 / 30:35:34.08N' : '114.305400 / 114:18:19.44E'}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          // Illegible text is no coordinate: NaN keeps the form from taking the old one for the new.
          onChange(text.trim() === '' ? undefined : (readCoordinate(text, axis) ?? Number.NaN));
        }}
        onPaste={(event) => {
          const place = readPlace(event.clipboardData.getData('text'));
          if (!place) return;
          event.preventDefault();
          setTyped(null);
          onPlace(place);
        }}
        onBlur={() => !illegible && setTyped(null)}
      />
      <div className="pl-sm pl-3" aria-live="polite">
        {illegible
          ? t(/^[+\-−]?\d+(?:\.\d+)?$/.test(typed.trim()) ? `forms:issue.${axis}` : 'forms:coordinate.illegible')
          : isNumber
            ? formatDms(value, axis)
            : ''}
      </div>
    </div>
  );
}
