import { DownloadOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { uploadOf } from '@plumbline/contract/kernel/route';
import { type ReportTemplate, reportTemplates } from '@plumbline/contract/reports/templates';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { PanelFile, PanelTags } from './PanelFile.tsx';
import { placeWords } from './place-words.ts';

const takes = { types: ['.docx'], maxBytes: uploadOf(reportTemplates.uploadWord).maxBytes };

/** The Word document that reports in Word are made of: given, replaced, taken away; what it asks for. Long because it is one panel: its three acts, then its parts. */
export function WordPanel({
  template,
  mayChange,
  onChanged,
  onOvertaken,
  onClose,
}: {
  template: ReportTemplate;
  mayChange: boolean;
  onChanged: (template: ReportTemplate) => void;
  /** Somebody else has made another version meanwhile. */
  onOvertaken: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: upload, isPending } = useWrite(reportTemplates.uploadWord, {
    onSuccess: (answer) => onChanged(answer.template),
  });
  const { run: remove } = useWrite(reportTemplates.removeWord, { onSuccess: (answer) => onChanged(answer.template) });
  const place = { projectId: project.id, templateId: template.id };
  const failed = (error: unknown): void => {
    if (error instanceof Failure && error.name === 'reportTemplateChanged') onOvertaken();
    toasts.failed(error);
  };
  const take = async (file: File): Promise<void> => {
    await upload({ ...place, version: template.version }, { file });
    toasts.done(t('reportTemplates:word.taken'));
  };
  const { word } = template;
  const fetchFile = async (): Promise<void> => {
    const { blob, fileName } = await download(reportTemplates.word, place);
    saveAs(blob, fileName ?? word?.name ?? 'report-template.docx');
  };
  return (
    <SidePanel open title={t('reportTemplates:word.title')} onClose={onClose}>
      <div className="rt-word">
        <p className="pl-sm pl-3">{t('reportTemplates:word.about').replaceAll('[[', '{{').replaceAll(']]', '}}')}</p>
        <ExampleButton />
        {word ? (
          <PanelFile
            file={word}
            words={{
              removeTitle: t('reportTemplates:word.removeTitle', { name: word.name }),
              removeLost: t('reportTemplates:word.removeLost'),
            }}
            onDownload={fetchFile}
            onRemove={mayChange ? () => remove({ ...place, version: template.version }).then(() => undefined) : null}
            onFailed={failed}
          />
        ) : (
          <p>{t('reportTemplates:word.none')}</p>
        )}
        {mayChange && (
          <FileDrop
            takes={takes}
            file={null}
            label={t(word ? 'reportTemplates:word.replace' : 'reportTemplates:word.choose')}
            onFile={(file) => {
              if (file && !isPending) void take(file).catch(failed);
            }}
          />
        )}
        {isPending && <p role="status">{t('reportTemplates:word.checking')}</p>}
        {word && (
          <PanelTags
            title={t('reportTemplates:word.tags')}
            empty={t('reportTemplates:word.noTags')}
            tags={word.tags.map((tag) => ({ ...tag, place: placeWords(tag.place, t) }))}
          />
        )}
      </div>
    </SidePanel>
  );
}

function ExampleButton() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const language = useLanguage();
  const [isLoading, setLoading] = useState(false);
  const fetchExample = async (): Promise<void> => {
    setLoading(true);
    try {
      const { blob, fileName } = await download(reportTemplates.wordExample, { projectId: project.id, language });
      saveAs(blob, fileName ?? 'report-template.docx');
    } catch (error) {
      toasts.failed(error);
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button size="small" icon={<DownloadOutlined />} loading={isLoading} onClick={() => void fetchExample()}>
      {t('reportTemplates:word.example')}
    </Button>
  );
}
