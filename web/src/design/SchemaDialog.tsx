import { Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SchemaForm, type SchemaFormProps } from './SchemaForm.tsx';

/** The foot of a small form: back, and the button that sends it. */
export function SendFoot({
  word,
  busy,
  disabled = false,
  onCancel,
}: {
  /** What is done, as the button says it. */
  word: string;
  busy: boolean;
  disabled?: boolean;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="pl-row" style={{ justifyContent: 'flex-end' }}>
      <Button type="text" onClick={onCancel}>
        {t('common:cancel')}
      </Button>
      <Button type="primary" htmlType="submit" loading={busy} disabled={disabled}>
        {word}
      </Button>
    </div>
  );
}

/** A dialog with a form of a few fields that writes once. What is long, or would be missed if it were lost, takes FormDialog. */
export function SchemaDialog({
  title,
  means,
  word,
  widthPx,
  onClose,
  ...form
}: {
  title: string;
  /** What it does, said over the form. */
  means?: ReactNode;
  word: string;
  widthPx: number;
  onClose: () => void;
} & Omit<SchemaFormProps, 'foot'>) {
  return (
    <Modal open title={title} footer={null} onCancel={onClose} width={widthPx} destroyOnHidden>
      {means !== undefined && (
        <p className="pl-2" style={{ marginBottom: 16 }}>
          {means}
        </p>
      )}
      <SchemaForm {...form} foot={(busy) => <SendFoot word={word} busy={busy} onCancel={onClose} />} />
    </Modal>
  );
}
