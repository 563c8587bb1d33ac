import { UploadOutlined } from '@ant-design/icons';
import { reportTemplates } from '@plumbline/contract/reports/templates';
import type { TemplateContent } from '@plumbline/contract/reports/templates.blocks';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { LibraryList } from './LibraryList.tsx';
import { type LibraryEntry, libraryEntries } from './library.ts';
import { type ReadFile, readTemplate } from './template-file.ts';

/** A template begins with a ready one, or with a file. */
export function NewTemplateDialog({
  beginWith,
  onClose,
  onMade,
}: {
  beginWith: LibraryEntry['key'];
  onClose: () => void;
  onMade: (templateId: number) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: create } = useWrite(reportTemplates.create);
  const entries = libraryEntries(t);
  const [begin, setBegin] = useState(beginWith);
  const [file, setFile] = useState<Extract<ReadFile, { content: TemplateContent }> | null>(null);
  const entry = entries[begin];
  const suggested = file?.name ?? entry.name;
  // What was typed stays when something else is chosen to begin with.
  const [typed, setTyped] = useState<{ name?: string; shared?: boolean }>({});
  return (
    <FormDialog
      // Another beginning is another form: until one is typed, its name is that of what it begins with.
      key={file ? `file ${file.name}` : begin}
      title={t('reportTemplates:add')}
      schema={reportTemplates.create.input}
      fixed={{ projectId: project.id, content: file?.content ?? entry.content() }}
      initial={{ name: suggested, shared: false, ...typed }}
      onChange={(values) =>
        setTyped({
          ...(values['name'] !== suggested && { name: String(values['name'] ?? '') }),
          shared: values['shared'] === true,
        })
      }
      fields={[
        { type: 'INPUT', prop: 'name', label: 'reportTemplates:name', rules: { maxLength: 50 }, span: 2 },
        { type: 'SWITCH', prop: 'shared', label: 'reportTemplates:share', tips: 'reportTemplates:shareTips', span: 2 },
      ]}
      widthPx={720}
      saveLabel={t('reportTemplates:add')}
      onSave={async (input: never) => (await create(input)).template.id}
      onDone={onMade}
      onClose={onClose}
    >
      <FileChoice file={file} onRead={setFile} />
      {!file && <LibraryList entries={entries} chosen={begin} onChoose={setBegin} />}
    </FormDialog>
  );
}

function FileChoice({
  file,
  onRead,
}: {
  file: { readonly name: string } | null;
  onRead: (file: Extract<ReadFile, { content: TemplateContent }> | null) => void;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [wrongAt, setWrongAt] = useState<string | null>(null);
  const take = async (chosen: File | undefined): Promise<void> => {
    if (!chosen) return;
    const template = readTemplate(await chosen.text());
    if ('wrongAt' in template) setWrongAt(template.wrongAt);
    else {
      setWrongAt(null);
      onRead(template);
    }
  };
  return (
    <p className="rt-file">
      <input
        ref={input}
        type="file"
        style={{ display: 'none' }}
        accept="application/json,.json"
        aria-label={t('reportTemplates:import')}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button size="small" icon={<UploadOutlined />} onClick={() => input.current?.click()}>
        {t('reportTemplates:import')}
      </Button>
      {file && (
        <>
          <span>{t('reportTemplates:imported', { name: file.name })}</span>
          <Button size="small" type="link" onClick={() => onRead(null)}>
            {t('reportTemplates:fromLibrary')}
          </Button>
        </>
      )}
      {wrongAt !== null && (
        <span className="pl-wrong" role="alert">
          {wrongAt === '' ? t('reportTemplates:noFile') : t('reportTemplates:wrongAt', { place: wrongAt })}
        </span>
      )}
    </p>
  );
}
