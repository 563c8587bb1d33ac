import type { Schema } from '@plumbline/contract/kernel/route';
import { Form } from 'antd';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { FormSummary } from './form/FormSummary.tsx';
import { FormModel } from './form/form-model.ts';
import { sameValue } from './form/judge.ts';
import { Meanwhile } from './form/Meanwhile.tsx';
import { useMeanwhile } from './form/meanwhile.ts';
import { type FormHandle, type FormPlace, PlaceContext } from './form/place.ts';
import { useFocusReturn } from './form/use-focus-return.ts';
import { useSubmission } from './form/use-submission.ts';

export { Field } from './form/Field.tsx';
export type { FormHandle } from './form/place.ts';

/**
 * A form judged by a contract schema: labels above, help below, errors in words under their field.
 * Invariant: what the schema refuses is never sent, what the server refuses lands on the field it names, and what was
 * typed stays until it is saved or thrown away by choice.
 */
export interface SchemaFormProps {
  /** The input schema of the route that will be called. */
  readonly schema: Schema;
  /** Parts of the input that the person does not type (ids). */
  readonly fixed?: Record<string, unknown>;
  /** What the form begins with. A later one (the record was fetched again) is taken over where nobody has typed. */
  readonly initial?: Record<string, unknown>;
  /** The stored record that the form is about, as it was fetched last. Of a guarded write. */
  readonly record?: unknown;
  /** Gets the parsed input and, for `call`, the record as its author saw it. A Failure thrown is shown in the form. */
  readonly onSubmit: (input: never, precondition: { readonly over: unknown }) => Promise<unknown>;
  readonly children?: ReactNode;
  /** The buttons: given whether the form is busy. */
  readonly foot?: (busy: boolean) => ReactNode;
  /** Where a named failure belongs, e.g. `{ nameTaken: 'name' }`. */
  readonly errorField?: Partial<Record<string, string>>;
  readonly onChange?: (values: Record<string, unknown>) => void;
  readonly onDirty?: (dirty: boolean) => void;
  /** Values as text, nothing to type. */
  readonly readOnly?: boolean;
  readonly disabled?: boolean;
  /** IANA name: the zone of instants in the form. */
  readonly zone?: string | undefined;
  readonly handle?: Ref<FormHandle>;
}

export function SchemaForm(props: SchemaFormProps) {
  const { initial = noValues, onChange, readOnly = false, disabled = false, zone } = props;
  const { t } = useTranslation();
  const { model, meanwhile, saving, notifyDirty, onFocus, takeTheirs } = useOpenForm(props, initial);
  const place: FormPlace = {
    schema: model.schema,
    form: model.form,
    initial,
    readOnly,
    disabled,
    needed: (definition) => model.needed(definition),
    zone,
    register: (prop, field) => model.register(prop, field),
    wrongAt: (prop) => model.wordsAt(prop, t),
  };
  return (
    <Form
      form={model.form}
      name={model.name}
      layout="vertical"
      className="pl-form"
      requiredMark={false}
      initialValues={initial}
      onFinish={() => void saving.submit()}
      onFinishFailed={() => saving.check()}
      onValuesChange={(changed: Record<string, unknown>, values: Record<string, unknown>) => {
        notifyDirty();
        model.judgeMarked(changed);
        onChange?.(values);
      }}
      onFieldsChange={saving.dropMended}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (!readOnly && isSubmitKey(event)) void saving.submit();
      }}
      validateTrigger="onBlur"
    >
      <PlaceContext value={place}>{props.children}</PlaceContext>
      {meanwhile.other && (
        <Meanwhile
          other={meanwhile.other}
          zone={zone}
          differences={model.differences(meanwhile.other)}
          onKeep={meanwhile.settle}
          onTake={takeTheirs}
        />
      )}
      <FormSummary
        wrong={saving.wrong.map((prop) => ({ prop, label: model.labelOf(prop) }))}
        failure={saving.failure}
        onJump={(prop) => model.jump(prop)}
      />
      {props.foot?.(saving.busy)}
    </Form>
  );
}

const noValues: Readonly<Record<string, unknown>> = {};
const usualErrorField: Partial<Record<string, string>> = { nameTaken: 'name' };

/** The parts of an open form put together: its values, its saving, what others saved meanwhile, and where the focus was. */
function useOpenForm(
  { schema, fixed = noValues, record, onSubmit, errorField = usualErrorField, onDirty, handle }: SchemaFormProps,
  initial: Record<string, unknown>,
) {
  const model = useModel(schema, fixed, initial);
  const meanwhile = useMeanwhile(record);
  const notifyDirty = useDirtyNotice(model, onDirty);
  const { onFocus, returnFocus } = useFocusReturn();
  const settle = (): void => {
    notifyDirty();
    returnFocus();
  };
  const saving = useSubmission(model, meanwhile, { onSubmit, errorField, onSaved: settle });
  const undo = (): void => {
    model.reset();
    saving.clear();
    settle();
  };
  const takeTheirs = (): void => {
    if (meanwhile.other?.isRefused) model.followRefusal(meanwhile.other);
    undo();
    meanwhile.settle();
  };
  useImperativeHandle(handle, () => ({
    check: saving.check,
    submit: saving.submit,
    isDirty: () => model.isDirty(),
    undo,
  }));
  useNewerValues(model, meanwhile, { initial, record, onFollowed: notifyDirty });
  return { model, meanwhile, saving, notifyDirty, onFocus, takeTheirs };
}

/** One model for as long as the form lives; schema and fixed parts are those of the last drawing. */
function useModel(schema: Schema, fixed: Record<string, unknown>, initial: Record<string, unknown>): FormModel {
  const [form] = Form.useForm();
  const name = `f${useId().replace(/\W/g, '')}`;
  const [model] = useState(() => new FormModel(form, name, schema, initial));
  model.schema = schema;
  model.fixed = fixed;
  return model;
}

/** Tells the page when the form begins and ceases to hold something unsaved. */
function useDirtyNotice(model: FormModel, onDirty: ((dirty: boolean) => void) | undefined): () => void {
  const dirty = useRef(false);
  return () => {
    const now = model.isDirty();
    if (now === dirty.current) return;
    dirty.current = now;
    onDirty?.(now);
  };
}

/** Takes over what the page hands in later; where somebody has typed something else, both are shown to choose from. */
function useNewerValues(
  model: FormModel,
  meanwhile: ReturnType<typeof useMeanwhile>,
  {
    initial,
    record,
    onFollowed,
  }: { readonly initial: Record<string, unknown>; readonly record: unknown; readonly onFollowed: () => void },
): void {
  const handed = useRef(initial);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page hands other values in
  useEffect(() => {
    if (sameValue(initial, handed.current)) return meanwhile.follow();
    handed.current = initial;
    const typedOver = model.follow(initial);
    if (typedOver) meanwhile.notify({ before: typedOver.before, now: initial });
    else meanwhile.follow();
    onFollowed();
  }, [initial, record]);
}

/** Ctrl+Enter or Cmd+Enter that nothing inside has used. */
function isSubmitKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return false;
  event.preventDefault();
  event.stopPropagation();
  return true;
}
