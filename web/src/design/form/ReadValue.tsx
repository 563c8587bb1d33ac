import type { FieldDefinition, FieldOption } from '@plumbline/contract/kernel/forms';
import { formatDms } from '@plumbline/science/display/number';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount, formatZone, missing } from '../../kernel/format.ts';
import { formatAs } from '../formats.ts';
import { LevelMark } from '../Level.tsx';
import type { FieldExtras } from './input.ts';
import { roundUnit, unitFor, unitsOf } from './units.ts';
import { usePicture } from './use-picture.ts';
import { wordsIn } from './words.ts';

interface ReadValueProps {
  definition: FieldDefinition;
  value: unknown;
  options: readonly FieldOption[] | undefined;
  zone: string | undefined;
  extras: FieldExtras;
}

/** Shows the value of a field, as text: the form of something that can be read and not changed. */
export function ReadValue({ definition, value, options, zone, extras }: ReadValueProps) {
  const { t } = useTranslation();
  const text = readableValue({ definition, value, options, zone, extras }, t);
  return <div className="pl-read">{text ?? <span className="pl-3">{missing}</span>}</div>;
}

/** null where the field holds nothing. Long because it is a switch over the closed list of types. */
function readableValue({ definition, value, options = [], zone, extras }: ReadValueProps, t: TFunction): ReactNode {
  const named = (one: unknown, list: readonly FieldOption[] = options): string => {
    const option = list.find((each) => each.value === one);
    return option ? wordsIn(option.label, t) : String(one);
  };
  if (definition.type === 'CHECK' || definition.type === 'SWITCH') return t(value === true ? 'forms:yes' : 'forms:no');
  if (
    definition.type === 'SELECT' &&
    definition.inputType !== 'many' &&
    options.some((each) => each.value === (value ?? null))
  )
    return named(value ?? null);
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return null;
  switch (definition.type) {
    case 'MILT_CHECK':
    case 'SELECT':
      return (Array.isArray(value) ? value : [value]).map((one) => named(one)).join(', ');
    case 'CASCADER': {
      let list: readonly FieldOption[] = options;
      return (value as unknown[])
        .map((one) => {
          const words = named(one, list);
          list = list.find((each) => each.value === one)?.children ?? [];
          return words;
        })
        .join(' / ');
    }
    case 'COLLECTOR_CHANNEL_SELECT':
      return named(value);
    case 'DATE':
      return definition.inputType === 'datetime'
        ? `${formatAs('DATE', value, t, { zone })} ${formatZone(zone, value as string)}`
        : String(value);
    case 'NUMBER':
      return withUnit(String(value), typeof definition.unit === 'string' ? wordsIn(definition.unit, t) : '');
    case 'NUMBER_UNIT': {
      const unit = unitFor(value as number, unitsOf(definition));
      return withUnit(String(roundUnit((value as number) / unit.factor)), wordsIn(unit.label, t));
    }
    case 'PASSWORD_INPUT':
      return '••••••••';
    case 'JSON':
      return <pre className="pl-mono pl-read-json">{String(value)}</pre>;
    case 'MAP_LOCATION':
    case 'COORDINATE': {
      if (typeof value === 'number')
        return formatDms(value, definition.inputType === 'longitude' ? 'longitude' : 'latitude');
      const { latitude, longitude } = value as { latitude: number; longitude: number };
      return `${formatDms(latitude, 'latitude')} ${formatDms(longitude, 'longitude')}`;
    }
    case 'IMG_LOCATION': {
      const { x, y } = value as { x: number; y: number };
      return `${(x * 100).toFixed(1)} %, ${(y * 100).toFixed(1)} %`;
    }
    case 'IMAGE_UPLOAD':
      return <ReadPicture value={value as string | File} load={extras.load} />;
    case 'TIMER_SELECT':
      return (value as string[]).join(', ');
    case 'NODE_SEGMENTLEN_INPUT':
      return withUnit(
        (value as (number | null)[]).map((each) => (each === null ? missing : formatCount(each))).join(', '),
        'mm',
      );
    case 'FIELD_THRESHOLD_CONFIG':
      return (
        <span className="pl-row wide">
          {(value as (number | null)[]).map((level, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the level
            <span key={i} className="pl-lv">
              <LevelMark level={i + 1} size={14} />
              {level ?? missing}
            </span>
          ))}
          {typeof definition.unit === 'string' && <span className="pl-3">{wordsIn(definition.unit, t)}</span>}
        </span>
      );
    default:
      return String(value);
  }
}

const withUnit = (text: string, unit: string): ReactNode => (
  <>
    {text}
    {unit && <span className="pl-3"> {unit}</span>}
  </>
);

function ReadPicture({ value, load }: { value: string | File; load: ((stored: string) => Promise<Blob>) | undefined }) {
  const address = usePicture(value, load);
  return address ? <img className="pl-read-picture" src={address} alt="" /> : missing;
}
