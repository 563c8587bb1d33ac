import { corporations } from '@plumbline/contract/people/corporations';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { useWrite } from '../../../kernel/writes.ts';

/** Founds a corporation: a title is all it takes; the rest is set afterwards. */
export function CorporationDialog({ onClose, onDone }: { onClose: () => void; onDone: (id: number) => void }) {
  const { t } = useTranslation();
  const { run: createCorporation } = useWrite(corporations.create);
  const create = async (input: never): Promise<void> => {
    const { corporation } = await createCorporation(input);
    onClose();
    onDone(corporation.id);
  };
  return (
    <SchemaDialog
      title={t('corporations:new')}
      word={t('common:create')}
      widthPx={420}
      onClose={onClose}
      schema={corporations.create.input}
      errorField={{ nameTaken: 'title' }}
      onSubmit={create}
    >
      <Field name="title" label={t('corporations:title')} help={t('corporations:newHelp')}>
        <Input autoFocus maxLength={50} />
      </Field>
    </SchemaDialog>
  );
}
