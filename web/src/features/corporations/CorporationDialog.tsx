import { corporations } from '@plumbline/contract/corporations';
import { Button, Input, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field, SchemaForm } from '../../design/SchemaForm.tsx';
import { useWrite } from '../../kernel/writes.ts';

/** Founds a corporation: a title is all it takes; the rest is set afterwards. */
export function CorporationDialog({ onClose, onDone }: { onClose: () => void; onDone: (id: number) => void }) {
  const { t } = useTranslation();
  const { run: createCorporation } = useWrite(corporations.create);
  const found = async (input: never): Promise<void> => {
    const { corporation } = await createCorporation(input);
    onClose();
    onDone(corporation.id);
  };
  return (
    <Modal open title={t('corporations:new')} footer={null} onCancel={onClose} width={420} destroyOnHidden>
      <SchemaForm
        schema={corporations.create.input}
        errorField={{ nameTaken: 'title' }}
        onSubmit={found}
        foot={(busy) => (
          <div className="pl-row" style={{ justifyContent: 'flex-end' }}>
            <Button type="text" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button type="primary" htmlType="submit" loading={busy}>
              {t('common:create')}
            </Button>
          </div>
        )}
      >
        <Field name="title" label={t('corporations:title')} help={t('corporations:newHelp')}>
          <Input autoFocus maxLength={50} />
        </Field>
      </SchemaForm>
    </Modal>
  );
}
