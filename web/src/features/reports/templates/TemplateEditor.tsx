import {
  CheckOutlined,
  DownloadOutlined,
  FileExcelOutlined,
  FileWordOutlined,
  HistoryOutlined,
  RedoOutlined,
  SaveOutlined,
  UndoOutlined,
} from '@ant-design/icons';
import { type ReportTemplate, reportTemplates } from '@plumbline/contract/reports/templates';
import { type TemplateProblem, textProblems } from '@plumbline/contract/reports/templates.checks';
import { Button, Select } from 'antd';
import { type KeyboardEvent, useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { BlockList } from './BlockList.tsx';
import { BlockOptions } from './BlockOptions.tsx';
import { ExcelPanel } from './ExcelPanel.tsx';
import { Palette } from './Palette.tsx';
import { Preview } from './Preview.tsx';
import { Problems } from './Problems.tsx';
import { TemplateStatus } from './TemplateStatus.tsx';
import { exportTemplate } from './template-file.ts';
import { useEditor } from './use-editor.ts';
import { VersionsPanel } from './VersionsPanel.tsx';
import { WordPanel } from './WordPanel.tsx';

type Editor = ReturnType<typeof useEditor>;
type PanelName = 'versions' | 'word' | 'excel';

/** Blocks on the left, what the chosen one is told in the middle, the pages on the right. */
export function TemplateEditor({ template, mayChange }: { template: ReportTemplate; mayChange: boolean }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const id = useId();
  const editor = useEditor(template);
  const { state, act, content } = editor;
  const [serverProblems, setServerProblems] = useState<readonly TemplateProblem[]>([]);
  const [panel, setPanel] = useState<PanelName | null>(null);
  const follow = useCallback((problems: readonly TemplateProblem[]) => setServerProblems(problems), []);
  const chosen = state.draft.blocks.find(({ key }) => key === state.chosen);
  const textFaults = textProblems(content);
  // What only the server knows (points that are gone) lags behind; what the texts say is known at once.
  const problems = [
    ...textFaults,
    ...editor.base.problems.filter(({ block }) => block === 0),
    ...serverProblems.filter(({ fault }) => fault.endsWith('Missing') || fault === 'pointAmbiguous'),
  ];
  const choose = ({ block, kind }: TemplateProblem): void =>
    kind === 'word' || kind === 'excel'
      ? setPanel(kind)
      : act({ act: 'choose', key: state.draft.blocks[block - 1]?.key ?? null });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the whole editor; each has its button
    <div className="rt-editor" onKeyDown={(event) => mayChange && onShortcut(event, editor)}>
      <LeaveGuard id={id} dirty={editor.isDirty && mayChange} save={editor.save} undo={editor.undoAll} />
      <EditorBar editor={editor} mayChange={mayChange} onPanel={setPanel} />
      {editor.isOvertaken && <Overtaken editor={editor} />}
      <Problems problems={problems} onChoose={choose} />
      <div className="rt-columns">
        <BlockList state={state} problems={problems} readOnly={!mayChange} act={act} />
        <div className="rt-options">
          {chosen ? (
            <>
              <h2>{t(`reportTemplates:kinds.${chosen.block.kind}`)}</h2>
              <p className="pl-sm pl-3">{t(`reportTemplates:about.${chosen.block.kind}`)}</p>
              <BlockOptions
                key={`${chosen.key} ${state.turn}`}
                block={chosen.block}
                readOnly={!mayChange}
                onChange={(block) => act({ act: 'change', key: chosen.key, block })}
                onSave={editor.save}
              />
            </>
          ) : (
            <p className="pl-3">{t('reportTemplates:chooseBlock')}</p>
          )}
          {mayChange && <Palette levels={chosen?.block.kind === 'conclusions'} />}
        </div>
        {allowed(reportTemplates.preview) && <Preview content={content} onProblems={follow} />}
      </div>
      <OpenPanel editor={editor} panel={panel} mayChange={mayChange} onClose={() => setPanel(null)} />
    </div>
  );
}

/** What is open beside the editor. */
function OpenPanel({
  editor,
  panel,
  mayChange,
  onClose,
}: {
  editor: Editor;
  panel: PanelName | null;
  mayChange: boolean;
  onClose: () => void;
}) {
  const ofFile = {
    template: editor.base,
    mayChange,
    onChanged: editor.follow,
    onOvertaken: editor.meetOther,
    onClose,
  };
  return (
    <>
      {panel === 'word' && <WordPanel {...ofFile} />}
      {panel === 'excel' && <ExcelPanel {...ofFile} />}
      {panel === 'versions' && (
        <VersionsPanel
          template={editor.base}
          mayChange={mayChange}
          onTake={(before) => editor.act({ act: 'replace', content: before })}
          onClose={onClose}
        />
      )}
    </>
  );
}

/** Ctrl+S saves; Ctrl+Z and Ctrl+Shift+Z go back and forth, but for a field that undoes its own letters. */
function onShortcut(event: KeyboardEvent, { act, save }: Editor): void {
  if (!(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  const isText = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (key === 's') void save();
  else if (key === 'z' && !isText) act({ act: event.shiftKey ? 'redo' : 'undo' });
  else return;
  event.preventDefault();
}

function EditorBar({
  editor,
  mayChange,
  onPanel,
}: {
  editor: Editor;
  mayChange: boolean;
  onPanel: (panel: PanelName) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { base, isDirty, isSaving } = editor;
  const { run: verify, isPending: isVerifying } = useWrite(reportTemplates.verify);
  const check = async (): Promise<void> => {
    if (isDirty && !(await editor.save())) return;
    const { template } = await verify({ projectId: project.id, templateId: base.id });
    editor.follow(template);
    toasts.done(t(template.status === 'Done' ? 'reportTemplates:sound' : 'reportTemplates:hasMistakes'));
  };
  return (
    <div className="rt-bar">
      {isDirty ? <span className="pl-2">{t('reportTemplates:unsaved')}</span> : <TemplateStatus template={base} />}
      <PaperChoice editor={editor} disabled={!mayChange} />
      <span className="pl-gap" />
      {mayChange && <Steps editor={editor} />}
      <FileButtons onPanel={onPanel} />
      <IconButton
        icon={<HistoryOutlined />}
        label={t('reportTemplates:versions')}
        onClick={() => onPanel('versions')}
      />
      <IconButton
        icon={<DownloadOutlined />}
        label={t('reportTemplates:export')}
        onClick={() => exportTemplate({ name: base.name, content: editor.content })}
      />
      {mayChange && (
        <>
          <Button icon={<CheckOutlined />} loading={isVerifying} onClick={() => void check().catch(toasts.failed)}>
            {t('reportTemplates:verify')}
          </Button>
          <Button
            type="primary"
            icon={<SaveOutlined />}
            loading={isSaving}
            disabled={!isDirty}
            onClick={() => void editor.save()}
          >
            {t('common:save')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Files of people that reports are made with. */
function FileButtons({ onPanel }: { onPanel: (panel: PanelName) => void }) {
  const { t } = useTranslation();
  return (
    <>
      <Button icon={<FileWordOutlined />} onClick={() => onPanel('word')}>
        {t('reportTemplates:word.button')}
      </Button>
      <Button icon={<FileExcelOutlined />} onClick={() => onPanel('excel')}>
        {t('reportTemplates:excel.button')}
      </Button>
    </>
  );
}

function Steps({ editor: { state, act } }: { editor: Editor }) {
  const { t } = useTranslation();
  return (
    <>
      <IconButton
        icon={<UndoOutlined />}
        label={t('reportTemplates:undo')}
        disabled={state.past.length === 0}
        onClick={() => act({ act: 'undo' })}
      />
      <IconButton
        icon={<RedoOutlined />}
        label={t('reportTemplates:redo')}
        disabled={state.future.length === 0}
        onClick={() => act({ act: 'redo' })}
      />
    </>
  );
}

/** Size and orientation of the pages, but for blocks that say otherwise. */
function PaperChoice({ editor: { state, act }, disabled }: { editor: Editor; disabled: boolean }) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      disabled={disabled}
      aria-label={t('reportTemplates:paper')}
      value={`${state.draft.paper} ${state.draft.orientation}`}
      options={(['a4', 'a3'] as const).flatMap((paper) =>
        (['portrait', 'landscape'] as const).map((orientation) => ({
          value: `${paper} ${orientation}`,
          label: `${paper.toUpperCase()} ${t(`reportTemplates:${orientation}`)}`,
        })),
      )}
      onChange={(value: string) => {
        const [paper, orientation] = value.split(' ');
        act({
          act: 'page',
          change: {
            paper: paper === 'a3' ? 'a3' : 'a4',
            orientation: orientation === 'landscape' ? 'landscape' : 'portrait',
          },
        });
      }}
    />
  );
}

/** Two people on one template: nothing of either is lost without a choice. */
function Overtaken({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  return (
    <div className="rt-overtaken" role="alert">
      <span>{t('reportTemplates:overtaken')}</span>
      <Button size="small" onClick={() => void editor.keepMine()}>
        {t('reportTemplates:keepMine')}
      </Button>
      <Button size="small" onClick={() => void editor.takeTheirs()}>
        {t('reportTemplates:takeTheirs')}
      </Button>
    </div>
  );
}
