import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { Form, type FormItemProps } from 'antd';
import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';
import { afterPress } from './after-press.ts';
import { type Registered, useFormPlace } from './place.ts';

/**
 * One field. On leaving it the whole schema is asked, and what it says about this field is shown.
 * `name` is the key of the schema's input, `a.b` for one within another.
 */
export function Field({
  name,
  label,
  plain = label,
  help,
  definition,
  children,
  ...props
}: {
  name: string;
  label: ReactNode;
  /** The name alone, where the label holds more than it. */
  plain?: ReactNode;
  help?: ReactNode;
  definition?: FieldDefinition | undefined;
  children: ReactElement;
} & Pick<FormItemProps, 'valuePropName' | 'className' | 'normalize' | 'initialValue'>) {
  const { register, wrongAt } = useFormPlace();
  const field = useRef<Registered>({ label: plain, definition });
  field.current = { label: plain, definition };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's list of fields is one for as long as it lives
  useEffect(() => register(name, field), [name]);
  return (
    <Form.Item
      name={name.split('.')}
      label={label}
      extra={help}
      validateFirst
      rules={[
        {
          validator: async () => {
            await afterPress();
            const words = wrongAt(name);
            if (words !== null) throw new Error(words);
          },
        },
      ]}
      {...props}
    >
      {children}
    </Form.Item>
  );
}
