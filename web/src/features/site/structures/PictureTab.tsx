import { uploadOf } from '@plumbline/contract/kernel/route';
import { structures } from '@plumbline/contract/site/structures';
import { useTranslation } from 'react-i18next';
import { usePicture } from '../../../design/form/use-picture.ts';
import { PictureBox } from '../../../design/PictureBox.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { download } from '../../../kernel/call.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import '../projects/projects.parts.tsx';
import { PictureMarks } from './PictureMarks.tsx';
import type { StructureTab } from './structure-tab.ts';

/** The picture of a structure, with its items and points marked on it. */
export function PictureTab({ structure, readOnly }: StructureTab) {
  const { t } = useTranslation();
  const { run: removePicture } = useWrite(structures.removePicture);
  const { run: setPicture } = useWrite(structures.setPicture);
  const structureId = structure.id;
  const load = async () => (await download(structures.picture, { structureId })).blob;
  const address = usePicture(structure.picture, load);
  const hasMarks = !structure.isItem && structure.picture !== null;
  const query = useRead(
    structures.marks,
    { structureId },
    {
      enabled: hasMarks,
    },
  );
  return (
    <div className="pj-tab wide">
      <div className="pj-pictures">
        <PictureBox
          label={t('structures:picture')}
          fileId={structure.picture}
          load={load}
          takes={uploadOf(structures.setPicture)}
          isShownElsewhere={hasMarks}
          {...(readOnly === undefined && {
            onFile: async (file: File) => {
              await setPicture({ structureId }, { file });
            },
            onRemove: async () => {
              await removePicture({ structureId });
            },
          })}
        />
      </div>
      {hasMarks && address !== null && (
        <Answer query={query} loading={<SkeletonRows rows={6} />}>
          {(marks) => (
            <PictureMarks structure={structure} address={address} marks={marks} closed={readOnly !== undefined} />
          )}
        </Answer>
      )}
    </div>
  );
}
