/** Custom push types: the formats of a project in which readings and alerts go out to others. */
import { z } from 'zod';
import { route } from '../kernel/route.ts';
import { id, name } from '../points/fields.ts';
import { problemsOf, pushFormatFields } from './push-formats.shapes.ts';

export const CustomPushType = z
  .object({ id: z.int(), projectId: z.int(), name: z.string(), ...pushFormatFields })
  .meta({ id: 'CustomPushType' });
export type CustomPushType = z.output<typeof CustomPushType>;

const layoutShape = z.object(pushFormatFields);
const wholeCheck = (context: { value: z.output<typeof layoutShape>; issues: unknown[] }) => {
  for (const { path, message } of problemsOf(context.value))
    (context.issues as object[]).push({ code: 'custom', input: context.value, path: path.split('.'), message });
};
const one = { projectId: id, customPushTypeId: id };
const example: z.input<typeof layoutShape> & { projectId: number; name: string } = {
  projectId: 1,
  name: 'Owner',
  body: 'json',
  layout: 'batch',
  rows: 'field',
  listPath: 'data',
  dataKeys: [
    { path: 'time', type: 'string', source: 'time' },
    { path: 'value', type: 'number', source: 'value' },
  ],
};
const { name: _exampleName, ...unnamed } = example;

export const customPushTypes = {
  list: route({
    method: 'GET',
    path: '/projects/{projectId}/custom-push-types',
    summary: 'The formats of a project in which readings and alerts are pushed.',
    shows: ['pushRule'],
    needs: 'Retrieve:PushRule',
    within: 'projectId',
    flag: 'activeCustomPushType',
    input: z.object({ projectId: id }),
    reply: z.object({ customPushTypes: z.array(CustomPushType) }),
  }),
  create: route({
    method: 'POST',
    path: '/projects/{projectId}/custom-push-types',
    summary: 'Makes a format of data push.',
    changes: ['pushRule'],
    needs: 'Create:PushRule',
    within: 'projectId',
    flag: 'activeCustomPushType',
    input: z.object({ projectId: id, name: name(32), ...pushFormatFields }).check(wholeCheck),
    reply: z.object({ customPushType: CustomPushType }),
    fails: ['nameTaken', 'listFull'],
    example,
  }),
  update: route({
    method: 'PUT',
    path: '/projects/{projectId}/custom-push-types/{customPushTypeId}',
    summary: 'Replaces a format of data push. Rules that use it send by it from then on.',
    changes: ['pushRule'],
    needs: 'Update:PushRule',
    within: 'projectId',
    flag: 'activeCustomPushType',
    guards: { read: 'list', part: 'customPushTypes', by: { field: 'id', input: 'customPushTypeId' } },
    input: z.object({ ...one, name: name(32), ...pushFormatFields }).check(wholeCheck),
    reply: z.object({ customPushType: CustomPushType }),
    fails: ['nameTaken', 'pushParameter'],
    example: { ...example, customPushTypeId: 1 },
  }),
  remove: route({
    method: 'DELETE',
    path: '/projects/{projectId}/custom-push-types/{customPushTypeId}',
    summary: 'Deletes a format that no push rule uses.',
    changes: ['pushRule'],
    needs: 'Delete:PushRule',
    within: 'projectId',
    flag: 'activeCustomPushType',
    input: z.object(one),
    reply: z.object({}),
    fails: ['pushParameter'],
  }),
  preview: route({
    method: 'POST',
    path: '/projects/{projectId}/custom-push-types/preview',
    summary:
      'Writes the newest reading, or the newest alert, of a project in a format that is being built. Nothing is sent.',
    readOnly: true,
    shows: ['pushRule', 'reading'],
    needs: 'Retrieve:PushRule',
    within: 'projectId',
    flag: 'activeCustomPushType',
    input: z.object({ projectId: id, ...pushFormatFields }).check(wholeCheck),
    reply: z.object({
      body: z.string().nullable().describe('null = the project has nothing yet that could be shown'),
      contentType: z.string(),
    }),
    example: unnamed,
  }),
};
