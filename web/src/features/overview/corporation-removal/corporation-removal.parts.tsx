import { DeleteOutlined } from '@ant-design/icons';
import { corporationRemoval } from '@plumbline/contract/overview/corporation-removal';
import type { Corporation } from '@plumbline/contract/people/corporations';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** The end of a corporation with everything of it, for the operator of the installation. */
export function RemovalSection({ corporation, onBegun }: { corporation: Corporation; onBegun: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { run: begin } = useWrite(corporationRemoval.begin);
  const [asking, setAsking] = useState(false);
  if (!allowed(corporationRemoval.begin)) return null;
  const remove = async (input: never): Promise<void> => {
    await begin(input, { onDone: onBegun });
    toasts.done(t('corporationRemoval:begun', { title: corporation.title }));
  };
  return (
    <section>
      <h2>{t('corporationRemoval:title')}</h2>
      <p className="pl-2 lead">{t('corporationRemoval:means')}</p>
      <Button danger icon={<DeleteOutlined />} onClick={() => setAsking(true)}>
        {t('corporationRemoval:open')}
      </Button>
      {asking && (
        <SchemaDialog
          title={t('corporationRemoval:ask', { title: corporation.title })}
          means={t('corporationRemoval:lost')}
          word={t('corporationRemoval:open')}
          widthPx={480}
          schema={corporationRemoval.begin.input}
          fixed={{ corporationId: corporation.id }}
          errorField={{ titleDiffers: 'title', wrongPassword: 'password' }}
          onSubmit={remove}
          onClose={() => setAsking(false)}
        >
          <Field name="title" label={t('corporationRemoval:name', { title: corporation.title })}>
            <Input autoComplete="off" />
          </Field>
          <Field name="password" label={t('corporationRemoval:password')}>
            <Input.Password autoComplete="current-password" maxLength={64} />
          </Field>
        </SchemaDialog>
      )}
    </section>
  );
}
