import { fieldsOf } from '@plumbline/contract/families';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { points } from '@plumbline/contract/points';
import { collectModes } from '@plumbline/contract/points.point';
import type { InputOf } from '@plumbline/contract/route';
import { useState } from 'react';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { durationUnits } from '../../../design/form/units.ts';
import { useFieldWord } from '../../../kernel/field-words.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { usePlaces } from '../place-names.queries.ts';
import type { TabProps } from '../point-tab.parts.ts';
import { usePointPicture } from './point-picture.ts';

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
];
const lock: readonly FieldDefinition[] = [
  { type: 'SWITCH', prop: 'lockLocation', label: 'points:config.lockLocation', tips: 'points:config.lockLocationHelp' },
];
const where: readonly FieldDefinition[] = [
  { type: 'MAP_LOCATION', prop: 'coordinates', label: 'points:config.coordinates' },
  { type: 'IMG_LOCATION', prop: 'imageLocation', label: 'charts:place.picture' },
];

/** Tab "point config": what the point is called, where it stands, how often it is read. */
export function PointConfigTab({ point, readOnly }: TabProps) {
  const { run: updatePoint } = useWrite(points.update);
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const places = usePlaces(project.id);
  const picture = usePointPicture(point, places);
  const [unlocked, setUnlocked] = useState(!point.lockLocation);
  const closed = point.lockLocation && !unlocked;
  return (
    <div className="pt-tab">
      <FormTab
        schema={points.update.input}
        fixed={{ pointId: point.id }}
        record={point}
        initial={{ ...point }}
        sections={[
          { title: 'points:config.identity', fields: identity },
          { title: 'points:config.collecting', fields: collecting },
          {
            title: 'points:config.place',
            ...(closed ? { tips: 'charts:place.locked' } : {}),
            fields: [...lock, ...where.map((field) => ({ ...field, disabled: closed }))],
          },
        ]}
        options={{
          structureId: places.options,
          mainField: fieldsOf(point.family, point.nodeCount).map(({ key }) => ({
            value: key,
            label: fieldWord(point.family, key),
          })),
        }}
        extras={{ imageLocation: picture }}
        onChange={(values) => setUnlocked(values.lockLocation === false)}
        errorField={{ nameTaken: 'name', locationLocked: 'coordinates', collectPlanDecides: 'intervalSeconds' }}
        readOnly={readOnly}
        zone={project.timeZone}
        onSave={async (input: never, precondition) => {
          const { imageLocation, ...changes } = input as InputOf<typeof points.update.input>;
          // A mark that was not moved is not said: at another structure it would stand on another picture.
          const stays = JSON.stringify(imageLocation ?? null) === JSON.stringify(point.imageLocation);
          await updatePoint(stays ? changes : { ...changes, imageLocation }, precondition);
        }}
      />
    </div>
  );
}
