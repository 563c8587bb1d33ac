import type { FieldDefinition, FieldOption } from '@plumbline/contract/kernel/forms';
import { Form } from 'antd';
import { type FocusEvent, type ReactElement, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { afterPress } from './after-press.ts';
import type { FieldExtras, InputProps, Slot } from './input.ts';
import { inputs } from './inputs.ts';
import type { Traits } from './judge.ts';
import { useFormPlace } from './place.ts';
import { ReadValue } from './ReadValue.tsx';
import { wordsIn } from './words.ts';

interface FieldInputProps {
  definition: FieldDefinition;
  label: string;
  traits: Traits;
  options: readonly FieldOption[] | undefined;
  slot?: ((slot: Slot) => ReactElement) | undefined;
  extras?: FieldExtras | undefined;
  // Given by Form.Item:
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  onBlur?: () => void;
}

/** What stands wrong with a field goes as soon as it is judged anew: never between press and release of a button below it. */
function judgeLater(judge: (() => void) | undefined): void {
  const pressed = afterPress();
  if (pressed) void pressed.then(() => judge?.());
  else judge?.();
}

/** The input of a definition, by its type; or its value as text where the form is read only. */
export function FieldInput({
  id,
  value,
  onChange,
  onBlur,
  definition,
  label,
  traits,
  options,
  slot,
  extras = {},
}: FieldInputProps) {
  const { t } = useTranslation();
  const { readOnly, zone, disabled: all } = useFormPlace();
  const { status } = Form.Item.useStatus();
  const disabled = all || definition.disabled === true;
  const emitChange = (next: unknown): void => onChange?.(next);
  const idProps = id === undefined ? {} : { id };
  const left = (event: FocusEvent<HTMLElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) judgeLater(onBlur);
  };
  if (definition.type === 'slot')
    return slot ? (
      // biome-ignore lint/a11y/noStaticElementInteractions: it hears of leaving a field, and takes no input itself
      <div onBlur={left}>{slot({ ...idProps, value, onChange: emitChange, disabled, readOnly, label })}</div>
    ) : null;
  if (readOnly) return <ReadValue {...{ definition, value, options, zone, extras }} />;
  const Input = inputs[definition.type] as (props: InputProps<unknown>) => ReactElement;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears of leaving a field, and takes no input itself
    <div
      className="pl-input"
      onBlur={left}
      onKeyDown={(event) => {
        // Enter takes a date over; it is not the word to save.
        if (event.key === 'Enter' && definition.type === 'DATE' && !event.ctrlKey && !event.metaKey)
          event.preventDefault();
      }}
    >
      <Suspense fallback={<span className="pl-input-waiting" />}>
        <Input
          {...idProps}
          value={value}
          onChange={emitChange}
          definition={definition}
          label={label}
          placeholder={definition.placeholder === undefined ? undefined : wordsIn(definition.placeholder, t)}
          traits={traits}
          options={options}
          disabled={disabled}
          zone={zone}
          extras={extras}
          wrong={status === 'error'}
        />
      </Suspense>
      {extras.beside}
    </div>
  );
}
