import './corrections.css';
import { DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons';
import type { Point } from '@plumbline/contract/points/points';
import { type Correction, corrections } from '@plumbline/contract/readings/corrections';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { formatChange, formatTime } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { CorrectionDialog } from './CorrectionDialog.tsx';
import { kindForms } from './correction-kinds.ts';

/** The correction records of a point in order of time: add, change, remove. */
export function CorrectionList({ point, startAt }: { point: Point; startAt?: number | undefined }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const query = useRead(corrections.all, { pointId: point.id });
  const [editing, setEditing] = useState<Correction | 'new' | null>(null);
  const [removing, setRemoving] = useState<Correction | null>(null);
  const may = allowed(corrections.createShift) && point.archivedAt === null;
  const add = may && (
    <Button icon={<PlusOutlined />} onClick={() => setEditing('new')}>
      {t('corrections:add')}
    </Button>
  );
  return (
    <div>
      <Answer
        query={query}
        loading={<SkeletonRows rows={3} />}
        isEmpty={(data) => data.corrections.length === 0}
        empty={
          <Empty title={t('corrections:none')} why={t('corrections:noneWhy')}>
            {add}
          </Empty>
        }
      >
        {(data) => (
          <>
            <ul className="cor-list">
              {data.corrections.map((correction) => (
                <CorrectionRow
                  key={correction.id}
                  point={point}
                  correction={correction}
                  onEdit={may ? () => setEditing(correction) : undefined}
                  onRemove={() => setRemoving(correction)}
                />
              ))}
            </ul>
            {add && <div style={{ padding: '12px 20px' }}>{add}</div>}
          </>
        )}
      </Answer>
      {editing !== null && (
        <CorrectionDialog
          point={point}
          correction={editing === 'new' ? undefined : editing}
          startAt={startAt}
          onClose={() => setEditing(null)}
        />
      )}
      {removing && <RemoveDialog point={point} removing={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function CorrectionRow({
  point,
  correction,
  onEdit,
  onRemove,
}: {
  point: Point;
  correction: Correction;
  /** undefined = it may not be changed, nor removed. */
  onEdit: (() => void) | undefined;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const time = (at: string): string => formatTime(at, project.timeZone);
  return (
    <li>
      <div className="pl-row">
        <b>{t(`corrections:kind.${correction.kind}`)}</b>
        <span className="pl-gap" />
        {onEdit && (
          <>
            <IconButton icon={<EditOutlined />} label={t('corrections:change')} onClick={onEdit} />
            <IconButton icon={<DeleteOutlined />} label={t('corrections:remove')} onClick={onRemove} />
          </>
        )}
      </div>
      <div className="cor-time">
        {time(correction.startAt)}
        {' – '}
        {correction.endAt ? time(correction.endAt) : t('corrections:open')}
      </div>
      <Amounts point={point} correction={correction} />
      <div className="pl-sm pl-3">
        {correction.reason}
        {' · '}
        {correction.createdBy}, {time(correction.createdAt)}
      </div>
    </li>
  );
}

/** Asks why a correction goes, and says what that means. */
function RemoveDialog({ point, removing, onClose }: { point: Point; removing: Correction; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: removeCorrection } = useWrite(kindForms[removing.kind].remove);
  return (
    <FormDialog
      title={t('corrections:removeTitle', { kind: t(`corrections:kind.${removing.kind}`) })}
      schema={kindForms[removing.kind].remove.input}
      fixed={{ pointId: point.id, correctionId: removing.id }}
      fields={[{ type: 'INPUT', prop: 'reason', label: 'corrections:reason', rules: { maxLength: 200 }, span: 2 }]}
      saveLabel={t('corrections:remove')}
      onSave={async (input: never) => {
        await removeCorrection(input);
      }}
      onClose={onClose}
    >
      <p className="pl-2">{t('corrections:removeMeans')}</p>
    </FormDialog>
  );
}

/** What a correction does, field by field. */
function Amounts({ point, correction }: { point: Point; correction: Correction }) {
  const { t } = useTranslation();
  const fieldWord = useFieldWord();
  const axis = (amounts: { x?: number | undefined; y?: number | undefined }): [string, number][] => [
    ...(amounts.x === undefined ? [] : [[t('corrections:axisX'), amounts.x] as [string, number]]),
    ...(amounts.y === undefined ? [] : [[t('corrections:axisY'), amounts.y] as [string, number]]),
  ];
  const all: [string, number][] =
    correction.kind === 'topshift'
      ? axis(correction.fixes)
      : correction.kind === 'basenode'
        ? [[t('corrections:node'), correction.node], ...axis(correction.surveyed)]
        : Object.entries(correction.kind === 'shift' ? correction.fixes : correction.initials).map(([key, amount]) => [
            fieldWord(point.family, key),
            amount,
          ]);
  const plain = correction.kind === 'initshift';
  return (
    <div className="cor-amounts">
      {all.slice(0, 8).map(([name, amount]) => (
        <span key={name}>
          <span className="pl-2">{name}</span>{' '}
          <b className="pl-num">{plain || name === t('corrections:node') ? String(amount) : formatChange(amount, 3)}</b>
        </span>
      ))}
      {all.length > 8 && <span className="pl-3">{t('corrections:more', { count: all.length - 8 })}</span>}
    </div>
  );
}
