import { languages, themes } from '@plumbline/contract/kernel/constants';
import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { type Slide, type Wall, walls } from '@plumbline/contract/overview/walls';
import { useTranslation } from 'react-i18next';
import { useProjects } from '../../../app/shell/projects.queries.ts';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import type { Slot } from '../../../design/form/input.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { levelName } from '../../../kernel/levels.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { DimInput } from './DimInput.tsx';
import { SlidesInput } from './SlidesInput.tsx';

const fields: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'name', label: 'walls:name', span: 2 },
  {
    type: 'SELECT',
    inputType: 'many',
    prop: 'projectIds',
    label: 'walls:projectIds',
    tips: 'walls:projectTips',
    rules: { required: true },
    span: 2,
  },
  { type: 'slot', prop: 'slides', label: 'walls:slides', span: 2 },
  {
    type: 'SELECT',
    prop: 'language',
    label: 'walls:language',
    options: languages.map((value) => ({ value, label: languageName(value) })),
  },
  {
    type: 'SELECT',
    prop: 'theme',
    label: 'walls:theme',
    options: themes.map((value) => ({ value, label: `users:theme.${value}` })),
  },
  { type: 'INPUT', prop: 'timeZone', label: 'walls:timeZone', tips: 'walls:timeZoneTips' },
  {
    type: 'SELECT',
    prop: 'soundFrom',
    label: 'walls:soundFrom',
    options: [
      { value: 0, label: 'walls:silent' },
      ...[1, 2, 3, 4].map((value) => ({ value, label: `common:level.${levelName(value)}` })),
    ],
  },
  { type: 'slot', prop: 'dim', label: 'walls:dim', tips: 'walls:dimTips', span: 2 },
  {
    type: 'DATE',
    inputType: 'datetime',
    prop: 'expiresAt',
    label: 'walls:expiresAt',
    tips: 'walls:expiresTips',
  },
];

const first: Slide = { kind: 'overview', dwellSeconds: 20 };
const slots: Readonly<Record<string, (slot: Slot) => React.ReactElement>> = {
  slides: ({ value, onChange }) => (
    <SlidesInput slides={(value as Slide[] | undefined) ?? [first]} onChange={onChange} />
  ),
  dim: ({ value, onChange }) => <DimInput value={(value as Wall['dim'] | undefined) ?? null} onChange={onChange} />,
};

/** Makes a wall, whose link is given to `onMade`; or changes one. */
export function WallDialog({
  wall,
  onMade,
  onClose,
}: {
  wall?: Wall;
  onMade?: (token: string) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const language = useLanguage();
  const list = useProjects().data?.projects;
  const { run: create } = useWrite(walls.create);
  const { run: update } = useWrite(walls.update);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <FormDialog
      title={wall ? t('walls:edit', { name: wall.name }) : t('walls:add')}
      schema={wall ? walls.update.input : walls.create.input}
      {...(wall && { fixed: { wallId: wall.id }, record: wall })}
      initial={
        wall
          ? { ...wall }
          : {
              name: '',
              language,
              theme: 'default',
              timeZone,
              soundFrom: 0,
              dim: null,
              expiresAt: null,
              projectIds: list?.map(({ id }) => id).slice(0, 50) ?? [],
              slides: [first],
            }
      }
      fields={fields}
      options={{ projectIds: list?.map(({ id, name }) => ({ value: id, label: name })) }}
      slots={slots}
      widthPx={720}
      onSave={async (input: never, precondition) => {
        if (wall) {
          await update(input, precondition);
          toasts.done(t('common:saved'));
        } else onMade?.((await create(input)).token);
      }}
      onClose={onClose}
    />
  );
}
