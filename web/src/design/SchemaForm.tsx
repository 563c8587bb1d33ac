import { Failure } from '@plumbline/contract/errors';
import { type FieldDefinition, isVisible, valueAt } from '@plumbline/contract/forms';
import type { Schema } from '@plumbline/contract/route';
import { Form } from 'antd';
import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../kernel/failures.ts';
import { FormSummary } from './form/FormSummary.tsx';
import { issuesOf, judged, sameValue, traitsOf } from './form/judge.ts';
import { Meanwhile } from './form/Meanwhile.tsx';
import { lineOf, useMeanwhile } from './form/meanwhile.ts';
import { type FormHandle, type FormPlace, PlaceContext, type Registered } from './form/place.ts';
import { clean, inUnit, textual, withAt } from './form/values.ts';
import { type Issue, issueWords } from './issues.ts';

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

export function SchemaForm({
  schema,
  fixed = {},
  initial = {},
  record,
  onSubmit,
  children,
  foot,
  errorField,
  onChange,
  onDirty,
  readOnly = false,
  disabled = false,
  zone,
  handle,
}: SchemaFormProps) {
  const { t } = useTranslation();
  const [form] = Form.useForm();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const formName = `f${useId().replace(/\W/g, '')}`;
  const fields = useRef(new Map<string, { readonly current: Registered }>());
  /** What is kept on the server as far as this form knows; what the page handed in last. */
  const baseline = useRef(initial);
  const handed = useRef(initial);
  const meanwhile = useMeanwhile(record);
  const saving = useRef(false);
  const dirty = useRef(false);
  /** Where the person was in the form, its buttons aside; `settled` counts what takes those buttons away. */
  const at = useRef<HTMLElement | null>(null);
  const [settled, setSettled] = useState(0);

  const values = (): Record<string, unknown> => form.getFieldsValue() as Record<string, unknown>;
  const input = (): Record<string, unknown> => ({ ...clean(values()), ...fixed });
  /** An emptied field that held something, where the schema knows no null, would go unsaid and unchanged. */
  const needed = (definition: FieldDefinition): boolean => {
    const traits = traitsOf(schema, definition);
    const began = valueAt(baseline.current, definition.prop);
    const hasEmptyValue = textual.includes(definition.type) || Array.isArray(began);
    return traits.required || (began !== undefined && began !== null && traits.empty === undefined && !hasEmptyValue);
  };
  const judge = (): { data: unknown; issues: Issue[] } => {
    const given = input();
    const own = [...fields.current.values()].flatMap(({ current: { definition } }) =>
      definition ? issuesOf(definition, given, needed(definition)) : [],
    );
    const { data, issues } = judged(schema, given);
    return { data, issues: [...own, ...issues] };
  };
  /** The registered field that an issue is about: the longest that its path begins with. */
  const fieldOf = (path: Issue['path'] | string): string | undefined => {
    const whole = typeof path === 'string' ? path : path.join('.');
    return [...fields.current.keys()]
      .filter((prop) => whole === prop || whole.startsWith(`${prop}.`) || prop.startsWith(`${whole}.`))
      .sort((a, b) => b.length - a.length)[0];
  };
  const nameOf = (prop: string): string[] => prop.split('.');

  const wordsAt = (prop: string, issue: Issue): string =>
    issueWords(inUnit(issue, fields.current.get(prop)?.current.definition, t), t);
  const show = (issues: readonly Issue[]): void => {
    const byField = new Map<string, string>();
    const placeless: Issue[] = [];
    for (const issue of issues) {
      const prop = fieldOf(issue.path);
      if (prop === undefined) placeless.push(issue);
      else if (!byField.has(prop)) byField.set(prop, wordsAt(prop, issue));
    }
    form.setFields([...byField].map(([prop, words]) => ({ name: nameOf(prop), errors: [words] })));
    const order = [...fields.current.keys()].filter((prop) => byField.has(prop));
    setWrong(order);
    if (order[0]) jump(order[0]);
    // What is wrong with something that is not in the form must not be swallowed.
    else if (placeless[0]) setFailure(new Failure('badInput', issues));
  };
  const jump = (prop: string): void => {
    form.scrollToField(nameOf(prop), { focus: true, block: 'center' });
    // A field of several inputs takes no focus by itself: the first of them does.
    const id = [formName, ...nameOf(prop)].join('_');
    const item = document.querySelector(`label[for="${CSS.escape(id)}"]`)?.closest('.ant-form-item');
    if (item && !item.contains(document.activeElement))
      item
        .querySelector<HTMLElement>('input:not([disabled]), textarea:not([disabled]), button:not([disabled])')
        ?.focus({ preventScroll: true });
  };

  const check = (): unknown => {
    setFailure(null);
    const { data, issues } = judge();
    if (issues.length > 0) {
      show(issues);
      return null;
    }
    setWrong([]);
    return data;
  };
  const submit = async (): Promise<boolean> => {
    if (saving.current) return false;
    const parsed = check();
    if (parsed === null) return false;
    const sent = values();
    saving.current = true;
    setBusy(true);
    try {
      await onSubmit(parsed as never, meanwhile.over());
      for (const prop of fields.current.keys()) baseline.current = withAt(baseline.current, prop, valueAt(sent, prop));
      notifyDirty();
      setSettled((n) => n + 1);
      return true;
    } catch (error) {
      const field = error instanceof Failure ? (errorField ?? { nameTaken: 'name' })[error.name] : undefined;
      if (meanwhile.refused(error)) return false;
      if (error instanceof Failure && error.name === 'badInput' && Array.isArray(error.detail))
        show(error.detail as Issue[]);
      else if (field && fields.current.has(field)) {
        form.setFields([{ name: nameOf(field), errors: [wordsOf(error, t).words] }]);
        setWrong([field]);
        jump(field);
      } else setFailure(error);
      return false;
    } finally {
      saving.current = false;
      setBusy(false);
    }
  };

  const isDirty = (): boolean => {
    const now = values();
    return [...fields.current].some(
      ([
        prop,
        {
          current: { definition },
        },
      ]) =>
        !(definition && !isVisible(definition, now)) &&
        !sameValue(valueAt(now, prop), valueAt(baseline.current, prop) ?? definition?.defaultValue),
    );
  };
  const notifyDirty = (): void => {
    const now = isDirty();
    if (now === dirty.current) return;
    dirty.current = now;
    onDirty?.(now);
  };
  const undo = (): void => {
    for (const [
      prop,
      {
        current: { definition },
      },
    ] of fields.current)
      form.setFields([
        {
          name: nameOf(prop),
          value: valueAt(baseline.current, prop) ?? definition?.defaultValue,
          errors: [],
          touched: false,
        },
      ]);
    setWrong([]);
    setFailure(null);
    notifyDirty();
    setSettled((n) => n + 1);
  };
  // The bar with the button that was pressed may be gone: the focus returns to where it was before.
  useEffect(() => {
    if (settled > 0 && document.activeElement === document.body && at.current?.isConnected)
      at.current.focus({ preventScroll: true });
  }, [settled]);
  useImperativeHandle(handle, () => ({ check, submit, isDirty, undo }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page hands other values in
  useEffect(() => {
    if (sameValue(initial, handed.current)) return meanwhile.follow();
    handed.current = initial;
    const before = baseline.current;
    const now = values();
    baseline.current = initial;
    const isTyped = [...fields.current.keys()].some((prop) => {
      const [was, typed, theirs] = [before, now, initial].map((each) => valueAt(each, prop));
      return !sameValue(typed, was) && !sameValue(theirs, was) && !sameValue(typed, theirs);
    });
    if (isTyped) meanwhile.notify({ before, now: initial });
    else meanwhile.follow();
    for (const prop of fields.current.keys())
      if (sameValue(valueAt(now, prop), valueAt(before, prop)))
        form.setFieldValue(nameOf(prop), valueAt(initial, prop));
    notifyDirty();
  }, [initial, record]);
  const takeTheirs = (): void => {
    const { other } = meanwhile;
    // Where the page does not follow the record by itself, the refusal told what it is now.
    if (other?.isRefused)
      for (const prop of fields.current.keys()) {
        const theirs = valueAt(other.now as Record<string, unknown> | null, prop);
        if (theirs !== undefined && sameValue(valueAt(baseline.current, prop), valueAt(other.before as never, prop)))
          baseline.current = withAt(baseline.current, prop, theirs);
      }
    undo();
    meanwhile.settle();
  };
  const differences = [...fields.current].flatMap(
    ([
      prop,
      {
        current: { label, definition },
      },
    ]) => {
      const [was, now] = [meanwhile.other?.before, meanwhile.other?.now].map((each) => valueAt(each as never, prop));
      if (sameValue(was, now)) return [];
      return [
        { label: typeof label === 'string' ? label : prop, was: lineOf(was, definition), now: lineOf(now, definition) },
      ];
    },
  );

  const place: FormPlace = {
    schema,
    form,
    initial,
    readOnly,
    disabled,
    needed,
    zone,
    register: (prop, field) => {
      fields.current.set(prop, field);
      return () => {
        if (fields.current.get(prop) === field) fields.current.delete(prop);
      };
    },
    wrongAt: (prop) => {
      const issue = judge().issues.find((each) => fieldOf(each.path) === prop);
      return issue ? wordsAt(prop, issue) : null;
    },
  };
  return (
    <Form
      form={form}
      name={formName}
      layout="vertical"
      className="pl-form"
      requiredMark={false}
      initialValues={initial}
      onFinish={() => void submit()}
      onFinishFailed={() => check()}
      onValuesChange={(_, changed: Record<string, unknown>) => {
        notifyDirty();
        onChange?.(changed);
      }}
      onFieldsChange={() => {
        if (wrong.length > 0) setWrong(wrong.filter((prop) => form.getFieldError(nameOf(prop)).length > 0));
      }}
      onFocus={({ target }) => {
        if (!target.closest('.pl-dirty-bar, .pl-form-foot')) at.current = target;
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || readOnly) return;
        event.preventDefault();
        event.stopPropagation();
        void submit();
      }}
      validateTrigger="onBlur"
    >
      <PlaceContext value={place}>{children}</PlaceContext>
      {meanwhile.other && (
        <Meanwhile
          other={meanwhile.other}
          zone={zone}
          differences={differences}
          onKeep={meanwhile.settle}
          onTake={takeTheirs}
        />
      )}
      <FormSummary
        wrong={wrong.map((prop) => ({ prop, label: fields.current.get(prop)?.current.label ?? prop }))}
        failure={failure}
        onJump={jump}
      />
      {foot?.(busy)}
    </Form>
  );
}
