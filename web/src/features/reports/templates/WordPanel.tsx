import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons';
import { Failure } from '@plumbline/contract/kernel/errors';
import { uploadOf } from '@plumbline/contract/kernel/route';
import { type ReportTemplate, reportTemplates, type WordDocument } from '@plumbline/contract/reports/templates';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { formatAs } from '../../../design/formats.ts';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { formatTime } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { placeWords } from './place-words.ts';

const takes = { types: ['.docx'], maxBytes: uploadOf(reportTemplates.uploadWord).maxBytes };

/** The Word document that reports in Word are made of: given, replaced, taken away; what it asks for. */
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
  return (
    <SidePanel open title={t('reportTemplates:word.title')} onClose={onClose}>
      <div className="rt-word">
        <p className="pl-sm pl-3">{t('reportTemplates:word.about').replaceAll('[[', '{{').replaceAll(']]', '}}')}</p>
        <ExampleButton />
        {word ? (
          <CurrentWord template={template} word={word} mayChange={mayChange} onChanged={onChanged} onFailed={failed} />
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
        {word && <Tags word={word} />}
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

/** Which document it is, with its file. */
function CurrentWord({
  template,
  word,
  mayChange,
  onChanged,
  onFailed,
}: {
  template: ReportTemplate;
  word: WordDocument;
  mayChange: boolean;
  onChanged: (template: ReportTemplate) => void;
  onFailed: (error: unknown) => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: remove } = useWrite(reportTemplates.removeWord, { onSuccess: (answer) => onChanged(answer.template) });
  const [isRemoving, setRemoving] = useState(false);
  const place = { projectId: project.id, templateId: template.id };
  const fetchFile = async (): Promise<void> => {
    const { blob, fileName } = await download(reportTemplates.word, place);
    saveAs(blob, fileName ?? word.name);
  };
  return (
    <div className="rt-word-file">
      <b>{word.name}</b>
      <span className="pl-sm pl-3">
        {formatAs('BYTE', word.bytes, t)} · {formatTime(word.at, project.timeZone)} · {word.byName}
      </span>
      <div className="rt-file">
        <Button size="small" icon={<DownloadOutlined />} onClick={() => void fetchFile().catch(onFailed)}>
          {t('reportTemplates:word.download')}
        </Button>
        {mayChange && (
          <Button size="small" icon={<DeleteOutlined />} onClick={() => setRemoving(true)}>
            {t('reportTemplates:word.remove')}
          </Button>
        )}
      </div>
      {isRemoving && (
        <ConfirmDestructive
          open
          title={t('reportTemplates:word.removeTitle', { name: word.name })}
          lost={t('reportTemplates:word.removeLost')}
          action={t('reportTemplates:word.remove')}
          onConfirm={async () => {
            await remove({ ...place, version: template.version });
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

/** What the document asks for, in the order of its text. */
function Tags({ word }: { word: WordDocument }) {
  const { t } = useTranslation();
  if (word.tags.length === 0) return <p className="pl-wrong">{t('reportTemplates:word.noTags')}</p>;
  return (
    <section aria-label={t('reportTemplates:word.tags')}>
      <h2>{t('reportTemplates:word.tags')}</h2>
      <ul className="rt-word-tags">
        {word.tags.map(({ words, kind, place, count }) => (
          <li key={words}>
            <code>{words}</code>
            <span className="pl-sm pl-3">
              {t(`reportTemplates:word.kinds.${kind}`)} · {placeWords(place, t)}
              {count > 1 && ` · ×${count}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
