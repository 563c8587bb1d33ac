import type { OutputOf } from '@plumbline/contract/kernel/route';
import type { Project } from '@plumbline/contract/site/projects';
import { projects } from '@plumbline/contract/site/projects';
import { useTranslation } from 'react-i18next';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import type { MemberActs } from './member-acts.ts';
import { UntilInput } from './UntilInput.tsx';

const schema = projects.addMember.input.pick({ until: true });

/** Until when somebody is a member. */
export function UntilDialog({ project, acts: { ending, endOn, dismiss } }: { project: Project; acts: MemberActs }) {
  const { t } = useTranslation();
  if (!ending) return null;
  return (
    <SchemaDialog
      title={t('people:members.untilOf', { name: ending.displayName })}
      word={t('common:save')}
      widthPx={420}
      onClose={dismiss}
      schema={schema}
      initial={{ until: ending.until }}
      onSubmit={async ({ until }: OutputOf<typeof schema>) => endOn(until)}
    >
      <Field name="until" label={t('people:members.until')} help={t('people:members.untilHelp')}>
        <UntilInput timeZone={project.timeZone} />
      </Field>
    </SchemaDialog>
  );
}
