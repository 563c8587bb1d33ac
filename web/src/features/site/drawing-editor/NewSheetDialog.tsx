import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { drawings } from '@plumbline/contract/site/drawings';
import { drawingPlanes } from '@plumbline/contract/site/drawings.scale';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { scaleOf, svgOf } from './sheet.ts';

const metres = z.number().min(-1e5).max(1e5);
/** What a new sheet is called and shows. */
const NewSheet = z
  .object({
    name: drawings.upload.input.shape.name,
    plane: z.enum(drawingPlanes),
    left: metres,
    right: metres,
    bottom: metres,
    top: metres,
  })
  .refine(({ left, right }) => right - left >= 0.1, { path: ['right'], message: 'sheetExtent' })
  .refine(({ bottom, top }) => top - bottom >= 0.1, { path: ['top'], message: 'sheetExtent' })
  .refine(
    ({ left, right, bottom, top }) => Math.max((right - left) / (top - bottom), (top - bottom) / (right - left)) <= 50,
    {
      path: ['top'],
      message: 'sheetProportions',
    },
  );
type NewSheet = z.output<typeof NewSheet>;

/** Begins a drawing that is drawn here: an empty sheet in metres. */
export default function NewSheetDialog({
  structureId,
  onClose,
  onAdded,
}: {
  structureId: number;
  onClose: () => void;
  onAdded: (drawingId: number) => void;
}) {
  const { t } = useTranslation();
  const { run: upload } = useWrite(drawings.upload);
  const { run: update } = useWrite(drawings.update);
  const number = (prop: keyof NewSheet, label: 'left' | 'right' | 'bottom' | 'top'): FieldDefinition => ({
    type: 'NUMBER',
    prop,
    label: `drawingEditor:extent.${label}`,
    rules: { required: true },
  });
  const fields: FieldDefinition[] = [
    { type: 'INPUT', prop: 'name', label: 'drawings:name', rules: { required: true, maxLength: 50 }, span: 2 },
    {
      type: 'SELECT',
      prop: 'plane',
      label: 'drawings:plane',
      tips: 'drawings:planeHelp',
      span: 2,
      options: drawingPlanes.map((value) => ({ value, label: t(`drawings:planes.${value}`) })),
    },
    number('left', 'left'),
    number('right', 'right'),
    number('bottom', 'bottom'),
    number('top', 'top'),
  ];
  return (
    <FormDialog
      title={t('drawingEditor:new')}
      schema={NewSheet}
      initial={{ name: '', plane: 'section', left: 0, right: 100, bottom: 0, top: 50 }}
      fields={fields}
      errorField={{ nameTaken: 'name' }}
      saveLabel={t('drawingEditor:begin')}
      onSave={async (input: never) => {
        const { name, plane, ...extent } = input as NewSheet;
        const file = new File([svgOf({ extent, shapes: [] })], `${name}.svg`, { type: 'image/svg+xml' });
        const { drawing } = await upload({ structureId, name, plane }, { file });
        await update({ structureId, drawingId: drawing.id, scale: scaleOf(extent) }, { over: drawing });
        onAdded(drawing.id);
      }}
      onClose={onClose}
    >
      <p className="pl-sm pl-2">{t('drawingEditor:newHelp')}</p>
    </FormDialog>
  );
}
