import { z } from 'zod';
import * as fields from '../points/fields.ts';
import { jsonText } from './json-text.ts';

/**
 * A form as data: which fields it has, in which order, and what each takes (specification 2). Definitions hold no code,
 * so they can be written down, sent and kept; the judge is a zod schema of the contract, the same on both sides.
 */
export const fieldTypes = [
  'INPUT',
  'NUMBER',
  'CHECK',
  'SWITCH',
  'MILT_CHECK',
  'SELECT',
  'CASCADER',
  'DATE',
  'IMAGE_UPLOAD',
  'MAP_LOCATION',
  'IMG_LOCATION',
  'JSON',
  'COLLECTOR_CHANNEL_SELECT',
  'NUMBER_UNIT',
  'PASSWORD_INPUT',
  'NODE_SEGMENTLEN_INPUT',
  'FIELD_THRESHOLD_CONFIG',
  'COORDINATE',
  'TIMER_SELECT',
  'slot',
] as const;
export type FieldType = (typeof fieldTypes)[number];

/** How a field is written, where its type leaves it open. Each names the types that take it. */
export type InputType =
  // INPUT
  | 'text'
  | 'textarea'
  | 'code'
  | 'email'
  | 'tel'
  | 'url'
  // SELECT
  | 'one'
  | 'many'
  | 'buttons'
  // DATE: `2026-03-18`; an instant, shown in the form's time zone; `06:30`; `2026-03`
  | 'date'
  | 'datetime'
  | 'time'
  | 'month'
  // PASSWORD_INPUT: a new one lists its rules
  | 'new'
  | 'current'
  // COORDINATE: both as one value, or one of them
  | 'pair'
  | 'latitude'
  | 'longitude';

export type OptionValue = string | number | boolean | null;
/** One choice. `label` is a text, or a key of the language packs (`devices:types.DTU`). */
export interface FieldOption {
  readonly value: OptionValue;
  readonly label: string;
  /** Quiet words beside it. */
  readonly note?: string;
  readonly disabled?: boolean;
  /** CASCADER: the next step. */
  readonly children?: readonly FieldOption[];
  /** COLLECTOR_CHANNEL_SELECT: the point that this channel feeds already; '' when its name may not be seen. */
  readonly usedBy?: string;
}

/** NUMBER_UNIT: one unit of several. The value is kept in the unit whose `factor` is 1. */
export interface FieldUnit {
  readonly label: string;
  readonly factor: number;
}

/** Rules of single fields, by name, so that a definition can ask for one and stay data. */
export const fieldRules = {
  name20: fields.name(20),
  name32: fields.name(32),
  name50: fields.name(50),
  mobile: fields.mobile,
  email: fields.email,
  host: fields.host,
  port: fields.port,
  hexadecimal: fields.hexadecimal,
  admAddress: fields.admAddress,
  sncode: fields.sncode,
  timeZone: fields.timeZone,
  password: fields.password,
  timers: fields.timers,
  photoTimes: fields.photoTimes,
  segmentLengths: fields.segmentLengths,
  thresholdLevels: fields.thresholdLevels,
  json: jsonText,
  coordinates: fields.coordinates,
  picturePlace: fields.picturePlace,
  registrationCode: fields.registrationCode,
} as const;
export type RuleName = keyof typeof fieldRules;

export interface FieldRules {
  readonly required?: boolean;
  /** A rule of `fieldRules`. */
  readonly is?: RuleName;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** No fractions. */
  readonly whole?: boolean;
}

/** True when the other field holds (one of) `is`, or none of `isNot`. */
export interface Condition {
  readonly prop: string;
  readonly is?: OptionValue | readonly OptionValue[];
  readonly isNot?: OptionValue | readonly OptionValue[];
}

export interface FieldDefinition<P extends string = string> {
  readonly type: FieldType;
  /** Its place in the form's value: `name`, or `config.segmentLengths`. */
  readonly prop: P;
  /** A text, or a key of the language packs (`devices:name`). The same for placeholder, tips and unit. */
  readonly label: string;
  readonly inputType?: InputType;
  readonly placeholder?: string;
  readonly options?: readonly FieldOption[];
  /** Help under the field. */
  readonly tips?: string;
  /** A link at the right of the label: a path of ours (`/device-warehouse`), or an address elsewhere. */
  readonly extraLink?: { readonly label: string; readonly href: string };
  /** Shown inside the field; NUMBER_UNIT takes several. */
  readonly unit?: string | readonly FieldUnit[];
  readonly rules?: FieldRules;
  readonly defaultValue?: unknown;
  /** Shown, sent and judged only while every condition holds. */
  readonly visibleWhen?: Condition | readonly Condition[];
  /** 2 = over the whole width, which large fields take by themselves. */
  readonly span?: 1 | 2;
  readonly disabled?: boolean;
}

/** The value at `a.b` of a form's values. */
export function valueAt(values: unknown, prop: string): unknown {
  let at: unknown = values;
  for (const key of prop.split('.'))
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined;
  return at;
}

const oneOf = (value: unknown, list: OptionValue | readonly OptionValue[]): boolean =>
  (Array.isArray(list) ? list : [list]).includes((value ?? null) as never);

/** Returns whether a field is shown beside these values. */
export function isVisible(definition: FieldDefinition, values: unknown): boolean {
  const { visibleWhen = [] } = definition;
  return (Array.isArray(visibleWhen) ? visibleWhen : [visibleWhen as Condition]).every((condition: Condition) => {
    const value = valueAt(values, condition.prop);
    return (
      (condition.is === undefined || oneOf(value, condition.is)) &&
      (condition.isNot === undefined || !oneOf(value, condition.isNot))
    );
  });
}

/** Nothing was given: a form's empty text, cleared number, emptied list. */
export const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const valuesOf = (definition: FieldDefinition): z.ZodType =>
  definition.options
    ? scalar.refine((value) => definition.options?.some((option) => option.value === value) === true, 'choose')
    : scalar;

const textOf = ({ rules }: FieldDefinition): z.ZodType =>
  z
    .string()
    .trim()
    .max(rules?.maxLength ?? 50);
const numberOf = ({ rules }: FieldDefinition): z.ZodType => {
  let schema = rules?.whole ? z.int() : z.number();
  if (rules?.minimum !== undefined) schema = schema.min(rules.minimum) as typeof schema;
  if (rules?.maximum !== undefined) schema = schema.max(rules.maximum) as typeof schema;
  return schema;
};
const dates: Partial<Record<InputType, z.ZodType>> = {
  date: z.iso.date(),
  datetime: fields.instant,
  time: fields.timeOfDay,
  month: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/),
};

/** What each type holds when it holds something. */
const valueSchema: Record<FieldType, (definition: FieldDefinition) => z.ZodType> = {
  INPUT: textOf,
  NUMBER: numberOf,
  NUMBER_UNIT: numberOf,
  CHECK: () => z.boolean(),
  SWITCH: () => z.boolean(),
  MILT_CHECK: (definition) => z.array(valuesOf(definition)),
  SELECT: (definition) => (definition.inputType === 'many' ? z.array(valuesOf(definition)) : valuesOf(definition)),
  CASCADER: () => z.array(scalar),
  DATE: ({ inputType }) => dates[inputType ?? 'date'] ?? z.iso.date(),
  IMAGE_UPLOAD: () => z.string().max(256),
  MAP_LOCATION: () => fields.coordinates,
  IMG_LOCATION: () => fields.picturePlace,
  JSON: () => jsonText,
  COLLECTOR_CHANNEL_SELECT: () => z.string().max(16),
  PASSWORD_INPUT: ({ inputType }) => (inputType === 'new' ? fields.password : z.string().max(64)),
  NODE_SEGMENTLEN_INPUT: () => fields.segmentLengths,
  FIELD_THRESHOLD_CONFIG: () => fields.thresholdLevels,
  COORDINATE: ({ inputType }) =>
    inputType === 'latitude' ? fields.latitude : inputType === 'longitude' ? fields.longitude : fields.coordinates,
  TIMER_SELECT: () => fields.timers,
  slot: () => z.unknown(),
};

/**
 * The schema of a form that is known by its definitions alone (the settings of a device model, kept as data). A field
 * that is not visible is not judged, and what it holds is not kept. Props without a dot.
 */
export function schemaOf(definitions: readonly FieldDefinition[]) {
  const shape = Object.fromEntries(
    definitions.map((definition) => {
      const { is } = definition.rules ?? {};
      const schema: z.ZodType = is ? fieldRules[is] : valueSchema[definition.type](definition);
      return [definition.prop, schema.nullable().optional()];
    }),
  );
  const judge = z.object(shape).check((context) => {
    for (const definition of definitions)
      if (
        definition.rules?.required &&
        isVisible(definition, context.value) &&
        isEmpty(valueAt(context.value, definition.prop))
      )
        context.issues.push({ code: 'custom', message: 'required', input: context.value, path: [definition.prop] });
  });
  return z.preprocess((sent) => {
    if (typeof sent !== 'object' || sent === null) return sent;
    const visibleFields = definitions.filter((each) => isVisible(each, sent) && each.prop in sent);
    return Object.fromEntries(
      visibleFields.map(({ prop }) => {
        const value = valueAt(sent, prop);
        return [prop, isEmpty(value) ? null : value];
      }),
    );
  }, judge);
}
