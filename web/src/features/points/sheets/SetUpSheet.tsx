import './sheets.css';
import { rowLimits } from '@plumbline/contract/points/points.rows';
import { sheets } from '@plumbline/contract/points/sheets';
import { Button, Checkbox } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { Failed, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { formatCount } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { SaveButtons } from './SaveButtons.tsx';
import { SetUpLines } from './SetUpLines.tsx';
import { saveTemplate, takesSetUp } from './sheet-files.ts';
import { useSheet } from './use-sheet.ts';

/** A sheet that was checked and not added yet. */
export interface WaitingSheet {
  readonly add: number;
  /** Every line is sound. */
  readonly ready: boolean;
  readonly apply: () => Promise<void>;
}

/**
 * New points from a spreadsheet, with structures, channels, parameters, initial values and thresholds: template, drop,
 * dry run line by line, then all of them or none.
 */
export function SetUpSheet({
  onAdded,
  onWaiting,
}: {
  onAdded: (pointIds: readonly number[]) => void;
  /** Given, the button that adds is drawn by whoever asks: told of a sheet that waits for it, null = none does. */
  onWaiting?: ((sheet: WaitingSheet | null) => void) | undefined;
}) {
  const { t } = useTranslation();
  const sheet = useSetUp(onAdded);
  const { file, checked, busy, failure, counts, ready } = sheet;
  useNotifyWaiting(sheet, onWaiting);
  return (
    <section className="sh-panel" aria-label={t('sheets:setUp.title')}>
      <p className="pl-2">{t('sheets:setUp.how', { most: formatCount(rowLimits.create) })}</p>
      <SetUpBar sheet={sheet} />
      <FileDrop
        takes={takesSetUp}
        file={file}
        disabled={busy !== null}
        onFile={(chosen) => void sheet.check(chosen)}
        label={t('sheets:setUp.drop')}
      />
      {busy !== null && (
        <p role="status" className="pl-2">
          {t(busy === 'check' ? 'sheets:checking' : 'sheets:setUp.adding', {
            count: formatCount(counts?.add ?? 0),
          })}
        </p>
      )}
      {busy === 'check' && <SkeletonRows rows={5} rowPx={30} />}
      {failure !== null && busy === null && (
        <Failed error={failure} onRetry={file ? () => void sheet.check(file) : undefined} />
      )}
      {checked && <SetUpLines answer={checked} />}
      {checked && !onWaiting && (
        <div className="pl-form-foot">
          <span className="pl-3 pl-sm pl-gap">{checked.counts.refuse > 0 && t('sheets:allOrNone')}</span>
          <Button type="primary" disabled={!ready} loading={busy === 'apply'} onClick={() => void sheet.add()}>
            {t('points:add.create', { count: checked.counts.add })}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The sheet on its way: checked anew when structures are to be made or not, added when every line is sound. */
function useSetUp(onAdded: (pointIds: readonly number[]) => void) {
  const { t } = useTranslation();
  const { run: setUpPoints } = useWrite(sheets.setUpPoints);
  const language = useLanguage();
  const toasts = useToasts();
  const { project } = useProject();
  const [createStructures, setCreate] = useState(true);
  const send = (create: boolean) => (file: File, dryRun: boolean) =>
    setUpPoints(
      { projectId: project.id, dryRun: String(dryRun), createStructures: String(create), language },
      { file },
    );
  const sheet = useSheet(send(createStructures));
  const add = async (): Promise<void> => {
    const done = await sheet.apply();
    if (!done) return;
    await sheet.check(null);
    const count = done.pointIds.length;
    toasts.done(t('points:add.done', { count, total: formatCount(count) }));
    onAdded(done.pointIds);
  };
  const changeStructures = (create: boolean): void => {
    setCreate(create);
    // What the lines say depends on it.
    if (sheet.file) void sheet.check(sheet.file, send(create));
  };
  const counts = sheet.checked?.counts;
  const ready = counts !== undefined && counts.refuse === 0 && counts.add > 0;
  return { ...sheet, createStructures, changeStructures, add, counts, ready };
}
type SetUp = ReturnType<typeof useSetUp>;

/** Notifies whoever draws the button of a sheet that waits for it. */
function useNotifyWaiting(
  { counts, ready, add: addNow }: SetUp,
  onWaiting: ((sheet: WaitingSheet | null) => void) | undefined,
): void {
  const adding = useRef(addNow);
  adding.current = addNow;
  const add = counts?.add ?? null;
  useEffect(() => {
    onWaiting?.(add === null ? null : { add, ready, apply: () => adding.current() });
  }, [onWaiting, add, ready]);
  // Nobody may press a button for a sheet that is gone.
  useEffect(() => () => onWaiting?.(null), [onWaiting]);
}

/** The template, and whether structures are made that are not there. */
function SetUpBar({ sheet: { busy, createStructures, changeStructures } }: { sheet: SetUp }) {
  const { t } = useTranslation();
  return (
    <div className="pl-row sh-bar">
      <span className="pl-2">{t('sheets:template')}</span>
      <SaveButtons save={saveTemplate} />
      <span className="pl-gap" />
      <Checkbox
        checked={createStructures}
        disabled={busy !== null}
        onChange={(event) => changeStructures(event.target.checked)}
      >
        {t('points:add.createStructures')}
      </Checkbox>
    </div>
  );
}
