import './form.css';
import { type FieldDefinition, type FieldOption, isEmpty, isVisible, valueAt } from '@plumbline/contract/kernel/forms';
import { Form } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Field } from './Field.tsx';
import { FieldInput } from './FieldInput.tsx';
import type { FieldExtras, Slot } from './input.ts';
import { isWide } from './inputs.ts';
import { traitsOf } from './judge.ts';
import { useFormPlace } from './place.ts';
import { wordsIn } from './words.ts';

/** Sources that definitions, being data, cannot hold: choices that are asked for, pictures, fields of one's own. */
export interface FieldSources {
  /** Choices by prop, where they come from the server. A prop that is there without choices is still loading. */
  readonly options?: Readonly<Record<string, readonly FieldOption[] | undefined>>;
  /** How a `slot` is drawn, by prop. */
  readonly slots?: Readonly<Record<string, (slot: Slot) => ReactElement>>;
  /** What single types need besides: the picture of IMG_LOCATION, the marks of MAP_LOCATION ... */
  readonly extras?: Readonly<Record<string, FieldExtras>>;
}

/** On or off: never empty. */
const boxes: readonly FieldDefinition['type'][] = ['CHECK', 'SWITCH'];

/** The fields of a form, two in a row where they are small. Stands in a SchemaForm. */
export function Fields({
  fields,
  options = {},
  slots = {},
  extras = {},
}: { fields: readonly FieldDefinition[] } & FieldSources) {
  const { form } = useFormPlace();
  const { initial } = useFormPlace();
  const conditional = fields.some((each) => each.visibleWhen !== undefined);
  const visible = (values: object): readonly FieldDefinition[] => {
    const begun = Object.fromEntries(fields.map(({ prop, defaultValue }) => [prop, defaultValue]));
    return fields.filter((each) => isVisible(each, { ...begun, ...initial, ...values }));
  };
  const list = (values: object): string =>
    visible(values)
      .map(({ prop }) => prop)
      .join();
  return (
    <div className="pl-fields">
      {conditional ? (
        <Form.Item noStyle shouldUpdate={(before: object, after: object) => list(before) !== list(after)}>
          {() =>
            visible(form.getFieldsValue(true) as object).map((each) => (
              <One key={each.prop} {...{ definition: each, options, slots, extras }} />
            ))
          }
        </Form.Item>
      ) : (
        fields.map((each) => <One key={each.prop} {...{ definition: each, options, slots, extras }} />)
      )}
    </div>
  );
}

function One({ definition, options, slots, extras }: { definition: FieldDefinition } & Required<FieldSources>) {
  const { t } = useTranslation();
  const { schema, initial, needed, readOnly } = useFormPlace();
  const { prop, type, label, tips, extraLink, span, defaultValue } = definition;
  const name = wordsIn(label, t);
  // The word beside a box or a switch is its label already.
  const beside = type === 'CHECK' && !readOnly;
  const begun = prop in initial || prop.includes('.');
  // What must be given and is not yet; what holds something already needs no mark.
  const current = valueAt(initial, prop) ?? defaultValue;
  // A list may well be empty.
  const awaited =
    !readOnly && needed(definition) && isEmpty(current) && !Array.isArray(current) && !boxes.includes(type);
  return (
    <div className={`pl-fields-one${(span ?? (isWide(definition) ? 2 : 1)) === 2 ? ' wide' : ''}`}>
      <Field
        name={prop}
        label={
          beside ? null : extraLink ? (
            <>
              {name}
              <FieldLink href={extraLink.href}>{wordsIn(extraLink.label, t)}</FieldLink>
            </>
          ) : (
            name
          )
        }
        plain={name}
        help={tips === undefined ? undefined : wordsIn(tips, t)}
        definition={definition}
        {...(awaited ? { className: 'pl-awaited' } : {})}
        {...(defaultValue !== undefined && !begun ? { initialValue: defaultValue } : {})}
      >
        <FieldInput
          definition={definition}
          label={name}
          traits={{ ...traitsOf(schema, definition), required: needed(definition) }}
          options={prop in options ? options[prop] : (definition.options ?? [])}
          slot={slots[prop]}
          extras={extras[prop]}
        />
      </Field>
    </div>
  );
}

/** A page of ours keeps the form's guard awake; another site opens beside it. */
const FieldLink = ({ href, children }: { href: string; children: string }) =>
  href.startsWith('/') ? (
    <Link className="pl-field-link" to={href}>
      {children}
    </Link>
  ) : (
    <a className="pl-field-link" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
