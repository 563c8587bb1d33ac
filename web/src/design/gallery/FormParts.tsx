import { schemaOf } from '@plumbline/contract/kernel/forms';
import { Button, InputNumber } from 'antd';
import { useEffect, useRef } from 'react';
import { type FieldSources, Fields } from '../form/Fields.tsx';
import { Pane, Panes } from '../Pane.tsx';
import { type FormHandle, SchemaForm } from '../SchemaForm.tsx';
import { useToasts } from '../Toasts.tsx';
import { definitions, filled, picture, wrong } from './field-examples.ts';
import { statusOf } from './status-examples.ts';

const schema = schemaOf(definitions);
const sources: FieldSources = {
  extras: {
    mark: { picture, pictureMarks: [{ id: 1, x: 0.4, y: 0.7, name: 'PZ-240-1', status: statusOf(2) }] },
    map: { mapMarks: [{ id: 1, longitude: 113.9, latitude: 30.4, status: statusOf(3), name: 'Dongli Levee' }] },
  },
  slots: {
    own: ({ id, value, onChange, disabled, readOnly }) =>
      readOnly ? (
        <span>{String(value ?? '—')}</span>
      ) : (
        <InputNumber
          {...(id === undefined ? {} : { id })}
          value={(value as number | null | undefined) ?? null}
          disabled={disabled}
          onChange={onChange}
        />
      ),
  },
};

/** Every field type: empty, filled, wrong, disabled, read only. */
export function FormParts() {
  const toasts = useToasts();
  const broken = useRef<FormHandle>(null);
  useEffect(() => {
    // Fields that are fetched when first shown are there by then.
    const timer = setTimeout(() => broken.current?.check(), 800);
    return () => clearTimeout(timer);
  }, []);
  const save = async (): Promise<void> => toasts.done('Saved');
  const foot = (busy: boolean) => (
    <Button type="primary" htmlType="submit" loading={busy}>
      Save
    </Button>
  );
  return (
    <Panes columns="repeat(auto-fit, minmax(min(460px, 100%), 1fr))" style={{ marginTop: 1 }}>
      <Pane title="Fields, filled" count="definitions as data">
        <SchemaForm schema={schema} initial={filled} onSubmit={save} foot={foot} zone="Asia/Shanghai">
          <Fields fields={definitions} {...sources} />
        </SchemaForm>
      </Pane>
      <Pane title="Fields, wrong">
        <SchemaForm handle={broken} schema={schema} initial={wrong} onSubmit={save} foot={foot} zone="Asia/Shanghai">
          <Fields fields={definitions} {...sources} />
        </SchemaForm>
      </Pane>
      <Pane title="Fields, empty">
        <SchemaForm schema={schema} onSubmit={save} foot={foot}>
          <Fields fields={definitions} {...sources} extras={{}} />
        </SchemaForm>
      </Pane>
      <Pane title="Fields, disabled">
        <SchemaForm disabled schema={schema} initial={filled} onSubmit={save} zone="Asia/Shanghai">
          <Fields fields={definitions} {...sources} />
        </SchemaForm>
      </Pane>
      <Pane title="Fields, read only">
        <SchemaForm readOnly schema={schema} initial={filled} onSubmit={save} zone="Asia/Shanghai">
          <Fields fields={definitions} {...sources} extras={{ ...sources.extras, picture: {} }} />
        </SchemaForm>
      </Pane>
    </Panes>
  );
}
