import { fieldsOf } from '@plumbline/contract/families';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { points } from '@plumbline/contract/points';
import { collectModes } from '@plumbline/contract/points.point';
import { useQuery } from '@tanstack/react-query';
import { FormTab } from '../../design/form/FormTab.tsx';
import { durationUnits } from '../../design/form/units.ts';
import { call } from '../../kernel/call.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import { useProject } from '../../kernel/project.tsx';
import { asks } from '../../kernel/queries.ts';
import { forgetPoints } from './forget-points.ts';
import type { TabProps } from './PointConsolePage.tsx';
import { usePlaces } from './place-names.ts';

const identity: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'points:name' },
  { type: 'SELECT', prop: 'structureId', label: 'points:structure' },
  { type: 'SELECT', prop: 'mainField', label: 'points:mainField', tips: 'points:mainFieldHelp' },
  { type: 'NUMBER', prop: 'onlySort', label: 'points:config.onlySort', tips: 'points:config.onlySortHelp' },
];
const collecting: readonly FieldDefinition[] = [
  {
    type: 'NUMBER_UNIT',
    prop: 'intervalSeconds',
    label: 'points:interval',
    tips: 'points:intervalHelp',
    unit: durationUnits,
  },
  {
    type: 'SELECT',
    prop: 'collectMode',
    label: 'points:config.collectMode',
    options: collectModes.map((mode) => ({ value: mode, label: `points:collectMode.${mode}` })),
  },
  { type: 'INPUT', prop: 'networkId', label: 'points:config.networkId' },
];
const place: readonly FieldDefinition[] = [
  { type: 'SWITCH', prop: 'lockLocation', label: 'points:config.lockLocation', tips: 'points:config.lockLocationHelp' },
  { type: 'MAP_LOCATION', prop: 'coordinates', label: 'points:config.coordinates' },
];
const held: readonly FieldDefinition[] = [
  { type: 'SWITCH', prop: 'autoGetHistory', label: 'points:config.autoGetHistory' },
  { type: 'SELECT', inputType: 'many', prop: 'backupNodes', label: 'points:config.backupNodes' },
  { type: 'TIMER_SELECT', prop: 'timedPhotographing', label: 'points:config.timedPhotographing' },
];

/** Tab "point config": what the point is called, where it stands, how often it is read. */
export function PointConfigTab({ point, readOnly }: TabProps) {
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const places = usePlaces(project.id);
  const rows = useQuery(asks(points.rows, { projectId: project.id }));
  return (
    <div className="pt-tab">
      <FormTab
        schema={points.update.input}
        fixed={{ pointId: point.id }}
        initial={{ ...point }}
        sections={[
          { title: 'points:config.identity', fields: identity },
          { title: 'points:config.collecting', fields: collecting },
          { title: 'points:config.place', fields: place },
          { title: 'points:config.held', tips: 'points:held', fields: held },
        ]}
        options={{
          structureId: places.options,
          mainField: fieldsOf(point.family, point.nodeCount).map(({ key }) => ({
            value: key,
            label: fieldWord(point.family, key),
          })),
          backupNodes: rows.data?.rows
            .filter(({ id, deprecated }) => id !== point.id && !deprecated)
            .map(({ id, name, structureId }) => ({ value: id, label: name, note: places.nameOf(structureId) })),
        }}
        errorField={{ nameTaken: 'name', locationLocked: 'coordinates' }}
        readOnly={readOnly}
        zone={project.timeZone}
        onSave={async (input: never) => {
          await call(points.update, input);
          await forgetPoints();
        }}
      />
    </div>
  );
}
