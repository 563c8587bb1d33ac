import type { FieldDefinition, FieldOption } from '@plumbline/contract/kernel/forms';
import type { InputOf } from '@plumbline/contract/kernel/route';
import { fieldsOf } from '@plumbline/contract/points/families';
import { type Point, points } from '@plumbline/contract/points/points';
import { collectModes, type pointConfig } from '@plumbline/contract/points/points.point';
import { useMemo, useState } from 'react';
import { FormTab } from '../../design/form/FormTab.tsx';
import { durationUnits } from '../../design/form/units.ts';
import { useOptions } from '../../design/form/use-options.ts';
import { usePlaces } from '../../features/points/points/place-names.queries.ts';
import type { TabProps } from '../../features/points/points/point-tab.parts.ts';
import { useFieldWord } from '../../kernel/field-words.ts';
import { useProject } from '../../kernel/project.tsx';
import { useWrite } from '../../kernel/writes.ts';
import { usePointPicture } from './point-picture.ts';

/**
 * The fields of the tab by what they set, each under the heading where it stands; null = another tab asks for it, or none
 * does. What is missing here does not compile.
 */
const configForm = {
  name: ['identity', { type: 'INPUT', label: 'points:name' }],
  structureId: ['identity', { type: 'SELECT', label: 'points:structure' }],
  mainField: ['identity', { type: 'SELECT', label: 'points:mainField', tips: 'points:mainFieldHelp' }],
  onlySort: ['identity', { type: 'NUMBER', label: 'points:config.onlySort', tips: 'points:config.onlySortHelp' }],
  intervalSeconds: [
    'collecting',
    { type: 'NUMBER_UNIT', label: 'points:interval', tips: 'points:intervalHelp', unit: durationUnits },
  ],
  collectMode: [
    'collecting',
    {
      type: 'SELECT',
      label: 'points:config.collectMode',
      options: collectModes.map((mode) => ({ value: mode, label: `points:collectMode.${mode}` })),
    },
  ],
  lockLocation: [
    'place',
    { type: 'SWITCH', label: 'points:config.lockLocation', tips: 'points:config.lockLocationHelp' },
  ],
  coordinates: ['place', { type: 'MAP_LOCATION', label: 'points:config.coordinates' }],
  imageLocation: ['place', { type: 'IMG_LOCATION', label: 'charts:place.picture' }],
  depthM: ['place', { type: 'NUMBER', label: 'points:config.depth', tips: 'points:config.depthHelp', unit: 'm' }],
  timedPhotographing: null,
  backupNodes: [
    'collecting',
    { type: 'SELECT', inputType: 'many', label: 'points:config.backupNodes', tips: 'points:config.backupNodesHelp' },
  ],
} satisfies Record<keyof typeof pointConfig, readonly [Heading, Omit<FieldDefinition, 'prop'>] | null>;
type Heading = 'identity' | 'collecting' | 'place';
const fieldsUnder = (heading: Heading): FieldDefinition[] =>
  Object.entries(configForm).flatMap(([prop, form]) => (form?.[0] === heading ? [{ prop, ...form[1] }] : []));
/** What a locked location keeps as it is. */
const locked = new Set(['coordinates', 'imageLocation']);
const [identity, collecting, place] = [fieldsUnder('identity'), fieldsUnder('collecting'), fieldsUnder('place')];

/** Tab "point config": what the point is called, where it stands, how often it is read. */
export function PointConfigTab({ point, readOnly }: TabProps) {
  const { run: updatePoint } = useWrite(points.update);
  const { project } = useProject();
  const fieldWord = useFieldWord();
  const places = usePlaces(project.id);
  const backups = useBackupOptions(point, project.id);
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
          {
            title: 'points:config.collecting',
            fields: collecting.filter(({ prop }) => prop !== 'backupNodes' || mayHaveBackups(point)),
          },
          {
            title: 'points:config.place',
            ...(closed ? { tips: 'charts:place.locked' } : {}),
            fields: place.map((field) => (locked.has(field.prop) ? { ...field, disabled: closed } : field)),
          },
        ]}
        options={{
          structureId: places.options,
          backupNodes: backups,
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

/** What of a master may be backed up: an array is many places, and one beside it lies otherwise. */
const mayHaveBackups = ({ family, type }: Point): boolean =>
  type !== 3 && ['tilt', 'structuralDeformation', 'surfaceDisplacement'].includes(family);

/** The other points of the same family in the project; undefined = still loading. */
function useBackupOptions(point: Point, projectId: number): FieldOption[] | undefined {
  const { data } = useOptions('points', points.rows, { projectId }, { enabled: mayHaveBackups(point) });
  return useMemo(
    () =>
      data?.rows
        .filter(({ id, family, type }) => id !== point.id && family === point.family && type !== 3)
        .map(({ id, name }) => ({ value: id, label: name })),
    [data, point],
  );
}
