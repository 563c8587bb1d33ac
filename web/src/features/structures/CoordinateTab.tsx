import type { FieldDefinition } from '@plumbline/contract/forms';
import { structures } from '@plumbline/contract/structures';
import { useQuery } from '@tanstack/react-query';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import type { StructureTab } from './structure-tab.ts';

const number = (prop: string, unit: string, when: string): FieldDefinition => ({
  type: 'NUMBER',
  prop,
  label: `structures:coordinate.${prop.split('.').at(-1)}`,
  unit,
  rules: { required: true },
  visibleWhen: { prop: 'transform', is: when },
});
const fields: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    inputType: 'buttons',
    prop: 'transform',
    label: 'structures:coordinate.transform',
    span: 2,
    options: ['none', 'fourParameter', 'sevenParameter'].map((value) => ({
      value,
      label: `structures:coordinate.is.${value}`,
    })),
  },
  ...(['dx', 'dy'] as const).map((key) => number(`fourParameters.${key}`, 'm', 'fourParameter')),
  number('fourParameters.rotation', '″', 'fourParameter'),
  number('fourParameters.scale', 'ppm', 'fourParameter'),
  {
    type: 'SELECT',
    prop: 'sevenParameters.convention',
    label: 'structures:coordinate.convention',
    span: 2,
    rules: { required: true },
    visibleWhen: { prop: 'transform', is: 'sevenParameter' },
    options: ['coordinateFrame', 'positionVector'].map((value) => ({
      value,
      label: `structures:coordinate.is.${value}`,
    })),
  },
  ...(['dx', 'dy', 'dz'] as const).map((key) => number(`sevenParameters.${key}`, 'm', 'sevenParameter')),
  ...(['rx', 'ry', 'rz'] as const).map((key) => number(`sevenParameters.${key}`, '″', 'sevenParameter')),
  number('sevenParameters.scale', 'ppm', 'sevenParameter'),
  {
    type: 'NUMBER',
    prop: 'centralMeridian',
    label: 'structures:coordinate.centralMeridian',
    tips: 'structures:coordinate.centralMeridianHelp',
    unit: '°',
    visibleWhen: { prop: 'transform', isNot: 'none' },
  },
];

/** How the coordinates of a structure are transformed. */
export function CoordinateTab({ structure, readOnly }: StructureTab) {
  const structureId = structure.id;
  const query = useQuery(queryFor(structures.settings, { structureId }));
  return (
    <div className="pj-tab">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ settings }) => (
          <FormTab
            schema={structures.setCoordinate.input}
            fixed={{ structureId }}
            record={settings.coordinate}
            initial={settings.coordinate}
            sections={[{ tips: 'structures:coordinate.held', fields }]}
            readOnly={readOnly}
            onSave={async (input: never, seen) => {
              await call(structures.setCoordinate, input, seen);
              await invalidate(structures.settings);
            }}
          />
        )}
      </Answer>
    </div>
  );
}
