import { WarningOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/errors';
import type { Schema } from '@plumbline/contract/route';
import { Form, type FormInstance, type FormItemProps } from 'antd';
import { createContext, type ReactElement, type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../kernel/failures.ts';
import { type Issue, issueWords } from './issues.ts';

/**
 * A form judged by a contract schema: labels above, help below, errors in words under their field.
 * Invariant: what the schema refuses is never sent, and what the server refuses lands on the field it names.
 */
interface Judge {
  readonly safeParse: (
    value: unknown,
  ) => { success: true; data: unknown } | { success: false; error: { issues: readonly Issue[] } };
}
interface FormPlace {
  readonly judge: Judge;
  readonly fixed: Record<string, unknown>;
  readonly form: FormInstance;
}
const PlaceContext = createContext<FormPlace | null>(null);

export function SchemaForm({
  schema,
  fixed = {},
  initial = {},
  onSubmit,
  children,
  foot,
  errorField,
  onChange,
}: {
  /** The input schema of the route that will be called. */
  schema: Schema;
  /** Parts of the input that the person does not type (ids). */
  fixed?: Record<string, unknown>;
  initial?: Record<string, unknown>;
  /** Gets the parsed input. A Failure thrown here is shown in the form. */
  onSubmit: (input: never) => Promise<unknown>;
  children: ReactNode;
  /** The buttons: given whether the form is busy. */
  foot: (busy: boolean) => ReactNode;
  /** Where a named failure belongs, e.g. `{ nameTaken: 'name' }`. */
  errorField?: Partial<Record<string, string>>;
  onChange?: (values: Record<string, unknown>) => void;
}) {
  const { t } = useTranslation();
  const [form] = Form.useForm();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const judge = schema as unknown as Judge;

  const show = (issues: readonly Issue[]): void => {
    const byField = new Map<string, string>();
    for (const issue of issues) {
      const field = firstOf(issue.path);
      if (!byField.has(field)) byField.set(field, issueWords(issue, t));
    }
    form.setFields([...byField].map(([name, words]) => ({ name, errors: [words] })));
    const first = [...byField.keys()][0];
    if (first) form.scrollToField(first, { focus: true });
  };

  const submit = async (values: Record<string, unknown>): Promise<void> => {
    setFailure(null);
    const parsed = judge.safeParse({ ...clean(values), ...fixed });
    if (!parsed.success) return show(parsed.error.issues);
    setBusy(true);
    try {
      await onSubmit(parsed.data as never);
    } catch (error) {
      const field = error instanceof Failure ? (errorField ?? { nameTaken: 'name' })[error.name] : undefined;
      if (error instanceof Failure && error.name === 'badInput' && Array.isArray(error.detail))
        show(error.detail as Issue[]);
      else if (field) form.setFields([{ name: field, errors: [wordsOf(error, t).words] }]);
      else setFailure(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form
      form={form}
      layout="vertical"
      className="pl-form"
      requiredMark={false}
      initialValues={initial}
      onFinish={(values: Record<string, unknown>) => void submit(values)}
      onValuesChange={(_, values: Record<string, unknown>) => onChange?.(values)}
      validateTrigger="onBlur"
      scrollToFirstError
    >
      <PlaceContext value={{ judge, fixed, form }}>{children}</PlaceContext>
      {failure !== null && (
        <p role="alert" className="pl-row" style={{ color: 'var(--pl-lv4-text)', marginBottom: 12 }}>
          <WarningOutlined />
          {wordsOf(failure, t).words}
        </p>
      )}
      {foot(busy)}
    </Form>
  );
}

/** The field that an issue is about. The server writes its path as one text, `parameters.K`. */
const firstOf = (path: readonly PropertyKey[] | string): string =>
  String((typeof path === 'string' ? path.split('.') : path)[0] ?? '');

/** Left empty = not said: the schema's default or `required` then speaks. */
const clean = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/**
 * One field. On leaving it the whole schema is asked, and what it says about this field is shown.
 * `name` is the key of the schema's input.
 */
export function Field({
  name,
  label,
  help,
  children,
  ...rest
}: { name: string; label: ReactNode; help?: ReactNode; children: ReactElement } & Pick<
  FormItemProps,
  'valuePropName' | 'className' | 'normalize'
>) {
  const { t } = useTranslation();
  const place = useContext(PlaceContext);
  if (!place) throw new Error('Field outside SchemaForm');
  const { judge, fixed, form } = place;
  return (
    <Form.Item
      name={name}
      label={label}
      extra={help}
      validateFirst
      rules={[
        {
          validator: async () => {
            const parsed = judge.safeParse({ ...clean(form.getFieldsValue() as Record<string, unknown>), ...fixed });
            if (parsed.success) return;
            const issue = parsed.error.issues.find((each) => String(each.path[0] ?? '') === name);
            if (issue) throw new Error(issueWords(issue, t));
          },
        },
      ]}
      {...rest}
    >
      {children}
    </Form.Item>
  );
}
