import type { FieldDefinition, FieldType } from '@plumbline/contract/kernel/forms';
import { type ComponentType, lazy } from 'react';
import type { InputProps } from './input.ts';
import { CheckInput, SwitchInput } from './inputs/CheckInput.tsx';
import { ManyInput } from './inputs/ManyInput.tsx';
import { NumberField } from './inputs/NumberField.tsx';
import { NumberUnitInput } from './inputs/NumberUnitInput.tsx';
import { PasswordInput } from './inputs/PasswordInput.tsx';
import { SelectInput } from './inputs/SelectInput.tsx';
import { TextInput } from './inputs/TextInput.tsx';

/**
 * The input of each field type. What weighs (calendars, maps, pictures) is fetched when a form first shows it.
 * Invariant: every type of specification 2 is here; `slot` is drawn by the page.
 */
// biome-ignore lint/suspicious/noExplicitAny: each input knows its own value; FieldInput hands it what the form holds
type AnyInput = ComponentType<InputProps<any>>;

export const inputs: Readonly<Record<Exclude<FieldType, 'slot'>, AnyInput>> = {
  INPUT: TextInput,
  NUMBER: NumberField,
  CHECK: CheckInput,
  SWITCH: SwitchInput,
  MILT_CHECK: ManyInput,
  SELECT: SelectInput,
  CASCADER: lazy(() => import('./inputs/CascaderInput.tsx')),
  DATE: lazy(() => import('./inputs/DateInput.tsx')),
  IMAGE_UPLOAD: lazy(() => import('./inputs/ImageInput.tsx')),
  MAP_LOCATION: lazy(() => import('./inputs/MapLocationInput.tsx')),
  IMG_LOCATION: lazy(() => import('./inputs/ImgLocationInput.tsx')),
  JSON: lazy(() => import('./inputs/JsonInput.tsx')),
  COLLECTOR_CHANNEL_SELECT: lazy(() => import('./inputs/ChannelSelect.tsx')),
  NUMBER_UNIT: NumberUnitInput,
  PASSWORD_INPUT: PasswordInput,
  NODE_SEGMENTLEN_INPUT: lazy(() => import('./inputs/SegmentLengthsInput.tsx')),
  FIELD_THRESHOLD_CONFIG: lazy(() => import('./inputs/ThresholdLevelsInput.tsx')),
  COORDINATE: lazy(() => import('./inputs/CoordinateInput.tsx')),
  TIMER_SELECT: lazy(() => import('./inputs/TimersInput.tsx')),
};

/** Fields that need the whole width of a form. */
export const isWide = ({ type, inputType }: FieldDefinition): boolean =>
  [
    'MILT_CHECK',
    'IMAGE_UPLOAD',
    'MAP_LOCATION',
    'IMG_LOCATION',
    'JSON',
    'NODE_SEGMENTLEN_INPUT',
    'FIELD_THRESHOLD_CONFIG',
    'TIMER_SELECT',
    'slot',
  ].includes(type) ||
  (type === 'COORDINATE' && (inputType ?? 'pair') === 'pair') ||
  (type === 'INPUT' && inputType === 'textarea');
