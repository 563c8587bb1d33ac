import './drawing-editor.css';
import { RedoOutlined, SaveOutlined, UndoOutlined } from '@ant-design/icons';
import { type Drawing, drawings } from '@plumbline/contract/site/drawings';
import { axesOf } from '@plumbline/contract/site/drawings.scale';
import { Button, Segmented } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { Answer, Empty, SkeletonChart } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { useSheet } from './drawing-editor.queries.ts';
import { EditorStage } from './EditorStage.tsx';
import { ShapePanel } from './ShapePanel.tsx';
import { type At, type Sheet, svgOf } from './sheet.ts';
import { type Editor, type Tool, tools, useEditor } from './use-editor.ts';

interface Opened {
  readonly drawing: Drawing;
  readonly onEnd: () => void;
}

/** Draws on a drawing that was made here. */
export default function DrawingEditor({ drawing, onEnd }: Opened) {
  const { t } = useTranslation();
  // What others save meanwhile does not take away what is drawn here.
  const [first] = useState(drawing);
  const query = useSheet(first);
  return (
    <Answer
      query={query}
      loading={<SkeletonChart height={320} />}
      isEmpty={({ sheet }) => sheet === null}
      empty={
        <Empty title={t('drawingEditor:foreign')} why={t('drawingEditor:foreignWhy')}>
          <Button onClick={onEnd}>{t('common:close')}</Button>
        </Empty>
      }
    >
      {({ sheet }) => sheet && <Open first={first} drawing={drawing} sheet={sheet} onEnd={onEnd} />}
    </Answer>
  );
}

function Open({ first, drawing, sheet: initial, onEnd }: Opened & { first: Drawing; sheet: Sheet }) {
  const { t } = useTranslation();
  const guard = useId();
  const editor = useEditor(initial, t('drawingEditor:newLabel'));
  const { save, isPending, isOther } = useSaving(first, drawing, editor.sheet, editor.markSaved);
  const axes = axesOf[drawing.plane];
  const names = { across: t(`drawings:axis.${axes.across}`), up: t(`drawings:axis.${axes.up}`) };
  const label = ([across, up]: At): string => `${names.across} ${across.toFixed(2)} m · ${names.up} ${up.toFixed(2)} m`;
  return (
    <div className="dw-editor">
      <Bar editor={editor} isPending={isPending} onSave={() => void save()} onEnd={onEnd} />
      {isOther && (
        <p className="dw-other pl-sm" role="alert">
          {t('drawingEditor:other')}
        </p>
      )}
      <div className="dw-work">
        <EditorStage editor={editor} drawing={first} label={label} />
        <ShapePanel editor={editor} axes={names} />
      </div>
      <LeaveGuard id={guard} dirty={editor.isChanged} save={save} undo={editor.reset} />
    </div>
  );
}

function Bar({
  editor,
  isPending,
  onSave,
  onEnd,
}: {
  editor: Editor;
  isPending: boolean;
  onSave: () => void;
  onEnd: () => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="dw-bar" role="toolbar" aria-label={t('drawingEditor:tools')}>
      <Segmented
        size="small"
        value={editor.tool}
        options={tools.map((value) => ({ value, label: t(`drawingEditor:tool.${value}`) }))}
        onChange={(tool) => editor.chooseTool(tool as Tool)}
      />
      <Button
        size="small"
        icon={<UndoOutlined />}
        aria-label={t('drawingEditor:undo')}
        title={t('drawingEditor:undo')}
        disabled={!editor.canUndo}
        onClick={editor.undo}
      />
      <Button
        size="small"
        icon={<RedoOutlined />}
        aria-label={t('drawingEditor:redo')}
        title={t('drawingEditor:redo')}
        disabled={!editor.canRedo}
        onClick={editor.redo}
      />
      <span className="pl-sm pl-3">{t('drawingEditor:grid', { metres: editor.grid })}</span>
      <span className="pl-gap" />
      <Button size="small" disabled={isPending} onClick={onEnd}>
        {t('common:close')}
      </Button>
      <Button
        size="small"
        type="primary"
        icon={<SaveOutlined />}
        disabled={!editor.isChanged}
        loading={isPending}
        onClick={onSave}
      >
        {t('common:save')}
      </Button>
    </div>
  );
}

/** Saves a sheet as a newer file of its drawing. Where somebody else has brought one meanwhile, the first save says so and waits for a second. */
function useSaving(first: Drawing, drawing: Drawing, sheet: Sheet, onSaved: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run, isPending } = useWrite(drawings.replace);
  const [over, setOver] = useState(first.versionId);
  const [isOther, setOther] = useState(false);
  const save = async (): Promise<boolean> => {
    if (drawing.versionId !== over) {
      setOver(drawing.versionId);
      setOther(true);
      return false;
    }
    try {
      const file = new File([svgOf(sheet)], `${drawing.name}.svg`, { type: 'image/svg+xml' });
      const { drawing: saved } = await run({ structureId: drawing.structureId, drawingId: drawing.id }, { file });
      setOver(saved.versionId);
      setOther(false);
      onSaved();
      toasts.done(t('common:saved'));
      return true;
    } catch (error) {
      toasts.failed(error);
      return false;
    }
  };
  return { save, isPending, isOther };
}
