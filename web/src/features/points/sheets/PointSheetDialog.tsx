import './sheets.css';
import { rowLimits } from '@plumbline/contract/points/points.rows';
import { sheets } from '@plumbline/contract/points/sheets';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { Failed, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { Differences } from './Differences.tsx';
import { SaveButtons } from './SaveButtons.tsx';
import { savePoints, takesPoints } from './sheet-files.ts';
import { type Undo, undoOf } from './undo.queries.ts';
import { useSheet } from './use-sheet.ts';

/**
 * The points of a project out as a sheet and back: the difference row by row before anything is written, all of it or
 * nothing, and the way back while this window is open.
 */
export function PointSheetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const edit = usePointSheet();
  const { undo } = edit;
  return (
    <Modal
      open
      title={t('sheets:edit.title')}
      width={900}
      mask={{ closable: false }}
      onCancel={onClose}
      destroyOnHidden
      footer={undo ? <DoneFoot edit={edit} onClose={onClose} /> : <ApplyFoot edit={edit} onClose={onClose} />}
    >
      {undo ? (
        <div className="sh-panel">
          <p className="pl-notice" role="status">
            {t('sheets:edit.done', { count: undo.points, shown: formatCount(undo.points) })}
          </p>
          <p className="pl-2">{t('sheets:edit.undoWhy')}</p>
        </div>
      ) : (
        <SheetCheck edit={edit} />
      )}
    </Modal>
  );
}

/** A sheet of points on its way: checked, applied with a reason, taken back. */
function usePointSheet() {
  const { t } = useTranslation();
  const { run: importPoints } = useWrite(sheets.importPoints);
  const language = useLanguage();
  const toasts = useToasts();
  const { project } = useProject();
  const [reason, setReason] = useState('');
  const [undo, setUndo] = useState<Undo | null>(null);
  const [isUndoing, setUndoing] = useState(false);
  const sheet = useSheet((file: File, dryRun: boolean) =>
    importPoints({ projectId: project.id, dryRun: String(dryRun), reason, language }, { file }),
  );
  const { checked } = sheet;
  const apply = async (): Promise<void> => {
    if (!checked) return;
    try {
      // As the points are now: what an undo puts back.
      const back = await undoOf(project.id, checked.lines);
      const done = await sheet.apply();
      if (!done) return;
      setUndo(back);
      toasts.done(t('points:list.changed', { count: done.counts.changed }));
    } catch (error) {
      toasts.failed(error);
    }
  };
  const takeBack = async (): Promise<void> => {
    if (!undo) return;
    setUndoing(true);
    try {
      await undo.run(t('sheets:edit.undoReason'));
      toasts.done(t('sheets:edit.undone', { count: undo.points }));
      setUndo(null);
      await sheet.check(null);
    } catch (error) {
      toasts.failed(error);
    } finally {
      setUndoing(false);
    }
  };
  const counts = checked?.counts;
  const ready = counts !== undefined && counts.refused === 0 && counts.changed > 0;
  return { ...sheet, apply, takeBack, undo, isUndoing, reason, setReason, counts, ready };
}
type PointSheet = ReturnType<typeof usePointSheet>;

/** What was applied can be taken back while the window is open. */
function DoneFoot({ edit: { isUndoing, takeBack }, onClose }: { edit: PointSheet; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="pl-form-foot">
      <span className="pl-gap" />
      <Button loading={isUndoing} onClick={() => void takeBack()}>
        {t('sheets:edit.undo')}
      </Button>
      <Button type="primary" onClick={onClose}>
        {t('common:close')}
      </Button>
    </div>
  );
}

function ApplyFoot({ edit: { counts, ready, busy, apply }, onClose }: { edit: PointSheet; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="pl-form-foot">
      <span className="pl-3 pl-sm pl-gap">
        {counts && counts.refused > 0 && t('sheets:allOrNone')}
        {counts && counts.refused === 0 && counts.changed === 0 && t('sheets:edit.same')}
      </span>
      <Button type="text" onClick={onClose}>
        {t('common:cancel')}
      </Button>
      <Button type="primary" disabled={!ready} loading={busy === 'apply'} onClick={() => void apply()}>
        {counts && ready
          ? t('sheets:edit.apply', { count: counts.changed, shown: formatCount(counts.changed) })
          : t('sheets:edit.applyNothing')}
      </Button>
    </div>
  );
}

/** The sheet to fill in, the file, and what each of its lines would change. */
function SheetCheck({ edit }: { edit: PointSheet }) {
  const { t } = useTranslation();
  const { file, checked, busy, failure, check, ready, reason, setReason } = edit;
  return (
    <div className="sh-panel">
      <SavePoints />
      <p className="pl-2">{t('sheets:edit.two', { most: formatCount(rowLimits.edit) })}</p>
      <FileDrop
        takes={takesPoints}
        file={file}
        disabled={busy !== null}
        onFile={(chosen) => void check(chosen)}
        label={t('sheets:edit.drop')}
      />
      {busy !== null && (
        <p role="status" className="pl-2">
          {t(busy === 'check' ? 'sheets:checking' : 'sheets:edit.applying')}
        </p>
      )}
      {busy === 'check' && <SkeletonRows rows={5} rowPx={30} />}
      {failure !== null && busy === null && (
        <Failed error={failure} onRetry={file ? () => void check(file) : undefined} />
      )}
      {checked && <Differences answer={checked} />}
      {ready && (
        <Input
          aria-label={t('points:reason')}
          placeholder={t('points:reason')}
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
    </div>
  );
}

/** The points as they are, to be changed in a sheet. */
function SavePoints() {
  const { t } = useTranslation();
  return (
    <div className="pl-row sh-bar">
      <span className="pl-2">{t('sheets:edit.one')}</span>
      <SaveButtons save={savePoints} />
    </div>
  );
}
