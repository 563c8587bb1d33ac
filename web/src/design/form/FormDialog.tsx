import './form.css';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { Button, Modal } from 'antd';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormHandle, SchemaForm, type SchemaFormProps } from '../SchemaForm.tsx';
import { type FieldSources, Fields } from './Fields.tsx';

type FormDialogProps<T> = {
  title: ReactNode;
  fields?: readonly FieldDefinition[];
  /** Under the fields: what is no field of the form. */
  children?: ReactNode;
  /** "Save" unless told. */
  saveLabel?: string;
  /** What it does takes something away: its button is that of a danger, and not the one that Enter seems to ask for. */
  danger?: boolean;
  /** Gets the parsed input. The dialog closes once it has resolved; a Failure thrown is shown in the form. */
  onSave: (input: never, precondition: { readonly over: unknown }) => Promise<T>;
  onClose: () => void;
  /** After it has closed, with what `onSave` gave: where one goes next. */
  onDone?: ((saved: T) => void) | undefined;
  widthPx?: number;
} & FieldSources &
  Pick<SchemaFormProps, 'record' | 'schema' | 'fixed' | 'initial' | 'errorField' | 'zone' | 'onChange'>;

/**
 * A dialog with a form. Ctrl+Enter saves; a failure of the server leaves everything typed; closing with changes asks
 * first. Invariant: it closes by itself only after what was typed is saved.
 */
export function FormDialog<T = unknown>({
  title,
  fields = [],
  options,
  slots,
  extras,
  children,
  saveLabel,
  danger = false,
  onSave,
  onClose,
  onDone,
  widthPx = 560,
  ...form
}: FormDialogProps<T>) {
  const handle = useRef<FormHandle>(null);
  const place = useFocusOfDialog();
  const { asking, setAsking, close } = useAskingClose(handle, onClose);
  return (
    <Modal
      open
      title={title}
      footer={null}
      onCancel={close}
      mask={{ closable: false }}
      width={widthPx}
      destroyOnHidden
      className="pl-form-dialog"
    >
      <div ref={place}>
        <SchemaForm
          {...form}
          handle={handle}
          onSubmit={async (input, precondition) => {
            const saved = await onSave(input, precondition);
            onClose();
            onDone?.(saved);
          }}
          foot={(busy) =>
            asking ? (
              <LeaveFoot onLeave={onClose} onStay={() => setAsking(false)} />
            ) : (
              <SaveFoot busy={busy} label={saveLabel} danger={danger} onCancel={close} />
            )
          }
        >
          {fields.length > 0 && (
            <Fields
              fields={fields}
              {...(options ? { options } : {})}
              {...(slots ? { slots } : {})}
              {...(extras ? { extras } : {})}
            />
          )}
          {children}
        </SchemaForm>
      </div>
    </Modal>
  );
}

/** The first field has the focus while the dialog is open, and what had it before when it is gone. */
function useFocusOfDialog(): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    // Whoever opened it takes it away, with what has the focus in it: back to where that was.
    return () => {
      setTimeout(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
          opener.focus({ preventScroll: true });
      });
    };
  }, [opener]);
  useEffect(() => {
    // On a touch screen the keyboard would cover the dialog that one has not seen yet.
    if (matchMedia('(hover: hover)').matches)
      place.current?.querySelector<HTMLElement>('input:not([disabled]), textarea:not([disabled])')?.focus();
  }, []);
  return place;
}

/** Asked where something was typed and is not saved. */
function LeaveFoot({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="pl-form-foot" role="alertdialog" aria-label={t('forms:leave.dialog')}>
      <span className="pl-2">{t('forms:leave.dialog')}</span>
      <span className="pl-gap" />
      <Button danger onClick={onLeave}>
        {t('forms:leave.throwAway')}
      </Button>
      <Button autoFocus onClick={onStay}>
        {t('forms:leave.keepEditing')}
      </Button>
    </div>
  );
}

function SaveFoot({
  busy,
  label,
  danger,
  onCancel,
}: {
  busy: boolean;
  label: string | undefined;
  danger: boolean;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-form-foot">
      <span className="pl-gap" />
      <Button type="text" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <Button
        type={danger ? 'default' : 'primary'}
        danger={danger}
        htmlType="submit"
        loading={busy}
        title={t('forms:ctrlEnter')}
      >
        {label ?? t('common:save')}
      </Button>
    </div>
  );
}

/** Closing with something typed asks first. */
function useAskingClose(handle: RefObject<FormHandle | null>, onClose: () => void) {
  const [asking, setAsking] = useState(false);
  // Escape pressed twice is still no decision to throw anything away.
  const close = (): void => {
    if (asking) setAsking(false);
    else if (handle.current?.isDirty()) setAsking(true);
    else onClose();
  };
  return { asking, setAsking, close };
}
