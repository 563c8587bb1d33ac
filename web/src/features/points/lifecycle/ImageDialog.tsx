import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import type { Schema } from '@plumbline/contract/kernel/route';
import { uploadOf } from '@plumbline/contract/kernel/route';
import { lifecycle } from '@plumbline/contract/points/lifecycle';
import type { Point } from '@plumbline/contract/points/points';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { download } from '../../../kernel/call.ts';
import { useWrite } from '../../../kernel/writes.ts';

const fields: readonly FieldDefinition[] = [{ type: 'IMAGE_UPLOAD', prop: 'image', label: 'lifecycle:act.image' }];
/** The kept file's name, or the picture that was chosen; null takes it away. */
const schema = z.object({ image: z.union([z.string(), z.instanceof(File)]).nullable() }) as unknown as Schema;

/** The picture of a point. */
export function ImageDialog({ point, onClose }: { point: Point; onClose: () => void }) {
  const { t } = useTranslation();
  const { run: removeImage } = useWrite(lifecycle.removeImage);
  const { run: setImage } = useWrite(lifecycle.setImage);
  return (
    <FormDialog
      title={t('lifecycle:act.imageOf', { name: point.name })}
      schema={schema}
      initial={{ image: point.image }}
      fields={fields}
      extras={{
        image: {
          load: async () => (await download(lifecycle.image, { pointId: point.id })).blob,
          takes: uploadOf(lifecycle.setImage),
        },
      }}
      onSave={async (input: never) => {
        const { image } = input as { image: string | File | null };
        if (image instanceof File) await setImage({ pointId: point.id }, { file: image });
        else if (image === null && point.image !== null) await removeImage({ pointId: point.id });
      }}
      onClose={onClose}
      widthPx={440}
    />
  );
}
