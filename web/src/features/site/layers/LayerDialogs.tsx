import { Failure } from '@plumbline/contract/kernel/errors';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import {
  isGeoTiff,
  isPlainPicture,
  layerFormats,
  layerKinds,
  layerLimits,
  layers,
  type MapLayer,
} from '@plumbline/contract/site/layers';
import { controlsText, type Placing } from '@plumbline/contract/site/layers.placing';
import { Modal } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { FileDrop } from '../../../design/form/FileDrop.tsx';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { useStructuresNow } from '../projects/projects.queries.ts';
import { PicturePlacing } from './PicturePlacing.tsx';
import { type Controls, controlsFrom, fitted, noControls } from './picture-controls.ts';
import { likelySystem, placingFields, systemField } from './placing-fields.ts';

const takes = { types: layerFormats.map((format) => `.${format}`), maxBytes: layerLimits.bytes };
/** Browsers name files of a kind that they do not know by nothing or by anything: the ending says what it is. */
const plain = (file: File): File => new File([file], file.name, { type: 'application/octet-stream' });

/** The fields of a layer: what it is called and shows, and to what it belongs. */
function useFields(): FieldDefinition[] {
  const { t } = useTranslation();
  const list = useStructuresNow(useProject().project.id);
  const all = list.data?.structures.filter(({ isItem }) => !isItem) ?? [];
  return [
    { type: 'INPUT', prop: 'name', label: 'layers:name', rules: { required: true, maxLength: 50 }, span: 2 },
    {
      type: 'SELECT',
      prop: 'kind',
      label: 'layers:kind',
      tips: 'layers:kindHelp',
      options: layerKinds.map((value) => ({ value, label: t(`layers:kinds.${value}`) })),
    },
    {
      type: 'SELECT',
      prop: 'structureId',
      label: 'layers:structure',
      options: [
        { value: null, label: t('layers:wholeSite') },
        ...all.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
  ];
}
const dayField: FieldDefinition = {
  type: 'DATE',
  inputType: 'date',
  prop: 'on',
  label: 'layers:on',
  tips: 'layers:onHelp',
};

const formatOf = ({ name }: File): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
const isDxf = (file: File): boolean => formatOf(file) === 'dxf';
const isPlain = (file: File): boolean => isPlainPicture(formatOf(file));
const isTiff = (file: File): boolean => isGeoTiff(formatOf(file));

/** Where a file lies, as its format needs to be told. */
const fieldsFor = (file: File, t: TFunction): FieldDefinition[] =>
  isDxf(file) ? placingFields(t) : isTiff(file) ? [systemField(t)] : [];

/** A picture needs room for itself and the map beside it. */
const widthFor = (file: File): { widthPx?: number } => (isPlain(file) ? { widthPx: 1080 } : {});

/** The known points of a picture as its upload has them. Throws layerCoordinates where they do not place it. */
function placedBy(file: File, controls: Controls): object {
  if (!isPlain(file)) return {};
  const { fault, whole } = fitted(controls, { width: 0, height: 0 });
  if (fault) throw new Failure('layerCoordinates', { fault: fault === 'mirrored' ? 'mirrored' : 'controls' });
  return { controls: controlsText(whole.map(({ point }) => point)), fit: controls.fit };
}

/** Parts that hold something: the others are not sent. */
const filled = (parts: object): object =>
  Object.fromEntries(
    Object.entries(parts).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

interface Added {
  readonly projectId: number;
  readonly name: string;
  readonly kind: MapLayer['kind'];
  readonly structureId?: number;
  readonly on?: string;
}

/** Brings a layer: its file first, which suggests its name. */
export function AddDialog({ structureId, onClose }: { structureId: number | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const [file, setFile] = useState<File | null>(null);
  if (!file)
    return (
      <Modal open title={t('layers:add')} footer={null} onCancel={onClose}>
        <FileDrop takes={takes} file={null} onFile={setFile} label={t('layers:drop')}>
          <p className="pl-sm pl-3">{t('layers:fileHelp')}</p>
        </FileDrop>
      </Modal>
    );
  return <DescribeDialog projectId={project.id} file={file} structureId={structureId} onClose={onClose} />;
}

function DescribeDialog({
  projectId,
  file,
  structureId,
  onClose,
}: {
  projectId: number;
  file: File;
  structureId: number | null;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { coordinates } = useProject().project;
  const fields = useFields();
  const { run: upload } = useWrite(layers.upload);
  const [controls, setControls] = useState(noControls);
  const kind = isPlain(file) || isTiff(file) ? 'photo' : 'other';
  return (
    <FormDialog
      title={t('layers:add')}
      schema={layers.upload.input}
      fixed={{ projectId }}
      initial={{
        name: file.name.replace(/\.[^.]+$/, '').slice(0, 50),
        kind,
        structureId,
        ...(isDxf(file) && { epsg: likelySystem(coordinates) }),
        ...(isTiff(file) && { epsg: null }),
      }}
      fields={[...fields, dayField, ...fieldsFor(file, t)]}
      errorField={{ nameTaken: 'name' }}
      saveLabel={t('layers:add')}
      {...widthFor(file)}
      onSave={async (input: never) => {
        const about = { ...(filled(input) as Added), ...placedBy(file, controls) };
        const { isUnchanged } = await upload(about, { file: plain(file) });
        toasts.done(t(isUnchanged ? 'layers:addedBefore' : 'layers:added'));
      }}
      onClose={onClose}
    >
      <p className="pl-sm pl-3">
        {t('layers:file')}: {file.name}
      </p>
      {isPlain(file) && <PicturePlacing file={file} controls={controls} onChange={setControls} />}
    </FormDialog>
  );
}

interface OfLayer {
  readonly layer: MapLayer;
  readonly onClose: () => void;
}

export function EditDialog({ layer, onClose }: OfLayer) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const fields = useFields();
  const { run: update } = useWrite(layers.update);
  const { name, kind, structureId, isHidden } = layer;
  return (
    <FormDialog
      title={t('layers:acts', { name })}
      schema={layers.update.input}
      fixed={{ projectId: project.id, layerId: layer.id }}
      record={layer}
      initial={{ name, kind, structureId, isHidden }}
      fields={[...fields, { type: 'SWITCH', prop: 'isHidden', label: 'layers:isHidden', span: 2 }]}
      errorField={{ nameTaken: 'name' }}
      onSave={async (input: never, precondition) => {
        await update(input, precondition);
        toasts.done(t('common:saved'));
      }}
      onClose={onClose}
    />
  );
}

/** Another file for a layer, with the day that it shows; the former one is kept. */
export function ReplaceDialog({ layer, onClose }: OfLayer) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  if (file) return <NewerDialog layer={layer} file={file} onClose={onClose} />;
  return (
    <Modal open title={`${t('layers:replace')}: ${layer.name}`} footer={null} onCancel={onClose}>
      <FileDrop takes={takes} file={null} onFile={setFile} label={t('layers:drop')} />
    </Modal>
  );
}

/** A newer file: of which day, and where it lies unless it says so itself, which is where the one before it lay. */
function NewerDialog({ layer, file, onClose }: OfLayer & { file: File }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { project } = useProject();
  const { run: replace } = useWrite(layers.replace);
  const before = layer.versions.find(({ placing }) => placing !== null)?.placing ?? null;
  const [controls, setControls] = useState(() =>
    before?.by === 'controls' ? controlsFrom(before.points, before.fit) : noControls,
  );
  return (
    <FormDialog
      title={`${t('layers:replace')}: ${layer.name}`}
      schema={layers.replace.input}
      fixed={{ projectId: project.id, layerId: layer.id }}
      initial={isDxf(file) ? partsOf(before, likelySystem(project.coordinates)) : {}}
      fields={[dayField, ...fieldsFor(file, t)]}
      saveLabel={t('layers:replace')}
      {...widthFor(file)}
      onSave={async (input: never) => {
        const about = {
          ...(filled(input) as { readonly projectId: number; readonly layerId: number }),
          ...placedBy(file, controls),
        };
        const { isUnchanged } = await replace(about, { file: plain(file) });
        toasts.done(t(isUnchanged ? 'layers:replacedBefore' : 'layers:replaced'));
      }}
      onClose={onClose}
    >
      <p className="pl-sm pl-3">
        {t('layers:file')}: {file.name}
      </p>
      {isPlain(file) && <PicturePlacing file={file} controls={controls} onChange={setControls} />}
    </FormDialog>
  );
}

/** A placing as the form has it. */
function partsOf(placing: Placing | null, otherwise: number | null): Record<string, unknown> {
  if (placing === null || placing.by === 'controls') return { epsg: otherwise };
  if (placing.by === 'system') return { epsg: placing.epsg };
  const { first, second } = placing;
  return {
    epsg: null,
    x1: first.x,
    y1: first.y,
    longitude1: first.longitude,
    latitude1: first.latitude,
    x2: second.x,
    y2: second.y,
    longitude2: second.longitude,
    latitude2: second.latitude,
  };
}

export function RemoveDialog({ layer: { id, name, versions }, onClose }: OfLayer) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { run: remove } = useWrite(layers.remove);
  return (
    <ConfirmDestructive
      open
      title={t('layers:removeTitle', { name })}
      lost={t('layers:removeLost', { count: versions.length })}
      action={t('common:delete')}
      onConfirm={async () => {
        await remove({ projectId: project.id, layerId: id });
      }}
      onClose={onClose}
    />
  );
}
