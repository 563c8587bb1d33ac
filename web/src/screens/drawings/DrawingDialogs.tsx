import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Drawing, drawingLimits, drawings, drawingUploads } from '@plumbline/contract/site/drawings';
import { type DrawingPlane, drawingPlanes } from '@plumbline/contract/site/drawings.scale';
import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../design/ConfirmDestructive.tsx';
import { FileDrop } from '../../design/form/FileDrop.tsx';
import { FormDialog } from '../../design/form/FormDialog.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { wordsOf } from '../../kernel/failures.ts';
import { useWrite } from '../../kernel/writes.ts';

const takes = { types: [...drawingUploads.map((format) => `.${format}`), '.jpeg'], maxBytes: drawingLimits.bytes };
/** What a browser takes a file for is what its ending says: the server looks into it. */
const plain = (file: File): File => new File([file], file.name, { type: 'application/octet-stream' });

function useFields(): FieldDefinition[] {
  const { t } = useTranslation();
  return [
    { type: 'INPUT', prop: 'name', label: 'drawings:name', rules: { required: true, maxLength: 50 }, span: 2 },
    {
      type: 'SELECT',
      prop: 'plane',
      label: 'drawings:plane',
      tips: 'drawings:planeHelp',
      options: drawingPlanes.map((value) => ({ value, label: t(`drawings:planes.${value}`) })),
    },
  ];
}
const dayField: FieldDefinition = {
  type: 'DATE',
  inputType: 'date',
  prop: 'on',
  label: 'drawings:on',
  tips: 'drawings:onHelp',
};

interface Added {
  readonly structureId: number;
  readonly name: string;
  readonly plane: DrawingPlane;
  readonly on?: string | null;
}

/** What was left out of a vector drawing is told: its author may miss it. */
function useLeftOut() {
  const { t } = useTranslation();
  return ({ versions }: Drawing, words: string): string => {
    const count = versions[0]?.leftOut ?? 0;
    return count > 0 ? `${words}. ${t('drawings:leftOut', { count })}` : words;
  };
}

/** Brings a drawing: its file first, which suggests its name. */
export function AddDialog({
  structureId,
  onClose,
  onAdded,
}: {
  structureId: number;
  onClose: () => void;
  onAdded: (drawingId: number) => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const fields = useFields();
  const withLeftOut = useLeftOut();
  const { run: upload } = useWrite(drawings.upload);
  const [file, setFile] = useState<File | null>(null);
  if (!file)
    return (
      <Modal open title={t('drawings:add')} footer={null} onCancel={onClose}>
        <FileDrop takes={takes} file={null} onFile={setFile} label={t('drawings:drop')}>
          <p className="pl-sm pl-3">{t('drawings:fileHelp')}</p>
        </FileDrop>
      </Modal>
    );
  return (
    <FormDialog
      title={t('drawings:add')}
      schema={drawings.upload.input}
      fixed={{ structureId }}
      initial={{ name: file.name.replace(/\.[^.]+$/, '').slice(0, 50), plane: 'section' }}
      fields={[...fields, dayField]}
      errorField={{ nameTaken: 'name' }}
      saveLabel={t('drawings:add')}
      onSave={async (input: never) => {
        const { on, ...fields } = input as Added;
        const { drawing, isUnchanged } = await upload({ ...fields, ...(on && { on }) }, { file: plain(file) });
        const hasNoUnit = /\.dxf$/i.test(file.name) && drawing.scale === null;
        const added = hasNoUnit ? `${t('drawings:added')}. ${t('drawings:noUnit')}` : t('drawings:added');
        toasts.done(isUnchanged ? t('drawings:addedBefore') : withLeftOut(drawing, added));
        onAdded(drawing.id);
      }}
      onClose={onClose}
    >
      <p className="pl-sm pl-3">
        {t('drawings:file')}: {file.name}
      </p>
    </FormDialog>
  );
}

interface OfDrawing {
  readonly drawing: Drawing;
  readonly onClose: () => void;
}

export function EditDialog({ drawing, onClose }: OfDrawing) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const fields = useFields();
  const { run: update } = useWrite(drawings.update);
  const { id: drawingId, structureId, name, plane } = drawing;
  return (
    <FormDialog
      title={t('drawings:acts', { name })}
      schema={drawings.update.input}
      fixed={{ structureId, drawingId }}
      record={drawing}
      initial={{ name, plane }}
      fields={fields}
      errorField={{ nameTaken: 'name' }}
      onSave={async (input: never, precondition) => {
        await update(input, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

/** Another file for a drawing, with the day that it shows; the former one is kept. */
export function ReplaceDialog({ drawing, onClose }: OfDrawing) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const withLeftOut = useLeftOut();
  const { run: replace, isPending, error } = useWrite(drawings.replace);
  const [file, setFile] = useState<File | null>(null);
  const [on, setOn] = useState('');
  const send = async (): Promise<void> => {
    if (!file) return;
    const about = { structureId: drawing.structureId, drawingId: drawing.id, ...(on && { on }) };
    const { drawing: newer, isUnchanged } = await replace(about, { file: plain(file) });
    toasts.done(isUnchanged ? t('drawings:replacedBefore') : withLeftOut(newer, t('drawings:replaced')));
    onClose();
  };
  return (
    <Modal
      open
      title={`${t('drawings:replace')}: ${drawing.name}`}
      onCancel={() => !isPending && onClose()}
      okText={t('drawings:replace')}
      cancelText={t('common:cancel')}
      okButtonProps={{ disabled: !file, loading: isPending }}
      // What went wrong is shown below.
      onOk={() => void send().catch(() => undefined)}
    >
      <p className="pl-sm pl-2">{t('drawings:replaceHelp')}</p>
      <FileDrop takes={takes} file={file} onFile={setFile} label={t('drawings:drop')} disabled={isPending} />
      <label className="dr-day pl-sm">
        <span className="pl-2">{t('drawings:on')}</span>
        <input type="date" value={on} disabled={isPending} onChange={({ target }) => setOn(target.value)} />
      </label>
      {error && (
        <p className="pl-wrong pl-sm" role="alert">
          {wordsOf(error, t).words}
        </p>
      )}
    </Modal>
  );
}

export function RemoveDialog({ drawing: { id: drawingId, structureId, name, versions }, onClose }: OfDrawing) {
  const { t } = useTranslation();
  const { run: remove } = useWrite(drawings.remove);
  return (
    <ConfirmDestructive
      open
      title={t('drawings:removeTitle', { name })}
      lost={t('drawings:removeLost', { count: versions.length })}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ structureId, drawingId });
      }}
      onClose={onClose}
    />
  );
}
