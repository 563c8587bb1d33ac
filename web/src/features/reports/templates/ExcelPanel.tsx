import { Failure } from '@plumbline/contract/kernel/errors';
import { uploadOf } from '@plumbline/contract/kernel/route';
import { type ReportTemplate, reportTemplates } from '@plumbline/contract/reports/templates';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { SidePanel } from '../../../design/SidePanel.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { PanelFile, PanelTags } from './PanelFile.tsx';
import { cellWords } from './place-words.ts';

const takes = { types: ['.xlsx'], maxBytes: uploadOf(reportTemplates.uploadExcelCover).maxBytes };

/** The cover that workbooks of reports begin with: given, replaced, taken away; what it asks for. Long because it is one panel: its three acts, then its parts. */
export function ExcelPanel({
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
  const follow = { onSuccess: (answer: { template: ReportTemplate }) => onChanged(answer.template) };
  const { run: upload, isPending } = useWrite(reportTemplates.uploadExcelCover, follow);
  const { run: remove } = useWrite(reportTemplates.removeExcelCover, follow);
  const place = { projectId: project.id, templateId: template.id };
  const { excelCover: cover } = template;
  const failed = (error: unknown): void => {
    if (error instanceof Failure && error.name === 'reportTemplateChanged') onOvertaken();
    toasts.failed(error);
  };
  const take = async (file: File): Promise<void> => {
    await upload({ ...place, version: template.version }, { file });
    toasts.done(t('reportTemplates:excel.taken'));
  };
  const fetchFile = async (): Promise<void> => {
    const { blob, fileName } = await download(reportTemplates.excelCover, place);
    saveAs(blob, fileName ?? cover?.name ?? 'cover.xlsx');
  };
  const braced = (words: string): string => words.replaceAll('[[', '{{').replaceAll(']]', '}}');
  return (
    <SidePanel open title={t('reportTemplates:excel.title')} onClose={onClose}>
      <div className="rt-word">
        <p className="pl-sm pl-3">{braced(t('reportTemplates:excel.about'))}</p>
        <p className="pl-sm pl-3">{t('reportTemplates:excel.kept')}</p>
        {cover ? (
          <PanelFile
            file={cover}
            words={{
              removeTitle: t('reportTemplates:excel.removeTitle', { name: cover.name }),
              removeLost: t('reportTemplates:excel.removeLost'),
            }}
            onDownload={fetchFile}
            onRemove={mayChange ? () => remove({ ...place, version: template.version }).then(() => undefined) : null}
            onFailed={failed}
          />
        ) : (
          <p>{t('reportTemplates:excel.none')}</p>
        )}
        {cover && (
          <p className="pl-sm pl-3">
            {t('reportTemplates:excel.sheets', { count: cover.sheets.length, names: cover.sheets.join(', ') })}
          </p>
        )}
        {mayChange && (
          <FileDrop
            takes={takes}
            file={null}
            label={t(cover ? 'reportTemplates:excel.replace' : 'reportTemplates:excel.choose')}
            onFile={(file) => {
              if (file && !isPending) void take(file).catch(failed);
            }}
          />
        )}
        {isPending && <p role="status">{t('reportTemplates:excel.checking')}</p>}
        {cover && (
          <PanelTags
            title={t('reportTemplates:excel.tags')}
            empty={t('reportTemplates:excel.noTags')}
            tags={cover.tags.map((tag) => ({ ...tag, place: cellWords(tag.place, t) }))}
          />
        )}
      </div>
    </SidePanel>
  );
}
