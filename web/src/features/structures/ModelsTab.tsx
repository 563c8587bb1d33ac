import type { FieldDefinition } from '@plumbline/contract/forms';
import { structures } from '@plumbline/contract/structures';
import { settingStarts } from '@plumbline/contract/structures.settings';
import { useQuery } from '@tanstack/react-query';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import type { StructureTab } from './structure-tab.ts';

const number = (prop: string, label: string, unit?: string): FieldDefinition => ({
  type: 'NUMBER',
  prop,
  label: `structures:models.${label}`,
  ...(unit && { unit }),
});
const bim: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'modelKey', label: 'structures:models.modelKey', tips: 'structures:models.modelKeyHelp' },
  { type: 'INPUT', prop: 'name', label: 'structures:models.name' },
  number('offset.x', 'offsetX', 'm'),
  number('offset.y', 'offsetY', 'm'),
  number('offset.z', 'offsetZ', 'm'),
  number('rotationDeg', 'rotation', '°'),
];
const cesium: readonly FieldDefinition[] = [
  {
    type: 'INPUT',
    prop: 'tileset',
    label: 'structures:models.tileset',
    tips: 'structures:models.tilesetHelp',
    span: 2,
  },
  number('heightOffsetM', 'heightOffset', 'm'),
  number('headingDeg', 'heading', '°'),
  number('scale', 'scale'),
  { type: 'MAP_LOCATION', prop: 'position', label: 'structures:models.position' },
];

/** The BIM model and the 3D tiles of a structure. Kept and checked; their views come later, and the page says so. */
export function ModelsTab({ structure, readOnly }: StructureTab) {
  const structureId = structure.id;
  const query = useQuery(queryFor(structures.settings, { structureId }));
  const again = () => invalidate(structures.settings);
  return (
    <div className="pj-tab">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ settings }) => (
          <>
            <FormTab
              schema={structures.setBim.input}
              fixed={{ structureId }}
              record={settings.bim}
              initial={{ ...settingStarts.bim, ...settings.bim }}
              sections={[{ title: 'structures:models.bim', tips: 'structures:models.held', fields: bim }]}
              readOnly={readOnly}
              onSave={async (input: never, seen) => {
                await call(structures.setBim, input, seen);
                await again();
              }}
            />
            <FormTab
              schema={structures.setCesium.input}
              fixed={{ structureId }}
              record={settings.cesium}
              initial={{ ...settingStarts.cesium, ...settings.cesium }}
              sections={[{ title: 'structures:models.cesium', tips: 'structures:models.held', fields: cesium }]}
              readOnly={readOnly === undefined ? undefined : true}
              onSave={async (input: never, seen) => {
                await call(structures.setCesium, input, seen);
                await again();
              }}
            />
          </>
        )}
      </Answer>
    </div>
  );
}
