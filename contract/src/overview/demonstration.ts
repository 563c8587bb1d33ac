/**
 * The demonstration: the corporation that the first start makes to look around in. Its texts are there in every language of
 * the product, and of each of its projects there is a story that can be looked at again. Real corporations have neither.
 */
import { z } from 'zod';
import { languages } from '../kernel/constants.ts';
import { route } from '../kernel/route.ts';
import { done, id } from '../points/fields.ts';

/** Subjects of the stories of the demonstration, one of each project. */
export const storyKinds = ['water', 'train', 'excavation', 'falseStorm', 'convergence', 'blast'] as const;
export type StoryKind = (typeof storyKinds)[number];

export const Story = z
  .object({
    kind: z.enum(storyKinds),
    projectId: z.int(),
    projectName: z.string(),
    pointId: z.int().describe('The point whose alerts tell it'),
    structureId: z.int().describe('Whose drawing shows it, and whose points take part'),
    drawingId: z.int().nullable().describe('The drawing on which the point lies; null = it lies on none'),
    from: z.string(),
    to: z.string(),
  })
  .meta({ id: 'Story' });
export type Story = z.output<typeof Story>;

const place = { within: 'corporationId' } as const;

export const demonstration = {
  stories: route({
    ...place,
    method: 'GET',
    path: '/corporations/{corporationId}/demonstration/stories',
    summary:
      'The stories of the demonstration: of each project the days of its alerts, as far as they are stored. A corporation that is no demonstration has none.',
    shows: ['alert', 'drawing', 'point', 'project'],
    needs: 'Retrieve:Corporation',
    input: z.object({ corporationId: id }),
    reply: z.object({ stories: z.array(Story).describe('One of each project that has its days stored') }),
  }),
  setLanguage: route({
    ...place,
    method: 'PUT',
    path: '/corporations/{corporationId}/demonstration/language',
    summary:
      'Puts the texts of the demonstration into another language of the product: names, notes, plans, the lettering of its drawings and maps. What somebody has changed stays as it was typed; released reports stay in the language of their release. Fails with `noDemonstration` for a corporation that is none.',
    changes: [
      'corporation',
      'user',
      'project',
      'structure',
      'point',
      'device',
      'drawing',
      'layer',
      'annotation',
      'photo',
      'inspection',
      'wall',
      'dashboard',
      'alert',
    ],
    needs: 'Update:Corporation',
    input: z.object({ corporationId: id, language: z.enum(languages) }),
    reply: done,
    fails: ['noDemonstration'],
    example: { corporationId: 1, language: 'zh-CN' },
  }),
};
