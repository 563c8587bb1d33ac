/** Who may have a report made: nobody reads by a report what is closed to them. */
import { getOrThrow } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import type { Permission } from '@plumbline/contract/kernel/permissions';
import { permissionAt } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { places } from '../../site/projects/projects.api.ts';

const ofEveryReport: readonly Permission[] = [
  'Retrieve:Data',
  'Retrieve:Alert',
  'Retrieve:Device',
  'Retrieve:MeasuringPoint',
];
/** A template may show drawings, and may be given a block of them later. */
const ofTemplates: readonly Permission[] = [...ofEveryReport, 'Retrieve:Structure'];

/** Throws notAllowed for who may not read everything that is in a report of the project, or may be in one with a template. */
export async function requireContents({ db, caller }: Context, projectId: number, hasTemplate = false): Promise<void> {
  const place = getOrThrow(await places(db, [projectId]), projectId);
  const contents = hasTemplate ? ofTemplates : ofEveryReport;
  const needs = contents.find((permission) => permissionAt(caller, permission, place) !== 'yes');
  if (needs) throw new Failure('notAllowed', { needs });
}
