import './form.css';
import { LockOutlined } from '@ant-design/icons';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { Button } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormHandle, SchemaForm, type SchemaFormProps } from '../SchemaForm.tsx';
import { useToasts } from '../Toasts.tsx';
import { type FieldSources, Fields } from './Fields.tsx';
import { LeaveGuard } from './leave.tsx';
import { wordsIn } from './words.ts';

/** Fields that belong together, under a heading. */
export interface FormSection {
  /** A text or a key of the language packs; without one the fields stand alone. */
  readonly title?: string;
  /** Quiet words under the heading. */
  readonly tips?: string;
  readonly fields: readonly FieldDefinition[];
}

/**
 * A form that is a page or a tab of one: sections, and a bar that appears with the first change ("Unsaved changes":
 * Undo, Save). Leaving with changes asks. `readOnly` shows everything as text, with the reason above.
 */
export function FormTab({
  sections,
  options,
  slots,
  extras,
  readOnly,
  onSave,
  children,
  ...form
}: {
  sections: readonly FormSection[];
  /** Why nothing can be changed here (a snapshot of the point), or `true` where nothing needs to be said. */
  readOnly?: ReactNode;
  /** Gets the parsed input; a Failure thrown is shown in the form. */
  onSave: SchemaFormProps['onSubmit'];
  /** Under the sections, inside the form. */
  children?: ReactNode;
} & FieldSources &
  Pick<SchemaFormProps, 'record' | 'schema' | 'fixed' | 'initial' | 'errorField' | 'zone' | 'onChange'>) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const id = useId();
  const handle = useRef<FormHandle>(null);
  const [dirty, setDirty] = useState(false);
  const closed = readOnly !== undefined && readOnly !== null && readOnly !== false;
  const sources = { ...(options && { options }), ...(slots && { slots }), ...(extras && { extras }) };
  return (
    <SchemaForm
      {...form}
      handle={handle}
      readOnly={closed}
      onDirty={setDirty}
      onSubmit={async (input, precondition) => {
        await onSave(input, precondition);
        toasts.done(t('common:saved'));
      }}
      foot={(busy) => !closed && (dirty || busy) && <DirtyBar busy={busy} onUndo={() => handle.current?.undo()} />}
    >
      {closed && readOnly !== true && (
        <p className="pl-notice pl-row">
          <LockOutlined />
          <span>{readOnly}</span>
        </p>
      )}
      {sections.map((section, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections never change places
        <Section key={i} section={section} {...sources} />
      ))}
      {children}
      <LeaveGuard
        id={id}
        dirty={dirty && !closed}
        save={() => handle.current?.submit() ?? Promise.resolve(true)}
        undo={() => handle.current?.undo()}
      />
    </SchemaForm>
  );
}

/** Appears with the first change. */
function DirtyBar({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="pl-dirty-bar" role="status">
      <span>{t('forms:unsaved')}</span>
      <span className="pl-gap" />
      <Button type="text" disabled={busy} onClick={onUndo}>
        {t('forms:undo')}
      </Button>
      <Button
        type="primary"
        htmlType="submit"
        loading={busy}
        title={t('forms:ctrlEnter')}
        // Leaving a field may take its error away and move this button: the focus stays until the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        {t('common:save')}
      </Button>
    </div>
  );
}

function Section({ section, ...sources }: { section: FormSection } & FieldSources) {
  const { t } = useTranslation();
  return (
    <section className="pl-form-section">
      {section.title !== undefined && <h2 className="pl-h3">{wordsIn(section.title, t)}</h2>}
      {section.tips !== undefined && <p className="pl-3 pl-sm">{wordsIn(section.tips, t)}</p>}
      <Fields fields={section.fields} {...sources} />
    </section>
  );
}
